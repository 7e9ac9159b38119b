//! Tests of the full screen on a test terminal, through events.

use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui_core::{
    backend::TestBackend,
    buffer::{Buffer, Cell},
    terminal::Terminal,
};
use tempfile::TempDir;

use super::{
    app::{App, ScreenRequest},
    records::{Records, WinRecord},
    source::FieldKind,
    theme::Depth,
};
use crate::{
    edition::{Dialect, EDITIONS, Edition, Setup},
    field::{Random, RandomField, SeedFile},
    game::Transcript,
    generate::NoGuessOptions,
    io::Date,
};

mod games;
mod picture;

/// A 5-by-5 seed with mines on (0, 0) and (4, 4).
const SEED: &str = "5 5 2 0 0 4 4\n";

/// The full screen on a test terminal.
pub(super) struct Tester {
    app: App,
    terminal: Terminal<TestBackend>,
    now: Instant,
    folder: TempDir,
}

/// A game to test.
pub(super) struct TestGame {
    edition: &'static str,
    size: (u16, u16),
    depth: Depth,
    setup: Setup,
    seed: Option<&'static str>,
    file: &'static str,
    no_guess: Option<NoGuessOptions>,
    script: Option<&'static str>,
}

impl TestGame {
    pub fn menu() -> Self {
        Self {
            edition: "2022.sp",
            size: (80, 24),
            depth: Depth::None,
            setup: Setup::default(),
            seed: None,
            file: "seed.txt",
            no_guess: None,
            script: None,
        }
    }

    pub fn of_seed(seed: &'static str) -> Self {
        let seed = Some(seed);
        Self {
            seed,
            ..Self::menu()
        }
    }

    /// Returns a game on a random field, which is the same each time.
    pub fn random(text: &str) -> Self {
        let mut game = Self::menu();
        game.setup.random = Some(text.parse::<RandomField>().expect("a field"));
        game.setup.rng_seed = Some(5);
        game
    }

    pub fn edition(mut self, name: &'static str) -> Self {
        self.edition = name;
        self
    }

    pub fn size(mut self, width: u16, height: u16) -> Self {
        self.size = (width, height);
        self
    }

    fn start(self) -> Tester {
        self.start_in(tempfile::tempdir().expect("a folder"))
    }

    /// Starts the game with the folder of another tester.
    fn start_in(mut self, folder: TempDir) -> Tester {
        if let Some(seed) = self.seed {
            self.setup.files = vec![SeedFile::in_memory(self.file, seed.as_bytes())];
        }
        let edition: &'static Edition = EDITIONS
            .iter()
            .find(|edition| edition.name == self.edition)
            .expect("an edition");
        let records = Records(Some(folder.path().join("state")));
        let mut request = request(edition, self.setup);
        request.no_guess = self.no_guess;
        request.script = self.script.map(|name| folder.path().join(name));
        Tester::new(self.depth, records, request, self.size, folder)
    }
}

fn request(edition: &'static Edition, setup: Setup) -> ScreenRequest {
    ScreenRequest {
        edition,
        setup,
        no_guess: None,
        start: None,
        script: None,
        has_records: true,
        notice: None,
        replay: None,
    }
}

impl Tester {
    fn new(
        depth: Depth,
        records: Records,
        request: ScreenRequest,
        (width, height): (u16, u16),
        folder: TempDir,
    ) -> Self {
        let (today, now) = (Date::of_day(20_000), Instant::now());
        let app = App::new(request, depth, records, today, now).expect("a game");
        let terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
        let mut tester = Self {
            app,
            terminal,
            now,
            folder,
        };
        tester.settle();
        tester
    }

    /// Waits for background work and draws the screen.
    fn settle(&mut self) -> &mut Self {
        loop {
            self.app.tick(self.now);
            if self.app.job.is_none() {
                break;
            }
            std::thread::yield_now();
        }
        self.terminal
            .draw(|frame| self.app.draw(frame.buffer_mut()))
            .expect("a test terminal");
        self
    }

