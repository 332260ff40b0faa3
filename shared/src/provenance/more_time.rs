//! The teams of a bundle that had more time to submit, beside those that were signed with its ranking.

use super::documents::SignedMoreTime;
use super::findings::Finding;
use super::messages::BundleMessage as Found;
use super::prizes::latest;
use super::report_log::{FoundChain, is_signed};
use super::verified::NamedRanking;
use crate::audit::{AuditRow, sha256_hex};
use crate::bundle::{Bundle, BundleTeam};
use crate::prelude::*;

/// Whether the teams that the latest of the signed rankings names had as much more time, and no others. It names how long a team could
/// submit at most: until its own end, the end of judging, or the publication.
pub(super) fn report_more_time(
    finding: &mut Finding,
    event: &Bundle,
    log: Option<FoundChain<'_>>,
    signed: &[NamedRanking<'_>],
) {
    // Rankings of earlier versions name no teams, nor a number of the publication.
    let Some(NamedRanking { file, ranking, .. }) =
        latest(signed).filter(|named| named.ranking.publication.is_some())
    else {
        return;
    };
    let given = |signed: &SignedMoreTime| {
        let team = event.teams.iter().find(|team| team.name == signed.team);
        team.is_some_and(|team| {
            team.more_time_until.is_some_and(|until| until >= signed.until)
                && team.more_time_reason == signed.reason
        })
    };
    let (close, judging) = (event.event.submissions_close, event.event.judging_close);
    let is_longer = |team: &&BundleTeam| {
        let ends = [team.more_time_until, judging, ranking.published_at].into_iter().flatten().min();
        team.more_time_until.is_some() && ends.is_some_and(|end| close.is_none_or(|close| end > close))
    };
    let is_named = |team: &BundleTeam| ranking.more_time.iter().any(|named| named.team == team.name);
    let other = ranking.more_time.iter().find(|signed| !given(signed)).map(|signed| &signed.team);
    let more = || event.teams.iter().filter(is_longer).find(|team| !is_named(team)).map(|team| &team.name);
    let Some(team) = other.or_else(more) else { return };
    let message = Found::MoreTimeDiffers { team: team.clone(), file: (*file).to_owned() };
    // A team can be called otherwise later, and what people wrote goes when an event is forgotten. A team is not named where its time
    // ended before a close that was moved since, and no signature covers the close.
    let moved = |row: &AuditRow| row.action.starts_with("window.");
    let explained = log.is_some_and(|log| {
        log.forgetting().is_some()
            || log.later_than(ranking.published_at).any(|row| row.object_type == "team")
            || (other.is_none() && log.chain.audit_rows().any(moved))
    });
    if explained {
        finding.cannot_tell(message);
    } else {
        finding.fail(Some("teams".to_owned()), message);
    }
}

/// What the row that gives a team more time says.
#[derive(Deserialize)]
struct Extended {
    more_time_until: DateTime<Utc>,
    reason_sha256: Option<String>,
}

/// What the row of a team that somebody left says.
#[derive(Deserialize)]
struct Left {
    team_removed: bool,
}

/// The more time of each team, as the newest rows give it, by the number of the team. One that was left empty is gone, if a row up to `upto`,
/// the last signed one, says so.
fn extended(log: FoundChain<'_>, upto: i64) -> BTreeMap<&str, (i64, Extended)> {
    let mut given = BTreeMap::new();
    for row in log.chain.audit_rows() {
        match row.action.as_str() {
            "team.extended" => {
                if let Ok(extended) = serde_json::from_str(&row.after) {
                    given.insert(row.object_id.as_str(), (row.seq, extended));
                }
            }
            "team.left"
                if is_signed(row.seq, upto)
                    && serde_json::from_str(&row.after).is_ok_and(|Left { team_removed }| team_removed) =>
            {
                given.remove(row.object_id.as_str());
            }
            _ => {}
        }
    }
    given
}

/// Whether the teams of the file have as much more time as the newest rows gave, for these reasons, unless what people wrote is gone. The
/// file does not number the teams as the rows do. An import brings such teams along. Rows after the last signed one prove nothing.
pub(super) fn report_logged_time(finding: &mut Finding, event: &Bundle, log: Option<FoundChain<'_>>) {
    let Some(log) = log.filter(|log| log.is_of_event()) else { return };
    let (upto, forgotten) = (log.signed_up_to(), log.forgetting().is_some());
    let names_all = log.chain.is_of_created_event();
    let mut given: Vec<(i64, Extended)> = extended(log, upto).into_values().collect();
    let mut unconfirmed = None;
    for (at, team) in event.teams.iter().enumerate() {
        let Some(until) = team.more_time_until else { continue };
        let reason = sha256_hex(team.more_time_reason.as_bytes());
        let gives = |(_, given): &(i64, Extended)| {
            given.more_time_until == until
                && (forgotten || given.reason_sha256.as_ref().is_none_or(|logged| *logged == reason))
        };
        match given.iter().position(gives).map(|nth| given.swap_remove(nth).0) {
            Some(row) if !is_signed(row, upto) => {
                unconfirmed.get_or_insert(team);
            }
            None if names_all => {
                let place = Some(format!("teams[{at}].more_time_until"));
                return finding.fail(place, Found::MoreTimeNotLogged { team: team.name.clone() });
            }
            _ => {}
        }
    }
    if let Some(&(row, _)) = given.first() {
        let left_out = Found::MoreTimeLeftOut { row };
        let later = || log.chain.audit_rows().filter(move |at| at.seq > row);
        // A team goes with its last member, too, and such a row does not say whether it did.
        let removes = |at: &AuditRow| at.action == "membership.removed";
        if later().any(|at| removes(at) && is_signed(at.seq, upto)) {
            finding.leave_open(left_out);
        } else if later().any(|at| (removes(at) || at.action == "team.left") && !is_signed(at.seq, upto)) {
            finding.cannot_tell(left_out);
        } else {
            finding.fail(Some("teams".to_owned()), left_out);
        }
    }
    // The first says enough.
    if let Some(team) = unconfirmed {
        finding.cannot_tell(Found::MoreTimeNotConfirmed { team: team.name.clone() });
    }
}
