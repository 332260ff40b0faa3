//! The guides for judges, teams and organizers. Their texts are the documents in `docs/`, so each has one source.

use crate::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use std::sync::LazyLock;

/// From here on a document speaks to people who read it in the repository.
const REPOSITORY_ONLY: &str = "\n## In the repository\n";

const OPTIONS: Options = Options::ENABLE_TABLES.union(Options::ENABLE_SMART_PUNCTUATION);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guide {
    Judges,
    Teams,
    Organizers,
}

impl Guide {
    pub const ALL: [Self; 3] = [Self::Judges, Self::Teams, Self::Organizers];

    pub fn title(self) -> &'static str {
        match self {
            Self::Judges => "For judges",
            Self::Teams => "For teams",
            Self::Organizers => "For organizers",
        }
    }

    pub fn path(self) -> &'static str {
        match self {
            Self::Judges => "/guides/judges",
            Self::Teams => "/guides/teams",
            Self::Organizers => "/guides/organizers",
        }
    }

    /// What it says, in a sentence.
    fn about(self) -> &'static str {
        match self {
            Self::Judges => "Choose a project, score it, submit the review. One minute to read.",
            Self::Teams => "From a team to a submitted project, and what happens to it then.",
            Self::Organizers => "One evening, from nothing to a hall that is ready for judges.",
        }
    }

    fn html(self) -> &'static str {
        static JUDGES: LazyLock<String> = LazyLock::new(|| html(include_str!("../../../docs/judges.md")));
        static TEAMS: LazyLock<String> = LazyLock::new(|| html(include_str!("../../../docs/teams.md")));
        static ORGANIZERS: LazyLock<String> =
            LazyLock::new(|| html(include_str!("../../../docs/organizers.md")));
        match self {
            Self::Judges => &JUDGES,
            Self::Teams => &TEAMS,
            Self::Organizers => &ORGANIZERS,
        }
    }
}

pub fn guides_page() -> AnyView {
    needs(Sheet::Events);
    let guides = Guide::ALL.map(|guide| {
        view! { <li><h2><a href=guide.path()>{guide.title()}</a></h2><p>{guide.about()}</p></li> }
    });
    view! {
        <h1>"Guides"</h1>
        <ul class="item-list prose">{guides.into_iter().collect::<Vec<_>>()}</ul>
        {section("more", "Also useful").class("prose stack").of(view! {
            <ul>
                <li><a href="/play">"Try the ranking"</a>": make judges strict or generous, and see what changes."</li>
                <li><a href="/how-many-reviews">"How many reviews?"</a>": how sure the ranking will be, by judges and hours."</li>
                <li><a href="/verify">"Check a record"</a>": whether a certificate, a ranking or a log is genuine."</li>
                <li><a href="/api/docs">"The API"</a>": for programs."</li>
            </ul>
        })}
    }
}

pub fn guide_page(guide: Guide) -> AnyView {
    needs(Sheet::Events);
    view! {
        <Crumbs above=vec![("Guides".to_owned(), "/guides".to_owned())]/>
        <article class="prose stack markdown" inner_html=guide.html()></article>
    }
}

