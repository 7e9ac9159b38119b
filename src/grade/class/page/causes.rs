//! Renders the causes on the page about a class, by topic.

use maud::{Markup, html};

use super::super::groups::{self, About, Group, Mistake};
use super::super::record::{Cause, Graded};
use super::frame::{link, sentence};
use crate::game::sink::Kind;
use crate::io::visible::counted;
use crate::report::explanation::{Area, Matter};

/// The heading of a topic, unique because links use it.
pub(super) fn heading(matter: Matter) -> &'static str {
    match matter {
        Matter::Start => "No game at all",
        Matter::End => "How the program ends",
        Matter::Piece(Kind::RoundLine) => "The line with the number of rounds",
        Matter::Piece(Kind::ColumnLine) => "The column line",
        Matter::Piece(Kind::Prompt) => "The prompt",
        Matter::Piece(_) => "The grid",
        Matter::Welcome => "The welcome",
        Matter::Message => "Other lines",
        Matter::Order => "The order of the two streams",
        Matter::Rule(area) => match area {
            Area::Seed => "Seed files",
            Area::Commands => "Commands and error messages",
            Area::Rounds => "What uses up a round",
            Area::Squares => "The squares",
            Area::Nofog => "The command nofog",
            Area::Help => "The list of commands",
            Area::GameOver => "The end of a game",
            Area::EndOfInput => "The end of the input",
        },
    }
}

/// The anchor of a topic.
fn id(matter: Matter) -> String {
    heading(matter).to_lowercase().replace(' ', "-")
}

/// Renders a link to a topic.
pub(super) fn link_to(about: &About<'_>) -> Markup {
    html! { a href=(format!("#{}", id(about.matter))) { (heading(about.matter)) } }
}

/// Renders all causes, and the submissions that were not graded.
pub(super) fn all(all: &[Graded], by_matter: &[About<'_>]) -> Markup {
    let not_graded = groups::by_outcome(all);
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
                @for mistake in &about.mistakes { (of_mistake(mistake, graded)) }
                @if !about.unexplained.is_empty() { (unexplained(&about.unexplained, graded)) }
            }
        }
    }
}

/// Renders a share as a number and as a bar.
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

/// Renders a number of students.
pub(super) fn students(count: usize) -> String {
    counted(count, "student", "students")
}

fn of_mistake(mistake: &Mistake<'_>, graded: usize) -> Markup {
    let wording = &mistake.cause.wording;
    html! {
        details {
            summary { (share(mistake.members.len(), graded)) span { (sentence(&wording.general)) } }
            p { "The rule: " (sentence(&wording.rule)) }
            @for cause in &mistake.causes { (of_cause(cause)) }
        }
    }
}

/// Renders the submissions with unexplained differences, which differ from each other.
fn unexplained(members: &[&Graded], graded: usize) -> Markup {
    html! {
        details {
            summary { (share(members.len(), graded)) span { "Other differences, cause unknown." } }
            (links(members))
        }
    }
}

/// Renders a cause and the submissions with it.
fn of_cause(group: &Group<'_, &Cause>) -> Markup {
    let wording = &group.by.wording;
    html! {
        p {
            code { (wording.name) }
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
