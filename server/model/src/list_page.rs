//! A part of a list.

/// A part of a list that is ordered by id.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ListPage {
    /// Only entries with a greater id; ids begin at 1.
    pub after: i64,
    /// The most entries; none is all of them.
    pub limit: Option<i64>,
}

impl ListPage {
    /// The whole list.
    pub const ALL: Self = Self { after: 0, limit: None };

    /// Most entries of a part of a list that is sent in parts.
    pub const PART: u16 = 500;

    /// The part that follows this id.
    pub fn part(after: i64) -> Self {
        Self { after, limit: Some(Self::PART.into()) }
    }

    /// How many rows to read: one more than asked for, which tells whether there is a next page.
    pub fn rows(self) -> Option<i64> {
        self.limit.map(|limit| limit + 1)
    }
}
