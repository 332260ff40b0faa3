//! An event as the planner takes it.

use crate::prelude::*;
use shared::digest::hex;
use shared::known_names::KnownNames;
use shared::planner::{Pair, PlanInput, PlanJudge, PlanProject};
use shared::visiting_time::RoundPace;

/// What an organizer chooses for a plan.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// Judges for each project; none for the event's setting.
    pub reviews: Option<u32>,
    /// What a review outside the judge's tracks costs, in projects of load.
    pub weight: u32,
    /// Deal to judges who are invited and have not come yet, too. What they have already is not dealt again either way.
    pub invited: bool,
    /// How long the way from one project to the next and breaks take. A plan does not depend on it.
    pub pace: RoundPace,
}

impl Default for Choice {
    fn default() -> Self {
        Self { reviews: None, weight: Self::WEIGHT, invited: true, pace: RoundPace::default() }
    }
}

impl Choice {
    /// The weight that costs the ranking nothing and still prefers the judge's tracks.
    pub const WEIGHT: u32 = 3;

    /// The choice, within its ranges.
    /// Errors: 400 for a number outside its range.
    pub(super) fn check(self) -> Result<Self, Refusal> {
        for (field, number, from, to) in [
            ("reviews", self.reviews.unwrap_or(1), 1, PlanInput::MOST_REVIEWS),
            ("weight", self.weight, 0, PlanInput::MOST_WEIGHT),
            ("moving", self.pace.moving, 0, RoundPace::MOST),
            ("breaks", self.pace.breaks, 0, RoundPace::MOST),
        ] {
            require_field((from..=to).contains(&number), field, Fault::NumberRange { from, to })?;
        }
        Ok(self)
    }
}

/// Whether an assignment can go without losing anything.
pub(super) fn is_free(status: AssignmentStatus, reviewed: bool) -> bool {
    status == AssignmentStatus::Pending && !reviewed
}

/// The work of these judges that can move to others.
pub(super) fn free_work<'g>(
    ground: &'g PlanGround,
    judges: &[PersonId],
) -> impl Iterator<Item = &'g PlannedAssignment> {
    let known: BTreeSet<ProjectId> = ground.projects.iter().map(|p| p.id).collect();
    let own = ground.assignments.iter().filter(move |a| judges.contains(&a.judge));
    own.filter(move |a| is_free(a.status, a.reviewed) && known.contains(&a.project))
}

/// The judges whom a row of a list may name, with those who are invited and have not come yet.
pub(super) fn known_judges(ground: &PlanGround) -> KnownNames {
    let not_here = ground.invited.iter().map(|j| (invited_number(j.id), j.email.as_str(), j.name.as_str()));
    let here = ground.judges.iter().map(|j| (j.id.0, j.email.as_str(), j.name.as_str()));
    // Who is here and invited too is here.
    KnownNames::of_people(not_here.chain(here))
}

/// What the planner reads, as it takes it.
pub(super) fn input(ground: &PlanGround, choice: Choice) -> PlanInput {
    let pair = |judge: i64, project: i64| Pair { project, judge };
    let recused = ground.assignments.iter().filter(|a| a.status == AssignmentStatus::Recused);
    let kept = ground.assignments.iter().filter(|a| a.status != AssignmentStatus::Recused);
    let mut dealt: BTreeMap<InvitationId, u32> = BTreeMap::new();
    for work in &ground.invited_work {
        *dealt.entry(work.invitation).or_default() += 1;
    }
    // Without those who are not here nothing more is theirs, and what they have stays: to deal it again would give a project one judge too
    // many once they come.
    let invited = ground.invited.iter().filter_map(|judge| {
        let cap = if choice.invited { judge.cap } else { Some(*dealt.get(&judge.id)?) };
        Some((invited_number(judge.id), cap, &judge.tracks))
    });
    let here = |(judge, project): &(PersonId, ProjectId)| pair(judge.0, project.0);
    let not_here = |(id, project): &(InvitationId, ProjectId)| pair(invited_number(*id), project.0);
    let dealt_to_them = ground.invited_work.iter().map(|a| not_here(&(a.invitation, a.project)));
    let kept: Vec<Pair> = kept.map(|a| here(&(a.judge, a.project))).chain(dealt_to_them).collect();
    // What an organizer gave by hand is theirs to judge.
    let former = ground.former.iter().map(here).chain(ground.invited_former.iter().map(not_here));
    let former = former.filter(|pair| !kept.contains(pair));
    let closed = ground.barred.iter().map(here).chain(ground.invited_barred.iter().map(not_here));
    let recused = recused.map(|a| here(&(a.judge, a.project)));
    let barred = closed.chain(recused).chain(former).collect();
    PlanInput {
        reviews_per_project: choice.reviews.unwrap_or(ground.reviews_per_project),
        expertise_weight: choice.weight,
        judges: ground
            .judges
            .iter()
            .map(|j| (j.id.0, j.cap, &j.tracks))
            .chain(invited)
            .map(|(id, cap, tracks)| PlanJudge { id, cap, tracks: tracks.iter().map(|t| t.0).collect() })
            .collect(),
        projects: ground
            .projects
            .iter()
            .map(|p| PlanProject { id: p.id.0, track: p.track.map(|t| t.0), wanted: None })
            .collect(),
        kept,
        barred,
    }
}

/// Refuses where the event is no longer as it was shown.
pub(super) fn same(input: &PlanInput, shown: &str) -> Result<(), Refusal> {
    require(hex(&input.digest()) == shown, Reason::PlanOutdated)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_project_of_a_former_team_is_dealt_to_nobody_and_kept_where_it_was_given_by_hand() {
        let (judge, invitation, project) = (PersonId(1), InvitationId(7), ProjectId(10));
        let mut ground = PlanGround {
            former: vec![(judge, project)],
            invited_former: vec![(invitation, project)],
            ..PlanGround::default()
        };
        let barred = |ground: &PlanGround| input(ground, Choice::default()).barred;
        assert_eq!(barred(&ground), [1, -7].map(|judge| Pair { project: 10, judge }));
        ground.assignments.push(PlannedAssignment {
            id: AssignmentId(100),
            judge,
            project,
            status: AssignmentStatus::Pending,
            reviewed: false,
            voided: false,
            entered: false,
            source: "manual".to_owned(),
        });
        ground.invited_work.push(InvitedWork { id: AssignmentId(101), invitation, project });
        assert!(barred(&ground).is_empty());
    }

    #[test]
    fn a_plan_is_outdated_by_what_it_is_made_from_alone() {
        let (judge, project, draft) = (PersonId(1), ProjectId(10), ProjectId(11));
        let place = shared::floor::Place::default();
        let (title, team) = ("Lamp".to_owned(), "Oak".to_owned());
        let mut ground = PlanGround {
            judges: vec![PlannedJudge {
                id: judge,
                name: String::new(),
                email: String::new(),
                cap: None,
                tracks: Vec::new(),
            }],
            projects: vec![PlannedProject { id: project, title, team, track: None, place }],
            barred: vec![(judge, project)],
            ..PlanGround::default()
        };
        let shown = hex(&input(&ground, Choice::default()).digest());
        // They are on its team, which saves a draft of another project, and who judges no more has a conflict.
        ground.former.push((judge, project));
        ground.barred.push((judge, draft));
        ground.barred.push((PersonId(2), project));
        assert!(same(&input(&ground, Choice::default()), &shown).is_ok());
        ground.barred.clear();
        ground.former.clear();
        assert!(same(&input(&ground, Choice::default()), &shown).is_err());
    }
}
