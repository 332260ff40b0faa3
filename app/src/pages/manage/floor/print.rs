//! `/events/<slug>/manage/floor/print`: signs, lists and sheets on paper, black on white.

use crate::prelude::*;
use model::floor::{FloorProject, SheetTask};
use shared::floor::{Place, is_same_room};

/// Most modules on a side of the code of a sign, which is 60 mm wide, and of one in a judge's list, which is 24 mm wide: each
/// module is 0.4 mm or more.
const SIGN: u8 = 150;
const IN_LIST: u8 = 60;
/// The widest range whose scores are printed as boxes to cross.
const MOST_BOXES: i64 = 11;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sheets {
    Signs,
    List,
    Judges,
    /// One sheet, to be copied.
    Scores,
    ScoresByProject,
    /// One for each assignment.
    ScoresByJudge,
}

impl Sheets {
    /// All of them, in the order of their links.
    pub const ALL: [Self; 6] =
        [Self::Signs, Self::List, Self::Judges, Self::Scores, Self::ScoresByProject, Self::ScoresByJudge];

    /// Those with this name; signs where it is none.
    pub fn named(name: &str) -> Self {
        Self::ALL.into_iter().find(|sheets| sheets.entry().0 == name).unwrap_or(Self::Signs)
    }

    /// Their name in the address, what they are called, and what they are.
    fn entry(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Signs => ("signs", "Table signs", "one page a project, with a QR code to its page."),
            Self::List => ("list", "List by room", "for the entrance and for helpers."),
            Self::Judges => (
                "judges",
                "Judges’ sheets",
                "each judge’s projects in walking order, with a QR code for each form.",
            ),
            Self::Scores => {
                ("scores", "Blank score sheet", "the criteria with their guidance, for judging on paper.")
            }
            Self::ScoresByProject => (
                "scores-by-project",
                "Score sheets by project",
                "one for each project, with its place and title.",
            ),
            Self::ScoresByJudge => (
                "scores-by-judge",
                "Score sheets by judge",
                "one for each assignment, with the judge, the place and a QR code for its form.",
            ),
        }
    }

    pub fn label(self) -> &'static str {
        self.entry().1
    }

    pub(super) fn what(self) -> &'static str {
        self.entry().2
    }

    /// They say who judges what.
    pub fn of_judges(self) -> bool {
        matches!(self, Self::Judges | Self::ScoresByJudge)
    }

    pub(super) fn href(self, slug: &str) -> String {
        format!("{}/print?sheets={}", ManageTab::Floor.href(slug), self.entry().0)
    }
}

/// What every printed page has.
pub struct PrintHead {
    pub slug: String,
    pub event: String,
    /// The site's address, without a slash at the end.
    pub base_url: String,
    pub sheets: Sheets,
    /// This organizer prints no sheets of judges.
    pub withheld: bool,
    /// Which part of all sheets this is, from 1.
    pub part: usize,
    /// Parts in all.
    pub parts: usize,
    /// Sheets in all.
    pub all: usize,
}

/// The part that is not printed, and the sheets.
fn printed(head: &PrintHead, what: String, sheets: AnyView) -> AnyView {
    needs(Sheet::Paper);
    let choices = Sheets::ALL.into_iter().filter(|sheets| !(head.withheld && sheets.of_judges()));
    let choices: Vec<Tab> = choices
        .map(|sheets| Tab::new(sheets.label(), sheets.href(&head.slug), sheets == head.sheets))
        .collect();
    view! {
        <div class="paper">
            <div class="paper-screen stack">
                <Crumbs above=vec![("Hall".to_owned(), ManageTab::Floor.href(&head.slug))]/>
                <h1>{head.sheets.label()}</h1>
                <Tabs label="What to print" tabs=choices/>
                {(head.parts > 1).then(|| part_links(head))}
                <p class="quiet">{what}" To print, choose Print in your browser’s menu. The pages fit A4 and Letter."</p>
            </div>
            {sheets}
        </div>
    }
}

