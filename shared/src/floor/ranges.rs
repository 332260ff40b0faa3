//! The places of rooms as an organizer types them: `Hall: A1-A40, B1-B10`, a room a line.

use super::{LONGEST_PLACE, Place};
use crate::prelude::*;

/// Most places that are read.
pub const MOST_SPOTS: usize = 20_000;

/// A place that a plan can use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Where it is.
    pub place: Place,
    /// It has power.
    pub power: bool,
    /// It is quiet.
    pub quiet: bool,
}

/// What is wrong with the places typed, by line from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it, and words says it in English")]
pub enum RangeFault {
    /// A room or a place is too long.
    Long { line: usize, longest: usize },
    /// A range does not go up from one number to another: `A9-A1`, `A1-B5`.
    Backwards { line: usize, range: String },
    /// A place comes twice.
    Twice { line: usize, place: String },
    /// There are more places than any hall has.
    Many { most: usize },
    /// A place with power or quiet is none of the hall's.
    Unknown { place: String },
}

/// Reads the hall's places in their order, and which of them have power and are quiet.
///
/// # Errors
/// The first fault, and the field it is in: `places`, `power` or `quiet`.
pub fn read_spots(places: &str, power: &str, quiet: &str) -> Result<Vec<Spot>, (&'static str, RangeFault)> {
    let all = read(places).map_err(|fault| ("places", fault))?;
    let known: HashSet<_> = all.iter().filter_map(Place::key).collect();
    let among = |field: &'static str, typed: &str| {
        let some = read(typed).map_err(|fault| (field, fault))?;
        let unknown = some.iter().find(|place| place.key().is_none_or(|key| !known.contains(&key)));
        if let Some(place) = unknown {
            return Err((field, RangeFault::Unknown { place: written(place) }));
        }
        Ok(some.iter().filter_map(Place::key).collect::<HashSet<_>>())
    };
    let (power, quiet) = (among("power", power)?, among("quiet", quiet)?);
    let spot = |place: Place| {
        let has = |set: &HashSet<_>| place.key().is_some_and(|key| set.contains(&key));
        Spot { power: has(&power), quiet: has(&quiet), place }
    };
    Ok(all.into_iter().map(spot).collect())
}

fn written(place: &Place) -> String {
    if place.room.is_empty() { place.place.clone() } else { format!("{}: {}", place.room, place.place) }
}

fn read(typed: &str) -> Result<Vec<Place>, RangeFault> {
    let (mut places, mut seen) = (Vec::new(), HashSet::new());
    for (at, line) in typed.lines().enumerate() {
        let line_number = at + 1;
        let (room, list) = line.rsplit_once(':').unwrap_or(("", line));
        let room = room.trim();
        let long = || RangeFault::Long { line: line_number, longest: LONGEST_PLACE };
        ensure(room.chars().count() <= LONGEST_PLACE, long())?;
        for item in list.split([',', ';']).map(str::trim).filter(|item| !item.is_empty()) {
            for name in names(item, line_number)? {
                if name.chars().count() > LONGEST_PLACE || name.chars().any(char::is_control) {
                    return Err(long());
                }
                let place = Place::new(room, name);
                if !seen.insert(place.key()) {
                    return Err(RangeFault::Twice { line: line_number, place: written(&place) });
                }
                ensure(places.len() != MOST_SPOTS, RangeFault::Many { most: MOST_SPOTS })?;
                places.push(place);
            }
        }
    }
    Ok(places)
}

/// The names of an item: itself, or all from the first to the last where it is a range.
fn names(item: &str, line: usize) -> Result<Vec<String>, RangeFault> {
    let ends = item.split_once(['-', '–']).map(|(from, to)| (from.trim(), to.trim()));
    let Some(((prefix, from), (other, to))) =
        ends.and_then(|(from, to)| Some((numbered(from)?, numbered(to)?)))
    else {
        return Ok(vec![item.to_owned()]);
    };
    let backwards = || RangeFault::Backwards { line, range: item.chars().take(60).collect() };
    let ends = from.parse::<u32>().ok().zip(to.parse::<u32>().ok());
    let (first, last) = ends.ok_or_else(backwards)?;
    if first > last || !(other.is_empty() || other.eq_ignore_ascii_case(prefix)) {
        return Err(backwards());
    }
    ensure(((last - first) as usize) < MOST_SPOTS, RangeFault::Many { most: MOST_SPOTS })?;
    // `01-12` keeps its zeros.
    let width = if from.starts_with('0') { from.len() } else { 0 };
    Ok((first..=last).map(|number| format!("{prefix}{number:0width$}")).collect())
}

/// A name that ends in a number: what comes before, and the number.
fn numbered(name: &str) -> Option<(&str, &str)> {
    let before = name.trim_end_matches(|c: char| c.is_ascii_digit());
    (before.len() < name.len()).then(|| name.split_at(before.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spots(places: &str) -> Vec<String> {
        read(places).unwrap().iter().map(|p| format!("{}/{}", p.room, p.place)).collect()
    }

    #[test]
    fn a_line_is_a_room_and_a_range_is_written_out() {
        assert_eq!(
            spots("Hall: A1-A3, B 09 – B 11; Desk\n\n7\nRoom 2: 1-2"),
            [
                "Hall/A1", "Hall/A2", "Hall/A3", "Hall/B 09", "Hall/B 10", "Hall/B 11", "Hall/Desk", "/7",
                "Room 2/1", "Room 2/2"
            ]
        );
        assert_eq!(spots("A8-10"), ["/A8", "/A9", "/A10"]);
        assert_eq!(spots("north-west"), ["/north-west"], "no numbers, no range");
    }

    #[test]
    fn what_cannot_be_meant_is_named_with_its_line() {
        let fault = |typed: &str| read(typed).unwrap_err();
        let long = "x".repeat(21);
        assert_eq!(fault(&format!("1\n{long}: 1")), RangeFault::Long { line: 2, longest: 20 });
        assert_eq!(fault(&long), RangeFault::Long { line: 1, longest: 20 });
        assert_eq!(fault("A3-A1"), RangeFault::Backwards { line: 1, range: "A3-A1".into() });
        assert_eq!(fault("A1-B3"), RangeFault::Backwards { line: 1, range: "A1-B3".into() });
        assert_eq!(fault("1-99999999999"), RangeFault::Backwards { line: 1, range: "1-99999999999".into() });
        assert_eq!(fault("1-4000000000"), RangeFault::Many { most: MOST_SPOTS });
        assert_eq!(fault("1-15000\nX:1-15000"), RangeFault::Many { most: MOST_SPOTS });
        assert_eq!(fault("Hall: A1\nhall: a1"), RangeFault::Twice { line: 2, place: "hall: a1".into() });
    }

    #[test]
    fn power_and_quiet_are_among_the_places() {
        let spots = read_spots("Hall: 1-3", "hall: 2-3", "Hall: 3").unwrap();
        let had: Vec<_> = spots.iter().map(|s| (s.power, s.quiet)).collect();
        assert_eq!(had, [(false, false), (true, false), (true, true)]);
        let unknown = ("quiet", RangeFault::Unknown { place: "4".into() });
        assert_eq!(read_spots("Hall: 1-3", "", "4").unwrap_err(), unknown);
    }

    #[test]
    fn no_text_breaks_it() {
        let letters = ["A", "1", "-", "–", ":", ",", "\n", " ", "0", "é", "\u{1}"];
        for n in 0..20_000_usize {
            let text: String = (0..6).map(|at| letters[n / letters.len().pow(at) % letters.len()]).collect();
            drop(read(&text));
        }
    }
}
