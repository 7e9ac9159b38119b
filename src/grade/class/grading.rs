//! Grades submissions: copies each submission into a private folder, prepares the copy, runs the
//! cases there and explains the failures.

use std::{
    fs::{self, File, Metadata, Permissions},
    hash::{DefaultHasher, Hash, Hasher},
    io::{self, BufRead, BufReader, Read},
    mem,
    os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt, symlink},
    path::Path,
    sync::atomic::AtomicU32,
};

use super::{
    GradeRequest, Submission,
    grades::{Grade, GradeStatus},
    results_folder::{ResultsFolder, read_record},
};
use crate::{
    analyse::{Evidence, explain_failures},
    cases::{Case, LoadedCase},
    error::Error,
    grade::{
        players::{Player, TestedCase},
        setting::Players,
    },
    io::{Console, untrusted, visible},
    parallel::each_in_order,
    report::{Finding, HumanRenderer, Results, Verdict},
    run::{End, Program, RunError, RunTask, Streams},
};

/// Maximum number of output lines of a failed preparation in the reason.
const MAX_LINES: usize = 20;

/// Permission of the owner to execute a file.
const EXECUTABLE: u32 = 0o100;

/// The bits of a mode that are hashed: the kind of the file, and whether it is executable.
const HASHED_MODE: u32 = 0o170_000 | EXECUTABLE;

pub(super) struct Grader<'class> {
    pub request: &'class GradeRequest,
    pub cases: &'class [LoadedCase],
    pub players: &'class Players<'class>,
    pub folder: &'class ResultsFolder<'class>,
}

/// Reason why a submission is not graded.
#[derive(Debug)]
struct Obstacle {
    status: GradeStatus,
    reason: String,
    /// True if other runs may have caused the obstacle.
    is_contended: bool,
}

impl From<Error> for Obstacle {
    /// Treats a failure of the machine as contended: another submission may have caused the
    /// failure, for example by filling the disk.
    fn from(error: Error) -> Self {
        let status = match error {
            Error::Run(RunError::NotStarted { .. }) => GradeStatus::CouldNotBeStarted,
            _ => GradeStatus::CouldNotBeGraded,
        };
        Self {
            status,
            reason: error.to_string(),
            is_contended: status == GradeStatus::CouldNotBeGraded,
        }
    }
}

/// The results of the cases of a submission, and the outputs.
type CaseResults = Result<(Vec<TestedCase>, Evidence), Obstacle>;

/// The results of one attempt to grade a submission.
#[derive(Debug)]
struct Attempt {
    /// Hash of the files; empty if they cannot be read.
    content: String,
    /// True if the submission was prepared again, alone.
    prepared_again: bool,
    cases: CaseResults,
}

#[derive(Debug)]
enum GradeStep {
    /// Results have to be repeated after all other submissions.
    Contended(Attempt),
    /// The earlier results are current.
    Kept(Grade),
    /// The submission was graded, and the results are written.
    Graded(Grade),
}

