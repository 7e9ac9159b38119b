//! A game of v2022.sp with a flaw, and programs that misbehave:
//! `flawed FLAW SEED_FILE_PATH`.

use std::ffi::OsStr;
use std::io::Write;
use std::process::ExitCode;

use minesweeper_alpha::uga::{Command, InvalidCommand, RULES_2022_SP, Round, Rules};
use minesweeper_alpha::{
    Board, Flow, Kind, Line, Piece, SeedFile, Session, Setup, Sink, Size, Stream, View, uga,
};

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let [flaw, seed] = arguments.as_slice() else {
        return ExitCode::from(64);
    };
    let mut rules = RULES_2022_SP;
    match flaw.to_str() {
        Some("nofog") => {}
        Some("column") => rules.parse = column_too_large,
        Some("invalid") => rules.invalid_line.round = Round::Completed,
        Some("mark") => rules.is_won = but_for_marks,
        Some("score") => rules.score = rounded_to_even,
        Some("grow") => grow(),
        _ => return ExitCode::from(64),
    }
    let mut session = match start(&rules, seed) {
        Ok(session) => session,
        Err(status) => return status,
    };
    if flaw == "nofog" {
        session = Box::new(NofogForEver {
            session,
            lifted: Vec::new(),
        });
    }
    minesweeper_alpha::play(session.as_mut())
}

fn start(rules: &Rules, seed: &OsStr) -> Result<Box<dyn Session>, ExitCode> {
    let setup = Setup::of_file(SeedFile::on_disk(seed));
    uga::start(rules, &setup).map_err(|error| {
        // The status tells, if nobody reads the message.
        let _ = std::io::stderr().write_all(&error.message());
        ExitCode::from(error.status())
    })
}

/// Uses more and more memory, a page of it at a time.
fn grow() -> ! {
    let mut memory = Vec::new();
    loop {
        memory.push(vec![1_u8; 1 << 20]);
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

/// A column just beyond the grid is taken for the last one.
fn column_too_large(line: &[u8], size: Size) -> Result<Command, InvalidCommand<'_>> {
    let wider = Size {
        cols: size.cols + 1,
        ..size
    };
    let mut command = uga::parse(line, wider)?;
    if let Command::Reveal(square) | Command::Mark(square) | Command::Guess(square) = &mut command {
        square.col = square.col.min(size.cols - 1);
    }
    Ok(command)
}

/// A win is not seen when the last move is a mark.
fn but_for_marks(board: &Board, command: Command) -> bool {
    !matches!(command, Command::Mark(_)) && (RULES_2022_SP.is_won)(board, command)
}

/// The score is rounded half to even.
#[expect(clippy::cast_precision_loss, reason = "that is the flaw")]
fn rounded_to_even(board: &Board, rounds: u64) -> String {
    let area = board.minefield().size().area();
    format!("{:.2}", 100.0 * area as f64 / rounds as f64)
}

/// A game in which `nofog` is not over after its round.
struct NofogForEver {
    session: Box<dyn Session>,
    /// Where in the grid the fog was lifted, and what stands there since.
    lifted: Vec<(usize, u8)>,
}

impl Session for NofogForEver {
    fn open(&mut self, out: &mut dyn Sink) {
        self.session.open(out);
    }

    fn line(&mut self, line: Line<'_>, out: &mut dyn Sink) -> Flow {
        let lifted = &mut self.lifted;
        self.session.line(line, &mut WithoutFog { lifted, out })
    }

    fn view(&self) -> View<'_> {
        self.session.view()
    }
}

/// Prints every grid without the fog that was lifted before.
struct WithoutFog<'game> {
    lifted: &'game mut Vec<(usize, u8)>,
    out: &'game mut dyn Sink,
}

impl Sink for WithoutFog<'_> {
    fn print(&mut self, stream: Stream, bytes: &[u8], pieces: &[Piece]) {
        let mut bytes = bytes.to_vec();
        let mut start = 0;
        for piece in pieces {
            let grid = &mut bytes[start..start + piece.length];
            start += piece.length;
            if piece.kind != Kind::Grid {
                continue;
            }
            for (at, byte) in grid.iter().enumerate() {
                if matches!(byte, b'<' | b'>') && !self.lifted.contains(&(at, *byte)) {
                    self.lifted.push((at, *byte));
                }
            }
            for &(at, byte) in self.lifted.iter() {
                grid[at] = byte;
            }
        }
        self.out.print(stream, &bytes, pieces);
    }
}
