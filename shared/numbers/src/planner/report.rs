//! The plan as it is shown: what it adds, each judge's load, tracks, ties and findings.

use super::deal::Deal;
use super::finding::{Help, PlanFinding, Unmet};
use super::input::{Pair, PlanInput};
use super::numbered::Numbered;
use super::ties::{Ties, parts};
use super::{SOUND_CROSSING, SOUND_TIES};
use crate::digest::hex;
use serde::{Deserialize, Serialize};

/// A plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// SHA-256 of the input in hex: the seed.
    pub digest: String,
    /// What it adds, by project, then judge.
    pub added: Vec<Pair>,
    /// Who would judge each project: with what is kept, by project id; judges by id.
    pub panels: Vec<(i64, Vec<i64>)>,
    /// Each judge's load, by judge id.
    pub loads: Vec<JudgeLoad>,
    /// Reviews inside and outside tracks.
    pub tracks: TrackShare,
    /// How well judges can be compared.
    pub ties: Ties,
    /// Pairs of these judges and projects that were kept apart.
    pub kept_apart: u32,
    /// What could not be met.
    pub findings: Vec<PlanFinding>,
}

/// What one judge would have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JudgeLoad {
    /// The judge.
    pub judge: i64,
    /// Assignments that they have already.
    pub kept: u32,
    /// Assignments that the plan adds.
    pub added: u32,
    /// Their cap.
    pub cap: Option<u32>,
    /// How many of the added lie outside their tracks.
    pub outside: u32,
}

/// How reviews fall on tracks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrackShare {
    /// Added reviews whose judge knows the project's track.
    pub inside: u32,
    /// Added reviews.
    pub of: u32,
    /// Share of all reviews outside the track that their judge reviews most, in thousandths; none below two tracks.
    pub crossing: Option<u32>,
}

pub(super) fn plan(
    input: &PlanInput,
    numbered: &Numbered,
    deal: &Deal<'_>,
    ties: Ties,
    open: u32,
    digest: &[u8; 32],
) -> Plan {
    let (projects, judges) = (&numbered.projects, &numbered.judges);
    let mut loads: Vec<JudgeLoad> = judges
        .iter()
        .zip(&numbered.kept_load)
        .map(|(j, &kept)| JudgeLoad { judge: j.id, kept: kept as u32, added: 0, cap: j.cap, outside: 0 })
        .collect();
    let mut added = vec![];
    for (i, slot) in deal.dealt() {
        let j = deal.panels[i][slot];
        loads[j].added += 1;
        loads[j].outside += u32::from(numbered.mismatch(i, j));
        added.push(Pair { project: projects[i].id, judge: judges[j].id });
    }
    added.sort_unstable();
    let outside: u32 = loads.iter().map(|l| l.outside).sum();
    let of = added.len() as u32;
    let panels = projects.iter().zip(&deal.panels).map(|(p, panel)| {
        let mut panel: Vec<i64> = panel.iter().map(|&j| judges[j].id).collect();
        panel.sort_unstable();
        (p.id, panel)
    });
    let kept_apart = (0..projects.len()).map(|i| numbered.barred.count(i)).sum::<usize>() as u32;
    Plan {
        digest: hex(digest),
        panels: panels.collect(),
        loads,
        tracks: TrackShare { inside: of - outside, of, crossing: deal.crossing() },
        ties,
        kept_apart,
        findings: findings(input, numbered, deal, ties, open),
        added,
    }
}

fn findings(
    input: &PlanInput,
    numbered: &Numbered,
    deal: &Deal<'_>,
    ties: Ties,
    open: u32,
) -> Vec<PlanFinding> {
    let mut found = vec![];
    let mut say = |unmet, helps| found.push(PlanFinding { unmet, helps });
    if numbered.judges.is_empty() {
        say(Unmet::NoJudges, vec![Help::InviteJudges { judges: input.reviews_per_project.max(2), each: 0 }]);
    }
    if numbered.projects.is_empty() {
        say(Unmet::NoProjects, vec![]);
    }
    if numbered.judges.is_empty() || numbered.projects.is_empty() {
        return found;
    }
    found.extend(shortages(numbered, deal));
    found.extend(existing(numbered, deal));
    found.extend(comparisons(input, numbered, deal, ties, open));
    found.extend(people(input, numbered, deal));
    found
}

