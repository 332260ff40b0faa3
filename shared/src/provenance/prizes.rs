//! The prizes of a bundle beside those that were signed with its ranking.

use super::bundle::StoredBundle;
use super::documents::{SignedPrize, SignedWinner};
use super::findings::Finding;
use super::messages::BundleMessage as Found;
use super::report_log::{FoundChain, LaterValue};
use super::verified::NamedRanking;
use crate::bundle::BundlePrize;
use crate::prelude::*;

/// What the row of a changed prize says that is signed with its winners.
#[derive(Deserialize)]
struct Terms {
    name: String,
    sponsor: String,
}

/// Compares the prizes of a bundle with the latest of its signed rankings. Winners that are confirmed later are a publication of
/// their own, so a bundle with such a one names it, and is asked for its signed results.
pub(super) fn report_prizes(
    finding: &mut Finding,
    stored: &StoredBundle,
    log: Option<FoundChain<'_>>,
    signed: &[NamedRanking<'_>],
) {
    let Some(NamedRanking { file, ranking, .. }) = latest(signed) else { return };
    if stored.runs.iter().any(|run| run.pinned_at > ranking.published_at) {
        return;
    }
    let projects: HashMap<&str, (Option<i64>, &str)> =
        stored.event.projects.iter().map(|p| (p.reference.as_str(), (p.id, p.title.as_str()))).collect();
    let winners = |prize: &BundlePrize| -> Vec<&(Option<i64>, &str)> {
        prize.given_to().filter_map(|reference| projects.get(reference)).collect()
    };
    let differs =
        |name: &str, signed: Option<&SignedPrize>, here: &[&(Option<i64>, &str)]| Found::PrizeDiffers {
            prize: name.to_owned(),
            file: (*file).to_owned(),
            signed: signed
                .into_iter()
                .flat_map(|prize| prize.winners.iter().map(|won| won.title.clone()))
                .collect(),
            here: here.iter().map(|(_, title)| (*title).to_owned()).collect(),
        };
    // A prize may be called otherwise later. Where the ranking gives no id of it, one is missing here, and one was never signed.
    let mut later = log.into_iter().flat_map(|log| log.later_than(ranking.published_at));
    let renamed = later.any(|row| row.action == "prize.changed");
    let unknown_name = |finding: &mut Finding, at: String, message| {
        if renamed { finding.cannot_tell(message) } else { finding.fail(Some(at), message) }
    };
    let (mut same, mut known) = (0, HashSet::new());
    for prize in &ranking.prizes {
        let change = log.and_then(|log| changed(log, ranking.published_at, prize));
        let terms = change.as_ref().map(|change| (&change.value.name, &change.value.sponsor));
        let (name, sponsor) = terms.unwrap_or((&prize.name, &prize.sponsor));
        known.insert(name.clone());
        let Some((at, here)) = stored.event.prizes.iter().enumerate().find(|(_, p)| p.name == *name) else {
            let missing = Found::PrizeMissing { prize: name.clone(), file: (*file).to_owned() };
            unknown_name(finding, "prizes".to_owned(), missing);
            continue;
        };
        let won = winners(here);
        let is_won = is_same(prize, &won)
            && (&here.rule, &here.decided, &here.reason) == (&prize.rule, &prize.decided, &prize.reason);
        if is_won && here.sponsor == *sponsor {
            same += 1;
            if let Some(LaterValue { row, is_signed, value }) = change
                && (value.name != prize.name || value.sponsor != prize.sponsor)
            {
                let (prize, file) = (prize.name.clone(), (*file).to_owned());
                let Terms { name: here, sponsor } = value;
                let message = Found::PrizeChanged { prize, here, sponsor, file, row, is_signed };
                finding.changed_since(is_signed, message);
            }
        } else if is_won && renamed && change.is_none() {
            finding.cannot_tell(differs(&prize.name, Some(prize), &won));
        } else {
            finding.fail(Some(format!("prizes[{at}]")), differs(&prize.name, Some(prize), &won));
        }
    }
    for (at, prize) in stored.event.prizes.iter().enumerate() {
        let won = winners(prize);
        if won.is_empty() || known.contains(&prize.name) {
            continue;
        }
        if ranking.publication.is_none() && ranking.prizes.is_empty() {
            finding.leave_open(Found::PrizeNotSigned { prize: prize.name.clone(), file: (*file).to_owned() });
        } else {
            unknown_name(finding, format!("prizes[{at}]"), differs(&prize.name, None, &won));
        }
    }
    if same > 0 && same == ranking.prizes.len() {
        finding.pass(Found::PrizesEqualSigned { prizes: same, file: (*file).to_owned() });
    }
}

/// What the newest row that changed a prize after a publication says of it. A ranking from before prizes had ids names none.
fn changed(
    log: FoundChain<'_>,
    published: Option<DateTime<Utc>>,
    prize: &SignedPrize,
) -> Option<LaterValue<Terms>> {
    let id = prize.id?.to_string();
    log.later_value(published, |row| {
        let is_change = row.action == "prize.changed" && row.object_id == id;
        is_change.then(|| serde_json::from_str(&row.after).ok()).flatten()
    })
}

/// The latest of signed rankings.
pub(super) fn latest<'n, 'd>(signed: &'n [NamedRanking<'d>]) -> Option<&'n NamedRanking<'d>> {
    signed.iter().max_by_key(|named| (named.ranking.published_at, named.ranking.run))
}

/// Whether the bundle names the winners that were signed, in their order.
fn is_same(prize: &SignedPrize, winners: &[&(Option<i64>, &str)]) -> bool {
    let one = |(signed, (id, title)): (&SignedWinner, &&(Option<i64>, &str))| {
        id.map_or(signed.title == *title, |id| id == signed.project)
    };
    prize.winners.len() == winners.len() && prize.winners.iter().zip(winners).all(one)
}
