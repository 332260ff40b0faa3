//! The winners of a bundle's prizes beside the rows of the log that confirmed them. Signed results say who had won when they were
//! published, and older ones say nothing of a later publication.

use super::findings::Finding;
use super::messages::BundleMessage as Found;
use super::report_log::FoundChain;
use crate::audit::{AuditRow, sha256_hex};
use crate::bundle::{Bundle, BundlePrize};
use crate::prelude::*;

/// What the row of a new or changed prize says of it.
#[derive(Deserialize)]
struct Terms {
    name: String,
    sponsor: String,
    rule: String,
}

/// What the row that confirms winners says. A prize that follows its ranking has no reason.
#[derive(Deserialize)]
struct Won {
    winners: Vec<i64>,
    reason_sha256: Option<String>,
}

/// What rows say of one prize.
#[derive(Default)]
struct LoggedPrize {
    /// None where no row of its own made it, as in an imported event and in finals.
    terms: Option<Terms>,
    /// The newest row that confirmed winners.
    won: Option<(i64, Won)>,
}

impl LoggedPrize {
    /// Whether this may be the prize.
    fn is(&self, prize: &BundlePrize) -> bool {
        self.terms.as_ref().is_none_or(|terms| terms.name == prize.name)
    }

    /// Whether the prize is as the rows say.
    fn says(&self, prize: &BundlePrize, ids: &HashMap<&str, i64>) -> bool {
        let terms = |said: &Terms| said.sponsor == prize.sponsor && said.rule == prize.rule;
        let won = |(_, said): &(i64, Won)| {
            let reason = (!prize.reason.is_empty()).then(|| sha256_hex(prize.reason.as_bytes()));
            // A prize that nobody has keeps no reason.
            won_by(prize, ids) == said.winners && (said.winners.is_empty() || reason == said.reason_sha256)
        };
        self.terms.as_ref().is_none_or(terms) && self.won.as_ref().is_none_or(won)
    }
}

/// The ids of the projects that have a prize, the first one first.
fn won_by(prize: &BundlePrize, ids: &HashMap<&str, i64>) -> Vec<i64> {
    prize.given_to().filter_map(|reference| ids.get(reference).copied()).collect()
}

/// The prizes of which rows up to `upto` say who has them.
fn awarded(log: FoundChain<'_>, upto: i64) -> Vec<(i64, LoggedPrize)> {
    let mut prizes: BTreeMap<&str, LoggedPrize> = BTreeMap::new();
    let of_prize = |row: &&AuditRow| row.object_type == "prize" && row.seq <= upto;
    for row in log.chain.audit_rows().filter(of_prize) {
        let prize = prizes.entry(row.object_id.as_str()).or_default();
        match row.action.as_str() {
            "prize.created" | "prize.changed" => {
                prize.terms = serde_json::from_str(&row.after).ok().or(prize.terms.take());
            }
            "prize.awarded" => {
                let won = serde_json::from_str(&row.after).ok().map(|won| (row.seq, won));
                prize.won = won.or(prize.won.take());
            }
            "prize.removed" => *prize = LoggedPrize::default(),
            _ => {}
        }
    }
    prizes.into_values().filter_map(|prize| Some((prize.won.as_ref()?.0, prize))).collect()
}

/// Whether each prize has the winners that its newest row confirmed. Rows after the last signed one prove nothing.
pub(super) fn report_logged_prizes(finding: &mut Finding, event: &Bundle, log: Option<FoundChain<'_>>) {
    let Some(log) = log.filter(|log| log.is_of_event()) else { return };
    // Rows name projects by their ids. That a file has none is said where its projects are compared.
    if event.projects.iter().any(|project| project.id.is_none()) {
        return;
    }
    let ids = event.project_ids();
    let left_out = |logged: &[(i64, LoggedPrize)]| {
        let has = |prize: &LoggedPrize| event.prizes.iter().any(|p| prize.is(p) && prize.says(p, &ids));
        logged.iter().find(|(_, prize)| !has(prize)).map(|(row, _)| *row)
    };
    let now = awarded(log, i64::MAX);
    if let Some(row) = left_out(&now) {
        return finding.fail(Some("prizes".to_owned()), Found::PrizeNotAsLogged { row });
    }
    // An import brings winners along.
    if log.chain.is_of_created_event() {
        let is_confirmed =
            |prize: &BundlePrize| now.iter().any(|(_, logged)| logged.is(prize) && logged.says(prize, &ids));
        let mut given =
            event.prizes.iter().enumerate().filter(|(_, prize)| prize.given_to().next().is_some());
        if let Some((at, prize)) = given.find(|(_, prize)| !is_confirmed(prize)) {
            let prize = prize.name.clone();
            return finding.fail(Some(format!("prizes[{at}]")), Found::PrizeNotLogged { prize });
        }
    }
    let upto = log.signed_up_to();
    let later = now.iter().find(|(row, _)| *row > upto).map(|(row, _)| *row);
    if upto > 0
        && let Some(row) = left_out(&awarded(log, upto)).or(later)
    {
        finding.cannot_tell(Found::PrizeNotConfirmed { row });
    }
}
