//! Why an act was refused, as data: a reason with named parameters, and faults by field. Nothing here is a sentence.
//! Pages render reasons in `words`, and the API, the command line and the log in `portal::detail`.
#![expect(missing_docs, reason = "the names of facts say it, and words says it in English")]

mod answer_fault;
mod ballot_fault;
mod code;
mod entry_fault;
mod fault;
mod floor_fault;
mod merge_obstacle;
mod picture_fault;
mod prize_fault;
mod reason;
mod request_fault;
mod score_fault;
mod setting_fault;
mod site_act;
mod text_fault;
mod value_rule;
mod webhook_fault;
mod withheld;

pub use answer_fault::AnswerFault;
pub use ballot_fault::BallotFault;
pub use code::{CODE_HEADER, Code};
pub use entry_fault::{EntryFault, FileEntry, FileRule};
pub use fault::Fault;
pub use floor_fault::FloorFault;
pub use merge_obstacle::MergeObstacle;
pub use picture_fault::PictureFault;
pub use prize_fault::PrizeFault;
pub use reason::Reason;
pub use request_fault::{JsonType, RequestFault};
pub use score_fault::ScoreFault;
pub use setting_fault::SettingFault;
pub use site_act::SiteAct;
pub use text_fault::{TextFault, TextField, Unnamed};
pub use value_rule::{Unique, ValueRule};
pub use webhook_fault::WebhookFault;
pub use withheld::{Part, Withheld};

use std::collections::BTreeMap;
use std::fmt;

/// Faults by field name, in the order of the names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldErrors(pub BTreeMap<String, Vec<Fault>>);

/// Most fields that a refusal names.
const FIELDS: usize = 150;
/// Most faults at one field.
const FAULTS: usize = 110;

impl FieldErrors {
    /// Adds one fault to one field. Of a body with thousands of faults only the first are kept: otherwise the answer would
    /// be larger than the request.
    pub fn add(&mut self, field: &str, fault: impl Into<Fault>) {
        if self.0.len() >= FIELDS && !self.0.contains_key(field) {
            return;
        }
        let faults = self.0.entry(field.to_owned()).or_default();
        match faults.len() {
            0..FAULTS => faults.push(fault.into()),
            FAULTS => faults.push(Fault::More),
            _ => {}
        }
    }

    /// Adds one fault to one field where a value is wrong.
    pub fn add_if(&mut self, is_wrong: bool, field: &str, fault: impl Into<Fault>) {
        if is_wrong {
            self.add(field, fault);
        }
    }

    /// One of a type's words; what is none is a fault that names those that the field takes.
    pub fn word<T: Copy>(
        &mut self,
        field: &str,
        said: &str,
        all: &[T],
        word: fn(T) -> &'static str,
    ) -> Option<T> {
        let found = all.iter().copied().find(|one| word(*one) == said);
        self.add_if(found.is_none(), field, Fault::word(field, all, word));
        found
    }

    /// The refusal, if any fault was added.
    ///
    /// # Errors
    /// 400 with every fault.
    pub fn into_result(self) -> Result<(), Refusal> {
        if self.0.is_empty() { Ok(()) } else { Err(Refusal::fields(self)) }
    }

    /// What is made while faults are added.
    ///
    /// # Errors
    /// 400 with every fault.
    pub fn gather<T>(mut self, make: impl FnOnce(&mut Self) -> T) -> Result<T, Refusal> {
        let made = make(&mut self);
        self.into_result().map(|()| made)
    }
}

/// A refused act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Why.
    pub reason: Reason,
    /// What is wrong with each field.
    pub fields: FieldErrors,
    /// How long to wait, where too much was asked.
    pub wait: Option<Wait>,
}

/// How long a caller waits before asking again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wait {
    /// Seconds until then.
    pub seconds: i32,
    /// The limit that is used up, where it is one of the published limits.
    pub limit: Option<Quota>,
}

/// A limit: so many requests in a window of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quota {
    /// Its name in the answer's headers.
    pub name: &'static str,
    /// Requests that a window holds.
    pub requests: i32,
    /// Length of the window in seconds.
    pub window: i32,
}

/// Refuses for a reason where a condition does not hold.
///
/// # Errors
/// The reason.
pub fn require(holds: bool, otherwise: Reason) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err(otherwise.into()) }
}

/// Refuses for a fault at one field where a condition does not hold.
///
/// # Errors
/// 400 with the fault.
pub fn require_field(holds: bool, field: &str, otherwise: impl Into<Fault>) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err(Refusal::field(field, otherwise)) }
}

impl From<Reason> for Refusal {
    fn from(reason: Reason) -> Self {
        Self { reason, fields: FieldErrors::default(), wait: None }
    }
}

impl Refusal {
    /// 400 with faults by field.
    pub fn fields(fields: FieldErrors) -> Self {
        Self { fields, ..Self::from(Reason::Fields) }
    }

    /// 400 with one fault at one field.
    pub fn field(field: &str, fault: impl Into<Fault>) -> Self {
        Reason::Fields.at(field, fault)
    }

    /// 422 with one fault at one field.
    pub fn value(field: &str, fault: impl Into<Fault>) -> Self {
        Reason::Values.at(field, fault)
    }

    /// 401 without credentials.
    pub fn unauthenticated() -> Self {
        Reason::Unauthenticated.into()
    }

    /// The same 404 for everything that does not exist or is not the caller's to see.
    pub fn not_found() -> Self {
        Reason::NotFound.into()
    }

    /// Whether it only asks for a confirmation, of what nobody could confirm before: nothing that was sent is wrong.
    pub fn asks(&self) -> bool {
        let outdated = || self.fields.0.values().flatten().any(|fault| *fault == Fault::ConsentOutdated);
        matches!(
            self.reason,
            Reason::WindowsUnconfirmed
                | Reason::PlanOutdated
                | Reason::ImportOutdated
                | Reason::ReviewsUnconfirmed { .. }
        ) || outdated()
    }

    /// The reason's code.
    pub fn code(&self) -> Code {
        self.reason.code()
    }

    /// The HTTP status.
    pub fn status(&self) -> u16 {
        self.code().status()
    }
}

impl fmt::Display for Refusal {
    /// The code and the facts, for logs. People read the words of `words` or `portal::detail`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?}", self.code().name(), self.reason)?;
        self.fields.0.iter().try_for_each(|(field, faults)| write!(f, ", {field}: {faults:?}"))
    }
}

impl std::error::Error for Refusal {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn field_errors_become_one_refusal_with_all_faults() {
        let mut fields = FieldErrors::default();
        fields.add("title", Unnamed::Title);
        fields.add("track", Fault::TrackForeign);
        let refusal = fields.into_result().unwrap_err();
        assert_eq!((refusal.status(), refusal.fields.0.len()), (400, 2));
        assert!(FieldErrors::default().into_result().is_ok());
    }

    #[test]
    fn a_body_with_thousands_of_faults_names_the_first() {
        let mut fields = FieldErrors::default();
        (0..1000).for_each(|_| fields.add("scores", Fault::TrackForeign));
        (0..1000).for_each(|n| fields.add(&n.to_string(), Fault::TrackForeign));
        assert_eq!((fields.0.len(), fields.0["scores"].len()), (FIELDS, FAULTS + 1));
        assert_eq!(fields.0["scores"].last(), Some(&Fault::More));
    }
}
