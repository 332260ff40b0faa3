//! `/events/<slug>/manage/projects`: every project with its flag, and the page on which an organizer decides about one.

use super::assignments::{HandPart, hand_part};
use super::floor::{PlaceForm, place_section};
use super::more_time::{MoreTime, more_time};
use super::tabs::Moment;
use super::ways_in::import_projects;
use crate::components::long_lists::{FEW, LongTable, found, have_words, in_view, search_form};
use crate::prelude::*;
use model::project::{FlaggableProject, Project};
use shared::floor::Place;
use shared::ids::TeamId;
use shared::teammates::fingerprint;

/// The list, with flagged projects first; of many the others are folded. With a `search` those are listed that have its words.
/// What is reviewed of the teams `left_out`, this organizer may not know.
pub fn projects_page(
    mut projects: Vec<FlaggableProject>,
    left_out: &[TeamId],
    search: Option<String>,
    time: MoreTime,
) -> AnyView {
    let slug = this_event().slug;
    let list = ManageTab::Projects.href(&slug);
    let submitted = projects.iter().filter(|p| p.submitted).count();
    let flagged = projects.iter().filter(|p| p.submitted && p.duplicate_of.is_some()).count();
    let flags = match flagged {
        0 => "No project is flagged as a repeat.".to_owned(),
        1 => "1 is flagged as a repeat.".to_owned(),
        n => format!("{n} are flagged as repeats."),
    };
    let gone = projects.iter().filter(|p| p.withdrawn_at.is_some()).count();
    let gone = match gone {
        0 => String::new(),
        1 => " 1 is withdrawn.".to_owned(),
        n => format!(" {n} are withdrawn."),
    };
    let lead = format!("{} submitted. {flags}{gone}", words::plural(submitted, "project", "projects"));
    let none = projects.is_empty();
    let few = in_view(search.as_deref(), flagged);
    let asked = search.unwrap_or_default();
    let form =
        (projects.len() > FEW || !asked.is_empty()).then(|| search_form(&list, "Project or team", &asked));
    projects.retain(|project| have_words(&[&project.title, &project.team], &asked));
    let body = if none {
        view! { <EmptyState title="No projects yet" text="Projects appear here once a team starts one."/> }
    } else if projects.is_empty() {
        view! { <EmptyState title="No project found" text="Search for a part of a title or a team."/> }
    } else {
        let rows = each(projects, |project| row(&slug, project, left_out));
        view! {
            {found(&asked, rows.len(), few, ("project", "projects"))}
            <LongTable rows few labels=("Projects", "Other projects") counted=("project", "projects") columns=[text_column("Project"), text_column("Team"), text_column("Status"), number_column("Reviews"), text_column("Flag")]/>
        }
    };
    ManageTab::Projects.page(view! {
        <h1>"Projects"</h1>
        <ErrorSummary heading="No team got more time"/>
        <p class="prose">{lead}" A flagged project stays listed but is not ranked. Teams see the flag, but not why it was set."</p>
        <p class="row">
            {import_projects()}
            <ButtonLink href=format!("{list}/duplicates")>"Compare repeats"</ButtonLink>
        </p>
        {more_time(time)}
        {form}
        <div class="stack manage-short-cells">{body}</div>
    })
}

fn row(slug: &str, project: FlaggableProject, left_out: &[TeamId]) -> AnyView {
    let decide = format!("/events/{slug}/manage/projects/{}", project.id);
    let reviews = reviews(&project, left_out);
    let flag = match (repeats(&project), project.submitted) {
        (_, false) if project.withdrawn_at.is_some() => {
            view! { <a href=decide>"Restore"<span class="sr-only">" "{project.title.clone()}</span></a> }
        }
        (_, false) => view! { <span class="quiet">"Drafts are not checked."</span> },
        (Some((id, title)), _) => {
            let why =
                why(&project).map(|why| view! { <br/><small class="quiet">{words::capital(why)}"."</small> });
            view! {
                "Repeats "<a href=format!("/projects/{id}")>{title.to_owned()}</a>". "
                <a href=decide>"Change"<span class="sr-only">" the flag of "{project.title.clone()}</span></a>{why}
            }
        }
        (None, _) => {
            let cleared = project.cleared.then_some("Cleared by an organizer. ");
            view! { {cleared}<a href=decide>"Flag, correct or withdraw"<span class="sr-only">" "{project.title.clone()}</span></a> }
        }
    };
    let status = status(project.submitted, project.duplicate_of.is_some(), project.withdrawn_at.is_some());
    let team = team_cell(&project.team, &project.title);
    view! {
        <tr id=format!("project-{}", project.id)>
            <th scope="row"><a href=format!("/projects/{}", project.id)>{project.title}</a></th>
            {team}
            <td data-label="Status">{status}</td>
            <td data-label="Reviews" class="cell-num">{reviews}</td>
            <td data-label="Flag">{flag}</td>
        </tr>
    }
}

