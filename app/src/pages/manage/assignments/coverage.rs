//! Every judge and every project in one table, with a shape for each pair that has something to do with each other.

use super::Side;
use crate::pages::manage::ways_in::{import_projects, invite_judges};
use crate::prelude::*;
use model::coverage::{Cell, Coverage, CoveredProject, CoveringJudge, JUDGES, Mark, PROJECTS};

const RING: &str = "M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 0 0 0-11z";

fn word(mark: Mark) -> &'static str {
    match mark {
        Mark::Submitted => "submitted",
        Mark::Begun => "draft",
        Mark::ToCome => "to come",
        Mark::Missed => "missed",
        Mark::Aside => "does not count",
        Mark::Conflict => "conflict of interest",
    }
}

/// The lines of its shape, and the part that is filled. Each has a shape of its own, so that it can be read without colours.
fn paths(mark: Mark) -> (&'static str, &'static str) {
    match mark {
        Mark::Submitted => ("", "M8 2a6 6 0 1 0 0 12a6 6 0 0 0 0-12z"),
        Mark::Begun => (RING, "M8 2a6 6 0 0 0 0 12z"),
        Mark::ToCome => (RING, ""),
        Mark::Missed => ("M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 0 0 0-11zM8 5v6", ""),
        Mark::Aside => ("M4 4l8 8M12 4l-8 8", ""),
        Mark::Conflict => ("M3 3h10v10H3zM3 13L13 3", ""),
    }
}

fn shape(mark: Mark) -> AnyView {
    let (lines, filled) = paths(mark);
    let lines = (!lines.is_empty()).then(|| view! { <path d=lines/> });
    let filled = (!filled.is_empty()).then(|| view! { <path class="coverage-full" d=filled/> });
    view! { <svg class="coverage-mark" viewBox="0 0 16 16" aria-hidden="true">{lines}{filled}</svg> }
}

/// Where the table is: on the page of who judges what, in place of its lists.
pub(in crate::pages::manage) fn coverage_href(slug: &str) -> String {
    coverage_address(slug, &[])
}

fn coverage_address(slug: &str, asked: &[(&str, &str)]) -> String {
    with_query(&ManageTab::Assignments.href(slug), &[&[("table", "1")][..], asked].concat())
}

pub(super) fn coverage_section(model: &Coverage) -> AnyView {
    let slug = this_event().slug;
    let body = if model.projects.is_empty() || model.judges.is_empty() {
        let way = if model.projects.is_empty() { import_projects() } else { invite_judges() };
        let text = "The table needs a submitted project and a judge who is here. Invited judges come into it when they accept.";
        view! { <EmptyState title="Nothing to show yet" text=text>{way}</EmptyState> }
    } else {
        body(model, &slug)
    };
    section("table", "Every judge and every project").of(body)
}

fn body(model: &Coverage, slug: &str) -> AnyView {
    let planned = words::plural(model.planned, "review", "reviews");
    let lead =
        format!("A row for each project, a column for each judge. Each project should have {planned}.");
    let (order, other) = match model.asked.by_name {
        true => ("Sorted by title and name. ", "Show first who needs something"),
        false => ("Those that need something come first. ", "Sort by title and name"),
    };
    let switched = if model.asked.by_name { "" } else { "name" };
    let marks: Vec<_> =
        Mark::ALL.into_iter().map(|mark| key(mark, model.marks.get(&mark).copied().unwrap_or(0))).collect();
    view! {
        <p class="prose">{lead}" "{order}<a href=coverage_address(slug, &[("order", switched)])>{other}</a>"."</p>
        <ul class="coverage-keys" role="list">{marks}{(model.short > 0).then(|| short_key(model.short))}</ul>
        {table(model, slug)}
        {pager(model, slug, "projects")}
        {pager(model, slug, "judges")}
        <p class="quiet small">"As of "<Time at=model.now form=TimeForm::Clock/>". A shape leads to the review, a title to who can review the project, a name to the judge’s list."</p>
    }
}

/// A shape, what it means, and how often the event has it.
fn key(mark: Mark, number: usize) -> AnyView {
    view! { <li>{shape(mark)}<b>{words::thousands(i64::try_from(number).unwrap_or(i64::MAX))}</b>" "{word(mark)}</li> }
}

/// The sign of a project that lacks judges, and how many projects have it.
fn short_key(projects: usize) -> AnyView {
    let have = if projects == 1 { "project with too few judges" } else { "projects with too few judges" };
    let number = words::thousands(i64::try_from(projects).unwrap_or(i64::MAX));
    view! { <li><span class="coverage-short"><Icon sign=Sign::Alert/></span><b>{number}</b>" "{have}</li> }
}