/// A document as the page shows it: without pictures, with an id on each heading, and with links only to pages of the site.
fn html(document: &str) -> String {
    let text = document.split(REPOSITORY_ONLY).next().unwrap_or_default();
    let all: Vec<Event<'_>> = Parser::new_ext(text, OPTIONS).collect();
    let mut kept: Vec<Event<'_>> = Vec::with_capacity(all.len());
    let (mut in_picture, mut in_code, mut unlinked) = (false, false, false);
    for (at, event) in all.iter().enumerate() {
        match event {
            Event::Start(Tag::Image { .. }) => in_picture = true,
            Event::End(TagEnd::Image) => in_picture = false,
            _ if in_picture => {}
            Event::Start(Tag::CodeBlock(_)) | Event::End(TagEnd::CodeBlock) => {
                in_code = !in_code;
                kept.push(event.clone());
            }
            Event::Start(Tag::Heading { level, classes, attrs, .. }) => {
                let (id, classes) = (Some(anchor(&all[at..]).into()), classes.clone());
                kept.push(Event::Start(Tag::Heading { level: *level, id, classes, attrs: attrs.clone() }));
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let address = address(dest_url);
                unlinked = address.is_none();
                kept.extend(address.map(|address| {
                    let (title, id) = (title.clone(), id.clone());
                    Event::Start(Tag::Link { link_type: *link_type, dest_url: address.into(), title, id })
                }));
            }
            Event::Text(text) if !in_code => kept.push(Event::Text(words::units_joined(text).into())),
            Event::End(TagEnd::Link) if unlinked => unlinked = false,
            // A paragraph that was a picture and nothing else.
            Event::End(TagEnd::Paragraph) if matches!(kept.last(), Some(Event::Start(Tag::Paragraph))) => {
                kept.pop();
            }
            event => kept.push(event.clone()),
        }
    }
    let mut html = String::with_capacity(text.len() * 3 / 2);
    pulldown_cmark::html::push_html(&mut html, kept.into_iter());
    html
}

/// The id of the heading with which these events begin, as repositories make it: small letters with hyphens between the words.
fn anchor(events: &[Event<'_>]) -> String {
    let heading = events.iter().take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
    let mut id = String::new();
    for event in heading {
        if let Event::Text(text) | Event::Code(text) = event {
            let kept = text.chars().filter(|c| c.is_alphanumeric() || " -".contains(*c));
            id.extend(kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }));
        }
    }
    id
}

/// Where a link of a document leads on the site; none where the site does not have that document.
fn address(link: &str) -> Option<String> {
    let (file, anchor) = link.find('#').map_or((link, ""), |at| link.split_at(at));
    let path = match file {
        "" => "",
        "judges.md" => Guide::Judges.path(),
        "teams.md" => Guide::Teams.path(),
        "organizers.md" => Guide::Organizers.path(),
        "api.md" => return Some("/api/docs".to_owned()),
        _ => return None,
    };
    Some(format!("{path}{anchor}"))
}

#[cfg(test)]
mod tests {
    use super::{Guide, html};

    #[test]
    fn a_guide_links_to_pages_of_the_site_and_to_its_own_headings() {
        for guide in Guide::ALL {
            let html = guide.html();
            for link in html.split("href=\"").skip(1) {
                let link = link.split('"').next().unwrap_or_default();
                match link.strip_prefix('#') {
                    Some(id) => assert!(html.contains(&format!("id=\"{id}\"")), "{guide:?}: {link}"),
                    None => assert!(link.starts_with('/'), "{guide:?}: {link}"),
                }
            }
            let title = guide.title();
            assert!(
                html.starts_with(&format!(
                    "<h1 id=\"{}\">{title}</h1>",
                    title.replace(' ', "-").to_lowercase()
                ))
            );
            for left in ["<img", ".md", "<p></p>", "style=", "In the repository"] {
                assert!(!html.contains(left), "{guide:?}: {left}");
            }
            let words: String = html
                .split("<code>")
                .map(|part| part.split_once("</code>").map_or(part, |(_, after)| after))
                .collect();
            assert!(!words.contains('\''), "{guide:?} has a straight apostrophe");
        }
    }

    #[test]
    fn pictures_and_what_is_for_the_repository_are_left_out() {
        let got = html(
            "# A\n\nIt's [one](#b), [two](judges.md#x) and [three](figures.md).\n\n![alt](p.webp)\n\n## B c\n\nEnd.\n\n## In the repository\n\nNo.\n",
        );
        assert_eq!(
            got,
            "<h1 id=\"a\">A</h1>\n<p>It’s <a href=\"#b\">one</a>, <a href=\"/guides/judges#x\">two</a> and three.</p>\n\
             <h2 id=\"b-c\">B c</h2>\n<p>End.</p>\n"
        );
    }
}
