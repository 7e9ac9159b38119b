//! Honest programs do under `check` what they do outside of it, whatever they are written
//! in: temporary files, shared memory, threads, children, modes of files.

use std::process::Command;

use super::sample::Sample;
use crate::support::{amount, is_put_off};

/// Builds a program and compares its runs; both commands are words with spaces between them.
fn runs(source: &str, needed: &[&str], build: &str, run: &str) {
    let Some(sample) = Sample::of(source, needed) else {
        return;
    };
    if !build.is_empty() {
        sample.build(&build.split(' ').collect::<Vec<_>>());
    }
    sample.runs(&run.split(' ').collect::<Vec<_>>());
}

#[test]
fn java_runs() {
    let Some(sample) = Sample::of("Play.java", &["java", "javac"]) else {
        return;
    };
    sample.build(&["javac", "Play.java"]);
    sample.runs(&["java", "-cp", ".", "Play"]);
    // It has terabytes mapped of a file in memory.
    sample.runs(&["java", "-XX:+UseZGC", "-cp", ".", "Play"]);
}

#[test]
fn python_runs() {
    runs("play.py", &["python3"], "", "python3 play.py");
}

#[test]
fn bash_runs() {
    runs("play.sh", &["bash"], "", "bash play.sh");
}

#[test]
fn other_languages_run() {
    if is_put_off() {
        return;
    }
    runs("play.js", &["node"], "", "node play.js");
    runs("play.rb", &["ruby"], "", "ruby play.rb");
    runs("play.pl", &["perl"], "", "perl play.pl");
    runs("play.go", &["go"], "go build -o play play.go", "./play");
    runs("Play.cs", &["mcs", "mono"], "mcs Play.cs", "mono Play.exe");
    let guile = "guile --no-auto-compile play.scm";
    runs("play.scm", &["guile"], "", guile);
}

#[test]
fn c_runs_also_with_sanitizers_and_under_valgrind() {
    let Some(sample) = Sample::of("play.c", &["gcc"]) else {
        return;
    };
    let sanitizers = ["-O1", "-fsanitize=address", "-fsanitize=undefined"];
    for sanitizer in &sanitizers[..amount(2, 3)] {
        sample.build(&["gcc", "-g", "-pthread", sanitizer, "-o", "play", "play.c"]);
        sample.runs(&["./play"]);
    }
    if is_put_off() {
        return;
    }
    let build = "gcc -g -pthread -o play play.c";
    let valgrind = "valgrind --quiet --leak-check=full ./play";
    runs("play.c", &["valgrind"], build, valgrind);
}

#[test]
fn rust_runs() {
    if is_put_off() {
        return;
    }
    let Some(sample) = Sample::of("play.rs", &[]) else {
        return;
    };
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let built = Command::new(rustc)
        .current_dir(sample.path(""))
        .args(["--edition", "2024", "play.rs"])
        .status();
    assert!(built.expect("a compiler").success());
    sample.runs(&["./play"]);
}
