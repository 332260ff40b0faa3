//! A run without a judge or a review, as the page shows it that compares runs.

use super::calibration::judge_name;
use super::movers::mover_rows;
use crate::pages::prelude::*;
use app::pages::manage::what_if::{LeavingOut, WhatIfAnswer, WhatIfFound};
use portal::publish::what_if::{LeftAside, RunWithout, WhatIf, WhatIfQuestion};
use shared::calibration::{Input, ProjectOutcome};
use words::plural;

/// `?run=`, `?judge=` by number, `?project=`.
pub(super) fn asked(query: &Query) -> WhatIfQuestion {
    WhatIfQuestion {
        run: query.get("run").parse().ok(),
        judge: query.get("judge").parse().ok(),
        project: query.get("project").parse().ok().map(ProjectId),
    }
}

/// What was asked of a run.
pub(super) fn leaving_out(found: &WhatIf, asked: WhatIfQuestion) -> LeavingOut {
    let mut model = LeavingOut {
        run: None,
        judges: vec![Choice::new("", "Choose a judge")],
        projects: vec![Choice::new("", "Choose a project")],
        judge: asked.judge.filter(|_| asked.project.is_none()).map(|n| n.to_string()).unwrap_or_default(),
        project: asked.project.map(|id| id.to_string()).unwrap_or_default(),
        reviews: vec![],
        answer: None,
    };
    let Some((run, input)) = &found.run else { return model };
    model.run = Some(run.run);
    let judges = (1..).zip(&run.outcome.judges).map(|(number, judge): (usize, _)| {
        let has = plural(judge.reviews, "review", "reviews");
        Choice::new(number.to_string(), format!("{}, {has}", judge_name(&found.judge_names, &judge.judge)))
    });
    model.judges.extend(judges);
    let mut projects: Vec<Choice> = run
        .outcome
        .projects
        .iter()
        .map(|p| Choice::new(p.project.to_string(), title(found, p.project)))
        .collect();
    projects.sort_by_key(|choice| choice.label.to_lowercase());
    model.projects.extend(projects);
    if let Some(project) = found.project {
        let number = |email: &str| run.outcome.judges.iter().position(|judge| judge.judge == email);
        let reviews = input.reviews().iter().filter(|review| review.project == project.0);
        model.reviews = reviews
            .filter_map(|review| {
                let name = judge_name(&found.judge_names, &review.judge);
                Some((number(&review.judge)? + 1, name, review.total_micro as f64 / 1e6))
            })
            .collect();
    }
    model.answer = found.left_out.as_ref().map(|left_out| WhatIfAnswer {
        without: without_words(found, left_out, input),
        found: found.found.as_ref().map(|without| found_model(found, &run.outcome, without)),
    });
    model
}

fn title(found: &WhatIf, project: i64) -> String {
    let id = ProjectId(project);
    found.titles.get(&id).map_or_else(|| format!("project {id}"), |named| named.title.clone())
}

fn without_words(found: &WhatIf, left_out: &LeftAside, input: &Input) -> String {
    match left_out {
        LeftAside::Judge(email) => {
            let given = input.reviews().iter().filter(|review| review.judge == *email).count();
            let given = plural(given, "review", "reviews");
            format!("the {given} by {}", judge_name(&found.judge_names, email))
        }
        LeftAside::Review(project, email) => {
            let judge = judge_name(&found.judge_names, email);
            format!("the review of {} by {judge}", title(found, project.0))
        }
    }
}

fn found_model(found: &WhatIf, run: &shared::calibration::Outcome, without: &RunWithout) -> WhatIfFound {
    let titles = |ids: &[i64]| ids.iter().map(|id| title(found, *id)).collect::<Vec<_>>();
    let first = |projects: &[ProjectOutcome]| {
        let best = projects.iter().filter(|p| p.rank == 1);
        best.map(|p| title(found, p.project)).collect::<Vec<_>>()
    };
    WhatIfFound {
        movers: mover_rows(&without.comparison, &found.titles, &found.judge_names),
        projects: without.comparison.projects,
        first: [first(&run.projects), first(&without.ranking.projects)],
        contenders: [titles(&run.contenders), titles(&without.ranking.contenders)],
    }
}
