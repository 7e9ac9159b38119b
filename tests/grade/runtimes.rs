//! Honest programs do under `check` what they do outside of it, whatever they are written
//! in: temporary files, shared memory, threads, children, modes of files.

use std::process::Command;

use super::sample::Sample;
use crate::support::{amount, is_put_off};

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
    let Some(sample) = Sample::of("play.py", &["python3"]) else {
        return;
    };
    sample.runs(&["python3", "play.py"]);
}

#[test]
fn node_runs() {
    if is_put_off() {
        return;
    }
    let Some(sample) = Sample::of("play.js", &["node"]) else {
        return;
    };
    sample.runs(&["node", "play.js"]);
}

#[test]
fn ruby_runs() {
    if is_put_off() {
        return;
    }
    let Some(sample) = Sample::of("play.rb", &["ruby"]) else {
        return;
    };
    sample.runs(&["ruby", "play.rb"]);
}

#[test]
fn perl_runs() {
    if is_put_off() {
        return;
    }
    let Some(sample) = Sample::of("play.pl", &["perl"]) else {
        return;
    };
    sample.runs(&["perl", "play.pl"]);
}

#[test]
fn go_runs() {
    if is_put_off() {
        return;
    }
    let Some(sample) = Sample::of("play.go", &["go"]) else {
        return;
    };
    sample.build(&["go", "build", "-o", "play", "play.go"]);
    sample.runs(&["./play"]);
}

#[test]
fn mono_runs() {
    if is_put_off() {
        return;
    }
    let Some(sample) = Sample::of("Play.cs", &["mcs", "mono"]) else {
        return;
    };
    sample.build(&["mcs", "Play.cs"]);
    sample.runs(&["mono", "Play.exe"]);
}

#[test]
fn guile_runs() {
    if is_put_off() {
        return;
    }
    let Some(sample) = Sample::of("play.scm", &["guile"]) else {
        return;
    };
    sample.runs(&["guile", "--no-auto-compile", "play.scm"]);
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
    sample.build(&["gcc", "-g", "-pthread", "-o", "play", "play.c"]);
    if is_put_off() {
        return;
    }
    let Some(_) = Sample::of("play.c", &["valgrind"]) else {
        return;
    };
    sample.runs(&["valgrind", "--quiet", "--leak-check=full", "./play"]);
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

#[test]
fn bash_runs() {
    let Some(sample) = Sample::of("play.sh", &["bash"]) else {
        return;
    };
    sample.runs(&["bash", "play.sh"]);
}