fn status(submitted: bool, flagged: bool, withdrawn: bool) -> AnyView {
    match (submitted, flagged) {
        (false, _) if withdrawn => view! { <Pill tone=Tone::Plain sign=Sign::Cross word="Withdrawn"/> },
        (false, _) => view! { <Pill tone=Tone::Plain sign=Sign::Pencil word="Draft"/> },
        (true, true) => view! { <Pill tone=Tone::Warn sign=Sign::Copies word="Repeat"/> },
        (true, false) => view! { <Pill tone=Tone::Good sign=Sign::Check word="Submitted"/> },
    }
}

/// `2 of 3`; those of a withdrawn project count nowhere.
fn reviews(project: &FlaggableProject, left_out: &[TeamId]) -> String {
    if left_out.contains(&project.team_id) || project.withdrawn_at.is_some() {
        return "–".to_owned();
    }
    format!("{} of {}", project.done, project.assigned)
}

/// The project that it repeats, and its title.
fn repeats(project: &FlaggableProject) -> Option<(ProjectId, &str)> {
    project.duplicate_of.zip(project.original.as_deref())
}

/// Why it was flagged, where that was said.
fn why(project: &FlaggableProject) -> Option<&str> {
    project.reason.as_deref().filter(|why| !why.is_empty())
}

/// The page on which an organizer decides about one project.
pub struct FlagPage {
    pub project: FlaggableProject,
    /// The teams of whose reviews this organizer may not know.
    pub left_out: Vec<TeamId>,
    /// Flagged projects that repeat this one, as identifier and title.
    pub repeated_by: Vec<(i64, String)>,
    /// The projects that it can repeat.
    pub others: Vec<Choice>,
    /// The one that was chosen, or that it repeats.
    pub chosen: String,
    /// `Ok` if this organizer can decide, or the sentence why not.
    pub may: Result<(), String>,
    /// `Ok` if this organizer can withdraw it, or restore it where it is withdrawn; or the sentence why not.
    pub may_leave: Result<(), String>,
    /// What a list said of it, where one brought it.
    pub correction: Option<CorrectionForm>,
    /// Where it is in the hall, if it is submitted.
    pub place: Option<PlaceForm>,
    /// Who judges it, or why that is withheld; none for what nobody judges.
    pub judges: Option<Result<HandPart, String>>,
    /// Its team can get more time now.
    pub more_time: bool,
    /// It was restored just now, and is there in the hall.
    pub restored: Option<Restored>,
}

/// Where in the hall a project is that was restored just now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Restored {
    /// At the place that it had.
    Placed(Place),
    /// Nowhere, and other projects have places.
    Unplaced,
    /// Nowhere, since no project has a place.
    NoHall,
}

fn restored(at: &Restored) -> AnyView {
    let title = "The project is restored.";
    match at {
        Restored::Placed(place) => {
            let text = format!("It has its place in the hall again: {}.", place_words(place));
            view! { <Notice tone=Tone::Good title text/> }
        }
        Restored::Unplaced => {
            view! { <Notice tone=Tone::Warn title text="It has no place in the hall now. Give it one below."/> }
        }
        Restored::NoHall => view! { <Notice tone=Tone::Good title/> },
    }
}

/// What an organizer corrects of an imported project.
pub struct CorrectionForm {
    /// As it is stored.
    pub project: Project,
    /// `Ok` if this organizer can correct it, or the sentence why not.
    pub may: Result<(), String>,
}

