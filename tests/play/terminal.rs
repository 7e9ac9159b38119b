//! A player at a terminal.

use super::{BLANK, beginning, round};
use crate::support::{QUIT, Terminal, Test};

#[test]
fn game_works_at_a_terminal() {
    let mut terminal = Terminal::new();
    let (mut child, _watchdog, _folder) = Test::game()
        .stdin_from(terminal.stream())
        .stdout_to(terminal.stream())
        .stderr_to(terminal.stream())
        .spawn();
    let marked = round(1, [" F |   |   |   |   |   ", BLANK, BLANK, BLANK, BLANK]);
    let error = "\nInvalid Command: Command not recognized!\n".to_owned() + &marked;
    terminal.talk("", &beginning());
    terminal.talk("m 0 0\n", &marked);
    terminal.talk("bad\n", &error);
    // Ctrl+D at the beginning of a line ends the input.
    terminal.talk("\u{4}", QUIT);
    assert!(child.wait().expect("the program ends").success());
    assert_eq!(terminal.rest(), "");
}
