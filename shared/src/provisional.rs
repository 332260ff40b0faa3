//! Provisional results: what winners owe until the results are final.

use crate::prelude::*;

/// Most things that winners owe.
pub const MOST_DUTIES: usize = 12;

/// A wish to publish provisionally, as typed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TypedProvisional {
    /// Until when winners have time; none was said.
    pub until: Option<DateTime<Utc>>,
    /// What they owe, one thing a line.
    pub owed: String,
}

impl TypedProvisional {
    /// Cleans and checks it: until when, and what winners owe.
    ///
    /// # Errors
    /// 400 for a time that has passed, and for a list that is empty or too long.
    pub fn checked(self, now: DateTime<Utc>) -> Result<(DateTime<Utc>, Vec<String>), Refusal> {
        let mut errors = FieldErrors::default();
        let until = self.until.filter(|until| *until > now);
        errors.add_if(until.is_none(), "until", Fault::TimePast);
        let lines = self.owed.lines().filter(|line| !text::is_blank(line));
        let clean = |line| text::clean_line("owed", TextField::Duty, line, text::NAME, &mut errors);
        let owed: Vec<String> = lines.map(clean).collect();
        if owed.is_empty() || owed.len() > MOST_DUTIES {
            errors.add("owed", Fault::DutiesRange { most: MOST_DUTIES });
        }
        errors.into_result()?;
        Ok((until.unwrap_or(now), owed))
    }
}

/// How far a winner is with something that it owes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DutyState {
    /// Nobody has ticked or refused it.
    #[default]
    Open,
    /// It was shown.
    Shown,
    /// Organizers refused it.
    Refused,
}

named! { DutyState: Open = "open", Shown = "shown", Refused = "refused" }

impl DutyState {
    /// As the table holds it: shown or refused; none while it is open.
    pub fn of(shown: Option<bool>) -> Self {
        match shown {
            None => Self::Open,
            Some(true) => Self::Shown,
            Some(false) => Self::Refused,
        }
    }

    /// The opposite of [`Self::of`].
    pub fn shown(self) -> Option<bool> {
        match self {
            Self::Open => None,
            Self::Shown => Some(true),
            Self::Refused => Some(false),
        }
    }
}

/// What an organizer says of something that a winner owes.
#[derive(Clone, Debug, PartialEq, Eq, ToSchema)]
#[schema(as = DutyAnswer)]
pub struct SettledDuty {
    /// The winner.
    #[schema(value_type = i64)]
    pub project: ProjectId,
    /// Which of the things, from 1.
    #[schema(rename = "duty", minimum = 1, maximum = 12)]
    pub number: i32,
    /// Whether it is open, shown or refused.
    #[schema(value_type = String, pattern = "^(open|shown|refused)$")]
    pub state: DutyState,
    /// Why it is refused: the team reads it. For a refusal only.
    #[schema(required = false, max_length = 2000)]
    pub reason: String,
}

impl SettledDuty {
    /// Reads `project`, `duty` (its number), `state` and `reason`.
    ///
    /// # Errors
    /// 400 for what is none of them.
    pub fn read(of: &impl Fields) -> Result<Self, Refusal> {
        let mut errors = of.faults();
        let project = of.number("project", Fault::ForeignPart, &mut errors).flatten();
        let number = of.number("duty", Fault::ForeignPart, &mut errors).flatten();
        let word = of.text("state", &mut errors).unwrap_or_default();
        let state = errors.word("state", &word, &DutyState::ALL, DutyState::name);
        let reason = of.text("reason", &mut errors).unwrap_or_default();
        errors.into_result()?;
        // Nobody owes what has no number.
        let number = number.and_then(|number| i32::try_from(number).ok()).unwrap_or_default();
        Ok(Self {
            project: ProjectId(project.unwrap_or_default()),
            number,
            state: state.unwrap_or_default(),
            reason,
        })
    }

    /// Reads `3-1`: the first thing that project 3 owes.
    pub fn of_box(text: &str, state: DutyState) -> Option<Self> {
        let (project, number) = text.split_once('-')?;
        let project = ProjectId(project.parse().ok()?);
        Some(Self { project, number: number.parse().ok()?, state, reason: String::new() })
    }

    /// Cleans and checks the reason, which only a refusal has.
    ///
    /// # Errors
    /// 400 where a refusal has none, or it is too long.
    pub fn checked(self) -> Result<Self, Refusal> {
        let mut errors = FieldErrors::default();
        let refused = self.state == DutyState::Refused;
        let typed = if refused { self.reason.trim() } else { "" };
        let reason = text::clean("reason", TextField::Reason, typed, text::SUMMARY, &mut errors);
        errors.add_if(refused && text::is_blank(&reason), "reason", Fault::DutyReasonMissing);
        errors.into_result()?;
        Ok(Self { reason, ..self })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winners_owe_one_to_twelve_things_until_a_time_that_is_still_to_come() {
        let now = DateTime::from_timestamp(1_795_000_000, 0).unwrap();
        let later = now + chrono::TimeDelta::days(3);
        let checked = |until, owed: &str| {
            let typed = TypedProvisional { until, owed: owed.to_owned() };
            typed.checked(now).map_err(|refusal| refusal.fields.0.into_keys().collect::<Vec<_>>())
        };
        let both = vec!["Public code".to_owned(), "A licence".to_owned()];
        assert_eq!(checked(Some(later), " Public code \r\n\nA licence\n"), Ok((later, both)));
        assert_eq!(checked(Some(now), "Code"), Err(vec!["until".to_owned()]));
        assert_eq!(checked(None, " \n"), Err(vec!["owed".to_owned(), "until".to_owned()]));
        let many = "Code\n".repeat(MOST_DUTIES);
        assert_eq!(checked(Some(later), &many).unwrap().1.len(), MOST_DUTIES);
        assert_eq!(checked(Some(later), &format!("{many}Code")), Err(vec!["owed".to_owned()]));
        assert_eq!(checked(Some(later), &"a".repeat(text::NAME + 1)), Err(vec!["owed".to_owned()]));
    }

    #[test]
    fn only_a_refusal_has_a_reason() {
        let duty = |text: &str, state, reason: &str| {
            SettledDuty { reason: reason.to_owned(), ..SettledDuty::of_box(text, state).unwrap() }.checked()
        };
        assert_eq!(duty("3-1", DutyState::Shown, "Odd.").unwrap().reason, "");
        assert_eq!(duty("3-1", DutyState::Refused, " Closed. ").unwrap().reason, "Closed.");
        assert_eq!(duty("3-1", DutyState::Refused, " ").unwrap_err().status(), 400);
        assert!(
            ["", "3", "3-", "x-1"].iter().all(|text| SettledDuty::of_box(text, DutyState::Open).is_none())
        );
    }
}
