//! The man pages and the completions.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::{PROGRAM, Test, refused, skipped};

const SUBCOMMANDS: [&str; 9] = [
    "play", "generate", "hint", "solve", "check", "grade", "record", "suite", "docs",
];

fn document(arguments: &[&str]) -> String {
    let found = Test::new().arg("docs").args(arguments).found();
    assert_eq!((found.err.as_slice(), found.status), (&b""[..], Some(0)));
    found.text()
}

#[test]
fn each_subcommand_has_a_page_with_what_it_needs() {
    let program = document(&["man"]).replace('\\', "");
    for subcommand in SUBCOMMANDS {
        assert!(program.contains(&format!("minesweeper-alpha-{subcommand}(1)")));
        let page = document(&["man", subcommand]).replace('\\', "");
        assert!(page.starts_with(&format!(".TH minesweeper-alpha-{subcommand} 1 ")));
        for section in [
            "SYNOPSIS",
            "OPTIONS",
            "EXAMPLES",
            "EXIT STATUS",
            "FILES",
            "SEE ALSO",
        ] {
            let heading = format!("\n.SH {section}\n");
            assert!(page.contains(&heading), "{subcommand}: {section}");
        }
    }
    let play = document(&["man", "play"]).replace('\\', "");
    assert!(play.contains("KEYS ON THE FULL SCREEN") && play.contains("Ctrl-Z"));
    let check = document(&["man", "check"]).replace('\\', "");
    assert!(check.contains("Time for which other processes may outlive the command"));
    // Editions that are refused are not listed.
    for (subcommand, refused) in [
        ("hint", "comp182, project1"),
        ("solve", "comp182, project1"),
        ("suite", "comp182"),
    ] {
        assert!(
            !document(&["man", subcommand]).contains(refused),
            "{subcommand}"
        );
    }
    refused(
        &["docs", "bash", "play"],
        "COMMAND and --install need the document man",
    );
}

#[test]
fn the_pages_are_rendered_without_a_warning() {
    let folder = tempfile::tempdir().expect("a folder");
    install(folder.path()).run();
    for (program, options) in [
        ("man", &["--warnings", "-l"][..]),
        ("mandoc", &["-W", "warning", "-T", "utf8"]),
    ] {
        if Command::new(program).arg("-h").output().is_err() {
            skipped(&format!("there is no {program}"));
            continue;
        }
        for page in names(folder.path()) {
            let found = Test::of(program)
                .args(options)
                .arg(folder.path().join(&page))
                .command(|command| {
                    command.env("MANWIDTH", "80").env("LC_ALL", "C.UTF-8");
                })
                .found();
            let told = String::from_utf8_lossy(&found.err);
            assert_eq!((&*told, found.status), ("", Some(0)), "{program} {page}");
        }
    }
}

/// `docs man --install`.
fn install(folder: &Path) -> Test {
    Test::new().args(["docs", "man", "--install"]).arg(folder)
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> = entries
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    names
}

#[test]
fn all_pages_are_installed() {
    let folder = tempfile::tempdir().expect("a folder");
    let man1 = folder.path().join("share/man1");
    install(&man1).run();
    let mut expected: Vec<String> = SUBCOMMANDS
        .map(|name| format!("minesweeper-alpha-{name}.1"))
        .to_vec();
    expected.push("minesweeper-alpha.1".to_owned());
    expected.sort();
    assert_eq!(names(&man1), expected);
    let play = fs::read_to_string(man1.join("minesweeper-alpha-play.1"));
    assert_eq!(play.expect("a page"), document(&["man", "play"]));
    // An existing page is replaced.
    fs::write(man1.join("minesweeper-alpha.1"), "old").expect("a file");
    install(&man1).run();
    let program = fs::read_to_string(man1.join("minesweeper-alpha.1"));
    assert_eq!(program.expect("a page"), document(&["man"]));
    // A folder has the name of the last page.
    let other = folder.path().join("other");
    let blocked = other.join("minesweeper-alpha.1");
    fs::create_dir_all(&blocked).expect("a folder");
    install(&other)
        .stderr(format!(
            "minesweeper-alpha: {}: Is a directory\n",
            blocked.display()
        ))
        .status(2)
        .run();
    assert_eq!(names(&other), ["minesweeper-alpha.1"]);
    let file = man1.join("minesweeper-alpha.1");
    install(&file)
        .stderr(format!(
            "minesweeper-alpha: {}: File exists\n",
            file.display()
        ))
        .status(2)
        .run();
}

/// The shells that have a script of completions.
const SHELLS: [&str; 5] = ["bash", "elvish", "fish", "powershell", "zsh"];

#[test]
fn completion_scripts_name_all_subcommands() {
    for shell in SHELLS {
        let script = document(&[shell]);
        for subcommand in SUBCOMMANDS {
            assert!(script.contains(subcommand), "{shell}: {subcommand}");
        }
    }
}

#[test]
fn bash_completes_subcommands_options_and_values() {
    let script = r#"
        source <(minesweeper-alpha docs bash)
        complete=($(complete -p minesweeper-alpha))
        for index in "${!complete[@]}"; do
            [ "${complete[index]}" = -F ] && function=${complete[index + 1]}
        done
        for line in "chec" "check --forma" "check --format js" "play --edition wi" "docs f"; do
            COMP_WORDS=(minesweeper-alpha $line)
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            COMPREPLY=()
            "$function" minesweeper-alpha "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            echo "${COMPREPLY[*]}"
        done"#;
    if Command::new("bash").arg("--version").output().is_err() {
        skipped("there is no bash");
        return;
    }
    let folder = Path::new(PROGRAM).parent().expect("a folder").display();
    let path = std::env::var("PATH").expect("a path");
    Test::of("bash")
        .args(["--norc", "-c", script])
        .command(|command| {
            command.env("PATH", format!("{folder}:{path}"));
        })
        .stdout("check\n--format\njson\nwise2021\nfish\n")
        .run();
}
