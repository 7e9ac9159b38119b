//! `grade --try`: one submission of a class, prepared and checked as `grade` does it, with all
//! that happens told as it happens.

use super::error::ClassError;
use super::grading::{Grader, Witness, Workspace};
use super::record::Standing;
use super::request::Attempt;
use super::submission_files::Tree;
use super::submissions::Submissions;
use crate::cases::load::StoredCase;
use crate::compare::result::CaseResult;
use crate::grade::FAILED;
use crate::grade::error::GradeError;
use crate::grade::interrupt::Watch;
use crate::io::console::Console;
use crate::io::visible::visible;
use crate::report::reporter::Reporter;
use crate::run::result::Run;

/// Prepares and checks a submission; returns the exit status.
///
/// # Errors
///
/// There is no submission of this name, it cannot be graded, or nothing can be printed.
pub(super) fn attempt(
    attempt: &Attempt,
    grader: Grader<'_>,
    submissions: &Submissions,
    console: &mut Console,
) -> Result<u8, ClassError> {
    let request = grader.request;
    let mut all = submissions.all.iter();
    let Some(submission) = all.find(|submission| submission.name == attempt.name) else {
        return Err(ClassError::NoSuchSubmission {
            path: request.submissions.clone(),
            name: attempt.name.clone(),
        });
    };
    let files = grader.cases.iter().flat_map(|case| case.case.files());
    let workspace = Workspace::new(request, files.collect(), 1)?;
    let players = workspace.setting.players(None, None)?;
    players.warn();
    let tree = grader.look(submission);
    let mut teller = Teller {
        reporter: Reporter::new(&attempt.report)?,
        console,
        watch: None,
        error: None,
    };
    let count = tree.as_ref().map_or(0, Tree::count);
    teller.tell(&format!(
        "{}: {count} {}\n",
        submission.name,
        if count == 1 { "file" } else { "files" }
    ));
    if let Some(preparation) = &request.preparation {
        let asked = preparation.asked.to_string_lossy();
        teller.tell(&format!("prepare: {}\n", visible(asked.as_bytes())));
    }
    let mut player = players.player();
    let record = grader.grade(
        submission,
        tree.as_ref(),
        &workspace,
        &mut player,
        &mut teller,
    );
    workspace.close();
    let Teller {
        mut reporter,
        console,
        watch,
        error,
    } = teller;
    drop(watch);
    if let Some(error) = error {
        return Err(error.into());
    }
    if record.graded.standing == Standing::Graded {
        reporter.explain(record.details.explanation);
        let summary = reporter.end(console)?;
        return Ok(if summary.failed > 0 { FAILED } else { 0 });
    }
    reporter.break_off(&record.graded.words(), console)?;
    let words = match record.graded.standing {
        // What it printed has been shown, and how it ended.
        Standing::NotPrepared => Standing::NotPrepared.name().to_owned(),
        _ => record.graded.words().replace('\n', "\n  "),
    };
    console.print_if_read(format!("{}: {words}\n", submission.name).as_bytes())?;
    Ok(FAILED)
}

/// Tells what happens, until that cannot be printed.
struct Teller<'attempt> {
    reporter: Reporter<'attempt>,
    console: &'attempt mut Console,
    /// As long as there is a bar, which a signal would leave behind.
    watch: Option<Watch>,
    error: Option<GradeError>,
}

impl Teller<'_> {
    fn tell(&mut self, text: &str) {
        let told = self.console.print_if_read(text.as_bytes());
        self.note(told.map_err(GradeError::from));
    }

    /// Keeps the first error.
    fn note(&mut self, result: Result<(), GradeError>) {
        if let Err(error) = result {
            self.error.get_or_insert(error);
        }
    }
}

impl Witness for Teller<'_> {
    fn prepared(&mut self, run: &Run) {
        let lines = run.out.split(|&byte| byte == b'\n').map(visible);
        let lines: Vec<String> = lines.map(|line| format!("  {line}\n")).collect();
        // Behind the last line feed there is nothing.
        let whole = match lines.split_last() {
            Some((last, before)) if last == "  \n" => before,
            _ => &lines,
        };
        self.tell(&whole.concat());
        let seconds = run.timing.wall.as_secs_f64();
        self.tell(&format!("  {} after {seconds:.1} s\n", run.end));
    }

    fn begins(&mut self, command: &str, cases: &[StoredCase]) {
        self.tell(&format!("play: {command}\n"));
        self.reporter.begin(cases);
        match Watch::new(self.reporter.last_words()) {
            Ok(watch) => self.watch = Some(watch),
            Err(error) => self.note(Err(error)),
        }
        self.reporter.show_progress();
    }

    fn played(&mut self, result: &CaseResult) {
        let told = self.reporter.add(result.clone(), self.console);
        self.note(told.map_err(GradeError::from));
    }
}
