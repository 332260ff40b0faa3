//! What the rules begin with: a question, its checks, and what they refuse for.

pub(super) use super::question::{Question, Verdict, found};
pub(super) use crate::prelude::*;
pub(super) use crate::refusal::{Reason, Withheld, require};
