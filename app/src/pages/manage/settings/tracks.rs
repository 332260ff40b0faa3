//! An event's tracks, below its criteria, in the form of the rubric.

use super::lines::{AroundLines, LinesForm};
use super::{Fold, FormLine, SAVE, form_line, theirs_notice};
use crate::prelude::*;
use shared::event_settings::TypedTrack;

#[derive(Clone, Debug, Default)]
pub struct TracksPart {
    /// They were asked for.
    pub open: bool,
    /// The tracks in their order, then empty lines for new ones.
    pub tracks: Vec<TrackLine>,
    pub around: AroundLines,
}

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

/// The section, in the form of the page. An event without tracks may need none, so there it is folded unless it was asked for. So it is
/// where another list of the form was refused, and nothing was changed in this one.
pub fn tracks_part(model: TracksPart) -> AnyView {
    let slug = this_event().slug;
    let page = format!("{}?tracks=#tracks", ManageTab::Criteria.href(&slug));
    let some = model.tracks.iter().any(|line| line.typed.id.is_some());
    let open = model.open || model.around.unsaved.is_some() || (some && forms().errors.is_empty());
    let added = model.around.added(model.tracks.len());
    let lines = model.tracks.into_iter().enumerate();
    let lines: Vec<_> = lines.map(|(n, line)| track_line(n, line, added == Some(n))).collect();
    let form = LinesForm { list: "tracks", save: SAVE, more: Some("Add a track"), ..LinesForm::default() };
    let parts = form.of(&model.around, lines);
    view! {
        <section aria-labelledby="tracks">
            {disclosure(view! { <h2 id="tracks">"Tracks"</h2> }).open(open).of(view! {
                <div class="stack">
                    <p class="prose">"A project belongs to one track or to none. Judges can be given the tracks that they know. An empty line is left out."</p>
                    {theirs_notice(model.around.theirs, &page)}
                    <div class="form">{parts}</div>
                </div>
            })}
        </section>
    }
}

fn track_line(n: usize, line: TrackLine, focused: bool) -> FormLine {
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
