//! Measures the speed of `check` relative to a shell loop that runs the same cases and compares the
//! outputs with `cmp`, and the speed of `grade` relative to `check`. Run with
//! `cargo bench --bench check`; Unix only.
//!
//! Each ratio is the median over pairs of alternating runs, so that other load of the machine
//! affects both sides equally.

use std::{
    error::Error,
    fmt::Write,
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

/// The program that checks, and the program under test.
const PROGRAM: &str = env!("CARGO_BIN_EXE_minesweeper-alpha");

const CASES: usize = 200;
const PAIRS: usize = 15;

/// A simple grading script: it runs each case with separate and with merged streams.
const LOOP: &str = r#"
for seed in "$1"/*.seed.txt; do
    name=${seed%.seed.txt}
    "$0" "$seed" < "$name.in.txt" > "$2/out" 2> "$2/err"
    echo $? > "$2/status"
    cmp -s "$2/out" "$name.out.txt" || echo "$name: out"
    cmp -s "$2/err" "$name.err.txt" || echo "$name: err"
    cmp -s "$2/status" "$name.status.txt" || echo "$name: status"
    "$0" "$seed" < "$name.in.txt" > "$2/combined" 2>&1
    cmp -s "$2/combined" "$name.combined.txt" || echo "$name: combined"
done
"#;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::Builder::new()
        .prefix("bench-check-")
        .tempdir_in(env!("CARGO_TARGET_TMPDIR"))?;
    let (cases, scratch) = (folder.path().join("cases"), folder.path().join("scratch"));
    std::fs::create_dir(&cases)?;
    std::fs::create_dir(&scratch)?;
    for number in 0..CASES {
        let mut input = String::from("h\nbad\nnofog\n");
        for square in 0..number % 100 {
            writeln!(input, "m {} {}", square / 10, square % 10)?;
        }
        std::fs::write(
            cases.join(format!("tc{number:03}.seed.txt")),
            "10 10 2\n0 0\n9 9\n",
        )?;
        std::fs::write(cases.join(format!("tc{number:03}.in.txt")), input)?;
    }
    succeed(Command::new(PROGRAM).arg("record").arg(&cases))?;

    println!("{CASES} cases, each run with separate and with merged streams");
    for jobs in ["1", "2"] {
        let mut ratios = Vec::new();
        let mut best = [Duration::MAX; 2];
        for _ in 0..PAIRS {
            let times = [check(&cases, jobs)?, shell_loop(&cases, &scratch)?];
            best = [best[0].min(times[0]), best[1].min(times[1])];
            ratios.push(times[0].as_secs_f64() / times[1].as_secs_f64());
        }
        ratios.sort_by(f64::total_cmp);
        println!(
            "  best of check --jobs {jobs}           {:8.3} s",
            best[0].as_secs_f64()
        );
        println!(
            "  best of the loop                 {:8.3} s",
            best[1].as_secs_f64()
        );
        println!(
            "  check --jobs {jobs} / loop, median    {:8.3}",
            ratios[PAIRS / 2]
        );
    }
    compare_grade_with_check(folder.path())
}

/// Number of submissions.
const SUBMISSIONS: usize = 200;

/// Number of cases for each submission.
const CASES_OF_EACH: usize = 7;

/// Compares grading a class with checking the same number of cases. The program ends at once.
fn compare_grade_with_check(folder: &Path) -> Result<(), Box<dyn Error>> {
    let [few, many, submissions, output] =
        ["few", "many", "submissions", "output"].map(|name| folder.join(name));
    for path in [&few, &many, &submissions] {
        std::fs::create_dir(path)?;
    }
    for number in 0..SUBMISSIONS * CASES_OF_EACH {
        let name = format!("tc{number:04}.seed.txt");
        if number < CASES_OF_EACH {
            std::fs::write(few.join(&name), "5 5 1 0 0\n")?;
        }
        std::fs::write(many.join(&name), "5 5 1 0 0\n")?;
    }
    for number in 0..SUBMISSIONS {
        let submission = submissions.join(format!("s{number}"));
        std::fs::create_dir(&submission)?;
        std::fs::write(submission.join("Player.java"), "class Player {}\n")?;
    }
    succeed(Command::new(PROGRAM).arg("record").args([&few, &many]))?;
    println!(
        "{SUBMISSIONS} submissions with {CASES_OF_EACH} cases each, of a program that ends at once"
    );
    let mut ratios = Vec::new();
    let mut again = Duration::MAX;
    for _ in 0..PAIRS / 3 {
        let check = time(
            Command::new(PROGRAM)
                .arg("check")
                .arg(&many)
                .args(["--", "true"]),
        )?;
        let mut grade = Command::new(PROGRAM);
        grade.arg("grade").arg(&few);
        grade.arg("--submissions").arg(&submissions);
        grade.arg("--output").arg(&output).args(["--", "true"]);
        ratios.push(time(&mut grade)?.as_secs_f64() / check.as_secs_f64());
        // The second run keeps all results.
        again = again.min(time(&mut grade)?);
        std::fs::remove_dir_all(&output)?;
    }
    ratios.sort_by(f64::total_cmp);
    println!(
        "  grade / check, median            {:8.3}",
        ratios[ratios.len() / 2]
    );
    println!(
        "  best of grade, nothing to do     {:8.3} s",
        again.as_secs_f64()
    );
    Ok(())
}

/// Returns the duration of a command, which may fail.
fn time(command: &mut Command) -> Result<Duration, Box<dyn Error>> {
    let start = Instant::now();
    command.stdout(Stdio::null()).status()?;
    Ok(start.elapsed())
}

/// Returns the duration of `check` for the cases.
fn check(cases: &Path, jobs: &str) -> Result<Duration, Box<dyn Error>> {
    let mut command = Command::new(PROGRAM);
    succeed(
        command
            .args(["check", "--jobs", jobs])
            .arg(cases)
            .args(["--", PROGRAM]),
    )
}

/// Returns the duration of [`LOOP`] for the cases.
fn shell_loop(cases: &Path, scratch: &Path) -> Result<Duration, Box<dyn Error>> {
    succeed(
        Command::new("sh")
            .args(["-c", LOOP, PROGRAM])
            .arg(cases)
            .arg(scratch),
    )
}

/// Returns the duration of a command. Fails if the command fails.
fn succeed(command: &mut Command) -> Result<Duration, Box<dyn Error>> {
    let start = Instant::now();
    let status = command.stdout(Stdio::null()).status()?;
    if !status.success() {
        return Err(format!("{command:?} ended with {status}").into());
    }
    Ok(start.elapsed())
}
