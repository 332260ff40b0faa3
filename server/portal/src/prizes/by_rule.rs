//! Confirming at once all prizes whose rule decides: what the rules would give, and what a person has to look at first.

use super::standing::{PrizeOutlook, line_of, outlooks, run_of};
use crate::prelude::*;
use sha2::{Digest, Sha256};
use shared::audit::hex;
use shared::award::ConfirmedByRule;
use shared::prize::{AwardRule, Decided};
use store::{deliberation, duplicate, prize, run_input};

/// Why a prize without winners waits for a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exception {
    /// Its rule has no order yet.
    Waits(Refusal),
    /// An organizer chooses, and says why.
    Choice,
    /// Its rule names no project.
    Nobody,
    /// Not everybody on its panel gave an order.
    PanelUnfinished,
    /// Projects are equal at the last winning place.
    Tied,
    /// These would win it, and win a prize before it that is not confirmed yet; no project wins two.
    Clash(Vec<ProjectId>),
    /// These are in the ranking at a place that could win it, and were flagged as repeats since.
    Repeats(Vec<ProjectId>),
    /// These are in the ranking and were withdrawn since, so it is none that can be published.
    Left(Vec<ProjectId>),
    /// These would win it by one review alone.
    OneReview(Vec<ProjectId>),
    /// These are around its last winning place, and too close to call.
    TooClose(Vec<ProjectId>),
}

