//! How many games a second are played in memory, beside the same games through
//! a process. Run with `cargo bench --bench session`.
//!
//! The ratio is the median over pairs of runs that alternate, so that what else
//! the machine does meets both sides alike.

use std::error::Error;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Instant;

use minesweeper_alpha::internal::{EDITIONS, SeedFile, Setup, Transcript};

/// The program whose processes play.
const GAME: &str = env!("CARGO_BIN_EXE_minesweeper-alpha");

/// A field of the greatest size, and a game on it: a few squares, an invalid
/// line and a loss.
const SEED: &str = "10 10 3\n0 0\n1 1\n9 9\n";
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
    let found = in_process(&seed)?;
    if expected != found {
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
    rates.sort_by(|one, other| one.0.total_cmp(&other.0));
    let (ratio, memory, process) = rates[PAIRS / 2];
    println!("the same game of 10 lines on a 10-by-10 field");
    println!("  in memory            {memory:10.0} games/s");
    println!("  through a process    {process:10.0} games/s");
    println!("  memory / process     {ratio:10.1}, median");
    Ok(())
}

/// What the game prints, played in memory from the bytes of its seed.
fn in_memory() -> Result<Vec<u8>, Box<dyn Error>> {
    let setup = Setup::of_file(SeedFile::in_memory("seed.txt", SEED.as_bytes()));
    let mut session = EDITIONS[0].start(&setup)?;
    Ok(Transcript::of(session.as_mut(), INPUT.as_bytes())
        .merged()
        .to_vec())
}

/// What the game prints on both streams, played by a process.
fn in_process(seed: &std::path::Path) -> Result<Vec<u8>, Box<dyn Error>> {
    let (mut reader, writer) = std::io::pipe()?;
    let mut command = Command::new(GAME);
    command
        .arg(seed)
        .stdin(Stdio::piped())
        .stdout(writer.try_clone()?)
        .stderr(writer);
    let mut child = command.spawn()?;
    // The command keeps its ends of the pipe: they have to go.
    drop(command);
    if let Some(mut input) = child.stdin.take() {
        input.write_all(INPUT.as_bytes())?;
    }
    let mut printed = Vec::new();
    std::io::Read::read_to_end(&mut reader, &mut printed)?;
    child.wait()?;
    Ok(printed)
}
