//! The flags of repeats in a bundle beside the log in the same file.

use super::chain::Chain;
use super::findings::Finding;
use super::messages::BundleMessage as Found;
use super::report_log::FoundChain;
use super::reviews_of_run::READING;
use crate::audit::AuditRow;
use crate::bundle::Bundle;
use crate::prelude::*;

/// What a row about a project says of its flag.
#[derive(Deserialize)]
struct LoggedFlag {
    duplicate_of: Option<i64>,
}

/// What the row of a project that left says of those that repeated it: the first of them repeats nothing any more, the others that one.
#[derive(Deserialize)]
struct LoggedRelease {
    unflagged: i64,
    with_it: Vec<i64>,
}

/// What the row of a project that came back says of those that repeat it again.
#[derive(Deserialize)]
struct LoggedReturn {
    flagged: Vec<i64>,
}

/// What the row of an import says: every repeat of the event, with the project that it repeats.
#[derive(Deserialize)]
pub(super) struct LoggedDuplicates {
    pub(super) repeats: Vec<(i64, i64)>,
}

/// Which project each project repeats.
#[derive(Default)]
struct Flags {
    /// As rows tell. Who is not in it repeats none.
    of: BTreeMap<i64, Option<i64>>,
    /// Whether the log tells of every repeat. Earlier versions imported events and lists without a word of them.
    tells_all: bool,
}

impl Flags {
    fn get(&self, project: i64) -> Option<i64> {
        self.of.get(&project).copied().flatten()
    }

    /// Whether the rows say otherwise. Where they do not tell of every repeat, silence says nothing.
    fn deny(&self, project: i64, of: Option<i64>) -> bool {
        self.get(project) != of && (self.tells_all || self.of.contains_key(&project))
    }

    /// Takes over what a row says. Rows of a project name its flag whenever it is saved or decided, and rows of imports all flags.
    fn read(&mut self, row: &AuditRow) {
        match row.action.as_str() {
            "event.created" => self.tells_all = true,
            "event.imported" | "project.imported" => {
                let told = serde_json::from_str(&row.after).map(|LoggedDuplicates { repeats }| repeats);
                self.tells_all = told.is_ok();
                self.of =
                    told.unwrap_or_default().into_iter().map(|(project, of)| (project, Some(of))).collect();
            }
            _ => follow(&mut self.of, row),
        }
    }
}

/// The flags after the rows up to `last`.
fn flags(chain: &Chain, last: i64) -> Flags {
    let mut flags = Flags::default();
    chain.audit_rows().take_while(|row| row.seq <= last).for_each(|row| flags.read(row));
    flags
}

/// Takes over what a row about a project says of its flag, and of those of others.
fn follow(flags: &mut BTreeMap<i64, Option<i64>>, row: &AuditRow) {
    let ("project", Ok(project)) = (row.object_type.as_str(), row.object_id.parse::<i64>()) else { return };
    let after = row.after.as_str();
    if let ("project.withdrawn", Ok(LoggedRelease { unflagged, with_it })) =
        (row.action.as_str(), serde_json::from_str(after))
    {
        flags.insert(unflagged, None);
        flags.extend(with_it.into_iter().map(|repeat| (repeat, Some(unflagged))));
    }
    if let ("project.restored", Ok(LoggedReturn { flagged })) =
        (row.action.as_str(), serde_json::from_str(after))
    {
        flagged.into_iter().for_each(|repeat| set(flags, repeat, Some(project)));
    }
    if after.contains("\"duplicate_of\"")
        && let Ok(LoggedFlag { duplicate_of }) = serde_json::from_str(after)
    {
        set(flags, project, duplicate_of);
    }
}

/// Sets a flag. What repeated the project repeats the original from then on.
fn set(flags: &mut BTreeMap<i64, Option<i64>>, project: i64, of: Option<i64>) {
    flags.insert(project, of);
    if let Some(of) = of {
        for (_, flag) in flags.iter_mut().filter(|(id, flag)| **id != of && **flag == Some(project)) {
            *flag = Some(of);
        }
    }
}

/// Whether a run of this row could leave the projects out for these reasons: repeats, and nothing else, as rows flagged each of them at
/// some moment at which the run may have read it.
pub(super) fn fit_flags(chain: &Chain, made: &AuditRow, excluded: &BTreeMap<i64, String>) -> bool {
    let moment = |row: &AuditRow| row.ts.parse::<DateTime<Utc>>().ok();
    let from = moment(made).and_then(|at| at.checked_sub_signed(READING));
    let is_earlier = |row: &AuditRow| moment(row).zip(from).is_some_and(|(at, from)| at < from);
    let mut others: Vec<(i64, bool)> =
        excluded.iter().map(|(project, why)| (*project, why == "duplicate")).collect();
    let (mut flags, mut reads) = (Flags::default(), false);
    for row in chain.audit_rows().take_while(|row| row.seq <= made.seq) {
        reads |= !is_earlier(row);
        if reads {
            others.retain(|(project, repeats)| flags.get(*project).is_some() != *repeats);
        }
        flags.read(row);
    }
    !flags.tells_all || others.is_empty()
}

/// Whether each project repeats what the log says it repeats.
pub(super) fn report_duplicates(finding: &mut Finding, event: &Bundle, log: Option<FoundChain<'_>>) {
    let Some(log) = log.filter(|log| log.chain.rows() > 0) else { return };
    let logged = flags(log.chain, i64::MAX);
    let signed_up_to = log.signed_up_to();
    let signed = (signed_up_to > 0).then(|| flags(log.chain, signed_up_to));
    let ids = event.project_ids();
    let (mut open, mut unconfirmed) = (None, None);
    for (at, entry) in event.projects.iter().enumerate() {
        let Some(project) = entry.id else { continue };
        let here = entry.duplicate_of.as_deref().and_then(|of| ids.get(of).copied());
        if logged.deny(project, here) {
            let message = Found::DuplicateNotAsLogged { project, here, logged: logged.get(project) };
            return finding.fail(Some(format!("projects[{at}].duplicate_of")), message);
        }
        if signed.as_ref().is_some_and(|signed| signed.deny(project, here)) {
            unconfirmed.get_or_insert(project);
        } else if logged.get(project) != here {
            open.get_or_insert(project);
        }
    }
    // The first of each kind says enough.
    if let Some(project) = unconfirmed {
        finding.cannot_tell(Found::DuplicateNotConfirmed { project });
    }
    if let Some(project) = open {
        finding.leave_open(Found::DuplicateNotLogged { project });
    }
}
