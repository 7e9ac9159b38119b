//! Finds failures: exceptions, signals, exceeded limits, early ends and wrong exit statuses.

use std::path::Path;

use super::{
    aligned::Aligned,
    output::OutputLines,
    subject::CaseRuns,
    survey::{
        Difference, ENDLESS, ENDS_EARLY, EXCEPTION, GOES_ON, Key, LIMIT, MISSING_FILE, NO_GAME,
        Part, SIGNAL, STATUS, Site, Situation, Slot, Survey, TOO_MUCH_OUTPUT,
    },
};
use crate::{field::lines, game::Stream, run::End};

const END: Key = Key {
    slot: Slot::End,
    part: Part::Presence,
};

/// Adds the failures of a program in a case to a survey. The answers up to the last one are places
/// where the end is right, apart from the answer with the last failure.
pub(super) fn add_case(
    survey: &mut Survey,
    case: usize,
    aligned: &Aligned,
    situations: &[Vec<Situation>],
) {
    let mut failed = None;
    for failure in failures(aligned, survey.never_starts) {
        let ProgramFailure { name, answer, .. } = failure;
        failed = Some(answer);
        let mut scope = if failure.is_beyond {
            Situation::BEYOND.to_vec()
        } else if matches!(name, GOES_ON | ENDS_EARLY) && survey.has_wrong_squares(case, answer) {
            // The wrong squares may be the reason, whatever the situation.
            Vec::new()
        } else {
            situations[answer].clone()
        };
        // A program ends only once, not in each round.
        scope.retain(|situation| situation.words != Situation::EACH_ROUND);
        let site = Site {
            spot: (case, answer),
            context: survey.contexts.intern(scope),
            lines: (None, None),
            has_passed: aligned.subject.played.has_passed,
        };
        survey.add_wrong(END, site, Difference::new(name, failure.detail));
    }
    let end = aligned.answers[aligned.last].expected.end;
    for answer in (0..end).filter(|answer| Some(*answer) != failed) {
        let context = survey.contexts.intern(situations[answer].clone());
        survey.add_right(END, context);
    }
}

#[derive(PartialEq)]
struct ProgramFailure {
    name: &'static str,
    detail: String,
    /// Index of the answer of the game.
    answer: usize,
    /// True if the program fails at the end of the input, although the game was over before.
    is_beyond: bool,
}

/// Returns the failures of a program: first the exceptions, then the others.
fn failures(aligned: &Aligned, never_starts: bool) -> Vec<ProgramFailure> {
    let subject = &aligned.subject;
    let case = &subject.played;
    let program = &aligned.program;
    let answers = &aligned.answers;
    let answer_count = subject.script.answers.len();
    let line_count = lines::split(&case.input).count();
    // Creates a failure in an answer of the program.
    let failure = |found: usize, name, detail: &str| {
        let index = answers.partition_point(|pair| pair.found.end <= found);
        let pair = answers.get(index).filter(|it| !it.expected.is_empty());
        let answer = pair.map_or(answer_count, |pair| pair.expected.end) - 1;
        let surplus = pair.map_or(1, |pair| found - pair.found.start);
        ProgramFailure {
            name,
            // Equal failures of cases with different seed files have one cause.
            detail: without_seed_name(detail, case),
            answer,
            is_beyond: surplus > 0 && answer + surplus > line_count,
        }
    };
    let mut failures = Vec::new();
    for (answer, trace) in &program.traces {
        let is_missing = trace.is_file_missing;
        let name = if is_missing { MISSING_FILE } else { EXCEPTION };
        failures.push(failure(*answer, name, &trace.detail));
    }
    failures.dedup();
    let pair = &answers[aligned.last];
    let next = answers.get(aligned.last + 1);
    let is_early = next.is_some_and(|next| !next.expected.is_empty());
    let has_more = pair.found.len() > 1 || next.is_some() && !is_early;
    let goes_on = has_more && !aligned.is_over;
    if goes_on && pair.expected.end == answer_count && answer_count <= line_count + 1 {
        failures.push(failure(pair.found.start, GOES_ON, ""));
    }
    let has_game = program.output.has_game();
    if program.ends_with_trace() || has_game && case.runs.is_cut {
        return failures;
    }
    let is_wrong = |status| subject.status.is_some_and(|it| i32::from(it) != status);
    let (name, detail) = match program.end {
        End::TimedOut | End::CpuTime => (ENDLESS, String::new()),
        End::TooMuchOutput => (TOO_MUCH_OUTPUT, String::new()),
        End::Killed(signal) => (SIGNAL, signal.to_string()),
        End::Exited(_) if is_early && has_game => (ENDS_EARLY, String::new()),
        End::Exited(_) if is_early || never_starts => (NO_GAME, first_text(&program.output)),
        End::Exited(status) if !goes_on && is_wrong(status) => (STATUS, status.to_string()),
        End::Exited(_) => return failures,
        end => (LIMIT, end.to_string()),
    };
    let last = program.output.answers.len() - 1;
    let answer = if goes_on { last } else { pair.found.start };
    failures.push(failure(answer, name, &detail));
    failures
}

/// Replaces the name of the seed file in a text.
pub(super) fn without_seed_name(text: &str, case: &CaseRuns) -> String {
    let seed = Path::new(&case.seed_name).file_name();
    let name = seed.unwrap_or("seed.txt".as_ref()).to_string_lossy();
    text.replace(&*name, "SEED")
}

/// Returns the first line on standard error, or else on standard output.
fn first_text(output: &OutputLines) -> String {
    let texts = (0..output.lines.len()).filter(|&line| !output[line].is_blank());
    // Indented lines are details of a message.
    let first = texts.min_by_key(|&line| {
        let is_indented = output.text(line).starts_with(b" ");
        (output[line].stream != Stream::Error, is_indented)
    });
    let line = first.map_or(&b""[..], |line| output.text(line).trim_ascii());
    String::from_utf8_lossy(line).into_owned()
}
