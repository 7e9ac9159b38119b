//! What is made from the definition of the command line: the line that runs one case
//! again, and the files of the man page and the completions. To make these anew:
//!
//!     DOCS=write cargo test --lib cli::tests

use std::any::TypeId;
use std::ffi::OsString;
use std::io;
use std::path::Path;

use clap::{Arg, Command, CommandFactory, ValueHint};
use clap_complete::Shell;
use clap_mangen::Man;

use super::arguments::{self, Arguments};
use super::docs::Document;
use super::request::Request;

#[test]
fn a_case_is_run_again_with_what_is_not_about_all_cases() {
    let again = |arguments: &str| {
        let words = arguments.split(' ').map(OsString::from).collect();
        let Ok(Request::Check(check)) = arguments::parse(words) else {
            panic!("no check: {arguments}");
        };
        check.report.command_line.with(Path::new("a.seed.txt"))
    };
    assert_eq!(
        again("check . --filter a --jobs=2 --fail-fast --points 3 --format tap --output b"),
        "minesweeper-alpha check a.seed.txt"
    );
    assert_eq!(
        again(
            "check --verbose --reveal none --env A=b a --dir=-c --lenient crlf,message b \
             --reveal=full --timeout=2s --tolerate version -- d --jobs 2"
        ),
        "minesweeper-alpha check --verbose --env=A=b a.seed.txt --dir=-c \
         --tolerate crlf,message --reveal full --timeout 2s --tolerate version -- d --jobs 2"
    );
}

#[test]
fn the_files_are_what_the_definition_of_the_command_line_says() {
    let documents = [
        (Document::Man, "1", man_page().expect("a page")),
        (Document::Bash, "bash", completions(Shell::Bash)),
        (Document::Zsh, "zsh", completions(Shell::Zsh)),
        (Document::Fish, "fish", completions(Shell::Fish)),
    ];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("resources/docs");
    for (document, ending, made) in documents {
        let file = format!("minesweeper-alpha.{ending}");
        if std::env::var_os("DOCS").is_some_and(|wanted| wanted == "write") {
            std::fs::write(folder.join(file), made).expect("a document");
        } else {
            assert!(
                document.text().as_bytes() == made,
                "{file} has to be made anew"
            );
        }
    }
}

/// The completions for a shell.
fn completions(shell: Shell) -> Vec<u8> {
    let mut command = with_hints(Arguments::command());
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "minesweeper-alpha", &mut script);
    let script = String::from_utf8_lossy(&script);
    match shell {
        // A hyphen in the program's name gets two spellings, one where it is set and
        // one where it is looked for.
        Shell::Bash => script.replace("minesweeper__subcmd__alpha", "minesweeper__alpha"),
        // A seed may stand in the place of a subcommand.
        Shell::Zsh => {
            let commands = "_describe -t commands 'minesweeper-alpha commands' commands \"$@\"";
            script.replace(commands, &format!("{commands}\n    _files"))
        }
        _ => script.into_owned(),
    }
    .into_bytes()
}

/// Tells shells what values are: files, or nothing that can be completed, such as
/// numbers.
fn with_hints(command: Command) -> Command {
    command.mut_args(with_hint).mut_subcommands(with_hints)
}

fn with_hint(argument: Arg) -> Arg {
    if argument.get_value_hint() != ValueHint::Unknown || !argument.get_action().takes_values() {
        return argument;
    }
    let is_word = argument.get_value_parser().type_id() == TypeId::of::<OsString>();
    let hint = match argument.get_id().as_str() {
        "command" | "prepare" => return argument,
        _ if is_word => ValueHint::FilePath,
        _ => ValueHint::Other,
    };
    argument.value_hint(hint)
}

/// One page for the program and all its subcommands, each in a section of its
/// own.
fn man_page() -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    let mut command = Arguments::command();
    command.build();
    let man = Man::new(command.clone());
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    for subcommand in command.get_subcommands().filter(|one| !one.is_hide_set()) {
        write_subcommand(subcommand, &mut page)?;
    }
    page.extend_from_slice(b".SH THE GAME\n");
    write_as_it_is(include_str!("../../resources/help/game.txt"), &mut page);
    man.render_version_section(&mut page)?;
    Ok(page)
}

/// The section of a subcommand: what is a section in a page of its own is a
/// subsection here.
fn write_subcommand(subcommand: &Command, page: &mut Vec<u8>) -> io::Result<()> {
    let man = Man::new(subcommand.clone());
    let mut sections = Vec::new();
    man.render_description_section(&mut sections)?;
    man.render_options_section(&mut sections)?;
    let name = subcommand.get_name().to_uppercase();
    page.extend_from_slice(format!(".SH {name}\n.SS SYNOPSIS\n").as_bytes());
    let usage = subcommand.clone().render_usage().to_string();
    let usage = usage.strip_prefix("Usage: ").unwrap_or(&usage);
    let lines: Vec<&str> = usage.lines().map(str::trim).collect();
    write_as_it_is(&lines.join("\n"), page);
    for line in sections.split_inclusive(|&byte| byte == b'\n') {
        match line.strip_prefix(b".SH ") {
            Some(title) => page.extend_from_slice(&[b".SS ", title].concat()),
            None => page.extend_from_slice(line),
        }
    }
    if let Some(help) = subcommand.get_after_help() {
        page.extend_from_slice(b".SS NOTES\n");
        write_as_it_is(&help.to_string(), page);
    }
    Ok(())
}

/// Writes a text whose lines stay as they are.
fn write_as_it_is(text: &str, page: &mut Vec<u8>) {
    page.extend_from_slice(b".nf\n");
    for line in text.lines() {
        // What begins with a dot or an apostrophe would be a request.
        let line = line.replace('\\', "\\e").replace('-', "\\-");
        page.extend_from_slice(format!("\\&{line}\n").as_bytes());
    }
    page.extend_from_slice(b".fi\n");
}
