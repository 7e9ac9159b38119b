//! The page of a class in a browser: viewed in several ways, searched, sorted, and used
//! with the keyboard alone.

use serde_json::json;

use crate::grade::attack_setup::names;
use crate::grade::check_setup::{play, play_with};
use crate::grade::classroom::Classroom;
use crate::support::{Browser, assert_contains, assert_lacks};

fn class() -> Classroom {
    let class = Classroom::new();
    let long = "\u{202e}a-very-long-name-without-any-end-that-goes-on-and-on";
    let markup = "<img src=x onerror=\"document.title='owned'\">";
    class
        .submit("adams", &play())
        .submit("baker", &play_with("nofog-stays"))
        .submit("clark", &play_with("nofog-stays"))
        .submit("davis", "true")
        .submit("evans", &format!("{} | sed 's/ *$//'", play()))
        .submit(markup, "echo '<script>document.title=1</script>'")
        .submit(long, "false")
        .create("submissions/frank");
    class.grade("out", &[]).found();
    class
}

#[test]
fn the_page_of_a_class_works_in_a_browser() {
    let class = class();
    let Some(mut browser) = Browser::start(&class.path("browser")) else {
        return;
    };
    for part in [
        the_keyboard_alone_searches_sorts_and_opens_a_student,
        students_are_sorted_by_points_and_narrowed_to_a_cause,
        a_narrow_page_fits_and_breaks_no_word_and_no_number,
        without_scripting_everything_can_be_read_and_nothing_is_dead,
        texts_stand_out_in_light_and_dark,
        in_print_everything_is_open_and_no_form_is_left,
        names_and_output_that_are_markup_stay_text,
        the_first_screen_tells_who_failed_everything_and_what_most_got_wrong,
    ] {
        browser.open_tab();
        browser.resize(1280, 1000);
        browser.open(&class.path("out/index.html"));
        part(&class, &mut browser);
    }
}

/// The names that the table of students shows.
const NAMES: &str = include_str!("../programs/page/names.js");

/// Presses Tab until this element has the focus; returns the number of presses.
#[track_caller]
fn tab_to(browser: &mut Browser, selector: &str) -> usize {
    for count in 1..=40 {
        browser.press("Tab");
        let is_there = format!("document.activeElement.matches({selector:?})");
        if browser.value(&is_there) == json!(true) {
            return count;
        }
    }
    panic!("{selector} is not reached");
}

fn the_keyboard_alone_searches_sorts_and_opens_a_student(
    _class: &Classroom,
    browser: &mut Browser,
) {
    assert_eq!(tab_to(browser, "a.skip"), 1);
    browser.press("Enter");
    tab_to(browser, "input[type=search]");
    browser.enter("MINES ARE");
    assert_eq!(browser.text(NAMES), "baker clark");
    let shown = "document.getElementById('shown').textContent";
    assert_eq!(browser.text(shown), "2 of 8 shown");
    tab_to(browser, "select");
    tab_to(browser, "th:first-child button");
    browser.press("Enter");
    assert_eq!(browser.text(NAMES), "baker clark");
    browser.press(" ");
    assert_eq!(browser.text(NAMES), "clark baker");
    let sorted = "document.querySelector('[aria-sort]').textContent";
    assert_eq!(browser.text(sorted), "Student");
    tab_to(browser, "#students tbody a");
    browser.press("Enter");
    browser.wait_for("Page.loadEventFired");
    let name = "document.querySelector('h1').innerText";
    assert_eq!(browser.text(name), "clark");
    let cause = "document.querySelector('h3').innerText";
    let sentence = "1. After nofog the mines are shown for the rest of the game.";
    assert_eq!(browser.text(cause), sentence);
}

fn students_are_sorted_by_points_and_narrowed_to_a_cause(
    _class: &Classroom,
    browser: &mut Browser,
) {
    let last = "baker clark adams";
    let names = browser.text(NAMES);
    assert!(names.ends_with(last), "{names}");
    browser.value("document.querySelector('th:nth-child(2) button').click()");
    let names = browser.text(NAMES);
    assert!(names.starts_with("adams clark baker"), "{names}");
    let choose = |cause: &str, text: &str| {
        format!(
            "(() => {{ const form = document.getElementById('filter'); \
             const wanted = Array.from(form.elements.cause.options)\
             .find((option) => option.textContent.startsWith({cause:?})); \
             form.elements.cause.value = wanted.value; form.elements.text.value = {text:?}; \
             form.dispatchEvent(new Event('input')); }})()"
        )
    };
    browser.value(&choose("The program prints nothing", ""));
    let names = browser.text(NAMES);
    assert_contains(&names, ["davis"]);
    assert_lacks(&names, ["baker"]);
    browser.value(&choose("", "nofog-stays"));
    assert_eq!(browser.text(NAMES), "clark baker");
}

