//! Prints the texts around the rounds of the UGA editions: the welcome, responses and the end of
//! the game.

use super::{command::InvalidCommand, rules::Rules};
use crate::game::{Kind, Piece, Sink, Stream, print, print_block};

#[derive(Debug)]
pub struct UgaPrinter {
    rules: &'static Rules,
    /// Buffer for the response to an invalid line, reused to avoid allocations.
    response: Vec<u8>,
}

impl UgaPrinter {
    pub fn new(rules: &'static Rules) -> Self {
        Self {
            rules,
            response: Vec::new(),
        }
    }

    pub fn welcome(&self, out: &mut dyn Sink) {
        print(out, Kind::Banner, self.rules.welcome);
    }

    pub fn invalid(&mut self, invalid: &InvalidCommand<'_>, out: &mut dyn Sink) {
        self.response.clear();
        (self.rules.invalid_line.append_response)(invalid, &mut self.response);
        let stream = self.rules.invalid_line.stream;
        print_block(out, stream, Kind::Error, &self.response);
    }

    pub fn help(&self, out: &mut dyn Sink) {
        let commands = self.rules.commands.as_bytes();
        print_block(out, Stream::Output, Kind::Help, commands);
    }

    pub fn win(&self, score: &str, out: &mut dyn Sink) {
        let picture = self.rules.game_won;
        let after = self.rules.after_score;
        let text = [picture, score, after].concat();
        let pieces = [
            Piece::new(Kind::Blank, 1),
            Piece::new(Kind::Win, picture.len() - 1),
            Piece::new(Kind::Score, score.len()),
            Piece::new(Kind::Blank, after.len()),
        ];
        out.print(Stream::Output, text.as_bytes(), &pieces);
    }

    pub fn loss(&self, out: &mut dyn Sink) {
        let text = self.rules.game_over.as_bytes();
        print_block(out, Stream::Output, Kind::Loss, text);
    }

    pub fn quit(&self, out: &mut dyn Sink) {
        print_block(out, Stream::Output, Kind::Quit, self.rules.quit.as_bytes());
    }
}
