//! The rooms: how far the projects in each are.

use super::EveningBoard;
use crate::prelude::*;
use shared::floor::natural_order;
use shared::text::name_key;

#[derive(Default)]
struct Room {
    name: String,
    /// What rooms of one name share.
    key: String,
    projects: u32,
    done: u32,
    needing: u32,
    missed: u32,
}

pub(super) fn rooms(board: &EveningBoard) -> AnyView {
    let mut rooms: Vec<Room> = Vec::new();
    for project in &board.numbers.evening.projects {
        let name = board.numbers.projects.get(&project.project).map_or("", |p| p.place.room.as_str());
        let key = name_key(name);
        let at = rooms.iter().position(|room| room.key == key).unwrap_or_else(|| {
            rooms.push(Room { name: name.to_owned(), key, ..Room::default() });
            rooms.len() - 1
        });
        let Some(room) = rooms.get_mut(at) else { continue };
        room.projects += 1;
        room.done += project.done.min(board.numbers.planned);
        room.needing += u32::from(project.risk.is_some());
        room.missed += project.missed;
    }
    // One without a name is no room: the event has no floor.
    let any = rooms.iter().any(|room| !room.name.is_empty());
    rooms.sort_by(|a, b| {
        let last = a.name.is_empty().cmp(&b.name.is_empty());
        last.then(b.needing.cmp(&a.needing)).then_with(|| natural_order(&a.name, &b.name))
    });
    let rows: Vec<_> = rooms.iter().filter(|_| any).map(|room| row(board, room)).collect();
    let table = if any {
        view! {
            <ul class="board-list">{rows}</ul>
        }
    } else {
        let placed = board.numbers.projects.values().filter(|p| !p.place.place.is_empty()).count();
        let (said, act) = match placed {
            0 => ("No project has a place yet.".to_owned(), "Give projects their places"),
            n => {
                let said = words::plural(n, "project has a place", "projects have a place");
                (format!("{said}. No place names a room."), "See the hall")
            }
        };
        view! { <p class="quiet">{said}" "<a href=ManageTab::Floor.href(&board.slug)>{act}</a></p> }
    };
    section("board-rooms-title", "Hall").plain().id("board-rooms").of(table)
}

fn row(board: &EveningBoard, room: &Room) -> AnyView {
    let (name, act) = if room.name.is_empty() {
        ("Without a room".to_owned(), None)
    } else {
        let (href, of) = (board.notice_href(&format!("room:{}", room.name)), room.name.clone());
        let act = view! {
            <p class="board-acts"><a href=href>"Send a notice"<span class="sr-only">" to "{of}</span></a></p>
        };
        (room.name.clone(), Some(act))
    };
    let reviews = words::plural(room.projects * board.numbers.planned, "review", "reviews");
    let mut said = format!("of {reviews} finished, {}.", words::plural(room.projects, "project", "projects"));
    if room.needing > 0 {
        let needing = words::plural(room.needing, "project needs something", "projects need something");
        said = format!("{said} {needing}.");
    }
    if room.missed > 0 {
        said = format!("{said} {}.", words::plural(room.missed, "missed visit", "missed visits"));
    }
    view! {
        <li>
            <p class="board-name">{name}</p>
            <p><b class="board-figure">{room.done}</b>" "{said}</p>
            {act}
        </li>
    }
}
