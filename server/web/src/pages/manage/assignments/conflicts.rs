//! The organizer's page of conflicts of interest.

use super::kinds;
use crate::pages::prelude::*;
use app::pages::manage::assignments::conflicts::{ConflictsPage, SuggestionGroup, conflicts_page};
use model::conflict::{ConflictReason, Suggestion};
use portal::judge::conflicts::{self, ConflictsOverview};
use shared::conflict::NewConflict;

/// The page; `?of=` shows those of one judge.
pub struct Conflicts;

impl Desk for Conflicts {
    type Id = ();
    type Found = ConflictsOverview;
    type Beside = ();
    const PATH: &'static str = "manage/assignments/conflicts";
    const TITLE: &'static str = "Conflicts of interest in";

    async fn read(c: &mut Conn, at: &At) -> Outcome<ConflictsOverview> {
        conflicts::overview(c, &at.caller, &at.slug).await
    }

    fn draw(found: ConflictsOverview, sheet: DeskContext<'_, Self>) -> AnyView {
        let first = |label: &str| std::iter::once(Choice::new("", label));
        let judges = found.judges.iter().map(|j| Choice::new(j.id.to_string(), j.name.clone()));
        let projects =
            found.projects.iter().map(|p| Choice::new(p.id.to_string(), format!("{}, {}", p.title, p.team)));
        let of = path::id(sheet.at.query.get("of")).ok();
        let wanted = found.conflicts.into_iter().filter(|c| of.is_none_or(|of| c.judge.0 == of));
        conflicts_page(ConflictsPage {
            conflicts: wanted.collect(),
            of_judge: of.map(|of| of.to_string()).unwrap_or_default(),
            suggestions: groups(found.suggestions),
            judges: first("Choose a judge").chain(judges).collect(),
            projects: first("Choose a project").chain(projects).collect(),
            kinds: kinds(),
            typed: ["judge", "project", "kind", "reason"].map(|field| sheet.typed(field).unwrap_or_default()),
            may: forms::allowed(found.refused),
        })
    }
}

/// `POST …/conflicts/declare`: `judge`, `project`, `kind`, `reason`.
pub async fn declare(sent: Post<Conflicts>) -> PageResult {
    let new = NewConflict::of_form(&sent.form);
    sent.act(async |c, at| conflicts::declare(c, &at.caller, &at.slug, new).await).await
}

/// `POST …/conflicts/withdraw`: `judge`, `project`.
pub async fn withdraw(sent: Post<Conflicts>) -> PageResult {
    // What is no number names no conflict, so there is none to take back.
    let number = |field: &str| path::id(sent.get(field)).unwrap_or(0);
    let pair = (PersonId(number("judge")), ProjectId(number("project")));
    sent.act(async |c, at| conflicts::withdraw(c, &at.caller, &at.slug, pair).await).await
}

/// `POST …/conflicts/settle`: each `pair` is `<judge>-<project>`; `conflict` is `yes` or `no`.
pub async fn settle(sent: Post<Conflicts>) -> PageResult {
    let pair = |pair: &str| {
        let (judge, project) = pair.split_once('-')?;
        Some((PersonId(path::id(judge).ok()?), ProjectId(path::id(project).ok()?)))
    };
    let pairs: Vec<_> = sent.form.all("pair").filter_map(pair).collect();
    let yes = sent.get("conflict") == "yes";
    sent.act(async |c, at| conflicts::settle(c, &at.caller, &at.slug, &pairs, yes).await).await
}

/// Suggestions by why; they come sorted by it.
fn groups(suggestions: Vec<Suggestion>) -> Vec<SuggestionGroup> {
    let mut groups: Vec<SuggestionGroup> = vec![];
    let mut last = None;
    for s in suggestions {
        if last.as_ref() != Some(&s.because) {
            let why = match &s.because {
                ConflictReason::FormerTeam => "The judge was on the team".to_owned(),
                ConflictReason::Domain(domain) => format!("The judge and a team member use {domain}"),
            };
            groups.push(SuggestionGroup { why, pairs: vec![] });
        }
        if let Some(group) = groups.last_mut() {
            group.pairs.push((s.judge.0, s.project.0, s.judge_name, s.title));
        }
        last = Some(s.because);
    }
    groups
}