pub fn flag_page(model: FlagPage) -> AnyView {
    let list = ManageTab::Projects.href(&this_event().slug);
    let project = &model.project;
    let title = project.title.clone();
    let (state, repeated) = (state(project), repeated_by(model.repeated_by));
    let here = format!("{list}/{}", project.id);
    let leaving = leaving(project, model.may_leave, &here);
    let correction = model.correction.map(|form| correction(form, &here));
    // The section says it itself.
    let stale = model.place.as_ref().is_some_and(|place| place.moved_meanwhile);
    let errors = (!stale).then(|| view! { <ErrorSummary heading="Nothing was changed"/> });
    let judges = model.judges.map(|part| hand_part(part, &title));
    let more_time = model.more_time.then(|| {
        let href = format!("{list}?team={}#more-time", project.team_id);
        view! { <p><ButtonLink href>"Give its team more time"</ButtonLink></p> }
    });
    let restored = model.restored.as_ref().map(restored);
    let facts = view! {
        <dl class="facts">
            <dt>"Page"</dt><dd><a href=format!("/projects/{}", project.id)>"As others see it"</a></dd>
            <dt>"Team"</dt><dd>{project.team.clone()}</dd>
            <dt>"Reviews so far"</dt><dd>{reviews(project, &model.left_out)}</dd>
        </dl>
    };
    let acts = match model.may {
        Err(sentence) => view! { <Notice tone=Tone::Note title=words::capital(&sentence)/> },
        Ok(()) if !project.submitted => {
            view! { <Notice tone=Tone::Note title="Only a submitted project can be flagged."/> }
        }
        Ok(()) => acts(project, model.others, model.chosen, &here),
    };
    ManageTab::Projects.page(view! {
        <Crumbs above=vec![("Projects".to_owned(), list)]/>
        <h1>{title}</h1>
        {errors}
        {one_part_at_a_time()}
        {restored}
        {facts}
        {judges}
        {model.place.map(|form| place_section(form, &here))}
        {section("repeat", "Is it a repeat?").of(view! {
            {state}
            {repeated}
            {acts}
        })}
        {correction}
        {leaving}
        {more_time}
    })
}

/// Correcting what the list said; shown open where that was refused.
fn correction(form: CorrectionForm, here: &str) -> AnyView {
    // The form of another act has no such field.
    let open = forms().typed.sent("video_url").is_some();
    let Project { title, team, repo_url, demo_url, video_url, .. } = form.project;
    let body = match form.may {
        Err(sentence) => view! { <p class="quiet">{show_moments(&words::capital(&sentence))}</p> },
        Ok(()) => {
            // Of what is stored now, also where the form was made from something older: by then the page says so.
            let stored = [
                ("title", &title),
                ("team", &team),
                ("repo_url", &repo_url),
                ("demo_url", &demo_url),
                ("video_url", &video_url),
            ];
            let prints = each(stored, |(field, text)| {
                view! { <input type="hidden" name=format!("was_{field}") value=fingerprint(text)/> }
            });
            view! {
                <PostForm action=format!("{here}/correct") class="form">
                    <p class="field-hint">"Correct mistakes of the imported list here, also after submissions have closed. Everybody sees it at once, and the log keeps what it was. Reviews stay as they are."</p>
                    {prints}
                    <Field name="title" label="Title" value=typed_or("title", title)/>
                    <Field name="team" label="Team’s name" value=typed_or("team", team) hint="All projects of this team show it."/>
                    <Field name="repo_url" label="Code" kind="url" value=typed_or("repo_url", repo_url) hint="The repository’s address. If two projects use one repository, only the earlier is ranked." optional=true/>
                    <Field name="demo_url" label="Demo" kind="url" value=typed_or("demo_url", demo_url) optional=true/>
                    <Field name="video_url" label="Video" kind="url" value=typed_or("video_url", video_url) optional=true/>
                    <Button>"Save the correction"</Button>
                </PostForm>
            }
        }
    };
    disclosure(view! { <h2>"Correct what was imported"</h2> }).open(open).of(view! {
        <div class="stack" id="correct">{body}</div>
    })
}

/// The usual reasons for withdrawing a project. They are stored as their sentences.
const REASONS: [&str; 3] = ["Nobody came to show it.", "It was a test entry.", "The team asked for it."];

/// The fields for why a project is withdrawn: a usual reason, before which another one may come, or the organizer's own words.
pub(super) fn withdrawal_reason(first: Option<&'static str>, (why, reason): (String, String)) -> AnyView {
    let usual = first.into_iter().chain(REASONS).map(|reason| Choice::new(reason, reason));
    let choices: Vec<Choice> = usual.chain([Choice::new("", "Another reason, in my own words")]).collect();
    view! {
        <Select name="why" label="Why" choices value=why hint="Its team reads this, and nobody else but the organizers."/>
        <Area name="reason" label="In your own words" value=reason limit=500 rows=2 optional=true hint="What you write here takes the place of the reason above."/>
    }
}