/// The ways to the other pages of projects or judges, the page of the other list being kept.
fn pager(model: &Coverage, slug: &str, list: &'static str) -> AnyView {
    let of_projects = list == "projects";
    let (asked, [projects, judges]) = (model.asked, model.all);
    let (name, page, of, size) = match of_projects {
        true => ("Projects", asked.projects, projects, PROJECTS),
        false => ("Judges", asked.judges, judges, JUDGES),
    };
    let (first, last) = ((page - 1) * size + 1, (page * size).min(of));
    let number = |page: usize| if page > 1 { page.to_string() } else { String::new() };
    let address = |page: usize| {
        let (projects, judges) = match of_projects {
            true => (page, asked.judges),
            false => (asked.projects, page),
        };
        let order = if asked.by_name { "name" } else { "" };
        let [projects, judges] = [projects, judges].map(number);
        coverage_address(slug, &[("order", order), ("projects", &projects), ("judges", &judges)])
    };
    let said = format!("{name} {first}–{last} of {of}");
    let previous = (page > 1).then(|| address(page - 1));
    let next = (last < of).then(|| address(page + 1));
    view! { <Pager words=said previous next/> }
}

fn table(model: &Coverage, slug: &str) -> AnyView {
    let base = ManageTab::Assignments.href(slug);
    let judges: Vec<_> = model.judges.iter().map(|judge| column(judge, slug)).collect();
    let rows: Vec<_> = model.projects.iter().map(|project| row(project, model, (slug, &base))).collect();
    view! {
        <div class="coverage-scroll" role="region" aria-label="Who reviews what, table" tabindex="0">
            <table class="coverage">
                <thead>
                    <tr>
                        <th scope="col" class="coverage-project">"Project"</th>
                        <th scope="col" class="coverage-number">"Finished"</th>
                        {judges}
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

/// The name of a judge; somebody who judges no more has none.
fn name(judge: &CoveringJudge) -> String {
    judge.name.clone().unwrap_or_else(|| "A former judge".to_owned())
}

fn column(judge: &CoveringJudge, slug: &str) -> AnyView {
    view! {
        <th scope="col" class="coverage-judge" abbr=name(judge)>
            <a href=Side::Judge.href(slug, judge.id)>{name(judge)}</a>
            <span>{format!("{}/{}", judge.done, judge.given)}<span class="sr-only">" finished"</span></span>
        </th>
    }
}

fn row(project: &CoveredProject, model: &Coverage, (slug, base): (&str, &str)) -> AnyView {
    let cells = each(project.cells.iter().zip(&model.judges), |(cell, judge)| match cell {
        None => view! { <td></td> },
        Some(cell) => filled(*cell, judge, base),
    });
    let class = if project.short > 0 { "coverage-number coverage-short" } else { "coverage-number" };
    let short = (project.short > 0).then(|| {
        view! { <span class="sr-only">{format!(", {} short", words::plural(project.short, "judge", "judges"))}</span> }
    });
    let sign = short.is_some().then(|| view! { <Icon sign=Sign::Alert/> });
    view! {
        <tr>
            <th scope="row" class="coverage-project"><a href=Side::Project.href(slug, project.id)>{project.title.clone()}</a></th>
            <td class=class>{sign}{format!("{} of {}", project.done, model.planned)}{short}</td>
            {cells}
        </tr>
    }
}

fn filled(cell: Cell, judge: &CoveringJudge, base: &str) -> AnyView {
    let (shape, word) = (shape(cell.mark), word(cell.mark));
    let title = format!("{}: {word}", name(judge));
    match cell.assignment {
        Some(review) => view! {
            <td><a href=format!("{base}/{review}") title=title>{shape}<span class="sr-only">{word}</span></a></td>
        },
        None => view! { <td title=title>{shape}<span class="sr-only">{word}</span></td> },
    }
}

#[cfg(test)]
mod tests {
    use super::{Mark, paths, word};
    use std::collections::BTreeSet;

    #[test]
    fn each_state_has_a_shape_and_a_word_of_its_own() {
        let marks = Mark::ALL;
        assert_eq!(marks.map(paths).into_iter().collect::<BTreeSet<_>>().len(), marks.len());
        assert_eq!(marks.map(word).into_iter().collect::<BTreeSet<_>>().len(), marks.len());
    }
}
