//! Causes that are not in what the game prints: exceptions, exit statuses,
//! signals, limits, and no output at all.

use super::fit::Fit;
use super::scope::LineKind;
use super::script::Script;
use super::subject::Subject;
use super::wording::{Wording, capital};
use crate::edition::row::Markers;
use crate::run::result::End;

/// The causes of a subject that are outside of what the game prints, with this
/// script and as far as it fits.
pub(crate) fn outside(
    subject: &Subject,
    script: &Script,
    fit: &Fit,
    markers: &Markers,
) -> Vec<Wording> {
    let mut causes = Vec::new();
    let kind = situation(subject, script, stop(subject, fit).or(fit.left));
    if let Some(trace) = &subject.trace {
        causes.push(match &trace.missing_file {
            Some(file) => Wording {
                name: "file-not-found".to_owned(),
                stem: "file-not-found".to_owned(),
                sentence: format!(
                    "It looks for the file `{file}` and does not find it: a relative path begins \
                     in the folder in which the program runs (see --dir)."
                ),
                rule: "The game needs no file but the seed.".to_owned(),
                tells_expected: false,
            },
            None => Wording {
                name: format!("exception-{}-{}", trace.name, kind.slug()),
                stem: format!("exception-{}", trace.name),
                sentence: format!(
                    "It prints an exception, {}: `{}`.",
                    kind.describe(),
                    trace.headline
                ),
                rule: "Nothing that is typed or in a seed file ends in an exception.".to_owned(),
                tells_expected: false,
            },
        });
    } else if let Some(no_game) = &subject.no_game {
        let (name, what) = if no_game.has_not_started {
            ("did-not-start", "It ends before the game begins, and says")
        } else {
            ("plays-no-game", "It prints nothing of the game, but")
        };
        causes.push(Wording {
            name: name.to_owned(),
            stem: name.to_owned(),
            sentence: format!("{what}: `{}`.", no_game.headline),
            rule: "A program that is started plays the game.".to_owned(),
            tells_expected: false,
        });
    } else if subject.is_silent {
        causes.push(Wording {
            name: "nothing-printed".to_owned(),
            stem: "nothing-printed".to_owned(),
            sentence: "It prints nothing at all.".to_owned(),
            rule: "Every game prints something, and so does every error.".to_owned(),
            tells_expected: false,
        });
    }
    if fit.early_end.is_some() && !subject.is_silent {
        causes.push(Wording {
            name: format!("ends-too-early-{}", kind.slug()),
            stem: "ends-too-early".to_owned(),
            sentence: format!(
                "It ends by itself where the game goes on, {}.",
                kind.describe()
            ),
            rule: "A game ends when it is won, lost or left, or the input ends.".to_owned(),
            tells_expected: false,
        });
        return causes;
    }
    match subject.end {
        // Where another game was played, its end is another one too.
        End::Exited(found)
            if subject.trace.is_none()
                && subject.no_game.is_none()
                && (fit.is_explained() || subject.is_silent) =>
        {
            causes.extend(wrong_status(subject, script, found, markers));
        }
        End::Exited(_) => {}
        end => causes.push(Wording {
            name: format!("{}-{}", slug(end), kind.slug()),
            stem: slug(end),
            sentence: format!("{}, {}.", capital(&end.to_string()), kind.describe()),
            rule: "A game waits for nothing but lines of input, and ends by itself.".to_owned(),
            tells_expected: false,
        }),
    }
    causes
}

fn wrong_status(
    subject: &Subject,
    script: &Script,
    found: i32,
    markers: &Markers,
) -> Option<Wording> {
    let expected = subject.expected_status?;
    // With its causes the game may end otherwise too.
    if found == expected || script.status.map(i32::from) == Some(found) {
        return None;
    }
    let with_meaning = |status: i32| {
        let mut statuses = markers.statuses.iter();
        let meaning = statuses.find(|(number, _)| i32::from(*number) == status);
        meaning.map_or_else(
            || status.to_string(),
            |(number, meaning)| format!("{number} ({meaning})"),
        )
    };
    Some(Wording {
        name: format!("exit-status-{found}-for-{expected}"),
        stem: format!("exit-status-{found}-for-{expected}"),
        sentence: format!(
            "It ends with the exit status {} where {} belongs.",
            with_meaning(found),
            with_meaning(expected)
        ),
        rule: "The exit status says how the program ended.".to_owned(),
        tells_expected: true,
    })
}

/// The piece at which the program stopped, if it was cut short or printed nothing of
/// the game.
pub(crate) fn stop(subject: &Subject, fit: &Fit) -> Option<usize> {
    if subject.is_silent { Some(0) } else { fit.stop }
}

/// The line of input at which the program stopped, or printed something else; the
/// last that it was given, if it printed everything.
fn situation(subject: &Subject, script: &Script, stop: Option<usize>) -> LineKind {
    let piece = stop.and_then(|stop| script.pieces.get(stop));
    let piece = piece.or(script.pieces.last());
    let line = piece.map_or(0, |piece| piece.line);
    subject.lines.get(line).cloned().unwrap_or(LineKind::End)
}

fn slug(end: End) -> String {
    match end {
        End::Exited(status) => format!("exit-status-{status}"),
        End::Killed(signal) => format!("killed-by-signal-{signal}"),
        End::LeftProcesses => "processes-left-behind".to_owned(),
        End::TimedOut => "timed-out".to_owned(),
        End::CpuTime => "too-much-processor-time".to_owned(),
        End::TooMuchOutput => "too-much-output".to_owned(),
        End::TooMuchMemory => "too-much-memory".to_owned(),
        End::TooManyProcesses => "too-many-processes".to_owned(),
        End::TooManyFiles => "too-large-files".to_owned(),
        End::CouldNotBeKilled => "could-not-be-killed".to_owned(),
    }
}
