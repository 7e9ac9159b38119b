//! The man page and the completions.

use std::process::Command;

use crate::support::{PROGRAM, Test, skipped};

fn document(name: &str) -> String {
    let found = Test::new().args(["docs", name]).found();
    assert_eq!((found.err.as_slice(), found.status), (&b""[..], Some(0)));
    found.text()
}

#[test]
fn every_document_knows_every_subcommand_and_their_options() {
    for name in ["man", "bash", "zsh", "fish"] {
        let text = document(name).replace('\\', "");
        for word in ["play", "generate", "check", "record", "suite", "docs"] {
            assert!(text.contains(word), "{name}: {word}");
        }
        for option in [
            "rng-seed",
            "tolerate",
            "sandbox",
            "max-memory",
            "update",
            "cascade",
            "write",
        ] {
            assert!(text.contains(option), "{name}: {option}");
        }
    }
}

#[test]
fn bash_completes_subcommands_options_and_values() {
    if Command::new("bash").arg("--version").output().is_err() {
        skipped("there is no bash");
        return;
    }
    let script = format!(
        r#"source <('{PROGRAM}' docs bash)
        complete=($(complete -p minesweeper-alpha))
        for index in "${{!complete[@]}}"; do
            [ "${{complete[index]}}" = -F ] && function=${{complete[index + 1]}}
        done
        # Only readline may be told how to go on.
        compopt() {{ :; }}
        touch seed1.txt
        for line in 'chec' 'check --forma' 'check --format j' 'docs f' 'play --edition wi' \
            'play --result see' 'play --random see' 'play see'; do
            COMP_WORDS=(minesweeper-alpha $line)
            COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
            COMPREPLY=()
            "$function" minesweeper-alpha "${{COMP_WORDS[COMP_CWORD]}}" "${{COMP_WORDS[COMP_CWORD - 1]}}"
            echo "${{COMPREPLY[*]}}"
        done"#
    );
    // Where the function has nothing, Bash itself completes files.
    Test::of("bash")
        .args(["--norc", "-c", &script])
        .stdout("check\n--format\njson junit\nfish\nwise2021\nseed1.txt\nsee\n\n")
        .run();
}
