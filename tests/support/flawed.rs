//! The example program with flaws.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use serde_json::Value;

use super::{PROGRAM, package_file};

/// Returns the path of the example `flawed`. `cargo test --test suite` does not build it, so this
/// function builds it, into the folder and with the profile of the program under test, unless
/// another process of the same tests has done so.
pub fn flawed() -> &'static Path {
    static FLAWED: OnceLock<PathBuf> = OnceLock::new();
    FLAWED.get_or_init(|| {
        let note = Path::new(env!("CARGO_TARGET_TMPDIR")).join("flawed");
        let (state, known) = (state(), std::fs::read_to_string(&note).unwrap_or_default());
        if let Some(path) = known.strip_prefix(&state).map(PathBuf::from)
            && path.is_file()
        {
            return path;
        }
        let path = build();
        let text = format!("{state}{}", path.display());
        let own = note.with_extension(std::process::id().to_string());
        std::fs::write(&own, text).expect("a file");
        std::fs::rename(own, note).expect("another name");
        path
    })
}

/// Returns a fingerprint of the example's source and the library. Cargo writes the program again
/// whenever the library changes.
fn state() -> String {
    let source = package_file("tests/programs/flawed.rs");
    let times = [Path::new(PROGRAM), &source].map(|path| {
        let data = path.metadata().expect("a file");
        format!("{} {:?}\n", data.ino(), data.modified().expect("a time"))
    });
    times.concat()
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