/// Withdrawing the project, or restoring it.
fn leaving(project: &FlaggableProject, may: Result<(), String>, here: &str) -> AnyView {
    let withdrawn = project.withdrawn_at.is_some();
    let title = if withdrawn { "Restore the project" } else { "Withdraw the project" };
    let body = match may {
        Err(sentence) => view! { <p class="quiet">{show_moments(&words::capital(&sentence))}</p> },
        Ok(()) if withdrawn => view! {
            <PostForm action=format!("{here}/restore") class="form">
                <p class="field-hint">"It is listed and ranked again, as it was submitted. Its judges get it back, and their reviews count again. It gets its place in the hall back, unless another project has it."</p>
                <Button kind=Kind::Main>"Restore the project"</Button>
            </PostForm>
        },
        Ok(()) => {
            let reason = withdrawal_reason(None, (typed_into("why"), typed_into("reason")));
            view! {
                <PostForm action=format!("{here}/withdraw") class="form">
                    <p class="field-hint">"It is no longer listed, ranked or shown, and judges don’t visit it. Reviews are kept and count nowhere. You can restore it until the results are published."</p>
                    {reason}
                    <Button kind=Kind::Danger>"Withdraw the project"</Button>
                </PostForm>
            }
        }
    };
    section("leave", title).of(body)
}

/// What holds now.
fn state(project: &FlaggableProject) -> AnyView {
    if let Some(at) = project.withdrawn_at {
        let reason = project.withdrawal_reason.clone();
        return view! {
            <Notice tone=Tone::Warn title="Withdrawn">
                <p>"An organizer withdrew it on "<Time at/>". Its reviews are kept and count nowhere. Why: "<bdi>{reason}</bdi></p>
            </Notice>
        };
    }
    match repeats(project) {
        Some((id, title)) => {
            let (href, title) = (format!("/projects/{id}"), title.to_owned());
            let why = why(project).map(|why| format!(" Why: {why}."));
            view! {
                <Notice tone=Tone::Warn title="Flagged as a repeat">
                    <p>"It repeats "<a href=href>{title}</a>". It stays listed but is not ranked."{why}</p>
                </Notice>
            }
        }
        None if project.cleared => view! {
            <Notice tone=Tone::Note title="Not flagged" text="An organizer decided that this is not a repeat. Later checks will not flag it again."/>
        },
        None => view! { <Notice tone=Tone::Note title="Not flagged"/> },
    }
}

fn repeated_by(repeats: Vec<(i64, String)>) -> Option<AnyView> {
    let items = each(repeats, |(id, title)| view! { <li><a href=format!("/projects/{id}")>{title}</a></li> });
    (!items.is_empty()).then(|| {
        view! { <p>"Flagged as repeats of this project:"</p><ul class="link-columns">{items}</ul> }
    })
}

/// What a flag does to results that are public already.
pub(super) fn results_stay() -> Option<&'static str> {
    (this_event().moment == Moment::Publish)
        .then_some("Published results don’t change until you publish another run.")
}

fn acts(project: &FlaggableProject, others: Vec<Choice>, chosen: String, here: &str) -> AnyView {
    let flagged = project.duplicate_of.is_some();
    let clear = (flagged || !project.cleared).then(|| {
        let (label, hint) = if flagged {
            ("Clear the flag", "The project is ranked again. Later checks will not flag it again.")
        } else {
            ("Mark as not a repeat", "Later checks will not flag it, whatever its team changes.")
        };
        view! {
            <PostForm action=format!("{here}/clear") class="form">
                <p class="field-hint">{hint}</p>
                <Button>{label}</Button>
            </PostForm>
        }
    });
    let label = if flagged { "Change what it repeats" } else { "Flag as a repeat" };
    let published = results_stay().map(|said| view! { <p class="quiet">{said}</p> });
    view! {
        {published}
        {clear}
        <PostForm action=format!("{here}/flag") class="form">
            <Select name="duplicate_of" label="It repeats" choices=others value=chosen hint="The project stays listed but is not ranked. Its team sees the flag, the project you choose and the organizers’ names."/>
            <Button kind=Kind::Danger>{label}</Button>
        </PostForm>
    }
}
