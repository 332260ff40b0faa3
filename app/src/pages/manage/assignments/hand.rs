//! The assignments of one judge, or of one project, changed by hand: a part of the page of each.

use super::handover::{HandoverPart, handover_part};
use crate::components::long_lists::{FEW, LongTable};
use crate::prelude::*;
use model::plan::PlannedAssignment;
use shared::rules::AssignmentStatus;

/// From which side assignments are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// A judge's projects.
    Judge,
    /// A project's judges.
    Project,
}

impl Side {
    /// Its part of the address of an act.
    fn path(self) -> &'static str {
        match self {
            Self::Judge => "judges",
            Self::Project => "projects",
        }
    }

    /// The page of a judge or a project.
    fn page(self, slug: &str, id: i64) -> String {
        let list = match self {
            Self::Judge => ManageTab::People,
            Self::Project => ManageTab::Projects,
        };
        format!("{}/{id}", list.href(slug))
    }

    /// Where its assignments are changed.
    pub fn href(self, slug: &str, id: i64) -> String {
        format!("{}?assigned=#assigned", self.page(slug, id))
    }

    /// Where a judge's pending work is moved to others.
    pub(in crate::pages::manage) fn move_href(slug: &str, judge: i64) -> String {
        format!("{}?move=1#move", Self::Judge.page(slug, judge))
    }
}

#[derive(Clone, Debug)]
pub struct HandPart {
    pub side: Side,
    /// Whose, or of which project.
    pub id: i64,
    /// Of a project, what is known beside its assignments, in sentences.
    pub about: String,
    /// The assignments, each with the title of its project or the name of its judge: what is on the other side.
    pub rows: Vec<(PlannedAssignment, String)>,
    /// Of a project, how many judges it is dealt to who are not here yet; `about` names them.
    pub waiting: usize,
    /// Who or what can be added.
    pub choices: Vec<Choice>,
    /// Who or what is not in that list for a conflict or an own team.
    pub kept_apart: Vec<String>,
    pub chosen: String,
    /// Pending work without a review, which can move to others.
    pub movable: usize,
    /// It was asked for.
    pub open: bool,
    /// Who would take it, where that was asked.
    pub handover: Option<HandoverPart>,
    /// Reviews can be entered from paper now.
    pub enters: bool,
    /// `Ok` if assignments can change, or the sentence why not.
    pub may: Result<(), String>,
}

/// The part of the page of a judge or a project called `name`, folded until somebody wants it.
pub(in crate::pages::manage) fn hand_part(model: Result<HandPart, String>, name: &str) -> AnyView {
    let model = match model {
        Ok(model) => model,
        Err(sentence) => return view! { <Notice tone=Tone::Note title=sentence/> },
    };
    let slug = this_event().slug;
    let base = ManageTab::Assignments.href(&slug);
    let here = format!("{base}/{}/{}", model.side.path(), model.id);
    let may = model.may.is_ok();
    let deals = may && this_event().moment.deals();
    let (title, empty) = match model.side {
        Side::Judge => {
            (words::plural(model.rows.len(), "project", "projects"), "This judge has no projects yet.")
        }
        Side::Project => {
            let all = words::plural(model.rows.len() + model.waiting, "judge", "judges");
            let waiting = (model.waiting > 0).then(|| format!(", {} not here yet", model.waiting));
            (format!("{all}{}", waiting.unwrap_or_default()), "This project has no judges yet.")
        }
    };
    // Where they are moved, the list of what moves takes their place.
    let rows = model.handover.is_none().then(|| match (model.rows.is_empty(), model.waiting) {
        (false, _) => Some(table((&slug, &base), &model, may)),
        (true, 0) => Some(view! { <EmptyState title="Nothing assigned" text=empty/> }),
        (true, _) => None,
    });
    let add = deals.then(|| add(&here, &model));
    let error = model.may.clone().err().map(|sentence| view! { <Notice tone=Tone::Note title=sentence/> });
    let hand_over = match model.handover {
        Some(part) => Some(handover_part(part, name, &here)),
        None => (deals && model.movable > 0 && model.side == Side::Judge).then(|| {
            let pending = words::plural(model.movable, "pending project", "pending projects");
            let verb = format!("Move {pending} to others");
            view! { <p><ButtonLink href=Side::move_href(&slug, model.id)>{verb}</ButtonLink></p> }
        }),
    };
    let about = (!model.about.is_empty()).then(|| view! { <p class="prose">{model.about}</p> });
    disclosure(view! { <h2>"Assigned: "{title}</h2> }).open(model.open).of(view! {
        <div class="stack" id="assigned">
            {about}
            {error}
            {rows}
            {hand_over}
            {add}
        </div>
    })
}

