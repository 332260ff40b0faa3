//! What teams see of the reviews of their projects once the results are published: an organizer's choice.

use crate::prelude::*;
use shared::feedback::FeedbackChoice;
use store::feedback;

/// A choice, and the one that it was made from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChosenFeedback {
    /// What the organizer saw as chosen.
    pub seen: FeedbackChoice,
    pub choice: FeedbackChoice,
}

/// Stores what teams see of the reviews of their projects. It holds as soon as the results are published.
/// Errors: 401; 404; 403 for a caller who does not organize the event, and before publication for an organizer who takes part; 409 where
/// another organizer chose something else meanwhile.
pub async fn choose(call: &mut Call<'_>, sent: Sent<ChosenFeedback>) -> Acted {
    let (at, permit) = call.open::<act::ChooseFeedback>().await?;
    let ChosenFeedback { seen, choice } = sent?;
    if seen == choice || !feedback::choose(call.conn, &permit, seen, choice).await? {
        if feedback::chosen(call.conn, &permit).await? == choice {
            return Ok(Done::unlogged(()));
        }
        return Err(Reason::FeedbackChanged.into());
    }
    let entry = call.entry(&at, "feedback.chosen", "event", &at.slug);
    Ok(Done::logged((), entry.before(logged(seen)).after(logged(choice))))
}

fn logged(choice: FeedbackChoice) -> Value {
    json!({ "comments": choice.comments, "criteria": choice.criteria })
}
