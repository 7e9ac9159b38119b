//! How fast fields without guessing are drawn and whole games are played, how much
//! memory that takes, and how often the games are won. Run with `cargo bench --bench
//! solve`; the memory is read from `/proc`.
//!
//! Times depend on the machine: beside them stands a yardstick of the same run,
//! the time that a million random numbers take, which is to be compared first.

use std::error::Error;
use std::time::{Duration, Instant};

use minesweeper_alpha::internal::{
    EDITIONS, NoGuess, NoGuessError, Outcome, Random, Setup, Size, Square, play_by_proofs,
};

/// The largest of the classic sizes.
const EXPERT: (Size, usize) = (Size { rows: 16, cols: 30 }, 99);

/// The edition of which fields can be so large.
const EDITION: &str = "2019.fa";

/// In how long 95 of 100 fields without guessing are to be drawn.
const SOON: Duration = Duration::from_millis(2);

fn main() -> Result<(), Box<dyn Error>> {
    let yardstick = yardstick();
    println!(
        "a million random numbers  {:10.3} ms",
        milliseconds(yardstick)
    );
    no_guess(None)?;
    no_guess(Some(Square { row: 0, col: 0 }))?;
    let wanted = wanted((EXPERT.0, 200), None, Duration::from_secs(2));
    let began = Instant::now();
    match wanted.draw(&mut Random::seeded(1)) {
        Err(error @ NoGuessError::Deadline { .. }) => println!("200 mines: {error}"),
        drawn => println!("200 mines: {drawn:?}"),
    }
    println!(
        "  deadline 2 s, needed    {:10.3} ms",
        milliseconds(began.elapsed())
    );
    for (name, field, count, published) in [
        (
            "9 by 9, 10 mines",
            (Size { rows: 9, cols: 9 }, 10),
            1_000,
            "91.4 %",
        ),
        (
            "16 by 16, 40 mines",
            (Size { rows: 16, cols: 16 }, 40),
            1_000,
            "77.3 %",
        ),
        ("16 by 30, 99 mines", EXPERT, 2_000, "39.3 % and 41 %"),
    ] {
        games(name, field, count, published)?;
    }
    println!("peak memory               {:10.2} MB", peak_memory()?);
    Ok(())
}

fn wanted((size, mines): (Size, usize), start: Option<Square>, deadline: Duration) -> NoGuess {
    let middle = Square {
        row: size.rows / 2,
        col: size.cols / 2,
    };
    NoGuess {
        size,
        mines,
        start: start.unwrap_or(middle),
        difficulty: None,
        deadline,
    }
}

/// Draws 1,000 fields without guessing.
fn no_guess(start: Option<Square>) -> Result<(), Box<dyn Error>> {
    let wanted = wanted(EXPERT, start, Duration::from_secs(60));
    let mut times = Vec::new();
    for seed in 0..1_000 {
        let began = Instant::now();
        wanted.draw(&mut Random::seeded(seed))?;
        times.push(began.elapsed());
    }
    let Square { row, col } = wanted.start;
    println!("no guess from ({row}, {col}), 16 by 30, 99 mines, 1,000 fields");
    let soon = times.iter().filter(|&&time| time <= SOON).count();
    println!(
        "  within {:.0} ms             {soon:6} of {}",
        milliseconds(SOON),
        times.len()
    );
    tell(times);
    Ok(())
}

/// Plays games whose first reveal is safe; all squares are alike before it, so
/// that it is the first square.
fn games(
    name: &str,
    (size, mines): (Size, usize),
    count: u64,
    published: &str,
) -> Result<(), Box<dyn Error>> {
    let moves = EDITIONS
        .iter()
        .find(|edition| edition.name == EDITION)
        .and_then(|edition| edition.moves.as_ref())
        .ok_or("the edition is missing")?;
    let mut squares: Vec<Square> = size.squares().skip(1).collect();
    let mut random = Random::seeded(0);
    let (mut times, mut won) = (Vec::new(), 0_u32);
    for _ in 0..count {
        let minefield = random.place_among(size, &mut squares, mines);
        let mut session = (moves.begin)(&Setup::default(), minefield);
        let began = Instant::now();
        let played = play_by_proofs(session.as_mut(), moves, Some(mines), None)?;
        times.push(began.elapsed());
        won += u32::from(played.outcome == Some(Outcome::Won));
    }
    println!("{name}, {count} games: all that is proved, and the best guess that is found");
    tell(times);
    let rate = f64::from(won) * 100.0 / f64::from(u32::try_from(count)?);
    println!("  won                     {rate:10.1} %, published {published}");
    println!("  (first reveal safe, with any number; no square opens by itself)");
    Ok(())
}

/// Tells the median and the longest of some times.
fn tell(mut times: Vec<Duration>) {
    times.sort_unstable();
    let median = times[times.len() / 2];
    println!("  median                  {:10.3} ms", milliseconds(median));
    let most = times[times.len() * 95 / 100];
    println!("  95 of 100 within        {:10.3} ms", milliseconds(most));
    if let Some(worst) = times.last() {
        println!("  worst                   {:10.3} ms", milliseconds(*worst));
    }
}

/// How long a million random numbers take.
fn yardstick() -> Duration {
    let mut random = Random::seeded(1);
    let began = Instant::now();
    let sum = (0..1_000_000_u32).fold(0_u64, |sum, _| sum ^ random.below(1 << 40));
    std::hint::black_box(sum);
    began.elapsed()
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}

/// The most memory that this process has used, in megabytes.
fn peak_memory() -> Result<f64, Box<dyn Error>> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let kibibytes = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .and_then(|line| line.trim().strip_suffix(" kB"))
        .ok_or("no VmHWM")?;
    Ok(kibibytes.parse::<f64>()? * 1024.0 / 1e6)
}
