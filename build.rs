//! Says where commands can be confined, and links the unwinder of GCC into the
//! program where that can be had. Otherwise the dynamic linker would load a
//! library that is never used at every start, which takes a sixth of the time
//! from start to exit.

use std::env;
use std::path::Path;
use std::process::Command;

/// The unwinder as a static library, which comes with GCC.
const UNWINDER: &str = "libgcc_eh.a";

/// Set to anything, it builds what is built where commands cannot be confined.
const UNCONFINED: &str = "MINESWEEPER_ALPHA_UNCONFINED";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed={UNCONFINED}");
    println!("cargo::rustc-check-cfg=cfg(can_confine)");
    let is_linux = is("CARGO_CFG_TARGET_OS", "linux");
    let has_calls = ["x86_64", "aarch64"].map(|arch| is("CARGO_CFG_TARGET_ARCH", arch));
    if is_linux && has_calls.contains(&true) && env::var_os(UNCONFINED).is_none() {
        println!("cargo::rustc-cfg=can_confine");
    }
    link_unwinder();
}

/// Whether a variable has this value.
fn is(name: &str, value: &str) -> bool {
    env::var(name).is_ok_and(|found| found == value)
}

fn link_unwinder() {
    let is_native = env::var_os("HOST") == env::var_os("TARGET");
    let is_linked_by_cc = env::var_os("RUSTC_LINKER").is_none();
    let is_gnu = is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu");
    if !(is_gnu && is_native && is_linked_by_cc) {
        return;
    }
    let found = Command::new("cc")
        .arg(format!("-print-file-name={UNWINDER}"))
        .output();
    let Ok(found) = found.map(|output| String::from_utf8(output.stdout).unwrap_or_default()) else {
        return;
    };
    let path = Path::new(found.trim());
    // A comma would end the linker's argument.
    if path.is_absolute() && path.is_file() && !found.contains(',') {
        println!(
            "cargo::rustc-link-arg-bins=-Wl,--whole-archive,{},--no-whole-archive",
            path.display()
        );
    }
}
