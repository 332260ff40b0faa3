//! What is printed for the floor.

use crate::pages::prelude::*;
use app::pages::manage::floor::print::{
    PrintHead, ScoreSheet, Sheets, judge_sheets_page, list_page, score_sheets_page, signs_page,
};
use model::floor::{FloorProject, SheetTask};
use portal::floor::{Floor, print};

/// Pages of paper that one page of the site holds: more make browsers slow, and the rest is another part.
const SHEETS: usize = 500;
/// Judges' sheets in one part: each is a table with a code in each row.
const JUDGES: usize = 50;

/// `?sheets=` says which, and `?part=` which part of them.
pub struct Print;

impl Desk for Print {
    type Id = ();
    /// The floor; which sheets are asked for, and the tasks of judges where these name them.
    type Found = (Floor, (Sheets, Event, Vec<Vec<SheetTask>>));
    type Beside = ();
    const PATH: &'static str = "manage/floor/print";

    async fn read(call: &mut Call<'_>, at: &At) -> Outcome<Self::Found> {
        let sheets = Sheets::named(at.query.get("sheets"));
        let floor = print::sheets(call).await?;
        let judges = match sheets.of_judges() {
            true => print::judge_sheets(call).await?.judges,
            false => Vec::new(),
        };
        let (floor, event) = with_event(call.conn, floor).await?;
        Ok((floor, (sheets, event, judges)))
    }

    fn title((_, (sheets, ..)): &Self::Found, event: &EventView) -> String {
        format!("{} of {}", sheets.label(), event.name())
    }

    fn draw((floor, (sheets, event, judges)): Self::Found, around: DeskContext<'_, Self>) -> AnyView {
        let head = PrintHead {
            slug: around.at.slug.clone(),
            event: around.event.name().to_owned(),
            base_url: around.at.state.base_url.to_string(),
            sheets,
            withheld: floor.sheets_withheld.is_some(),
            part: around.at.query.get("part").parse().unwrap_or(1),
            parts: 1,
            all: 0,
        };
        let scores = match sheets {
            Sheets::Signs => {
                let (head, projects) = part_of(floor.projects, SHEETS, head);
                return signs_page(&head, projects);
            }
            Sheets::List => return list_page(&head, floor.projects),
            Sheets::Judges => {
                let (head, judges) = part_of(judges, JUDGES, head);
                return judge_sheets_page(&head, judges);
            }
            Sheets::Scores => vec![ScoreSheet::default()],
            Sheets::ScoresByProject => floor.projects.into_iter().map(of_project).collect(),
            Sheets::ScoresByJudge => judges.into_iter().flatten().map(of_task).collect(),
        };
        let (head, scores) = part_of(scores, SHEETS, head);
        score_sheets_page(&head, scores, event.criteria)
    }
}

/// The sheets of the part that is asked for, and the head that says which it is.
fn part_of<I>(all: Vec<I>, most: usize, head: PrintHead) -> (PrintHead, Vec<I>) {
    let parts = all.len().div_ceil(most).max(1);
    let part = head.part.clamp(1, parts);
    let head = PrintHead { part, parts, all: all.len(), ..head };
    (head, all.into_iter().skip((part - 1) * most).take(most).collect())
}

fn of_project(project: FloorProject) -> ScoreSheet {
    let FloorProject { place, title, team, .. } = project;
    ScoreSheet { place, title, team, ..ScoreSheet::default() }
}

fn of_task(task: SheetTask) -> ScoreSheet {
    ScoreSheet {
        judge: task.name,
        place: task.place,
        title: task.title,
        team: task.team,
        assignment: Some(task.assignment.0),
    }
}
