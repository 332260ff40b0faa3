//! What an import would do, row by row, and what it did.

use super::columns::columns;
use super::gone::{GoneChoice, gone_projects, left_out};
use super::rows::{Group, LISTED, part};
use super::upload::upload_form;
use crate::components::long_lists::{FEW, FIRST, found, have_words, show_all};
use crate::pages::manage::from_file::{FromFile, file_choice};
use crate::pages::manage::missing_names::{MissingNames, create};
use crate::prelude::*;
use model::project_import::{DecidedRow, ImportChoice, ImportCounts, ImportPreview, ProjectUpload};
use shared::joined_names::UnknownName;
use shared::project_files::{ChangedField, FileNote};
use std::collections::HashSet;
use words::project_files as say;

pub struct ImportPreviewPage {
    pub found: ImportPreview,
    /// What is so in the whole file, or in several of its projects, in sentences.
    pub notes: Vec<String>,
    /// Tracks that the file names and the event does not have.
    pub missing_tracks: Option<MissingNames>,
    /// The same of prizes. Some of them may be tracks: many sites have no others.
    pub missing_prizes: Option<MissingNames>,
    /// What a form had ticked that was refused, or searched.
    pub chosen: ImportChoice,
    /// The projects that it would withdraw.
    pub leaving: GoneChoice,
    /// The words of which projects are shown that have them.
    pub asked: String,
}

/// The preview, and after the import what it did.
pub fn import_preview_page(model: ImportPreviewPage) -> AnyView {
    let list = ManageTab::Projects.href(&this_event().slug);
    let upload = format!("{list}/import");
    let ProjectUpload { file_name, shape, created_at, done, .. } = model.found.upload.clone();
    let (title, body) = match done {
        Some(done) => ("Projects imported", imported(done, &this_event().slug, &list)),
        None => ("Preview of the import", preview(model, &upload)),
    };
    let file = view! {
        <p class="prose">{file_name}", read as "{say::shape(shape)}", uploaded "<Time at=created_at/>"."</p>
    };
    ManageTab::Projects.page(view! {
            <Crumbs above=vec![("Projects".to_owned(), list.clone())]/>
            <h1>{title}</h1>
            {file_choice(FromFile::Projects)}
            <ErrorSummary heading="Nothing was changed"/>
            {file}
            {body}
    })
}

fn imported(done: ImportCounts, slug: &str, list: &str) -> AnyView {
    let projects = |n: i32| words::plural(n, "project", "projects");
    let title = format!("{} added, {} changed", projects(done.created), projects(done.updated));
    let people = format!("/events/{slug}/manage/people/invitations?state=not_sent");
    let invited = (done.invited > 0).then(|| {
        let members = words::plural(done.invited, "team member has", "team members have");
        view! { <p>{members}" an invitation. "<a href=people>"Hand out the invitations"</a>" when you are ready."</p> }
    });
    let flagged = (done.flagged > 0).then(|| {
        let flagged = words::plural(done.flagged, "project looks", "projects look");
        let href = format!("{list}/duplicates");
        view! { <p>{flagged}" like a repeat of another one. "<a href=href>"Compare them"</a>"."</p> }
    });
    view! {
        <Notice tone=Tone::Good title>{invited}{flagged}</Notice>
        <p class="row"><ButtonLink href=list.to_owned()>"See all projects"</ButtonLink><ButtonLink href=FromFile::Projects.href(slug)>"Import another file"</ButtonLink></p>
    }
}

