//! Checks that the man pages and completion scripts match the definition of the command line. To
//! generate them:
//!
//!     DOCS=write cargo test --lib cli::tests

use std::{io, path::Path};

use clap::{Command, CommandFactory, ValueEnum, builder::PossibleValue};
use clap_complete::Shell;
use clap_mangen::Man;

use super::{
    Arguments,
    docs::{PAGES, SCRIPTS, subcommand},
};

/// Compares a file of `resources/docs` with its generated content, or writes the file.
#[track_caller]
fn compare_or_write(name: &str, text: &str, generated: &[u8]) {
    if std::env::var_os("DOCS").is_some_and(|value| value == "write") {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("resources/docs");
        std::fs::write(folder.join(name), generated).expect("a file");
    } else {
        assert!(text.as_bytes() == generated, "{name} is out of date");
    }
}

#[test]
fn completions_match_the_command_line() {
    for (name, text) in SCRIPTS {
        let shell = Shell::from_str(name, false).expect("a shell");
        let mut script = Vec::new();
        let mut command = Arguments::command();
        clap_complete::generate(shell, &mut command, "minesweeper-alpha", &mut script);
        let script = String::from_utf8(script).expect("UTF-8");
        // In some places, the generator mistakes the hyphen in the program's name for a separator.
        let script = script.replace("minesweeper__subcmd__alpha", "minesweeper__alpha");
        compare_or_write(&format!("complete.{name}"), text, script.as_bytes());
    }
}

#[test]
fn pages_match_the_command_line() {
    let mut command = Arguments::command();
    command.build();
    let pages = PAGES.iter().filter_map(|(name, _)| subcommand(name));
    assert!(pages.eq(command.get_subcommands().map(Command::get_name)));
    for (name, text) in PAGES {
        let generated = man_page(&command, name).expect("a page");
        compare_or_write(&format!("{name}.1"), text, &generated);
    }
}

/// The day on which the pages last changed.
const DATE: &str = "2026-11-26";

const PROGRAM: &str = concat!("minesweeper-alpha ", env!("CARGO_PKG_VERSION"));

const MANUAL: &str = "User Commands";

/// Generates a page from the definition of a command. Each part of the text that follows the
/// options in the help becomes a section.
fn man_page(program: &Command, name: &str) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    let command = subcommand(name)
        .and_then(|name| program.find_subcommand(name))
        .unwrap_or(program)
        .clone()
        .version(env!("CARGO_PKG_VERSION"))
        .mut_args(|argument| {
            let values = argument.get_possible_values();
            let names: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
            let takes_values = argument.get_action().takes_values();
            let help = argument.get_long_help().or(argument.get_help());
            let mut help = help.map(ToString::to_string).unwrap_or_default();
            if takes_values && !names.is_empty() {
                help = format!("{help} [{}]", names.join(", "));
            }
            // A page also describes the options that the short help omits.
            argument
                .hide_short_help(false)
                .hide_possible_values(true)
                .help(help)
                .long_help(None)
        });
    let usage = command.clone().render_usage().to_string();
    let man = Man::new(command.clone());
    page.extend_from_slice(
        format!(".TH {name} 1 \"{DATE}\" \"{PROGRAM}\" \"{MANUAL}\"\n").as_bytes(),
    );
    man.render_name_section(&mut page)?;
    page.extend_from_slice(b".SH SYNOPSIS\n");
    let usage = usage.strip_prefix("Usage: ").unwrap_or(&usage);
    let lines: Vec<&str> = usage.lines().map(str::trim).collect();
    write_unfilled(&lines.join("\n"), &mut page);
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if subcommand(name).is_none() {
        man.render_subcommands_section(&mut page)?;
    }
    let help = command.get_after_long_help().map(ToString::to_string);
    for (title, text) in sections(&help.unwrap_or_default()) {
        page.extend_from_slice(format!(".SH {}\n", title.to_uppercase()).as_bytes());
        if title == NOTES {
            write_lines(&text, &mut page);
        } else {
            write_unfilled(&text, &mut page);
        }
    }
    page.extend_from_slice(b".SH SEE ALSO\n");
    let others: Vec<String> = PAGES
        .iter()
        .filter(|(other, _)| *other != name)
        .map(|(other, _)| format!("{other}(1)").replace('-', "\\-"))
        .collect();
    page.extend_from_slice(format!("{}\n", others.join(",\n")).as_bytes());
    Ok(without_breaks(&page))
}

/// Removes line breaks (`.br`) next to a blank line (`.sp`), which breaks the line itself.
fn without_breaks(page: &[u8]) -> Vec<u8> {
    String::from_utf8_lossy(page)
        .replace("\n.br\n.sp\n", "\n.sp\n")
        .replace("\n.sp\n.br\n", "\n.sp\n")
        .into_bytes()
}

/// Title of the text that has no title.
const NOTES: &str = "Notes";

/// Splits a text at its titles: lines that end in a colon and are not indented.
fn sections(text: &str) -> Vec<(String, String)> {
    let mut sections: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        let title = line.strip_suffix(':').filter(|line| !line.starts_with(' '));
        match (title, sections.last_mut()) {
            (Some(title), _) => sections.push((title.to_owned(), String::new())),
            (None, Some((title, text)))
                if line.is_empty() || line.starts_with(' ') || title == NOTES =>
            {
                text.push_str(line);
                text.push('\n');
            }
            (None, _) => sections.push((NOTES.to_owned(), format!("{line}\n"))),
        }
    }
    for (_, text) in &mut sections {
        text.truncate(text.trim_end().len());
    }
    sections
}

/// Writes a text without filling its lines.
fn write_unfilled(text: &str, page: &mut Vec<u8>) {
    page.extend_from_slice(b".nf\n.in 3n\n");
    write_lines(text, page);
    page.extend_from_slice(b".in\n.fi\n");
}

fn write_lines(text: &str, page: &mut Vec<u8>) {
    for line in text.lines() {
        // Without `\&`, a dot or an apostrophe at the beginning would start a request.
        let line = line.replace('\\', "\\e").replace('-', "\\-");
        let line = line.strip_prefix("  ").unwrap_or(&line);
        page.extend_from_slice(format!("\\&{line}\n").as_bytes());
    }
}
