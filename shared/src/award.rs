//! What an organizer says when they choose the winners of a prize.

use crate::fields::JsonFields;
use crate::prelude::*;
use crate::prize::MOST_WINNERS;
use crate::refusal::{PrizeFault, RequestFault};

/// The winners that an organizer chose, the first one first, and why.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChosenWinners {
    /// The projects.
    pub projects: Vec<ProjectId>,
    /// Why these; needed where the rule says otherwise, and for a choice.
    pub reason: String,
}

impl ChosenWinners {
    /// Reads `winner`, `winner-2` and so on, and the `reason`. A field that names no project is skipped.
    ///
    /// # Errors
    /// 400 where the first one is something else.
    pub fn of_form(form: &FormFields) -> Result<Self, Refusal> {
        form.read::<i64>("winner", Fault::Prize(PrizeFault::NotEligible))?;
        let projects = typed_winners(form).into_iter().filter(|id| *id != 0).map(ProjectId).collect();
        Ok(Self { projects, reason: form.get("reason").to_owned() })
    }
}

/// The chosen projects in their order, as typed; 0 where a field names none.
pub fn typed_winners(form: &FormFields) -> Vec<i64> {
    let most = usize::try_from(MOST_WINNERS).unwrap_or(0);
    form.numbered("winner", most).map_while(|id| id.map(|id| id.parse().unwrap_or(0))).collect()
}

/// What an organizer saw of a prize when they chose its winners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenPrize {
    /// The version of its terms.
    pub version: i32,
    /// When its winners were confirmed, if they were.
    pub awarded_at: Option<DateTime<Utc>>,
}

impl SeenPrize {
    /// Reads what the form was made from: `version`, and the time `confirmed` where there are winners already.
    ///
    /// # Errors
    /// 400 where it says nothing of the kind.
    pub fn of_form(form: &FormFields) -> Result<Self, Refusal> {
        let awarded_at = form.read("confirmed", RequestFault::Row)?;
        Ok(Self { version: form.carried("version")?, awarded_at })
    }
}

/// Who takes a prize of a refused winner.
#[derive(Clone, Debug, PartialEq, Eq, ToSchema)]
pub struct NextTaken {
    /// The prize.
    #[schema(value_type = i64)]
    pub prize: PrizeId,
    /// Who was read to be next in line. Empty where nobody is: the place then stays empty.
    #[schema(value_type = Vec<i64>)]
    pub next: Vec<ProjectId>,
    /// Why. Everybody reads it.
    #[schema(min_length = 1)]
    pub reason: String,
}

impl NextTaken {
    /// Reads `prize`, `next` and `reason`.
    ///
    /// # Errors
    /// 400 for what is no prize and no list of projects.
    pub fn read(of: &impl Fields) -> Result<Self, Refusal> {
        let mut errors = of.faults();
        let prize = of.number("prize", Fault::ForeignPart, &mut errors).flatten();
        errors.add_if(prize.is_none(), "prize", Fault::ForeignPart);
        let entries = of.entries("next", "next", &mut errors);
        let next: Option<Vec<i64>> = entries.iter().map(|entry| entry.parse().ok()).collect();
        errors.add_if(next.is_none(), "next", Fault::Prize(PrizeFault::NotEligible));
        let reason = of.text("reason", &mut errors).unwrap_or_default();
        errors.into_result()?;
        let next = next.unwrap_or_default().into_iter().map(ProjectId).collect();
        Ok(Self { prize: PrizeId(prize.unwrap_or_default()), next, reason })
    }
}

/// What is confirmed.
#[derive(Clone, Debug, Default, PartialEq, Eq, ToSchema)]
#[schema(as = PrizeConfirmation)]
pub struct ConfirmedByRule {
    /// The digest that was read. Where the rules give something else by now, nothing is confirmed.
    pub digest: String,
    /// Prizes that are confirmed although they are too close to call: of those that wait for nothing else.
    #[schema(value_type = Vec<i64>, required = false)]
    pub too_close: Vec<PrizeId>,
}

impl ConfirmedByRule {
    /// Reads a form.
    ///
    /// # Errors
    /// 400 for a prize that is none.
    pub fn of_form(form: &FormFields) -> Result<Self, Refusal> {
        Ok(Self { digest: form.get("digest").to_owned(), too_close: form.ids("too_close")? })
    }

    /// Reads an object of the API.
    ///
    /// # Errors
    /// 400 for members that are none of these.
    pub fn of_json(of: &JsonFields<'_>) -> Result<Self, Refusal> {
        of.faults().gather(|errors| Self {
            digest: of.text("digest", errors).unwrap_or_default(),
            too_close: prizes_of(of, "too_close", errors),
        })
    }
}

/// The prizes of a list that an object may leave out.
pub(crate) fn prizes_of(of: &JsonFields<'_>, list: &str, errors: &mut FieldErrors) -> Vec<PrizeId> {
    let entries = if of.says(list) { of.entries(list, list, errors) } else { Vec::new() };
    let prizes: Option<Vec<i64>> = entries.iter().map(|entry| entry.parse().ok()).collect();
    errors.add_if(prizes.is_none(), list, Fault::ForeignPart);
    prizes.unwrap_or_default().into_iter().map(PrizeId).collect()
}
