//! What speaks for whom: the short list of a prize, what judges wrote, what organizers say to each other, and what they decided.

use crate::components::long_lists::{LongTable, around_the_line};
use crate::prelude::*;
use model::deliberation::{DeliberationNote, NoteSubject};
use model::run::title_among;
use shared::text;

/// What is known and said of a prize before it is given.
#[derive(Clone, Debug)]
pub struct PrizeDeliberation {
    /// The run that ranks and chances are from.
    pub run: Option<i32>,
    /// Its number, where another run would say something else by now.
    pub outdated: Option<i32>,
    /// Chances compare only the projects that can win the prize.
    pub among_some: bool,
    /// Confirmed winners first, and then the others in their order.
    pub short: Vec<ShortRow>,
    /// What organizers said and decided, oldest first.
    pub notes: Vec<DeliberationNote>,
    /// What projects are called.
    pub titles: BTreeMap<ProjectId, String>,
}

/// A project on the short list.
#[derive(Clone, Debug)]
pub struct ShortRow {
    pub project: i64,
    pub title: String,
    pub team: String,
    /// Its rank and the 90 % range of it.
    pub rank: Option<(u32, [u32; 2])>,
    /// The chance to be among as many first of all projects as win the prize, or to win it among those that can.
    pub chance: Option<f64>,
    /// What the panel says of it.
    pub panel: Option<String>,
    pub votes: Option<i64>,
    /// It wins by the rule.
    pub wins: bool,
    /// It is tied at the last winning place.
    pub tied: bool,
    /// It is a confirmed winner.
    pub confirmed: bool,
    /// Other prizes that it won.
    pub won: Vec<String>,
    /// Judges and what they wrote.
    pub comments: Vec<(String, String)>,
}

/// How many rows of the short list are in view. Where nobody wins yet, as many as where the first one does.
fn in_view(rows: &[ShortRow]) -> usize {
    around_the_line(rows.iter().rposition(|row| row.wins || row.tied || row.confirmed).or(Some(0)))
}

/// What judges wrote, about those around the last winning place in view.
pub(super) fn judges_words(rows: &[ShortRow]) -> AnyView {
    let (near, far) = rows.split_at(in_view(rows).min(rows.len()));
    let [near, far] = [near, far]
        .map(|rows| rows.iter().filter(|row| !row.comments.is_empty()).map(comments_of).collect::<Vec<_>>());
    let comments = if near.is_empty() && far.is_empty() {
        view! { <p class="quiet">"No judge wrote a comment about these projects."</p> }
    } else {
        let others = format!("Show the comments on {}", plural(far.len(), "other project", "other projects"));
        let far = (!far.is_empty()).then(|| disclosure(others).of(view! { {far} }));
        view! { {near}{far} }
    };
    section("comments", "What judges wrote").of(comments)
}

/// The projects as they come, those around the last winning place in view.
pub(super) fn short_list(
    rows: Vec<ShortRow>,
    (winners, among_some): (i32, bool),
    run: Option<i32>,
) -> AnyView {
    if rows.is_empty() {
        return view! { <p class="quiet">"No project can win this prize yet."</p> };
    }
    // Without an order, none of them comes first.
    let ordered = rows.iter().any(|row| {
        row.wins || row.confirmed || row.rank.is_some() || row.panel.is_some() || row.votes.is_some()
    });
    let few = if ordered { in_view(&rows) } else { 0 };
    let some = rows.iter().any(|row| !so_far(row).is_empty());
    let (panels, votes) = (rows.iter().any(|r| r.panel.is_some()), rows.iter().any(|r| r.votes.is_some()));
    let among = match winners {
        _ if among_some => "Chance to win".to_owned(),
        1 => "Chance to be first".to_owned(),
        n => format!("Chance to be in the first {n}"),
    };
    // Before a run, nobody has a rank or a chance.
    let among = rows.iter().any(|row| row.rank.is_some()).then_some(among);
    let rows: Vec<_> =
        rows.into_iter().map(|row| short_row(row, among.as_deref(), (panels, votes, some))).collect();
    let source = run.map(|run| {
        let compare = if among_some {
            "Ranks and their 90\u{a0}% ranges compare all projects, chances those that can win this prize. They"
        } else {
            "Ranks, their 90\u{a0}% ranges and chances compare all projects and"
        };
        view! { <p class="quiet small">{format!("{compare} come from run {run}. {}", words::CHANCES_ASSUME)}</p> }
    });
    let (ranked, among) = (among.is_some(), among.unwrap_or_default());
    let list = view! {
        <LongTable rows few labels=("Short list", "The others in order") counted=("project", "projects") columns=[text_column("Project"), number_column("Rank").when(ranked), number_column(among).when(ranked), text_column("Panel").when(panels), number_column("Votes").when(votes), text_column("So far").when(some)]/>
    };
    view! { {list}{source} }
}

