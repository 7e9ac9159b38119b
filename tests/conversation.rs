//! A player who waits for each answer before the next line: over pipes and at
//! a terminal.
#![cfg(unix)]
#![allow(clippy::expect_used, clippy::panic, reason = "tests fail that way")]

mod support;

use std::io::{PipeReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};

use support::{PROGRAM, SEED, SeedFile, Watchdog, game, run};

/// One round of the game of [`SEED`].
fn round(rounds: u32, rows: [&str; 5]) -> String {
    let mut text = format!("\n Rounds Completed: {rounds}\n\n");
    for (index, row) in rows.iter().enumerate() {
        text = text + " " + &index.to_string() + " |" + row + "|\n";
    }
    text + "     0   1   2   3   4   5 \n\nminesweeper-alpha: "
}

const BLANK: &str = "   |   |   |   |   |   ";

/// A game whose outputs are one pipe.
struct Conversation {
    _watchdog: Watchdog,
    game: Child,
    input: ChildStdin,
    output: PipeReader,
}

impl Conversation {
    fn start(seed: &SeedFile) -> Self {
        let (output, writer) = std::io::pipe().expect("a pipe");
        let mut game = Command::new(PROGRAM)
            .arg(seed.path())
            .stdin(Stdio::piped())
            .stdout(writer.try_clone().expect("another end"))
            .stderr(writer)
            .spawn()
            .expect("the program starts");
        let input = game.stdin.take().expect("a pipe");
        Self {
            _watchdog: Watchdog::new(&game),
            game,
            input,
            output,
        }
    }

    fn say(&mut self, line: &str) {
        self.input
            .write_all(line.as_bytes())
            .expect("the game reads");
    }

    /// Waits for this answer, to its last byte.
    #[track_caller]
    fn hear(&mut self, expected: &str) {
        let mut answer = vec![0; expected.len()];
        self.output.read_exact(&mut answer).expect("the answer");
        assert_eq!(String::from_utf8(answer).expect("UTF-8"), expected);
    }

    #[track_caller]
    fn end(mut self) {
        let mut rest = Vec::new();
        self.output.read_to_end(&mut rest).expect("the end");
        assert_eq!(rest, b"");
        assert!(self.game.wait().expect("the program ends").success());
    }
}

#[test]
fn each_answer_is_there_before_the_next_line() {
    let seed = SeedFile::new(SEED);
    let mut talk = Conversation::start(&seed);
    talk.hear(include_str!("../resources/uga/welcome-2022.sp.txt"));
    talk.hear(&round(0, [BLANK; 5]));
    let mut rows = [BLANK; 5];
    for (said, row) in [
        ("m 0 0\n", " F |   |   |   |   |   "),
        ("r 0 1\r\n", " F | 1 |   |   |   |   "),
        ("g 0 2\r", " F | 1 | ? |   |   |   "),
    ] {
        rows[0] = row;
        let rounds = row.matches(['F', '1', '?']).count();
        talk.say(said);
        talk.hear(&round(u32::try_from(rounds).expect("a few"), rows));
    }
    talk.say("r 9 9\u{85}");
    talk.hear("\nInvalid Command: Index 9 out of bounds for length 5\n");
    talk.hear(&round(3, rows));
    // A line that comes in pieces is answered when it is whole, and the line
    // feed after a carriage return is none of its own.
    talk.say("he");
    talk.say("lp\r");
    talk.hear(concat!("\n", include_str!("../resources/uga/commands.txt")));
    talk.hear(&round(4, rows));
    talk.say("\nq\u{2028}");
    talk.hear("\nQuitting the game...\nBye!\n");
    talk.end();
}

#[test]
fn the_end_of_the_input_is_answered_too() {
    let seed = SeedFile::new(SEED);
    let mut talk = Conversation::start(&seed);
    talk.hear(include_str!("../resources/uga/welcome-2022.sp.txt"));
    talk.hear(&round(0, [BLANK; 5]));
    talk.say("help me");
    let Conversation {
        _watchdog,
        game,
        input,
        output,
    } = talk;
    drop(input);
    let mut rest = String::new();
    { output }.read_to_string(&mut rest).expect("the end");
    let expected = "\nInvalid Command: Command not recognized!\n".to_owned()
        + &round(0, [BLANK; 5])
        + "\nQuitting the game...\nBye!\n";
    assert_eq!(rest, expected);
    assert!({ game }.wait().expect("the program ends").success());
}

/// What a terminal makes of a program's output: each line feed gets a carriage
/// return.
fn on_terminal(text: &str) -> String {
    text.replace('\n', "\r\n")
}

#[test]
fn a_game_is_played_at_a_terminal() {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

    let keyboard = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&keyboard).expect("a terminal");
    unlockpt(&keyboard).expect("a terminal");
    let path = ptsname(&keyboard, Vec::new()).expect("a terminal");
    let terminal = std::fs::File::options()
        .read(true)
        .write(true)
        .open(path.to_str().expect("UTF-8"))
        .expect("a terminal");
    assert!(rustix::termios::isatty(&terminal));

    let seed = SeedFile::new(SEED);
    let mut child = Command::new(PROGRAM)
        .arg(seed.path())
        .stdin(terminal.try_clone().expect("the terminal again"))
        .stdout(terminal.try_clone().expect("the terminal again"))
        .stderr(terminal)
        .spawn()
        .expect("the program starts");
    let _watchdog = Watchdog::new(&child);
    let mut keyboard = std::fs::File::from(keyboard);
    let piped = run(&mut game([seed.path()]), b"");
    let first = piped.out.len() - "\nQuitting the game...\nBye!\n".len();
    let beginning = String::from_utf8(piped.out[..first].to_vec()).expect("UTF-8");
    let marked = round(1, [" F |   |   |   |   |   ", BLANK, BLANK, BLANK, BLANK]);
    for (typed, answer) in [
        ("", beginning),
        ("m 0 0\n", marked.clone()),
        (
            "bad\n",
            "\nInvalid Command: Command not recognized!\n".to_owned() + &marked,
        ),
        // The key for the end of the input, at the beginning of a line.
        ("\u{4}", "\nQuitting the game...\nBye!\n".to_owned()),
    ] {
        keyboard.write_all(typed.as_bytes()).expect("typing");
        let echo = typed.trim_matches('\u{4}');
        let expected = on_terminal(&(echo.to_owned() + &answer));
        let mut heard = vec![0; expected.len()];
        keyboard.read_exact(&mut heard).expect("the answer");
        assert_eq!(String::from_utf8(heard).expect("UTF-8"), expected);
    }
    assert!(child.wait().expect("the program ends").success());
}
