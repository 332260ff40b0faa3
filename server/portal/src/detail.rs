//! The sentence of a refusal for the API's `detail`, the command line and the log.
//!
//! The API's contract fixes some of them byte for byte. All others are those of the pages (`words`).

use crate::prelude::*;
use shared::refusal::SiteAct;
use shared::window::utc;

pub fn detail(refusal: &Refusal) -> String {
    fixed(&refusal.reason).unwrap_or_else(|| words::refusal(refusal))
}

/// The sentence that the contract fixes, or that clients have read since the first version.
fn fixed(reason: &Reason) -> Option<String> {
    let sentence = match reason {
        Reason::Unauthenticated => "credentials are needed: send a bearer token or sign in",
        Reason::BadToken => "invalid or revoked token",
        Reason::OwnScoresOnly => "judges can only read their own scores",
        Reason::OwnRecordsOnly => "judges can only read their own records",
        Reason::JudgesOnly => "judges only",
        Reason::EventJudgesOnly => "judges of this event only",
        Reason::ParticipantsOnly => "participants only",
        Reason::OrganizersOnly => "organizers of this event only",
        Reason::SiteAdminsOnly(SiteAct::ReadMail) => "only a site admin reads the portal's mail",
        Reason::SiteAdminsOnly(SiteAct::Import) => "only a site admin can import a bundle",
        Reason::SiteAdminsOnly(SiteAct::Administer) => "site admins only",
        Reason::NoSuchJudge => "no such judge",
        Reason::TeamNeeded => "you need a team in this event to submit a project",
        Reason::OwnProjectOnly => "only the project's team can edit it",
        Reason::FeedbackOfTeam => "only the project's team reads its feedback",
        Reason::UnconfirmedVoter => "confirm your address to vote",
        Reason::NotOpenYet { stage, event, opens, closes } => {
            let closes =
                closes.map_or_else(|| "never close".to_owned(), |at| format!("close at {}", utc(at)));
            return Some(format!(
                "{} for {event} open at {} and {closes}.",
                words::codes::stage(*stage),
                utc(*opens)
            ));
        }
        _ => return None,
    };
    Some(sentence.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::window::Stage;

    #[test]
    fn the_sentences_of_the_contract_are_fixed() {
        let (opens, event) = (DateTime::from_timestamp(1_795_000_000, 0).unwrap(), "Demo".to_owned());
        let closed = Reason::Closed { stage: Stage::Submissions, event: event.clone(), closed: opens };
        let early = Reason::NotOpenYet { stage: Stage::Judging, event, opens, closes: None };
        let at = utc(opens);
        for (reason, sentence) in [
            (closed, format!("Submissions for Demo closed at {at}.")),
            (early, format!("Judging for Demo open at {at} and never close.")),
            (Reason::NotFound, "Not found.".into()),
            (Reason::OwnProjectOnly, "only the project's team can edit it".into()),
            (Reason::UnconfirmedVoter, "confirm your address to vote".into()),
        ] {
            assert_eq!(detail(&reason.into()), sentence);
        }
    }
}
