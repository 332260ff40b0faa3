//! `/events/<slug>/manage/exports`: eight lists, the event as one file, scores without names, webhooks, and how long personal data are
//! kept.

use super::keeping::{KeepingPart, keeping_part};
use super::open_data::{OpenDataState, open_data};
use super::webhooks::list::ABOUT;
use crate::prelude::*;
use shared::export::ExportKind;

pub struct ExportsPage {
    /// Why files with scores are withheld from this organizer; none if they are not.
    pub withheld: Option<String>,
    /// The assignments leave out those of teams that this organizer is or was on.
    pub without_own_team: bool,
    /// The latest run, which results and judges describe; none before the first, and where they are withheld.
    pub last_run: Option<i32>,
    /// What can be published without names; none where scores are withheld from this organizer.
    pub open_data: Option<OpenDataState>,
    /// How long personal data are kept; none where scores are withheld from this organizer.
    pub keeping: Option<KeepingPart>,
    /// It was asked for how long: that is in the row of publishing.
    pub asks_keeping: bool,
}

pub fn exports_page(model: ExportsPage) -> AnyView {
    let withheld = model.withheld;
    let notice = withheld.clone().map(|why| view! { <Notice tone=Tone::Note title=why/> });
    let rows = each(ExportKind::ALL, |kind| {
        let withheld = withheld.is_some() && kind.tells_scores();
        let file = link(&this_event().slug, format!("{}.csv", kind.name()), withheld);
        view! {
            <tr>
                <th scope="row">{label(kind)}</th>
                <td data-label="One row for each">{holds(kind, withheld, (model.last_run, model.without_own_team))}</td>
                <td class="cell-act">{file}</td>
            </tr>
        }
    });
    let webhooks = ManageTab::Webhooks.href(&this_event().slug);
    let webhooks = section("webhooks", "Webhooks").of(view! {
        <p class="prose">{ABOUT}" "<a href=webhooks>"See this event’s webhooks"</a></p>
    });
    let bundle = link(&this_event().slug, "bundle.json".to_owned(), withheld.is_some());
    let without_pictures = withheld.is_none().then(|| {
        let href = format!("/api/events/{}/export/bundle.json?pictures=0", this_event().slug);
        view! { <p><a href=href>"bundle.json without pictures"</a>", if they make the file too large for an import"</p> }
    });
    // The head of the file's own last row. Another one is older or newer than the file whenever something is logged in between.
    let to_check = withheld.is_none().then(|| {
        let slug = this_event().slug;
        let (head, name) =
            (format!("/api/events/{slug}/audit-head?bundle=1"), format!("{slug}-bundle-head.json"));
        view! { <p>"To have the file checked later, save it first, and then "<a href=head download=name>"the signed head of its last row"</a>". The two can be checked together, whatever happens in between."</p> }
    });
    let of_draft = this_event().draft.then(|| {
        view! { <p class="prose">"This event is a draft. If you import the file, everybody sees the new event at once."</p> }
    });
    // Where scores are withheld, there is nothing to type into.
    let parts = (model.open_data.is_some() && model.keeping.is_some()).then(one_part_at_a_time);
    let tab = if model.asks_keeping { ManageTab::Keeping } else { ManageTab::Exports };
    tab.page(view! {
        <h1>"Exports"</h1>
        <ErrorSummary heading="Nothing was changed"/>
        {parts}
        <p class="prose quiet">
            "CSV files in UTF-8, with times in UTC. The audit log records each download with your name. A cell that a spreadsheet would run as a formula starts with a quote mark."
        </p>
        {notice}
        <Table label="Exports" stacks=true columns=[text_column("What"), text_column("One row for each"), act_column("File")]>{rows}</Table>
        <h2>"The whole event"</h2>
        <p class="prose">
            "One file that another portal can import and anyone can check with "<code>"evenhand verify"</code>". It contains people with their addresses, projects, reviews, comments, every run with its input, and the audit log. It contains ballots once voting has closed."
        </p>
        {of_draft}
        <p>{bundle}</p>
        {without_pictures}
        {to_check}
        <h2 id="open-data">"Open data"</h2>
        <p class="prose">"After publication, you can make the scores public without names, so that anybody can study how judging works. They enter the public domain (CC0): everybody may use them for anything."</p>
        {model.open_data.map(open_data)}
        {webhooks}
        {model.keeping.as_ref().map(keeping_part)}
    })
}

/// The link to a file, or the word that it is withheld.
fn link(slug: &str, file: String, withheld: bool) -> AnyView {
    if withheld {
        return view! { <Pill sign=Sign::Lock word="withheld"/> };
    }
    let href = format!("/api/events/{slug}/export/{file}");
    view! { <a href=href>{file}</a> }
}

fn label(kind: ExportKind) -> &'static str {
    match kind {
        ExportKind::Registrations => "Registrations",
        ExportKind::Teams => "Teams",
        ExportKind::Projects => "Projects",
        ExportKind::Assignments => "Assignments",
        ExportKind::Scores => "Scores",
        ExportKind::Results => "Results",
        ExportKind::Judges => "Judges",
        ExportKind::Audit => "Audit log",
    }
}

fn holds(kind: ExportKind, withheld: bool, (last_run, without_own_team): (Option<i32>, bool)) -> String {
    let run = match last_run {
        _ if withheld => String::new(),
        Some(run) => format!(" (run {run}, the latest)"),
        None => " (no run yet: only the header)".to_owned(),
    };
    match kind {
        ExportKind::Registrations => "person and role: address, name, tracks".to_owned(),
        ExportKind::Teams => "member of a team, with the day they joined".to_owned(),
        ExportKind::Projects => "project, drafts included: team, track, status, links, tags".to_owned(),
        ExportKind::Assignments if without_own_team => {
            "assignment, until publication without those of projects whose team you are or were on".to_owned()
        }
        ExportKind::Assignments => "assignment: judge, project, status, where it came from".to_owned(),
        ExportKind::Scores => "review, drafts included: each criterion, the total, the comment".to_owned(),
        ExportKind::Results => format!("submitted project, ranked or not: rank, range, scores{run}"),
        ExportKind::Judges => format!("judge: offset, scale, noise, flags{run}"),
        ExportKind::Audit => "change, in order, each chained to the one before".to_owned(),
    }
}
