//! Tells the compiler where commands can be confined, and saves the dynamic linker
//! work, which takes most of the time of a short run: GCC's unwinder is linked in
//! statically where it can be found, so that no library is loaded for it; and the
//! program has a fixed address, so that no pointers are relocated at start. The code is
//! safe Rust, to which a random address would add little.

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
    // What links all of the C library in has an unwinder and an address of its own.
    let is_static = env::var("CARGO_CFG_TARGET_FEATURE")
        .is_ok_and(|features| features.split(',').any(|feature| feature == "crt-static"));
    if is_gnu && is_native && is_linked_by_cc && !is_static {
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
