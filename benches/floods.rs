//! Measures the processor time and the memory of `check` for a program that floods its output. Run
//! with `cargo bench --bench floods`; Linux only.

use std::{
    error::Error,
    fs,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

const PROGRAM: &str = env!("CARGO_BIN_EXE_minesweeper-alpha");

/// Size of each flood in bytes, just below the default of `--max-output`.
const SIZE: usize = (16 << 20) - 100;

/// Clock ticks per second, the unit of times in `/proc`.
const TICKS: f64 = 100.0;

/// The output of one round of a game.
const ROUND: &[u8] =
    b" Rounds Completed: 0\n\n 0 |   |   |   |\n     0   1   2 \n\nminesweeper-alpha: ";

fn repeated(text: &[u8]) -> Vec<u8> {
    text.repeat(SIZE / text.len())
}

/// Returns bytes from a linear congruential generator.
fn random() -> Vec<u8> {
    let mut state = 1_u32;
    let mut bytes = Vec::with_capacity(SIZE);
    for _ in 0..SIZE {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        bytes.push(state.to_be_bytes()[0]);
    }
    bytes
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::Builder::new()
        .prefix("bench-floods-")
        .tempdir_in(env!("CARGO_TARGET_TMPDIR"))?;
    let cases = folder.path().join("cases");
    fs::create_dir(&cases)?;
    fs::write(cases.join("tc.seed.txt"), "5 5 1 4 4\n")?;
    fs::write(cases.join("tc.in.txt"), "m 0 0\nbad\nr 0 0\nq\n")?;
    let mut record = Command::new(PROGRAM);
    record.arg("record").arg(&cases).stdout(Stdio::null());
    assert!(record.status()?.success());
    let floods = [
        ("line feeds", repeated(b"\n")),
        ("one line", repeated(b"x")),
        ("prompts", repeated(b"minesweeper-alpha: ")),
        ("rounds", repeated(ROUND)),
        ("equal lines", repeated(b"hello there\n")),
        ("seeds", repeated(b"5 5 1 4 4\n")),
        ("random bytes", random()),
        (
            "a long line and line feeds",
            [vec![b'x'; SIZE / 2], vec![b'\n'; SIZE / 2]].concat(),
        ),
    ];
    println!("`check` of one case, {} MiB of output", SIZE >> 20);
    for (name, flood) in floods {
        let path = folder.path().join("flood");
        fs::write(&path, flood)?;
        let (seconds, kibibytes) = measure(&cases, &path)?;
        println!("  {name:<26} {seconds:6.2} s {:6} MiB", kibibytes >> 10);
    }
    Ok(())
}

/// Checks a program that prints a file. Returns the processor time of `check` without its children,
/// in seconds, and the peak memory in KiB. Both are the last values before `check` ended.
fn measure(cases: &Path, flood: &Path) -> Result<(f64, u64), Box<dyn Error>> {
    let mut check = Command::new(PROGRAM)
        .arg("check")
        .arg(cases)
        .args(["--", "sh", "-c", "cat \"$0\""])
        .arg(flood)
        .stdout(Stdio::null())
        .spawn()?;
    let process = format!("/proc/{}", check.id());
    let (mut ticks, mut memory) = (0.0, 0);
    while check.try_wait()?.is_none() {
        let stat = fs::read_to_string(format!("{process}/stat")).unwrap_or_default();
        let fields = stat.rsplit(") ").next().unwrap_or_default().split(' ');
        // Processor time in user mode and in the kernel.
        let times = fields
            .skip(11)
            .take(2)
            .filter_map(|field| field.parse::<f64>().ok());
        ticks = times.sum::<f64>().max(ticks);
        let status = fs::read_to_string(format!("{process}/status")).unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kibibytes = peak.and_then(|text| text.trim().strip_suffix(" kB")?.parse().ok());
        memory = kibibytes.unwrap_or(0).max(memory);
        thread::sleep(Duration::from_millis(2));
    }
    Ok((ticks / TICKS, memory))
}
