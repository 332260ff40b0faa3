//! The conflicts of interest of a bundle beside the rows of its log that declared them. Nobody who has one judges the project.

use super::report_log::FoundChain;
use super::said_members::SaidMember;
use crate::audit::AuditRow;
use crate::bundle::Bundle;
use crate::conflict::ConflictKind;
use crate::prelude::*;

/// A judge, by their number, and a project. Who was only invited has no number.
#[derive(Deserialize)]
struct Pair {
    judge: Option<i64>,
    project: i64,
}

/// The pairs that a row declares: an organizer's or a judge's own, or that of a list.
#[derive(Deserialize)]
struct Declared {
    #[serde(alias = "declared", default)]
    pairs: Vec<Pair>,
    kind: Option<ConflictKind>,
    source: Option<String>,
}

/// What the row of a judge who stepped aside says where that declares a conflict.
#[derive(Deserialize)]
struct SteppedAside {
    judge: i64,
    project: i64,
    conflict: Option<ConflictKind>,
}

/// Which account stays, in the row of a merge.
#[derive(Deserialize)]
struct Kept {
    person: i64,
}

/// A conflict that a row declared.
#[derive(Clone, Copy)]
struct Conflict {
    row: i64,
    /// None where no row tells.
    kind: Option<ConflictKind>,
    /// Whether the judge declared it. What others declared stays as it is when the judge does, too.
    own: bool,
}

/// The pairs that rows declared and none withdrew.
#[derive(Default)]
struct Conflicts {
    pairs: BTreeMap<(i64, i64), Conflict>,
    /// Whether no conflict is older than the log.
    names_all: bool,
}

impl Conflicts {
    fn declare(&mut self, row: &AuditRow, Declared { pairs, kind, source }: Declared) {
        for Pair { judge, project } in pairs {
            let Some(judge) = judge else { continue };
            match source.as_deref() {
                Some("judge") => self.declare_own(row, (judge, project), kind),
                Some(_) => {
                    self.pairs.insert((judge, project), Conflict { row: row.seq, kind, own: false });
                }
                // A list leaves the kind as it is.
                None => {
                    let kind = self.pairs.get(&(judge, project)).and_then(|known| known.kind);
                    self.pairs.insert((judge, project), Conflict { row: row.seq, kind, own: false });
                }
            }
        }
    }

    fn declare_own(&mut self, row: &AuditRow, pair: (i64, i64), kind: Option<ConflictKind>) {
        let is_own = self.pairs.get(&pair).map_or(self.names_all, |known| known.own);
        let kind = kind.filter(|_| is_own);
        let own = Conflict { row: row.seq, kind, own: is_own };
        self.pairs
            .entry(pair)
            .and_modify(|known| {
                if is_own {
                    *known = own
                }
            })
            .or_insert(own);
    }

    fn read(&mut self, row: &AuditRow) {
        let after = row.after.as_str();
        match row.action.as_str() {
            "conflict.declared" | "assignment.imported" | "project.imported" => {
                if let Ok(said) = serde_json::from_str(after) {
                    self.declare(row, said);
                }
            }
            "assignment.recused" => {
                if let Ok(SteppedAside { judge, project, conflict: Some(kind) }) = serde_json::from_str(after)
                {
                    // What is declared already stays.
                    let own =
                        Conflict { row: row.seq, kind: self.names_all.then_some(kind), own: self.names_all };
                    self.pairs.entry((judge, project)).or_insert(own);
                }
            }
            "conflict.withdrawn" => {
                if let Ok(Pair { judge: Some(judge), project }) = serde_json::from_str(&row.before) {
                    self.pairs.remove(&(judge, project));
                }
            }
            // What either account had is the person's. Where both had one, that of the kept account stays.
            "person.merged" => {
                if let (Ok(gone), Ok(Kept { person })) =
                    (row.object_id.parse::<i64>(), serde_json::from_str(after))
                {
                    let pairs = self.pairs.range((gone, i64::MIN)..=(gone, i64::MAX));
                    let pairs: Vec<(i64, Conflict)> =
                        pairs.map(|((_, project), conflict)| (*project, *conflict)).collect();
                    for (project, conflict) in pairs {
                        self.pairs.remove(&(gone, project));
                        let kind = conflict.kind.filter(|_| self.names_all);
                        self.pairs.entry((person, project)).or_insert(Conflict { kind, ..conflict });
                    }
                }
            }
            _ => {}
        }
    }
}

/// The conflicts that rows up to this one declare of people whose numbers the log tells, and of which kind they are.
pub(super) fn said_conflicts(event: &Bundle, log: FoundChain<'_>, upto: i64) -> Vec<SaidMember> {
    let mut said = Conflicts { names_all: log.chain.is_of_created_event(), ..Conflicts::default() };
    log.chain.audit_rows().filter(|row| row.seq <= upto).for_each(|row| said.read(row));
    if said.pairs.is_empty() {
        return Vec::new();
    }
    let (numbers, ids) = (log.read.numbers_of(event), event.project_ids());
    let people: HashMap<i64, &str> = numbers.into_iter().map(|(person, number)| (number, person)).collect();
    let here: HashMap<(&str, i64), (usize, ConflictKind)> = (0..)
        .zip(&event.conflicts)
        .filter_map(|(at, c)| Some(((c.person.as_str(), *ids.get(c.project.as_str())?), (at, c.kind))))
        .collect();
    let said = said.pairs.into_iter().filter_map(|((judge, project), Conflict { row, kind, .. })| {
        let here = here.get(&(*people.get(&judge)?, project));
        let place = here.map_or_else(|| "conflicts".to_owned(), |(at, _)| format!("conflicts[{at}]"));
        let is_kind = |logged: &ConflictKind| here.is_none_or(|(_, kind)| kind == logged);
        let (place, same) = match here {
            Some(_) if !kind.as_ref().is_none_or(is_kind) => (format!("{place}.kind"), false),
            found => (place, found.is_some()),
        };
        Some(SaidMember { place, row, same })
    });
    said.collect()
}
