//! The page of a class in a browser: looked at in several ways, searched, sorted, and used
//! with the keyboard alone.

use std::fs;

use serde_json::json;

use crate::grade::check_setup::play;
use crate::grade::classroom::Classroom;
use crate::support::{Browser, flawed};

/// A class of all kinds.
fn class() -> Classroom {
    let class = Classroom::new();
    let flaw = |name: &str| format!("'{}' {name} \"$1\"", flawed().display());
    class
        .submit("adams", &play())
        .submit("baker", &flaw("nofog-stays"))
        .submit("clark", &flaw("nofog-stays"))
        .submit("davis", "true")
        .submit("evans", &format!("{} | sed 's/ *$//'", play()))
        .submit(
            "<img src=x onerror=\"document.title='owned'\">",
            "echo '<script>document.title=1</script>'",
        )
        .submit(
            "\u{202e}a-very-long-name-without-any-end-that-goes-on-and-on",
            "false",
        );
    fs::create_dir(class.path("submissions/frank")).expect("a folder");
    class.grade("out", &[]).found();
    class
}

/// The class, and a browser that shows its page with this width.
#[track_caller]
fn shown(width: u32) -> Option<(Classroom, Browser)> {
    let class = class();
    let mut browser = Browser::start(&class.path("browser"))?;
    browser.resize(width, 1000);
    browser.open(&class.path("out/index.html"));
    Some((class, browser))
}

/// The names that the table of students shows.
const NAMES: &str = "Array.from(document.querySelectorAll('#students tbody tr'))\
    .filter((row) => row.checkVisibility()).map((row) => row.cells[0].innerText.trim()\
    .slice(0, 5)).join(' ')";

/// Presses the tabulator until what has the focus is this, and tells how often that was.
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

#[test]
fn the_keyboard_alone_searches_sorts_and_opens_a_student() {
    let Some((_class, mut browser)) = shown(1200) else {
        return;
    };
    assert_eq!(tab_to(&mut browser, "a.skip"), 1);
    browser.press("Enter");
    tab_to(&mut browser, "input[type=search]");
    browser.enter("MINES ARE");
    assert_eq!(browser.text(NAMES), "baker clark");
    assert_eq!(
        browser.text("document.getElementById('shown').textContent"),
        "2 of 8 shown"
    );
    tab_to(&mut browser, "select");
    tab_to(&mut browser, "th:first-child button");
    browser.press("Enter");
    assert_eq!(browser.text(NAMES), "baker clark");
    browser.press(" ");
    assert_eq!(browser.text(NAMES), "clark baker");
    assert_eq!(
        browser.text("document.querySelector('[aria-sort]').textContent"),
        "Student"
    );
    tab_to(&mut browser, "#students tbody a");
    browser.call("Page.enable", &json!({}));
    browser.press("Enter");
    browser.wait_for("Page.loadEventFired");
    assert_eq!(
        browser.text("document.querySelector('h1').innerText"),
        "clark"
    );
    let found = "document.querySelector('h3').innerText";
    assert_eq!(
        browser.text(found),
        "After nofog the mines are shown for the rest of the game."
    );
}

#[test]
fn a_student_is_found_by_any_cause() {
    let class = Classroom::new();
    let flaws = "nofog-stays,win-never-seen,guess-marks,rounds-from-one";
    class.submit("adams", &play()).submit(
        "van der Linden, Anna Maria",
        &format!("'{}' {flaws} \"$1\"", flawed().display()),
    );
    class.grade("out", &[]).found();
    let Some(mut browser) = Browser::start(&class.path("browser")) else {
        return;
    };
    browser.resize(1280, 1000);
    browser.open(&class.path("out/index.html"));
    let causes = class.results("out")["submissions"][1]["findings"].clone();
    let causes = causes.as_array().expect("a list");
    assert!(causes.len() > 2, "{causes:?}");
    for cause in causes.iter().filter(|cause| cause["name"] != "") {
        let name = cause["name"].as_str().expect("a name");
        let search = format!(
            "(() => {{ const form = document.getElementById('filter'); form.elements.text.value = '{name}'; \
             form.dispatchEvent(new Event('input')); }})()"
        );
        browser.value(&search);
        assert_eq!(browser.text(NAMES), "van d", "{name}");
    }
    // Where there is room, a name is on one line.
    let lines = "new Set(Array.from(document.querySelectorAll('#students .name')[0].getClientRects(), \
        (box) => Math.round(box.height / parseFloat(getComputedStyle(document.body).lineHeight)))).has(1)";
    assert_eq!(browser.value(lines), json!(true));
}

