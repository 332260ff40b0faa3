//! What a reader asks of a ranking: which part, which columns.

use super::story::ModelParts;
use crate::prelude::*;

/// The part of a ranking that a reader asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum AskedPart {
    /// The beginning, with all that is said of the ranking as a whole.
    #[default]
    First,
    /// A further page of the list, from 2.
    Page(usize),
    /// The whole list on one page, to print it.
    Whole,
    /// What is found by words in titles and teams, and which page of it.
    Search(String, usize),
}

/// Which columns of a ranking are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Columns {
    /// Rank, project, interval, score and reviews.
    #[default]
    Usual,
    /// Plain mean, rank by it and range of ranks as well.
    All,
}

impl Columns {
    /// What `?columns=` asks for; anything unreadable is the usual ones.
    pub fn of(word: &str) -> Self {
        if word == "all" { Self::All } else { Self::Usual }
    }

    /// Its word in an address; the usual columns need none.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Usual => "",
            Self::All => "all",
        }
    }
}

/// What is listed, for whom.
pub(super) struct Asked<'a> {
    pub(super) own: &'a [ProjectId],
    pub(super) part: &'a AskedPart,
    pub(super) columns: Columns,
    pub(super) slug: &'a str,
    /// How many judges gave reviews; none where nothing was corrected.
    pub(super) judges: Option<u32>,
    /// What the model has besides their offsets.
    pub(super) modelled: ModelParts,
}
