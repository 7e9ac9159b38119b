//! A terminal, with the test at its keyboard.

use std::fs::File;
use std::io::{Read, Write};

use rustix::io::{FdFlags, fcntl_setfd};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

pub struct Terminal {
    keyboard: File,
    /// What a program gets for a standard stream.
    device: File,
}

impl Terminal {
    pub fn new() -> Self {
        let keyboard = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        // No program that another test starts may hold it open.
        fcntl_setfd(&keyboard, FdFlags::CLOEXEC).expect("a terminal");
        grantpt(&keyboard).expect("a terminal");
        unlockpt(&keyboard).expect("a terminal");
        let path = ptsname(&keyboard, Vec::new()).expect("a terminal");
        let device = File::options()
            .read(true)
            .write(true)
            .open(path.to_str().expect("UTF-8"))
            .expect("a terminal");
        assert!(rustix::termios::isatty(&device));
        Self {
            keyboard: File::from(keyboard),
            device,
        }
    }

    /// The terminal as a standard stream.
    pub fn stream(&self) -> File {
        self.device.try_clone().expect("the terminal again")
    }

    /// Types, and expects the program to answer with this, to its last byte. The
    /// terminal echoes what is typed.
    #[track_caller]
    pub fn talk(&mut self, typed: &str, answer: &str) {
        self.keyboard.write_all(typed.as_bytes()).expect("typing");
        // The key for the end of the input is not echoed.
        let echo = typed.trim_matches('\u{4}');
        let expected = on_terminal(&(echo.to_owned() + answer));
        let mut heard = vec![0; expected.len()];
        self.keyboard.read_exact(&mut heard).expect("the answer");
        assert_eq!(String::from_utf8(heard).expect("UTF-8"), expected);
    }

    /// All that is shown until the last program that has the terminal ends.
    pub fn rest(self) -> String {
        let Self {
            mut keyboard,
            device,
        } = self;
        drop(device);
        let mut shown = Vec::new();
        let mut block = [0; 4096];
        // Linux tells the end as an error, others as an end.
        while let Ok(length @ 1..) = keyboard.read(&mut block) {
            shown.extend_from_slice(&block[..length]);
        }
        String::from_utf8(shown).expect("UTF-8")
    }
}

/// What a terminal makes of a program's output: each line feed gets a carriage
/// return.
pub fn on_terminal(text: &str) -> String {
    text.replace('\n', "\r\n")
}
