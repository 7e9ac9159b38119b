//! A player that waits for each answer before it sends the next line.

use std::io::{PipeReader, Read, Write};
use std::process::{Child, ChildStdin};

use super::{BLANK, round};
use crate::support::{QUIT, Test, Watchdog};

/// A game with both output streams in one pipe.
struct Conversation {
    _watchdog: Watchdog,
    _folder: tempfile::TempDir,
    game: Child,
    input: ChildStdin,
    output: PipeReader,
}

impl Conversation {
    fn start() -> Self {
        let (output, writer) = std::io::pipe().expect("a pipe");
        let (mut game, watchdog, folder) = Test::game()
            .stdout_to(writer.try_clone().expect("another end"))
            .stderr_to(writer)
            .spawn();
        let input = game.stdin.take().expect("a pipe");
        Self {
            _watchdog: watchdog,
            _folder: folder,
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

    /// Waits for exactly this answer.
    #[track_caller]
    fn hear(&mut self, expected: &str) {
        let mut answer = vec![0; expected.len()];
        self.output.read_exact(&mut answer).expect("the answer");
        assert_eq!(String::from_utf8(answer).expect("UTF-8"), expected);
    }

    /// Closes the input, and expects exactly this until the game ends.
    #[track_caller]
    fn end(self, expected: &str) {
        let Self {
            _watchdog,
            _folder,
            mut game,
            input,
            mut output,
        } = self;
        drop(input);
        let mut rest = String::new();
        output.read_to_string(&mut rest).expect("the end");
        assert_eq!(rest, expected);
        assert!(game.wait().expect("the program ends").success());
    }
}

#[test]
fn each_answer_arrives_before_the_next_line() {
    let mut talk = Conversation::start();
    talk.hear(include_str!("../../resources/uga/welcome-2022.sp.txt"));
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
    // A line that arrives in pieces is answered once it is complete. The line feed after a carriage
    // return belongs to the same line end.
    talk.say("he");
    talk.say("lp\r");
    talk.hear(concat!(
        "\n",
        include_str!("../../resources/uga/commands.txt")
    ));
    talk.hear(&round(4, rows));
    talk.say("\nq\u{2028}");
    // The game ends although its input is still open.
    talk.hear(QUIT);
    assert!(talk.game.wait().expect("the program ends").success());
    talk.end("");
}

#[test]
fn end_of_input_is_answered() {
    let mut talk = Conversation::start();
    talk.hear(include_str!("../../resources/uga/welcome-2022.sp.txt"));
    talk.hear(&round(0, [BLANK; 5]));
    talk.say("help me");
    let complaint = "\nInvalid Command: Command not recognized!\n".to_owned();
    talk.end(&(complaint + &round(0, [BLANK; 5]) + QUIT));
}
