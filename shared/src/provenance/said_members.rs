//! Members of a bundle that rows of its log name, each beside the newest row that does.

use super::findings::Finding;
use super::messages::BundleMessage as Found;
use super::report_log::FoundChain;
use crate::prelude::*;

/// A member of the file that a row names.
#[derive(Clone, Debug)]
pub(super) struct SaidMember {
    /// Its place in the file: `event.venue`.
    pub(super) place: String,
    /// The newest row that names it.
    pub(super) row: i64,
    /// Whether it is in the file as the row says.
    pub(super) same: bool,
}

/// Whether all members are as their newest rows say. Rows after the last signed one prove nothing. `said`: what the rows up to this one say.
pub(super) fn report_members(
    finding: &mut Finding,
    log: Option<FoundChain<'_>>,
    said: impl Fn(FoundChain<'_>, i64) -> Vec<SaidMember>,
) {
    let Some(log) = log.filter(|log| log.is_of_event()) else { return };
    let now = said(log, i64::MAX);
    // The first says enough.
    if let Some(SaidMember { place, row, .. }) = now.iter().find(|member| !member.same) {
        let differs = Found::MemberNotAsLogged { member: place.clone(), row: *row };
        return finding.fail(Some(place.clone()), differs);
    }
    let Some(upto) = log.signed_before_others() else { return };
    let signed = said(log, upto);
    let same: HashSet<&str> = signed.iter().filter(|member| member.same).map(|m| m.place.as_str()).collect();
    let changed = signed.iter().find(|member| !member.same);
    let is_open = |member: &&SaidMember| member.row > upto && !same.contains(member.place.as_str());
    if let Some(SaidMember { place, .. }) = changed.or_else(|| now.iter().find(is_open)) {
        finding.cannot_tell(Found::MemberNotConfirmed { member: place.clone() });
    }
}
