//! The page of an event's tracks: one form for the whole list.

use super::lines::{AroundLines, named_errors, start_from};
use super::{Fold, SettingsTab, form_line, form_lines, settings_links, theirs_notice};
use crate::prelude::*;
use shared::event_settings::TypedTrack;

#[derive(Clone, Debug)]
pub struct TracksPage {
    /// The tracks in their order, then empty lines for new ones.
    pub tracks: Vec<TrackLine>,
    pub around: AroundLines,
}

/// A line of the form, and what is in the track.
#[derive(Clone, Debug, Default)]
pub struct TrackLine {
    /// As stored or typed.
    pub typed: TypedTrack,
    /// Drafts among them.
    pub projects: i64,
    pub prizes: i64,
    /// Judges who know it.
    pub judges: i64,
}

pub fn tracks_page(model: TracksPage) -> AnyView {
    let page = format!("/events/{}/manage/settings/tracks", this_event().slug);
    let saved = model.around.saved_notice("The tracks are saved.");
    let added = model.around.added(model.tracks.len());
    let names: Vec<String> = model.tracks.iter().map(|line| line.typed.name.clone()).collect();
    let errors = named_errors("tracks", "Track", &names);
    let start = start_from(&[], model.around.last.clone());
    let unsaved = model.around.unsaved_hint();
    let lines = model.tracks.into_iter().enumerate();
    let lines: Vec<_> = lines.map(|(n, line)| track_line(n, line, added == Some(n))).collect();
    ManageTab::Settings.page(view! {
        <h1>"Tracks"</h1>
        {settings_links(SettingsTab::Tracks)}
        <ErrorSummary errors/>
        {saved}
        <p class="prose">"A project belongs to one track or to none. Judges can be given the tracks that they know. An empty line is left out."</p>
        {theirs_notice(model.around.theirs, &page)}
        <PostForm action=page.clone() fresh=true class="form">
            <input type="hidden" name="version" value=model.around.version/>
            {form_lines(lines)}
            <div class="row">
                <Button kind=Kind::Main>"Save tracks"</Button>
                <Button name="do" value="more">"Add a line"</Button>
            </div>
            {start}
            {unsaved}
        </PostForm>
    })
}

fn track_line(n: usize, line: TrackLine, focused: bool) -> AnyView {
    let field = |name: &str| format!("tracks_{n}_{name}");
    let legend = match line.typed.id {
        Some(_) => format!("Track {}", n + 1),
        None => "New track".to_owned(),
    };
    let used = line.typed.id.map(|_| view! { <p class="field-hint">{uses(&line)}</p> });
    let TrackLine { typed, projects, prizes, .. } = line;
    let id = typed.id.map(|id| view! { <input type="hidden" name=field("id") value=id.to_string()/> });
    let fold = typed.id.map(|_| {
        // The database keeps a track that projects or prizes are in.
        let remove = if projects + prizes == 0 {
            view! { <Check name=field("remove") label="Remove this track" checked=typed.remove/> }
        } else {
            view! { <p class="field-hint">"It can be removed once no project and no prize is in it."</p> }
        };
        let fields = view! {
            <Field name=field("place") label="Place" kind="number" short=true value=typed.place/>
            {remove}
        };
        Fold { summary: "Place, removal", open: typed.remove, fields }
    });
    let cells = view! {
        {id}
        <Field name=field("name") label="Name" value=typed.name focused=focused/>
        {used}
    };
    form_line("settings-cells-track", &legend, cells, fold)
}

fn uses(line: &TrackLine) -> String {
    let parts = [
        (line.projects, "project", "projects"),
        (line.prizes, "prize", "prizes"),
        (line.judges, "judge who knows it", "judges who know it"),
    ];
    let parts: Vec<String> = parts
        .into_iter()
        .filter(|(n, ..)| *n > 0)
        .map(|(n, one, more)| words::plural(n, one, more))
        .collect();
    if parts.is_empty() {
        "Nothing is in it yet.".to_owned()
    } else {
        format!("{}.", words::and_list(&parts))
    }
}
