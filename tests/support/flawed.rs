//! The program that is wrong on purpose.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use serde_json::Value;

use super::PROGRAM;

/// The path of the example `flawed`. `cargo test --test suite` does not build
/// it: it is built here, once, into the folder and with the profile of the
/// program under test. Where it is there already that takes no time.
pub fn flawed() -> &'static Path {
    static FLAWED: OnceLock<PathBuf> = OnceLock::new();
    FLAWED.get_or_init(build)
}

fn build() -> PathBuf {
    let folder = Path::new(PROGRAM).parent().expect("the profile's folder");
    let profile = folder.file_name().and_then(|name| name.to_str());
    let profile = match profile.expect("UTF-8") {
        "debug" => "dev",
        other => other,
    };
    let output = Command::new(env!("CARGO"))
        .args([
            "build",
            "--example",
            "flawed",
            "--quiet",
            "--message-format=json",
        ])
        .args(["--offline", "--locked", "--profile", profile])
        .arg("--target-dir")
        .arg(folder.parent().expect("the target folder"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stderr(Stdio::inherit())
        .output()
        .expect("cargo starts");
    assert!(output.status.success(), "the example `flawed` is not built");
    let executable = |message: &[u8]| {
        let message: Value = serde_json::from_slice(message).ok()?;
        let wanted = message["target"]["name"] == "flawed";
        wanted.then(|| PathBuf::from(message["executable"].as_str().unwrap_or_default()))
    };
    let paths: Vec<PathBuf> = output
        .stdout
        .split(|&byte| byte == b'\n')
        .filter_map(executable)
        .collect();
    let [path] = paths.as_slice() else {
        panic!("cargo tells no path of the example `flawed`: {paths:?}")
    };
    path.clone()
}
