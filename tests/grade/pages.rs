//! The pages of `grade`, read as a browser reads them.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::Command;

use scraper::{Html, Selector};

use crate::grade::checked::play;
use crate::grade::classroom::Classroom;
use crate::support::skipped;

fn class() -> Classroom {
    let class = Classroom::new();
    class
        .submit("<script>document.title='owned'<", "echo '<b>wrong</b>'")
        .submit("a b%20c#d?e", &play())
        .submit("\"><img src=x onerror=alert(1)>", "echo '<b>wrong</b>'");
    class.grade("out", &[]).found();
    class
}

fn parsed(text: &str) -> Html {
    let page = Html::parse_document(text);
    assert!(page.errors.is_empty(), "{:?}", page.errors);
    page
}

fn all<'page>(page: &'page Html, selector: &str) -> Vec<scraper::ElementRef<'page>> {
    let selector = Selector::parse(selector).expect("a selector");
    page.select(&selector).collect()
}

/// The file that a relative address leads to.
fn target(address: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = address.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits: Vec<u8> = rest.by_ref().take(2).collect();
            let digits = str::from_utf8(&digits).expect("digits");
            bytes.push(u8::from_str_radix(digits, 16).expect("digits"));
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).expect("UTF-8")
}

#[test]
fn every_link_leads_somewhere_and_no_name_is_markup() {
    let class = class();
    let text = class.read("out/index.html");
    let page = parsed(&text);
    for link in all(&page, "a[href]") {
        let address = link.attr("href").expect("an address");
        match address.strip_prefix('#') {
            Some(id) => assert_eq!(all(&page, &format!("#{id}")).len(), 1, "{address}"),
            None => assert!(
                class.path("out").join(target(address)).is_file(),
                "{address}"
            ),
        }
    }
    let names: BTreeSet<String> = all(&page, "#matrix tbody th a")
        .iter()
        .map(|link| link.text().collect())
        .collect();
    let expected = [
        "\"><img src=x onerror=alert(1)>",
        "<script>document.title='owned'<",
        "a b%20c#d?e",
    ];
    assert_eq!(names, expected.map(str::to_owned).into());
    assert_eq!(all(&page, "script").len(), 1);
    assert!(all(&page, "img, link, iframe, b, [src]").is_empty());
    for file in fs::read_dir(class.path("out/submissions")).expect("a folder") {
        let text = fs::read_to_string(file.expect("an entry").path()).expect("a page");
        let page = parsed(&text);
        assert!(all(&page, "img, link, iframe, b, script, [src]").is_empty());
        assert_eq!(all(&page, "h1").len(), 1);
    }
}

#[test]
fn tables_have_captions_and_heads_and_fields_have_labels() {
    let class = class();
    let page = parsed(&class.read("out/index.html"));
    assert_eq!(
        all(&page, "table").len(),
        all(&page, "table > caption").len()
    );
    assert_eq!(
        all(&page, "thead th").len(),
        all(&page, "thead th[scope=col]").len()
    );
    assert_eq!(
        all(&page, "tbody th").len(),
        all(&page, "tbody th[scope=row]").len()
    );
    assert_eq!(
        all(&page, "input, select").len(),
        all(&page, "label input, label select").len()
    );
    assert_eq!(all(&page, "html[lang=en]").len(), 1);
    // What came of a case is told in words too.
    for cell in all(&page, "#matrix td.b, #matrix td.g") {
        assert!(cell.text().collect::<String>().len() > "\u{2717}".len());
    }
}

/// A browser, if there is one.
fn browser() -> Option<&'static str> {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    names.into_iter().find(|name| {
        let found = Command::new(name).arg("--version").output();
        found.is_ok_and(|output| output.status.success())
    })
}

/// What a browser makes of a page at a width, after its script has run.
fn rendered(browser: &str, page: &Path, width: u32, profile: &Path) -> String {
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"])
        .arg(format!("--window-size={width},900"))
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(format!("file://{}", page.display()))
        .output()
        .expect("the browser starts");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_browser_shows_the_page_at_both_widths() {
    let Some(browser) = browser() else {
        skipped("there is no Chromium");
        return;
    };
    let class = class();
    let page = class.path("out/index.html");
    // The page measures itself: nothing but the matrix may scroll sideways.
    let probe = "<script>document.title = document.documentElement.scrollWidth \
                 <= document.documentElement.clientWidth ? 'fits' : 'too wide'</script></body>";
    let text = class.read("out/index.html").replace("</body>", probe);
    fs::write(&page, text).expect("a page");
    for width in [400, 1500] {
        let profile = class.path(OsStr::new(&format!("profile-{width}")));
        let shown = rendered(browser, &page, width, &profile);
        assert!(shown.contains("<title>fits</title>"), "{width}: {shown}");
        assert!(shown.contains("<button"), "the script did not run: {shown}");
    }
}

#[test]
fn a_browser_sorts_and_filters_the_submissions() {
    let Some(browser) = browser() else {
        skipped("there is no Chromium");
        return;
    };
    let class = Classroom::new();
    let points = "[cases.nofog]\npoints = 9.5\n[cases.loss-at-once]\npoints = 0.25\n";
    fs::write(class.path("cases/cases.toml"), points).expect("a file");
    class
        .submit("ada", "false")
        .submit("bob", &play())
        .submit("eve", &format!("{} | sed s/Quit/Go/", play()));
    fs::create_dir(class.path("submissions/dan")).expect("a folder");
    class.grade("out", &[]).found();
    let page = class.path("out/index.html");
    // What is clicked and typed, and the names that are seen after it.
    let probe = "<script>
        const seen = () => Array.from(body.rows).filter((row) => !row.hidden)
          .map((row) => row.cells[0].textContent).join(' ');
        const click = (column) => {
          table.tHead.rows[0].cells[column].querySelector('button').click();
          return seen();
        };
        const type = (field, text) => {
          form.elements[field].value = text;
          form.dispatchEvent(new Event('input'));
          return seen();
        };
        document.title = [seen(), click(1), click(1), click(3), click(0),
          type('name', 'A'), type('name', ''), type('cause', 'nothing-printed')].join(', ');
        </script></body>";
    let text = class.read("out/index.html").replace("</body>", probe);
    fs::write(&page, text).expect("a page");
    let shown = rendered(browser, &page, 800, &class.path("profile"));
    let title = shown
        .split("<title>")
        .nth(1)
        .and_then(|rest| rest.split("</title>").next());
    assert_eq!(
        title,
        Some(
            "ada bob dan eve, ada dan eve bob, bob eve dan ada, bob eve ada dan, ada bob dan eve, \
             ada dan, ada bob dan eve, ada"
        )
    );
}
