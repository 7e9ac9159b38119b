//! Support for the tests of places: a case, and programs that print nearly what
//! the built-in game prints for it.

use minesweeper_alpha::internal::{Entry, Kind, SeedFile, Setup, Stream, Transcript};

use crate::support::Test;
use crate::support::memory::edition;

pub const SEED: &str = "5 5 1 4 4\n";

/// Errors at the lines 2, 3 and 5.
pub const THREE_ERRORS: &str = "m 0 0\nbad\nworse\nm 1 1\nworst\n";

pub const ERROR: &str = "\nInvalid Command: Command not recognized!\n";

/// A stretch of what a program prints.
#[derive(Clone)]
pub struct Piece {
    pub line: usize,
    pub stream: Stream,
    pub kind: Kind,
    pub text: String,
}

/// A case of an edition, with what the built-in game prints for it.
pub struct Scene {
    folder: tempfile::TempDir,
    edition: &'static str,
    pub pieces: Vec<Piece>,
}

/// The expected files of a case in addition to standard error: standard output, and both streams in
/// one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Files {
    All,
    WithoutMerged,
}

impl Scene {
    pub fn new(name: &'static str, seed: &str, input: &str, files: Files) -> Self {
        let edition = edition(name);
        let folder = tempfile::tempdir().expect("a folder");
        let seed_name = folder.path().join(format!("tc{}", edition.case_ending));
        let setup = Setup::of_file(SeedFile::in_memory(&seed_name, seed.as_bytes()));
        let game = match edition.start(&setup) {
            Ok(mut game) => Transcript::of(game.as_mut(), input.as_bytes()),
            Err(error) => Transcript::of_refusal(error.stream(), &error.message(), error.status()),
        };
        let piece = |entry: &Entry| {
            let text = &game.merged()[entry.start..entry.end];
            Piece {
                line: entry.line,
                stream: entry.stream,
                kind: entry.kind,
                text: str::from_utf8(text).expect("UTF-8").to_owned(),
            }
        };
        let scene = Self {
            edition: name,
            pieces: game.entries().iter().map(piece).collect(),
            folder,
        };
        std::fs::write(seed_name, seed).expect("a file");
        scene.write("tc.in.txt", input);
        scene.write("tc.out.txt", game.separate(Stream::Output));
        scene.write("tc.err.txt", game.separate(Stream::Error));
        scene.write("tc.status.txt", game.status().expect("an end").to_string());
        if files == Files::All {
            scene.write("tc.combined.txt", game.merged());
        }
        scene
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        std::fs::write(self.folder.path().join(name), content).expect("a file");
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.path().join(name)).expect("a file")
    }

    pub fn script_of(&self, change: impl FnOnce(&mut Vec<Piece>)) -> String {
        let mut pieces = self.pieces.clone();
        change(&mut pieces);
        let print = |piece: &Piece| {
            let quoted = piece.text.replace('\'', "'\\''");
            let target = ["", " >&2"][usize::from(piece.stream == Stream::Error)];
            format!("printf %s '{quoted}'{target}\n")
        };
        let status = self.read("tc.status.txt");
        pieces.iter().map(print).collect::<String>() + &format!("exit {status}")
    }

    pub fn path(&self) -> &std::path::Path {
        self.folder.path()
    }

    /// The report on a program that prints something else.
    #[track_caller]
    pub fn report(&self, options: &[&str], change: impl FnOnce(&mut Vec<Piece>)) -> String {
        let script = self.script_of(change);
        Test::new()
            .args(["check", "--verbose", "--timeout", "10m"])
            .args(["--edition", self.edition])
            .args(options)
            .arg(self.folder.path())
            .args(["--", "sh", "-c", &script, "sh"])
            .any_stdout()
            .status(1)
            .run()
            .text()
    }

    /// Checks a program that prints something else, whose outputs have to differ at this place.
    /// Checks a program that prints something else, whose outputs have to differ at this place.
    #[track_caller]
    pub fn differs_at(
        &self,
        options: &[&str],
        outputs: &[&str],
        expected: &str,
        change: impl FnOnce(&mut Vec<Piece>),
    ) -> String {
        let report = self.report(options, change);
        for output in outputs {
            assert_eq!(place(&report, output), expected, "{output}: {report}");
        }
        report
    }
}

/// The names of the outputs in reports.
pub const OUT: &[&str] = &["standard output"];
pub const ERR: &[&str] = &["standard error"];
pub const BOTH: &[&str] = &["standard output", "standard error"];

/// The first piece for which this holds.
pub fn first(pieces: &mut [Piece], is_wanted: impl Fn(&Piece) -> bool) -> &mut Piece {
    let piece = pieces.iter_mut().find(|piece| is_wanted(piece));
    piece.expect("a piece")
}

/// Drops all pieces from the first for which this holds.
pub fn cut(pieces: &mut Vec<Piece>, is_wanted: impl Fn(&Piece) -> bool) {
    let at = pieces.iter().position(is_wanted);
    pieces.truncate(at.expect("a piece"));
}

/// The place of a difference according to a report.
#[track_caller]
pub fn place<'report>(report: &'report str, output: &str) -> &'report str {
    let start = format!("     {output} differs at byte ");
    let line = report.lines().find_map(|line| line.strip_prefix(&start));
    let line = line.unwrap_or_else(|| panic!("no difference of {output}:\n{report}"));
    let place = line.split_once(", line ").map(|(_, place)| place);
    let place = place.and_then(|place| place.split_once(", "));
    place.map_or("nowhere", |(_, place)| place)
}

/// Drops the error that a line of input led to.
pub fn without_error(line: usize) -> impl FnOnce(&mut Vec<Piece>) {
    move |pieces| pieces.retain(|piece| piece.line != line || piece.stream != Stream::Error)
}

/// Puts text before the first piece of a stream that a line led to.
pub fn with_text(
    line: usize,
    before: Stream,
    stream: Stream,
    text: &str,
) -> impl FnOnce(&mut Vec<Piece>) {
    move |pieces| {
        let is_there = |piece: &Piece| piece.line == line && piece.stream == before;
        let at = pieces.iter().position(is_there).unwrap_or(pieces.len());
        let (kind, text) = (Kind::Error, text.to_owned());
        pieces.insert(
            at,
            Piece {
                line,
                stream,
                kind,
                text,
            },
        );
    }
}
