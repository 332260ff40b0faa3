//! What organizers look at, say and decide before a prize is given.

use super::award::others_won;
use super::by_rule::{self, ByRule};
use super::duties;
use super::first_three::{self, FirstThreeTally};
use super::side_by_side;
use super::standing::{PrizeOutlook, RuleStanding, outlooks, run_of};
use crate::prelude::*;
use crate::project_titles::titles;
use shared::calibration::ProjectOutcome;
use shared::deliberation::Remark;
use shared::prize::{TallyLine, panel_tally};
use store::{ballot, deliberation, panel, prize};

/// So many projects are on a short list at most.
const SHORT: usize = 12;
/// A chance to be among the winners from which on a project is on the short list.
const LIKELY: f64 = 0.05;

/// All prizes, each with what its rule decides so far.
#[derive(Clone, Debug)]
pub struct Deliberations {
    pub at: Context,
    /// The prizes in their order.
    pub prizes: Vec<PrizeOutlook>,
    pub titles: BTreeMap<ProjectId, String>,
    /// What judges liked best; none where the event does not ask them.
    pub first_three: Option<FirstThreeTally>,
    /// The published run, or the latest one; none before the first.
    pub run: Option<i32>,
    /// What this run says of each ranked project; in the order of their ranks.
    pub ranked: Vec<ProjectOutcome>,
    /// Which prizes their rules decide.
    pub by_rule: ByRule,
    /// What winners owe; none where results are not provisional.
    pub duties: Option<Duties>,
    /// The projects that were asked for, side by side; none where none was.
    pub beside: Option<SideBySide>,
}
model::in_event!(Deliberations);

/// Reads what the rules of all prizes decide so far, and lays projects side by side.
/// Errors: 401, 404, also where one of the projects is no submitted one of the event; 403 for a caller who does not organize, and before
/// publication for an organizer who takes part.
pub async fn all(call: &mut Call<'_>, projects: &[ProjectId]) -> Outcome<Deliberations> {
    let (at, permit) = call.open::<act::Deliberate>().await?;
    let prizes = outlooks(call, &at, None).await?;
    let titles = titles(call.conn, at.event).await?;
    let first_three = first_three::tally(call, &at).await?;
    let run = run_of(call.conn, &at).await?;
    let duties = duties::read(call, &at, &prizes).await?;
    let by_rule = by_rule::propose(call.conn, &at, &prizes, run.as_ref()).await?;
    let (run, ranked) = run.map(|run| (run.run, run.outcome.projects)).unzip();
    let ranked = ranked.unwrap_or_default();
    let beside = match projects {
        [] => None,
        some => Some(side_by_side::read(call.conn, &permit, &at, (&prizes, &ranked), some).await?),
    };
    Ok(Deliberations { at, prizes, titles, first_three, run, ranked, by_rule, duties, beside })
}

/// What there is to know of a prize before it is given.
#[derive(Clone, Debug)]
pub struct Deliberation {
    pub at: Context,
    /// The prize, and what its rule decides.
    pub outlook: PrizeOutlook,
    /// The projects that are most likely to win it, as its rule orders them.
    pub short: Vec<ShortListed>,
    /// The run that ranks and chances are from; none before the first.
    pub run: Option<i32>,
    /// What judges wrote about the projects of the short list.
    pub comments: Vec<JudgeComment>,
    /// What organizers said and decided, oldest first.
    pub notes: Vec<DeliberationNote>,
    /// What other prizes each project won.
    pub won: BTreeMap<ProjectId, Vec<String>>,
    pub titles: BTreeMap<ProjectId, String>,
}
model::in_event!(Deliberation);

/// A project on the short list of a prize.
#[derive(Clone, Debug)]
pub struct ShortListed {
    pub project: ProjectId,
    pub team: String,
    /// What the run says of it; none where it is not ranked.
    pub ranked: Option<ProjectOutcome>,
    /// What the panel says of it.
    pub panel: Option<TallyLine>,
    /// Its votes, where they can be read.
    pub votes: Option<i64>,
}

