//! What the page of an event's rubric saves in one act: its criteria, its tracks, and its own questions in the form of a project.

use super::{criteria, form_questions, tracks};
use crate::prelude::*;
use shared::event_settings::{TypedTrack, is_tracks_of};
use shared::question_form::{TypedQuestion, are_questions_of};
use shared::rubric_form::{TypedCriterion, is_rubric_of};

/// A list as typed, and the version that it was made from.
pub type SentList<T> = (Vec<T>, String);

/// The lists of a form; none for one that it does not have.
#[derive(Debug)]
pub struct SentRubric {
    pub criteria: Option<SentList<TypedCriterion>>,
    pub tracks: Option<SentList<TypedTrack>>,
    pub questions: Option<SentList<TypedQuestion>>,
}

impl SentRubric {
    /// The lists in which something was changed.
    pub fn changed(self) -> Self {
        Self {
            criteria: self.criteria.filter(|(typed, version)| !is_rubric_of(typed, version)),
            tracks: self.tracks.filter(|(typed, version)| !is_tracks_of(typed, version)),
            questions: self.questions.filter(|(typed, version)| !are_questions_of(typed, version)),
        }
    }
}

/// Makes the event's criteria, tracks and questions those of a form. A list in which nothing was changed stays as it is stored, also where
/// another organizer changed it meanwhile.
/// Errors: 401, 404; 403 for a caller who does not organize; and as for each list that was changed.
pub async fn save(call: &mut Call<'_>, sent: SentRubric) -> Acted {
    call.open::<act::Manage>().await?;
    let sent = sent.changed();
    let (mut done, mut errors) = (Done::unlogged(()), FieldErrors::default());
    if let Some((typed, version)) = sent.criteria {
        done = done.and(told(criteria::save(call, typed, &version).await, &mut errors)?);
    }
    if let Some((typed, version)) = sent.tracks {
        done = done.and(told(tracks::save(call, typed, &version).await, &mut errors)?);
    }
    if let Some((typed, version)) = sent.questions {
        done = done.and(told(form_questions::save(call, typed, &version).await, &mut errors)?);
    }
    errors.into_result()?;
    Ok(done)
}

/// How the save of a list ended. What is wrong with its fields is told together with that of the other lists.
fn told(saved: Acted, errors: &mut FieldErrors) -> Acted {
    match saved {
        Err(Failure::Refused(refusal)) if refusal.reason == Reason::Fields => {
            errors.0.extend(refusal.fields.0);
            Ok(Done::unlogged(()))
        }
        saved => saved,
    }
}