/// Links to the parts: a page with every sheet of a large event would be too heavy for browsers.
fn part_links(head: &PrintHead) -> AnyView {
    let link = |part: usize| {
        let current = (part == head.part).then_some("page");
        let href = format!("{}&part={part}", head.sheets.href(&head.slug));
        view! { <li><a href=href aria-current=current>{format!("Part {part}")}</a></li> }
    };
    let links: Vec<_> = (1..=head.parts).map(link).collect();
    let lead = format!("This is part {} of {}. Print each part.", head.part, head.parts);
    view! { <nav aria-label="Parts"><p>{lead}</p><ul class="row">{links}</ul></nav> }
}

/// Says what a print is made of, and leads there.
fn nothing_to_print(head: &PrintHead, text: &'static str, tab: ManageTab, act: &'static str) -> AnyView {
    let way = view! { <ButtonLink href=tab.href(&head.slug)>{act}</ButtonLink> };
    view! { <EmptyState title="Nothing to print yet" text>{way}</EmptyState> }
}

fn no_projects(head: &PrintHead) -> AnyView {
    let made_of = "Signs and lists are made of submitted projects.";
    nothing_to_print(head, made_of, ManageTab::Projects, "See the projects")
}

fn code(text: &str, widest: u8, title: String) -> Option<AnyView> {
    Qr::of(text, widest).map(|code| view! { <QrCodeOf code title/> })
}

/// A sign for each table.
pub fn signs_page(head: &PrintHead, projects: Vec<FloorProject>) -> AnyView {
    let without = projects.iter().filter(|p| p.place.is_none()).count();
    let mut what = format!("{}, one page each.", words::plural(head.all, "sign", "signs"));
    if without > 0 {
        what += &format!(" {without} of these name no place yet.");
    }
    let signs: Vec<_> = projects.into_iter().map(|project| sign(head, project)).collect();
    let sheets = if signs.is_empty() {
        no_projects(head)
    } else {
        view! { {signs} }
    };
    printed(head, what, sheets)
}

fn sign(head: &PrintHead, project: FloorProject) -> AnyView {
    let link = format!("{}/projects/{}", head.base_url, project.id);
    let code = code(&link, SIGN, format!("QR code: the page of {}", project.title));
    let track = project.track.map(|(_, name)| name).unwrap_or_default();
    let Place { room, place } = project.place;
    // A room alone is set as large as a place.
    let (above, large) = if place.is_empty() { (String::new(), room) } else { (room, place) };
    let size = match large.chars().count() {
        0..=4 => "paper-sign-place",
        5..=9 => "paper-sign-place paper-long",
        _ => "paper-sign-place paper-longer",
    };
    let title =
        if project.title.chars().count() > 60 { "paper-sign-title paper-long" } else { "paper-sign-title" };
    let team = team_beside(&project.team, &project.title);
    let team = team.map(|team| view! { <p class="paper-sign-team">{team}</p> });
    view! {
        <article class="paper-page paper-sign">
            <p class="paper-sign-event">{head.event.clone()}</p>
            <div>
                <p class="paper-sign-room">{above}</p>
                <p class=size>{large}</p>
            </div>
            <div>
                <h2 class=title>{project.title}</h2>
                {team}
                <p class="paper-sign-track">{track}</p>
            </div>
            <div class="paper-sign-code">{code}<p>{link}</p></div>
        </article>
    }
}

/// Every project by room and place.
pub fn list_page(head: &PrintHead, projects: Vec<FloorProject>) -> AnyView {
    let what = format!("{}.", words::plural(projects.len(), "project", "projects"));
    let mut rooms: Vec<(String, Vec<FloorProject>)> = Vec::new();
    for project in projects {
        let room = match (project.place.is_none(), project.place.room.as_str()) {
            (true, _) => "Without a place",
            (_, "") => "Places",
            (_, room) => room,
        };
        match rooms.last_mut() {
            Some((last, of)) if is_same_room(last, room) => of.push(project),
            _ => rooms.push((room.to_owned(), vec![project])),
        }
    }
    let none = rooms.is_empty().then(|| no_projects(head));
    let rooms: Vec<_> =
        rooms.into_iter().map(|(room, projects)| one_room(&head.event, room, projects)).collect();
    let sheets = view! { <article class="paper-page"><p class="paper-event">{head.event.clone()}</p>{none}{rooms}</article> };
    printed(head, what, view! { {sheets} })
}

