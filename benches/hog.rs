//! Measures the effect of one greedy submission on the grading of a class: the time relative to a
//! class without it, and whether the points of other submissions differ. Run with `cargo bench
//! --bench hog`, for classes of another size with `-- NUMBER`; Linux only. A class of 300 takes
//! about twelve minutes.

use std::{
    collections::BTreeMap,
    error::Error,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use serde_json::Value;

/// The program that grades. The honest submissions run a copy of this program.
const PROGRAM: &str = env!("CARGO_BIN_EXE_minesweeper-alpha");

/// Default size of the class, with the hog.
const SUBMISSIONS: usize = 300;
const CASES: usize = 7;

/// An honest submission. Before the game, it computes for about as long as Java takes to start.
const HONEST: &str = "\
i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done
exec 'PLAYER' \"$1\"
";

/// Resources, and programs that use up the resource.
const HOGS: [(&str, &str); 2] = [
    (
        // Each loop has its own session, because the scheduler divides time among sessions.
        "processors",
        "i=0; while [ $i -lt 120 ]; do \
         setsid sh -c 'while :; do :; done' & i=$((i+1)); done; wait",
    ),
    ("processes", "bomb() { while :; do bomb & done; }; bomb"),
];

fn main() -> Result<(), Box<dyn Error>> {
    let requested_size: Option<usize> = std::env::args().find_map(|word| word.parse().ok());
    let size = requested_size.unwrap_or(SUBMISSIONS);
    let class = Class::new(size)?;
    println!("{size} submissions with {CASES} cases each");
    let (alone, expected) = class.grade(None)?;
    println!(
        "  without a hog                    {:8.3} s",
        alone.as_secs_f64()
    );
    let mut harmful_hogs = Vec::new();
    for (resource, script) in HOGS {
        let (time, mut points) = class.grade(Some(script))?;
        println!(
            "  with one of {resource:12}         {:8.3} s, {:.3} times as long",
            time.as_secs_f64(),
            time.as_secs_f64() / alone.as_secs_f64()
        );
        points.remove(HOG);
        if points != expected {
            harmful_hogs.push(resource);
        }
    }
    if harmful_hogs.is_empty() {
        println!("  everybody else's points are the same");
        Ok(())
    } else {
        let resources = harmful_hogs.join(" and ");
        Err(format!("points differ beside a hog of {resources}").into())
    }
}

/// Name of the hog. It is sorted into the middle of a class of 300.
const HOG: &str = "s150-hog";

/// The points of each submission; `None` if the submission could not be graded.
type Points = BTreeMap<String, Option<f64>>;

/// A class without a hog.
struct Class {
    folder: tempfile::TempDir,
}

impl Class {
    /// Creates a class that has `size` submissions once a hog is added.
    fn new(size: usize) -> Result<Self, Box<dyn Error>> {
        let folder = tempfile::Builder::new()
            .prefix("bench-hog-")
            .tempdir_in(env!("CARGO_TARGET_TMPDIR"))?;
        let class = Self { folder };
        let cases = class.path("cases");
        fs::create_dir(&cases)?;
        for number in 0..CASES {
            fs::write(cases.join(format!("tc{number}.seed.txt")), "5 5 1 0 0\n")?;
            fs::write(cases.join(format!("tc{number}.in.txt")), "r 4 4\n")?;
        }
        let recorded = Command::new(PROGRAM).arg("record").arg(&cases).output()?;
        if !recorded.status.success() {
            return Err(format!("record ended with {}", recorded.status).into());
        }
        let player = class.path("player");
        fs::copy(PROGRAM, &player)?;
        let honest = HONEST.replace("PLAYER", &player.display().to_string());
        for number in 1..size {
            class.submit(&format!("s{number:03}"), &honest)?;
        }
        Ok(class)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Creates a submission and returns its folder.
    fn submit(&self, name: &str, script: &str) -> Result<PathBuf, Box<dyn Error>> {
        let folder = self.path("submissions").join(name);
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("run.sh"), script)?;
        Ok(folder)
    }

    /// Grades the class, with a hog if there is a script. Returns the duration and the points.
    fn grade(&self, hog: Option<&str>) -> Result<(Duration, Points), Box<dyn Error>> {
        let hog = hog.map(|script| self.submit(HOG, script)).transpose()?;
        let output = self.path("output");
        let start = Instant::now();
        Command::new(PROGRAM)
            .arg("grade")
            .arg(self.path("cases"))
            .arg("--submissions")
            .arg(self.path("submissions"))
            .arg("--output")
            .arg(&output)
            .args(["--", "sh", "run.sh"])
            .stdout(Stdio::null())
            .status()?;
        let time = start.elapsed();
        let points = points(&output)?;
        fs::remove_dir_all(&output)?;
        hog.map(fs::remove_dir_all).transpose()?;
        Ok((time, points))
    }
}

/// Reads the points of all submissions.
fn points(output: &Path) -> Result<Points, Box<dyn Error>> {
    let results: Value = serde_json::from_slice(&fs::read(output.join("results.json"))?)?;
    let submissions = results["submissions"].as_array().ok_or("no submissions")?;
    let mut points = Points::new();
    for submission in submissions {
        let name = submission["name"].as_str().ok_or("no name")?;
        points.insert(name.to_owned(), submission["points"].as_f64());
    }
    Ok(points)
}
