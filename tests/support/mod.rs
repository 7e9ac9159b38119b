//! Shared test support: runs the program and compares its output.

mod amount;
mod browser;
mod flawed;
pub mod memory;
mod other_processes;
mod process;
mod schema;
mod terminal;
mod test;

use std::{
    fs::File,
    io::Write,
    path::{Path, PathBuf},
    sync::OnceLock,
};

pub(crate) use amount::amount;
pub use browser::Browser;
pub use flawed::flawed;
pub use other_processes::{comes_true, found_without, processes_with, unique_sleep};
pub use process::{LONGEST_RUN, Run, Watchdog, visible};
pub use schema::json;
pub use terminal::Terminal;
pub use test::Test;

/// A folder for temporary files other than `/tmp`, in which the program creates private folders.
pub const SEEN: &str = "/var/tmp";

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_minesweeper-alpha");

/// A 5-by-6 seed with mines on (0, 0) and (2, 3).
pub const SEED: &str = "5 6\n2\n0 0\n2 3\n";

pub const QUIT: &str = "\nQuitting the game...\nBye!\n";

pub fn package_file(path: impl AsRef<Path>) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Returns the path of the program under another name, for tests that check it as a player: `check`
/// hides its own executable from the commands that it runs.
pub fn player() -> &'static Path {
    static PLAYER: OnceLock<PathBuf> = OnceLock::new();
    PLAYER.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let link = folder.join(format!("player-{}", std::process::id()));
        std::fs::hard_link(PROGRAM, &link).expect("a link");
        // This replaces the link of an earlier test run.
        let player = folder.join("player");
        std::fs::rename(&link, &player).expect("another name");
        // The old link remains if both links lead to the same file.
        let _ = std::fs::remove_file(&link);
        player
    })
}

/// Opens a file or device for reading.
pub fn open(path: impl AsRef<Path>) -> File {
    File::options()
        .read(true)
        .open(path)
        .expect("opening for reading")
}

/// Opens a device that is always full. If there is none, notes a skipped test.
#[track_caller]
pub fn full() -> Option<File> {
    let full = File::options().write(true).open("/dev/full").ok();
    if full.is_none() {
        skipped("there is no /dev/full");
    }
    full
}

/// Reports whether this wrapper can run the program under test. Notes a skipped test if it cannot.
#[track_caller]
pub fn can_run_below(wrapper: &[&str]) -> bool {
    let output = std::process::Command::new(wrapper[0])
        .args(&wrapper[1..])
        .args([PROGRAM, "--version"])
        .output();
    let can_run = output.is_ok_and(|output| output.status.success());
    if !can_run {
        skipped(&format!("`{}` does not work here", wrapper.join(" ")));
    }
    can_run
}

/// Splits a line at each space.
pub fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

/// Reports whether a program is installed. Notes a skipped test if it is not.
#[track_caller]
pub fn has_program(name: &str) -> bool {
    let is_installed = is_installed(name);
    if !is_installed {
        skipped(&format!("there is no {name}"));
    }
    is_installed
}

fn is_installed(name: &str) -> bool {
    let output = std::process::Command::new(name).arg("--version").output();
    output.is_ok_and(|output| output.status.success())
}

/// Reports whether a test that needs `TESTS=all` must be skipped, and notes a skipped test then.
#[track_caller]
pub fn is_put_off() -> bool {
    let is_put_off = amount(true, false);
    if is_put_off {
        skipped("run with TESTS=all");
    }
    is_put_off
}

/// Prints that a test, or the rest of it, is skipped, with the reason. Writes to standard error
/// directly, since the test harness captures `eprintln!`.
#[track_caller]
pub fn skipped(why: &str) {
    let place = std::panic::Location::caller();
    let thread = std::thread::current();
    let name = thread.name().unwrap_or("a test");
    let text = format!(
        "\nSKIPPED {name} ({}:{}): {why}\n",
        place.file(),
        place.line()
    );
    // Standard error may be closed.
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// Compares a text with the snapshot of this name in `tests/snapshots/`. To write all snapshots
/// again:
///
///     SNAPSHOTS=write cargo test --test suite
#[track_caller]
pub fn snapshot(name: &str, text: &str) {
    let path = package_file(format!("tests/snapshots/{name}"));
    if std::env::var_os("SNAPSHOTS").is_some_and(|value| value == "write") {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(&path, text).expect("a snapshot");
        return;
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        text,
        expected,
        "{}: SNAPSHOTS=write writes it again",
        path.display()
    );
}

/// Asserts that a text contains all of these parts.
#[track_caller]
pub fn assert_contains<T: AsRef<str>>(text: &str, parts: impl IntoIterator<Item = T>) {
    for part in parts {
        let part = part.as_ref();
        assert!(text.contains(part), "{part:?} is missing:\n{text}");
    }
}

/// Asserts that a text contains none of these parts.
#[track_caller]
pub fn assert_lacks<T: AsRef<str>>(text: &str, parts: impl IntoIterator<Item = T>) {
    for part in parts {
        let part = part.as_ref();
        assert!(!text.contains(part), "unexpected {part:?}:\n{text}");
    }
}

/// Replaces each text between these marks, such as a time, by a dot.
pub fn without(text: &str, before: &str, behind: char) -> String {
    let mut parts = text.split(before);
    let mut result = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.split_once(behind).map_or(part, |(_, rest)| rest);
        result += &format!("{before}.{behind}{rest}");
    }
    result
}

/// Asserts that the program rejects arguments with this message before it reads input.
#[track_caller]
pub fn refused(arguments: &[&str], message: &str) {
    Test::new().args(arguments).stdin("q\n").refused(message);
}
