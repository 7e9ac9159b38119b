//! The pages of `grade`, read by an HTML parser.

use std::{fs, os::unix::fs::symlink};

use scraper::{Html, Selector};

use crate::{
    grade::{
        check_setup::{play, play_with},
        classroom::Classroom,
    },
    support::{assert_contains, snapshot},
};

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

/// Returns the text of each element that a selector matches.
fn texts(page: &Html, selector: &str) -> Vec<String> {
    let elements = all(page, selector).into_iter();
    elements.map(|element| element.text().collect()).collect()
}

/// Decodes the percent signs of a relative address.
fn decoded(address: &str) -> String {
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
fn links_have_targets_and_names_are_escaped() {
    let class = class();
    let text = class.read("out/index.html");
    let page = parsed(&text);
    for link in all(&page, "a[href]") {
        let address = link.attr("href").expect("an address");
        match address.strip_prefix('#') {
            Some(id) => assert_eq!(all(&page, &format!("#{id}")).len(), 1, "{address}"),
            None => assert!(class.path("out").join(decoded(address)).is_file()),
        }
    }
    for table in ["matrix", "students"] {
        let mut names = texts(&page, &format!("#{table} tbody th a"));
        names.sort();
        let expected = [
            "\"><img src=x onerror=alert(1)>",
            "<script>document.title='owned'<",
            "a b%20c#d?e",
        ];
        assert_eq!(names, expected);
    }
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

/// Returns a page with a line for each tag, without its style and its script.
fn in_lines(page: &str) -> String {
    let mut text = String::new();
    let mut is_code = false;
    for line in page.replace("><", ">\n<").lines() {
        is_code |= line.starts_with("<style>") || line.starts_with("<script>");
        if !is_code {
            text += &format!("{line}\n");
        }
        is_code &= !line.ends_with("</style>") && !line.ends_with("</script>");
    }
    text
}

#[test]
fn pages_equal_their_snapshots() {
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
    snapshot(
        "submission-page.html",
        &in_lines(&class.submission_page("clark")),
    );
}

#[test]
fn unexplained_differences_are_ranked_among_causes() {
    let class = Classroom::new();
    // A difference is a known cause only if it occurs in most places or in one situation.
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
    let capitals =
        "The round line is wrong: `rounds Completed: 0` instead of `Rounds Completed: 0`.";
    let unquoted = capitals.replace('`', "");
    let nofog = "After nofog, the mines are shown for the rest of the game.";
    let expected = [
        format!("{unquoted} 2 of 4 cases, cause unknown"),
        format!("{nofog} 1 of 4 cases"),
    ];
    let index = parsed(&class.read("out/index.html"));
    assert_eq!(texts(&index, "#students td.words li"), expected);
    let page = parsed(&class.submission_page("adams"));
    let first = format!("1. {unquoted} (cause unknown)");
    assert_eq!(texts(&page, "h3"), [first, format!("2. {nofog}")]);
    let expected = ["loss-at-once", "nofog", "quit-short"].map(|case| {
        format!(
            "{case}: wrong output (0 of 1), see {}",
            1 + u8::from(case == "nofog")
        )
    });
    assert_eq!(texts(&page, "summary"), expected);
    let feedback = class.read("out/feedback/adams.md");
    let failed = expected.map(|line| format!("\n- {line}\n"));
    let heading = format!("### 1. {capitals} (cause unknown)\n");
    assert_contains(&feedback, [heading].iter().chain(&failed));
}

#[test]
fn tables_have_captions_and_headers_and_fields_have_labels() {
    let class = class();
    let page = parsed(&class.read("out/index.html"));
    for (elements, accessible_elements) in [
        ("table", "table > caption"),
        ("thead th", "thead th[scope=col]"),
        ("tbody th", "tbody th[scope=row]"),
        ("input, select", "label input, label select"),
        // Without scripting, the form stays hidden.
        ("form", "form[hidden]"),
    ] {
        let count = all(&page, accessible_elements).len();
        assert_eq!(count, all(&page, elements).len(), "{elements}");
    }
    assert_eq!(all(&page, "html[lang=en]").len(), 1);
    assert!(all(&page, "button").is_empty());
    // The result of a case has words in addition to a sign.
    for cell in all(&page, "#matrix td.b, #matrix td.g") {
        assert!(cell.text().collect::<String>().len() > "\u{2717}".len());
    }
}
