//! Who reviews what: every judge and every project, a page of each at a time.

use crate::prelude::*;

/// Most projects on a page.
pub const PROJECTS: usize = 100;
/// Most judges on a page.
pub const JUDGES: usize = 60;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CoverageAsked {
    /// The page of projects, from 1.
    pub projects: usize,
    /// The page of judges, from 1.
    pub judges: usize,
    /// By title and name, in place of those that need something first.
    pub by_name: bool,
}

#[derive(Clone, Debug)]
pub struct Coverage {
    /// When the numbers were read, on the database's clock.
    pub now: DateTime<Utc>,
    pub asked: CoverageAsked,
    /// How many reviews each project should have.
    pub planned: u32,
    /// How many projects and judges there are.
    pub all: [usize; 2],
    /// The judges of this page, in the order of the columns.
    pub judges: Vec<CoveringJudge>,
    /// The projects of this page.
    pub projects: Vec<CoveredProject>,
    /// How many pairs of the whole event are in each state.
    pub marks: BTreeMap<Mark, usize>,
    /// How many projects of the whole event lack a judge.
    pub short: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoveringJudge {
    /// Person id.
    pub id: i64,
    /// Name; none for somebody who judges no more.
    pub name: Option<String>,
    /// Reviews that are finished.
    pub done: u32,
    /// Reviews that count, those to come among them.
    pub given: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoveredProject {
    pub id: i64,
    pub title: String,
    /// Reviews that are finished.
    pub done: u32,
    /// How many judges it lacks, of those that are planned.
    pub short: u32,
    /// A cell for each judge of the page.
    pub cells: Vec<Option<Cell>>,
}

/// What a judge has to do with a project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    pub mark: Mark,
    /// The assignment; none for a conflict without one.
    pub assignment: Option<i64>,
}

/// The state of a pair of judge and project, in the order in which a key lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    Submitted,
    /// A draft of it is saved.
    Begun,
    ToCome,
    /// The judge visited in vain.
    Missed,
    /// The review does not count: the judge stepped aside, or it was set aside.
    Aside,
    /// A conflict of interest keeps the judge from the project.
    Conflict,
}

impl Mark {
    pub const ALL: [Self; 6] =
        [Self::Submitted, Self::Begun, Self::ToCome, Self::Missed, Self::Aside, Self::Conflict];
}
