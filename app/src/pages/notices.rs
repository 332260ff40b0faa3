//! Notices of organizers, at the top of the pages of those whom they are for.

use crate::prelude::*;
use model::notice::UnreadNotice;

/// The notices, each with a button that marks it as read and comes back to this page; nothing where there are none.
pub(super) fn notice_board(notices: Vec<UnreadNotice>) -> Option<AnyView> {
    if notices.is_empty() {
        return None;
    }
    let to = page_path();
    let cards = each(notices, |card| notice_card(card, to.clone()));
    Some(view! { <section class="stack" aria-label="Notices">{cards}</section> })
}

fn notice_card(card: UnreadNotice, to: String) -> AnyView {
    let (tone, title, verb) = if card.urgent {
        (Tone::Warn, "Urgent notice from", "Acknowledge")
    } else {
        (Tone::Note, "Notice from", "Mark as read")
    };
    let action = format!("/me/notices/{}/read", card.id);
    let (text, event, at) = (card.text, card.event, card.posted_at);
    view! {
        <Notice tone title named=card.author>
            <Paragraphs text/>
            <p class="quiet small">{event}", "<Time at/></p>
            <PostForm action>
                <input type="hidden" name="to" value=to/>
                <Button tight=true>{verb}</Button>
            </PostForm>
        </Notice>
    }
}

/// A page with the visitor's notices above it.
pub fn with_notices(notices: Vec<UnreadNotice>, page: AnyView) -> AnyView {
    view! { {notice_board(notices)}{page} }
}
