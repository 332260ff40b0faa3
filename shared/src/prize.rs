//! Prizes: who is eligible, how the winners are found, and the tally of a panel.

use crate::fields::FormFields;
use crate::ids::{ProjectId, TrackId};
use crate::refusal::{Fault, FieldErrors, PrizeFault, Refusal, TextField};
use crate::text;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashSet};

/// Most winners of one prize.
pub const MOST_WINNERS: i32 = 50;
/// Most projects that a panellist puts in order.
pub const PANEL_CHOICES: usize = 5;

/// Most projects that a judge names as their first ones.
pub const FIRST_THREE: usize = 3;

/// Which projects can win a prize. Drafts and repeats never can.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Eligibility {
    /// All.
    #[default]
    All,
    /// Those of one track.
    Track(TrackId),
    /// Those whose teams ask for it.
    OptIn,
}

impl Eligibility {
    /// The name in the database: `all`, `track` or `opt-in`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Track(_) => "track",
            Self::OptIn => "opt-in",
        }
    }

    /// The track, where it is for one.
    #[must_use]
    pub fn track(self) -> Option<TrackId> {
        match self {
            Self::Track(track) => Some(track),
            Self::All | Self::OptIn => None,
        }
    }

    /// The eligibility with this name and track; `None` where the two do not fit.
    #[must_use]
    pub fn from_name(name: &str, track: Option<TrackId>) -> Option<Self> {
        match (name, track) {
            ("all", None) => Some(Self::All),
            ("track", Some(track)) => Some(Self::Track(track)),
            ("opt-in", None) => Some(Self::OptIn),
            _ => None,
        }
    }
}

/// How the winners of a prize are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AwardRule {
    /// The best eligible projects of the published ranking.
    #[default]
    Rank,
    /// A panel puts the eligible projects in order.
    Panel,
    /// The eligible projects with most votes of the community.
    Vote,
    /// An organizer chooses, and says why.
    Choice,
}

impl AwardRule {
    /// Every rule.
    pub const ALL: [Self; 4] = [Self::Rank, Self::Panel, Self::Vote, Self::Choice];

    /// The name in forms and in the database.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Rank => "rank",
            Self::Panel => "panel",
            Self::Vote => "vote",
            Self::Choice => "choice",
        }
    }

    /// The rule with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.name() == name)
    }
}

/// A prize as an organizer defines it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PrizeTerms {
    /// Name, unique in the event.
    pub name: String,
    /// Who gives it; may be empty.
    pub sponsor: String,
    /// What it is; may be empty.
    pub description: String,
    /// How many projects win it.
    pub winners: i32,
    /// Which projects can win it.
    pub eligibility: Eligibility,
    /// How the winners are found.
    pub rule: AwardRule,
}

impl PrizeTerms {
    /// Reads a form. A number of winners that is none becomes 0, which is refused with the other fields.
    ///
    /// # Errors
    /// 400 where it says nothing of who can win, or of how the winners are found.
    pub fn of_form(form: &FormFields) -> Result<Self, Refusal> {
        let eligibility = match form.get("eligibility").split_once('-') {
            Some(("track", id)) => id.parse().ok().map(|id| Eligibility::Track(TrackId(id))),
            _ => Eligibility::from_name(form.get("eligibility"), None),
        };
        let refused = |field, fault| Refusal::field(field, Fault::Prize(fault));
        Ok(Self {
            name: form.get("name").to_owned(),
            sponsor: form.get("sponsor").to_owned(),
            description: form.get("description").to_owned(),
            winners: form.get("winners").trim().parse().unwrap_or(0),
            eligibility: eligibility.ok_or_else(|| refused("eligibility", PrizeFault::Eligibility))?,
            rule: AwardRule::from_name(form.get("rule")).ok_or_else(|| refused("rule", PrizeFault::Rule))?,
        })
    }

    /// Cleans and checks the texts and the number.
    ///
    /// # Errors
    /// 400 with every fault of every field.
    pub fn checked(mut self) -> Result<Self, Refusal> {
        let mut errors = FieldErrors::default();
        self.name = text::clean_line("name", TextField::Name, &self.name, text::NAME, &mut errors);
        if text::is_blank(&self.name) {
            errors.add("name", Fault::Prize(PrizeFault::Nameless));
        }
        self.sponsor =
            text::clean_line("sponsor", TextField::Sponsor, &self.sponsor, text::NAME, &mut errors);
        self.description = text::clean(
            "description",
            TextField::Description,
            self.description.trim(),
            text::SUMMARY,
            &mut errors,
        );
        if !(1..=MOST_WINNERS).contains(&self.winners) {
            errors.add("winners", Fault::Prize(PrizeFault::Winners { most: MOST_WINNERS }));
        }
        errors.into_result()?;
        Ok(self)
    }
}

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
#[must_use]
pub fn panel_tally(ballots: &[Vec<ProjectId>]) -> Vec<TallyLine> {
    tally(ballots, PANEL_CHOICES)
}

