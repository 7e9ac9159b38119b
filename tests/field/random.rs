//! Random minefields: reproducible with an RNG seed, different without one, and uniformly
//! distributed.

use std::collections::HashMap;

use minesweeper_alpha::internal::{Random, Size};

use super::generated;
use crate::support::{Test, words};

#[test]
fn rng_seeds_keep_their_fields_forever() {
    // These placements must be the same on every machine and in every version.
    assert_eq!(generated(5, 6, 4, 0), "5 6\n4\n0 1\n0 4\n1 4\n3 1\n");
    let square = "10 10\n5\n0 7\n3 3\n6 8\n7 8\n8 6\n";
    assert_eq!(generated(10, 10, 5, 1302), square);
    let large = "12 15\n3\n4 7\n5 5\n10 14\n";
    assert_eq!(generated(12, 15, 3, u32::MAX), large);
}

#[test]
fn seed_lists_the_mines_in_order() {
    for rng_seed in 0..20 {
        let size = Size { rows: 9, cols: 8 };
        let minefield = Random::seeded(rng_seed.into()).place(size, 17);
        let mines = minefield
            .mines()
            .map(|mine| format!("{} {}\n", mine.row, mine.col));
        let seed = "9 8\n17\n".to_owned() + &mines.collect::<String>();
        assert_eq!(generated(9, 8, 17, rng_seed), seed);
    }
}

#[test]
fn same_rng_seed_plays_the_same_game_everywhere() {
    let from_file = Test::new()
        .seed(generated(6, 7, 9, 3))
        .stdin("nofog\n")
        .found();
    Test::new()
        .args(["play", "--random", "6x7x9", "--rng-seed", "3"])
        .stdin("nofog\n")
        .like(&from_file)
        .run();
}

#[test]
fn games_without_rng_seed_differ() {
    for arguments in [
        "generate - 10 10 50",
        "play --random 10x10x50",
        "play --edition comp182 --rows 20 --cols 20 --mines 390",
        "play --edition project1",
    ] {
        let input = "nofog\nu 0 0\nu 1 1\nu 2 2\nyes\n";
        let play = |_| Test::new().args(words(arguments)).stdin(input).found().out;
        let games: Vec<_> = (0..8).map(play).collect();
        assert!(games.iter().any(|game| *game != games[0]), "{arguments}");
    }
}

/// Returns the chi-squared statistic for counts that are expected to be equal.
fn chi_squared(counts: &[u32]) -> f64 {
    let expected = f64::from(counts.iter().sum::<u32>())
        / f64::from(u32::try_from(counts.len()).expect("few"));
    counts
        .iter()
        .map(|&count| (f64::from(count) - expected).powi(2) / expected)
        .sum()
}

#[test]
fn mines_are_uniformly_distributed() {
    let size = Size { rows: 5, cols: 6 };
    let mut counts = [0; 30];
    for rng_seed in 0..2_000 {
        for mine in Random::seeded(rng_seed).place(size, 3).mines() {
            counts[size.index(mine)] += 1;
        }
    }
    // With 29 degrees of freedom, the statistic is above 58.3 with a probability of 0.001.
    let statistic = chi_squared(&counts);
    assert!(statistic < 58.3, "{statistic} {counts:?}");
}

#[test]
fn pairs_of_mines_are_uniformly_distributed() {
    let size = Size { rows: 5, cols: 5 };
    let mut counts: HashMap<Vec<usize>, u32> = HashMap::new();
    for rng_seed in 0..3_000 {
        let minefield = Random::seeded(rng_seed).place(size, 2);
        let pair = minefield.mines().map(|mine| size.index(mine)).collect();
        *counts.entry(pair).or_default() += 1;
    }
    assert_eq!(counts.len(), 300, "some pairs are never drawn");
    let pair_counts: Vec<u32> = counts.values().copied().collect();
    // With 299 degrees of freedom, the statistic is above 379 with a probability of 0.001.
    let statistic = chi_squared(&pair_counts);
    assert!(statistic < 379.0, "{statistic} {counts:?}");
}
