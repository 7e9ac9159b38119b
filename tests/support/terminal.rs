//! A pseudoterminal on which a test types.

use std::{
    fs::File,
    io::{Read, Write},
};

use rustix::{
    io::{FdFlags, fcntl_setfd},
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
};

pub struct Terminal {
    /// The end of the terminal for the test, which types and reads there.
    keyboard: File,
    /// The end of the terminal for a program's standard streams.
    device: File,
}

impl Terminal {
    pub fn new() -> Self {
        let keyboard = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        // Programs that other tests start must not keep the terminal open.
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

    /// Returns the terminal as a standard stream.
    pub fn stream(&self) -> File {
        self.device.try_clone().expect("the terminal again")
    }

    /// Types a text, and expects exactly its echo and this answer.
    #[track_caller]
    pub fn talk(&mut self, typed: &str, answer: &str) {
        self.keyboard.write_all(typed.as_bytes()).expect("typing");
        // Ctrl+D is not echoed.
        let echo = typed.trim_matches('\u{4}');
        let expected = on_terminal(&(echo.to_owned() + answer));
        let mut output = vec![0; expected.len()];
        self.keyboard.read_exact(&mut output).expect("the answer");
        assert_eq!(String::from_utf8(output).expect("UTF-8"), expected);
    }

    /// Returns the remaining output, until the last program on the terminal ends.
    pub fn rest(self) -> String {
        let Self {
            mut keyboard,
            device,
        } = self;
        drop(device);
        let mut output = Vec::new();
        let mut block = [0; 4096];
        // Linux reports the end as an error, other systems as an end of file.
        while let Ok(length @ 1..) = keyboard.read(&mut block) {
            output.extend_from_slice(&block[..length]);
        }
        String::from_utf8(output).expect("UTF-8")
    }
}

/// Returns a program's output as a terminal passes it on, with a carriage return before each line
/// feed.
pub fn on_terminal(text: &str) -> String {
    text.replace('\n', "\r\n")
}