/// Opens a prize for deliberation.
/// Errors: as [`all`]; 404 for a prize of another event.
pub async fn open(call: &mut Call<'_>, id: PrizeId) -> Outcome<Deliberation> {
    let (at, permit) = call.open::<act::Deliberate>().await?;
    let all = outlooks(call, &at, None).await?;
    let won = others_won(&all, id);
    let outlook = all.into_iter().find(|outlook| outlook.prize.id == id).ok_or_else(Refusal::not_found)?;
    let run = run_of(call.conn, &at).await?;
    let tally = panel_tally(&panel::ballots(call.conn, id).await?);
    let votes: BTreeMap<ProjectId, i64> = match call.ask::<act::ReadVotes>(&at) {
        Ok(_) => {
            ballot::tally(call.conn, at.event).await?.projects.iter().map(|p| (p.project, p.votes)).collect()
        }
        Err(_) => BTreeMap::new(),
    };
    let chosen = short_list(&outlook, run.as_ref());
    let projects = outlook.eligible.iter().filter(|p| chosen.contains(&p.id));
    let mut short: Vec<ShortListed> = projects
        .map(|p| ShortListed {
            project: p.id,
            team: p.team.clone(),
            ranked: run
                .as_ref()
                .and_then(|run| run.outcome.projects.iter().find(|o| o.project == p.id.0).cloned()),
            panel: tally.iter().find(|line| line.project == p.id).copied(),
            votes: votes.get(&p.id).copied(),
        })
        .collect();
    let place =
        |id: ProjectId| outlook.standing.iter().position(|line| line.project() == id).unwrap_or(usize::MAX);
    short.sort_by_key(|s| (place(s.project), s.ranked.as_ref().map_or(u32::MAX, |r| r.rank), s.project));
    let ids: Vec<ProjectId> = short.iter().map(|s| s.project).collect();
    Ok(Deliberation {
        short,
        run: run.map(|run| run.run),
        comments: deliberation::comments(call.conn, &permit, at.event, &ids).await?,
        notes: deliberation::notes(call.conn, &permit, id).await?,
        won,
        titles: titles(call.conn, at.event).await?,
        outlook,
        at,
    })
}

/// Who is on the short list: the winners, by the rule and as confirmed; who is tied with them or too close to call; who has a
/// chance to be among them. Where there are fewer than that, the next ones by the rule or by rank.
fn short_list(outlook: &PrizeOutlook, run: Option<&StoredRun>) -> BTreeSet<ProjectId> {
    let PrizeOutlook { prize, eligible, standing, line, close, winners, .. } = outlook;
    let can_win: HashSet<ProjectId> = eligible.iter().map(|p| p.id).collect();
    let mut chosen: BTreeSet<ProjectId> = winners.iter().map(|winner| winner.project).collect();
    chosen.extend(line.winners.iter().chain(&line.tied).chain(close));
    let ranked = || run.iter().flat_map(|run| &run.outcome.projects);
    let places = u32::try_from(prize.terms.winners).unwrap_or(1);
    let likely = ranked().filter(|p| p.chance(places).is_some_and(|chance| chance >= LIKELY));
    let by_rule = standing.iter().map(RuleStanding::project);
    let next =
        likely.map(|p| ProjectId(p.project)).chain(by_rule).chain(ranked().map(|p| ProjectId(p.project)));
    let most = SHORT.max(chosen.len());
    for project in next.chain(eligible.iter().map(|p| p.id)).filter(|id| can_win.contains(id)) {
        if chosen.len() < most {
            chosen.insert(project);
        }
    }
    chosen
}

/// Adds a remark about a prize, or about a project that can win it.
/// Errors: as [`open`]; 400 for the text, and for a project that cannot win the prize.
pub async fn remark(call: &mut Call<'_>, id: PrizeId, sent: Sent<Remark>) -> Acted {
    let (at, permit) = call.open::<act::Deliberate>().await?;
    super::find(call.conn, &at, id).await?;
    let mut errors = FieldErrors::default();
    let Remark { project, body } = sent?.checked(&mut errors);
    let eligible = prize::eligible(call.conn, at.event, id).await?;
    if project.is_some_and(|project| !eligible.iter().any(|p| p.id == project)) {
        errors.add("project", Fault::ForeignPart);
    }
    errors.into_result()?;
    deliberation::add_remark(call.conn, &permit, id, call.caller.person(), (project, &body)).await?;
    // What was said stays out of the log: it may name people.
    let after = Some(json!({ "project": project }));
    Ok(Done::logged((), call.entry(&at, "remark.added", "prize", id).after(after)))
}
