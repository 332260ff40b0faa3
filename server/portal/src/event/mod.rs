//! Events: the list, and one as a visitor sees it.

pub mod contact;
pub mod event_view;
pub mod events;
