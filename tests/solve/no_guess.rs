//! Fields that can be won without guessing.

use std::{collections::BTreeMap, time::Duration};

use clap::ValueEnum;
use minesweeper_alpha::internal::{
    Difficulty, Minefield, NoGuess, Random, Size, SolveError, Square,
};

use super::{refused, simple_player::wins};
use crate::support::Test;

/// Requests a field of any difficulty with a start in the middle.
fn request(rows: usize, cols: usize, mines: usize) -> NoGuess {
    NoGuess {
        size: Size { rows, cols },
        mines,
        start: Square {
            row: rows / 2,
            col: cols / 2,
        },
        difficulty: None,
        deadline: Duration::from_secs(60),
    }
}

fn draw(request: &NoGuess, random: &mut Random) -> Result<(Minefield, Difficulty), SolveError> {
    request.draw(random, || true)
}

#[test]
fn fields_without_guessing_are_won_by_proofs_alone() {
    for (request, count) in [
        (request(5, 5, 5), 60),
        (request(9, 9, 10), 60),
        (request(16, 16, 40), 20),
        (request(16, 30, 99), 6),
    ] {
        for rng_seed in 0..count {
            let (minefield, _) = draw(&request, &mut Random::seeded(rng_seed)).expect("a field");
            assert_eq!(minefield.mine_count(), request.mines);
            assert_eq!(minefield.adjacent(request.start), 0);
            assert!(wins(&minefield, request.start), "{rng_seed}: {request:?}");
        }
    }
}

#[test]
fn difficulty_is_that_of_the_hardest_proof() {
    for &difficulty in Difficulty::value_variants() {
        let request = NoGuess {
            difficulty: Some(difficulty),
            start: Square { row: 0, col: 8 },
            ..request(9, 9, 12)
        };
        for rng_seed in 0..10 {
            let drawn = draw(&request, &mut Random::seeded(rng_seed)).expect("a field");
            assert_eq!(drawn.1, difficulty);
            assert!(wins(&drawn.0, request.start), "{rng_seed}: {request:?}");
        }
    }
}

/// Number of fields that are drawn to compare their frequencies.
const DRAWS: u32 = 20_000;

#[test]
fn fields_without_guessing_are_uniformly_distributed() {
    for (rows, cols, mines) in [(3, 6, 2), (4, 4, 4)] {
        compare_frequencies(&NoGuess {
            start: Square { row: 1, col: 0 },
            ..request(rows, cols, mines)
        });
    }
}

/// Checks that exactly the fields without guessing are drawn, and compares their frequencies by a
/// chi-squared test. Fields without guessing are found among random fields.
fn compare_frequencies(request: &NoGuess) {
    let mut random = Random::seeded(5);
    let mines_of = |field: &Minefield| -> Vec<(usize, usize)> {
        let mines = field.mines();
        mines.map(|square| (square.row, square.col)).collect()
    };
    let mut counts: BTreeMap<Vec<(usize, usize)>, u32> = BTreeMap::new();
    let mut possible: BTreeMap<Vec<(usize, usize)>, bool> = BTreeMap::new();
    for _ in 0..DRAWS {
        let (drawn, _) = draw(request, &mut random).expect("a field");
        *counts.entry(mines_of(&drawn)).or_default() += 1;
        let field = random.place(request.size, request.mines);
        if field.adjacent(request.start) == 0 && !field.is_mine(request.start) {
            let entry = possible.entry(mines_of(&field));
            entry.or_insert_with(|| wins(&field, request.start));
        }
    }
    possible.retain(|_, is_won| *is_won);
    assert!(possible.keys().eq(counts.keys()), "{possible:?} {counts:?}");
    let field_count = u32::try_from(counts.len()).map(f64::from).expect("few");
    let expected = f64::from(DRAWS) / field_count;
    let squared: f64 = counts
        .values()
        .map(|&count| (f64::from(count) - expected).powi(2) / expected)
        .sum();
    let freedom = field_count - 1.0;
    // At most five standard deviations above the mean of the distribution.
    assert!(
        squared < freedom + 5.0 * (2.0 * freedom).sqrt(),
        "{squared} for {freedom} degrees of freedom"
    );
}

#[test]
fn failed_search_counts_the_drawn_fields() {
    let hopeless = NoGuess {
        deadline: Duration::from_millis(50),
        ..request(16, 30, 200)
    };
    match draw(&hopeless, &mut Random::seeded(6)) {
        Err(SolveError::Deadline {
            drawn, easier: 0, ..
        }) => assert!(drawn > 0),
        drawn => panic!("{drawn:?}"),
    }
}

