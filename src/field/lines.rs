//! Splits input into lines.

use std::{
    io::{self, ErrorKind, Read},
    ops::Range,
};

/// Maximum length of a command line, in bytes, without its end.
pub const MAX_LINE: usize = 64 * 1024;

/// Size of the buffer, in bytes: room for a line of maximum length and another read.
const BUFFER: usize = 2 * MAX_LINE;

/// Maximum length of a line end, in bytes: U+2028 and U+2029 have three bytes in UTF-8.
const MAX_LINE_END: usize = 3;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Line<'buffer> {
    /// A line, without its end.
    Text(&'buffer [u8]),
    /// A line of more than `MAX_LINE` bytes, which was skipped.
    TooLong,
    End,
}

/// A line as a range of the buffer.
#[derive(Debug)]
enum LineRange {
    Text(Range<usize>),
    TooLong,
    End,
}

/// Splits a source into lines as `java.util.Scanner` does: a line ends at `\n`, `\r\n`, `\r`,
/// U+0085, U+2028 or U+2029, and a last line without an end still counts.
///
/// Reads large blocks and returns lines as slices of the buffer. A line that ends in `\r` is
/// returned at once; a `\n` that follows is skipped later.
#[derive(Debug)]
pub struct Lines<R> {
    source: R,
    buffer: Box<[u8]>,
    /// Offset of the next line in the buffer.
    start: usize,
    /// Offset up to which there is no line end.
    searched: usize,
    /// Offset after the last byte read.
    end: usize,
    /// True if a `\n` at `start` belongs to the previous line.
    is_after_return: bool,
    /// True if the line at `start` is too long and its first part has been dropped.
    is_skipping: bool,
    has_ended: bool,
}

impl<R: Read> Lines<R> {
    pub fn new(source: R) -> Self {
        Self {
            source,
            buffer: vec![0; BUFFER].into(),
            start: 0,
            searched: 0,
            end: 0,
            is_after_return: false,
            is_skipping: false,
            has_ended: false,
        }
    }

    /// Returns the next line. Calls `before_reading` before each read, which may block.
    pub fn next_line<E>(
        &mut self,
        mut before_reading: impl FnMut() -> Result<(), E>,
        input_error: impl Fn(io::Error) -> E,
    ) -> Result<Line<'_>, E> {
        let line = loop {
            if let Some(line) = self.take() {
                break line;
            }
            before_reading()?;
            self.fill().map_err(&input_error)?;
        };
        Ok(match line {
            LineRange::Text(range) => Line::Text(&self.buffer[range]),
            LineRange::TooLong => Line::TooLong,
            LineRange::End => Line::End,
        })
    }

    /// Takes the next line from the buffer, if all of it has been read.
    fn take(&mut self) -> Option<LineRange> {
        if self.is_after_return && self.start < self.end {
            self.is_after_return = false;
            if self.buffer[self.start] == b'\n' {
                self.start += 1;
            }
        }
        let from = self.searched.max(self.start);
        let Some((offset, length)) = find_line_end(&self.buffer[from..self.end]) else {
            return self.take_unfinished();
        };
        let line = self.start..from + offset;
        self.start = line.end + length;
        self.searched = self.start;
        self.is_after_return = self.buffer[line.end] == b'\r';
        Some(self.finish(line))
    }

    /// Handles a buffer without a line end: the last line of the input, or the start of a line.
    fn take_unfinished(&mut self) -> Option<LineRange> {
        let line = self.start..self.end;
        if self.has_ended {
            self.start = self.end;
            if line.is_empty() && !self.is_skipping {
                return Some(LineRange::End);
            }
            return Some(self.finish(line));
        }
        // Keep the last bytes, which may be the start of a line end.
        self.searched = self.start.max(self.end.saturating_sub(MAX_LINE_END - 1));
        // Such a line is too long, even if its last bytes belong to a line end.
        if line.len() >= MAX_LINE + MAX_LINE_END {
            self.is_skipping = true;
        }
        if self.is_skipping {
            self.start = self.searched;
        }
        None
    }

    /// Ends a line, whose first part may have been skipped.
    fn finish(&mut self, line: Range<usize>) -> LineRange {
        let is_cut = std::mem::take(&mut self.is_skipping);
        if is_cut || line.len() > MAX_LINE {
            LineRange::TooLong
        } else {
            LineRange::Text(line)
        }
    }

    /// Reads more input behind the bytes that have not been returned, which move to the start of
    /// the buffer. Blocks until input is available.
    fn fill(&mut self) -> io::Result<()> {
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.searched = self.searched.saturating_sub(self.start);
        self.start = 0;
        let read = read_some(&mut self.source, &mut self.buffer[self.end..])?;
        self.end += read;
        self.has_ended = read == 0;
        Ok(())
    }
}

