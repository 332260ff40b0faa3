//! Notices of organizers, at the top of the pages of those whom they are for.

use crate::components::{Button, Notice, Paragraphs, PostForm, Time, Tone};
use crate::layout::page_path;
use crate::prelude::*;
use chrono::{DateTime, Utc};

/// The notices that a visitor has not marked as read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NoticeBoard {
    /// Urgent ones first, then the newest.
    pub notices: Vec<NoticeCard>,
}

/// A notice for the visitor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoticeCard {
    /// Identifier.
    pub id: i64,
    /// The event's name.
    pub event: String,
    /// Who wrote it.
    pub author: String,
    /// Its text.
    pub text: String,
    /// It asks to be acknowledged.
    pub urgent: bool,
    /// When it was posted.
    pub posted_at: DateTime<Utc>,
}

/// The notices, each with a button that marks it as read and comes back to this page; nothing where there are none.
pub fn notice_board(board: NoticeBoard) -> Option<AnyView> {
    if board.notices.is_empty() {
        return None;
    }
    let to = page_path();
    let cards: Vec<_> = board.notices.into_iter().map(|card| notice_card(card, to.clone())).collect();
    Some(view! { <section class="stack" aria-label="Notices">{cards}</section> })
}

fn notice_card(card: NoticeCard, to: String) -> AnyView {
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
pub fn with_notices(board: NoticeBoard, page: AnyView) -> AnyView {
    let board = notice_board(board);
    view! { {board}{page} }
}
