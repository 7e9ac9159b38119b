//! The recipes of `--prepare`.

use std::fs;
use std::process::Command;

use crate::grade::classroom::Classroom;
use crate::support::{Run, Test, all_refused, is_put_off, package_file, skipped};

/// Reports whether a compiler or interpreter works; notes a skipped test if not.
fn exists(program: &str) -> bool {
    let version = Command::new(program).arg("--version").output();
    let exists = version.is_ok_and(|run| run.status.success());
    if !exists {
        skipped(&format!("there is no {program}"));
    }
    exists
}

/// Grades a class with a recipe and without a command.
fn prepared(class: &Classroom, recipe: &str) -> Run {
    Test::new()
        .args(["grade", "cases", "--submissions", "submissions"])
        .args(["--output", "out", "--prepare", recipe])
        .current_dir(class.path(""))
        .found()
}

/// Grades a program that prints a line, and a submission without the file. `needed` is the compiler
/// or interpreter.
fn graded(recipe: &str, needed: &str, (file, text): (&str, &str), lack: &str) {
    if !exists(needed) {
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
    let run = prepared(&class, recipe);
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
fn recipes_prepare_programs_and_name_what_is_missing() {
    let java = "package cs1302.game; public class MinesweeperDriver { \
                public static void main(String[] args) { System.out.println(\"it plays\"); } } \
                class Other<T> { static void main(String... args) throws Exception { } }";
    let c = "#include <stdio.h>\nint main(void) { puts(\"it plays\"); return 0; }\n";
    let cpp = "#include <cstdio>\nint main() { std::puts(\"it plays\"); }\n";
    let make = "player:\n\tprintf '#!/bin/sh\\necho it plays\\n' > player\n\tchmod +x player\n";
    for (recipe, needed, file, text, missing) in [
        (
            "java",
            "javac",
            "src/MinesweeperDriver.java",
            java,
            "there is no .java file",
        ),
        (
            "python",
            "python3",
            "main.py",
            "print('it plays')\n",
            "there is no main.py",
        ),
        ("c", "cc", "src/player.c", c, "there is no .c file"),
        ("cpp", "c++", "src/player.cc", cpp, "there is no C++ file"),
        ("make", "make", "Makefile", make, "no makefile"),
    ] {
        graded(recipe, needed, (file, text), missing);
    }
}

/// The class to be run is found whatever its name, and asked for where that is not clear.
#[test]
fn java_without_a_driver() {
    if is_put_off() {
        return;
    }
    if !exists("javac") {
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
        ("empty", String::new()),
    ] {
        let path = class.path("submissions").join(name);
        fs::create_dir_all(&path).expect("a folder");
        fs::write(path.join("Game.java"), text).expect("a file");
    }
    let text = prepared(&class, "java").text();
    for line in [
        "empty: could not be prepared: --prepare: it ended with the exit status 1: all .java files \
         are empty\n",
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
fn a_syntax_error_in_python_is_shown() {
    if !exists("python3") {
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
    let text = prepared(&class, "python").text();
    let refused = "adams: could not be prepared: --prepare: it ended with the exit status 1: ";
    assert!(text.contains(refused), "{text}");
    assert!(class.told("adams").contains("SyntaxError"), "{text}");
    assert!(text.contains("baker: 0 of 4 points"), "{text}");
}

#[test]
fn a_misspelt_recipe_is_reported() {
    all_refused(
        "grade cases --submissions all --output out --prepare jaav => no -- COMMAND that plays a \
         submission, and `jaav` is not a recipe of --prepare (java, python, c, cpp, rust, make)",
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
