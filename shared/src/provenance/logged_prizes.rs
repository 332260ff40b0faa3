//! The winners of a bundle's prizes beside the rows of the log that confirmed them. Signed results say who had won when they were
//! published, and older ones say nothing of a later publication. A prize that nobody has yet is what its rows made it.

use super::findings::Finding;
use super::messages::BundleMessage as Found;
use super::report_log::FoundChain;
use super::said_members::SaidMember;
use crate::audit::{AuditRow, sha256_hex};
use crate::bundle::{Bundle, BundlePrize};
use crate::prelude::*;

/// What the row of a new or changed prize says of it.
#[derive(Deserialize)]
struct Terms {
    name: String,
    sponsor: String,
    rule: String,
    winners: Option<i32>,
    eligibility: Option<String>,
    track: Option<i64>,
}

impl Terms {
    /// Whether the prize is what the row says, with or without winners.
    fn are_of(&self, prize: &BundlePrize) -> bool {
        let kind = if prize.opt_in { "opt-in" } else { prize.track.map_or("all", |_| "track") };
        let is_open = |logged: &String| logged == kind && self.track == prize.track;
        (&self.sponsor, &self.rule) == (&prize.sponsor, &prize.rule)
            && self.winners.is_none_or(|winners| winners == prize.winners)
            && self.eligibility.as_ref().is_none_or(is_open)
    }
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
        let won = |(_, said): &(i64, Won)| {
            let reason = (!prize.reason.is_empty()).then(|| sha256_hex(prize.reason.as_bytes()));
            // A prize that nobody has keeps no reason.
            won_by(prize, ids) == said.winners && (said.winners.is_empty() || reason == said.reason_sha256)
        };
        self.terms.as_ref().is_none_or(|terms| terms.are_of(prize)) && self.won.as_ref().is_none_or(won)
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

/// The prizes that rows up to this one made or changed, and none removed. Who has them is compared besides.
pub(super) fn said_prizes(event: &Bundle, log: FoundChain<'_>, upto: i64) -> Vec<SaidMember> {
    let mut said: BTreeMap<&str, (i64, Terms)> = BTreeMap::new();
    let of_prize = |row: &&AuditRow| row.object_type == "prize" && row.seq <= upto;
    for row in log.chain.audit_rows().filter(of_prize) {
        match row.action.as_str() {
            "prize.created" | "prize.changed" => {
                let terms = serde_json::from_str(&row.after).ok().map(|terms| (row.seq, terms));
                said.extend(terms.map(|terms| (row.object_id.as_str(), terms)));
            }
            "prize.removed" => drop(said.remove(row.object_id.as_str())),
            _ => {}
        }
    }
    let prizes: HashMap<&str, (usize, &BundlePrize)> =
        (0..).zip(&event.prizes).map(|(at, prize)| (prize.name.as_str(), (at, prize))).collect();
    let member = |(row, terms): (i64, Terms)| {
        let here = prizes.get(terms.name.as_str());
        let place = here.map_or_else(|| "prizes".to_owned(), |(at, _)| format!("prizes[{at}]"));
        SaidMember { place, row, same: here.is_some_and(|(_, prize)| terms.are_of(prize)) }
    };
    said.into_values().map(member).collect()
}