/// Projects with too few judges, by cause.
fn shortages(numbered: &Numbered, deal: &Deal<'_>) -> Vec<PlanFinding> {
    let judges = numbered.judges.len();
    let (mut found, mut capped, mut missing, mut least) = (vec![], vec![], 0, usize::MAX);
    let (mut few, mut most) = (vec![], 0);
    for (i, panel) in deal.panels.iter().enumerate() {
        least = least.min(panel.len());
        let wanted = numbered.wanted[i];
        let lacks = wanted.saturating_sub(panel.len());
        if lacks == 0 {
            continue;
        }
        let barred = numbered.barred.count(i);
        let kept_barred = numbered.kept[i].iter().filter(|&&j| numbered.barred.has(i, j)).count();
        let eligible = judges - barred + kept_barred;
        let beyond = wanted.saturating_sub(eligible);
        if wanted > judges {
            few.push(numbered.projects[i].id);
            most = most.max(wanted);
        }
        let free = wanted.min(judges).saturating_sub(eligible);
        if free > 0 {
            let unmet = Unmet::FewMayJudge {
                project: numbered.projects[i].id,
                eligible: eligible as u32,
                barred: barred as u32,
                wanted: wanted as u32,
            };
            found.push(PlanFinding { unmet, helps: vec![Help::FreeJudges { judges: free as u32 }] });
        }
        if lacks > beyond {
            capped.push(numbered.projects[i].id);
            missing += (lacks - beyond) as u32;
        }
    }
    if !few.is_empty() {
        let unmet = Unmet::FewJudges { projects: few, judges: judges as u32, wanted: most as u32 };
        let mut helps = vec![Help::InviteJudges { judges: (most - judges) as u32, each: 0 }];
        if least > 0 {
            helps.push(Help::FewerReviews { each: least as u32 });
        }
        found.insert(0, PlanFinding { unmet, helps });
    }
    if missing > 0 {
        let mut caps: Vec<u32> = numbered.judges.iter().filter_map(|j| j.cap).collect();
        caps.sort_unstable();
        let each = caps.get(caps.len() / 2).copied().unwrap_or(1).max(1);
        let mut helps = vec![
            Help::RaiseCaps { reviews: missing },
            Help::InviteJudges { judges: missing.div_ceil(each), each },
        ];
        if least > 0 {
            helps.push(Help::FewerReviews { each: least as u32 });
        }
        found.insert(0, PlanFinding { unmet: Unmet::Capped { projects: capped, missing }, helps });
    }
    found
}

/// What exists already, and breaks a rule.
fn existing(numbered: &Numbered, deal: &Deal<'_>) -> Vec<PlanFinding> {
    let mut found = vec![];
    for (i, kept) in numbered.kept.iter().enumerate() {
        for &j in kept.iter().filter(|&&j| numbered.barred.has(i, j)) {
            let unmet =
                Unmet::KeptDespiteConflict { project: numbered.projects[i].id, judge: numbered.judges[j].id };
            found.push(PlanFinding { unmet, helps: vec![Help::Recuse] });
        }
    }
    for (judge, &load) in numbered.judges.iter().zip(&deal.load) {
        if let Some(cap) = judge.cap.filter(|&cap| load > cap as usize) {
            let unmet = Unmet::OverCap { judge: judge.id, load: load as u32, cap };
            found.push(PlanFinding { unmet, helps: vec![Help::RaiseCaps { reviews: load as u32 - cap }] });
        }
    }
    found
}

