//! The generator. The game plays its seed files.

use crate::support::Test;

#[test]
fn generated_seeds_are_playable() {
    for (generate, edition, numbers) in [
        ("generate", "2022.sp", ["5", "5", "1"]),
        ("generate", "2025.sp", ["10", "10", "99"]),
        ("generate", "2019.fa", ["200", "5", "999"]),
        ("--gen", "2022.sp", ["5", "10", "49"]),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("seed.txt");
        Test::new()
            .arg(generate)
            .arg(&file)
            .args(numbers)
            .args(["--edition", edition])
            .run();
        let game = Test::play(edition).arg(&file).stdin("nofog\n").found();
        assert_eq!((game.err, game.status), (Vec::new(), Some(0)), "{edition}");
        let mine_count = game.out.windows(2).filter(|it| it == b"< ").count();
        assert_eq!(mine_count.to_string(), numbers[2], "{edition}");
    }
}

#[test]
fn short_form_allows_the_sizes_of_2019_fa() {
    let long_form = Test::new()
        .args(["generate", "--edition", "2019.fa", "-", "12", "20", "30"])
        .args(["--rng-seed", "8"])
        .found();
    assert!(long_form.out.starts_with(b"12 20\n30\n"), "{long_form:?}");
    Test::new()
        .args(["--gen", "-", "12", "20", "30", "--rng-seed", "8"])
        .like(&long_form)
        .run();
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("seed.txt");
    Test::new()
        .arg("--gen")
        .arg(&file)
        .args(["12", "20", "30", "--rng-seed", "8"])
        .run();
    assert!(std::fs::read(&file).expect("the file") == long_form.out);
}
