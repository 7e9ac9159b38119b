//! Standard input, or any other source, to lines.

use std::borrow::Cow;
use std::io::{self, ErrorKind, Read};
use std::ops::Range;

/// The longest line that can be a command, in bytes, without its end.
pub const MAX_LINE: usize = 64 * 1024;

/// Room for a line of the greatest length with its end, and for another block.
const BUFFER: usize = 2 * MAX_LINE;

/// The longest end of a line: U+2028 and U+2029 have three bytes in UTF-8.
const LONGEST_END: usize = 3;

/// A line of input, or what there is in place of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line<'buffer> {
    /// A line, without its end.
    Text(&'buffer [u8]),
    /// A line of more than 64 KiB, which was skipped.
    TooLong,
    /// Nothing, and there will never be more.
    End,
}

/// What comes next in the part of the source that has been read.
#[derive(Debug)]
enum Taken {
    Line(Range<usize>),
    TooLong,
    End,
}

/// Splits a source into lines as `java.util.Scanner` does: a line ends at
/// `\n`, `\r\n`, `\r`, U+0085, U+2028 or U+2029, and a last line without an
/// end still counts. Reads large blocks and hands out lines in place.
///
/// A line that ends in `\r` is there at once, whether or not a `\n` follows.
#[derive(Debug)]
pub(crate) struct Lines<R> {
    source: R,
    buffer: Box<[u8]>,
    /// Where the next line begins, ...
    start: usize,
    /// ... how far no end of it has been found, ...
    searched: usize,
    /// ... and where what has been read ends.
    end: usize,
    /// A `\n` right at `start` belongs to the line before it.
    after_return: bool,
    /// The line at `start` is already too long; its first part is gone.
    skipping: bool,
    ended: bool,
}

impl<R: Read> Lines<R> {
    /// Begins with nothing read.
    pub(crate) fn new(source: R) -> Self {
        Self {
            source,
            buffer: vec![0; BUFFER].into(),
            start: 0,
            searched: 0,
            end: 0,
            after_return: false,
            skipping: false,
            ended: false,
        }
    }

    /// The next line. `before_waiting` is called whenever more has to be read
    /// first, which may take any time.
    ///
    /// # Errors
    ///
    /// What `before_waiting` returns, or what `input_error` makes of a failure to
    /// read the source.
    pub(crate) fn next_line<E>(
        &mut self,
        mut before_waiting: impl FnMut() -> Result<(), E>,
        input_error: impl Fn(io::Error) -> E,
    ) -> Result<Line<'_>, E> {
        let taken = loop {
            if let Some(taken) = self.take() {
                break taken;
            }
            before_waiting()?;
            self.fill().map_err(&input_error)?;
        };
        Ok(match taken {
            Taken::Line(line) => Line::Text(&self.buffer[line]),
            Taken::TooLong => Line::TooLong,
            Taken::End => Line::End,
        })
    }

    /// Takes the next line from what has been read, if all of it has been.
    fn take(&mut self) -> Option<Taken> {
        if self.after_return && self.start < self.end {
            self.after_return = false;
            if self.buffer[self.start] == b'\n' {
                self.start += 1;
            }
        }
        let from = self.searched.max(self.start);
        let Some((at, length)) = find_line_end(&self.buffer[from..self.end]) else {
            return self.without_line_end();
        };
        let line = self.start..from + at;
        self.start = line.end + length;
        self.searched = self.start;
        self.after_return = self.buffer[line.end] == b'\r';
        let skipped = std::mem::take(&mut self.skipping);
        if skipped || line.len() > MAX_LINE {
            return Some(Taken::TooLong);
        }
        Some(Taken::Line(line))
    }

    /// What there is when no line end has been read.
    fn without_line_end(&mut self) -> Option<Taken> {
        let line = self.start..self.end;
        if self.ended {
            let skipped = std::mem::take(&mut self.skipping);
            self.start = self.end;
            return Some(if skipped || line.len() > MAX_LINE {
                Taken::TooLong
            } else if line.is_empty() {
                Taken::End
            } else {
                Taken::Line(line)
            });
        }
        // The last bytes may be the beginning of a line end: they stay.
        self.searched = self.start.max(self.end.saturating_sub(LONGEST_END - 1));
        if line.len() >= MAX_LINE + LONGEST_END {
            self.skipping = true;
        }
        if self.skipping {
            self.start = self.searched;
        }
        None
    }

    /// Reads another block. Waits if there is nothing to read yet.
    fn fill(&mut self) -> io::Result<()> {
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.searched = self.searched.saturating_sub(self.start);
        self.start = 0;
        let read = read_some(&mut self.source, &mut self.buffer[self.end..])?;
        self.end += read;
        self.ended = read == 0;
        Ok(())
    }
}

