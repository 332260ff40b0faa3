//! Conflicts of interest: declared by organizers and judges, suggested by the portal. A conflict sets a judge aside from a
//! project that they have already. Whoever declares one waits for those who assign projects, so that no project is assigned
//! past a conflict of the same moment.

use super::open_assigning;
use crate::prelude::*;
use crate::zone::Zone;
use crate::zone_of;
use shared::conflict::{
    ConflictKind, ConflictSource, NewConflict, OwnDeclaration, REASON, SettledSuggestions, SuggestedPairs,
    SuggestionAnswer,
};
use store::conflict::{self, ConflictPair, ConflictTerms, Recused};
use store::conflict_suggestion;

/// Most pairs in an audit row; more are counted.
const LOGGED: usize = 200;

/// An event's conflicts, as organizers see them.
#[derive(Debug)]
pub struct ConflictsOverview {
    pub at: Context,
    pub conflicts: Vec<Conflict>,
    pub suggestions: Vec<Suggestion>,
    /// The judges to choose from.
    pub judges: Vec<EventJudge>,
    /// The projects to choose from.
    pub projects: Vec<JudgeableProject>,
    pub refused: Option<Refusal>,
}
model::in_event!(ConflictsOverview);

/// Reads every conflict of the event where they are `asked` for, or where the portal suggests one; none otherwise.
/// Errors: 401, 404, 403 for a caller who does not organize the event or takes part in it.
pub async fn overview(call: &mut Call<'_>, asked: bool) -> Outcome<Option<ConflictsOverview>> {
    let (at, _) = call.open::<act::ReadConflicts>().await?;
    let suggestions = conflict_suggestion::suggestions(call.conn, at.event).await?;
    if suggestions.is_empty() && !asked {
        return Ok(None);
    }
    Ok(Some(ConflictsOverview {
        conflicts: conflict::of_event(call.conn, at.event).await?,
        suggestions,
        judges: conflict::judges(call.conn, at.event).await?,
        projects: conflict::projects(call.conn, at.event).await?,
        refused: call.ask::<act::DeclareConflict>(&at).err(),
        at,
    }))
}

/// Declares a conflict of a judge; a judge who has the project is recused from it.
/// Errors: 401, 404, 403; 409 after publication; 400 for the fields.
pub async fn declare(call: &mut Call<'_>, sent: Sent<NewConflict>) -> Acted {
    let (at, permit) = open_assigning::<act::DeclareConflict>(call).await?;
    let NewConflict { judge, project, kind, reason } = sent?;
    let reason = cleaned(&reason)?;
    let judges = conflict::judges(call.conn, at.event).await?;
    require_field(judges.iter().any(|j| j.id == judge), "judge", Fault::JudgeMissing)?;
    let pairs = [(judge, project)];
    let declared =
        ConflictTerms { kind, reason: &reason, source: ConflictSource::Organizer, by: call.caller.person() };
    let recused = conflict::recuse(call.conn, &permit, &pairs).await?;
    conflict::declare(call.conn, &permit, &pairs, declared).await?;
    Ok(declaration(call.caller, &at, &pairs, declared, &recused))
}

/// The field of the reason why a list is wrong about a judge: each conflict of the page has its own.
pub fn lift_field((judge, project): ConflictPair) -> String {
    format!("lift-{judge}-{project}")
}

/// Takes a conflict back; that of somebody whom a list names on the team, only with a reason, also where they organize and judge nothing. A
/// judge who was recused for it stays so until an organizer gives the project back.
/// Errors: 401, 404, 403; 409 after publication; 400 for the reason.
pub async fn withdraw(call: &mut Call<'_>, pair: ConflictPair, reason: &str) -> Acted {
    let (at, permit) = call.open::<act::DeclareConflict>().await?;
    let Some(of_list) = conflict::of_list(call.conn, at.event, pair).await? else {
        return Ok(Done::unlogged(()));
    };
    let mut after = None;
    if of_list {
        let field = lift_field(pair);
        let mut errors = FieldErrors::default();
        let reason = text::clean(&field, TextField::Reason, reason.trim(), REASON, &mut errors);
        errors.add_if(text::is_blank(&reason), &field, Fault::LiftReasonMissing);
        errors.into_result()?;
        conflict::lift_listed(call.conn, &permit, pair, &reason).await?;
        // A reason may name people, so the log knows it by its digest, as it knows other texts.
        after = Some(json!({ "reason_sha256": sha256_hex(reason.as_bytes()) }));
    }
    if !conflict::withdraw(call.conn, &permit, pair).await? && !of_list {
        return Ok(Done::unlogged(()));
    }
    let before = Some(json!({ "judge": pair.0, "project": pair.1 }));
    let entry = call.entry(&at, "conflict.withdrawn", "event", at.event).before(before).after(after);
    Ok(Done::logged((), entry))
}

