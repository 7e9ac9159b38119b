//! Measures the time to draw fields that need no guess and to play whole games, the share of games
//! won, and the peak memory (from `/proc`). Run with `cargo bench --bench solve`.
//!
//! Times depend on the machine. To compare two runs, first compare their yardsticks: the time to
//! draw a million random numbers.

use std::{
    error::Error,
    time::{Duration, Instant},
};

use minesweeper_alpha::internal::{
    EDITIONS, NoGuess, Outcome, Random, Setup, Size, SolveError, Square, play_by_proofs,
};

/// The largest classic field: its size and its mine count.
const EXPERT: (Size, usize) = (Size { rows: 16, cols: 30 }, 99);

/// An edition whose fields can be that large.
const EDITION: &str = "2019.fa";

/// Time in which 95 of 100 fields that need no guess should be drawn.
const TARGET: Duration = Duration::from_millis(2);

fn main() -> Result<(), Box<dyn Error>> {
    let yardstick = yardstick();
    println!(
        "a million random numbers  {:10.3} ms",
        milliseconds(yardstick)
    );
    no_guess(None)?;
    no_guess(Some(Square { row: 0, col: 0 }))?;
    let hard_request = request((EXPERT.0, 200), None, Duration::from_secs(2));
    let start_time = Instant::now();
    match hard_request.draw(&mut Random::seeded(1), || true) {
        Err(error @ SolveError::Deadline { .. }) => println!("200 mines: {error}"),
        drawn => println!("200 mines: {drawn:?}"),
    }
    println!(
        "  deadline 2 s, needed    {:10.3} ms",
        milliseconds(start_time.elapsed())
    );
    for (name, field, count) in [
        ("9 by 9, 10 mines", (Size { rows: 9, cols: 9 }, 10), 1_000),
        (
            "16 by 16, 40 mines",
            (Size { rows: 16, cols: 16 }, 40),
            1_000,
        ),
        ("16 by 30, 99 mines", EXPERT, 2_000),
    ] {
        games(name, field, count)?;
    }
    println!("peak memory               {:10.2} MB", peak_memory()?);
    Ok(())
}

/// Creates the request for a field. By default, the start is the middle.
fn request((size, mines): (Size, usize), start: Option<Square>, deadline: Duration) -> NoGuess {
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

/// Draws 1,000 fields that need no guess.
fn no_guess(start: Option<Square>) -> Result<(), Box<dyn Error>> {
    let request = request(EXPERT, start, Duration::from_secs(60));
    let mut times = Vec::new();
    for seed in 0..1_000 {
        let start_time = Instant::now();
        request.draw(&mut Random::seeded(seed), || true)?;
        times.push(start_time.elapsed());
    }
    let Square { row, col } = request.start;
    println!("no guess from ({row}, {col}), 16 by 30, 99 mines, 1,000 fields");
    let in_time = times.iter().filter(|&&time| time <= TARGET).count();
    println!(
        "  within {:.0} ms             {in_time:6} of {}",
        milliseconds(TARGET),
        times.len()
    );
    print_times(times);
    Ok(())
}

/// Plays games whose first reveal is safe. Before it, all squares are equally safe, so that the
/// solver reveals the first square.
fn games(name: &str, (size, mines): (Size, usize), count: u64) -> Result<(), Box<dyn Error>> {
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
        let start_time = Instant::now();
        let played = play_by_proofs(session.as_mut(), moves, Some(mines), None)?;
        times.push(start_time.elapsed());
        won += u32::from(played.outcome == Some(Outcome::Won));
    }
    println!("{name}, {count} games by proofs and the safest guesses");
    print_times(times);
    let rate = f64::from(won) * 100.0 / f64::from(u32::try_from(count)?);
    println!("  won                     {rate:10.1} %");
    println!("  (first reveal safe, with any number; no square opens by itself)");
    Ok(())
}

/// Prints the median, the 95th percentile and the maximum of some times.
fn print_times(mut times: Vec<Duration>) {
    times.sort_unstable();
    let median = times[times.len() / 2];
    println!("  median                  {:10.3} ms", milliseconds(median));
    let p95 = times[times.len() * 95 / 100];
    println!("  95 of 100 within        {:10.3} ms", milliseconds(p95));
    if let Some(worst) = times.last() {
        println!("  worst                   {:10.3} ms", milliseconds(*worst));
    }
}

/// Returns the time to draw a million random numbers.
fn yardstick() -> Duration {
    let mut random = Random::seeded(1);
    let start_time = Instant::now();
    let sum = (0..1_000_000_u32).fold(0_u64, |sum, _| sum ^ random.below(1 << 40));
    std::hint::black_box(sum);
    start_time.elapsed()
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}

/// Returns the peak memory of this process, in megabytes.
fn peak_memory() -> Result<f64, Box<dyn Error>> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let kibibytes = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .and_then(|line| line.trim().strip_suffix(" kB"))
        .ok_or("no VmHWM")?;
    Ok(kibibytes.parse::<f64>()? * 1024.0 / 1e6)
}
