//! Floods of output. The number of steps of the analysis must grow linearly with the output.

use std::path::Path;

use super::MemoryCase;
use crate::{
    analyse::{
        findings::{Settings, analyse},
        runs::Runs,
        steps,
        subject::{CaseRuns, Subject},
        tolerance::Tolerances,
        verdict::Judge,
    },
    cases::{Case, LoadedCase},
    edition::table,
    field::Random,
    run::{End, Run, Streams},
    test_amount::amount,
};

const SEED: &[u8] = b"5 5 1 4 4\n";

const PROMPT: &str = "minesweeper-alpha: ";

const ROUND: &str = "\n Rounds Completed: 0\n\n 0 |   |   |   |   |   |\n     0   1   2   3   4\n\nminesweeper-alpha: ";

const TRACE: &str = "java.lang.Error: no\n\tat Game.main(Game.java:1)\n";

/// Repeats a text up to a size, in bytes.
fn repeated(text: &str, size: usize) -> Vec<u8> {
    text.repeat(size / text.len()).into_bytes()
}

/// Repeats a text with consecutive numbers in place of `#`, at least up to a size.
fn numbered(text: &str, size: usize) -> Vec<u8> {
    let mut flood = String::new();
    for number in 0.. {
        if flood.len() >= size {
            break;
        }
        flood.push_str(&text.replace('#', &format!("{number}")));
    }
    flood.into_bytes()
}

/// Draws bytes below `limit`.
fn random(limit: u64, size: usize) -> Vec<u8> {
    let mut random = Random::seeded(1);
    (0..size)
        .map(|_| u8::try_from(random.below(limit)).unwrap_or_default())
        .collect()
}

/// A function that returns a flood of a size, in bytes.
type MakeFlood = fn(usize) -> Vec<u8>;

const FLOODS: &[(&str, MakeFlood)] = &[
    ("one line", |size| vec![b'x'; size]),
    ("one line of digits", |size| vec![b'7'; size]),
    ("one line of words", |size| repeated("no 1 ", size)),
    ("one row", |size| {
        [b" 0 ", &repeated("|   ", size)[..], b"|\n"].concat()
    }),
    ("line feeds", |size| vec![b'\n'; size]),
    ("carriage returns", |size| vec![b'\r'; size]),
    ("spaces", |size| vec![b' '; size]),
    ("NUL bytes", |size| vec![0; size]),
    ("random bytes", |size| random(256, size)),
    ("random lines", |size| {
        let mut flood = random(16, size);
        for byte in &mut flood {
            *byte = if *byte == 0 { b'\n' } else { *byte + b'a' };
        }
        flood
    }),
    ("a long line and line feeds", |size| {
        [vec![b'x'; size / 2], vec![b'\n'; size / 2]].concat()
    }),
    ("equal lines", |size| repeated("hello there\n", size)),
    ("numbered lines", |size| numbered("line # of many\n", size)),
    ("seeds", |size| repeated("5 5 1 4 4\n", size)),
    ("errors", |size| {
        repeated("Invalid Command: Command not recognized!\n\n", size)
    }),
    ("prompts in one line", |size| repeated(PROMPT, size)),
    ("prompts in lower case", |size| {
        repeated(" MINESWEEPER-ALPHA:", size)
    }),
    ("prompts with line ends", |size| {
        repeated("minesweeper-alpha: \n", size)
    }),
    ("own prompts", |size| repeated(">\nno\n", size)),
    ("rounds", |size| repeated(ROUND, size)),
    ("counted rounds", |size| {
        numbered(" Rounds Completed: #\nminesweeper-alpha: ", size)
    }),
    ("rounds without numbers", |size| {
        repeated(" Rounds Completed:\nminesweeper-alpha: ", size)
    }),
    ("rows", |size| repeated(" 0 |   |   |   |   |   |\n", size)),
    ("stack traces", |size| repeated(TRACE, size)),
    ("stack traces after prompts", |size| {
        repeated(&format!("{PROMPT}\n{TRACE}"), size)
    }),
];

/// Judges and explains a program with these outputs. Returns the number of steps.
fn steps_of(input: &[u8], out: &[u8], err: &[u8]) -> u64 {
    let edition = table::default();
    let memory_case = MemoryCase::new(
        Path::new("case.seed.txt"),
        SEED.to_vec(),
        input.to_vec(),
        edition,
    );
    let run = |out: &[u8], err: &[u8]| Run {
        out: out.to_vec(),
        err: err.to_vec(),
        end: End::Exited(0),
        seed: "case".into(),
    };
    let expected = &memory_case.expected;
    let tolerances = Tolerances::default();
    let runs = Runs {
        separate: Some(run(out, err)),
        merged: Some(run(&[out, err].concat(), b"")),
        is_cut: false,
    };
    steps::during(|| {
        let judge = Judge {
            tolerances: &tolerances,
            edition,
        };
        let mut failures = Vec::new();
        if let (Some(separate), Some(merged)) = (&runs.separate, &runs.merged) {
            failures.extend(judge.failures(separate, expected, Streams::Separate));
            failures.extend(judge.failures(merged, expected, Streams::Merged));
        }
        let case = LoadedCase {
            case: Case::unwritten(Path::new("case"), ".seed.txt"),
            seed: memory_case.seed.clone(),
            input: memory_case.input.clone(),
            expected: expected.clone(),
        };
        judge.set_moments(&mut failures, &case, &runs);
        let case_runs = CaseRuns {
            number: 0,
            has_passed: false,
            seed_name: "case.seed.txt".into(),
            seed: SEED.to_vec(),
            input: input.to_vec(),
            runs: runs.clone(),
        };
        let settings = Settings {
            edition,
            tolerances: &tolerances,
            folders: &[],
            flaws: None,
        };
        let subject = Subject::of_game(case_runs, expected, edition);
        analyse(settings, &[0], subject.into_iter().collect());
    })
}

#[test]
fn steps_grow_linearly_with_output() {
    let size = amount(1 << 13, 1 << 16);
    let mut superlinear = Vec::new();
    for (name, make_flood) in FLOODS {
        let inputs = [
            (false, &b"q\n"[..]),
            (false, b"m 0 0\nbad\nr 0 0\nhelp\nq\n"),
            (true, b"bad\nq\n"),
        ];
        for (is_error, input) in inputs {
            let [once, twice] = [size, 2 * size].map(|size| {
                let flood = make_flood(size);
                if is_error {
                    steps_of(input, b"", &flood)
                } else {
                    steps_of(input, &flood, b"")
                }
            });
            if twice > once * 5 / 2 {
                superlinear.push((name, is_error, once, twice));
            }
        }
    }
    assert!(superlinear.is_empty(), "{superlinear:#?}");
}
