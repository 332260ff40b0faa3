//! Places as a CSV file: taken out, and read in with a verdict per row. A file that was taken out goes back in.

use super::{Floor, read};
use crate::export::{CsvFile, Sheet};
use crate::prelude::*;
use shared::floor::{LONGEST_PLACE, Place, is_same_room};
use shared::known_names::{KnownNames, NameUnclear};
use shared::list_file::{
    Header, ListFault, ListKind, ListRow, MergedCells, Rows, header_row, is_damaged, place_answer, says_none,
    unguarded, without_zeros,
};

/// The columns of the file. Only `room` and `place`, and one of `project` and `title`, are read back in.
const COLUMNS: [&str; 8] = ["project", "title", "team", "track", "room", "place", "power", "quiet"];
/// Most rows that are read.
const MOST_ROWS: usize = 20_000;

/// The places of all submitted projects, in the order of the floor.
/// Errors: as [`read`].
pub async fn file(call: &mut Call<'_>) -> Outcome<CsvFile> {
    let floor = read(call).await?;
    let mut sheet = Sheet::new(&COLUMNS.map(str::to_owned))?;
    let yes = |is: bool| if is { "yes" } else { "" }.to_owned();
    for p in floor.projects {
        let track = p.track.map(|(_, name)| name).unwrap_or_default();
        let (room, place) = (p.place.room, p.place.place);
        sheet.row([p.id.to_string(), p.title, p.team, track, room, place, yes(p.power), yes(p.quiet)])?;
    }
    Ok(CsvFile { name: format!("{}-places.csv", call.slug), text: sheet.finish()?.0 })
}

/// What a row of a file means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlaceVerdict {
    Moves(Move),
    /// The project is there already.
    Same,
    /// It names no submitted project, or not one alone.
    Project(NameUnclear),
    /// It has more cells than its list has columns, so a cell may stand in the wrong one.
    MoreCells {
        cells: usize,
        columns: usize,
    },
    /// A row above names the same project.
    Repeated,
    /// The room or the place is too long.
    Long,
    /// The room or the place is an error or a formula of a spreadsheet, or a day that it made of a number.
    Damaged,
    /// Another project has the place, or gets it in a row above: its title.
    Taken(String),
}

#[derive(Clone, Debug)]
pub struct PlaceRow {
    /// Its row as a spreadsheet shows it, the header's being 1.
    pub line: usize,
    /// What it calls the project.
    pub named: String,
    /// Where it puts it.
    pub to: Place,
    pub verdict: PlaceVerdict,
}

/// A file that was read, and the floor that it was compared with.
#[derive(Clone, Debug)]
pub struct PlacesFile {
    pub floor: Floor,
    pub rows: Vec<PlaceRow>,
    /// The names of the columns that are not used.
    pub unused: Vec<String>,
    /// The name of the rooms' column, where it reads like merged cells.
    pub merged: Option<String>,
}

/// Reads a file and writes nothing.
/// Errors: as [`read`]; 400 for a file that is no CSV with the columns that are needed.
pub async fn preview(call: &mut Call<'_>, text: Sent<String>) -> Outcome<PlacesFile> {
    let floor = read(call).await?;
    let (rows, unused, merged) = rows(&text?)?;
    let rows = judged(rows, &floor.projects);
    Ok(PlacesFile { floor, rows, unused, merged })
}

/// A row as it is written.
struct Cells {
    /// Its number.
    line: usize,
    id: String,
    title: String,
    /// None without such a column.
    room: Option<String>,
    /// None without such a column.
    place: Option<String>,
    /// How many cells it has, and how many columns there are, where these are fewer.
    overflow: Option<(usize, usize)>,
}

