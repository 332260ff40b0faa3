//! Conflicts of interest, a part of the page of who reviews what.

use super::kinds;
use crate::pages::prelude::*;
use app::pages::manage::assignments::conflicts::{
    ConflictsPart, DeclaredConflict, ReviewsQuestion, SuggestionGroup,
};
use model::conflict::{ConflictReason, Suggestion};
use portal::judge::conflicts::{ConflictsOverview, digest, lift_field};
use shared::conflict::MOST_OF_DOMAIN;

/// The part of the page; `?conflicts=` opens it, and `?of=` shows those of one judge.
pub(super) fn part<D: Desk>(found: ConflictsOverview, sheet: &DeskContext<'_, D>) -> ConflictsPart {
    let first = |label: &str| std::iter::once(Choice::new("", label));
    let judges = found.judges.iter().map(|j| Choice::new(j.id.to_string(), j.name.clone()));
    let projects =
        found.projects.iter().map(|p| Choice::new(p.id.to_string(), words::with_team(&p.title, &p.team)));
    let of = path::id(sheet.at.query.get("of")).ok();
    let wanted = found.conflicts.into_iter().filter(|c| of.is_none_or(|of| c.judge.0 == of));
    let wanted = wanted.map(|conflict| {
        let lift = conflict.of_list.then(|| lift_field((conflict.judge, conflict.project)));
        DeclaredConflict { conflict, lift }
    });
    ConflictsPart {
        open: are_asked_for(&sheet.at.query),
        conflicts: wanted.collect(),
        of_judge: of.map(|of| of.to_string()).unwrap_or_default(),
        suggestions: groups(&found.suggestions),
        question: sheet.refused.and_then(|refused| match refused.refusal.reason {
            Reason::ReviewsUnconfirmed { pairs, reviews } => Some(ReviewsQuestion { pairs, reviews }),
            _ => None,
        }),
        judges: first("Choose a judge").chain(judges).collect(),
        projects: first("Choose a project").chain(projects).collect(),
        kinds: kinds(),
        may: forms::allowed(found.refused),
    }
}

/// Whether the page is asked for them.
pub(super) fn are_asked_for(query: &Query) -> bool {
    query.asked("conflicts").is_some()
}

/// Suggestions by why; they come sorted by it.
fn groups(suggestions: &[Suggestion]) -> Vec<SuggestionGroup> {
    let group = |of: &[Suggestion]| {
        let because = &of.first()?.because;
        let why = match because {
            ConflictReason::FormerTeam => "The judge was on the team".to_owned(),
            ConflictReason::Domain(domain) => format!("The judge and a team member use {domain}"),
        };
        let cut = matches!(because, ConflictReason::Domain(_)) && of.len() >= MOST_OF_DOMAIN;
        let pair = |s: &Suggestion| (s.judge.0, s.project.0, s.judge_name.clone(), s.title.clone());
        let (because, seen) = (because.name().to_owned(), digest(of));
        Some(SuggestionGroup { why, because, seen, cut, pairs: of.iter().map(pair).collect() })
    };
    suggestions.chunk_by(|a, b| a.because == b.because).filter_map(group).collect()
}