#[test]
fn generated_seed_ends_with_a_note_of_the_start() {
    let generate = || Test::new().args("generate - 5 5 4 --no-guess --rng-seed 7".split(' '));
    let seed = generate().found().text();
    assert!(seed.ends_with("\nno guess from 2 2, easy\n"), "{seed}");
    assert_eq!(generate().found().text(), seed);
    // The game accepts the seed.
    Test::new().seed(&seed).stdin("q\n").found();
}

#[test]
fn generate_writes_many_seeds_into_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let generate = |arguments: &str| {
        Test::new()
            .arg("generate")
            .args(arguments.split(' '))
            .current_dir(&folder)
    };
    generate("seeds 6 7 8 --count 12 --no-guess --start 0,0").run();
    let entries = std::fs::read_dir(folder.path().join("seeds")).expect("a folder");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("an entry").file_name())
        .map(|name| name.into_string().expect("UTF-8"))
        .collect();
    names.sort();
    let expected: Vec<String> = (1..=12).map(|number| format!("{number:02}.txt")).collect();
    assert_eq!(names, expected);
    let [first, second] = ["seeds/01.txt", "seeds/02.txt"]
        .map(|name| std::fs::read_to_string(folder.path().join(name)).expect("a file"));
    assert!(first.contains("\nno guess from 0 0, "));
    assert_ne!(first, second);
    let count_error = |count: &str| {
        format!("invalid value '{count}' for '--count <N>': {count} is not from 1 to 1000000")
    };
    for (arguments, message) in [
        (
            "- 6 7 8 --count 2",
            "--count needs a folder, and - is standard output",
        ),
        ("many 6 7 8 --count 0", &count_error("0")),
        ("many 6 7 8 --count 1000001", &count_error("1000001")),
        ("seeds/01.txt 6 7 8 --count 2", "seeds/01.txt: File exists"),
        (
            "many 6 7 8 --count 2 --no-guess --start 6,0",
            "the start 6 0 is outside of 6 rows and 7 columns",
        ),
        (
            "many 10 10 70 --no-guess --start x",
            "invalid value 'x' for '--start <ROW,COL>': not a row and a column such as 3,4",
        ),
        (
            "- 9 9 10 --no-guess --difficulty medium",
            "invalid value 'medium' for '--difficulty <KIND>' [possible values: trivial, easy, hard]",
        ),
    ] {
        refused(generate(arguments), message);
    }
    assert!(!folder.path().join("many").exists());
    let late = generate("many 10 10 70 --no-guess --deadline 1ms").found();
    assert_eq!(late.status, Some(2));
    let message = String::from_utf8(late.err).expect("UTF-8");
    assert!(
        message.starts_with("minesweeper-alpha: no field found in 1ms: "),
        "{message}"
    );
}

#[test]
fn play_prints_the_start_and_plays_a_field_without_guessing() {
    let game = Test::new()
        .args("play --random 5x6x6 --no-guess --rng-seed 3".split(' '))
        .stdin("r 2 3\nq\n")
        .found();
    assert_eq!(game.status, Some(0));
    assert_eq!(String::from_utf8_lossy(&game.err), "start: r 2 3\n");
    let out = String::from_utf8(game.out).expect("UTF-8");
    assert!(out.contains("\n 2 |   |   |   | 0 |   |   |\n"), "{out:?}");
    for (arguments, message) in [
        (
            "play --no-guess seed.txt",
            "the argument '--no-guess' cannot be used with '[SEED]...'",
        ),
        (
            "play --edition comp182 --no-guess",
            "missing: --random <ROWSxCOLSxMINES>",
        ),
        (
            "play --screen --start 1,1 seed.txt",
            "the argument '--start <ROW,COL>' cannot be used with '[SEED]...'",
        ),
        ("play --screen --start 1,1", "--start needs a random field"),
        (
            "generate - 9 9 10 --difficulty easy",
            "--difficulty needs --no-guess",
        ),
        (
            "play --difficulty easy seed.txt",
            "--difficulty needs --no-guess",
        ),
        (
            "play --random 5x5x3 --start 1,1",
            "missing: --no-guess or --screen",
        ),
        (
            "play --random 5x5x24 --no-guess",
            "24 mines leave no room around the start: at most 16 with a start in row 2 and column 2",
        ),
        (
            "play --random 5x5x25 --no-guess",
            "25 mines are not possible on 5 by 5 squares: at least 1, at most 24",
        ),
    ] {
        refused(Test::new().args(arguments.split(' ')), message);
    }
}
