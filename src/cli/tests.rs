//! What is made from the definition of the command line: the line that runs one case
//! again, and the files of the man pages. To make these anew:
//!
//!     DOCS=write cargo test --lib cli::tests

use std::ffi::OsString;
use std::io;
use std::path::Path;

use clap::builder::PossibleValue;
use clap::{Command, CommandFactory};
use clap_mangen::Man;

use super::arguments::{self, Arguments};
use super::request::Request;
use crate::manual::{PAGES, file_name};

#[test]
fn a_case_is_run_again_with_what_is_not_about_all_cases() {
    let again = |arguments: &str| {
        let words = arguments.split(' ').map(OsString::from).collect();
        let Ok(Request::Check(check)) = arguments::parse(words) else {
            panic!("no check: {arguments}");
        };
        check
            .report
            .command_line
            .unwrap_or_default()
            .with(Path::new("a.seed.txt"))
    };
    assert_eq!(
        again("check . --filter a --jobs=2 --fail-fast --points 3 --format json --output b"),
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
fn the_pages_are_what_the_definition_of_the_command_line_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("resources/docs");
    let mut command = Arguments::command();
    command.build();
    let names = command.get_subcommands().map(Command::get_name);
    let names: Vec<&str> = [""].into_iter().chain(names).collect();
    let pages: Vec<&str> = PAGES.iter().map(|(name, _)| *name).collect();
    assert_eq!(pages, names);
    for &(name, page) in PAGES {
        let file = file_name(name);
        let made = man_page(&command, name).expect("a page");
        if std::env::var_os("DOCS").is_some_and(|wanted| wanted == "write") {
            std::fs::write(folder.join(file), made).expect("a page");
        } else {
            assert!(page.as_bytes() == made, "{file} has to be made anew");
        }
    }
}

/// The day on which the pages last changed.
const DATE: &str = "2026-11-22";

/// What the pages are about.
const PROGRAM: &str = concat!("minesweeper-alpha ", env!("CARGO_PKG_VERSION"));

/// What the pages are part of.
const MANUAL: &str = "User Commands";

/// The page of a subcommand, or with an empty name of the program: what the definition
/// tells, and a section for each part of the text that follows the options in its help.
fn man_page(program: &Command, name: &str) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    let command = match program.find_subcommand(name) {
        Some(subcommand) => subcommand.clone().version(env!("CARGO_PKG_VERSION")),
        None => program.clone(),
    };
    let command = command.mut_args(|argument| {
        let values = argument.get_possible_values();
        let listed = values.iter().filter(|value| !value.is_hide_set());
        let names: Vec<&str> = listed.map(PossibleValue::get_name).collect();
        let takes_values = argument.get_action().takes_values();
        let help = argument.get_long_help().or(argument.get_help());
        let mut help = help.map(ToString::to_string).unwrap_or_default();
        if takes_values && !names.is_empty() {
            help = format!("{help} [{}]", names.join(", "));
        }
        // The options of experts belong here.
        argument
            .hide_short_help(false)
            .hide_possible_values(true)
            .help(help)
            .long_help(None)
    });
    let usage = command.clone().render_usage().to_string();
    let man = Man::new(command.clone());
    let title = [
        &file_name(name)[..file_name(name).len() - 2],
        DATE,
        PROGRAM,
        MANUAL,
    ];
    let [file, rest @ ..] = title;
    page.extend_from_slice(format!(".TH {file} 1 \"{}\"\n", rest.join("\" \"")).as_bytes());
    man.render_name_section(&mut page)?;
    page.extend_from_slice(b".SH SYNOPSIS\n");
    let usage = usage.strip_prefix("Usage: ").unwrap_or(&usage);
    let lines: Vec<&str> = usage.lines().map(str::trim).collect();
    write_as_it_is(&lines.join("\n"), &mut page);
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if name.is_empty() {
        man.render_subcommands_section(&mut page)?;
    }
    let after = command.get_after_long_help().map(ToString::to_string);
    for (title, text) in sections(&after.unwrap_or_default()) {
        page.extend_from_slice(format!(".SH {}\n", title.to_uppercase()).as_bytes());
        if title == NOTES {
            write_lines(&text, &mut page);
        } else {
            write_as_it_is(&text, &mut page);
        }
    }
    page.extend_from_slice(b".SH SEE ALSO\n");
    let others = PAGES
        .iter()
        .map(|(other, _)| other)
        .filter(|other| **other != name);
    let others: Vec<String> = others
        .map(|other| file_name(other).replace(".1", "(1)").replace('-', "\\-"))
        .collect();
    page.extend_from_slice(format!("{}\n", others.join(",\n")).as_bytes());
    Ok(without_breaks(&page))
}

/// A page without the line breaks that stand beside a blank line, which break it too.
fn without_breaks(page: &[u8]) -> Vec<u8> {
    let lines: Vec<&[u8]> = page.split_inclusive(|&byte| byte == b'\n').collect();
    let is = |number: Option<usize>, request: &[u8]| {
        number.and_then(|number| lines.get(number)) == Some(&request)
    };
    let is_needless = |number: usize| {
        is(Some(number), b".br\n")
            && [number.checked_sub(1), Some(number + 1)]
                .iter()
                .any(|beside| is(*beside, b".sp\n"))
    };
    let kept = (0..lines.len()).filter(|&number| !is_needless(number));
    kept.flat_map(|number| lines[number]).copied().collect()
}

/// The part of a text that has no title of its own.
const NOTES: &str = "Notes";

/// The parts of a text: each begins with a line that ends with a colon and is not
/// indented. What stands before the first are notes.
fn sections(text: &str) -> Vec<(String, String)> {
    let mut sections: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        let title = line.strip_suffix(':').filter(|line| !line.starts_with(' '));
        match (title, sections.last_mut()) {
            (Some(title), _) => sections.push((title.to_owned(), String::new())),
            (None, Some((_, text))) if line.is_empty() || line.starts_with(' ') => {
                text.push_str(line);
                text.push('\n');
            }
            (None, Some((title, text))) if title == NOTES => {
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

/// Writes a text whose lines stay as they are.
fn write_as_it_is(text: &str, page: &mut Vec<u8>) {
    page.extend_from_slice(b".nf\n.in 3n\n");
    write_lines(text, page);
    page.extend_from_slice(b".in\n.fi\n");
}

/// Writes the lines of a text.
fn write_lines(text: &str, page: &mut Vec<u8>) {
    for line in text.lines() {
        // What begins with a dot or an apostrophe would be a request.
        let line = line.replace('\\', "\\e").replace('-', "\\-");
        let line = line.strip_prefix("  ").unwrap_or(&line);
        page.extend_from_slice(format!("\\&{line}\n").as_bytes());
    }
}
