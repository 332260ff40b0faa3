//! Orders of projects: how they are read, what they give together, and who wins by an ordered list.

use crate::prelude::*;

/// Most projects that a panellist puts in order.
pub const PANEL_CHOICES: usize = 5;
/// Most projects that a judge names as their first ones.
pub const FIRST_THREE: usize = 3;

/// Reads the `choices` of somebody who puts projects in order, the best first. A place that is left empty is skipped.
///
/// # Errors
/// 400 with `wrong` where one of them is no project.
pub fn order_of_form(form: &FormFields, most: usize, wrong: Fault) -> Result<Vec<ProjectId>, Refusal> {
    let chosen = form.numbered("choices", most).flatten().filter(|id| !id.is_empty());
    let order: Result<Vec<ProjectId>, _> = chosen.map(|id| id.parse().map(ProjectId)).collect();
    order.map_err(|_| Refusal::field("choices", wrong))
}

/// A project in the tally of a panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TallyLine {
    /// Which.
    pub project: ProjectId,
    /// From a panel 5 points for each first place, 4 for a second, down to 1 for a fifth; from a judge's first three 3, 2 and 1.
    pub points: u32,
    /// How many other projects more panellists put below it than above it.
    pub wins: u32,
    /// How many panellists put it first.
    pub firsts: u32,
}

/// The tally of a panel, the best first: by points, then by pairwise wins, then by first places. A panellist who names a
/// project puts it above all that they do not name. Equal lines are in the order of their numbers.
pub fn panel_tally(ballots: &[Vec<ProjectId>]) -> Vec<TallyLine> {
    tally(ballots, PANEL_CHOICES)
}

/// The tally of what judges liked best, like that of a panel.
pub fn first_three_tally(orders: &[Vec<ProjectId>]) -> Vec<TallyLine> {
    tally(orders, FIRST_THREE)
}

/// The tally of orders of at most so many projects.
fn tally(ballots: &[Vec<ProjectId>], most: usize) -> Vec<TallyLine> {
    let mut lines: BTreeMap<ProjectId, TallyLine> = BTreeMap::new();
    for ballot in ballots {
        for (at, project) in ballot.iter().take(most).enumerate() {
            let none = TallyLine { project: *project, points: 0, wins: 0, firsts: 0 };
            let line = lines.entry(*project).or_insert(none);
            line.points += u32::try_from(most - at).unwrap_or(0);
            line.firsts += u32::from(at == 0);
        }
    }
    let place =
        |ballot: &[ProjectId], project| ballot.iter().position(|p| *p == project).unwrap_or(usize::MAX);
    let projects: Vec<ProjectId> = lines.keys().copied().collect();
    for line in lines.values_mut() {
        let beats = |other: &&ProjectId| {
            let ahead =
                ballots.iter().map(|b| place(b, line.project).cmp(&place(b, **other)) as i32).sum::<i32>();
            ahead < 0
        };
        line.wins = u32::try_from(projects.iter().filter(beats).count()).unwrap_or(u32::MAX);
    }
    let mut lines: Vec<_> = lines.into_values().collect();
    lines.sort_by(|a, b| {
        (b.points, b.wins, b.firsts).cmp(&(a.points, a.wins, a.firsts)).then(a.project.cmp(&b.project))
    });
    lines
}

/// Who wins by an ordered list, as far as it decides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PrizeLine {
    /// Those who win, in order.
    pub winners: Vec<ProjectId>,
    /// The equal ones of whom only some can win; empty where the list decides.
    pub tied: Vec<ProjectId>,
    /// How many of the tied ones can win.
    pub places: usize,
}

/// The first winners of an ordered list: as many as the prize has, without those that may not win another one. Each project
/// comes with what it is ordered by: projects with the same are equal, and no list decides between them.
pub fn prize_line<K: PartialEq>(
    ordered: &[(ProjectId, K)],
    winners: i32,
    taken: &HashSet<ProjectId>,
) -> PrizeLine {
    let winners = usize::try_from(winners).unwrap_or(0);
    let open: Vec<&(ProjectId, K)> = ordered.iter().filter(|(id, _)| !taken.contains(id)).collect();
    let ids = |of: &[&(ProjectId, K)]| of.iter().map(|(id, _)| *id).collect::<Vec<_>>();
    let last = winners.checked_sub(1).and_then(|at| open.get(at));
    let first_equal = match (last, open.get(winners)) {
        (Some(last), Some(next)) if last.1 == next.1 => open.iter().position(|p| p.1 == next.1),
        _ => None,
    };
    let Some(sure) = first_equal else {
        return PrizeLine { winners: ids(&open[..winners.min(open.len())]), ..PrizeLine::default() };
    };
    let equal = open[sure..].iter().take_while(|p| p.1 == open[sure].1).count();
    PrizeLine { winners: ids(&open[..sure]), tied: ids(&open[sure..sure + equal]), places: winners - sure }
}