/// Settles suggestions of the portal: declares these pairs, or keeps that they are no conflict. Pairs that the portal no
/// longer suggests are left alone. One press declares hundreds, so no submitted review stops counting without a question.
/// Returns what was said to them, where there were any.
/// Errors: 401, 404, 403; 409 after publication, and where other pairs are suggested for the reason than were seen; 400 for no such answer; 422
/// where more submitted reviews would no longer count than were confirmed.
pub async fn settle(call: &mut Call<'_>, sent: Sent<SettledSuggestions>) -> Acted<Option<SuggestionAnswer>> {
    let (at, permit) = open_assigning::<act::DeclareConflict>(call).await?;
    let SettledSuggestions { pairs, answer, reviews: confirmed } = sent?;
    let meant = meant(conflict_suggestion::suggestions(call.conn, at.event).await?, &pairs)?;
    let pairs: Vec<ConflictPair> = meant.iter().map(|s| (s.judge, s.project)).collect();
    if pairs.is_empty() {
        return Ok(Done::unlogged(None));
    }
    if answer == SuggestionAnswer::Dismiss {
        conflict_suggestion::dismiss(call.conn, &permit, &pairs).await?;
        let after = Some(logged(&pairs));
        let entry = call.entry(&at, "conflict.dismissed", "event", at.event).after(after);
        return Ok(Done::logged(Some(answer), entry));
    }
    let recused = conflict::recuse(call.conn, &permit, &pairs).await?;
    let reviews = recused.submitted();
    require(reviews <= confirmed, Reason::ReviewsUnconfirmed { pairs: pairs.len(), reviews })?;
    for kind in ConflictKind::ALL {
        let of_kind: Vec<ConflictPair> =
            meant.iter().filter(|s| s.because.kind() == kind).map(|s| (s.judge, s.project)).collect();
        let declared =
            ConflictTerms { kind, reason: "", source: ConflictSource::Portal, by: call.caller.person() };
        conflict::declare(call.conn, &permit, &of_kind, declared).await?;
    }
    let mut after = logged(&pairs);
    after["source"] = json!("portal");
    recused.log(&mut after);
    Ok(Done::logged(Some(answer), call.entry(&at, "conflict.declared", "event", at.event).after(after)))
}

/// Those of the suggestions that an organizer settles.
fn meant(suggested: Vec<Suggestion>, pairs: &SuggestedPairs) -> Result<Vec<Suggestion>, Refusal> {
    match pairs {
        SuggestedPairs::These(pairs) => {
            Ok(suggested.into_iter().filter(|s| pairs.contains(&(s.judge, s.project))).collect())
        }
        SuggestedPairs::AllOf { because, seen } => {
            let all: Vec<Suggestion> =
                suggested.into_iter().filter(|s| s.because.name() == because.as_str()).collect();
            require(digest(&all) == *seen, Reason::SuggestionsChanged)?;
            Ok(all)
        }
    }
}

/// Names the pairs of suggestions, so that a form need not send them.
pub fn digest(suggestions: &[Suggestion]) -> String {
    let mut pairs: Vec<String> = suggestions.iter().map(|s| format!("{}-{}", s.judge, s.project)).collect();
    pairs.sort_unstable();
    sha256_hex(pairs.join(" ").as_bytes())
}

/// A judge's own page of conflicts.
#[derive(Debug)]
pub struct OwnConflicts {
    pub at: Context,
    /// The clocks of the event's place.
    pub zone: Zone,
    pub conflicts: Vec<OwnConflict>,
    /// The other projects of the event.
    pub projects: Vec<JudgeableProject>,
    /// The people of each project's team, by name, where the judge may know them.
    pub people: BTreeMap<ProjectId, Vec<String>>,
    pub refused: Option<Refusal>,
}

