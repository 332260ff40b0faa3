//! What a team asks for with a project: prizes, power or a quiet place, and that links that name it are hidden from judges.

use crate::prelude::*;
use crate::project::LINKS;

/// What a team asks for with one of its projects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wishes {
    /// The prizes for which it competes only because it asks.
    pub prizes: Vec<PrizeId>,
    /// Power at its place.
    pub power: bool,
    /// A quiet place.
    pub quiet: bool,
    /// Which of [`LINKS`] tell whose project it is.
    pub names_us: Vec<String>,
}

impl Wishes {
    /// Reads what the form of a project sends along; `None` of one that does not ask for it.
    pub fn of_project_form(form: &FormFields) -> Option<Result<Self, Refusal>> {
        form.ticked("wishes").then(|| Self::of_form(form))
    }

    /// Reads a form.
    ///
    /// # Errors
    /// 400 where one of the `prizes` is none.
    pub fn of_form(form: &FormFields) -> Result<Self, Refusal> {
        let prizes = form.ids("prizes")?;
        let names_us = LINKS.into_iter().filter(|link| form.all("names_us").any(|ticked| ticked == *link));
        Ok(Self {
            prizes,
            power: form.ticked("power"),
            quiet: form.ticked("quiet"),
            names_us: names_us.map(str::to_owned).collect(),
        })
    }
}
