//! The pages of `grade`, read as a browser reads them.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;

use scraper::{Html, Selector};

use crate::grade::check_setup::{play, play_with};
use crate::grade::classroom::Classroom;
use crate::support::{assert_contains, snapshot};

fn class() -> Classroom {
    let class = Classroom::new();
    class
        .submit("<script>document.title='owned'<", "echo '<i>wrong</i>'")
        .submit("a b%20c#d?e", &play())
        .submit("\"><img src=x onerror=alert(1)>", "echo '<i>wrong</i>'");
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
    let mut parts = address.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let (digits, rest) = part.split_at(2);
        bytes.push(u8::from_str_radix(digits, 16).expect("digits"));
        bytes.extend(rest.as_bytes());
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
            None => assert!(class.path("out").join(target(address)).is_file()),
        }
    }
    let names = |table: &str| -> BTreeSet<String> {
        let links = all(&page, &format!("{table} tbody th a"));
        links.iter().map(|link| link.text().collect()).collect()
    };
    let expected = [
        "\"><img src=x onerror=alert(1)>",
        "<script>document.title='owned'<",
        "a b%20c#d?e",
    ];
    assert_eq!(names("#matrix"), expected.map(str::to_owned).into());
    assert_eq!(names("#students"), names("#matrix"));
    assert_eq!(all(&page, "script").len(), 1);
    assert!(all(&page, "img, link, iframe, i, [src], [onerror]").is_empty());
    for file in fs::read_dir(class.path("out/submissions")).expect("a folder") {
        let text = fs::read_to_string(file.expect("an entry").path()).expect("a page");
        let page = parsed(&text);
        assert!(all(&page, "img, link, iframe, i, script, [src]").is_empty());
        for link in all(&page, "a[href^='#']") {
            let id = link.attr("href").expect("an address");
            assert_eq!(all(&page, id).len(), 1, "{id}");
        }
        assert_eq!(all(&page, "h1").len(), 1);
    }
}

/// A page with a line for each tag, without its style, its script and the time.
fn in_lines(page: &str) -> String {
    let page = page.replace("><", ">\n<");
    let is_code = |line: &&str| !line.starts_with("<style>") && !line.starts_with("<script>");
    let mut lines = Vec::new();
    let mut rest = page.lines();
    while let Some(line) = rest.next() {
        if is_code(&line) {
            lines.push(line);
        } else {
            rest.find(|line| line.ends_with("</style>") || line.ends_with("</script>"));
        }
    }
    lines.join("\n") + "\n"
}

#[test]
fn a_page_is_as_it_was() {
    let class = Classroom::new();
    class
        .submit("adams", &play())
        .submit("baker", &play_with("nofog-stays"))
        .submit("clark", &play_with("nofog-stays,rounds-from-one"))
        .submit("davis", &play_with("nofog-stays"))
        .submit("evans<b>", "echo 'no </pre> game'")
        .create("submissions/frank");
    symlink("adams", class.path("submissions/gray")).expect("a link");
    class.grade("out", &[]).found();
    snapshot("class-page.html", &in_lines(&class.read("out/index.html")));
    snapshot("submission-page.html", &in_lines(&class.told("clark")));
}

#[test]
fn unexplained_differences_are_ranked_among_causes() {
    let class = Classroom::new();
    // Only what is in most places, or in a situation, is a cause.
    let script = format!(
        "input=$(cat)
        case $input in
        *nofog*) printf '%s\\n' \"$input\" | {} ;;
        *)
            printf '%s\\n' \"$input\" | {} > \"$TMPDIR/out\"
            status=$?
            sed 's/Rounds C/rounds C/' \"$TMPDIR/out\"
            exit $status ;;
        esac",
        play_with("nofog-stays"),
        play()
    );
    class.submit("adams", &script);
    class.grade("out", &[]).found();
    let told = |page: &str, selector: &str| -> Vec<String> {
        let page = parsed(page);
        let items = all(&page, selector).into_iter();
        items.map(|item| item.text().collect()).collect()
    };
    let capitals =
        "The round line has other text: `rounds Completed: 0` instead of `Rounds Completed: 0`.";
    let unquoted = capitals.replace('`', "");
    let nofog = "After nofog the mines are shown for the rest of the game.";
    let expected = [
        format!("{unquoted} 2 of 4 cases, no cause known"),
        format!("{nofog} 1 of 4 cases"),
    ];
    let index = class.read("out/index.html");
    assert_eq!(told(&index, "#students td.words li"), expected);
    let page = class.told("adams");
    let first = format!("1. {unquoted} (cause not known)");
    assert_eq!(told(&page, "h3"), [first, format!("2. {nofog}")]);
    let expected = ["loss-at-once", "nofog", "quit-short"].map(|case| {
        format!(
            "{case}: wrong output (0 of 1), see {}",
            1 + u8::from(case == "nofog")
        )
    });
    assert_eq!(told(&page, "summary"), expected);
    let feedback = class.read("out/feedback/adams.md");
    let failed = expected.map(|line| format!("\n- {line}\n"));
    let heading = format!("### 1. {capitals} (cause not known)\n");
    assert_contains(&feedback, [heading].iter().chain(&failed));
}

#[test]
fn tables_have_captions_and_heads_and_fields_have_labels() {
    let class = class();
    let page = parsed(&class.read("out/index.html"));
    for (elements, right_ones) in [
        ("table", "table > caption"),
        ("thead th", "thead th[scope=col]"),
        ("tbody th", "tbody th[scope=row]"),
        ("input, select", "label input, label select"),
        // What needs scripting is not shown without it.
        ("form", "form[hidden]"),
    ] {
        let counts = [elements, right_ones].map(|selector| all(&page, selector).len());
        assert_eq!(counts[0], counts[1], "{elements}");
    }
    assert_eq!(all(&page, "html[lang=en]").len(), 1);
    assert!(all(&page, "button").is_empty());
    // The result of a case is given in words too.
    for cell in all(&page, "#matrix td.b, #matrix td.g") {
        assert!(cell.text().collect::<String>().len() > "\u{2717}".len());
    }
}
