//! An organizer corrects what a list said of an imported project: its title, its links and the name of its team.

use super::deciding::{Locks, locked};
use super::duplicates;
use super::save_project::{logged, repeats_may_differ};
use super::seen;
use crate::prelude::*;
use shared::fields::{Fields, FormFields, JsonFields};
use shared::project::{ProjectChanges, check};
use shared::teammates::{self, FieldChange, change_of};
use store::{correction, project};

/// What an organizer sends: what is left out stays.
#[derive(Clone, Debug, Default)]
pub struct SentCorrection {
    /// Of these the title and the addresses are read.
    texts: ProjectChanges,
    /// The name of the project's team.
    team: Option<String>,
}

impl SentCorrection {
    /// Reads a form. `was_<field>` is the print of what it was made from.
    /// Errors: 400 with every field that cannot be read.
    pub fn of_form(form: &FormFields) -> Sent<Self> {
        let mut sent = Self::read(form, teammates::of_form(form)?)?;
        let print = form.get("was_team");
        if !print.is_empty() {
            sent.texts.shown.insert("team".to_owned(), print.to_owned());
        }
        Ok(sent)
    }

    /// Reads a body. The member `was` holds fields as they were read before.
    /// Errors: 400 with every field that cannot be read.
    pub fn of_json(body: &JsonFields<'_>) -> Sent<Self> {
        Self::read(body, teammates::of_json(body)?)
    }

    fn read(fields: &impl Fields, all: ProjectChanges) -> Sent<Self> {
        let team = FieldErrors::default().gather(|errors| fields.text("team", errors))?;
        let ProjectChanges { title, repo_url, demo_url, video_url, shown, .. } = all;
        let texts =
            ProjectChanges { title, repo_url, demo_url, video_url, shown, ..ProjectChanges::default() };
        Ok(Self { texts, team })
    }
}

/// Corrects the title, the addresses and the team's name of a project that a list brought, also after submissions closed. Repeats are
/// looked for again.
/// Errors: 401; 404 where the event has no such project; 403; 409 for a project that no list brought, after publication, where somebody
/// else changed the same field meanwhile, and for the name of another team; 400 for fields that are not valid.
pub async fn correct(call: &mut Call<'_>, id: ProjectId, sent: Sent<SentCorrection>) -> Acted {
    let (at, stored, permit) = locked::<act::CorrectProject>(call, id, Locks::Project).await?;
    require(correction::is_imported(call.conn, id).await?, Reason::NotImported)?;
    if let Some(sent) = call.caller.proposal() {
        call.caller.still(&seen::edited(&stored, sent))?;
    }
    let SentCorrection { texts: mut changes, team } = sent?;
    let before = stored.texts();
    teammates::merge_into(&mut changes, &before)?;
    let team = team_name(team, changes.shown.get("team").map(String::as_str), &stored.team)?;
    let texts = check(changes, before.clone(), &[], &[], stored.is_submitted())?;
    if texts == before && team == stored.team {
        return Ok(Done::unlogged(()));
    }
    correction::correct(call.conn, &permit, &texts, &team).await?;
    let mut saved = project::find(call.conn, id).await?.ok_or_else(Refusal::not_found)?;
    if stored.is_submitted() && repeats_may_differ(&before, &texts) {
        duplicates::check(call.conn, &permit, &at, &mut saved, Some(&stored)).await?;
    }
    let with_team = |mut row: Value, name: &str| {
        if team != stored.team {
            row["team"] = json!(name);
        }
        Some(row)
    };
    let entry = call
        .entry(&at, "project.corrected", "project", id)
        .before(with_team(logged(&texts, &before, &stored), &stored.team))
        .after(with_team(logged(&before, &texts, &saved), &team));
    Ok(Done::logged((), entry))
}

fn team_name(sent: Option<String>, shown: Option<&str>, stored: &str) -> Result<String, Refusal> {
    let Some(sent) = sent else { return Ok(stored.to_owned()) };
    match change_of(shown, &sent, stored) {
        FieldChange::NotMine => return Ok(stored.to_owned()),
        FieldChange::Mine => {}
        FieldChange::Both => {
            let mut refusal = Refusal::from(Reason::EditedMeanwhile { fields: vec![TextField::Name] });
            refusal.fields.add("team", Fault::EditedMeanwhile(TextField::Name));
            return Err(refusal);
        }
    }
    FieldErrors::default()
        .gather(|errors| text::clean_name("team", TextField::Name, &sent, Unnamed::Team, errors))
}
