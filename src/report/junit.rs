//! Renders `JUnit` XML.

use std::io;

use quick_xml::events::{BytesCData, BytesDecl, BytesText, Event};
use quick_xml::writer::{ElementWriter, Writer};

use super::results::{CaseResult, Results, Verdict};
use super::text;

const SUITE: &str = "minesweeper-alpha";

/// Renders the whole report: a suite with a test for each case.
pub(crate) fn report(results: &Results) -> String {
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    // Writing to a `Vec` always succeeds.
    let _ = write(&mut writer, results);
    String::from_utf8_lossy(&writer.into_inner()).into_owned() + "\n"
}

fn write(writer: &mut Writer<Vec<u8>>, results: &Results) -> io::Result<()> {
    let errors = usize::from(results.error.is_some());
    let tests = (results.cases.len() + errors).to_string();
    let errors = (errors + results.not_graded).to_string();
    let failures = results.failed.to_string();
    let skipped = results.not_run.to_string();
    let time = results
        .cases
        .iter()
        .fold(0.0, |sum, result| sum + result.seconds);
    let time = seconds(time);
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
        let suite = writer.create_element("testsuite").with_attributes(counts);
        let suite = suite.with_attribute(("skipped", skipped.as_str()));
        suite.write_inner_content(|writer| {
            for (number, result) in results.cases.iter().enumerate() {
                test(writer, number, result, results)?;
            }
            if let Some(reason) = &results.error {
                testcase(writer, "check", 0.0).write_inner_content(|writer| {
                    problem(writer, "error", ["error", reason], "")
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
    duration: f64,
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
    results: &Results,
) -> io::Result<()> {
    let test = testcase(writer, &text::titled(&result.case), result.seconds);
    let (verdict, repeats) = (result.verdict.name(), text::repeats(result.repeats));
    if result.passed() && repeats.is_none() {
        return test.write_empty().map(drop);
    }
    test.write_inner_content(|writer| match result.verdict {
        Verdict::Passed => {
            let out = writer.create_element("system-out");
            let repeats = repeats.unwrap_or_default();
            out.write_text_content(BytesText::new(&repeats)).map(drop)
        }
        Verdict::NotRun => writer.create_element("skipped").write_empty().map(drop),
        _ => {
            let element = if result.failed() { "failure" } else { "error" };
            problem(
                writer,
                element,
                [verdict; 2],
                &text::whole_case(number, results).concat(),
            )
        }
    })?;
    Ok(())
}

/// Writes a failure or an error.
fn problem(
    writer: &mut Writer<Vec<u8>>,
    element: &str,
    [kind, message]: [&str; 2],
    details: &str,
) -> io::Result<()> {
    let (message, details) = (legal(message), legal(details));
    let attributes = [("type", kind), ("message", message.as_str())];
    let element = writer.create_element(element).with_attributes(attributes);
    element.write_inner_content(|writer| {
        BytesCData::escaped(&details).try_for_each(|part| writer.write_event(Event::CData(part)))
    })?;
    Ok(())
}

fn seconds(seconds: f64) -> String {
    format!("{seconds:.3}")
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