#[test]
fn students_are_sorted_by_points_and_narrowed_to_a_cause() {
    let Some((_class, mut browser)) = shown(1200) else {
        return;
    };
    let last = "baker clark adams";
    let names = browser.text(NAMES);
    assert!(names.ends_with(last), "{names}");
    let click = "document.querySelector('th:nth-child(2) button').click()";
    browser.value(click);
    let names = browser.text(NAMES);
    assert!(names.starts_with("adams clark baker"), "{names}");
    let choose = "(() => { const form = document.getElementById('filter'); \
        const wanted = Array.from(form.elements.cause.options)\
        .find((option) => option.textContent.startsWith('The program prints nothing')); \
        form.elements.cause.value = wanted.value; \
        form.dispatchEvent(new Event('input')); })()";
    browser.value(choose);
    let names: Vec<String> = browser.text(NAMES).split(' ').map(str::to_owned).collect();
    assert!(names.contains(&"davis".to_owned()), "{names:?}");
    assert!(!names.contains(&"baker".to_owned()), "{names:?}");
}

/// Words that are broken although they are not long, outside of what is quoted and names of
/// cases.
const BROKEN: &str = "(() => { const broken = []; \
    const walker = document.createTreeWalker(document.getElementById('main'), NodeFilter.SHOW_TEXT); \
    while (walker.nextNode()) { const node = walker.currentNode; \
      if (node.parentElement.closest('code, pre, option, .out, .case') || node.data.length > 900 \
        || !node.parentElement.checkVisibility()) continue; \
      for (const token of node.data.matchAll(/\\S+/g)) \
      for (const word of token[0].length > 20 ? [] : token[0].matchAll(/[\\p{L}\\p{N}.]+/gu)) { \
        const start = token.index + word.index; \
        const range = document.createRange(); \
        range.setStart(node, start); range.setEnd(node, start + word[0].length); \
        const lines = new Set(Array.from(range.getClientRects(), (box) => Math.round(box.top))); \
        if (lines.size > 1) broken.push(word[0]); } } \
    return broken.join(' '); })()";

#[test]
fn a_narrow_page_fits_and_breaks_no_word_and_no_number() {
    let class = class();
    let Some(mut browser) = Browser::start(&class.path("browser")) else {
        return;
    };
    for width in [400, 1200] {
        browser.resize(width, 1000);
        browser.open(&class.path("out/index.html"));
        let size = "document.documentElement.scrollWidth <= document.documentElement.clientWidth";
        assert_eq!(browser.value(size), json!(true), "{width}");
        assert_eq!(browser.text(BROKEN), "", "{width}");
        // Each bar is on the row of its points.
        let rows = "Array.from(document.querySelectorAll('.bars .bar')).every((bar) => { \
            const [one, other] = [bar, bar.closest('tr').cells[0]].map((each) => each.getBoundingClientRect()); \
            return one.top >= other.top && one.bottom <= other.bottom; })";
        assert_eq!(browser.value(rows), json!(true), "{width}");
    }
}

#[test]
fn without_scripting_everything_can_be_read_and_nothing_is_dead() {
    let class = class();
    let Some(mut browser) = Browser::start(&class.path("browser")) else {
        return;
    };
    browser.call(
        "Emulation.setScriptExecutionDisabled",
        &json!({"value": true}),
    );
    browser.open(&class.path("out/index.html"));
    assert_eq!(
        browser.value("document.querySelectorAll('button').length"),
        json!(0)
    );
    let form = "document.getElementById('filter').checkVisibility()";
    assert_eq!(browser.value(form), json!(false));
    let rows = "Array.from(document.querySelectorAll('tbody tr'))\
        .every((row) => row.checkVisibility())";
    assert_eq!(browser.value(rows), json!(true));
    // What is folded up opens by itself.
    tab_to(&mut browser, "summary");
    browser.press("Enter");
    let open = "document.activeElement.parentElement.querySelector('a').checkVisibility()";
    assert_eq!(browser.value(open), json!(true));
}

