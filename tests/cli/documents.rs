//! Man pages and completions.

use std::{fs, path::Path, process::Command};

use super::help::SUBCOMMANDS;
use crate::{
    grade::attack_setup::names,
    support::{PROGRAM, Test, assert_contains, assert_lacks, has_program, skipped},
};

/// Returns what `docs` prints with these arguments.
fn document(arguments: &[&str]) -> String {
    let docs = Test::new().arg("docs").args(arguments);
    docs.any_stdout().run().text()
}

#[test]
fn each_subcommand_has_a_complete_page() {
    let program = document(&["man"]).replace('\\', "");
    for subcommand in SUBCOMMANDS {
        assert!(program.contains(&format!("minesweeper-alpha-{subcommand}(1)")));
        let page = document(&["man", subcommand]).replace('\\', "");
        assert!(page.starts_with(&format!(".TH minesweeper-alpha-{subcommand} 1 ")));
        let sections = "SYNOPSIS,OPTIONS,EXAMPLES,EXIT STATUS,FILES,SEE ALSO".split(',');
        assert_contains(&page, sections.map(|section| format!("\n.SH {section}\n")));
    }
    let page = |name: &str| document(&["man", name]).replace('\\', "");
    assert_contains(&page("play"), ["KEYS ON THE FULL SCREEN", "Ctrl-Z"]);
    let leak = "Time that other processes may run after the command has ended";
    assert_contains(&page("check"), [leak]);
    // Editions that are refused are not listed.
    for (subcommand, refused) in [
        ("hint", "comp182, project1"),
        ("solve", "comp182, project1"),
        ("suite", "comp182"),
    ] {
        assert_lacks(&document(&["man", subcommand]), [refused]);
    }
}

#[test]
fn pages_are_rendered_without_warnings() {
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
            let run = Test::of(program)
                .args(options)
                .arg(folder.path().join(&page))
                .env("MANWIDTH", "80")
                .env("LC_ALL", "C.UTF-8")
                .found();
            let warnings = String::from_utf8_lossy(&run.err);
            assert_eq!((&*warnings, run.status), ("", Some(0)), "{program} {page}");
        }
    }
}

fn install(folder: &Path) -> Test {
    Test::new().args(["docs", "man", "--install"]).arg(folder)
}

#[test]
fn all_pages_are_installed() {
    let folder = tempfile::tempdir().expect("a folder");
    let man1 = folder.path().join("share/man1");
    install(&man1).run();
    let mut expected = SUBCOMMANDS
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
    // A folder with the name of a page is an error, before any page is written.
    let other = folder.path().join("other");
    let blocked = other.join("minesweeper-alpha.1");
    fs::create_dir_all(&blocked).expect("a folder");
    install(&other).refused(format!("{}: Is a directory", blocked.display()));
    assert_eq!(names(&other), ["minesweeper-alpha.1"]);
    let file = man1.join("minesweeper-alpha.1");
    install(&file).refused(format!("{}: File exists", file.display()));
}

const SHELLS: [&str; 5] = ["bash", "elvish", "fish", "powershell", "zsh"];

#[test]
fn completion_scripts_name_all_subcommands() {
    for shell in SHELLS {
        let script = document(&[shell]);
        assert_contains(&script, SUBCOMMANDS);
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
    if !has_program("bash") {
        return;
    }
    let folder = Path::new(PROGRAM).parent().expect("a folder").display();
    let path = std::env::var("PATH").expect("a path");
    Test::of("bash")
        .args(["--norc", "-c", script])
        .env("PATH", format!("{folder}:{path}"))
        .stdout("check\n--format\njson\nwise2021\nfish\n")
        .run();
}