/// The tally of what judges liked best, like that of a panel.
#[must_use]
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
#[must_use]
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

#[cfg(test)]
mod tests {
    use super::*;

    fn ballots(lists: &[&[i64]]) -> Vec<Vec<ProjectId>> {
        lists.iter().map(|list| list.iter().map(|id| ProjectId(*id)).collect()).collect()
    }

    fn of_panel(lists: &[&[i64]]) -> Vec<(i64, u32, u32, u32)> {
        panel_tally(&ballots(lists)).iter().map(|l| (l.project.0, l.points, l.wins, l.firsts)).collect()
    }

    #[test]
    fn points_fall_from_five_to_one_and_pairs_are_compared() {
        assert_eq!(
            of_panel(&[&[1, 2, 3, 4, 5], &[2, 1], &[2, 3]]),
            [(2, 14, 4, 2), (1, 9, 3, 1), (3, 7, 2, 0), (4, 2, 1, 0), (5, 1, 0, 0)]
        );
        assert_eq!(of_panel(&[]), []);
    }

    #[test]
    fn first_three_give_three_two_and_one_point() {
        let lines = first_three_tally(&ballots(&[&[4, 7, 9], &[7, 4]]));
        let points: Vec<_> = lines.iter().map(|l| (l.project.0, l.points)).collect();
        assert_eq!(points, [(4, 5), (7, 5), (9, 1)]);
    }

    #[test]
    fn equal_points_are_told_apart_by_pairs_and_then_by_first_places() {
        // Nine points each: two of three put 2 above 1.
        assert_eq!(of_panel(&[&[1, 2], &[2, 1], &[7, 2, 9, 9]])[0].0, 2);
        let even = of_panel(&[&[3, 1], &[1, 3]]);
        assert_eq!(even, [(1, 9, 0, 1), (3, 9, 0, 1)]);
    }

    #[test]
    fn the_leading_ones_leave_out_who_won_before() {
        let ordered: Vec<_> = [4, 2, 9].map(|id| (ProjectId(id), id)).to_vec();
        let taken = HashSet::from([ProjectId(4)]);
        let winners = |winners, taken: &HashSet<ProjectId>| prize_line(&ordered, winners, taken).winners;
        assert_eq!(winners(2, &taken), [ProjectId(2), ProjectId(9)]);
        assert_eq!(winners(1, &HashSet::new()), [ProjectId(4)]);
        assert_eq!(winners(9, &HashSet::new()).len(), 3);
        assert_eq!((winners(-1, &taken), winners(0, &taken)), (vec![], vec![]));
    }

    #[test]
    fn equal_ones_at_the_line_are_named_and_none_of_them_wins_by_the_list() {
        let line = |ranks: &[(i64, u32)], winners, taken: &[i64]| {
            let ordered: Vec<_> = ranks.iter().map(|(id, rank)| (ProjectId(*id), *rank)).collect();
            let line = prize_line(&ordered, winners, &taken.iter().map(|id| ProjectId(*id)).collect());
            let numbers = |of: Vec<ProjectId>| of.into_iter().map(|p| p.0).collect::<Vec<_>>();
            (numbers(line.winners), numbers(line.tied), line.places)
        };
        let ranks = [(7, 1), (3, 2), (5, 2), (8, 2), (1, 5)];
        assert_eq!(line(&ranks, 1, &[]), (vec![7], vec![], 0));
        assert_eq!(line(&ranks, 2, &[]), (vec![7], vec![3, 5, 8], 1));
        assert_eq!(line(&ranks, 3, &[]), (vec![7], vec![3, 5, 8], 2));
        // All equal ones win: nothing is left to decide.
        assert_eq!(line(&ranks, 4, &[]), (vec![7, 3, 5, 8], vec![], 0));
        // Who won before is out, and the line moves down.
        assert_eq!(line(&ranks, 2, &[7]), (vec![], vec![3, 5, 8], 2));
        assert_eq!(line(&ranks, 2, &[3, 5]), (vec![7, 8], vec![], 0));
    }

    #[test]
    fn terms_are_checked_at_once() {
        let terms =
            PrizeTerms { name: " \u{200b} ".into(), sponsor: "s".repeat(121), ..PrizeTerms::default() };
        let fields: Vec<String> = terms.checked().unwrap_err().fields.0.into_keys().collect();
        assert_eq!(fields, ["name", "sponsor", "winners"]);
    }

    #[test]
    fn names_are_read_back() {
        for rule in AwardRule::ALL {
            assert_eq!(AwardRule::from_name(rule.name()), Some(rule));
        }
        for eligibility in [Eligibility::All, Eligibility::Track(TrackId(3)), Eligibility::OptIn] {
            assert_eq!(Eligibility::from_name(eligibility.name(), eligibility.track()), Some(eligibility));
        }
        assert_eq!(Eligibility::from_name("track", None), None);
    }
}
