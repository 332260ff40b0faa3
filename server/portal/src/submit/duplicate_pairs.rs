//! Repeats among all of an event's submitted projects: for the page that compares them, and after an import.

use super::duplicates::ordered;
use crate::prelude::*;
use shared::duplicates::DuplicateReason;
use shared::likely_pairs::{LIKELY, candidates};
use store::{duplicate, duplicate_pair};
use words::codes::duplicate_reason;

/// Two projects that are alike.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Alike {
    /// The one that was submitted first.
    pub first: ProjectId,
    pub later: ProjectId,
    pub why: DuplicateReason,
    /// Share of common text, from 0 to 1.
    pub share: f64,
    /// Whether they are alike enough for a flag without an organizer's look.
    pub repeats: bool,
}

/// All pairs of an event that are worth a look, the most alike first. `all` are its submitted projects, the earliest first.
pub async fn alike(conn: &mut Conn, all: &[PrintedProject]) -> Outcome<Vec<Alike>> {
    let sketches: Vec<_> = all.iter().map(|project| project.sketch.clone()).collect();
    let found = candidates(&sketches);
    let of = |place: usize| all.get(place).map(|project| project.id);
    let ids: BTreeSet<ProjectId> =
        found.iter().flat_map(|(one, other, _)| [of(*one), of(*other)]).flatten().collect();
    let prints = duplicate_pair::fingerprints(conn, &ids.into_iter().collect::<Vec<_>>()).await?;
    let mut pairs: Vec<Alike> = found
        .into_iter()
        .filter_map(|(one, other, _)| {
            let (first, later) = (of(one)?, of(other)?);
            let (early, late) = (prints.get(&first)?, prints.get(&later)?);
            let (share, why) = (late.likeness(early), late.repeats(early));
            let repeats = why.is_some();
            (repeats || late.is_comparable(early) && share >= LIKELY).then(|| Alike {
                first,
                later,
                why: why.unwrap_or(DuplicateReason::SameText),
                share,
                repeats,
            })
        })
        .collect();
    pairs.sort_by(|a, b| b.share.total_cmp(&a.share).then((a.first, a.later).cmp(&(b.first, b.later))));
    Ok(pairs)
}

/// The projects that an import will change, each with an earlier one that it repeats already. The caller holds the lock of the event's
/// submitted projects.
pub(crate) async fn alike_before(
    conn: &mut Conn,
    event: EventId,
    changed: &HashSet<ProjectId>,
) -> Outcome<HashSet<(ProjectId, ProjectId)>> {
    if changed.is_empty() {
        return Ok(HashSet::new());
    }
    duplicate::keep_missing(conn, event).await?;
    let all = duplicate_pair::printed(conn, event).await?;
    let pairs = alike(conn, &all).await?.into_iter();
    let known = pairs.filter(|pair| pair.repeats && changed.contains(&pair.later));
    Ok(known.map(|pair| (pair.later, pair.first)).collect())
}

/// Flags those of an import's projects that repeat an earlier one, and returns how many. The caller holds the lock of the event's
/// submitted projects. A project that others repeat stays as it is, and so does one that an organizer decided about, or that repeats no
/// other than `before` ([`alike_before`]): the page shows them.
pub(crate) async fn flag_imported(
    conn: &mut Conn,
    permit: &Permit<act::ImportProjects>,
    imported: &[ProjectId],
    before: &HashSet<(ProjectId, ProjectId)>,
) -> Outcome<usize> {
    let event: EventId = permit.ids();
    duplicate::keep_missing(conn, event).await?;
    let all = duplicate_pair::printed(conn, event).await?;
    let told_apart = duplicate_pair::told_apart(conn, event).await?;
    let decided: HashSet<_> = told_apart.iter().map(|pair| ordered(pair.first, pair.later)).collect();
    let ours: HashSet<ProjectId> = imported.iter().copied().collect();
    let by_id: HashMap<ProjectId, &PrintedProject> =
        all.iter().map(|project| (project.id, project)).collect();
    let originals: HashSet<ProjectId> = all.iter().filter_map(|project| project.duplicate_of).collect();
    let mut flags: HashMap<ProjectId, (ProjectId, DuplicateReason)> = HashMap::new();
    let mut pairs = alike(conn, &all).await?;
    // The earliest original of several.
    let places: HashMap<ProjectId, usize> =
        all.iter().enumerate().map(|(place, project)| (project.id, place)).collect();
    pairs.sort_by_key(|pair| (places.get(&pair.later).copied(), places.get(&pair.first).copied()));
    let is_new = |pair: &Alike| !before.contains(&(pair.later, pair.first));
    for pair in pairs.into_iter().filter(|pair| pair.repeats && ours.contains(&pair.later) && is_new(pair)) {
        let Some(later) = by_id.get(&pair.later) else { continue };
        let first = flags.get(&pair.first).map(|(of, _)| *of);
        let first = first.or_else(|| by_id.get(&pair.first)?.duplicate_of).unwrap_or(pair.first);
        let is_decided = later.decided
            || decided.contains(&ordered(first, pair.later))
            || decided.contains(&ordered(pair.first, pair.later));
        if is_decided
            || originals.contains(&pair.later)
            || first == pair.later
            || later.duplicate_of.is_some()
        {
            continue;
        }
        flags.entry(pair.later).or_insert((first, pair.why));
    }
    let flags: Vec<_> = flags.into_iter().map(|(id, (of, why))| (id, of, duplicate_reason(why))).collect();
    duplicate_pair::flag_imported(conn, permit, &flags).await?;
    Ok(flags.len())
}