impl Grader<'_> {
    /// Grades the submissions, unless their earlier results are current. Returns the number of
    /// submissions whose earlier results were kept.
    pub fn grade_all(&self, all: &[&Submission], console: &mut Console) -> Result<usize, Error> {
        let mut kept = 0;
        each_in_order(
            all,
            self.request.setting.jobs,
            || Player::new(self.players),
            |player, submission, first| match first {
                Some(GradeStep::Contended(first)) => self.repeat(submission, first, player),
                _ => self.keep_or_grade(submission, player),
            },
            |step| matches!(step, GradeStep::Contended(_)),
            |_, step| {
                kept += usize::from(matches!(step, GradeStep::Kept(_)));
                if let GradeStep::Kept(grade) | GradeStep::Graded(grade) = step {
                    let text = self.line(&grade);
                    let progress = &self.folder.progress;
                    progress.suspend(|| console.print_if_read(text))?;
                }
                Ok(false)
            },
        )?;
        Ok(kept)
    }

    /// Keeps the earlier results of a submission if they are current, or else grades it.
    fn keep_or_grade(
        &self,
        submission: &Submission,
        player: &mut Player<'_>,
    ) -> Result<GradeStep, Error> {
        let request = self.request;
        let earlier = read_record(&request.output, &submission.file, self.folder.class);
        let content = hash(&submission.path, request.setting.run.limits.max_files_size);
        let current = earlier.filter(|grade| {
            let is_current = content.as_ref().ok() == Some(&grade.content);
            // Grading may succeed now if the machine prevented it before.
            is_current && !request.again && grade.is_decided()
        });
        if let Some(grade) = current {
            self.folder.write_reports(&grade)?;
            self.folder.show_end(&submission.name, true);
            return Ok(GradeStep::Kept(grade));
        }
        self.folder.show_start(&submission.name);
        let (content, cases) = match content {
            Ok(content) => (content, self.run_cases(submission, player)),
            Err(error) => {
                // Other runs do not make files unreadable.
                let unreadable = Obstacle {
                    is_contended: false,
                    ..Obstacle::from(error)
                };
                (String::new(), Err(unreadable))
            }
        };
        let attempt = Attempt {
            content,
            prepared_again: false,
            cases,
        };
        let is_contended = match &attempt.cases {
            Ok((cases, _)) => cases.iter().any(|tested| tested.is_contended),
            Err(obstacle) => obstacle.is_contended,
        };
        if is_contended {
            self.folder.show_end(&submission.name, false);
            return Ok(GradeStep::Contended(attempt));
        }
        self.finish(submission, attempt)
    }

    fn run_cases(&self, submission: &Submission, player: &mut Player<'_>) -> CaseResults {
        self.prepare(submission, player)?;
        let mut evidence = Evidence::new().map_err(Error::from)?;
        let mut cases = Vec::new();
        for case in 0..self.cases.len() {
            let tested = self.run_case(case, player, &mut evidence)?;
            if tested.result.verdict == Verdict::CouldNotBeGraded {
                // After a failure of the machine, the copy may be lost.
                self.prepare(submission, player)?;
            }
            cases.push(tested);
        }
        Ok((cases, evidence))
    }

    /// Copies a submission and prepares the copy.
    fn prepare(&self, submission: &Submission, player: &mut Player<'_>) -> Result<(), Obstacle> {
        let to = player.worker()?.empty_work_folder().map_err(Error::from)?;
        if copy(&submission.path, &to)? == 0 {
            return Err(Obstacle {
                status: GradeStatus::NothingSubmitted,
                reason: String::new(),
                is_contended: false,
            });
        }
        let Some(command) = &self.request.preparation else {
            return Ok(());
        };
        // The second `sh` is `$0`, the name is `$1`.
        let shell = Program::without_seed(vec![
            "sh".into(),
            "-c".into(),
            command.clone(),
            "sh".into(),
            submission.name.clone().into(),
        ]);
        let outcome = player.worker()?.run(&RunTask {
            program: &shell,
            extension: "",
            seed: b"",
            stdin: b"",
            streams: Streams::Merged,
            max_output: self.request.setting.run.limits.max_output,
            prepare_timeout: Some(self.request.prepare_timeout),
        });
        let is_contended = outcome.is_contended;
        let run = outcome.result.map_err(|error| Obstacle {
            is_contended,
            ..Error::from(error).into()
        })?;
        if run.end == End::Exited(0) {
            make_executable(&to);
            return Ok(());
        }
        let lines = run.out.split(|byte| *byte == b'\n');
        let printed = lines.filter(|line| !line.is_empty()).map(visible);
        let output: Vec<_> = printed.take(MAX_LINES).collect();
        Err(Obstacle {
            status: GradeStatus::CouldNotBePrepared,
            reason: format!("--prepare {}\n{}", run.end, output.join("\n")),
            is_contended,
        })
    }

    /// Runs and judges a case, and moves the outputs into `evidence`, which stores them in a file.
    fn run_case(
        &self,
        number: usize,
        player: &mut Player<'_>,
        evidence: &mut Evidence,
    ) -> Result<TestedCase, Error> {
        let mut tested = player.test(&self.cases[number])?;
        evidence.keep(number, &tested.result, mem::take(&mut tested.runs))?;
        Ok(tested)
    }

    /// Repeats the contended cases, or everything after a contended obstacle, while no other
    /// submission runs, and finishes the submission.
    fn repeat(
        &self,
        submission: &Submission,
        mut attempt: Attempt,
        player: &mut Player<'_>,
    ) -> Result<GradeStep, Error> {
        self.folder.show_start(&submission.name);
        attempt.prepared_again = true;
        let Ok((cases, evidence)) = &mut attempt.cases else {
            attempt.cases = self.run_cases(submission, player);
            return self.finish(submission, attempt);
        };
        // If the submission cannot be prepared again, the first results count.
        if self.prepare(submission, player).is_ok() {
            // Not `Players::timeouts`: each submission has its own count.
            let timeouts = AtomicU32::default();
            for (number, mut tested) in mem::take(cases).into_iter().enumerate() {
                if tested.is_contended {
                    tested = tested.repeated(&timeouts, || self.run_case(number, player, evidence));
                }
                cases.push(tested);
            }
        }
        self.finish(submission, attempt)
    }

    /// Explains the failures of a submission and writes the record.
    fn finish(&self, submission: &Submission, attempt: Attempt) -> Result<GradeStep, Error> {
        let cases = attempt.cases;
        let explained = cases.and_then(|(cases, evidence)| Ok(self.explain(cases, &evidence)?));
        let (status, results, visible_findings) = match explained {
            Ok((results, visible)) => (GradeStatus::Graded, results, visible),
            Err(obstacle) => {
                let error = format!("{}\n{}", obstacle.status.name(), obstacle.reason);
                let error = self.request.setting.names.replaced(error.trim_end());
                let results = Results::aborted(Vec::new(), &error);
                (obstacle.status, results, None)
            }
        };
        let is_known = status != GradeStatus::CouldNotBeGraded;
        let grade = Grade {
            settings: self.folder.class.settings.clone(),
            content: attempt.content,
            name: submission.name.clone(),
            file: submission.file.clone(),
            status,
            points: is_known.then(|| results.points()),
            prepared_again: attempt.prepared_again,
            results,
            visible_findings,
        };
        self.folder.write_new(&grade)?;
        self.folder.show_end(&submission.name, true);
        Ok(GradeStep::Graded(grade))
    }

    /// Searches for the causes of the failures in all cases and, if there are hidden cases, also in
    /// the visible cases alone.
    fn explain(
        &self,
        cases: Vec<TestedCase>,
        evidence: &Evidence,
    ) -> Result<(Results, Option<Vec<Finding>>), Error> {
        let settings = self.players.analysis_settings();
        let findings = explain_failures(settings, self.cases, evidence, |_| true)?;
        let has_hidden = self.cases.iter().any(|case| !case.case.is_visible());
        let visible = has_hidden
            .then(|| explain_failures(settings, self.cases, evidence, Case::is_visible))
            .transpose()?;
        let results = cases.into_iter().map(|tested| tested.result).collect();
        Ok((Results::new(results, findings), visible))
    }

    /// Renders the line about a submission, and the details that `--verbose` prints.
    fn line(&self, grade: &Grade) -> String {
        let Grade { name, results, .. } = grade;
        if let Some(error) = &results.error {
            let reason = if self.request.verbose {
                error.replace('\n', "\n  ")
            } else {
                grade.reason().join(": ")
            };
            return format!("{name}: {reason}\n");
        }
        let points = results.points();
        let max = self.folder.class.max_points();
        let mut line = format!("{name}: {points} of {max} points");
        let failed = results.failed_count();
        let cases = results.cases.len();
        if failed > 0 {
            line += &format!(", {failed} of {cases} cases failed");
        }
        if let Some(note) = grade.tolerance() {
            line += &format!("; {note}");
        }
        line += "\n";
        if self.request.verbose {
            let human = HumanRenderer {
                verbose: true,
                command: Some(self.folder.class.command.clone()),
                ..HumanRenderer::default()
            };
            line += &human.report(results);
        }
        line
    }
}