/// The lines of a text that is there as a whole, without [`Line::End`].
pub(crate) fn split(text: &[u8]) -> impl Iterator<Item = Line<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (end, length) = find_line_end(rest).unwrap_or((rest.len(), 0));
        let line = &rest[..end];
        let length = if rest[end..].starts_with(b"\r\n") {
            2
        } else {
            length
        };
        rest = &rest[end + length..];
        Some(if line.len() > MAX_LINE {
            Line::TooLong
        } else {
            Line::Text(line)
        })
    })
}

/// A text as `java.util.Scanner` sees it that reads words, not lines: U+0085 is no white
/// space, so the line before it goes on behind it. U+0084 stands in its place, which ends no
/// line. The joined line is put last, with a blank line for each one joined to it, so that
/// there are as many lines.
pub(crate) fn joined_at_next_line(text: &[u8]) -> Cow<'_, [u8]> {
    const NEXT_LINE: &[u8] = "\u{85}".as_bytes();
    const NO_LINE_END: &[u8] = "\u{84}".as_bytes();
    // Behind a `\r`, a `\n` would end the same line.
    const BLANK_LINE: &[u8] = "\u{2028}".as_bytes();
    if memchr::memmem::find(text, NEXT_LINE).is_none() {
        return Cow::Borrowed(text);
    }
    let mut joined = Vec::with_capacity(2 * text.len());
    let (mut line, mut before) = (Vec::new(), 0);
    let mut rest = text;
    loop {
        let (end, length) = find_line_end(rest).unwrap_or((rest.len(), 0));
        line.extend_from_slice(&rest[..end]);
        let line_end = &rest[end..end + length];
        rest = &rest[end + length..];
        if line_end == NEXT_LINE {
            line.extend_from_slice(NO_LINE_END);
            before += usize::from(!rest.is_empty());
            continue;
        }
        joined.extend_from_slice(&BLANK_LINE.repeat(before));
        joined.append(&mut line);
        joined.extend_from_slice(line_end);
        before = 0;
        if line_end.is_empty() {
            return Cow::Owned(joined);
        }
    }
}

/// Where the first line end is and how many bytes it has; `\r` counts alone.
fn find_line_end(bytes: &[u8]) -> Option<(usize, usize)> {
    let mut from = 0;
    loop {
        let may_end = |&byte: &u8| matches!(byte, b'\n' | b'\r' | 0xC2 | 0xE2);
        let at = from + bytes[from..].iter().position(may_end)?;
        match bytes[at..] {
            [b'\n' | b'\r', ..] => return Some((at, 1)),
            [0xC2, 0x85, ..] => return Some((at, 2)),
            [0xE2, 0x80, 0xA8 | 0xA9, ..] => return Some((at, LONGEST_END)),
            _ => from = at + 1,
        }
    }
}