/// The first row of a table's head, which browsers print on each page that the table reaches: whose it is.
fn running_head(columns: usize, words: String) -> AnyView {
    view! { <tr class="paper-running"><th scope="colgroup" colspan=columns.to_string()>{words}</th></tr> }
}

fn one_room(event: &str, room: String, projects: Vec<FloorProject>) -> AnyView {
    let tracks = projects.iter().any(|p| p.track.is_some());
    let track_head = tracks.then(|| view! { <th scope="col">"Track"</th> });
    let running = running_head(if tracks { 4 } else { 3 }, format!("{room}, {event}"));
    let rows = each(projects, |p| {
        let team = words::other_team(&p.team, &p.title).to_owned();
        let track = tracks.then(|| view! { <td>{p.track.map(|(_, name)| name).unwrap_or_default()}</td> });
        view! { <tr><td class="paper-place">{p.place.place}</td><th scope="row">{p.title}</th><td>{team}</td>{track}</tr> }
    });
    view! {
        <section>
            <h2>{room}</h2>
            <table>
                <thead>{running}<tr><th scope="col">"Place"</th><th scope="col">"Project"</th><th scope="col">"Team"</th>{track_head}</tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </section>
    }
}

/// The sheets of all judges: the tasks of each, in the order in which they walk.
pub fn judge_sheets_page(head: &PrintHead, judges: Vec<Vec<SheetTask>>) -> AnyView {
    let what = format!(
        "{}, each beginning a new page. They say who judges what: give each to its judge only.",
        words::plural(head.all, "sheet", "sheets")
    );
    let sheets: Vec<_> = judges.into_iter().map(|tasks| judge_sheet(head, tasks)).collect();
    let sheets = if sheets.is_empty() {
        let made_of = "Sheets are made of assignments. Assign projects to judges first.";
        nothing_to_print(head, made_of, ManageTab::Assignments, "Assign projects")
    } else {
        view! { {sheets} }
    };
    printed(head, what, sheets)
}

fn judge_sheet(head: &PrintHead, tasks: Vec<SheetTask>) -> AnyView {
    let judge = tasks.first().map(|task| task.name.clone()).unwrap_or_default();
    let projects = words::plural(tasks.len(), "project", "projects");
    let running = running_head(5, format!("{judge}, {}", head.event));
    let rows = each(tasks.into_iter().enumerate(), |(at, task)| {
        let link = format!("{}/judge/assignments/{}", head.base_url, task.assignment);
        let code = code(&link, IN_LIST, format!("QR code: your form for {}", task.title));
        let team = team_beside(&task.team, &task.title).map(|team| view! { <small>{team}</small> });
        view! {
            <tr>
                <td class="paper-number">{at + 1}</td>
                <td class="paper-place">{place_words(&task.place)}</td>
                <th scope="row">{task.title.clone()}{team}</th>
                <td class="paper-code">{code}</td>
                <td><span class="paper-box"></span></td>
            </tr>
        }
    });
    view! {
        <article class="paper-page">
            <p class="paper-event">{head.event.clone()}</p>
            <h2>{judge}</h2>
            <p>{projects}" in your walking order. Scan a code to open the form of that project. You sign in once."</p>
            <table>
                <thead>{running}<tr><th scope="col" class="paper-number"><span class="sr-only">"Number"</span></th><th scope="col">"Place"</th><th scope="col">"Project"</th><th scope="col">"Form"</th><th scope="col">"Done"</th></tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </article>
    }
}

/// A score sheet for paper. What is empty is a line to write on.
#[derive(Clone, Debug, Default)]
pub struct ScoreSheet {
    pub judge: String,
    /// Where the project is.
    pub place: Place,
    pub title: String,
    pub team: String,
    /// The assignment, whose form a code opens.
    pub assignment: Option<i64>,
}

