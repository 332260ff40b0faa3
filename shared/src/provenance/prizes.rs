//! The prizes of a bundle beside those that were signed with its ranking.

use super::bundle::StoredBundle;
use super::documents::{SignedPrize, SignedRanking};
use super::findings::Finding;
use super::log_row::Link;
use super::messages::BundleMessage as Found;
use super::verified::NamedRanking;
use std::collections::HashMap;

/// Compares the prizes of a bundle with the latest of its signed rankings, unless the bundle itself names a later publication.
/// What was confirmed after it, as the bundle's `log` says, is in no signed document before the next correction.
pub(super) fn report_prizes(
    finding: &mut Finding,
    stored: &StoredBundle,
    log: &[Link],
    signed: &[NamedRanking<'_>],
) {
    let latest = signed.iter().max_by_key(|named| (named.ranking.published_at, named.ranking.run));
    let Some(NamedRanking { file, ranking, .. }) = latest else { return };
    let newer = stored.runs.iter().any(|run| run.pinned_at > ranking.published_at);
    if newer || ranking.prizes.is_empty() {
        return;
    }
    let projects: HashMap<&str, (Option<i64>, &str)> =
        stored.event.projects.iter().map(|p| (p.reference.as_str(), (p.id, p.title.as_str()))).collect();
    let again = confirmed_again(log, ranking);
    let mut same = 0;
    for prize in &ranking.prizes {
        let Some((at, here)) = stored.event.prizes.iter().enumerate().find(|(_, p)| p.name == prize.name)
        else {
            finding.leave_open(Found::PrizeMissing { prize: prize.name.clone(), file: (*file).to_owned() });
            continue;
        };
        let winners: Vec<_> = here.given_to().filter_map(|reference| projects.get(reference)).collect();
        if is_same(prize, &winners) && here.rule == prize.rule {
            same += 1;
            continue;
        }
        let differs = Found::PrizeDiffers {
            prize: prize.name.clone(),
            file: (*file).to_owned(),
            signed: prize.winners.iter().map(|winner| winner.title.clone()).collect(),
            here: winners.iter().map(|(_, title)| (*title).to_owned()).collect(),
            again,
        };
        if again {
            finding.leave_open(differs);
        } else {
            finding.fail(Some(format!("prizes[{at}]")), differs);
        }
    }
    if same == ranking.prizes.len() {
        finding.pass(Found::PrizesEqualSigned { prizes: same, file: (*file).to_owned() });
    }
}

/// Whether the bundle names the winners that were signed, in their order.
fn is_same(prize: &SignedPrize, winners: &[&(Option<i64>, &str)]) -> bool {
    let one = |(signed, (id, title)): (&super::documents::SignedWinner, &&(Option<i64>, &str))| {
        id.map_or(signed.title == *title, |id| id == signed.project)
    };
    prize.winners.len() == winners.len() && prize.winners.iter().zip(winners).all(one)
}

/// Whether the log confirms winners after the ranking was published.
fn confirmed_again(log: &[Link], ranking: &SignedRanking) -> bool {
    let Some(published) = ranking.published_at else { return false };
    let published = published.format("%Y-%m-%dT%H:%M:%S%.6fZ").to_string();
    log.iter().any(|link| link.row.action == "prize.awarded" && link.row.ts > published)
}