    /// Types keys: characters, and signs that stand for other keys.
    fn keys(&mut self, keys: &str) -> &mut Self {
        for key in keys.chars() {
            let code = match key {
                '↵' => KeyCode::Enter,
                '⎋' => KeyCode::Esc,
                '⌫' => KeyCode::Backspace,
                '↑' => KeyCode::Up,
                '↓' => KeyCode::Down,
                '←' => KeyCode::Left,
                '→' => KeyCode::Right,
                '⇤' => KeyCode::Home,
                '⇥' => KeyCode::End,
                '⇞' => KeyCode::PageUp,
                '⇟' => KeyCode::PageDown,
                key => KeyCode::Char(key),
            };
            self.app.key(KeyEvent::new(code, KeyModifiers::NONE));
            self.settle();
        }
        self
    }

    /// Types keys in groups. After each group, a text must be on the screen, or absent with `!`.
    fn run(&mut self, steps: &[(&str, &str)]) -> &mut Self {
        for (keys, text) in steps {
            self.keys(keys);
            match text.strip_prefix('!') {
                Some(text) => assert!(!self.text().contains(text), "{text:?}\n{}", self.text()),
                None => {
                    self.see(text);
                }
            }
        }
        self
    }

    /// Types keys and expects a command as the last line that was sent.
    fn sends(&mut self, keys: &str, command: &str) -> &mut Self {
        self.keys(keys);
        let lines = &self.app.game.state.lines;
        assert_eq!(lines.last().map(String::as_str), Some(command), "{keys:?}");
        self
    }

    fn mouse(&mut self, kind: MouseEventKind, (column, row): (u16, u16)) -> &mut Self {
        let modifiers = KeyModifiers::NONE;
        let event = MouseEvent {
            kind,
            column,
            row,
            modifiers,
        };
        self.app.mouse(event);
        self.settle()
    }

    fn click(&mut self, button: MouseButton, place: (u16, u16)) -> &mut Self {
        self.mouse(MouseEventKind::Down(button), place)
    }

    fn wait(&mut self, seconds: u64) -> &mut Self {
        self.now += Duration::from_secs(seconds);
        self.settle()
    }

    fn resize(&mut self, width: u16, height: u16) -> &mut Self {
        self.terminal.backend_mut().resize(width, height);
        self.settle()
    }

    fn buffer(&self) -> &Buffer {
        self.terminal.backend().buffer()
    }

    fn text(&self) -> String {
        let buffer = self.buffer();
        let width = usize::from(buffer.area().width);
        let mut text = String::new();
        for row in buffer.content().chunks(width) {
            let line: String = row.iter().map(Cell::symbol).collect();
            text += &format!("{}\n", line.trim_end());
        }
        text
    }

    /// Expects a text on the screen, which may be wrapped in a box.
    fn see(&mut self, text: &str) -> &mut Self {
        let screen = self.text();
        let words: Vec<&str> = screen.split_whitespace().collect();
        let unwrapped = words.join(" ").replace("│ │ ", "");
        assert!(
            screen.contains(text) || unwrapped.contains(text),
            "no {text:?}\n{screen}"
        );
        self
    }

    /// Returns the column and row of a text on the screen.
    fn place(&self, text: &str) -> (u16, u16) {
        let screen = self.text();
        let position = screen.lines().enumerate().find_map(|(row, line)| {
            let (before, _) = line.split_once(text)?;
            Some((before.chars().count(), row))
        });
        let (col, row) = position.unwrap_or_else(|| panic!("no {text:?}\n{screen}"));
        (
            u16::try_from(col).expect("short"),
            u16::try_from(row).expect("short"),
        )
    }

    /// Ends the program. Returns the summary and the folder.
    fn leave(self) -> (String, TempDir) {
        let summary = self.app.leave().expect("files");
        (summary.unwrap_or_default(), self.folder)
    }
}

