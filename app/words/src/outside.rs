//! What other sites and programs show of a page: beside its address, on its picture, in the feed. It is the same for every reader, and
//! names no team: an event may hide them.

use crate::{and_list, opening, plural};

/// Most characters of a description. Other sites show about as many.
const LENGTH: usize = 200;

/// Until when, by the clocks of its place, and where: the line below an event's name. It may be empty.
pub fn until_and_where(close: Option<String>, venue: &str) -> String {
    let until = close.map(|close| format!("Submissions until {close}"));
    let at = Some(venue.to_owned()).filter(|venue| !venue.is_empty());
    until.into_iter().chain(at).collect::<Vec<_>>().join(" · ")
}

pub fn event(description: &str, close: Option<String>, venue: &str) -> String {
    first_of([opening(description, LENGTH), until_and_where(close, venue), "A hackathon.".to_owned()])
}

pub fn project(tagline: &str, summary: &str, event: &str) -> String {
    first_of([tagline.to_owned(), opening(summary, LENGTH), format!("A project of {event}.")])
}

/// A ranking, by the titles of those in the first place.
pub fn results(first: &[String], projects: usize, provisional: bool) -> String {
    if first.is_empty() {
        return results_are_out(provisional).to_owned();
    }
    let of = plural(projects, "project", "projects");
    let begin = if provisional { "Provisional results. " } else { "" };
    format!("{begin}First of {of}: {}.", and_list(first))
}

pub fn results_are_out(provisional: bool) -> &'static str {
    if provisional { "Provisional results are out." } else { "The results are out." }
}

/// What a picture of results is of.
pub fn results_title(provisional: bool) -> &'static str {
    if provisional { "Provisional results" } else { "Results" }
}

/// The first that says anything.
fn first_of<const N: usize>(texts: [String; N]) -> String {
    texts.into_iter().find(|text| !text.is_empty()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_described_by_what_people_wrote_and_else_by_its_facts() {
        let close = || Some("20 Nov 2026, 18:00 CET".to_owned());
        assert_eq!(event("Boats.\n\nMore.", close(), "Pier 3"), "Boats.");
        assert_eq!(event("", close(), "Pier 3"), "Submissions until 20 Nov 2026, 18:00 CET · Pier 3");
        assert_eq!(event("", None, ""), "A hackathon.");
        assert_eq!(project("", "", "Harbour"), "A project of Harbour.");
        let first = ["Lamp".to_owned(), "Tide".to_owned()];
        assert_eq!(results(&first, 24, false), "First of 24 projects: Lamp and Tide.");
        assert_eq!(results(&first, 24, true), "Provisional results. First of 24 projects: Lamp and Tide.");
        assert_eq!(results(&[], 0, true), "Provisional results are out.");
    }
}