/// The rows, the names of the columns that are not used, and that of the rooms' column where it reads like merged cells.
fn rows(text: &str) -> Sent<(Vec<Cells>, Vec<String>, Option<String>)> {
    let refused = |fault: ListFault| Refusal::field("file", fault);
    let mut rows = Rows::new(text, MOST_ROWS + 1);
    let columns = |header: &Header| {
        let (number, project) = (header.find(&["projectid"]), header.find(&["project"]));
        let title = header.find(&["title", "projecttitle", "name", "projectname"]);
        // Beside numbers, “project” holds titles. Otherwise it may hold either, as people write it.
        let title = title.or(project.filter(|_| number.is_some()));
        let (room, place) = (header.find(&["room"]), header.find(&["place", "table", "tablenumber"]));
        number.or(project).or(title).and(room.or(place)).map(|_| (number, project, title, room, place))
    };
    let is_header = |row: &ListRow<'_>| columns(&Header::of(row)).is_some();
    let header = Header::of(&header_row(&mut rows, is_header).map_err(refused)?);
    let lacks = || refused(header.lacks(ListKind::Places));
    let (number, project, title, room, place) = columns(&header).ok_or_else(lacks)?;
    let id = number.or(project);
    let unused = header.unused(&[id, title, room, place]);
    let (mut found, mut rooms) = (Vec::new(), MergedCells::default());
    while let Some(row) = rows.next_row().map_err(refused)? {
        if header.is_repeated(&row).map_err(refused)? {
            continue;
        }
        rooms.look(room.map_or("", |at| row.cell(at)));
        let cell = |at: usize| unguarded(row.cell(at)).to_owned();
        let (mut id, mut title) = (id.map(cell).unwrap_or_default(), title.map(cell).unwrap_or_default());
        // Some titles are numbers.
        if title.is_empty() && number.is_none() {
            title = std::mem::take(&mut id);
        }
        let is_no = |cell: &str| says_none(cell) || place_answer(cell) == Some(false);
        let says = |cell: &String| is_damaged(cell) || !is_no(cell);
        let said = |at: usize| Some(cell(at)).filter(says).unwrap_or_default();
        // Rooms are numbered by floor, so `2.00` is a room beside `2.01`.
        let (room, place) = (room.map(said), place.map(|at| without_zeros(&said(at)).to_owned()));
        // “Yes” says that there is one, and not which.
        let names_one = |cell: &String| place_answer(cell) != Some(true);
        let (room, place) = (room.filter(names_one), place.filter(names_one));
        found.push(Cells { line: row.number, id, title, room, place, overflow: header.overflow(&row) });
    }
    let merged = room.and_then(|at| header.names().get(at)).filter(|_| rooms.are_likely(false));
    if found.is_empty() { Err(refused(ListFault::NoRows)) } else { Ok((found, unused, merged.cloned())) }
}

fn judged(rows: Vec<Cells>, projects: &[FloorProject]) -> Vec<PlaceRow> {
    let ids: HashMap<i64, &FloorProject> = projects.iter().map(|p| (p.id.0, p)).collect();
    let known = KnownNames::of_projects(projects.iter().map(|p| (p.id.0, p.title.as_str())));
    let mut named = HashSet::new();
    let mut found: Vec<(PlaceRow, Option<&FloorProject>)> = Vec::with_capacity(rows.len());
    for Cells { line, id, title, room, place, overflow } in rows {
        let project = match overflow {
            Some((cells, columns)) => Err(PlaceVerdict::MoreCells { cells, columns }),
            None => known.find(&id, &title).map_err(PlaceVerdict::Project),
        };
        let unknown = PlaceVerdict::Project(NameUnclear::Unknown);
        let project = project.and_then(|id| ids.get(&id).copied().ok_or(unknown));
        let to = asked(room, place, project.as_ref().map(|p| &p.place).ok());
        let long = [&to.room, &to.place].iter().any(|t| t.chars().count() > LONGEST_PLACE);
        let verdict = match &project {
            Err(verdict) => verdict.clone(),
            Ok(p) if !named.insert(p.id) => PlaceVerdict::Repeated,
            Ok(_) if long || to.room.chars().chain(to.place.chars()).any(char::is_control) => {
                PlaceVerdict::Long
            }
            Ok(p) if p.place == to => PlaceVerdict::Same,
            Ok(_) if is_damaged(&to.room) || is_damaged(&to.place) => PlaceVerdict::Damaged,
            Ok(p) => PlaceVerdict::Moves(Move { project: p.id, from: p.place.clone(), to: to.clone() }),
        };
        let named = if title.is_empty() { id } else { title };
        found.push((PlaceRow { line, named, to, verdict }, project.ok()));
    }
    collisions(&mut found, projects);
    found.into_iter().map(|(row, _)| row).collect()
}

/// The place that a row asks for. What the file has no column for stays as it is; a table stays only where its room does.
fn asked(room: Option<String>, place: Option<String>, stands: Option<&Place>) -> Place {
    let stands = stands.cloned().unwrap_or_default();
    let room = room.unwrap_or_else(|| stands.room.clone());
    let stays = is_same_room(&room, &stands.room);
    let place = place.unwrap_or_else(|| if stays { stands.place } else { String::new() });
    Place { room, place }
}