/// Returns the text of the screen, a map with a letter for the style of each cell, and a legend.
fn styled(tester: &Tester) -> String {
    let buffer = tester.buffer();
    let mut styles = Vec::new();
    let mut map = String::new();
    for (number, cell) in buffer.content().iter().enumerate() {
        if number % usize::from(buffer.area().width) == 0 {
            map.push('\n');
        }
        let style = format!("{:?} on {:?} {:?}", cell.fg, cell.bg, cell.modifier);
        let style = style.replace("Modifier(0x0)", "").replace("Modifier", "");
        let position = styles.iter().position(|other| *other == style);
        let index = position.unwrap_or(styles.len());
        if index == styles.len() {
            styles.push(style);
        }
        map.push(char::from(b'a' + u8::try_from(index).expect("few styles")));
    }
    let legend: Vec<String> = styles
        .iter()
        .zip('a'..)
        .map(|(style, letter)| format!("{letter} {style}"))
        .collect();
    format!("{}{map}\n{}\n", tester.text(), legend.join("\n"))
}

fn read(folder: &TempDir, name: &str) -> Vec<u8> {
    std::fs::read(folder.path().join(name)).expect("a file")
}

/// Compares a text with a file in `tests/snapshots`. `INSTA_UPDATE=always` rewrites the files.
fn snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::new();
    settings.set_snapshot_path("tests/snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// Plays an expert field up to a proved mine.
fn expert(width: u16, height: u16) -> Tester {
    let mut tester = TestGame::random("16x30x99")
        .edition("2019.fa")
        .size(width, height)
        .start();
    tester.keys("jjjjjjjjlllllllllllllll ").see("rounds 61");
    tester
        .wait(83)
        .keys("HHkg")
        .see("rounds 64")
        .keys("H")
        .see("has a mine:");
    tester
}

#[test]
fn screens_match_the_snapshots_at_each_size() {
    for (width, height) in [(80, 24), (100, 30), (60, 20), (40, 15)] {
        snapshot(
            &format!("expert-{width}x{height}"),
            &expert(width, height).text(),
        );
    }
    for (width, height) in [(80, 24), (40, 15)] {
        let mut menu = TestGame::menu().size(width, height).start();
        menu.keys("jj→→");
        snapshot(&format!("menu-{width}x{height}"), &menu.text());
        menu.keys("↵").see("time 0:00");
    }
    let mut tester = TestGame::random("9x9x10").start();
    tester.keys("jjjjllll ").wait(7).keys("o");
    snapshot("odds-80x24", &tester.text());
    tester.keys("o?");
    snapshot("help-80x24", &tester.text());
    snapshot("help-60x20", &tester.resize(60, 20).text());
    let mut tester = TestGame::of_seed(SEED).start();
    tester.keys("jjll ");
    snapshot("won-80x24", &tester.text());
    snapshot("won-40x15", &tester.resize(40, 15).text());
    tester.resize(80, 24);
    tester.keys("Rkkhhlmh ");
    snapshot("lost-80x24", &tester.text());
}

#[test]
fn colours_match_the_snapshots_at_each_depth() {
    let depths = [
        Depth::None,
        Depth::Eight,
        Depth::Sixteen,
        Depth::Indexed,
        Depth::True,
    ];
    let mut texts = Vec::new();
    for depth in depths {
        let mut game = TestGame::of_seed(SEED).size(40, 12);
        game.depth = depth;
        let mut tester = game.start();
        tester
            .keys("zjjll ")
            .keys("jm")
            .keys("lg")
            .keys("H")
            .see("(1, 1), (1, 2), (1, 3) and 5 more are safe");
        snapshot(
            &format!("colours-{depth:?}").to_lowercase(),
            &styled(&tester),
        );
        texts.push(tester.text());
        let mut colours = String::new();
        for cell in tester.buffer().content() {
            colours += &format!("{:?} {:?} ", cell.fg, cell.bg);
        }
        // Only the names of the colours 8 to 15 contain these words.
        let is_bright = ["Light", "Dark", "White"].map(|word| colours.contains(word));
        assert_eq!(is_bright.contains(&true), depth == Depth::Sixteen);
        assert_eq!(colours.contains("Indexed"), depth == Depth::Indexed);
        assert_eq!(colours.contains("Rgb"), depth == Depth::True);
    }
    texts.dedup();
    assert_eq!(texts.len(), 1, "colours carry no information of their own");
}

/// Plays an input without the screen. Returns the output on both streams.
fn play_without_screen(edition: &Edition, seed: &[u8], input: &[u8]) -> String {
    let setup = Setup::of_file(SeedFile::in_memory("seed.txt", seed));
    let mut session = edition.start(&setup).expect("a game");
    let transcript = Transcript::of(session.as_mut(), input);
    String::from_utf8(transcript.merged().to_vec()).expect("UTF-8")
}

/// Sends a random key, click, turn of the wheel or change of size.
fn random_event(tester: &mut Tester, random: &mut Random) {
    const KEYS: &str = "   rmfgnu?HHohjklhjklxyz RqwQM↵⎋↑↓←→⇤⇥⇞⇟é雷";
    let keys: Vec<char> = KEYS.chars().collect();
    let mut number = |below: u64| u16::try_from(random.below(below)).expect("small");
    match number(100) {
        0 => tester.resize(number(120) + 1, number(40) + 1),
        1..10 => {
            let kind = match number(5) {
                0 => MouseEventKind::Down(MouseButton::Left),
                1 => MouseEventKind::Down(MouseButton::Right),
                2 => MouseEventKind::Down(MouseButton::Middle),
                3 => MouseEventKind::ScrollDown,
                _ => MouseEventKind::ScrollLeft,
            };
            tester.mouse(kind, (number(80), number(24)))
        }
        _ => tester.keys(&keys[usize::from(number(keys.len() as u64))].to_string()),
    };
}

#[test]
fn script_of_random_events_has_the_same_result_without_the_screen() {
    let mut random = Random::seeded(1);
    let (mut events, mut games) = (0, 0);
    while events < 20_000 {
        let mut game = TestGame::random("8x9x10");
        game.setup.rng_seed = Some(events);
        game.script = Some("a.in.txt");
        let mut tester = game.start();
        for _ in 0..400 {
            random_event(&mut tester, &mut random);
            events += 1;
            if tester.app.status.is_some() {
                break;
            }
        }
        if !tester.app.game.has_lines() {
            continue;
        }
        let edition = tester.app.game.state.source.edition();
        let (summary, folder) = tester.leave();
        let input = read(&folder, "a.in.txt");
        let rounds = input.split(|&byte| byte == b'\n').count() - 1;
        assert!(summary.contains(&format!(", {rounds} round")), "{summary}");
        if edition.dialect == Dialect::Uga {
            let output = play_without_screen(edition, &read(&folder, "a.seed.txt"), &input);
            assert!(!output.contains("Invalid Command"), "{output}");
            let ends = [("Won", "YOU HAVE WON!"), ("Lost", "Oh no...")];
            for (word, end) in ends {
                assert_eq!(summary.starts_with(word), output.contains(end), "{summary}");
            }
            games += 1;
        }
    }
    assert!(games > 20, "{games}");
}

fn win(rows: usize, milliseconds: u64) -> WinRecord {
    WinRecord {
        kind: FieldKind {
            edition: "2022.sp".to_owned(),
            field: RandomField::new(rows, 9, 10),
            no_guess: false,
        },
        milliseconds,
        rounds: 81,
        rng_seed: milliseconds + 1_000 * rows as u64,
        date: "2026-02-28".to_owned(),
    }
}

#[test]
fn ten_best_results_of_each_kind_are_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let records = Records(Some(folder.path().join("state")));
    assert_eq!(records.results(), []);
    assert_eq!(records.add(&win(5, 10)), Some(1));
    for milliseconds in (100..200).rev() {
        assert_eq!(records.add(&win(9, milliseconds)), Some(1));
    }
    assert_eq!(records.add(&win(9, 109)), None, "the field was won before");
    assert_eq!(records.add(&win(9, 300)), None, "ten are better");
    let mut other_field = win(9, 104);
    other_field.rng_seed = 1;
    assert_eq!(records.add(&other_field), Some(6));
    let results = records.results();
    let times: Vec<u64> = results.iter().map(|win| win.milliseconds).collect();
    assert_eq!(
        times,
        [10, 100, 101, 102, 103, 104, 104, 105, 106, 107, 108]
    );
}

