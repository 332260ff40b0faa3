//! The rubric of a bundle beside the log in the same file.

use super::findings::Finding;
use super::messages::BundleMessage as Found;
use super::report_log::{FoundChain, is_signed};
use crate::bundle::Bundle;
use crate::prelude::*;
use crate::rubric::Criterion;

/// What a row that changes the rubric says: the whole of it.
#[derive(Deserialize)]
struct Edited {
    criteria: Vec<Criterion>,
}

/// Whether the rubric is the one that the newest row about it says. One that was never changed has no such row.
pub(super) fn report_rubric(finding: &mut Finding, event: &Bundle, log: Option<FoundChain<'_>>) {
    let Some(log) = log.filter(|log| log.is_of_event()) else { return };
    let edits = log.chain.audit_rows().filter(|row| row.action == "rubric.edited");
    let said = edits.filter_map(|row| {
        let edited: Edited = serde_json::from_slice(row.after.as_bytes()).ok()?;
        Some((row.seq, edited))
    });
    let Some((row, Edited { criteria })) = said.last() else { return };
    if criteria != event.event.criteria {
        finding.fail(Some("event.criteria".to_owned()), Found::RubricNotAsLogged { row });
    } else if !is_signed(row, log.signed_up_to()) {
        finding.cannot_tell(Found::RubricNotConfirmed { row });
    }
}