/// Reads what is there, at least a byte unless the source has ended; an
/// interrupted read is tried again.
///
/// # Errors
///
/// The error of the source.
pub(crate) fn read_some(source: &mut impl Read, into: &mut [u8]) -> io::Result<usize> {
    loop {
        match source.read(into) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            read => return read,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A source that gives at most `step` bytes at a time.
    struct Trickle<'data> {
        data: &'data [u8],
        step: usize,
    }

    impl Read for Trickle<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let most = self.step.min(into.len());
            self.data.read(&mut into[..most])
        }
    }

    /// The lines of `data`, a line that is too long as `None`.
    fn lines(data: &[u8], step: usize) -> Vec<Option<Vec<u8>>> {
        let mut lines = Lines::new(Trickle { data, step });
        let mut found = Vec::new();
        loop {
            match lines.take() {
                Some(Taken::Line(line)) => found.push(Some(lines.buffer[line].to_vec())),
                Some(Taken::TooLong) => found.push(None),
                Some(Taken::End) => return found,
                None => lines.fill().expect("reading from memory"),
            }
        }
    }

    #[test]
    fn next_line_ends_a_line_and_no_word() {
        let joined = |text: &str| {
            let joined = joined_at_next_line(text.as_bytes()).into_owned();
            String::from_utf8(joined).expect("UTF-8")
        };
        assert_eq!(joined("a b\r\nc\n"), "a b\r\nc\n");
        assert_eq!(
            joined("a\nb\u{85}c\u{85}d\ne"),
            "a\n\u{2028}\u{2028}b\u{84}c\u{84}d\ne"
        );
        for text in ["a\u{85}", "a\r\u{85}\nb", "\u{85}\u{85}a\r\n"] {
            let lines = |text: &str| split(text.as_bytes()).count();
            assert_eq!(lines(&joined(text)), lines(text), "{text:?}");
        }
    }

    #[test]
    fn a_line_ends_where_a_scanner_ends_it() {
        let data = "a\nb\r\nc\rd\u{85}e\u{2028}f\u{2029}\n\r\r\n\u{b}\u{c}\u{1c}g\n\rh";
        let expected = [
            "a",
            "b",
            "c",
            "d",
            "e",
            "f",
            "",
            "",
            "",
            "\u{b}\u{c}\u{1c}g",
            "",
            "h",
        ];
        for step in 1..=data.len() {
            let found = lines(data.as_bytes(), step);
            let expected = expected.map(|line| Some(line.as_bytes().to_vec()));
            assert_eq!(found, expected, "{step} bytes at a time");
        }
        let found: Vec<_> = split(data.as_bytes()).collect();
        assert_eq!(found, expected.map(|line| Line::Text(line.as_bytes())));
    }

    #[test]
    fn bytes_that_only_look_like_line_ends_are_kept() {
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
    fn a_line_may_have_the_greatest_length_and_no_more() {
        for end in ["", "\n", "\r\n", "\u{85}", "\u{2028}"] {
            for (length, fits) in [
                (MAX_LINE - 1, true),
                (MAX_LINE, true),
                (MAX_LINE + 1, false),
                (5 * MAX_LINE, false),
            ] {
                let line = vec![b'x'; length];
                let data = [&line[..], end.as_bytes(), b"q"].concat();
                let expected = match (fits, end) {
                    (true, "") => {
                        vec![Some([&line[..], b"q"].concat()).filter(|line| line.len() <= MAX_LINE)]
                    }
                    (false, "") => vec![None],
                    _ => vec![fits.then_some(line), Some(b"q".to_vec())],
                };
                for step in [1000, 4096, MAX_LINE, MAX_LINE + 1, MAX_LINE + 2, usize::MAX] {
                    let found = lines(&data, step);
                    let whole: Vec<_> = split(&data)
                        .map(|line| match line {
                            Line::Text(line) => Some(line.to_vec()),
                            Line::TooLong | Line::End => None,
                        })
                        .collect();
                    assert!(whole == expected, "{length} bytes and {end:?}");
                    assert!(
                        found == expected,
                        "{length} bytes and {end:?}, {step} at a time"
                    );
                }
            }
        }
    }

    #[test]
    fn an_interrupted_read_is_tried_again() {
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