/// Hashes all names and contents in a folder. Fails if the files have more than `max_size` bytes
/// together.
fn hash(folder: &Path, max_size: u64) -> Result<String, Error> {
    if folder.is_symlink() {
        let text = "symbolic links are not followed: copy the folder here";
        return Err(Error::message(text));
    }
    let mut hasher = DefaultHasher::new();
    let mut size = 0;
    for (path, data) in untrusted::list(folder)? {
        path.as_os_str().hash(&mut hasher);
        (data.mode() & HASHED_MODE).hash(&mut hasher);
        let failed = |error| Error::file(folder.join(&path), error);
        if data.is_symlink() {
            let target = fs::read_link(folder.join(&path)).map_err(failed)?;
            target.as_os_str().hash(&mut hasher);
        } else if data.is_file() {
            size += data.len();
            if size > max_size {
                return Err(Error::message(format!(
                    "its files are larger than {max_size} bytes (--max-files-size)"
                )));
            }
            let file = untrusted::open(folder, &path).map_err(failed)?;
            let mut file = BufReader::new(file.take(data.len()));
            while let block @ [_, ..] = file.fill_buf().map_err(failed)? {
                hasher.write(block);
                let length = block.len();
                file.consume(length);
            }
            data.len().hash(&mut hasher);
        }
    }
    Ok(format!("{:016x}", hasher.finish()))
}

/// Copies the files, folders and links in a folder into an empty folder. Returns the number of
/// files.
fn copy(from: &Path, to: &Path) -> Result<usize, Error> {
    let mut files = 0;
    for (path, data) in untrusted::list(from)? {
        let to = to.join(&path);
        let copied = if data.is_dir() {
            fs::create_dir(&to)
        } else if data.is_symlink() {
            fs::read_link(from.join(&path)).and_then(|target| symlink(target, &to))
        } else if data.is_file() {
            files += 1;
            untrusted::open(from, &path).and_then(|file| copy_file(file, &to, &data))
        } else {
            // Skip a pipe, socket or device.
            Ok(())
        };
        copied.map_err(|error| Error::file(from.join(path), error))?;
    }
    Ok(files)
}

/// Copies a file, but not what a user appends meanwhile.
fn copy_file(source: File, to: &Path, data: &Metadata) -> io::Result<()> {
    let mode = 0o600 | data.mode() & EXECUTABLE;
    let mut options = File::options();
    let mut target = options.write(true).create_new(true).mode(mode).open(to)?;
    io::copy(&mut source.take(data.len()), &mut target)?;
    Ok(())
}

/// Makes the files in a folder executable, which a confined compiler cannot do. Files that cannot
/// be changed stay as they are.
fn make_executable(folder: &Path) {
    for (path, data) in untrusted::list(folder).unwrap_or_default() {
        // A file with several hard links may also belong to another folder.
        if data.is_file()
            && data.nlink() == 1
            && let Ok(file) = untrusted::open(folder, &path)
        {
            let mode = Permissions::from_mode(data.mode() | EXECUTABLE);
            let _ = file.set_permissions(mode);
        }
    }
}
