//! How a flawed game reckons the score.

use super::Flaws;
use super::table::Deviation as D;
use crate::edition::uga::rules::Rules;
use crate::game::board::Board;

/// The flaws of the score. Without them it is the rules' own.
const OF_SCORES: [D; 10] = [
    D::ScoreHalfEven,
    D::ScoreTruncated,
    D::ScoreOneDecimal,
    D::ScoreNoDecimals,
    D::ScoreUnformatted,
    D::ScoreOneMore,
    D::ScoreOneLess,
    D::ScoreWhole,
    D::ScoreNotPercent,
    D::ScoreSquare,
];

impl Flaws {
    /// The score of a game that is won in so many rounds.
    #[expect(
        clippy::cast_precision_loss,
        reason = "flawed programs reckon with floating-point numbers"
    )]
    pub(super) fn score(self, rules: &Rules, board: &Board, rounds: u64) -> String {
        if !self.has_any(&OF_SCORES) {
            // Where no command uses up a round there may be none.
            return (rules.score)(board, rounds.max(1));
        }
        let size = board.minefield().size();
        let area = if self.has(D::ScoreSquare) {
            size.rows * size.rows
        } else {
            size.area()
        };
        let factor = if self.has(D::ScoreNotPercent) { 1 } else { 100 };
        let points = (factor * area) as u64;
        let rounds =
            rounds + u64::from(self.has(D::ScoreOneMore)) - u64::from(self.has(D::ScoreOneLess));
        let rounds = rounds.max(1);
        let score = if self.has(D::ScoreWhole) {
            (points / rounds) as f64
        } else {
            points as f64 / rounds as f64
        };
        if self.has(D::ScoreUnformatted) {
            return format!("{score:?}");
        }
        let decimals: usize = if self.has(D::ScoreOneDecimal) {
            1
        } else if self.has(D::ScoreNoDecimals) {
            0
        } else {
            2
        };
        if self.has(D::ScoreHalfEven) {
            // What Rust's own formatting does.
            return format!("{score:.decimals$}");
        }
        let scale = 10_u64.pow(u32::try_from(decimals).unwrap_or(0));
        let exact = if self.has(D::ScoreWhole) {
            (points / rounds) * rounds
        } else {
            points
        };
        let half = if self.has(D::ScoreTruncated) {
            0
        } else {
            rounds
        };
        let units = (2 * exact * scale + half) / (2 * rounds);
        match decimals {
            0 => units.to_string(),
            _ => format!("{}.{:0decimals$}", units / scale, units % scale),
        }
    }
}
