//! Test support: a case, and programs that print an edited output of the built-in game for it.

use minesweeper_alpha::internal::{Kind, SeedFile, Setup, Stream, Transcript};

use crate::support::{Test, memory::edition};

pub const SEED: &str = "5 5 1 4 4\n";

/// An input with errors at the lines 2, 3 and 5.
pub const THREE_ERRORS: &str = "m 0 0\nbad\nworse\nm 1 1\nworst\n";

pub const ERROR: &str = "\nInvalid Command: Command not recognized!\n";

/// A contiguous part of a program's output.
#[derive(Clone, PartialEq)]
pub struct Chunk {
    /// Number of the line of input that led to this chunk; 0 before the first line.
    pub line: usize,
    pub stream: Stream,
    pub kind: Kind,
    pub text: String,
}

/// A case of an edition, with the output of the built-in game.
pub struct RecordedCase {
    folder: tempfile::TempDir,
    edition: &'static str,
    pub chunks: Vec<Chunk>,
}

/// The expected files of a case: with or without the combined output.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Files {
    All,
    WithoutMerged,
}

impl Chunk {
    pub fn new(line: usize, stream: Stream, kind: Kind, text: &str) -> Self {
        let text = text.to_owned();
        Self {
            line,
            stream,
            kind,
            text,
        }
    }
}

impl RecordedCase {
    pub fn new(name: &'static str, seed: &str, input: &str, files: Files) -> Self {
        let edition = edition(name);
        let folder = tempfile::tempdir().expect("a folder");
        let seed_name = folder.path().join(format!("tc{}", edition.case_ending));
        let setup = Setup::of_file(SeedFile::in_memory(&seed_name, seed.as_bytes()));
        let game = match edition.start(&setup) {
            Ok(mut game) => Transcript::of(game.as_mut(), input.as_bytes()),
            Err(error) => Transcript::of_refusal(error.stream(), &error.message(), error.status()),
        };
        let mut case = Self {
            edition: name,
            chunks: Vec::new(),
            folder,
        };
        for entry in game.entries() {
            let bytes = &game.merged()[entry.start..entry.end];
            let text = str::from_utf8(bytes).expect("UTF-8");
            let chunk = Chunk::new(entry.line, entry.stream, entry.kind, text);
            case.chunks.push(chunk);
        }
        std::fs::write(seed_name, seed).expect("a file");
        case.write("tc.in.txt", input);
        case.write("tc.out.txt", game.separate(Stream::Output));
        case.write("tc.err.txt", game.separate(Stream::Error));
        case.write("tc.status.txt", game.status().expect("an end").to_string());
        if files == Files::All {
            case.write("tc.combined.txt", game.merged());
        }
        case
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        std::fs::write(self.folder.path().join(name), content).expect("a file");
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.path().join(name)).expect("a file")
    }

    /// Returns a script that prints the output with a change.
    pub fn script_of(&self, change: impl FnOnce(&mut Vec<Chunk>)) -> String {
        let mut chunks = self.chunks.clone();
        change(&mut chunks);
        let mut script = String::new();
        for chunk in chunks {
            let quoted = chunk.text.replace('\'', "'\\''");
            let target = ["", " >&2"][usize::from(chunk.stream == Stream::Error)];
            script += &format!("printf %s '{quoted}'{target}\n");
        }
        script + &format!("exit {}", self.read("tc.status.txt"))
    }

    pub fn path(&self) -> &std::path::Path {
        self.folder.path()
    }

    /// Returns the report for a program that prints the output with a change.
    #[track_caller]
    pub fn report(&self, options: &[&str], change: impl FnOnce(&mut Vec<Chunk>)) -> String {
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

    /// Asserts that each of these outputs differs at this place after a change; returns the report.
    #[track_caller]
    pub fn differs_at(
        &self,
        options: &[&str],
        outputs: &[&str],
        expected: &str,
        change: impl FnOnce(&mut Vec<Chunk>),
    ) -> String {
        let report = self.report(options, change);
        for output in outputs {
            assert_eq!(place(&report, output), expected, "{output}: {report}");
        }
        report
    }
}

// Names of outputs in reports.
pub const OUT: &[&str] = &["standard output"];
pub const ERR: &[&str] = &["standard error"];
pub const BOTH: &[&str] = &["standard output", "standard error"];

/// Returns the first matching chunk.
pub fn first(chunks: &mut [Chunk], is_wanted: impl Fn(&Chunk) -> bool) -> &mut Chunk {
    let chunk = chunks.iter_mut().find(|chunk| is_wanted(chunk));
    chunk.expect("a chunk")
}

/// Removes the first matching chunk and all chunks behind it.
pub fn cut(chunks: &mut Vec<Chunk>, is_wanted: impl Fn(&Chunk) -> bool) {
    let index = chunks.iter().position(is_wanted);
    chunks.truncate(index.expect("a chunk"));
}

/// Returns the place of an output's first difference in a report, such as `in round 1, after line 2
/// of the input: bad`, or `nowhere` if the report has only the byte and the line of the output.
#[track_caller]
pub fn place<'report>(report: &'report str, output: &str) -> &'report str {
    let start = format!("     {output} differs at byte ");
    let line = report.lines().find_map(|line| line.strip_prefix(&start));
    let rest = line.unwrap_or_else(|| panic!("no difference of {output}:\n{report}"));
    // The numbers of the byte and of the line come first.
    rest.splitn(3, ", ").nth(2).unwrap_or("nowhere")
}

/// Returns a change that removes the error that a line of input led to.
pub fn without_error(line: usize) -> impl FnOnce(&mut Vec<Chunk>) {
    move |chunks| chunks.retain(|chunk| chunk.line != line || chunk.stream != Stream::Error)
}

/// Returns a change that prints an error before the first chunk of a stream that a line led to.
pub fn with_text(
    line: usize,
    before: Stream,
    stream: Stream,
    text: &str,
) -> impl FnOnce(&mut Vec<Chunk>) {
    move |chunks| {
        let mut places = chunks.iter().map(|chunk| (chunk.line, chunk.stream));
        let index = places.position(|place| place == (line, before));
        let chunk = Chunk::new(line, stream, Kind::Error, text);
        chunks.insert(index.unwrap_or(chunks.len()), chunk);
    }
}