/// Words that are broken although they are not long, outside of what is quoted and names of
/// cases.
const BROKEN: &str = include_str!("../programs/page/broken.js");

fn a_narrow_page_fits_and_breaks_no_word_and_no_number(class: &Classroom, browser: &mut Browser) {
    for width in [400, 1200] {
        browser.resize(width, 1000);
        browser.open(&class.path("out/index.html"));
        let size = "document.documentElement.scrollWidth <= document.documentElement.clientWidth";
        browser.holds(size);
        assert_eq!(browser.text(BROKEN), "", "{width}");
        // Each bar is on the row of its points.
        let rows = "Array.from(document.querySelectorAll('.bars .bar')).every((bar) => { \
            const [one, other] = [bar, bar.closest('tr').cells[0]].map((each) => each.getBoundingClientRect()); \
            return one.top >= other.top && one.bottom <= other.bottom; })";
        browser.holds(rows);
    }
}

fn without_scripting_everything_can_be_read_and_nothing_is_dead(
    class: &Classroom,
    browser: &mut Browser,
) {
    let disable = json!({"value": true});
    browser.call("Emulation.setScriptExecutionDisabled", &disable);
    browser.open(&class.path("out/index.html"));
    browser.holds("document.querySelectorAll('button').length === 0");
    browser.holds("!document.getElementById('filter').checkVisibility()");
    let rows = "Array.from(document.querySelectorAll('tbody tr'))";
    browser.holds(&format!("{rows}.every((row) => row.checkVisibility())"));
    // What is folded up opens by itself.
    tab_to(browser, "summary");
    browser.press("Enter");
    browser.holds("document.activeElement.parentElement.querySelector('a').checkVisibility()");
}

/// The least contrast of a text with what is behind it; the assignment of colours is
/// the browser's.
const CONTRAST: &str = include_str!("../programs/page/contrast.js");

fn texts_stand_out_in_light_and_dark(class: &Classroom, browser: &mut Browser) {
    for scheme in ["light", "dark"] {
        let feature = json!({"name": "prefers-color-scheme", "value": scheme});
        let features = json!({"features": [feature]});
        browser.call("Emulation.setEmulatedMedia", &features);
        for page in ["index.html", "submissions/evans.html"] {
            browser.open(&class.path("out").join(page));
            let least = browser.value(CONTRAST).as_f64().expect("a number");
            // What WCAG 2 asks for at level AA.
            assert!(least >= 4.5, "{scheme} {page}: {least}");
        }
    }
}

fn in_print_everything_is_open_and_no_form_is_left(_class: &Classroom, browser: &mut Browser) {
    browser.call("Emulation.setEmulatedMedia", &json!({"media": "print"}));
    for (selector, expected) in [("form", false), ("nav", false), ("details .names a", true)] {
        let seen = format!("document.querySelector({selector:?}).checkVisibility()");
        assert_eq!(browser.value(&seen), json!(expected), "{selector}");
    }
    let print = browser.call("Page.printToPDF", &json!({}));
    // The signature of a PDF, in base 64.
    let data = print["data"].as_str().unwrap_or_default();
    assert!(data.starts_with("JVBERi0"), "{data}");
}

fn names_and_output_that_are_markup_stay_text(class: &Classroom, browser: &mut Browser) {
    let title = "document.title";
    assert_eq!(browser.text(title), "Minesweeper Alpha: the class");
    browser.holds("document.querySelectorAll('img').length === 0");
    for name in names(&class.path("out/submissions")) {
        // An address spells what is special in it, and its percent signs too.
        let address = name.replace('%', "%25");
        browser.open(&class.path("out/submissions").join(address));
        assert_ne!(browser.text(title), "owned", "{name}");
        browser.holds("document.querySelectorAll('img, script').length === 0");
    }
}

fn the_first_screen_tells_who_failed_everything_and_what_most_got_wrong(
    _class: &Classroom,
    browser: &mut Browser,
) {
    let screen = "Array.from(document.querySelectorAll('#class, .notice, main > p, main > ol > li, #students tr'))\
        .filter((each) => each.getBoundingClientRect().bottom <= innerHeight)\
        .map((each) => each.innerText.replace(/\\s+/g, ' ')).join('\\n')";
    let seen = [
        "8 submissions, 1 passed all cases, 1 nothing submitted, 4 failed all cases; mean ",
        "in 4 cases; played by sh run.sh",
        "davis 0 The program prints no text. 4 of 4 cases",
        "baker 3 After nofog the mines are shown for the rest of the game. 1 of 4 cases",
        "2 of 7 students: After nofog the mines are shown for the rest of the game.",
    ];
    assert_contains(&browser.text(screen), seen);
}
