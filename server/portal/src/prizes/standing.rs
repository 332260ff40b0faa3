//! The order that the rule of a prize gives its eligible projects, and who wins by it.

use crate::prelude::*;
use shared::brackets::close_groups_by;
use shared::prize::{AwardRule, PrizeLine, TallyLine, panel_tally, prize_line};
use store::{ballot, deliberation, panel, prize, publication, run};

/// So many projects are named behind the last winning place.
const BEHIND: usize = 2;

/// What a rule says of a project.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RuleStanding {
    /// Its rank among all projects.
    Rank(ProjectId, u32),
    /// Its votes of the community.
    Votes(ProjectId, i64),
    /// What the panel said.
    Panel(TallyLine),
}

impl RuleStanding {
    /// What a ranking says of each project.
    pub(crate) fn of_run(run: &StoredRun) -> Vec<Self> {
        run.outcome.projects.iter().map(|p| Self::Rank(ProjectId(p.project), p.rank)).collect()
    }

    /// What the community says.
    pub(crate) fn of_tally(tally: &Tally) -> Vec<Self> {
        tally.projects.iter().map(|p| Self::Votes(p.project, p.votes)).collect()
    }

    pub(crate) async fn of_panel(conn: &mut Conn, prize: PrizeId) -> Outcome<Vec<Self>> {
        Ok(panel_tally(&panel::ballots(conn, prize).await?).into_iter().map(Self::Panel).collect())
    }

    pub fn project(&self) -> ProjectId {
        match self {
            Self::Rank(project, _) | Self::Votes(project, _) => *project,
            Self::Panel(line) => line.project,
        }
    }

    /// What it is ordered by: where this is the same, the rule does not decide.
    pub(crate) fn key(&self) -> (i64, u32, u32) {
        match self {
            Self::Rank(_, rank) => (i64::from(*rank), 0, 0),
            Self::Votes(_, votes) => (*votes, 0, 0),
            Self::Panel(line) => (i64::from(line.points), line.wins, line.firsts),
        }
    }
}

/// What the rules of several prizes read, read once.
#[derive(Debug)]
struct Sources {
    /// The published run, or the latest one before publication; none before the first.
    run: Option<StoredRun>,
    /// The tally of the vote, or why it cannot be read.
    tally: Result<Tally, Refusal>,
}

impl Sources {
    /// Reads what these rules need. The run is read for every deliberation, the tally only where a prize goes by it.
    async fn read(call: &mut Call<'_>, at: &Context, rules: &[AwardRule]) -> Outcome<Self> {
        let run = if rules.contains(&AwardRule::Rank) { run_of(call.conn, at).await? } else { None };
        let tally = match call.ask::<act::ReadVotes>(at) {
            Ok(_) if rules.contains(&AwardRule::Vote) => Ok(ballot::tally(call.conn, at.event).await?),
            Ok(_) => Ok(Tally { ballots: 0, projects: Vec::new() }),
            Err(refusal) => Err(refusal),
        };
        Ok(Self { run, tally })
    }

    /// The eligible projects in the order of the prize's rule, or why there is none yet.
    async fn standing(
        &self,
        conn: &mut Conn,
        prize: &Prize,
        eligible: &[EligibleProject],
    ) -> Outcome<Result<Vec<RuleStanding>, Refusal>> {
        let mut standing: Vec<RuleStanding> = match prize.terms.rule {
            AwardRule::Choice => Vec::new(),
            AwardRule::Panel => RuleStanding::of_panel(conn, prize.id).await?,
            AwardRule::Vote => match &self.tally {
                Ok(tally) => RuleStanding::of_tally(tally),
                Err(refusal) => return Ok(Err(refusal.clone())),
            },
            AwardRule::Rank => match &self.run {
                Some(run) => RuleStanding::of_run(run),
                None => return Ok(Err(Reason::PrizeBeforeRun.into())),
            },
        };
        let eligible: HashSet<ProjectId> = eligible.iter().map(|p| p.id).collect();
        let has_votes = |line: &RuleStanding| !matches!(line, RuleStanding::Votes(_, 0));
        standing.retain(|line| eligible.contains(&line.project()) && has_votes(line));
        Ok(Ok(standing))
    }

    /// The projects around the last winning place of a prize by rank whose order is too close to call; empty where it is
    /// clear.
    fn close(&self, standing: &[RuleStanding], winners: i32, taken: &HashSet<ProjectId>) -> Vec<ProjectId> {
        let Some(run) = &self.run else { return Vec::new() };
        let ranges: HashMap<i64, [u32; 2]> =
            run.outcome.projects.iter().map(|p| (p.project, p.rank_interval)).collect();
        let open: Vec<(ProjectId, u32, [u32; 2])> = standing
            .iter()
            .filter_map(|line| match line {
                RuleStanding::Rank(project, rank) if !taken.contains(project) => {
                    Some((*project, *rank, *ranges.get(&project.0)?))
                }
                _ => None,
            })
            .collect();
        let winners = usize::try_from(winners).unwrap_or(0);
        let groups = close_groups_by(&open, |(_, rank, range)| (*rank, *range));
        let across = groups.into_iter().find(|group| group.start < winners && winners < group.end);
        across.map_or_else(Vec::new, |group| open[group].iter().map(|(project, ..)| *project).collect())
    }
}