/// Leaves out rows whose place is another project's. A project whose row is left out keeps its place, which may be the one
/// that another row asks for: so this goes on until nothing changes.
fn collisions(rows: &mut [(PlaceRow, Option<&FloorProject>)], projects: &[FloorProject]) {
    loop {
        let moving: HashSet<ProjectId> = rows
            .iter()
            .filter_map(|(row, p)| p.filter(|_| matches!(row.verdict, PlaceVerdict::Moves(_))).map(|p| p.id))
            .collect();
        let mut taken: HashMap<_, &str> = HashMap::new();
        for p in projects.iter().filter(|p| !moving.contains(&p.id)) {
            taken.extend(p.place.key().map(|key| (key, p.title.as_str())));
        }
        let mut changed = false;
        for (row, project) in rows.iter_mut() {
            let PlaceVerdict::Moves(m) = &row.verdict else { continue };
            let (Some(key), Some(project)) = (m.to.key(), project) else { continue };
            if let Some(other) = taken.get(&key) {
                row.verdict = PlaceVerdict::Taken((*other).to_owned());
                changed = true;
            } else {
                taken.insert(key, &project.title);
            }
        }
        if !changed {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn project(id: i64, title: &str, room: &str, place: &str) -> FloorProject {
        FloorProject {
            id: ProjectId(id),
            title: title.into(),
            team: "T".into(),
            track: None,
            prize: None,
            submitted_at: DateTime::UNIX_EPOCH,
            power: false,
            quiet: false,
            place: Place::new(room, place),
        }
    }

    fn verdicts(text: &str, floor: &[FloorProject]) -> Vec<String> {
        let (cells, ..) = rows(text).unwrap_or_else(|_| panic!("{text}"));
        let rows = judged(cells, floor);
        let said = |row: &PlaceRow| match &row.verdict {
            PlaceVerdict::Moves(m) => format!("{} {}/{}", m.project, m.to.room, m.to.place),
            other => format!("{} {other:?}", row.line),
        };
        rows.iter().map(said).collect()
    }

    #[test]
    fn each_row_gets_a_verdict() {
        let floor =
            [project(1, "Lamp", "Hall", "A1"), project(2, "Boat", "", ""), project(3, "Boat", "Hall", "A3")];
        let file = "Title,Project,Room,Place\nlamp,,Hall,A2\nboat,,Hall,A9\n,2,Hall,a3\n,3,,\n,9,Hall,A5\nLamp,,Hall,A7\n,,,\n";
        assert_eq!(
            verdicts(file, &floor),
            ["1 Hall/A2", "3 Project(Ambiguous)", "2 Hall/a3", "3 /", "6 Project(Unknown)", "7 Repeated"]
        );
        let taken = "project;room;place\n1;Hall;A3\n2;Hall;a1\n";
        assert_eq!(
            verdicts(taken, &floor),
            ["2 Taken(\"Boat\")", "3 Taken(\"Lamp\")"],
            "Lamp stays, so its place is not free"
        );
        assert_eq!(verdicts("project\tplace\n1\tA2\n2\tB1\n", &floor), ["1 Hall/A2", "2 /B1"]);
        assert_eq!(verdicts("project,room\n1,Hall\n3,Gym\n", &floor), ["2 Same", "3 Gym/"]);
        for room in ["hall", "Ｈａｌｌ", "H\u{430}ll"] {
            let file = format!("project,room\n1,{room}\n");
            assert_eq!(verdicts(&file, &floor), [format!("1 {room}/A1")], "a room that looks the same");
        }
        let long = format!("project,room,place\n1,Hall,A1\n2,{},x", "r".repeat(21));
        assert_eq!(verdicts(&long, &floor), ["2 Same", "3 Long"]);
    }

    #[test]
    fn a_row_whose_cells_contradict_each_other_moves_nothing() {
        let floor = [project(1, "Lamp", "", ""), project(2, "Boat", "", ""), project(3, "2", "", "")];
        let file =
            "project,title,place\n1,Boat,A1\n1,Lamp,A2\n,Boat, the slow,A3\n2,,A4\nBoat,,A5\nLamp,Boat,A6\n";
        assert_eq!(
            verdicts(file, &floor),
            [
                "2 Project(Disagree)",
                "1 /A2",
                "4 MoreCells { cells: 4, columns: 3 }",
                "5 Project(Ambiguous)",
                "2 /A5",
                "7 Project(Disagree)"
            ]
        );
    }

    #[test]
    fn a_column_of_numbers_tells_titles_apart_that_are_numbers_or_the_same() {
        let floor = [project(1, "Lamp", "", ""), project(2, "Lamp", "", ""), project(3, "2", "", "")];
        let file = "project_id,project,place\n2,Lamp,A1\n1,,A2\n3,2,A3\n";
        assert_eq!(verdicts(file, &floor), ["2 /A1", "1 /A2", "3 /A3"]);
        assert_eq!(verdicts("project_id,place\n2,A1\n", &floor), ["2 /A1"]);
        assert_eq!(verdicts("project_id,project,place\n1,2,A1\n", &floor), ["2 Project(Disagree)"]);
    }

    #[test]
    fn a_sheet_may_have_a_title_and_say_none() {
        let floor = [project(1, "Lamp", "Hall", "A1"), project(2, "Boat", "Hall", "A2")];
        let file = "Plan of the hall,,\n,,\nproject,room,place\n1.0,2.00,4.0\n#2,Gym,N/A\n";
        assert_eq!(verdicts(file, &floor), ["1 2.00/4", "2 Gym/"]);
        let file = "project,room,place\n1,Gym,#REF!\n2,#N/A,A2\n";
        assert_eq!(verdicts(file, &floor), ["2 Damaged", "3 Damaged"]);
        assert_eq!(verdicts("project,room,place\n1,=B2,A3\n", &floor), ["2 Damaged"]);
        // An answer is no room: a yes says not which, and a no that there is none.
        let file = "project,room,place\n1,Yes,B1\n2,nein,ja\n";
        assert_eq!(verdicts(file, &floor), ["1 Hall/B1", "2 /"]);
        // A sign may be what a place is called.
        assert_eq!(verdicts("project,room,place\n1,Hall,★\n", &floor), ["1 Hall/★"]);
    }

    #[test]
    fn a_sheet_may_be_in_any_language_and_have_its_header_on_each_page() {
        let floor = [project(1, "Lamp", "", ""), project(2, "Boat", "", "")];
        for header in
            ["Nazwa projektu;Sala;Stolik", "Projekt;Raum;Tischnummer", "プロジェクト名;部屋;テーブル番号"]
        {
            let file = format!("{header}\nLamp;Gym;4\n{header}\nBoat;Gym;03-Apr\n");
            assert_eq!(verdicts(&file, &floor), ["1 Gym/4", "4 Damaged"], "{header}");
        }
        let second = rows("project,room,place\nLamp,Gym,4\n\nroom,project,place\nGym,Boat,5\n");
        assert!(second.is_err(), "the second table has its columns in another order");
    }

    #[test]
    fn columns_that_are_not_used_are_named() {
        let unused = |text: &str| rows(text).unwrap_or_else(|_| panic!("{text}")).1;
        assert_eq!(unused("project,Team,place,Stand\n1,T,A1,4\n"), ["Team", "Stand"]);
        assert!(unused("title,room,table\nLamp,Hall,A1\n").is_empty());
    }

    #[test]
    fn rooms_in_merged_cells_are_named() {
        let merged = |text: &str| rows(text).unwrap_or_else(|_| panic!("{text}")).2;
        let sheet = "Room,Table,Project\nHall,1,Lamp\n,2,Boat\nGym,1,Kite\n,2,Tide\n";
        assert_eq!(merged(sheet).as_deref(), Some("Room"));
        assert_eq!(merged("Room,Table,Project\nHall,1,Lamp\nGym,1,Kite\n"), None);
        assert_eq!(merged("Table,Project\n1,Lamp\n2,Kite\n"), None);
    }

    #[test]
    fn a_row_has_the_number_that_a_spreadsheet_shows() {
        let floor = [project(1, "Lamp", "", ""), project(2, "Café", "", "")];
        for end in ["\n", "\r\n", "\r"] {
            let file = "room,place,project\nGym,3,Lamp\n\nGym,4,Cafe\u{301}\nGym,5,Loop\n".replace('\n', end);
            assert_eq!(verdicts(&file, &floor), ["1 Gym/3", "2 Gym/4", "5 Project(Unknown)"], "{end:?}");
        }
    }

    #[test]
    fn a_file_without_its_columns_is_refused_and_a_guard_comes_off() {
        for file in ["", "a,b\n1,2\n", "project,team\n1,T\n"] {
            assert!(rows(file).is_err(), "{file}");
        }
        assert!(rows("project,place\n1,\"A\n").is_err());
        let floor = [project(1, "=Lamp", "", "")];
        assert_eq!(verdicts("title,place\n'=Lamp,'-A\n", &floor), ["1 /-A"]);
    }
}