/// The least contrast of a text with what is behind it; the assignment of colours is
/// the browser's.
const CONTRAST: &str = "(() => { const context = new OffscreenCanvas(1, 1).getContext('2d'); \
    const luminance = (colours) => { context.reset(); \
      for (const colour of colours) { context.fillStyle = colour; context.fillRect(0, 0, 1, 1); } \
      const [r, g, b] = Array.from(context.getImageData(0, 0, 1, 1).data.slice(0, 3), (value) => { \
        const part = value / 255; return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4; }); \
      return 0.2126 * r + 0.7152 * g + 0.0722 * b; }; \
    let least = 21; \
    for (const element of document.querySelectorAll('main *')) { \
      if (!element.checkVisibility() || !Array.from(element.childNodes).some((node) => \
        node.nodeType === 3 && node.data.trim() !== '')) continue; \
      const behind = []; \
      for (let each = element; each; each = each.parentElement) \
        behind.unshift(getComputedStyle(each).backgroundColor); \
      const [one, other] = [luminance(behind), \
        luminance([...behind, getComputedStyle(element).color])]; \
      least = Math.min(least, (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)); } \
    return least; })()";

#[test]
fn texts_stand_out_in_light_and_dark() {
    let class = class();
    let Some(mut browser) = Browser::start(&class.path("browser")) else {
        return;
    };
    for scheme in ["light", "dark"] {
        let feature = json!({"name": "prefers-color-scheme", "value": scheme});
        browser.call(
            "Emulation.setEmulatedMedia",
            &json!({"features": [feature]}),
        );
        for page in ["index.html", "submissions/evans.html"] {
            browser.open(&class.path("out").join(page));
            let least = browser.value(CONTRAST).as_f64().expect("a number");
            // What WCAG 2 asks for at level AA.
            assert!(least >= 4.5, "{scheme} {page}: {least}");
        }
    }
}

#[test]
fn in_print_everything_is_open_and_no_form_is_left() {
    let Some((_class, mut browser)) = shown(1200) else {
        return;
    };
    browser.call("Emulation.setEmulatedMedia", &json!({"media": "print"}));
    for (selector, expected) in [("form", false), ("nav", false), ("details .names a", true)] {
        let seen = format!("document.querySelector({selector:?}).checkVisibility()");
        assert_eq!(browser.value(&seen), json!(expected), "{selector}");
    }
    let print = browser.call("Page.printToPDF", &json!({}));
    // The signature of a PDF, in base 64.
    assert!(
        print["data"]
            .as_str()
            .is_some_and(|data| data.starts_with("JVBERi0"))
    );
}

#[test]
fn names_and_output_that_are_markup_stay_text() {
    let Some((class, mut browser)) = shown(1200) else {
        return;
    };
    let title = "document.title";
    assert_eq!(browser.text(title), "Minesweeper Alpha: the class");
    assert_eq!(
        browser.value("document.querySelectorAll('img').length"),
        json!(0)
    );
    for entry in fs::read_dir(class.path("out/submissions")).expect("a folder") {
        let name = entry.expect("an entry").file_name();
        // An address spells what is special in it, and its percent signs too.
        let address = name.to_string_lossy().replace('%', "%25");
        browser.open(&class.path("out/submissions").join(address));
        assert_ne!(browser.text(title), "owned", "{name:?}");
        assert_eq!(
            browser.value("document.querySelectorAll('img, script').length"),
            json!(0)
        );
    }
}

#[test]
fn the_first_screen_tells_who_failed_everything_and_what_most_got_wrong() {
    let Some((_class, mut browser)) = shown(1200) else {
        return;
    };
    let screen = "Array.from(document.querySelectorAll('#class, .notice, main > p, main > ol > li, #students tr'))\
        .filter((each) => each.getBoundingClientRect().bottom <= innerHeight)\
        .map((each) => each.innerText.replace(/\\s+/g, ' ')).join('\\n')";
    let screen = browser.text(screen);
    for seen in [
        "8 submissions, 4 cases, played by sh run.sh",
        "1 passed all cases, 4 failed all cases. 1 nothing submitted.",
        "davis 0 The program prints no text. all 4 cases",
        "baker 3 After nofog the mines are shown for the rest of the game. 1 case",
        "2 of 7 students: After nofog the mines are shown for the rest of the game. 2 failed cases in all",
    ] {
        assert!(screen.contains(seen), "{seen}: {screen}");
    }
}