impl Exception {
    /// Its name in the API.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Waits(_) => "waits",
            Self::Choice => "choice",
            Self::Nobody => "nobody",
            Self::PanelUnfinished => "panel_unfinished",
            Self::Tied => "tied",
            Self::Clash(_) => "clash",
            Self::Repeats(_) => "repeats",
            Self::Left(_) => "withdrawn",
            Self::OneReview(_) => "one_review",
            Self::TooClose(_) => "too_close",
        }
    }

    pub fn projects(&self) -> &[ProjectId] {
        match self {
            Self::Clash(projects)
            | Self::Repeats(projects)
            | Self::Left(projects)
            | Self::OneReview(projects)
            | Self::TooClose(projects) => projects,
            _ => &[],
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct ByRule {
    /// The prizes without winners in their order, each with what a person has to look at: nothing where its rule decides.
    pub open: Vec<(PrizeId, Vec<Exception>)>,
    /// Names what would be confirmed, also of the prizes that are too close to call.
    pub digest: String,
    /// The results are public: each prize takes a reason that everybody reads.
    pub published: bool,
}

impl ByRule {
    /// What a person has to look at before a prize is given.
    pub fn exceptions(&self, id: PrizeId) -> &[Exception] {
        let found = self.open.iter().find(|(prize, _)| *prize == id);
        found.map(|(_, exceptions)| exceptions.as_slice()).unwrap_or_default()
    }

    /// The prizes that can be confirmed as their rules say.
    pub fn sure(&self) -> impl Iterator<Item = PrizeId> {
        self.open.iter().filter(|(_, exceptions)| exceptions.is_empty()).map(|(id, _)| *id)
    }

    /// The prizes that can be confirmed with them by somebody who names each: nothing else needs a look.
    pub fn too_close(&self) -> impl Iterator<Item = PrizeId> {
        let alone = self.open.iter().filter(|(_, all)| matches!(all.as_slice(), [Exception::TooClose(_)]));
        alone.map(|(id, _)| *id)
    }
}

/// Says which prizes their rules decide, and what speaks against confirming the others unseen.
pub(super) async fn propose(
    conn: &mut Conn,
    at: &Context,
    outlooks: &[PrizeOutlook],
    run: Option<&StoredRun>,
) -> Outcome<ByRule> {
    let since = match run {
        Some(run) => Since::read(conn, at, run).await?,
        None => Since::default(),
    };
    let one_each = prize::one_each(conn, at.event).await?;
    let won: HashSet<ProjectId> = outlooks.iter().flat_map(|o| &o.winners).map(|w| w.project).collect();
    let open = outlooks.iter().filter(|o| o.prize.awarded_at.is_none()).map(|outlook| {
        let exceptions = exceptions(outlook, run, &since, one_each.then_some(&won));
        (outlook.prize.id, exceptions)
    });
    let mut by_rule =
        ByRule { open: open.collect(), digest: String::new(), published: at.facts.event.published };
    by_rule.digest = digest(&by_rule, outlooks);
    Ok(by_rule)
}

/// What became of the projects that a run ranks.
#[derive(Default)]
struct Since {
    /// Those that are flagged as repeats by now, each with its track.
    flagged: HashMap<ProjectId, Option<TrackId>>,
    /// Those that were withdrawn, in the order of their ranks.
    left: Vec<ProjectId>,
}

impl Since {
    async fn read(conn: &mut Conn, at: &Context, run: &StoredRun) -> Outcome<Self> {
        let mut left: Vec<ProjectId> = run.outcome.projects.iter().map(|p| ProjectId(p.project)).collect();
        let ranked: HashSet<ProjectId> = left.iter().copied().collect();
        let submitted = run_input::submitted(conn, at.event).await?;
        let there: HashSet<ProjectId> = submitted.iter().map(|project| project.id).collect();
        left.retain(|id| !there.contains(id));
        let flagged = submitted.into_iter().filter(|project| project.flagged && ranked.contains(&project.id));
        Ok(Self { flagged: flagged.map(|project| (project.id, project.track)).collect(), left })
    }
}

/// What a person has to look at. Where no project wins two prizes, `won` are the winners of those that are confirmed.
fn exceptions(
    outlook: &PrizeOutlook,
    run: Option<&StoredRun>,
    Since { flagged, left }: &Since,
    won: Option<&HashSet<ProjectId>>,
) -> Vec<Exception> {
    let PrizeOutlook { prize, standing, waits, line, close, .. } = outlook;
    if let Some(refusal) = waits {
        return vec![Exception::Waits(refusal.clone())];
    }
    if prize.terms.rule == AwardRule::Choice {
        return vec![Exception::Choice];
    }
    let mut all = Vec::new();
    if prize.is_panel_unfinished() {
        all.push(Exception::PanelUnfinished);
    }
    if !line.tied.is_empty() {
        all.push(Exception::Tied);
    } else if !close.is_empty() {
        all.push(Exception::TooClose(close.clone()));
    } else if line.winners.is_empty() && all.is_empty() {
        all.push(Exception::Nobody);
    }
    if let Some(won) = won {
        // Without the prizes before it, which are not confirmed either.
        let alone = line_of(standing, prize.terms.winners, won);
        let moved = alone.winners.iter().chain(&alone.tied);
        let moved: Vec<_> =
            moved.filter(|p| !line.winners.contains(p) && !line.tied.contains(p)).copied().collect();
        if !moved.is_empty() {
            all.push(Exception::Clash(moved));
        }
    }
    if let (AwardRule::Rank, Some(run)) = (prize.terms.rule, run) {
        if !left.is_empty() {
            all.push(Exception::Left(left.clone()));
        }
        let wins = |id: i64| line.winners.contains(&ProjectId(id)) || line.tied.contains(&ProjectId(id));
        let ranked = || run.outcome.projects.iter();
        let last = ranked().filter(|p| wins(p.project)).map(|p| p.rank).max().unwrap_or(0);
        let track = prize.terms.eligibility.track();
        let could_win = |id: i64| {
            flagged.get(&ProjectId(id)).is_some_and(|of| track.is_none_or(|track| *of == Some(track)))
        };
        let repeats: Vec<_> = ranked()
            .filter(|p| p.rank <= last && could_win(p.project))
            .map(|p| ProjectId(p.project))
            .collect();
        if !repeats.is_empty() {
            all.push(Exception::Repeats(repeats));
        }
        let few = ranked().filter(|p| wins(p.project) && p.reviews < 2);
        let few: Vec<_> = few.map(|p| ProjectId(p.project)).collect();
        if !few.is_empty() {
            all.push(Exception::OneReview(few));
        }
    }
    all
}

fn digest(by_rule: &ByRule, outlooks: &[PrizeOutlook]) -> String {
    let mut hash = Sha256::new();
    // One that somebody left out as too close to call is not confirmed once it is sure.
    let close = by_rule.too_close().map(|id| (id, " too close"));
    for (id, state) in by_rule.sure().map(|id| (id, "")).chain(close) {
        for PrizeOutlook { prize, line, .. } in outlooks.iter().filter(|o| o.prize.id == id) {
            hash.update(format!("{id} {} {:?}{state}\n", prize.version, line.winners));
        }
    }
    hex(&hash.finalize())
}

/// Confirms the winners of all prizes whose rule decides, and of those that are named although they are too close to call, as they were
/// shown, each with its own row in the log. Returns how many.
/// Errors: 401, 404; 403 for a caller who does not organize, and before publication for an organizer who takes part; 409 once the results
/// are public, since each prize takes a reason then, and where the rules give something else by now; 400 where a prize is named that waits
/// for something else or for nothing, and where some are too close to call, nothing else is decided, and none is named.
pub async fn confirm(call: &mut Call<'_>, shown: Sent<ConfirmedByRule>) -> Acted<usize> {
    let (at, _) = call.open::<act::AwardPrizes>().await?;
    // As where one prize is confirmed: a publication waits for this, and this for a publication.
    duplicate::lock_submitted_projects(call.conn, at.event).await?;
    prize::lock(call.conn, at.event).await?;
    let at = call.context().await?;
    let permit = call.ask::<act::AwardPrizes>(&at)?;
    require(!at.facts.event.published, Reason::WinnersPublic)?;
    let ConfirmedByRule { digest, too_close } = shown?;
    let outlooks = outlooks(call, &at, None).await?;
    let run = run_of(call.conn, &at).await?;
    let by_rule = propose(call.conn, &at, &outlooks, run.as_ref()).await?;
    require(by_rule.digest == digest, Reason::WinnersOutdated)?;
    let (close, named): (BTreeSet<_>, BTreeSet<_>) =
        (by_rule.too_close().collect(), too_close.into_iter().collect());
    require_field(named.is_subset(&close), "too_close", Fault::ForeignPart)?;
    let chosen: Vec<PrizeId> = by_rule.sure().chain(named).collect();
    require_field(!chosen.is_empty() || close.is_empty(), "too_close", Fault::Prize(PrizeFault::NoPrize))?;
    let mut done = Done::unlogged(());
    for &id in &chosen {
        let Some(outlook) = outlooks.iter().find(|o| o.prize.id == id) else { continue };
        let winners = outlook.line.winners.as_slice();
        prize::award(call.conn, &permit, id, winners, (Decided::ByRule, "")).await?;
        deliberation::add_decision(call.conn, &permit, id, call.caller.person(), (winners, true, "")).await?;
        let entry = call
            .entry(&at, "prize.awarded", "prize", id)
            .before(json!({ "winners": [] }))
            .after(json!({ "winners": winners, "as_suggested": true, "reason_sha256": null }));
        done = done.and(Done::logged((), entry));
    }
    Ok(done.map(|()| chosen.len()))
}