/// The run by which prizes are given: the published one, or the latest before publication.
pub(super) async fn run_of(conn: &mut Conn, at: &Context) -> Outcome<Option<StoredRun>> {
    match publication::newest(conn, at.event).await? {
        Some(public) => run::find(conn, at.event, public.run).await,
        None => run::latest(conn, at.event).await,
    }
}

/// Who wins by a standing, without those who may not win another prize.
pub fn line_of(standing: &[RuleStanding], winners: i32, taken: &HashSet<ProjectId>) -> PrizeLine {
    let ordered: Vec<_> = standing.iter().map(|line| (line.project(), line.key())).collect();
    prize_line(&ordered, winners, taken)
}

/// A prize with what its rule says and who won it.
#[derive(Clone, Debug)]
pub struct PrizeOutlook {
    pub prize: Prize,
    /// The projects that can win it, by title.
    pub eligible: Vec<EligibleProject>,
    /// The eligible projects in the order of its rule.
    pub standing: Vec<RuleStanding>,
    /// Why there is no order yet.
    pub waits: Option<Refusal>,
    /// Who wins by the rule, as far as it decides.
    pub line: PrizeLine,
    /// The next ones behind the line, at most [`BEHIND`], without those that win another prize where no project wins two.
    pub behind: Vec<ProjectId>,
    /// The projects around the last winning place whose ranks are too close to call.
    pub close: Vec<ProjectId>,
    /// Who won, where that is confirmed.
    pub winners: Vec<Winner>,
    /// The winners were the first of a ranking, and are not of this one.
    pub outdated: bool,
    /// Who would win in their place, where the ranking alone decides.
    pub instead: Vec<ProjectId>,
}

/// All prizes of the event in their order, for an organizer who may read them. Where no project wins two, what a prize
/// without winners would give counts for those after it.
pub async fn outlooks(
    call: &mut Call<'_>,
    at: &Context,
    run: Option<&StoredRun>,
) -> Outcome<Vec<PrizeOutlook>> {
    let prizes = prize::list(call.conn, at.event).await?;
    let rules: Vec<AwardRule> = prizes.iter().map(|prize| prize.terms.rule).collect();
    let mut sources = Sources::read(call, at, &rules).await?;
    if let Some(run) = run {
        sources.run = Some(run.clone());
    }
    let one_each = prize::one_each(call.conn, at.event).await?;
    let won = prize::winners(call.conn, at.event).await?;
    let mut taken: HashSet<ProjectId> = won.iter().map(|winner| winner.project).collect();
    let by_rule = deliberation::decided_by_rule(call.conn, at.event).await?;
    let mut outlooks = Vec::new();
    for prize in prizes {
        let eligible = prize::eligible(call.conn, at.event, prize.id).await?;
        let (standing, waits) = match sources.standing(call.conn, &prize, &eligible).await? {
            Ok(standing) => (standing, None),
            Err(refusal) => (Vec::new(), Some(refusal)),
        };
        let winners: Vec<Winner> = won.iter().filter(|winner| winner.prize == prize.id).cloned().collect();
        let own: HashSet<ProjectId> = winners.iter().map(|winner| winner.project).collect();
        let others = if one_each { taken.difference(&own).copied().collect() } else { HashSet::new() };
        let line = line_of(&standing, prize.terms.winners, &others);
        let next = standing.iter().map(RuleStanding::project);
        let behind =
            next.filter(|p| !others.contains(p) && !line.winners.contains(p) && !line.tied.contains(p));
        let behind = behind.take(BEHIND).collect();
        let close = sources.close(&standing, prize.terms.winners, &others);
        if winners.is_empty() {
            taken.extend(&line.winners);
        }
        let won: Vec<ProjectId> = winners.iter().map(|winner| winner.project).collect();
        let followed = by_rule.get(&prize.id).copied().unwrap_or(prize.reason.is_empty());
        let by_rank = prize.terms.rule == AwardRule::Rank && followed;
        let outdated = by_rank && !won.is_empty() && won != line.winners;
        // Where no project wins two prizes, moving one moves others, and a person has to look at them.
        let decides = outdated && !one_each && line.tied.is_empty();
        let instead = if decides { line.winners.clone() } else { Vec::new() };
        outlooks.push(PrizeOutlook {
            prize,
            eligible,
            standing,
            waits,
            line,
            behind,
            close,
            winners,
            outdated,
            instead,
        });
    }
    Ok(outlooks)
}
