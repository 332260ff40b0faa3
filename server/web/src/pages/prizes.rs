//! An event's prizes as everybody reads them.

use crate::pages::prelude::*;
use app::pages::prizes::{PublicPrize, public_prizes_page};
use model::prize::Prize;
use portal::prizes::public::{self, PublicPrizes};
use shared::prize::Eligibility;
use words::{capital, decided_by, plural, won_by};

/// `GET /events/<slug>/prizes`.
pub async fn list(PublicRequest(at): PublicRequest) -> PageResult {
    let operation = async |call: &mut Call<'_>| {
        let found = public::read(call).await?;
        with_event(call.conn, found).await
    };
    let model = |(found, event): (PublicPrizes, Event), _: &EventView| {
        let may_ask = found.at.facts.submissions().is_open(found.at.now);
        let prizes = found.prizes.into_iter().map(|Prize { id, terms, decided, reason, .. }| {
            let winners: Option<Vec<_>> = found.winners.as_ref().map(|all| {
                let of = all.iter().filter(|w| w.prize == id);
                of.map(|w| (w.project.0, w.title.clone(), w.team.clone(), w.repeats)).collect()
            });
            let repeats = winners.iter().flatten().any(|(.., repeats)| *repeats);
            let won_by = won_by(terms.rule, decided, repeats);
            let as_its_rule = won_by == decided_by(terms.rule);
            let number = plural(terms.winners, "winner", "winners");
            let (who, how) = (eligible_words(terms.eligibility, &event), decided_by(terms.rule));
            PublicPrize {
                name: terms.name,
                sponsor: terms.sponsor,
                description: terms.description,
                how: capital(&format!("{number} among {who}: {how}.")),
                won_by: if as_its_rule { String::new() } else { capital(&format!("{won_by}.")) },
                reason: if winners.is_some() { reason } else { String::new() },
                winners,
                provisional_until: found.provisional_until,
                asked_for: may_ask && terms.eligibility == Eligibility::OptIn,
            }
        });
        let frame = Frame::new(format!("Prizes of {}", event.name), format!("/events/{}/prizes", at.slug));
        (frame, prizes.collect::<Vec<_>>())
    };
    Ok(answer::public(event_page(&at.state, at.by(), operation, model, public_prizes_page).await?))
}

/// Which projects can win a prize, in words.
pub(super) fn eligible_words(eligibility: Eligibility, event: &Event) -> String {
    match eligibility {
        Eligibility::All => "all projects".to_owned(),
        Eligibility::OptIn => "projects whose teams ask for it".to_owned(),
        Eligibility::Track(track) => {
            format!("projects of the track {}", event.track_name(track).unwrap_or_default())
        }
    }
}
