//! The page of a class in a browser: with several sizes and media, searched, sorted, and used with
//! the keyboard alone.

use serde_json::json;

use crate::{
    grade::{
        attack_setup::names,
        check_setup::{play, play_with},
        classroom::Classroom,
    },
    support::{Browser, assert_contains, assert_lacks},
};

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
        keyboard_searches_sorts_and_opens_a_student,
        students_are_sorted_by_points_and_filtered_by_cause,
        narrow_page_fits_without_broken_words_and_numbers,
        without_scripting_all_text_is_reachable_and_no_control_is_shown,
        text_has_contrast_in_light_and_dark,
        print_shows_all_details_and_no_form,
        markup_in_names_and_output_stays_text,
        first_screen_shows_common_failures,
    ] {
        browser.open_tab();
        browser.resize(1280, 1000);
        browser.open(&class.path("out/index.html"));
        part(&class, &mut browser);
    }
}

/// Script that returns the names that the table of students shows.
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

fn keyboard_searches_sorts_and_opens_a_student(_class: &Classroom, browser: &mut Browser) {
    assert_eq!(tab_to(browser, "a.skip"), 1);
    browser.press("Enter");
    tab_to(browser, "input[type=search]");
    browser.enter("MINES ARE");
    assert_eq!(browser.text(NAMES), "baker clark");
    let count = "document.getElementById('shown').textContent";
    assert_eq!(browser.text(count), "2 of 8 shown");
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
    let sentence = "1. After nofog, the mines are shown for the rest of the game.";
    assert_eq!(browser.text(cause), sentence);
}

/// Filters the table of students by a cause and a text, either of which may be empty.
#[track_caller]
fn filter(browser: &mut Browser, cause: &str, text: &str) {
    browser.value(&format!(
        "(() => {{ const form = document.getElementById('filter'); \
         const wanted = Array.from(form.elements.cause.options)\
         .find((option) => option.textContent.startsWith({cause:?})); \
         form.elements.cause.value = wanted.value; form.elements.text.value = {text:?}; \
         form.dispatchEvent(new Event('input')); }})()"
    ));
}

fn students_are_sorted_by_points_and_filtered_by_cause(_class: &Classroom, browser: &mut Browser) {
    let names = browser.text(NAMES);
    assert!(names.ends_with("baker clark adams"), "{names}");
    browser.value("document.querySelector('th:nth-child(2) button').click()");
    let names = browser.text(NAMES);
    assert!(names.starts_with("adams clark baker"), "{names}");
    filter(browser, "The program starts no game", "");
    let names = browser.text(NAMES);
    assert_contains(&names, ["davis"]);
    assert_lacks(&names, ["baker"]);
    filter(browser, "", "nofog-stays");
    assert_eq!(browser.text(NAMES), "clark baker");
}

/// Script that returns short words with a line break, except in quoted text and names of cases.
const BROKEN: &str = include_str!("../programs/page/broken.js");

fn narrow_page_fits_without_broken_words_and_numbers(class: &Classroom, browser: &mut Browser) {
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

fn without_scripting_all_text_is_reachable_and_no_control_is_shown(
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
    // Folded details can be opened without scripting.
    tab_to(browser, "summary");
    browser.press("Enter");
    browser.holds("document.activeElement.parentElement.querySelector('a').checkVisibility()");
}

/// Script that returns the lowest contrast between a text and its background, in the colours that
/// the browser computes.
const CONTRAST: &str = include_str!("../programs/page/contrast.js");

fn text_has_contrast_in_light_and_dark(class: &Classroom, browser: &mut Browser) {
    for scheme in ["light", "dark"] {
        let feature = json!({"name": "prefers-color-scheme", "value": scheme});
        let features = json!({"features": [feature]});
        browser.call("Emulation.setEmulatedMedia", &features);
        for page in ["index.html", "submissions/evans.html"] {
            browser.open(&class.path("out").join(page));
            let lowest = browser.value(CONTRAST).as_f64().expect("a number");
            // The minimum of WCAG 2 at level AA.
            assert!(lowest >= 4.5, "{scheme} {page}: {lowest}");
        }
    }
}

fn print_shows_all_details_and_no_form(_class: &Classroom, browser: &mut Browser) {
    browser.call("Emulation.setEmulatedMedia", &json!({"media": "print"}));
    for (selector, is_visible) in [("form", false), ("nav", false), ("details .names a", true)] {
        let expression = format!("document.querySelector({selector:?}).checkVisibility()");
        let value = browser.value(&expression);
        assert_eq!(value, json!(is_visible), "{selector}");
    }
    let print = browser.call("Page.printToPDF", &json!({}));
    // The signature of a PDF, in base 64.
    let data = print["data"].as_str().unwrap_or_default();
    assert!(data.starts_with("JVBERi0"), "{data}");
}

fn markup_in_names_and_output_stays_text(class: &Classroom, browser: &mut Browser) {
    let title = "document.title";
    assert_eq!(browser.text(title), "Minesweeper Alpha: the class");
    browser.holds("document.querySelectorAll('img').length === 0");
    for name in names(&class.path("out/submissions")) {
        // File names already have percent signs, which an address must escape.
        let address = name.replace('%', "%25");
        browser.open(&class.path("out/submissions").join(address));
        assert_ne!(browser.text(title), "owned", "{name}");
        browser.holds("document.querySelectorAll('img, script').length === 0");
    }
}

fn first_screen_shows_common_failures(_class: &Classroom, browser: &mut Browser) {
    let screen = "Array.from(document.querySelectorAll('#class, .notice, main > p, main > ol > li, #students tr'))\
        .filter((each) => each.getBoundingClientRect().bottom <= innerHeight)\
        .map((each) => each.innerText.replace(/\\s+/g, ' ')).join('\\n')";
    let parts = [
        "8 submissions, 1 passed all cases, 1 nothing submitted, 4 failed all cases; mean ",
        "in 4 cases; command: sh run.sh",
        "davis 0 The program prints nothing. 4 of 4 cases",
        "baker 3 After nofog, the mines are shown for the rest of the game. 1 of 4 cases",
        "2 of 8 students: After nofog, the mines are shown for the rest of the game.",
    ];
    assert_contains(&browser.text(screen), parts);
}