fn preview(model: ImportPreviewPage, upload: &str) -> AnyView {
    let ImportPreview { upload: list, rows, gone, questions, choices, seen, .. } = model.found;
    let tally = tally(&rows);
    let here = format!("{upload}/{}", list.sha256);
    // Without titles, nobody knows how many projects the rows are.
    let untitled = list.notes.contains(&FileNote::NoTitles);
    let known = (questions.as_slice(), choices.as_slice());
    let columns = columns(list.columns, known, untitled, &here);
    let said = (!model.notes.is_empty()).then(|| {
        let notes = each(model.notes, |note| view! { <li dir="auto">{note}</li> });
        view! { <ul class="prose">{notes}</ul> }
    });
    let (chosen, asked) = (&model.chosen, model.asked.as_str());
    let search = (rows.len() + gone.len() > FEW).then(|| search(asked));
    let shown: Vec<&DecidedRow> = rows.iter().filter(|row| have_words(&[&row.title], asked)).collect();
    let of = |group: Group| -> Vec<&DecidedRow> {
        shown.iter().copied().filter(|row| Group::of(&row.verdict) == group).collect()
    };
    let part = |group: Group| part(group, of(group), (chosen, !asked.is_empty()));
    let rejected = (!untitled).then(|| part(Group::Rejected)).flatten();
    let act = act(&rows);
    let decided: Vec<_> = Group::DECIDED.into_iter().filter_map(part).collect();
    let everywhere = everywhere(&rows, chosen);
    let is_folded = |group: &Group| *group != Group::Rejected && !Group::DECIDED.contains(group);
    let others: Vec<Group> = Group::ALL.into_iter().filter(is_folded).collect();
    let listed: usize = others.iter().map(|group| of(*group).len()).sum();
    let parts: Vec<_> = others.into_iter().filter_map(part).collect();
    let label = match (listed, rejected.is_some() || !decided.is_empty()) {
        (1, _) => "Show the project".to_owned(),
        (n, false) => show_all(n, "project", "projects"),
        (n, true) => format!("Show the other {}", words::plural(n, "project", "projects")),
    };
    // What was ticked in a form that was refused stays in sight, and so does what was searched for.
    let mut new = rows.iter().filter(|row| Group::of(&row.verdict) == Group::New);
    let open = !asked.is_empty() || new.any(|row| chosen.left_out.contains(&row.position));
    let list = (listed > 0)
        .then(|| disclosure(label).id("all").open(open).of(view! { <div class="stack">{parts}</div> }));
    let drawn = Group::ALL.into_iter().flat_map(|group| of(group).into_iter().take(LISTED));
    let unseen = ticks_unseen(&drawn.map(|row| row.position).collect(), chosen);
    let gone = gone_projects(gone, &left_out(&rows), (&model.leaving, asked), &here);
    let found = found(asked, shown.len(), FIRST, ("project of the file", "projects of the file"));
    view! {
        {(!untitled).then(|| view! { <p class="prose">{tally}</p> })}
        {model.missing_tracks.map(|missing| missing_tracks(missing, &here))}
        {model.missing_prizes.map(|missing| missing_prizes(missing, &here))}
        {said}
        {columns}
        <PostForm action=format!("{here}/confirm") class="stack" once=true>
            <input type="hidden" name="seen" value=seen/>
            {search}
            {found}
            {unseen}
            {rejected}
            {gone}
            {decided}
            {everywhere}
            {act}
            {list}
        </PostForm>
        {disclosure("Choose another file").of(view! {
            {upload_form(Kind::Quiet)}
        })}
    }
}

/// How many projects the file has, by what an import would do with them.
fn tally(rows: &[DecidedRow]) -> String {
    let counts = Group::ALL.into_iter().map(|group| (group, count(rows, group)));
    let tally: Vec<String> = counts.filter(|(_, n)| *n > 0).map(|(group, n)| group.counted(n)).collect();
    let all = words::plural(rows.len(), "project", "projects");
    format!("The file has {all}: {}.", words::and_list(&tally))
}

fn count(rows: &[DecidedRow], group: Group) -> usize {
    rows.iter().filter(|row| Group::of(&row.verdict) == group).count()
}

/// The search among the projects. It is a button of the form with the ticks, which stay, and the first one: the return key in its field
/// imports nothing.
fn search(asked: &str) -> AnyView {
    let all = (!asked.is_empty()).then(|| view! { <Button name="search" value="all">"Show all"</Button> });
    view! {
        <search class="filters">
            <div class="row">
                <Field name="q" label="Project" kind="search" value=asked.to_owned()/>
                <Button name="search" value="true">"Search"</Button>
                {all}
            </div>
        </search>
    }
}

/// What is ticked of rows that are not drawn, so that it counts all the same.
fn ticks_unseen(drawn: &HashSet<i32>, chosen: &ImportChoice) -> Vec<AnyView> {
    let left_out = chosen.left_out.iter().filter(|position| !drawn.contains(position));
    let left_out = left_out.map(|position| ("skip", position.to_string()));
    let taken = chosen.taken.iter().filter(|(position, _)| !drawn.contains(position));
    let taken = taken.map(|(position, field)| ("take", format!("{position}-{}", field.name())));
    each(left_out.chain(taken), |(name, value)| view! { <input type="hidden" name=name value=value/> })
}

