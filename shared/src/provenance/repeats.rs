//! The flags of repeats in a bundle beside the log in the same file.

use super::chain::Chain;
use super::findings::Finding;
use super::messages::BundleMessage as Found;
use super::report_log::FoundChain;
use super::review_digests::ImportRecord;
use crate::bundle::Bundle;
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};

/// What a row about a project says of its flag.
#[derive(Deserialize)]
struct LoggedFlag {
    duplicate_of: Option<i64>,
}

/// Which project each project repeats, after the rows up to `last`. Rows of a project name its flag whenever it is saved or decided.
fn flags(chain: &Chain, last: i64) -> BTreeMap<i64, Option<i64>> {
    let imported = ImportRecord::of(chain).map(|record| record.repeats).unwrap_or_default();
    let mut flags: BTreeMap<i64, Option<i64>> =
        imported.into_iter().map(|(project, of)| (project, Some(of))).collect();
    let rows = chain.links().iter().map(|link| &link.row).take_while(|row| row.seq <= last);
    for row in rows.filter(|row| row.object_type == "project" && row.after.contains("\"duplicate_of\"")) {
        let Ok(project) = row.object_id.parse::<i64>() else { continue };
        let Ok(LoggedFlag { duplicate_of }) = serde_json::from_str(&row.after) else { continue };
        flags.insert(project, duplicate_of);
        // What repeated this one repeats the original from then on.
        if let Some(of) = duplicate_of {
            for (_, flag) in flags.iter_mut().filter(|(id, flag)| **id != of && **flag == Some(project)) {
                *flag = Some(of);
            }
        }
    }
    flags
}

/// Whether each project repeats what the log says it repeats.
pub(super) fn report_repeats(finding: &mut Finding, event: &Bundle, log: Option<FoundChain<'_>>) {
    let Some(log) = log.filter(|log| log.chain.rows() > 0) else { return };
    let logged = flags(log.chain, i64::MAX);
    let signed_up_to = log.signed_up_to();
    let signed = (signed_up_to > 0).then(|| flags(log.chain, signed_up_to));
    // Some logs do not tell how their event began: an earlier version imported events without a word of their repeats.
    let first = log.chain.links().first().map(|link| link.row.action.as_str());
    let unknown = first != Some("event.created") && ImportRecord::of(log.chain).is_none();
    let ids: HashMap<&str, Option<i64>> =
        event.projects.iter().map(|p| (p.reference.as_str(), p.id)).collect();
    let (mut open, mut unconfirmed) = (None, None);
    for (at, entry) in event.projects.iter().enumerate() {
        let Some(project) = entry.id else { continue };
        let here = entry.duplicate_of.as_deref().and_then(|of| ids.get(of).copied().flatten());
        let told = logged.get(&project).copied();
        if here != told.flatten() {
            if unknown && told.is_none() {
                open.get_or_insert(project);
                continue;
            }
            let message = Found::RepeatNotAsLogged { project, here, logged: told.flatten() };
            return finding.fail(Some(format!("projects[{at}].duplicate_of")), message);
        }
        let differs = |signed: &BTreeMap<i64, Option<i64>>| signed.get(&project).copied().flatten() != here;
        if signed.as_ref().is_some_and(differs) {
            unconfirmed.get_or_insert(project);
        }
    }
    // The first of each kind says enough.
    if let Some(project) = unconfirmed {
        finding.cannot_judge(Found::RepeatNotConfirmed { project });
    }
    if let Some(project) = open {
        finding.leave_open(Found::RepeatNotLogged { project });
    }
}
