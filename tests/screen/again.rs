//! The same field again, by the command that stays on the terminal.

use crate::screen::emulator::Emulator;

#[test]
fn the_line_that_stays_plays_on_the_same_field_again() {
    let of_menu: &[&str] = &["play", "--screen"];
    let plain: &[&str] = &["play", "--screen", "--random", "9x9x10"];
    let no_guess = [plain, &["--no-guess", "--difficulty", "easy"]].concat();
    let comp182 = ["play", "--screen", "--edition", "comp182", "--cascade"];
    for (arguments, keys) in [
        (plain, "zjjlll "),
        (&no_guess, "zj "),
        (&["play", "--screen", "--random", "expert"], "jjj "),
        (&comp182, "zjl "),
        // The field of the day; and one that is left, continued and begun again.
        (of_menu, "jjj\rz "),
        (of_menu, "\rzjl MM"),
    ] {
        let script = [arguments, &["--script", "a.in.txt"]].concat();
        let mut emulator = Emulator::start((24, 80), &[], &script);
        emulator.see("Q quit").keys(keys).settle();
        if keys.ends_with('M') {
            emulator.keys("\x1b[H\x1b[5~\r").see("The game you left.");
            emulator.keys("Ryz ").see("rounds 1");
        }
        emulator.keys("\x03");
        assert_eq!(emulator.end(), Some(0));
        let line = emulator.last_line();
        let (_, again) = line
            .split_once("; the same field: minesweeper-alpha ")
            .unwrap_or_else(|| panic!("{line}"));
        let arguments: Vec<&str> = again.split(' ').collect();
        let script = [&arguments[..], &["--script", "b.in.txt"]].concat();
        let mut second = Emulator::start((24, 80), &[], &script);
        second
            .see("Begin here: --start asks for a field around this square.")
            .keys("z ")
            .settle()
            .keys("\x03");
        assert_eq!(second.end(), Some(0));
        let fields = [(&emulator, "a.seed.txt"), (&second, "b.seed.txt")];
        let [first, second] = fields.map(|(emulator, name)| emulator.read(name));
        assert_eq!(first, second, "{line}");
    }
}

#[test]
fn the_name_of_a_seed_is_one_word_to_a_shell() {
    for (name, again) in [("my seed.txt", "'my seed.txt'"), ("-a.txt", "-- -a.txt")] {
        let seed = (name, "5 5 2 0 0 4 4\n");
        let arguments = ["play", "--screen", "--edition", "2025.sp", "--", name];
        let mut emulator = Emulator::start((24, 80), &[seed], &arguments);
        emulator
            .see("Q quit")
            .keys("zjj ")
            .see("rounds 1")
            .keys("\x03");
        assert_eq!(emulator.end(), Some(0));
        let again =
            format!("; the same field: minesweeper-alpha play --screen --edition 2025.sp {again}");
        let line = emulator.last_line();
        assert!(line.ends_with(&again), "{line}");
    }
}
