//! A draft, and the button that opens it to everybody.

use crate::prelude::*;

fn open_form(slug: &str) -> AnyView {
    view! {
        <ActButton action=format!("{}/open", ManageTab::Settings.href(slug)) kind=Kind::Main hint="Everybody sees it from then on, and it can’t become a draft again. A window without an opening time opens at once, the others at their times.">"Open the event"</ActButton>
    }
}

/// The line of the check list; none once the event is open, which the page says when it is opened.
pub(super) fn opening_line() -> Option<AnyView> {
    let head = this_event();
    head.draft.then(|| {
        let form = open_form(&head.slug);
        view! {
            <ul class="manage-matters">
                <li class="manage-matters-weighty"><Icon sign=Sign::Alert/><div class="stack"><p>"The event is a draft. Only its organizers see it."</p>{form}</div></li>
            </ul>
        }
    })
}

/// The part of the settings of a draft; nothing for an open event.
pub(super) fn opening_section() -> Option<AnyView> {
    let head = this_event();
    head.draft.then(|| {
        section("opening", "This event is a draft").of(view! {
            <p class="prose">"Only its organizers see it. Judges and teams whom you add or invite see nothing of it yet. You can hand out their links and cards before: they say that the event is not open yet, and work once it is."</p>
            {open_form(&head.slug)}
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::event_head::EventHead;

    fn of(draft: bool) -> [Option<String>; 2] {
        Owner::new().with(|| {
            provide_context(EventHead { slug: "demo".into(), draft, ..EventHead::default() });
            [opening_line(), opening_section()].map(|part| part.map(|part| part.to_html()))
        })
    }

    #[test]
    fn the_line_and_the_section_open_a_draft_and_end_with_it() {
        for html in of(true) {
            let html = html.unwrap();
            assert!(html.contains("action=\"/events/demo/manage/settings/open\""), "{html}");
            assert!(html.contains("Open the event"), "{html}");
        }
        assert_eq!(of(false), [None, None]);
    }
}
