//! Webhooks: what leaves the portal, and to whom.

use super::prelude::*;

acts! {
    /// Add, change, test and remove webhooks that tell nothing of judging.
    ManageWebhooks on Event by (EventId, PersonId), No => |asked| asked.organizer();
    /// The same for webhooks that tell of reviews, assignments, the ranking or votes.
    ManageJudgingWebhooks on Event by (EventId, PersonId), Yes => |asked| asked.unconflicted_organizer(Withheld::Webhooks);
}
