//! What a team asks for with a project: prizes, and power or a quiet place.

use crate::fields::FormFields;
use crate::ids::PrizeId;
use crate::refusal::Refusal;

/// What a team asks for with one of its projects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wishes {
    /// The prizes for which it competes only because it asks.
    pub prizes: Vec<PrizeId>,
    /// Power at its place.
    pub power: bool,
    /// A quiet place.
    pub quiet: bool,
}

impl Wishes {
    /// Reads a form.
    ///
    /// # Errors
    /// 400 where one of the `prizes` is none.
    pub fn of_form(form: &FormFields) -> Result<Self, Refusal> {
        let prizes = form.ids("prizes")?;
        Ok(Self { prizes, power: form.ticked("power"), quiet: form.ticked("quiet") })
    }
}