/// Reads a judge's own conflicts.
/// Errors: 401, 404, 403 for a caller who does not judge in the event.
pub async fn own(call: &mut Call<'_>) -> Outcome<OwnConflicts> {
    let (at, permit) = call.open::<act::ReadOwnConflicts>().await?;
    let mut conflicts = conflict::of_judge(call.conn, at.event, permit.ids().1).await?;
    let mut projects = conflict::projects(call.conn, at.event).await?;
    projects.retain(|p| !conflicts.iter().any(|c| c.project == p.id));
    let mut people = conflict::people(call.conn, at.event).await?;
    hide_teams(call.caller, &at, &mut conflicts);
    hide_teams(call.caller, &at, &mut projects);
    people.retain(|project, _| sees_team(call.caller.actor.as_ref(), &at.facts, *project));
    let refused = call.ask::<act::DeclareOwnConflict>(&at).err();
    let zone = zone_of(call.conn, &at.slug).await?;
    Ok(OwnConflicts { at, zone, conflicts, projects, people, refused })
}

/// Declares a judge's own conflicts; they step aside from those projects that they have.
/// Errors: 401, 404, 403; 409 once judging is over or results are out; 400 for the fields.
pub async fn declare_own(call: &mut Call<'_>, sent: Sent<OwnDeclaration>) -> Acted {
    let (at, permit) = open_assigning::<act::DeclareOwnConflict>(call).await?;
    let OwnDeclaration { projects, kind, reason } = sent?;
    let reason = cleaned(&reason)?;
    let known: BTreeSet<ProjectId> =
        conflict::projects(call.conn, at.event).await?.iter().map(|p| p.id).collect();
    require_field(!projects.is_empty() && projects.is_subset(&known), "project", Fault::ProjectMissing)?;
    let projects: Vec<ProjectId> = projects.into_iter().collect();
    let judge = permit.ids().1;
    let pairs: Vec<ConflictPair> = projects.iter().map(|&project| (judge, project)).collect();
    let recused = conflict::recuse(call.conn, &permit, &pairs).await?;
    conflict::declare_own(call.conn, &permit, &projects, kind, &reason).await?;
    let declared = ConflictTerms { kind, reason: &reason, source: ConflictSource::Judge, by: Some(judge) };
    Ok(declaration(call.caller, &at, &pairs, declared, &recused))
}

/// Takes one's own declaration back.
/// Errors: 401, 404, 403; 409 once judging is over or results are out.
pub async fn withdraw_own(call: &mut Call<'_>, project: ProjectId) -> Acted {
    let (at, permit) = call.open::<act::DeclareOwnConflict>().await?;
    let judge = permit.ids().1;
    if !conflict::withdraw_own(call.conn, &permit, project).await? {
        return Ok(Done::unlogged(()));
    }
    let before = Some(json!({ "judge": judge, "project": project, "source": "judge" }));
    Ok(Done::logged((), call.entry(&at, "conflict.withdrawn", "event", at.event).before(before)))
}

fn cleaned(reason: &str) -> Result<String, Refusal> {
    let reason = FieldErrors::default()
        .gather(|errors| text::clean("reason", TextField::Reason, reason.trim(), REASON, errors))?;
    Ok(reason)
}

fn declaration(
    caller: &Caller,
    at: &Context,
    pairs: &[ConflictPair],
    declared: ConflictTerms<'_>,
    recused: &Recused,
) -> Done<()> {
    let mut after = logged(pairs);
    after["kind"] = json!(declared.kind);
    after["source"] = json!(declared.source.name());
    recused.log(&mut after);
    let entry = entry(caller, at, "conflict.declared", "event", at.event).after(after);
    Done::logged((), entry)
}

/// The pairs as the log keeps them.
fn logged(pairs: &[ConflictPair]) -> Value {
    let listed: Vec<Value> = pairs
        .iter()
        .take(LOGGED)
        .map(|(judge, project)| json!({ "judge": judge, "project": project }))
        .collect();
    json!({ "pairs": listed, "number": pairs.len() })
}
