//! The blank grid of every size, compared with `grids/`.

use crate::support::{Test, package_file};

#[test]
fn blank_grids_match_the_recorded_ones() {
    for rows in 5..=10 {
        for cols in 5..=10 {
            let seed = format!("{rows} {cols} 1 0 0");
            let out = Test::new().seed(seed).found().text();
            let (_, round) = out.split_once(" Rounds Completed: 0\n\n").expect("a round");
            let (grid, _) = round.split_once("\nminesweeper-alpha: ").expect("a prompt");
            let expected = package_file(format!("tests/edition/grids/{rows}-by-{cols}.txt"));
            assert_eq!(std::fs::read_to_string(expected).expect("a grid"), grid);
        }
    }
}
