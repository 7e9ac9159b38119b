//! Says where commands can be confined, and spares the dynamic linker work, which
//! is most of the time from start to exit: the unwinder of GCC is linked into the
//! program, where that can be had, as a library that is never used would be loaded
//! otherwise; and the program has a fixed address, so that its pointers need not
//! be changed at every start.

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
    let is_native = env::var_os("HOST") == env::var_os("TARGET");
    let is_linked_by_cc = env::var_os("RUSTC_LINKER").is_none();
    let is_gnu = is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu");
    if is_gnu && is_native && is_linked_by_cc {
        link_unwinder();
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}

/// Whether a variable has this value.
fn is(name: &str, value: &str) -> bool {
    env::var(name).is_ok_and(|found| found == value)
}

fn link_unwinder() {
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
