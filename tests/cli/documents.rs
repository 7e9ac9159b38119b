//! The man pages and the completions.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::{PROGRAM, Test, ended_while_hidden, refused, skipped};

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
    assert!(check.contains("How long other processes may outlive the command"));
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
        "only man has pages, and only man is installed",
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
fn all_pages_are_installed_or_none() {
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
    // What was there is replaced.
    fs::write(man1.join("minesweeper-alpha.1"), "old").expect("a file");
    install(&man1).run();
    let program = fs::read_to_string(man1.join("minesweeper-alpha.1"));
    assert_eq!(program.expect("a page"), document(&["man"]));
    // Something else than a page is in the way.
    let other = folder.path().join("other");
    let blocked = other.join("minesweeper-alpha-suite.1");
    fs::create_dir_all(&blocked).expect("a folder");
    install(&other)
        .stderr(format!(
            "minesweeper-alpha: {}: Is a directory\n",
            blocked.display()
        ))
        .status(2)
        .run();
    assert_eq!(names(&other), ["minesweeper-alpha-suite.1"]);
    let file = man1.join("minesweeper-alpha.1");
    install(&file)
        .stderr(format!(
            "minesweeper-alpha: {}: File exists\n",
            file.display()
        ))
        .status(2)
        .run();
}

#[test]
fn a_signal_leaves_all_pages_or_none() {
    for _ in 0..5 {
        let folder = tempfile::tempdir().expect("a folder");
        ended_while_hidden(install(folder.path()), folder.path());
        let count = names(folder.path()).len();
        assert!([0, SUBCOMMANDS.len() + 1].contains(&count), "{count}");
    }
}

/// What is typed, and what a shell makes of it when it can only go on in one way.
const TYPED: [(&str, &str); 11] = [
    ("chec", "check"),
    ("check --forma", "check --format"),
    ("check --format js", "check --format json"),
    ("docs f", "docs fish"),
    ("play --edition wi", "play --edition wise2021"),
    (
        "play --edition project1 --re",
        "play --edition project1 --result",
    ),
    ("play --random beg", "play --random beginner"),
    (
        "check --tolerate message,vers",
        "check --tolerate message,version",
    ),
    (
        "check --tolerate crlf,message,trailing-space,final-newline,",
        "check --tolerate crlf,message,trailing-space,final-newline,version",
    ),
    ("check cas", "check cases/"),
    ("see", "seed1.txt"),
];

/// A shell that runs a script in a folder with a seed and a folder of cases.
fn shell(name: &str, options: &[&str], script: &str) -> Option<Test> {
    if Command::new(name).arg("--version").output().is_err() {
        skipped(&format!("there is no {name}"));
        return None;
    }
    let test = Test::of(name)
        .write("seed1.txt", "")
        .write("script", script);
    fs::create_dir(test.path("cases")).expect("a folder");
    fs::write(test.path("cases/one.seed.txt"), "").expect("a file");
    fs::write(test.path("cases/one.in.txt"), "").expect("a file");
    let folder = Path::new(PROGRAM).parent().expect("a folder").display();
    let path = std::env::var("PATH").expect("a path");
    let test = test.args(options).arg("script").command(|command| {
        command.env("PATH", format!("{folder}:{path}"));
    });
    Some(test)
}

#[test]
fn bash_completes_what_is_typed() {
    let lines: Vec<String> = TYPED.iter().map(|(line, _)| format!("'{line}'")).collect();
    // Only readline may be told how to go on.
    let script = format!(
        "source <(minesweeper-alpha docs bash)\n\
         complete=($(complete -p minesweeper-alpha))\n\
         for index in \"${{!complete[@]}}\"; do\n\
             [ \"${{complete[index]}}\" = -F ] && function=${{complete[index + 1]}}\n\
         done\n\
         compopt() {{ :; }}\n\
         for line in {}; do\n\
             COMP_WORDS=(minesweeper-alpha $line)\n\
             COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))\n\
             \"$function\" minesweeper-alpha \"${{COMP_WORDS[COMP_CWORD]}}\" \"${{COMP_WORDS[COMP_CWORD - 1]}}\"\n\
             echo \"${{COMP_WORDS[*]:1:COMP_CWORD-1}}${{COMP_WORDS[2]:+ }}${{COMPREPLY[*]}}\"\n\
         done\n",
        lines.join(" ")
    );
    if let Some(test) = shell("bash", &["--norc"], &script) {
        test.stdout(completed()).run();
    }
}

#[test]
fn zsh_completes_what_is_typed() {
    let lines: Vec<String> = TYPED.iter().map(|(line, _)| format!("'{line}'")).collect();
    // Another shell, at a terminal, whose line is run as it was completed.
    let script = format!(
        "zmodload zsh/zpty\n\
         zpty shell zsh -f -i\n\
         zpty -w shell 'PS1=; unsetopt zle_bracketed_paste; autoload -Uz compinit; compinit -u -D'\n\
         zpty -w shell 'source <(minesweeper-alpha docs zsh)'\n\
         zpty -w shell 'minesweeper-alpha() {{ \
             if [[ $1 == -- ]]; then command minesweeper-alpha \"$@\"; else print -r -- \"r\"\"an: <$*>\"; fi }}'\n\
         for line in {}; do\n\
             zpty -w -n shell \"minesweeper-alpha $line\"$'\\t\\n'\n\
             zpty -r -m shell reply $'*ran: <*>*'\n\
             print -r -- \"${{${{reply##*ran: <}}%%>*}}\"\n\
         done\n\
         zpty -d shell\n",
        lines.join(" ")
    );
    if let Some(test) = shell("zsh", &["-f"], &script) {
        test.stdout(completed()).run();
    }
}

#[test]
fn fish_completes_what_is_typed() {
    // It says the last word, and behind a tab what that means.
    let lines: Vec<String> = TYPED.iter().map(|(line, _)| format!("'{line}'")).collect();
    let script = format!(
        "minesweeper-alpha docs fish | source\n\
         for line in {}\n\
             complete -C \"minesweeper-alpha $line\" | string split -f 1 \\t\n\
         end\n\
         true\n",
        lines.join(" ")
    );
    let words: Vec<&str> = TYPED
        .iter()
        .filter_map(|(_, completed)| completed.split(' ').next_back())
        .collect();
    if let Some(test) = shell("fish", &["--no-config"], &script) {
        test.stdout(words.join("\n") + "\n").run();
    }
}

/// All lines as they are completed.
fn completed() -> String {
    let lines = TYPED.map(|(_, line)| line);
    lines.join("\n") + "\n"
}

#[test]
fn completion_answers_only_a_shell_that_asks() {
    let asks = |shell: &str, arguments: &[&str]| {
        let shell = shell.to_owned();
        Test::new().args(arguments).command(move |command| {
            command
                .env("MINESWEEPER_ALPHA_COMPLETE", shell)
                .env("_CLAP_COMPLETE_INDEX", "1")
                .env("_CLAP_IFS", " ");
        })
    };
    let line = ["--", "minesweeper-alpha", "gr"];
    asks("bash", &line).stdout("grade").run();
    let usage = super::command_line::USAGE;
    asks("no-shell", &line).stderr(usage).status(1).run();
    asks("bash", &["minesweeper-alpha", "gr"])
        .stderr(usage)
        .status(1)
        .run();
    Test::new().args(line).stderr(usage).status(1).run();
    // The game with one argument is none of its business.
    asks("bash", &["--"])
        .stderr("\nSeed File Not Found Error: -- (No such file or directory)\n")
        .status(2)
        .run();
}
