//! How assignments came to be, as the rows of a log say.

use crate::audit::AuditRow;
use crate::prelude::*;
use std::collections::btree_map::Entry;

/// Most rows by which one assignment may have come to be. Without a bound, a made-up file could fill the memory.
const MOST_WAYS: usize = 4;

/// A row that hands out an assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HandedOut<'l> {
    /// The row.
    pub(super) row: i64,
    /// As the file has it.
    pub(super) source: &'l str,
    /// When; none where the judge took it over later, as they came.
    pub(super) at: Option<DateTime<Utc>>,
}

/// A judge by their number, or who was only invited, and a project.
#[derive(Deserialize)]
struct Pair {
    project: i64,
    judge: Option<i64>,
    invitation: Option<i64>,
}

/// What a row says that hands out an assignment of its own.
#[derive(Deserialize)]
struct Own<'r> {
    #[serde(borrow)]
    source: Option<&'r str>,
    invitation: Option<i64>,
}

/// What the rows of plans, of moved work and of lists say of pairs.
#[derive(Deserialize)]
struct Pairs {
    #[serde(alias = "moved", default)]
    given: Vec<Pair>,
}

/// The role that a row takes.
#[derive(Deserialize)]
struct Role {
    role: String,
}

/// What the row of a merge says: which account stays, and how much came to it that had been dealt to an address of theirs.
#[derive(Deserialize)]
struct Merged {
    person: i64,
    dealt: Option<usize>,
}

/// How much came to a new judge that had been dealt to their address, or to the invitation that they accepted.
#[derive(Default, Deserialize)]
struct Came {
    #[serde(default)]
    assignments: usize,
}

impl Came {
    fn with(row: &AuditRow) -> usize {
        let Self { assignments } = serde_json::from_str(&row.after).unwrap_or_default();
        assignments
    }
}

impl<'l> HandedOut<'l> {
    /// What the row of one assignment says, if it hands it out.
    pub(super) fn of(row: &'l AuditRow) -> Option<Self> {
        if !matches!(row.action.as_str(), "assignment.created" | "assignment.pulled") {
            return None;
        }
        let Own { source, invitation } = serde_json::from_str(&row.after).ok()?;
        let at = row.ts.parse().ok().filter(|_| invitation.is_none());
        Some(Self { row: row.seq, source: source?, at })
    }
}

/// What rows hand out that name many assignments by their pairs of a judge and a project, of which an event has each once at a time.
#[derive(Debug, Default)]
pub(super) struct DealtPairs<'l> {
    /// By which row a pair can have come: by the newest, unless somebody came or two accounts became one.
    given: BTreeMap<(i64, i64), Vec<HandedOut<'l>>>,
    /// The projects of who was only invited, by the number of the invitation.
    invited: BTreeMap<i64, Vec<(i64, HandedOut<'l>)>>,
    /// Judges who have assignments that no row names by a pair, and whether an import may have brought such ones.
    others: BTreeSet<i64>,
    is_imported: bool,
}

impl<'l> DealtPairs<'l> {
    /// How the assignment of a judge and a project came to be; empty where no row says it.
    pub(super) fn of(&self, judge: i64, project: i64) -> &[HandedOut<'l>] {
        self.given.get(&(judge, project)).map(Vec::as_slice).unwrap_or_default()
    }

    /// Takes over what a row says.
    pub(super) fn read(&mut self, row: &'l AuditRow) {
        match row.action.as_str() {
            "event.imported" => self.is_imported = true,
            "assignment.planned" | "assignment.moved" => self.deal(row, "planned"),
            "assignment.imported" => self.deal(row, "import"),
            "assignment.removed" => {
                if let Ok(Pair { project, judge: Some(judge), .. }) = serde_json::from_str(&row.before) {
                    self.given.remove(&(judge, project));
                }
            }
            // What the judge has no review of goes with the role.
            "membership.removed" => {
                if let (Ok(person), Ok(Role { role })) =
                    (row.object_id.parse::<i64>(), serde_json::from_str(&row.before))
                    && role == "judge"
                {
                    drop(self.take(person));
                }
            }
            "membership.granted" if Came::with(row) > 0 => {
                self.others.extend(row.object_id.parse::<i64>().ok());
            }
            "person.merged" => self.merge(row),
            _ => {}
        }
    }

    fn deal(&mut self, row: &'l AuditRow, source: &'l str) {
        let Ok(Pairs { given }) = serde_json::from_str(&row.after) else { return };
        let dealt = HandedOut { row: row.seq, source, at: row.ts.parse().ok() };
        for Pair { project, judge, invitation } in given {
            match (judge, invitation) {
                (Some(judge), _) => drop(self.given.insert((judge, project), vec![dealt])),
                (None, Some(invitation)) => {
                    self.invited.entry(invitation).or_default().push((project, dealt));
                }
                (None, None) => {}
            }
        }
    }

    /// Gives somebody what was dealt to the invitation that they accept by this row. A project that they have stays as it came before.
    pub(super) fn come_in(&mut self, person: i64, row: &'l AuditRow) {
        let dealt = row.object_id.parse().ok().and_then(|invitation: i64| self.invited.remove(&invitation));
        let dealt = dealt.unwrap_or_default();
        if Came::with(row) > dealt.len() {
            self.others.insert(person);
        }
        let names_all = !self.is_imported && !self.others.contains(&person);
        for (project, dealt) in dealt {
            let came = HandedOut { at: row.ts.parse().ok(), ..dealt };
            match self.given.entry((person, project)) {
                Entry::Occupied(mut known) if known.get().len() < MOST_WAYS => known.get_mut().push(came),
                Entry::Occupied(_) => {}
                Entry::Vacant(new) if names_all => {
                    new.insert(vec![came]);
                }
                Entry::Vacant(_) => {}
            }
        }
    }

    /// Gives what was one account's to the one that it was merged into. What was dealt to an address that is theirs now has no row by a number.
    fn merge(&mut self, row: &AuditRow) {
        let (Ok(gone), Ok(Merged { person, dealt })) =
            (row.object_id.parse::<i64>(), serde_json::from_str(&row.after))
        else {
            return;
        };
        for (project, came) in self.take(gone) {
            let known = self.given.entry((person, project)).or_default();
            known.extend(came);
            known.truncate(MOST_WAYS);
        }
        if dealt.is_some() || self.others.remove(&gone) {
            self.others.insert(person);
            drop(self.take(person));
        }
    }

    /// Takes out all pairs of a judge.
    fn take(&mut self, judge: i64) -> Vec<(i64, Vec<HandedOut<'l>>)> {
        let pairs = self.given.range((judge, i64::MIN)..=(judge, i64::MAX));
        let projects: Vec<i64> = pairs.map(|((_, project), _)| *project).collect();
        let take = |project| Some((project, self.given.remove(&(judge, project))?));
        projects.into_iter().filter_map(take).collect()
    }
}
