//! Measures the number of games per second in memory, compared with the same games in processes.
//! Run with `cargo bench --bench session`.
//!
//! The ratio is the median over pairs of alternating runs, so that other load of the machine
//! affects both sides equally.

use std::{
    error::Error,
    io::Write,
    process::{Command, Stdio},
    time::Instant,
};

use minesweeper_alpha::internal::{EDITIONS, SeedFile, Setup, Transcript};

/// The program that plays a game in a process.
const GAME: &str = env!("CARGO_BIN_EXE_minesweeper-alpha");

/// A field of the maximum size.
const SEED: &str = "10 10 3\n0 0\n1 1\n9 9\n";

/// The commands of a game: they reveal a few squares, include an invalid line, and lose.
const INPUT: &str = "r 5 5\nm 0 0\ng 1 1\nnofog\nr 12 0\nh\nr 0 9\nr 7 3\nm 1 1\nr 9 9\n";

const PAIRS: usize = 15;
const GAMES_IN_MEMORY: u32 = 20_000;
const PROCESSES: u32 = 200;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::Builder::new()
        .prefix("bench-session-")
        .tempdir_in(env!("CARGO_TARGET_TMPDIR"))?;
    let seed = folder.path().join("seed.txt");
    std::fs::write(&seed, SEED)?;

    let expected = in_memory()?;
    let actual = in_process(&seed)?;
    if expected != actual {
        return Err("the two games are not the same".into());
    }
    let mut rates = Vec::new();
    for _ in 0..PAIRS {
        let start = Instant::now();
        for _ in 0..GAMES_IN_MEMORY {
            std::hint::black_box(in_memory()?);
        }
        let memory = f64::from(GAMES_IN_MEMORY) / start.elapsed().as_secs_f64();
        let start = Instant::now();
        for _ in 0..PROCESSES {
            in_process(&seed)?;
        }
        let process = f64::from(PROCESSES) / start.elapsed().as_secs_f64();
        rates.push((memory / process, memory, process));
    }
    rates.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (ratio, memory, process) = rates[PAIRS / 2];
    println!("the same game of 10 lines on a 10-by-10 field");
    println!("  in memory            {memory:10.0} games/s");
    println!("  through a process    {process:10.0} games/s");
    println!("  memory / process     {ratio:10.1}, median");
    Ok(())
}

/// Plays the game in memory and returns its output.
fn in_memory() -> Result<Vec<u8>, Box<dyn Error>> {
    let setup = Setup::of_file(SeedFile::in_memory("seed.txt", SEED.as_bytes()));
    let mut session = EDITIONS[0].start(&setup)?;
    Ok(Transcript::of(session.as_mut(), INPUT.as_bytes())
        .merged()
        .to_vec())
}

/// Plays the game in a process and returns the output on both streams.
fn in_process(seed: &std::path::Path) -> Result<Vec<u8>, Box<dyn Error>> {
    let (mut reader, writer) = std::io::pipe()?;
    let mut command = Command::new(GAME);
    command
        .arg(seed)
        .stdin(Stdio::piped())
        .stdout(writer.try_clone()?)
        .stderr(writer);
    let mut child = command.spawn()?;
    // Close the writing ends of the pipe, which `command` keeps open.
    drop(command);
    if let Some(mut input) = child.stdin.take() {
        input.write_all(INPUT.as_bytes())?;
    }
    let mut output = Vec::new();
    std::io::Read::read_to_end(&mut reader, &mut output)?;
    child.wait()?;
    Ok(output)
}