/// Whether judges, parts and tracks can be compared.
fn comparisons(
    input: &PlanInput,
    numbered: &Numbered,
    deal: &Deal<'_>,
    ties: Ties,
    open: u32,
) -> Vec<PlanFinding> {
    let mut found = vec![];
    let more = Help::MoreReviews { each: input.reviews_per_project + 1 };
    let lambda2 = ties.lambda2_over_load.unwrap_or(1.0);
    if ties.parts > 1 {
        let mut helps = joining_reviews(numbered, deal);
        helps.push(more);
        found.push(PlanFinding { unmet: Unmet::Parts { parts: ties.parts as u32 }, helps });
    } else if lambda2 < SOUND_TIES {
        let unmet = Unmet::WeakTies { thousandths: (lambda2 * 1e3) as u32 };
        found.push(PlanFinding { unmet, helps: vec![more] });
    }
    if let Some(thousandths) = deal.crossing().filter(|&c| c < SOUND_CROSSING) {
        let helps =
            if input.expertise_weight > 0 && open < 100 { vec![Help::LowerExpertise] } else { vec![] };
        found.push(PlanFinding { unmet: Unmet::TracksApart { thousandths }, helps });
    }
    if open > 0 {
        let unmet = Unmet::TracksOpened { percent: open };
        found.push(PlanFinding { unmet, helps: vec![] });
    }
    found
}

/// For each part but the first a review that would join it to the first: its project with the fewest judges, by the
/// judge of the first part with the smallest load who may.
fn joining_reviews(numbered: &Numbered, deal: &Deal<'_>) -> Vec<Help> {
    const MOST: usize = 5;
    let (part_of, _) = parts(deal);
    let judged = |i: &usize| !deal.panels[*i].is_empty();
    let mut order: Vec<usize> =
        part_of.iter().enumerate().filter(|(i, _)| judged(i)).map(|(_, &p)| p).collect();
    order.sort_unstable();
    order.dedup();
    let Some((&main, others)) = order.split_first() else { return vec![] };
    let mut of_main: Vec<usize> = deal
        .panels
        .iter()
        .zip(&part_of)
        .filter(|&(_, &p)| p == main)
        .flat_map(|(panel, _)| panel.clone())
        .collect();
    of_main.sort_by_key(|&j| (deal.load[j], j));
    of_main.dedup();
    let join = |part: &usize| {
        let projects = part_of.iter().enumerate().filter(|&(_, p)| p == part);
        let project = projects.map(|(i, _)| i).min_by_key(|&i| (deal.panels[i].len(), i))?;
        let judge = of_main.iter().copied().find(|&j| deal.allows(project, j))?;
        Some(Help::Review { judge: numbered.judges[judge].id, project: numbered.projects[project].id })
    };
    others.iter().filter_map(join).take(MOST).collect()
}

/// Tracks that nobody knows, and judges without work.
fn people(input: &PlanInput, numbered: &Numbered, deal: &Deal<'_>) -> Vec<PlanFinding> {
    let mut found = vec![];
    for (number, strangers) in numbered.strangers.iter().enumerate() {
        let mut projects =
            numbered.projects.iter().zip(&numbered.track_of).filter(|&(_, &t)| t == number).map(|(p, _)| p);
        if strangers.iter().all(|&s| s == 1)
            && let Some(first) = projects.next()
            && let Some(track) = first.track
        {
            let unmet = Unmet::TrackWithoutJudge { track, projects: projects.count() as u32 + 1 };
            found.push(PlanFinding { unmet, helps: vec![Help::GiveTrack] });
        }
    }
    let idle = |(j, judge): (usize, &super::PlanJudge)| {
        (deal.load[j] == 0 && judge.cap != Some(0)).then_some(judge.id)
    };
    let judges: Vec<i64> = numbered.judges.iter().enumerate().filter_map(idle).collect();
    if !judges.is_empty() {
        let helps = vec![Help::MoreReviews { each: input.reviews_per_project + 1 }, Help::MoveWork];
        found.push(PlanFinding { unmet: Unmet::Idle { judges }, helps });
    }
    found
}
