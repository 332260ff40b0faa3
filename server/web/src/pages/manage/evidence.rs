//! The organizers' desk of evidence: `?q=` searches, `?kind=` and `?waiting=true` narrow.

use crate::pages::prelude::*;
use app::pages::manage::evidence::{EvidencePage, evidence_page};
use portal::judge::evidence::{self, EvidenceDesk};
use shared::evidence::{NewWritten, WrittenKind};

pub struct Evidence;

impl Desk for Evidence {
    /// The project of an act.
    type Id = Option<ProjectId>;
    type Found = EvidenceDesk;
    type Beside = ();
    const PATH: &'static str = "manage/evidence";
    const TITLE: &'static str = "Evidence in";

    async fn read(call: &mut Call<'_>, _at: &At<Option<ProjectId>>) -> Outcome<EvidenceDesk> {
        evidence::desk(call).await
    }

    fn draw(found: EvidenceDesk, around: DeskContext<'_, Self>) -> AnyView {
        let query = &around.at.query;
        evidence_page(EvidencePage {
            on: found.at.facts.event.evidence,
            projects: found.projects,
            q: query.get("q").trim().to_owned(),
            kind: query.get("kind").to_owned(),
            waiting: query.get("waiting") == "true",
            may: forms::allowed(found.refused),
            refused: around.at.id.zip(around.typed("sentence")),
        })
    }
}

/// `POST …/<id>/looked-at`: the caller has looked at the project's facts, and says a `sentence`.
pub async fn looked_at(sent: Post<Evidence>) -> PageResult {
    write(sent, WrittenKind::LookedAt).await
}

/// `POST …/<id>/note`: notes a `sentence` about the project.
pub async fn note(sent: Post<Evidence>) -> PageResult {
    write(sent, WrittenKind::Note).await
}

async fn write(sent: Post<Evidence>, kind: WrittenKind) -> PageResult {
    let new = NewWritten::read(&*sent.form, Some(kind));
    let id = sent.at.one()?;
    let done = if kind == WrittenKind::Note { ActDone::NoteAdded } else { ActDone::FactsLookedAt };
    let write =
        async |call: &mut Call<'_>, _: &At<Option<ProjectId>>| evidence::write_at_desk(call, id, new).await;
    sent.once(write, async |at, _| Ok(see(&done.at(&format!("{}#project-{id}", Evidence::path(&at)))))).await
}
