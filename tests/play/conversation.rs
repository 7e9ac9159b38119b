//! A player that waits for each answer before it sends the next line.

use std::{
    io::{PipeReader, Read, Write},
    process::{Child, ChildStdin},
};

use super::{BLANK, round};
use crate::support::{QUIT, Test, Watchdog};

/// A game with both output streams in one pipe.
struct Conversation {
    _watchdog: Watchdog,
    _folder: tempfile::TempDir,
    process: Child,
    input: ChildStdin,
    output: PipeReader,
}

impl Conversation {
    fn start() -> Self {
        let (output, writer) = std::io::pipe().expect("a pipe");
        let (mut process, watchdog, folder) = Test::game()
            .stdout_to(writer.try_clone().expect("another end"))
            .stderr_to(writer)
            .spawn();
        let input = process.stdin.take().expect("a pipe");
        Self {
            _watchdog: watchdog,
            _folder: folder,
            process,
            input,
            output,
        }
    }

    fn send(&mut self, text: &str) {
        self.input
            .write_all(text.as_bytes())
            .expect("the game reads");
    }

    /// Waits for exactly this answer.
    #[track_caller]
    fn expect(&mut self, expected: &str) {
        let mut answer = vec![0; expected.len()];
        self.output.read_exact(&mut answer).expect("the answer");
        assert_eq!(String::from_utf8(answer).expect("UTF-8"), expected);
    }

    /// Closes the input, and expects exactly this output until the game ends.
    #[track_caller]
    fn end(self, expected: &str) {
        let Self {
            _watchdog,
            _folder,
            mut process,
            input,
            mut output,
        } = self;
        drop(input);
        let mut rest = String::new();
        output.read_to_string(&mut rest).expect("the end");
        assert_eq!(rest, expected);
        assert!(process.wait().expect("the program ends").success());
    }
}

#[test]
fn each_answer_arrives_before_the_next_line() {
    let mut game = Conversation::start();
    game.expect(include_str!("../../resources/uga/welcome-2022.sp.txt"));
    game.expect(&round(0, [BLANK; 5]));
    let mut rows = [BLANK; 5];
    for (line, row) in [
        ("m 0 0\n", " F |   |   |   |   |   "),
        ("r 0 1\r\n", " F | 1 |   |   |   |   "),
        ("g 0 2\r", " F | 1 | ? |   |   |   "),
    ] {
        rows[0] = row;
        let rounds = row.matches(['F', '1', '?']).count();
        game.send(line);
        game.expect(&round(u32::try_from(rounds).expect("a few"), rows));
    }
    game.send("r 9 9\u{85}");
    game.expect("\nInvalid Command: Index 9 out of bounds for length 5\n");
    game.expect(&round(3, rows));
    // The game answers a line that arrives in pieces once it is complete. A line feed after a
    // carriage return belongs to the same line end.
    game.send("he");
    game.send("lp\r");
    game.expect(concat!(
        "\n",
        include_str!("../../resources/uga/commands.txt")
    ));
    game.expect(&round(4, rows));
    game.send("\nq\u{2028}");
    // The game ends although its input is still open.
    game.expect(QUIT);
    assert!(game.process.wait().expect("the program ends").success());
    game.end("");
}

#[test]
fn last_line_without_line_end_is_answered() {
    let mut game = Conversation::start();
    game.expect(include_str!("../../resources/uga/welcome-2022.sp.txt"));
    game.expect(&round(0, [BLANK; 5]));
    game.send("help me");
    let error = "\nInvalid Command: Command not recognized!\n".to_owned();
    game.end(&(error + &round(0, [BLANK; 5]) + QUIT));
}