/// What is decided of a project, or would be by the rule.
fn so_far(row: &ShortRow) -> &'static str {
    match (row.confirmed, row.wins, row.tied) {
        (true, ..) => "Confirmed",
        (_, true, _) => "Wins by the rule",
        (.., true) => "Tied",
        _ => "",
    }
}

/// A row, with those of the last columns that some row has something in.
fn short_row(row: ShortRow, among: Option<&str>, (panels, votes, some): (bool, bool, bool)) -> AnyView {
    let wins = so_far(&row);
    let rank = row.rank.map_or_else(
        || "not ranked".to_owned(),
        |(rank, [low, high])| {
            if low == high { rank.to_string() } else { format!("{rank} ({low} to {high})") }
        },
    );
    let chance = row.chance.map_or_else(|| "–".to_owned(), |chance| format!("{:.0}\u{a0}%", chance * 100.0));
    let ranked = among.map(|among| {
        view! {
            <td class="cell-num" data-label="Rank">{rank}</td>
            <td class="cell-num" data-label=among.to_owned()>{chance}</td>
        }
    });
    let panel = panels
        .then(|| view! { <td data-label="Panel">{row.panel.unwrap_or_else(|| "not named".to_owned())}</td> });
    let votes = votes.then(|| {
        view! { <td class="cell-num" data-label="Votes">{row.votes.map_or_else(|| "–".to_owned(), |votes| votes.to_string())}</td> }
    });
    let no_word = wins.is_empty().then_some("cell-blank");
    let wins = some.then(|| view! { <td data-label="So far" class=no_word><strong>{wins}</strong></td> });
    let won =
        (!row.won.is_empty()).then(|| view! { <br/><small class="quiet">"Won "{and_list(&row.won)}</small> });
    let team = team_below(&row.team, &row.title);
    view! {
        <tr>
            <th scope="row"><a href=format!("/projects/{}", row.project)>{row.title}</a>{team}{won}</th>
            {ranked}
            {panel}
            {votes}
            {wins}
        </tr>
    }
}

fn comments_of(row: &ShortRow) -> AnyView {
    let lines = each(row.comments.iter(), |(judge, comment)| {
        view! { <li><p class="quiet small">{judge.clone()}</p><Paragraphs text=comment.clone()/></li> }
    });
    disclosure(view! { {row.title.clone()}", "{plural(row.comments.len(), "comment", "comments")} }).of(
        view! {
            <ul class="prose">{lines}</ul>
        },
    )
}

pub(super) fn remarks(
    notes: &[DeliberationNote],
    titles: &BTreeMap<ProjectId, String>,
    projects: Vec<Choice>,
    here: &str,
) -> AnyView {
    let remarks = notes.iter().filter(|note| !matches!(note.about, NoteSubject::Decision { .. }));
    let lines = each(remarks, |remark| {
        let about = match &remark.about {
            NoteSubject::Project(project) => titles.get(project).cloned(),
            NoteSubject::Prize | NoteSubject::Decision { .. } => None,
        };
        let about = about.map(|about| view! { " about "<b>{about}</b> });
        let by = remark.author.clone().unwrap_or_default();
        view! { <li><p class="quiet small">{by}{about}", "<Time at=remark.at/></p><Paragraphs text=remark.body.clone()/></li> }
    });
    let lines = (!lines.is_empty()).then(|| view! { <ul class="prose">{lines}</ul> });
    section("remarks", "Remarks").of(view! {
            <p class="quiet">"Until the results are published, only organizers who take no part can read remarks. No export holds them."</p>
            {lines}
            <PostForm action=format!("{here}/remark") class="form" fresh=true>
                <Select name="project" label="About" choices=projects value=typed_into("project")/>
                <Area name="body" label="Remark" rows=3 limit=text::SUMMARY value=typed_into("body")/>
                <Button>"Add remark"</Button>
            </PostForm>
    })
}

pub(super) fn decisions(notes: &[DeliberationNote], titles: &BTreeMap<ProjectId, String>) -> AnyView {
    let title = |id: &ProjectId| title_among(titles, *id);
    let lines = notes.iter().filter_map(|note| {
        let NoteSubject::Decision { winners, by_rule } = &note.about else { return None };
        let how = if *by_rule { "as the rule says" } else { "by choice" };
        let reason = (!note.body.is_empty()).then(|| view! { <Paragraphs text=note.body.clone()/> });
        let winners: Vec<_> = winners.iter().map(title).collect();
        let winners = if winners.is_empty() { "Nobody".to_owned() } else { and_list(&winners) };
        let by = note.author.clone().unwrap_or_default();
        Some(view! {
            <li>
                <p><b>{winners}</b>{format!(", {how}")}</p>
                <p class="quiet small">{by}", "<Time at=note.at/></p>
                {reason}
            </li>
        })
    });
    let lines: Vec<_> = lines.collect();
    let body = if lines.is_empty() {
        view! { <p class="quiet">"Nothing was decided yet."</p> }
    } else {
        view! { <ol class="prose">{lines}</ol> }
    };
    section("decisions", "Decisions").of(body)
}
