//! The recipes of `--prepare`.

use crate::{
    grade::classroom::Classroom,
    support::{Run, Test, assert_contains, has_program, is_put_off, package_file, words},
};

/// Grades a class with a recipe and without a command.
fn prepared(class: &Classroom, recipe: &str) -> Run {
    Test::new()
        .args(["grade", "cases", "--submissions", "submissions"])
        .args(["--output", "out", "--prepare", recipe])
        .current_dir(class.path(""))
        .found()
}

/// Asserts that a recipe prepares a program of one file, and that preparation fails with an error
/// if the file is missing.
#[track_caller]
fn assert_prepares(recipe: &str, needed: &str, file: &str, text: &str, error: &str) {
    if !has_program(needed) {
        return;
    }
    let class = Classroom::new();
    class.write(&format!("submissions/adams/{file}"), text);
    class.write("submissions/broken/notes", text);
    let run = prepared(&class, recipe);
    // The exit status is 1, since no submission plays a game.
    assert_eq!(run.status, Some(1), "{run:?}");
    let results = class.results("out");
    let [adams, broken] = [0, 1].map(|number| &results["submissions"][number]);
    assert_eq!(adams["verdict"], "graded", "{adams}");
    assert!(adams.to_string().contains("it plays"), "{adams}");
    assert_eq!(broken["verdict"], "could_not_be_prepared", "{broken}");
    assert_contains(broken["error"].as_str().expect("text"), [error]);
}

#[test]
fn recipes_prepare_programs_and_report_missing_files() {
    let java = "package cs1302.game; public class MinesweeperDriver { \
                public static void main(String[] args) { System.out.println(\"it plays\"); } } \
                class Other<T> { static void main(String... args) throws Exception { } }";
    let c = "#include <stdio.h>\nint main(void) { puts(\"it plays\"); return 0; }\n";
    let cpp = "#include <cstdio>\nint main() { std::puts(\"it plays\"); }\n";
    let make = "player:\n\tprintf '#!/bin/sh\\necho it plays\\n' > player\n\tchmod +x player\n";
    let (driver, main) = ("src/MinesweeperDriver.java", "main.py");
    let python = "print('it plays')\n";
    for (recipe, needed, file, text, missing) in [
        ("java", "javac", driver, java, "there is no .java file"),
        ("python", "python3", main, python, "there is no main.py"),
        ("c", "cc", "src/player.c", c, "there is no .c file"),
        ("cpp", "c++", "src/player.cc", cpp, "there is no C++ file"),
        ("make", "make", "Makefile", make, "no makefile"),
    ] {
        assert_prepares(recipe, needed, file, text, missing);
    }
}

#[test]
fn missing_compiler_of_a_recipe_is_an_error() {
    let grade = || Test::new().args(words("grade . --submissions . --output out --prepare java"));
    let message = "--prepare java needs javac, which is not in PATH";
    grade().env("PATH", "/nowhere").refused(message);
    grade().args(["--env", "PATH=/nowhere"]).refused(message);
}

#[test]
fn the_java_recipe_finds_the_class_with_a_main_method() {
    if is_put_off() || !has_program("javac") {
        return;
    }
    let class = Classroom::new();
    let main = "public static void main(String[] a) { System.out.println(\"it plays\"); }";
    for (name, text) in [
        ("one", "class Game<T> { MAIN } class Square { }"),
        ("two", "class Game { MAIN } class Other { MAIN }"),
        ("nested", "class Game { static class Run { MAIN } }"),
        ("none", "class Game { }"),
        ("empty", ""),
    ] {
        let text = text.replace("MAIN", main);
        class.write(&format!("submissions/{name}/Game.java"), text);
    }
    let text = prepared(&class, "java").text();
    let failed = "could not be prepared: --prepare ended with exit status 1";
    let several = "several classes have a main method, and not exactly one of them ends in Driver: \
                   keep one, or grade with -- java -cp bin CLASS: Game Other";
    let lines = [
        format!("empty: {failed}: all .java files are empty\n"),
        format!("none: {failed}: no class has a main method\n"),
        format!("two: {failed}: {several}\n"),
    ];
    assert_contains(&text, lines);
    for name in ["one", "nested"] {
        assert_contains(&class.submission_page(name), ["it plays"]);
    }
}

#[test]
fn a_syntax_error_in_python_is_shown() {
    if !has_program("python3") {
        return;
    }
    let class = Classroom::new();
    for (name, file, text) in [
        ("adams", "main.py", "import game\n"),
        ("adams", "game.py", "def play(:\n"),
        ("baker", "main.py", "print('it plays')\n"),
        // macOS adds such files to archives.
        ("baker", "._main.py", "\0\u{5}"),
    ] {
        class.write(&format!("submissions/{name}/{file}"), text);
    }
    let text = prepared(&class, "python").text();
    let refused = "adams: could not be prepared: --prepare ended with exit status 1: ";
    assert_contains(&text, [refused, "baker: 0 of 4 points"]);
    assert_contains(&class.submission_page("adams"), ["SyntaxError"]);
}

#[test]
fn the_help_and_the_manual_list_all_recipes() {
    let help = Test::new().args(["grade", "--help"]).found().text();
    let page = std::fs::read_to_string(package_file("docs/grading.md")).expect("a page");
    let names = ["java", "python", "c", "cpp", "rust", "make"];
    assert_contains(&help, names.map(|name| format!("\n  {name}: -- ")));
    assert_contains(&page, names.map(|name| format!("\n| `{name}` | ")));
}