/// Boxes that take the file's value in every row, for each field that was written here in several.
fn everywhere(rows: &[DecidedRow], chosen: &ImportChoice) -> Vec<AnyView> {
    let kept = |field: ChangedField| {
        rows.iter().flat_map(|row| &row.kept).filter(|change| change.field == field).count()
    };
    let several =
        ChangedField::ALL.into_iter().map(|field| (field, kept(field))).filter(|(_, number)| *number > 1);
    each(several, |(field, number)| {
        let label = format!("Take the file’s {} for all {number} projects", say::changed(&[field]));
        let ticked = chosen.everywhere.contains(&field);
        view! { <Check name="everywhere" value=field.name() label=label checked=ticked/> }
    })
}

/// The button that imports the list, with what it does.
fn act(rows: &[DecidedRow]) -> AnyView {
    let (new, changed) = (count(rows, Group::New), count(rows, Group::Changed));
    let tied: usize = rows.iter().map(|row| row.tied.len()).sum();
    let recorded: usize = rows.iter().map(|row| row.recorded.len()).sum();
    let alone: usize = rows.iter().map(|row| row.invited.len()).sum();
    let writes = new + changed + tied + recorded > 0;
    if !writes && rows.iter().any(|row| Group::of(&row.verdict) == Group::Kept) {
        return view! {
            <Notice tone=Tone::Note title="Only values that were corrected here differ" text="Tick those that you take from the file. The others stay as they are here."/>
            <Button>"Take the ticked values"</Button>
        };
    }
    if !writes {
        return view! { <Notice tone=Tone::Note title="Nothing to import" text="An import of this file would change nothing."/> };
    }
    let label = match (new, changed) {
        (0, 0) if tied == 0 => format!("Record {}", words::plural(recorded, "member", "members")),
        (0, 0) if alone == 0 => format!("Declare {}", words::plural(tied, "conflict", "conflicts")),
        (0, 0) => format!("Invite {}", words::plural(alone, "member", "members")),
        (new, 0) => format!("Import {}", words::plural(new, "project", "projects")),
        (0, changed) => format!("Change {}", words::plural(changed, "project", "projects")),
        (new, changed) => format!("Import {new} new and change {changed}"),
    };
    let invited: i64 = rows.iter().filter(|row| row.verdict.writes()).map(|row| row.members).sum();
    let invited = invited + i64::try_from(alone).unwrap_or_default();
    let members = (invited > 0).then(|| {
        let people = words::plural(invited, "member", "members");
        let invitation = if invited == 1 { "gets" } else { "get" };
        view! { <p class="field-hint">{format!("Up to {people} {invitation} an invitation to their team. You hand it out later.")}</p> }
    });
    view! {
        <div class="form">
            <Button kind=Kind::Main>{label}</Button>
            {members}
            <p class="field-hint">"Tick a project in its list to leave it out. Nothing has changed yet. This preview ends a day after the upload."</p>
        </div>
    }
}

/// Which tracks the file names that the event does not have, and the button that creates them.
fn missing_tracks(missing: MissingNames, here: &str) -> AnyView {
    let tracks = format!("{}/tracks", ManageTab::Settings.href(&this_event().slug));
    view! {
        <p class="prose" dir="auto">{missing.said}</p>
        <PostForm action=format!("{here}/tracks") class="form">
            {create(&missing.names, ("track", "tracks"))}
            <p class="field-hint">"The import puts projects into them, and none becomes a prize. Judges keep the tracks that they have. You can change them under "<a href=tracks>"Tracks"</a>"."</p>
        </PostForm>
    }
}

/// Which prizes the file names that the event does not have, and the button that creates them. Some of them can become tracks first.
fn missing_prizes(missing: MissingNames, here: &str) -> AnyView {
    let prizes = create(&missing.names, ("prize", "prizes"));
    let typed = forms().typed;
    let open = typed.all("track").next().is_some();
    let names = missing.names.into_iter().flat_map(UnknownName::all);
    let checks = each(names.enumerate(), |(n, name)| {
        let ticked = typed.all("track").any(|track| track == name);
        view! {
            <label class="check">
                <input type="checkbox" id=format!("track-{n}") name="track" value=name.clone() checked=ticked/>
                <span dir="auto">{name}</span>
            </label>
        }
    });
    let as_tracks = format!("{here}/tracks");
    view! {
        <p class="prose" dir="auto">{missing.said}</p>
        <PostForm action=format!("{here}/prizes") class="form">
            {disclosure("Some of them are tracks").id("as-tracks").open(open).of(view! {
                <p>"Tick the tracks. They don’t become prizes, and the others stay in this list."</p>
                {checks}
                <Button name="prizes" value="true" formaction=as_tracks>"Create the ticked tracks"</Button>
            })}
            {prizes}
            <p class="field-hint">"Teams opt into them, and you choose the winners. You can change that under Prizes."</p>
        </PostForm>
    }
}