#[test]
fn format_of_results_is_stable() {
    let text = r#"[{"kind":{"edition":"2022.sp","rows":9,"cols":9,"mines":10,"no_guess":false},"milliseconds":7,"rounds":81,"rng_seed":9007,"date":"2026-02-28"}]"#;
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("results.json"), text).expect("a file");
    let records = Records(Some(folder.path().to_owned()));
    assert_eq!(records.results(), [win(9, 7)]);
    assert_eq!(serde_json::to_string(&[win(9, 7)]).expect("JSON"), text);
}

#[test]
fn unreadable_results_are_renamed() {
    let folder = tempfile::tempdir().expect("a folder");
    let records = Records(Some(folder.path().to_owned()));
    for content in [&b""[..], b"{", b"[1]", b"\xff"] {
        for name in ["results.json", "game.json"] {
            std::fs::write(folder.path().join(name), content).expect("a file");
        }
        assert!(records.results().is_empty() && records.unfinished().is_none());
        assert_eq!(records.add(&win(9, 1)), Some(1));
        assert_eq!(records.add(&win(9, 2)), Some(2));
        assert_eq!(read(&folder, "results.json.unreadable"), content);
    }
    let records = Records(Some(folder.path().join("results.json")));
    assert_eq!(records.add(&win(9, 1)), None);
}

