//! Builds `flawed`, the example program with flaws.

use std::{
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::OnceLock,
};

use serde_json::Value;

use super::{PROGRAM, package_file};

/// Returns the path of the example `flawed`. `cargo test --test suite` does not build it, so this
/// function builds it, into the folder and with the profile of the program under test, unless
/// another process of the same tests has done so.
pub fn flawed() -> &'static Path {
    static FLAWED: OnceLock<PathBuf> = OnceLock::new();
    FLAWED.get_or_init(|| {
        let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("flawed");
        let cached = std::fs::read_to_string(&cache).unwrap_or_default();
        let fingerprint = fingerprint();
        if let Some(path) = cached.strip_prefix(&fingerprint).map(PathBuf::from)
            && path.is_file()
        {
            return path;
        }
        let path = build();
        let text = format!("{fingerprint}{}", path.display());
        let temporary = cache.with_extension(std::process::id().to_string());
        std::fs::write(&temporary, text).expect("a file");
        std::fs::rename(temporary, cache).expect("another name");
        path
    })
}

/// Returns a fingerprint of the example's source and of the library. The program stands for the
/// library, since Cargo writes the program again whenever the library changes.
fn fingerprint() -> String {
    let source = package_file("tests/programs/flawed.rs");
    let lines = [Path::new(PROGRAM), &source].map(|path| {
        let metadata = path.metadata().expect("a file");
        let time = metadata.modified().expect("a time");
        format!("{} {time:?}\n", metadata.ino())
    });
    lines.concat()
}

fn build() -> PathBuf {
    let folder = Path::new(PROGRAM).parent().expect("the profile's folder");
    let profile = match folder.file_name().and_then(|name| name.to_str()) {
        Some("debug") => "dev",
        name => name.expect("UTF-8"),
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
    let messages: Vec<Value> = output
        .stdout
        .split(|&byte| byte == b'\n')
        .filter_map(|line| serde_json::from_slice(line).ok())
        .filter(|message: &Value| message["target"]["name"] == "flawed")
        .collect();
    let [message] = messages.as_slice() else {
        panic!("cargo prints no path of the example `flawed`: {messages:?}")
    };
    message["executable"].as_str().expect("a path").into()
}
