//! Moving projects: one by hand, or many as a plan or a file says. All go through one operation.

use super::read;
use crate::prelude::*;
use serde_json::Map;
use shared::floor::{LONGEST_PLACE, Place};
use shared::refusal::FloorFault;
use store::{floor, project};

/// Moves projects, and returns how many moved. Each move says where its project was when the organizer looked: if any of
/// them was moved since, none moves.
/// Errors: 401, 404, 403; 400 for a place that another project has or that is too long, and for a project that is withdrawn or none of the event's; 409
/// where another organizer moved one of them meanwhile.
pub async fn move_projects(call: &mut Call<'_>, moves: Sent<Vec<Move>>) -> Acted<usize> {
    let (at, permit) = call.open::<act::MoveProjects>().await?;
    let moves = cleaned(moves?)?;
    floor::lock(call.conn, &permit).await?;
    let projects = floor::projects(call.conn, at.event).await?;
    let gone = moves.iter().map(|m| m.project).find(|id| projects.iter().all(|p| p.id != *id));
    if let Some(id) = gone
        && let Some(project) = project::find(call.conn, id).await?
        && (&project.event, project.withdrawal.is_some()) == (&at.slug, true)
    {
        let fault = FloorFault::Withdrawn { title: project.title };
        return Err(Refusal::field("project", Fault::Floor(fault)).into());
    }
    let moves = checked(moves, &projects)?;
    if moves.is_empty() {
        return Ok(Done::unlogged(0));
    }
    floor::move_projects(call.conn, &permit, &moves).await?;
    let (object, id) = match &*moves {
        [one] => ("project", one.project.0),
        _ => ("event", at.event.0),
    };
    let entry = call.entry(&at, "project.moved", object, id);
    Ok(Done::logged(moves.len(), entry.before(logged(&moves, |m| &m.from)).after(logged(&moves, |m| &m.to))))
}

/// Moves one project. Where another one has the place and the two are to change places, that one moves too.
/// Errors: as [`move_projects`].
pub async fn by_hand(call: &mut Call<'_>, this: Move, swap: bool) -> Acted<usize> {
    let mut all = vec![this.clone()];
    if swap {
        let floor = read(call).await?;
        let there = this.to.key();
        let other = floor
            .projects
            .into_iter()
            .find(|p| there.is_some() && p.place.key() == there && p.id != this.project);
        all.extend(other.map(|p| Move { project: p.id, from: p.place, to: this.from.clone() }));
    }
    move_projects(call, Ok(all)).await
}

fn cleaned(mut moves: Vec<Move>) -> Result<Vec<Move>, Refusal> {
    let mut errors = FieldErrors::default();
    for m in &mut moves {
        m.to.room = text::clean_line("room", TextField::Room, &m.to.room, LONGEST_PLACE, &mut errors);
        m.to.place = text::clean_line("place", TextField::Place, &m.to.place, LONGEST_PLACE, &mut errors);
        if !errors.0.is_empty() {
            break;
        }
    }
    errors.into_result()?;
    Ok(moves)
}

/// The moves that change something, if all of them can be made.
fn checked(moves: Vec<Move>, projects: &[FloorProject]) -> Result<Vec<Move>, Refusal> {
    let known: HashMap<ProjectId, &FloorProject> = projects.iter().map(|p| (p.id, p)).collect();
    let mut seen = HashSet::new();
    let foreign = moves.iter().any(|m| !known.contains_key(&m.project) || !seen.insert(m.project));
    require_field(!foreign, "project", Fault::ForeignPart)?;
    let stale = moves.iter().filter(|m| known.get(&m.project).is_some_and(|p| p.place != m.from)).count();
    require(stale == 0, Reason::FloorChanged { projects: stale })?;
    let mut taken: HashMap<_, &FloorProject> = HashMap::new();
    for p in projects.iter().filter(|p| !seen.contains(&p.id)) {
        taken.extend(p.place.key().map(|key| (key, p)));
    }
    for m in &moves {
        let (Some(key), Some(project)) = (m.to.key(), known.get(&m.project)) else { continue };
        if let Some(other) = taken.insert(key, project) {
            let fault = FloorFault::Taken { place: m.to.clone(), title: other.title.clone() };
            return Err(Refusal::field("place", Fault::Floor(fault)));
        }
    }
    Ok(moves.into_iter().filter(|m| m.from != m.to).collect())
}

/// Places by project, as the log keeps them.
fn logged(moves: &[Move], place: fn(&Move) -> &Place) -> Value {
    let places = moves.iter().map(|m| {
        let place = place(m);
        (m.project.to_string(), if place.is_none() { Value::Null } else { json!([place.room, place.place]) })
    });
    json!({ "places": places.collect::<Map<_, _>>() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn project(id: i64, place: &str) -> FloorProject {
        FloorProject {
            id: ProjectId(id),
            title: format!("P{id}"),
            team: String::new(),
            track: None,
            prize: None,
            submitted_at: DateTime::UNIX_EPOCH,
            power: false,
            quiet: false,
            place: Place::new("", place),
        }
    }

    fn moved(id: i64, from: &str, to: &str) -> Move {
        Move { project: ProjectId(id), from: Place::new("", from), to: Place::new("", to) }
    }

    #[test]
    fn two_change_places_and_nobody_takes_a_place_that_is_not_left() {
        let floor = [project(1, "A1"), project(2, "A2"), project(3, "")];
        let swap = vec![moved(1, "A1", "A2"), moved(2, "A2", "a1")];
        assert_eq!(checked(swap.clone(), &floor).unwrap(), swap);
        assert!(checked(vec![moved(3, "", "a2")], &floor).is_err(), "2 is there");
        assert!(checked(vec![moved(3, "", "A9"), moved(1, "A1", "a9")], &floor).is_err(), "both");
        assert_eq!(checked(vec![moved(3, "", ""), moved(1, "A1", "A1")], &floor).unwrap(), []);
    }

    #[test]
    fn what_moved_meanwhile_is_counted() {
        let floor = [project(1, "A1"), project(2, "A2")];
        let refusal = checked(vec![moved(1, "", "B1"), moved(2, "A2", "B2")], &floor).unwrap_err();
        assert_eq!(refusal.reason, Reason::FloorChanged { projects: 1 });
        assert_eq!(checked(vec![moved(7, "", "B1")], &floor).unwrap_err().status(), 400);
    }
}