/// Splits a text in memory into the lines that [`Lines`] returns, without [`Line::End`].
pub fn split(text: &[u8]) -> impl Iterator<Item = Line<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (end, length) = find_line_end(rest).unwrap_or((rest.len(), 0));
        let line = &rest[..end];
        let line_feed = usize::from(rest[end..].starts_with(b"\r\n"));
        rest = &rest[end + length + line_feed..];
        Some(if line.len() > MAX_LINE {
            Line::TooLong
        } else {
            Line::Text(line)
        })
    })
}

/// Returns the offset and the length of the first line end. Of `\r\n`, it returns the `\r`.
fn find_line_end(bytes: &[u8]) -> Option<(usize, usize)> {
    let mut from = 0;
    loop {
        let may_end = |&byte: &u8| matches!(byte, b'\n' | b'\r' | 0xC2 | 0xE2);
        let at = from + bytes[from..].iter().position(may_end)?;
        match bytes[at..] {
            [b'\n' | b'\r', ..] => return Some((at, 1)),
            [0xC2, 0x85, ..] => return Some((at, 2)),
            [0xE2, 0x80, 0xA8 | 0xA9, ..] => return Some((at, MAX_LINE_END)),
            _ => from = at + 1,
        }
    }
}

/// Reads available bytes. Retries an interrupted read. Returns 0 at the end of input.
pub fn read_some(source: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match source.read(buffer) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            read => return read,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A source that returns at most `step` bytes per read.
    struct Trickle<'data> {
        data: &'data [u8],
        step: usize,
    }

    impl Read for Trickle<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let length = self.step.min(into.len());
            self.data.read(&mut into[..length])
        }
    }

    /// Splits `data` into lines, with `None` for each line that is too long.
    fn lines(data: &[u8], step: usize) -> Vec<Option<Vec<u8>>> {
        let mut lines = Lines::new(Trickle { data, step });
        let mut texts = Vec::new();
        loop {
            match lines.take() {
                Some(LineRange::Text(line)) => texts.push(Some(lines.buffer[line].to_vec())),
                Some(LineRange::TooLong) => texts.push(None),
                Some(LineRange::End) => return texts,
                None => lines.fill().expect("reading from memory"),
            }
        }
    }

    #[test]
    fn lines_end_where_a_java_scanner_ends_them() {
        let data = "a\nb\r\nc\rd\u{85}e\u{2028}f\u{2029}\n\r\r\n\u{b}\u{c}\u{1c}g\n\rh";
        let expected: [&str; 12] = [
            "a",
            "b",
            "c",
            "d",
            "e",
            "f",
            "",
            "",
            "",
            "\x0b\x0c\x1cg",
            "",
            "h",
        ];
        for step in 1..=data.len() {
            let lines = lines(data.as_bytes(), step);
            let expected = expected.map(|line| Some(line.as_bytes().to_vec()));
            assert_eq!(lines, expected, "step {step}");
        }
        let whole: Vec<_> = split(data.as_bytes()).collect();
        assert_eq!(whole, expected.map(|line| Line::Text(line.as_bytes())));
    }

    #[test]
    fn incomplete_line_ends_are_text() {
        for line in [
            &b"\x85 \xc2 \xe2\x80 \xe2 \x80\xa8"[..],
            b"\xe2\x80",
            b"\xc2",
            "\u{2027}\u{202a}\u{84}".as_bytes(),
        ] {
            for step in 1..=line.len() {
                assert_eq!(lines(line, step), [Some(line.to_vec())]);
            }
        }
    }

    #[test]
    fn lines_longer_than_the_maximum_are_skipped() {
        for end in ["", "\n", "\r\n", "\u{85}", "\u{2028}"] {
            for length in [MAX_LINE - 1, MAX_LINE, MAX_LINE + 1, 5 * MAX_LINE] {
                let line = vec![b'x'; length];
                let data = [&line, end.as_bytes(), b"q"].concat();
                let if_valid = |line: Vec<u8>| Some(line).filter(|line| line.len() <= MAX_LINE);
                let expected = match end {
                    "" => vec![if_valid(data.clone())],
                    _ => vec![if_valid(line), Some(b"q".to_vec())],
                };
                for step in [1000, 4096, MAX_LINE, MAX_LINE + 1, MAX_LINE + 2, usize::MAX] {
                    let lines = lines(&data, step);
                    assert!(lines == expected, "{length} bytes and {end:?}, step {step}");
                }
                let whole: Vec<_> = split(&data)
                    .map(|line| match line {
                        Line::Text(line) => Some(line.to_vec()),
                        Line::TooLong | Line::End => None,
                    })
                    .collect();
                assert!(whole == expected, "{length} bytes and {end:?}");
            }
        }
    }

    #[test]
    fn an_interrupted_read_is_retried() {
        struct Interrupted(bool);
        impl Read for Interrupted {
            fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
                if std::mem::replace(&mut self.0, true) {
                    return b"q".as_slice().read(into);
                }
                Err(ErrorKind::Interrupted.into())
            }
        }
        let read = read_some(&mut Interrupted(false), &mut [0; 8]);
        assert_eq!(read.expect("another try"), 1);
    }
}
