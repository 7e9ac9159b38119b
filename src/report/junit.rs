//! Renders `JUnit` XML.

use std::io;
use std::time::Duration;

use quick_xml::events::{BytesCData, BytesDecl, BytesText, Event};
use quick_xml::writer::{ElementWriter, Writer};

use super::causes;
use super::check_result::Checked;
use super::options::Audience;
use super::result::CaseResult;
use super::text::{self, titled};

const SUITE: &str = "minesweeper-alpha";

/// Renders the whole report: a suite with a test for each case.
pub(crate) fn report(checked: Checked<'_>) -> String {
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    // Writing to a `Vec` always succeeds.
    let _ = write(&mut writer, checked);
    String::from_utf8_lossy(&writer.into_inner()).into_owned() + "\n"
}

fn write(writer: &mut Writer<Vec<u8>>, checked: Checked<'_>) -> io::Result<()> {
    let ending = checked.ending;
    let is_shown = |result: &CaseResult| match checked.options.audience {
        Audience::Instructor => true,
        Audience::Student => result.case.about.is_visible(),
    };
    let shown: Vec<_> = checked
        .results
        .iter()
        .enumerate()
        .filter(|(_, result)| is_shown(result))
        .collect();
    let count = |of: fn(&CaseResult) -> bool| shown.iter().filter(|(_, one)| of(one)).count();
    let failed = count(CaseResult::failed);
    let not_graded = shown.len() - failed - count(CaseResult::passed);
    let error_count = usize::from(ending.reason().is_some());
    let tests = (shown.len() + ending.not_run().len() + error_count).to_string();
    let errors = (error_count + not_graded).to_string();
    let failures = failed.to_string();
    let skipped = ending.not_run().len().to_string();
    let duration: Duration = shown.iter().map(|(_, result)| result.duration).sum();
    let time = seconds(duration);
    let counts = [
        ("name", SUITE),
        ("tests", &tests),
        ("failures", &failures),
        ("errors", &errors),
        ("time", &time),
    ];
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let suites = writer.create_element("testsuites").with_attributes(counts);
    suites.write_inner_content(|writer| {
        let suite = writer
            .create_element("testsuite")
            .with_attributes(counts)
            .with_attribute(("skipped", skipped.as_str()));
        suite.write_inner_content(|writer| {
            for (number, result) in &shown {
                test(writer, *number, result, checked)?;
            }
            for case in ending.not_run() {
                testcase(writer, &titled(case), Duration::ZERO).write_inner_content(|writer| {
                    writer.create_element("skipped").write_empty().map(drop)
                })?;
            }
            if let Some(reason) = ending.reason() {
                testcase(writer, "check", Duration::ZERO).write_inner_content(|writer| {
                    let error = writer.create_element("error");
                    let reason = legal(reason);
                    let attributes = [("type", "error"), ("message", reason.as_str())];
                    error.with_attributes(attributes).write_empty().map(drop)
                })?;
            }
            Ok(())
        })?;
        Ok(())
    })?;
    Ok(())
}

/// Starts the element of a test.
fn testcase<'w>(
    writer: &'w mut Writer<Vec<u8>>,
    name: &str,
    duration: Duration,
) -> ElementWriter<'w, Vec<u8>> {
    writer.create_element("testcase").with_attributes([
        ("name", legal(name).as_str()),
        ("classname", SUITE),
        ("time", &seconds(duration)),
    ])
}

fn test(
    writer: &mut Writer<Vec<u8>>,
    number: usize,
    result: &CaseResult,
    checked: Checked<'_>,
) -> io::Result<()> {
    let test = testcase(writer, &titled(&result.case), result.duration);
    if result.passed() {
        match text::repeats(result.repeats) {
            None => test.write_empty()?,
            Some(repeats) => test.write_inner_content(|writer| {
                let out = writer.create_element("system-out");
                out.write_text_content(BytesText::new(&repeats)).map(drop)
            })?,
        };
        return Ok(());
    }
    test.write_inner_content(|writer| {
        let verdict = result.verdict.name();
        let failure = writer
            .create_element(if result.failed() { "failure" } else { "error" })
            .with_attributes([("type", verdict), ("message", verdict)]);
        let details = legal(&causes::texts(number, checked).concat());
        failure.write_inner_content(|writer| {
            BytesCData::escaped(&details)
                .try_for_each(|part| writer.write_event(Event::CData(part)))
        })?;
        Ok(())
    })?;
    Ok(())
}

fn seconds(duration: Duration) -> String {
    format!("{:.3}", duration.as_secs_f64())
}

/// Replaces the characters that XML cannot contain, not even as references, by visible escapes.
fn legal(text: &str) -> String {
    let mut legal = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'.. => {
                legal.push(character);
            }
            _ => legal.extend(character.escape_unicode()),
        }
    }
    legal
}
