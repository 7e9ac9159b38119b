//! The recipes of `--prepare`.

use std::fs;
use std::process::Command;

use crate::grade::classroom::Classroom;
use crate::support::{Test, is_put_off, package_file, refused, skipped};

/// Grades a class with a program in a language, for which this compiler or interpreter is
/// needed; what the program does is print a line. Without its file, a submission is told what it
/// lacks.
fn graded(recipe: &str, needed: &str, (file, text): (&str, &str), lack: &str) {
    let works = Command::new(needed).arg("--version").output();
    if !works.is_ok_and(|told| told.status.success()) {
        skipped(&format!("there is no {needed}"));
        return;
    }
    let class = Classroom::new();
    for name in ["adams", "broken"] {
        let path = class.path("submissions").join(name).join(file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    fs::rename(
        class.path("submissions/broken").join(file),
        class.path("submissions/broken/notes"),
    )
    .expect("another name");
    let run = Test::new()
        .args(["grade", "cases", "--submissions", "submissions"])
        .args(["--output", "out", "--prepare", recipe])
        .current_dir(class.path(""))
        .found();
    assert_eq!(run.status, Some(0), "{run:?}");
    let results = class.results("out");
    let [adams, broken] = [0, 1].map(|number| &results["submissions"][number]);
    assert_eq!(adams["verdict"], "graded", "{adams}");
    assert!(adams.to_string().contains("it plays"), "{adams}");
    assert_eq!(broken["verdict"], "could not be prepared", "{broken}");
    let told = broken["reason"][1].as_str().expect("a line");
    assert!(told.contains(lack), "{told}");
}

#[test]
fn java() {
    let text = "package cs1302.game; public class MinesweeperDriver { \
                public static void main(String[] args) { System.out.println(\"it plays\"); } } \
                class Other<T> { static void main(String... args) throws Exception { } }";
    let file = ("src/MinesweeperDriver.java", text);
    graded("java", "javac", file, "there is no .java file");
}

/// The class to be run is found whatever its name, and asked for where that is not clear.
#[test]
fn java_without_a_driver() {
    if is_put_off() {
        return;
    }
    let works = Command::new("javac").arg("--version").output();
    if works.is_err() {
        skipped("there is no javac");
        return;
    }
    let class = Classroom::new();
    let main = "public static void main(String[] a) { System.out.println(\"it plays\"); }";
    for (name, text) in [
        (
            "one",
            format!("class Game<T> {{ {main} }} class Square {{ }}"),
        ),
        (
            "two",
            format!("class Game {{ {main} }} class Other {{ {main} }}"),
        ),
        ("none", "class Game { }".to_owned()),
    ] {
        let path = class.path("submissions").join(name);
        fs::create_dir_all(&path).expect("a folder");
        fs::write(path.join("Game.java"), text).expect("a file");
    }
    let found = Test::new()
        .args(["grade", "cases", "--submissions", "submissions"])
        .args(["--output", "out", "--prepare", "java"])
        .current_dir(class.path(""))
        .found();
    let text = found.text();
    for line in [
        "none: could not be prepared: --prepare: it ended with the exit status 1: no class has a \
         main method\n",
        "two: could not be prepared: --prepare: it ended with the exit status 1: several classes \
         have a main method; give the command: Game Other\n",
    ] {
        assert!(text.contains(line), "{text}");
    }
    let results = class.results("out").to_string();
    assert!(results.contains("it plays"), "{results}");
}

#[test]
fn python() {
    let file = ("main.py", "print('it plays')\n");
    graded("python", "python3", file, "there is no main.py");
}

#[test]
fn a_syntax_error_in_python_is_shown() {
    let works = Command::new("python3").arg("--version").output();
    if works.is_err() {
        skipped("there is no python3");
        return;
    }
    let class = Classroom::new();
    for (name, file, text) in [
        ("adams", "main.py", "import game\n"),
        ("adams", "game.py", "def play(:\n"),
        ("baker", "main.py", "print('it plays')\n"),
        // What a Mac packs beside it is no program.
        ("baker", "._main.py", "\0\u{5}"),
    ] {
        let folder = class.path("submissions").join(name);
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join(file), text).expect("a file");
    }
    let found = Test::new()
        .args(["grade", "cases", "--submissions", "submissions"])
        .args(["--output", "out", "--prepare", "python"])
        .current_dir(class.path(""))
        .found();
    let text = found.text();
    let refused = "adams: could not be prepared: --prepare: it ended with the exit status 1: ";
    assert!(text.contains(refused), "{text}");
    assert!(class.told("adams").contains("SyntaxError"), "{text}");
    assert!(text.contains("baker: 0 of 4 points"), "{text}");
}

#[test]
fn c() {
    let text = "#include <stdio.h>\nint main(void) { puts(\"it plays\"); return 0; }\n";
    graded("c", "cc", ("src/player.c", text), "there is no .c file");
}

#[test]
fn cpp() {
    let text = "#include <cstdio>\nint main() { std::puts(\"it plays\"); }\n";
    graded(
        "cpp",
        "c++",
        ("src/player.cc", text),
        "there is no C++ file",
    );
}

#[test]
fn make() {
    let text = "player:\n\tprintf '#!/bin/sh\\necho it plays\\n' > player\n\tchmod +x player\n";
    graded("make", "make", ("Makefile", text), "no makefile");
}

#[test]
fn a_misspelt_recipe_is_told() {
    refused(
        &[
            "grade",
            "cases",
            "--submissions",
            "all",
            "--output",
            "out",
            "--prepare",
            "jaav",
        ],
        "there is no -- COMMAND that plays a submission, and `jaav` is no recipe of --prepare \
         (java, python, c, cpp, rust, make)",
    );
}

#[test]
fn the_help_tells_each() {
    let help = Test::new().args(["grade", "--help"]).found().text();
    let page = fs::read_to_string(package_file("docs/grading.md")).expect("a page");
    for name in ["java", "python", "c", "cpp", "rust", "make"] {
        assert!(help.contains(&format!("\n  {name}: -- ")), "{help}");
        assert!(page.contains(&format!("\n| `{name}` | ")), "{name}");
    }
}