fn table((slug, base): (&str, &str), model: &HandPart, may: bool) -> AnyView {
    let (heading, others) = match model.side {
        Side::Judge => ("Project", Side::Project),
        Side::Project => ("Judge", Side::Judge),
    };
    let to = format!("{}/{}", model.side.path(), model.id);
    let rows = each(model.rows.iter(), |(row, name)| {
        let (tone, sign, word) = match (row.status, row.reviewed) {
            (AssignmentStatus::Done, _) if row.entered => (Tone::Good, Sign::Check, "Entered from paper"),
            (AssignmentStatus::Done, _) => (Tone::Good, Sign::Check, "Submitted"),
            (AssignmentStatus::Recused, _) if row.voided => (Tone::Warn, Sign::Alert, "Set aside"),
            (AssignmentStatus::Recused, _) => (Tone::Plain, Sign::Lock, "Recused"),
            (AssignmentStatus::Pending, true) => (Tone::Note, Sign::Pencil, "Draft"),
            (AssignmentStatus::Pending, false) => (Tone::Plain, Sign::Clock, "Not begun"),
        };
        let other = match model.side {
            Side::Judge => row.project.0,
            Side::Project => row.judge.0,
        };
        let acts = may.then(|| acts((base, &to), row, name, model.enters));
        view! {
            <tr>
                <th scope="row"><a href=others.href(slug, other)>{name.clone()}</a></th>
                <td data-label="Status"><Pill tone sign word/>" "<small class="quiet">{source(&row.source)}</small></td>
                <td class="cell-act">{acts}</td>
            </tr>
        }
    });
    let (one, many) = match model.side {
        Side::Judge => ("project", "projects"),
        Side::Project => ("judge", "judges"),
    };
    view! {
        <LongTable rows few=FEW labels=("Assignments", "Other assignments") counted=(one, many) columns=[text_column(heading), text_column("Status"), act_column(unseen("Acts"))]/>
        <p class="field-hint prose">"A recused judge no longer sees the project, and a review of it does not count. You can give the project back here."</p>
    }
}

/// How an assignment came to be.
fn source(name: &str) -> &'static str {
    match name {
        "planned" => "from a plan",
        "manual" => "by an organizer",
        "pulled" => "taken by the judge",
        _ => "from a file",
    }
}

/// What can be done with one assignment. Each form says where to go back to.
fn acts((base, to): (&str, &str), row: &PlannedAssignment, name: &str, enters: bool) -> AnyView {
    let form = |act: &str, kind: Kind, verb: &'static str| {
        let (of, to) = (name.to_owned(), to.to_owned());
        view! {
            <PostForm action=format!("{base}/{}/{act}", row.id)>
                <input type="hidden" name="to" value=to/>
                <Button tight=true kind=kind>{verb}<span class="sr-only">" "{of}</span></Button>
            </PostForm>
        }
    };
    let open = {
        let (href, of) = (format!("{base}/{}", row.id), name.to_owned());
        let verb = match (row.status, row.reviewed) {
            (AssignmentStatus::Pending, false) => "Enter from paper",
            (AssignmentStatus::Recused, _) if !row.voided => "See why",
            _ => "Open review",
        };
        view! { <ButtonLink href tight=true>{verb}<span class="sr-only">" "{of}</span></ButtonLink> }
    };
    let buttons = match (row.status, row.reviewed) {
        _ if row.voided => vec![open],
        (AssignmentStatus::Recused, _) => vec![open, form("reinstate", Kind::Quiet, "Give back")],
        (AssignmentStatus::Pending, false) => {
            let changes = [form("remove", Kind::Quiet, "Take away"), form("recuse", Kind::Quiet, "Recuse")];
            enters.then_some(open).into_iter().chain(changes).collect()
        }
        _ => vec![open, form("recuse", Kind::Danger, "Recuse, so that the review no longer counts")],
    };
    view! { <div class="row assignments-acts">{buttons}</div> }
}

fn add(here: &str, model: &HandPart) -> AnyView {
    let (name, label, verb) = match model.side {
        Side::Judge => ("project", "Project", "Assign the project"),
        Side::Project => ("judge", "Judge", "Assign the judge"),
    };
    let hint = add_hint(&model.kept_apart);
    let (choices, chosen) = (model.choices.clone(), model.chosen.clone());
    subsection("add", "Assign by hand").plain().of(view! {
        <PostForm action=format!("{here}/assign") class="form">
            <Select name=name label=label choices=choices value=chosen hint=hint/>
            <Button>{verb}</Button>
        </PostForm>
    })
}

/// Who is missing from the list, and why: without that, an organizer looks for a name that cannot be there.
fn add_hint(kept_apart: &[String]) -> String {
    let names = words::and_more(kept_apart.iter().cloned(), words::NAMED);
    let apart = if names.is_empty() {
        String::new()
    } else {
        format!("Not in the list, because of a conflict or their own team: {names}. ")
    };
    format!("{apart}You can go beyond a judge’s cap here.")
}
