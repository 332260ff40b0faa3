//! What an organizer asks a second one to confirm, where an event wants two for what cannot be taken back.

use crate::award::{ChosenWinners, SeenPrize};
use crate::prelude::*;
use crate::publish::Wish;

/// Longest sentence of who decides.
pub const SENTENCE: usize = 500;
/// For how many hours it waits.
pub const HOURS: u32 = 48;

/// An act that waits for a second organizer, with all that it was asked with: confirmed, it is done with exactly this.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum AskedAct {
    /// Publishing a run, or correcting what is public.
    Publish(Wish),
    /// Making provisional results final.
    MakeFinal,
    /// Correcting the winners of a prize.
    Award { prize: PrizeId, seen: SeenPrize, chosen: ChosenWinners },
    /// Publishing the scores without names, to which people agreed in this sentence.
    OpenData { statement: String },
    /// Removing the event's personal data now.
    Forget,
    /// Choosing the day on which they go; `seen` was chosen before.
    ForgetDay { day: DateTime<Utc>, seen: Option<DateTime<Utc>> },
    /// Asking no second organizer any more.
    SwitchOff,
    /// Letting an organizer who came later ask and confirm as one of two.
    AddSecond { person: PersonId },
}

impl AskedAct {
    /// Its word, as the table and the API have it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Publish(_) => "publish",
            Self::MakeFinal => "make_final",
            Self::Award { .. } => "award",
            Self::OpenData { .. } => "open_data",
            Self::Forget => "forget",
            Self::ForgetDay { .. } => "forget_day",
            Self::SwitchOff => "switch_off",
            Self::AddSecond { .. } => "add_second",
        }
    }
}

/// What became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ConfirmationState {
    /// It waits for another organizer.
    Waits,
    /// Another organizer confirmed it, and it was done.
    Confirmed,
    /// Another organizer declined it.
    Declined,
    /// Who asked took it back.
    Withdrawn,
    /// Something else was asked for or done meanwhile, or its time is over.
    Lapsed,
}

named! {
    ConfirmationState:
        Waits = "waits", Confirmed = "confirmed", Declined = "declined", Withdrawn = "withdrawn", Lapsed = "lapsed"
}

/// Reads the `sentence` of who confirms, which may be empty.
///
/// # Errors
/// 400 for one that is too long.
pub fn assent(fields: &impl Fields) -> Result<String, Refusal> {
    said(fields, "sentence", None)
}

/// Reads the `sentence` of who declines.
///
/// # Errors
/// 400 for one that is missing or too long.
pub fn dissent(fields: &impl Fields) -> Result<String, Refusal> {
    said(fields, "sentence", Some(Unnamed::Dissent))
}

/// Reads the `reason` with which a site admin has an event ask no second organizer.
///
/// # Errors
/// 400 for one that is missing or too long.
pub fn reason(fields: &impl Fields) -> Result<String, Refusal> {
    said(fields, "reason", Some(Unnamed::SwitchReason))
}

fn said(fields: &impl Fields, field: &str, missing: Option<Unnamed>) -> Result<String, Refusal> {
    fields.faults().gather(|errors| {
        let sent = fields.text(field, errors).unwrap_or_default();
        let said = text::clean(field, TextField::Reason, sent.trim(), SENTENCE, errors);
        if let Some(missing) = missing.filter(|_| text::is_blank(&said)) {
            errors.add(field, missing);
        }
        said
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::JsonFields;

    #[test]
    fn what_is_asked_is_read_as_it_was_written() {
        let wish = Wish { run: Some(3), reason: "A tie.".into(), consent: true, ..Wish::default() };
        let (seen, chosen) = (
            SeenPrize { version: 2, awarded_at: None },
            ChosenWinners { projects: vec![ProjectId(5)], reason: "As the panel says.".into() },
        );
        let day = DateTime::UNIX_EPOCH;
        for asked in [
            AskedAct::Publish(wish),
            AskedAct::MakeFinal,
            AskedAct::Award { prize: PrizeId(4), seen, chosen },
            AskedAct::OpenData { statement: "We agreed.".into() },
            AskedAct::Forget,
            AskedAct::ForgetDay { day, seen: Some(day) },
            AskedAct::SwitchOff,
            AskedAct::AddSecond { person: PersonId(7) },
        ] {
            let body = serde_json::to_value(&asked).unwrap();
            assert_eq!(body["act"], asked.name());
            assert_eq!(serde_json::from_value::<AskedAct>(body).unwrap(), asked);
        }
    }

    #[test]
    fn declining_needs_a_sentence_and_confirming_none() {
        let read = |json: &'static str| JsonFields::read(json.as_bytes()).unwrap();
        let none = read(r#"{"sentence": " \n"}"#);
        assert_eq!(assent(&none).unwrap(), "");
        assert_eq!(dissent(&none).unwrap_err().status(), 400);
        assert_eq!(dissent(&read(r#"{"sentence": " Not yet. "}"#)).unwrap(), "Not yet.");
        let long = format!(r#"{{"reason": "{}"}}"#, "x".repeat(SENTENCE + 1));
        assert_eq!(reason(&JsonFields::read(long.as_bytes()).unwrap()).unwrap_err().status(), 400);
    }
}
