//! Measures the speed of the game relative to `cat` and `true`, and the memory of the game. Run
//! with `cargo bench --bench play`; Unix only. The memory is read from `/proc`.
//!
//! Each ratio is the median over pairs of alternating runs, so that other load of the machine
//! affects both sides equally.

use std::{
    error::Error,
    fmt::Write as _,
    fs::File,
    io::{self, Read, Write},
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// The measured program.
const GAME: &str = env!("CARGO_BIN_EXE_minesweeper-alpha");

/// A field of the maximum size. The commands reveal no mine.
const SEED: &str = "10 10 3\n0 0\n1 1\n9 9\n";

/// Number of commands in a game. For the second memory measurement, it is ten times as large.
const COMMANDS: usize = 2_000_000;

/// Number of pairs of runs for the throughput.
const OUTPUT_PAIRS: usize = 15;

/// Number of pairs of runs for the start.
const START_PAIRS: usize = 1_000;

fn main() -> Result<(), Box<dyn Error>> {
    let commands = commands();
    let folder = tempfile::Builder::new()
        .prefix("bench-play-")
        .tempdir_in(env!("CARGO_TARGET_TMPDIR"))?;
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("seed.txt"), SEED)?;
    std::fs::write(path("commands.txt"), &commands)?;

    println!("{COMMANDS} commands on a 10-by-10 field, output through a pipe to a reader");
    let game = || command(GAME, &path("seed.txt"));
    let mut play = game();
    play.stdin(File::open(path("commands.txt"))?)
        .stdout(File::create(path("output.txt"))?);
    play.status()?;
    let length = std::fs::metadata(path("output.txt"))?.len();
    let mut ratios = Vec::new();
    let mut best = [Duration::MAX; 2];
    for _ in 0..OUTPUT_PAIRS {
        let mut play = game();
        play.stdin(File::open(path("commands.txt"))?);
        let mut cat = command("cat", &path("output.txt"));
        cat.stdin(Stdio::null());
        let times = [drain(&mut play, length)?, drain(&mut cat, length)?];
        best = [best[0].min(times[0]), best[1].min(times[1])];
        ratios.push(times[0].as_secs_f64() / times[1].as_secs_f64());
    }
    println!("  output               {:8.1} MB", megabytes(length));
    println!("  best of the game     {:8.3} s", best[0].as_secs_f64());
    println!("  best of cat          {:8.3} s", best[1].as_secs_f64());
    println!("  game / cat, median   {:8.3}", median(ratios));

    println!("peak memory");
    for times in [1, 10] {
        let peak = peak_memory(game(), commands.as_bytes(), times)?;
        println!(
            "  {:8} commands    {:8.2} MB",
            COMMANDS * times,
            megabytes(peak)
        );
    }

    println!("start to exit of a game that quits at once, {START_PAIRS} pairs");
    std::fs::write(path("quit.txt"), "q\n")?;
    let mut ratios = Vec::new();
    for _ in 0..START_PAIRS {
        let mut play = game();
        play.stdin(File::open(path("quit.txt"))?)
            .stdout(Stdio::null());
        let game_time = time(|| play.status())?;
        let mut baseline = Command::new("true");
        baseline
            .stdin(File::open(path("quit.txt"))?)
            .stdout(Stdio::null());
        let baseline_time = time(|| baseline.status())?;
        ratios.push(game_time.as_secs_f64() / baseline_time.as_secs_f64());
    }
    println!("  game / true, median  {:8.3}", median(ratios));
    Ok(())
}

/// Returns valid commands that change the grid and do not end the game.
fn commands() -> String {
    let mut text = String::new();
    for number in 0..COMMANDS {
        let (row, col) = (number / 10 % 10, number % 10);
        let word = ["m", "g"][number / 100 % 2];
        // Writing to a `String` always succeeds.
        let _ = writeln!(text, "{word} {row} {col}");
    }
    text
}

fn command(program: &str, argument: &Path) -> Command {
    let mut command = Command::new(program);
    command.arg(argument);
    command
}

fn time<T>(work: impl FnOnce() -> io::Result<T>) -> io::Result<Duration> {
    let start = Instant::now();
    work()?;
    Ok(start.elapsed())
}

/// Returns the duration of a program that writes `length` bytes to a pipe and ends.
fn drain(command: &mut Command, length: u64) -> io::Result<Duration> {
    time(|| {
        let mut child = command.stdout(Stdio::piped()).spawn()?;
        discard(&mut child, length)?;
        child.wait()
    })
}

/// Reads `length` bytes of a program's output.
fn discard(child: &mut Child, length: u64) -> io::Result<()> {
    let mut output = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
    let mut buffer = vec![0; 128 * 1024];
    let mut remaining = length;
    while remaining > 0 {
        match output.read(&mut buffer)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            read => remaining = remaining.saturating_sub(read as u64),
        }
    }
    Ok(())
}

/// Returns the peak resident memory, in bytes, of a game that has read the commands `times` times
/// and waits for more.
fn peak_memory(mut game: Command, commands: &[u8], times: usize) -> Result<u64, Box<dyn Error>> {
    let mut child = game
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let (Some(mut input), Some(mut output), Some(mut errors)) =
        (child.stdin.take(), child.stdout.take(), child.stderr.take())
    else {
        return Err("the game has no pipes".into());
    };
    let reader = thread::spawn(move || io::copy(&mut output, &mut io::sink()));
    for _ in 0..times {
        input.write_all(commands)?;
    }
    // The answer to an invalid command comes after all other output.
    input.write_all(b"enough\n")?;
    errors.read_exact(&mut [0])?;
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id()))?;
    let kibibytes = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .and_then(|line| line.trim().strip_suffix(" kB"))
        .ok_or("no VmHWM in /proc/PID/status")?
        .parse::<u64>()?;
    drop(input);
    child.wait()?;
    reader
        .join()
        .map_err(|_| "the reader of the output panicked")??;
    Ok(kibibytes * 1024)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

#[expect(clippy::cast_precision_loss, reason = "it is shown with a few digits")]
fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}
