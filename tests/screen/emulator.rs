//! Runs the program in an emulated terminal.

use std::{
    fs::File,
    io::{Read, Write},
    num::NonZero,
    process::{Child, Command, Stdio},
    sync::mpsc::{self, Receiver},
    time::{Duration, Instant},
};

use rustix::{
    fs::{Mode, OFlags},
    io::{FdFlags, fcntl_setfd},
    process::{Pid, Signal, WaitOptions, kill_process_group, waitpid},
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
    termios::{Termios, Winsize, tcgetattr, tcgetpgrp, tcsetwinsize},
};

use crate::support::PROGRAM;

/// Time after which a program that should have printed something or ended counts as hanging.
const TIMEOUT: Duration = Duration::from_secs(120);

/// An escape sequence that no program sends. The emulator sends it to mark the end of the output.
const MARK: &[u8] = b"\x1b]mark of the tests\x07";

/// Folder for the state of programs, in the folder of the emulator.
pub const STATE: &str = "state";

/// An interactive shell, which reports when the program is stopped, and continues it after a line
/// of input.
const SHELL: [&str; 3] = [
    "sh",
    "-mc",
    r#""$0" "$@"; echo "stopped with $?"; read -r line; fg > fg.txt; exit $?"#,
];

/// A script that runs the program.
const SCRIPT: [&str; 3] = ["sh", "-c", r#""$0" "$@"; exit $?"#];

/// A terminal with the program, which is the first process of its session or runs below a shell.
pub struct Emulator {
    child: Child,
    /// The end of the terminal for the test, which types and reads there.
    keyboard: File,
    /// The end of the terminal for programs. As long as it is open, the terminal keeps its modes.
    device: File,
    /// Modes of the terminal before the program started.
    before: Termios,
    output: Receiver<Vec<u8>>,
    parser: vt100::Parser,
    /// Everything that was sent to the terminal.
    pub sent: Vec<u8>,
    pub folder: tempfile::TempDir,
}

impl Emulator {
    /// Starts the program in a terminal of this size, in a folder with these files.
    pub fn start(size: (u16, u16), files: &[(&str, &str)], arguments: &[&str]) -> Self {
        Self::start_with(size, files, arguments, |_| ())
    }

    /// Starts the program below a shell that can continue the program when it is stopped. With
    /// `by_script`, the shell starts a script that runs the program.
    pub fn start_below_shell(
        size: (u16, u16),
        files: &[(&str, &str)],
        arguments: &[&str],
        by_script: bool,
    ) -> Self {
        let script: &[&str] = if by_script { &SCRIPT } else { &[] };
        Self::start_below(&[&SHELL, script].concat(), size, files, arguments)
    }

    /// Starts the program below another command, such as `unshare`.
    pub fn start_below(
        wrapper: &[&str],
        size: (u16, u16),
        files: &[(&str, &str)],
        arguments: &[&str],
    ) -> Self {
        let command_line = [wrapper, &[PROGRAM], arguments].concat();
        Self::start_command(size, files, &command_line, |_| ())
    }

    /// Starts the program, after a change of the command.
    pub fn start_with(
        size: (u16, u16),
        files: &[(&str, &str)],
        arguments: &[&str],
        change: impl FnOnce(&mut Command),
    ) -> Self {
        Self::start_command(size, files, &[&[PROGRAM], arguments].concat(), change)
    }

    /// Starts any program in the terminal.
    pub fn start_command(
        (rows, cols): (u16, u16),
        files: &[(&str, &str)],
        command_line: &[&str],
        change: impl FnOnce(&mut Command),
    ) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, content) in files {
            std::fs::write(folder.path().join(name), content).expect("a file");
        }
        let keyboard = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        fcntl_setfd(&keyboard, FdFlags::CLOEXEC).expect("a terminal");
        grantpt(&keyboard).expect("a terminal");
        unlockpt(&keyboard).expect("a terminal");
        let path = ptsname(&keyboard, Vec::new()).expect("a terminal");
        let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
        let device = File::from(rustix::fs::open(path, flags, Mode::empty()).expect("a terminal"));
        set_size(&device, rows, cols);
        let before = tcgetattr(&device).expect("its modes");
        let stream = || Stdio::from(device.try_clone().expect("the terminal again"));
        let mut command = Command::new("setsid");
        command
            .arg("-c")
            .args(command_line)
            .current_dir(&folder)
            .env("TERM", "xterm-256color")
            .env("XDG_STATE_HOME", folder.path().join(STATE))
            .env_remove("NO_COLOR")
            .env_remove("COLORTERM")
            .env_remove("WT_SESSION")
            .stdin(stream())
            .stdout(stream())
            .stderr(stream());
        change(&mut command);
        let child = command.spawn().expect("the program starts");
        drop(command);
        let keyboard = File::from(keyboard);
        let mut screen = keyboard.try_clone().expect("the terminal again");
        let (sender, output) = mpsc::channel();
        std::thread::spawn(move || {
            let mut block = vec![0; 65536];
            while let Ok(length @ 1..) = screen.read(&mut block) {
                if sender.send(block[..length].to_vec()).is_err() {
                    break;
                }
            }
        });
        Self {
            child,
            keyboard,
            device,
            before,
            output,
            parser: vt100::Parser::new(positive(rows), positive(cols), 0),
            sent: Vec::new(),
            folder,
        }
    }

    /// Types keys.
    pub fn keys(&mut self, keys: &str) -> &mut Self {
        self.keyboard.write_all(keys.as_bytes()).expect("typing");
        self
    }

    /// Changes the size of the terminal.
    pub fn resize(&mut self, rows: u16, cols: u16) -> &mut Self {
        set_size(&self.device, rows, cols);
        self.parser
            .screen_mut()
            .set_size(positive(rows), positive(cols));
        self
    }

    /// Sends a signal to the foreground process group of the terminal.
    pub fn signal(&mut self, signal: Signal) -> &mut Self {
        let foreground = tcgetpgrp(&self.keyboard).expect("a foreground");
        kill_process_group(foreground, signal).expect("a signal");
        self
    }

    /// Returns the text of the screen, without trailing spaces.
    pub fn text(&self) -> String {
        let screen = self.parser.screen();
        let (_, cols) = screen.size();
        let rows: Vec<String> = screen
            .rows(0, cols.get())
            .map(|row| row.trim_end().to_owned())
            .collect();
        rows.join("\n").trim_end().to_owned() + "\n"
    }

    /// Returns the last line that was sent to the terminal, also if the terminal wrapped it.
    pub fn last_line(&self) -> String {
        let sent = String::from_utf8_lossy(&self.sent);
        let line = sent.trim_end().rsplit('\n').next().unwrap_or_default();
        line.trim().to_owned()
    }

    /// Processes output until a condition holds. Panics with `what` if it never does.
    #[track_caller]
    pub fn wait_until(&mut self, what: &str, holds: impl Fn(&Self) -> bool) -> &mut Self {
        let start = Instant::now();
        while !holds(self) {
            let time_left = TIMEOUT.saturating_sub(start.elapsed());
            let Ok(bytes) = self.output.recv_timeout(time_left) else {
                panic!("never seen: {what}\n{}", self.text());
            };
            self.process(&bytes);
        }
        self
    }

    fn process(&mut self, bytes: &[u8]) {
        self.sent.extend_from_slice(bytes);
        self.parser.process(bytes);
    }

    /// Waits until a text is on the screen, perhaps in several lines.
    #[track_caller]
    pub fn see(&mut self, text: &str) -> &mut Self {
        self.wait_until(text, |emulator| {
            let screen = emulator.text();
            let words: Vec<&str> = screen.split_whitespace().collect();
            screen.contains(text) || words.join(" ").contains(text)
        })
    }

    /// Processes all output of a program that has ended, up to a mark that this function sends
    /// behind it.
    fn process_rest(&mut self) {
        self.device.write_all(MARK).expect("a mark");
        let mut rest = Vec::new();
        let end = loop {
            let mut parts = rest.windows(MARK.len());
            if let Some(end) = parts.position(|part| part == MARK) {
                break end;
            }
            rest.extend(self.output.recv_timeout(TIMEOUT).expect("the mark"));
        };
        rest.drain(end..end + MARK.len());
        self.process(&rest);
    }

    /// Waits for the end of the program. Returns its exit status, or none if a signal killed it.
    #[track_caller]
    pub fn end(&mut self) -> Option<i32> {
        let start = Instant::now();
        loop {
            while let Ok(bytes) = self.output.try_recv() {
                self.process(&bytes);
            }
            if let Some(status) = self.child.try_wait().expect("an end") {
                self.process_rest();
                return status.code();
            }
            assert!(start.elapsed() < TIMEOUT, "no end\n{}", self.text());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Asserts that the terminal is as it was before the program started: its modes, the screen,
    /// the cursor and the mouse.
    #[track_caller]
    pub fn assert_restored(&self) {
        let now = tcgetattr(&self.device).expect("its modes");
        for (before, now) in [
            (self.before.local_modes.bits(), now.local_modes.bits()),
            (self.before.input_modes.bits(), now.input_modes.bits()),
            (self.before.output_modes.bits(), now.output_modes.bits()),
            (self.before.control_modes.bits(), now.control_modes.bits()),
        ] {
            assert_eq!(before, now, "the modes of the terminal");
        }
        let screen = self.parser.screen();
        assert!(!screen.alternate_screen(), "the other screen");
        assert!(!screen.hide_cursor(), "the cursor is hidden");
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        let sent = String::from_utf8_lossy(&self.sent);
        for (on, off) in [
            ("\x1b[?1049h", "\x1b[?1049l"),
            ("\x1b[?1000h", "\x1b[?1000l"),
            ("\x1b[?1006h", "\x1b[?1006l"),
        ] {
            let counts = [on, off].map(|text| sent.matches(text).count());
            assert_eq!(counts[0], counts[1], "{on:?}");
        }
    }

    /// Closes the terminal, as a window is closed.
    pub fn close(self) -> (Child, tempfile::TempDir) {
        let Self {
            child,
            folder,
            keyboard,
            device,
            output,
            ..
        } = self;
        // The thread that reads the terminal holds it open until its channel is closed.
        drop((keyboard, device, output));
        (child, folder)
    }

    /// Returns the content of a file in the folder.
    #[track_caller]
    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.path().join(name)).expect("a file")
    }
}

/// Reports whether this process can observe that a child process stops. Below some tracers, it
/// cannot.
#[expect(clippy::zombie_processes, reason = "waitpid waits for the child")]
pub fn programs_can_be_stopped() -> bool {
    let mut child = Command::new("sh")
        .args(["-c", "kill -STOP $$"])
        .spawn()
        .expect("a shell starts");
    let options = WaitOptions::UNTRACED | WaitOptions::NOHANG;
    let start = Instant::now();
    let mut is_stopped = false;
    while !is_stopped && start.elapsed() < TIMEOUT {
        std::thread::sleep(Duration::from_millis(5));
        match waitpid(Some(Pid::from_child(&child)), options) {
            Ok(Some((_, status))) if status.stopped() => is_stopped = true,
            Ok(None) => {}
            // The child has ended, and `waitpid` has reaped it.
            _ => return false,
        }
    }
    child.kill().expect("a signal");
    child.wait().expect("its end");
    is_stopped
}

fn positive(length: u16) -> NonZero<u16> {
    NonZero::new(length).expect("a length")
}

fn set_size(terminal: &File, rows: u16, cols: u16) {
    let size = Winsize {
        ws_row: rows,
        ws_col: cols,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    tcsetwinsize(terminal, size).expect("a size");
}
