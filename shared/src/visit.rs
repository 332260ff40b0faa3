//! Visits in vain: a judge came to a project and could not judge it.

use crate::fields::parse_moment;
use crate::prelude::*;

/// Why a visit came to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VisitMark {
    /// Nobody of the team was there.
    Absent,
    /// The team was busy, with another judge for one.
    Busy,
    /// The team was there and had nothing to show.
    CannotDemo,
}

named! { VisitMark: Absent = "absent", Busy = "busy", CannotDemo = "cannot_demo" }

/// A mark as it was sent.
#[derive(Clone, Copy, Debug)]
pub struct SentMark {
    /// Why the visit came to nothing.
    pub mark: VisitMark,
    /// When, by the clock of a device that had no network; just now, where it is left out.
    pub at: Option<DateTime<Utc>>,
}

impl SentMark {
    /// Reads a form: `kind`, and `at`.
    ///
    /// # Errors
    /// 400 for no such kind, or no time.
    pub fn of_form(form: &FormFields) -> Result<Self, Refusal> {
        let mark = form.word("kind", &VisitMark::ALL, VisitMark::name)?;
        let shape = || Refusal::field("at", Fault::Rule(ValueRule::Shape));
        let moment = |text: &str| parse_moment(text).ok_or_else(shape);
        let at = form.sent("at").map(moment).transpose()?;
        Ok(Self { mark, at })
    }
}
