//! What the rooms share: running the program and comparing all it does.

mod amount;
#[cfg(unix)]
mod browser;
#[cfg(unix)]
mod flawed;
pub mod memory;
#[cfg(unix)]
mod other_processes;
mod process;
mod schema;
#[cfg(unix)]
mod terminal;
mod test;

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

pub(crate) use amount::amount;
#[cfg(unix)]
pub use browser::Browser;
#[cfg(unix)]
pub use flawed::flawed;
#[cfg(unix)]
pub use other_processes::{comes_true, processes_with, unique_sleep};
pub use process::{LONGEST_RUN, Run, Watchdog, visible};
pub use schema::json;
#[cfg(unix)]
pub use terminal::Terminal;
pub use test::Test;

/// Where folders are that runs see: `/tmp` may be their own.
pub const SEEN: &str = "/var/tmp";

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_minesweeper-alpha");

/// A 5-by-6 seed with mines on (0,0) and (2,3).
pub const SEED: &str = "5 6\n2\n0 0\n2 3\n";

pub const QUIT: &str = "\nQuitting the game...\nBye!\n";

pub fn package_file(path: impl AsRef<Path>) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The program under another name, as a player that is checked: `check` hides
/// its own executable from the commands that it runs.
pub fn player() -> &'static Path {
    static PLAYER: OnceLock<PathBuf> = OnceLock::new();
    PLAYER.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let link = folder.join(format!("player-{}", std::process::id()));
        std::fs::hard_link(PROGRAM, &link).expect("a link");
        // One that a test run before has left gives way.
        let player = folder.join("player");
        std::fs::rename(&link, &player).expect("another name");
        let _ = std::fs::remove_file(&link);
        player
    })
}

/// A file, or a device, to read from.
pub fn open(path: impl AsRef<Path>) -> File {
    File::options()
        .read(true)
        .open(path)
        .expect("opening for reading")
}

/// A device that is always full. Where there is none, it is said that what
/// needs it is skipped.
#[track_caller]
pub fn full() -> Option<File> {
    let full = File::options().write(true).open("/dev/full").ok();
    if full.is_none() {
        skipped("there is no /dev/full");
    }
    full
}

/// Whether this command runs the program under test here. Where it does not, it is
/// said that what needs it is skipped.
#[track_caller]
pub fn can_run_below(wrapper: &[&str]) -> bool {
    let tried = std::process::Command::new(wrapper[0])
        .args(&wrapper[1..])
        .args([PROGRAM, "--version"])
        .output();
    let can_run = tried.is_ok_and(|output| output.status.success());
    if !can_run {
        skipped(&format!("`{}` does not work here", wrapper.join(" ")));
    }
    can_run
}

pub fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

/// Reports whether a program is installed; notes a skipped test if not.
#[track_caller]
pub fn has_program(name: &str) -> bool {
    let version = std::process::Command::new(name).arg("--version").output();
    let is_there = version.is_ok_and(|run| run.status.success());
    if !is_there {
        skipped(&format!("there is no {name}"));
    }
    is_there
}

/// Whether a test has to wait for `TESTS=all`: then it says that it is skipped.
#[track_caller]
pub fn is_put_off() -> bool {
    let is_put_off = amount(true, false);
    if is_put_off {
        skipped("run with TESTS=all");
    }
    is_put_off
}

/// Reports that a test, or the rest of it, is skipped, and why. It writes to the standard error
/// itself, since the test harness captures `eprintln!`.
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

/// Compares a text with what `tests/snapshots/` has under this name. To make all of them
/// anew:
///
///     SNAPSHOTS=write cargo test --test suite
#[track_caller]
pub fn snapshot(name: &str, text: &str) {
    let path = package_file(format!("tests/snapshots/{name}"));
    if std::env::var_os("SNAPSHOTS").is_some_and(|what| what == "write") {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(&path, text).expect("a snapshot");
        return;
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        text,
        expected,
        "{}: SNAPSHOTS=write makes it anew",
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

/// A text in which all that stands between these marks, such as a time, is a dot.
pub fn without(text: &str, before: &str, behind: char) -> String {
    let mut parts = text.split(before);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let rest = part.split_once(behind).map_or(part, |(_, rest)| rest);
        text + before + "." + &behind.to_string() + rest
    })
}

/// Asserts that arguments are refused with this message, before any input is
/// looked at.
#[track_caller]
pub fn refused(arguments: &[&str], message: &str) {
    Test::new().args(arguments).stdin("q\n").refused(message);
}
