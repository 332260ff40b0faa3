//! The people of an event: invited, let in, described and removed.

pub mod answer;
pub mod cards;
pub mod guest;
pub mod guests;
pub mod invite;
pub mod list;
pub(crate) mod mails;
pub mod member;
pub mod send;