/// Score sheets: a blank one, one for each project, or one for each assignment.
pub fn score_sheets_page(head: &PrintHead, sheets: Vec<ScoreSheet>, criteria: Vec<Criterion>) -> AnyView {
    let what = match head.sheets {
        Sheets::Scores => {
            "One page for one project and one judge. Print as many copies as you need.".to_owned()
        }
        Sheets::ScoresByJudge => format!(
            "{}, by judge in walking order. They say who judges what: give each to its judge only.",
            words::plural(head.all, "sheet", "sheets")
        ),
        _ => format!(
            "{}, one for each project. Print as many copies as a project has judges.",
            words::plural(head.all, "sheet", "sheets")
        ),
    };
    let printed_sheets = if criteria.is_empty() {
        let made_of = "The sheet is made of the criteria. Add criteria first.";
        nothing_to_print(head, made_of, ManageTab::Criteria, "Add criteria")
    } else if sheets.is_empty() {
        let made_of = "These sheets are made of submitted projects, or of assignments.";
        nothing_to_print(head, made_of, ManageTab::Projects, "See the projects")
    } else {
        let sheets: Vec<_> = sheets.into_iter().map(|sheet| score_sheet(head, sheet, &criteria)).collect();
        view! { {sheets} }
    };
    printed(head, what, printed_sheets)
}

fn score_sheet(head: &PrintHead, sheet: ScoreSheet, criteria: &[Criterion]) -> AnyView {
    let code = sheet.assignment.and_then(|id| {
        let link = format!("{}/judge/assignments/{id}", head.base_url);
        code(&link, IN_LIST, format!("QR code: the form for {}", sheet.title))
    });
    let line = |label: &'static str, value: String| {
        let value = (!value.is_empty()).then(|| view! { <strong>{value}</strong> });
        view! { <p>{label}" "{value}</p> }
    };
    view! {
        <article class="paper-page">
            <p class="paper-event">{head.event.clone()}</p>
            <div class="paper-score-head">
                <h2>"Score sheet"</h2>
                {code.map(|code| view! { <div class="paper-code">{code}</div> })}
            </div>
            <div class="paper-lines">
                {line("Judge", sheet.judge)}
                {line("Place", place_words(&sheet.place))}
                {line("Project", words::with_team(&sheet.title, &sheet.team))}
            </div>
            {each(criteria.iter().cloned(), criterion)}
            <section class="paper-comment"><h3>"Comment"</h3></section>
        </article>
    }
}

fn criterion(criterion: Criterion) -> AnyView {
    let (low, high) = (criterion.min_value, criterion.max_value);
    let scale = if high - low < MOST_BOXES {
        let boxes = each(low..=high, |score| view! { <span class="paper-score">{score}</span> });
        view! { <p class="paper-scores">{boxes}</p> }
    } else {
        view! { <p class="paper-range">{format!("Score from {low} to {high}:")}</p> }
    };
    let guidance = (!criterion.guidance.is_empty()).then(|| view! { <p>{criterion.guidance}</p> });
    view! {
        <section class="paper-criterion">
            <h3>{criterion.name}<small>{format!("Weight {}", criterion.weight)}</small></h3>
            {guidance}
            {scale}
        </section>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::ids::PersonId;

    #[test]
    fn each_page_of_a_long_sheet_says_whose_it_is() {
        let head = PrintHead {
            slug: "demo".into(),
            event: "Harbour Hack".into(),
            base_url: "https://portal.example".into(),
            sheets: Sheets::Judges,
            withheld: false,
            part: 1,
            parts: 1,
            all: 1,
        };
        let task = SheetTask {
            judge: PersonId(7),
            name: "Ada Byron".into(),
            assignment: AssignmentId(3),
            title: "Lamp".into(),
            team: "Lights".into(),
            place: Place::default(),
        };
        let html = judge_sheet(&head, vec![task]).to_html();
        let (_, table) = html.split_once("<thead>").expect("the head of the table");
        let (repeated, _) = table.split_once("</thead>").expect("its end");
        assert!(repeated.contains("Ada Byron, Harbour Hack"), "{repeated}");
    }
}
