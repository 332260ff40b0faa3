//! What is printed for the floor. While a blind event is judged, no paper names a team: judges read it.

use super::Floor;
use crate::prelude::*;
use shared::floor::in_walking_order;
use store::floor;

/// Reads what signs, lists and blank score sheets show.
/// Errors: as [`super::read`].
pub async fn sheets(call: &mut Call<'_>) -> Outcome<Floor> {
    let mut floor = super::read(call).await?;
    if floor.at.facts.event.blind {
        floor.projects.iter_mut().for_each(|project| project.team.clear());
    }
    Ok(floor)
}

#[derive(Clone, Debug)]
pub struct JudgeSheets {
    pub at: Context,
    /// Each judge with what they have to do, in the order in which they walk the floor.
    pub judges: Vec<Vec<SheetTask>>,
}

/// Reads the sheets of judges. An organizer who takes part gets none before publication: they say who judges what.
/// Errors: 401, 404, 403.
pub async fn judge_sheets(call: &mut Call<'_>) -> Outcome<JudgeSheets> {
    let (at, permit) = call.open::<act::PrintJudgeSheets>().await?;
    let tasks = floor::sheet_tasks(call.conn, &permit).await?;
    let mut judges: Vec<Vec<SheetTask>> = Vec::new();
    for mut task in tasks {
        if at.facts.event.blind {
            task.team.clear();
        }
        match judges.last_mut() {
            Some(of) if of.first().is_some_and(|first| first.judge == task.judge) => of.push(task),
            _ => judges.push(vec![task]),
        }
    }
    for tasks in &mut judges {
        in_walking_order(tasks, |task| &task.place, |task| task.assignment);
    }
    Ok(JudgeSheets { at, judges })
}