#[test]
fn colour_depth_follows_the_environment() {
    for (variables, depth) in [
        (&[("TERM", "xterm")][..], Depth::Eight),
        (&[], Depth::Eight),
        (&[("TERM", "linux-16color")], Depth::Sixteen),
        (&[("TERM", "vt100")], Depth::None),
        (&[("TERM", "xterm-256color")], Depth::Indexed),
        (&[("TERM", "xterm-direct")], Depth::True),
        (
            &[("TERM", "xterm"), ("COLORTERM", "truecolor")],
            Depth::True,
        ),
        (
            &[("TERM", "xterm-256color"), ("NO_COLOR", "")],
            Depth::Indexed,
        ),
        (
            &[("COLORTERM", "truecolor"), ("NO_COLOR", "1")],
            Depth::None,
        ),
    ] {
        let actual = Depth::of(|name| {
            let (_, value) = variables.iter().find(|(key, _)| *key == name)?;
            Some((*value).to_owned())
        });
        assert_eq!(actual, depth, "{variables:?}");
    }
}

#[test]
fn hints_begin_with_their_squares_and_fit_a_narrow_screen() {
    let (mut hints, mut cut) = (0, 0);
    for rng_seed in 0..4 {
        let mut game = TestGame::random("16x30x80").edition("2019.fa").size(40, 15);
        game.setup.rng_seed = Some(rng_seed);
        let mut tester = game.start();
        tester.keys("⇟lllllllllllllll ");
        for _ in 0..300 {
            let text = tester.keys("H").text();
            let message = text.lines().rev().take(4).last().unwrap_or_default().trim();
            if text.contains("n new game") {
                break;
            }
            assert!(message.starts_with('('), "{text}");
            hints += 1;
            cut += usize::from(text.contains('…'));
            tester.keys(if text.contains("lowest risk") {
                " "
            } else {
                "H"
            });
        }
    }
    assert!(hints > 300 && cut * 10 < hints, "{cut} of {hints}");
}
