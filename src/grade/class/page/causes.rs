//! The causes on the page about a class: sentences, by what they are about.

use maud::{Markup, html};

use super::super::groups::{self, About, Group, Mistake};
use super::super::record::{Cause, Class, Graded};
use super::frame::{link, sentence};
use crate::edition::flaw_set::Area;
use crate::explain::explanation::{Matter, Topic};
use crate::game::sink::Kind;
use crate::io::visible::counted;

/// What causes are about, in words. No two that occur have the same, since links lead there by
/// them.
pub(super) fn heading(matter: Matter) -> &'static str {
    match matter {
        Matter::Start => "No game at all",
        Matter::End => "How the program ends",
        Matter::Piece(Kind::RoundLine) => "The line with the number of rounds",
        Matter::Piece(Kind::ColumnLine) => "The column line",
        Matter::Piece(Kind::Prompt) => "The prompt",
        Matter::Piece(_) => "The grid",
        Matter::Topic(topic) => match topic {
            Topic::Welcome => "The welcome",
            Topic::Round => "A round",
            Topic::Message => "Other lines",
            Topic::Order => "The order of the two streams",
            Topic::Rule(area) => match area {
                Area::Seed => "Seed files",
                Area::Commands => "Commands and error messages",
                Area::Rounds => "What uses up a round",
                Area::Squares => "The squares",
                Area::Nofog => "The command nofog",
                Area::Help => "The list of commands",
                Area::GameOver => "The end of a game",
                Area::EndOfInput => "The end of the input",
            },
        },
    }
}

/// The place of the causes about this.
fn id(matter: Matter) -> String {
    heading(matter).to_lowercase().replace(' ', "-")
}

/// What causes are about, as a link to them.
pub(super) fn link_to(about: &About<'_>) -> Markup {
    html! { a href=(format!("#{}", id(about.matter))) { (heading(about.matter)) } }
}

/// All causes, and what kept submissions from being graded.
pub(super) fn all(class: &Class, all: &[Graded], by_matter: &[About<'_>]) -> Markup {
    let not_graded = groups::by_standing(all);
    let graded = groups::graded(all);
    html! {
        @if by_matter.is_empty() && not_graded.is_empty() { p { @if all.iter().all(Graded::passed) { "No case failed." } @else { "No cause was found." } } }
        @if !not_graded.is_empty() {
            section {
                h3 { "Not played" }
                @for Group { by, members } in &not_graded {
                    details {
                        summary { (share(members.len(), all.len())) (by.name()) }
                        (links(members))
                    }
                }
            }
        }
        @for about in by_matter {
            section id=(id(about.matter)) {
                h3 { (heading(about.matter)) " " small { (students(about.submissions)) } }
                @for mistake in &about.mistakes { (of_mistake(class, mistake, graded)) }
                @if !about.unexplained.is_empty() { (unexplained(&about.unexplained, graded)) }
            }
        }
    }
}

/// How many have it, as a number and as a bar.
fn share(count: usize, all: usize) -> Markup {
    html! {
        span class="share" {
            b { (count) }
            span class="out" { " of " (all) ": " }
            span class="track" {
                span class="bar" style=(format!("width:{}%", count * 100 / all.max(1))) {}
            }
        }
    }
}

/// So many students, in words.
pub(super) fn students(count: usize) -> String {
    counted(count, "student", "students")
}

fn of_mistake(class: &Class, mistake: &Mistake<'_>, graded: usize) -> Markup {
    let wording = &mistake.cause.wording;
    html! {
        details {
            summary { (share(mistake.members.len(), graded)) span { (sentence(&wording.general)) } }
            p { "The rule: " (sentence(&wording.rule)) }
            @for cause in &mistake.causes { (of_cause(class, cause)) }
        }
    }
}

/// What no cause explains, and in which submissions: it is another in each.
fn unexplained(members: &[&Graded], graded: usize) -> Markup {
    html! {
        details {
            summary { (share(members.len(), graded)) span { "Other differences, cause unknown." } }
            (links(members))
        }
    }
}

/// A cause with its name, which `cases.toml` may give a price, and who has it.
fn of_cause(class: &Class, group: &Group<'_, &Cause>) -> Markup {
    let wording = &group.by.wording;
    let price = class.mistakes.price(&wording.name);
    html! {
        p {
            code { (wording.name) }
            @if let Some((_, price)) = price { " (costs " (price.points) ")" }
            @else if !class.mistakes.is_empty() { " (no price)" }
            @if wording.sentence != wording.general { ": " (sentence(&wording.sentence)) }
        }
        (links(&group.members))
    }
}

fn links(members: &[&Graded]) -> Markup {
    html! {
        ul class="names" {
            @for graded in members { li { (link(graded)) } }
        }
    }
}
