//! Time zones: what the clocks of a place show at a moment, and the moment that they mean.

use crate::prelude::*;
use chrono::{Datelike as _, FixedOffset, MappedLocalTime, NaiveDateTime, TimeDelta, TimeZone, Timelike};
use chrono_tz::Tz;

/// The clocks of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Zone(Tz);

impl Default for Zone {
    fn default() -> Self {
        Self::UTC
    }
}

/// Which of two moments a local time means that comes twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// The one before the clocks go back.
    First,
    /// The one after.
    Second,
}

impl Zone {
    /// Coordinated Universal Time.
    pub const UTC: Self = Self(Tz::UTC);

    /// The zone with this IANA name.
    pub fn parse(name: &str) -> Option<Self> {
        name.parse().ok().map(Self)
    }

    /// The zone of an event. A name that this version does not know counts as UTC.
    pub fn of_event(name: &str) -> Self {
        Self::parse(name).unwrap_or(Self::UTC)
    }

    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// The zones to choose from, UTC first: those of a place. Fixed offsets and old names of other systems are left out.
    pub fn names() -> Vec<&'static str> {
        let regions = [
            "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian",
            "Pacific",
        ];
        let named = chrono_tz::TZ_VARIANTS.iter().map(|zone| zone.name());
        let of_place =
            |name: &&str| name.split_once('/').is_some_and(|(region, _)| regions.contains(&region));
        let mut names: Vec<&'static str> = named.filter(of_place).collect();
        names.sort_unstable();
        names.insert(0, "UTC");
        names
    }

    /// The local time as a field for date and time holds it: `2026-11-20T18:00`, with seconds where there are any.
    pub fn field(self, at: DateTime<Utc>) -> String {
        let local = at.with_timezone(&self.0);
        local.format(if local.second() == 0 { "%Y-%m-%dT%H:%M" } else { "%Y-%m-%dT%H:%M:%S" }).to_string()
    }

    /// The local time with its zone, as people read it: `20 Nov 2026, 18:00 CET`.
    pub fn words(self, at: DateTime<Utc>) -> String {
        format!("{} {}", self.bare_words(at), self.read_clock(at).1)
    }

    /// The local time without its zone, for lists of choices.
    pub fn bare_words(self, at: DateTime<Utc>) -> String {
        at.with_timezone(&self.0).format("%-d %b %Y, %H:%M").to_string()
    }

    /// What the clocks show at a moment, and the name of their zone then: `CET`, or `UTC+04` and `UTC+05:45` where it has none.
    pub fn read_clock(self, at: DateTime<Utc>) -> (DateTime<FixedOffset>, String) {
        let local = at.with_timezone(&self.0);
        let name = local.format("%Z").to_string();
        if !name.starts_with(['+', '-']) {
            return (local.fixed_offset(), name);
        }
        // `+0545` is a number to whoever does not know zones.
        let (hours, minutes) = name.split_at_checked(3).unwrap_or((name.as_str(), ""));
        let sign = if minutes.is_empty() { "" } else { ":" };
        (local.fixed_offset(), format!("UTC{hours}{sign}{minutes}"))
    }

    /// The moment so much later by the clocks of the place: a week later at the same time of day, also where the clocks
    /// change in between.
    pub fn later(self, at: DateTime<Utc>, by: TimeDelta) -> DateTime<Utc> {
        let local = at.with_timezone(&self.0).naive_local();
        let moved =
            local.checked_add_signed(by).and_then(|local| self.0.from_local_datetime(&local).earliest());
        moved.map_or(at + by, |moved| moved.with_timezone(&Utc))
    }

    /// The moment of a local time as typed; none for an empty field.
    /// Errors: a text that is no date with a time; a local time that the clocks skip; one that comes twice, unless `fold` says which is
    /// meant.
    pub fn read(self, typed: &str, fold: Option<Fold>) -> Result<Option<DateTime<Utc>>, SettingFault> {
        if typed.trim().is_empty() {
            return Ok(None);
        }
        let local = read_local(typed).ok_or(SettingFault::Time)?;
        let moment = match (self.0.from_local_datetime(&local), fold) {
            (MappedLocalTime::Single(at), _) => at,
            (MappedLocalTime::Ambiguous(first, _), Some(Fold::First)) => first,
            (MappedLocalTime::Ambiguous(_, second), Some(Fold::Second)) => second,
            (MappedLocalTime::Ambiguous(..), None) => {
                return Err(SettingFault::TimeTwice { zone: self.name().to_owned() });
            }
            (MappedLocalTime::None, _) => return Err(self.skipped(local)),
        };
        let moment = moment.with_timezone(&Utc);
        // The last evening of 9999 in New York is of the next year in UTC, in which answers write it.
        if is_meant(moment.year()) { Ok(Some(moment)) } else { Err(SettingFault::Time) }
    }

    /// The two moments of a local time that comes twice.
    pub fn both(self, typed: &str) -> Option<[DateTime<Utc>; 2]> {
        match self.0.from_local_datetime(&read_local(typed)?) {
            MappedLocalTime::Ambiguous(first, second) => Some([first.to_utc(), second.to_utc()]),
            MappedLocalTime::Single(_) | MappedLocalTime::None => None,
        }
    }

    /// The gap around a local time that the clocks skip. Gaps begin and end at a full minute; the longest was a whole day.
    fn skipped(self, local: NaiveDateTime) -> SettingFault {
        let exists = |at: &NaiveDateTime| self.0.from_local_datetime(at).earliest().is_some();
        let minute = local.with_second(0).unwrap_or(local);
        let steps = |by: i64| (1..=1441).map(move |n| minute + TimeDelta::minutes(n * by));
        let from = steps(-1).find(exists).map_or(minute, |last| last + TimeDelta::minutes(1));
        let until = steps(1).find(exists).unwrap_or(minute);
        let words = |at: NaiveDateTime| {
            at.format(if at.date() == local.date() { "%H:%M" } else { "%Y-%m-%d %H:%M" }).to_string()
        };
        SettingFault::TimeSkipped { zone: self.name().to_owned(), from: words(from), until: words(until) }
    }
}

/// A date with a time, as a browser's field sends it or as people type it.
fn read_local(typed: &str) -> Option<NaiveDateTime> {
    let typed = typed.trim().replacen('T', " ", 1);
    let read = |form| NaiveDateTime::parse_from_str(&typed, form).ok();
    let local = ["%Y-%m-%d %H:%M", "%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M:%S%.f"].into_iter().find_map(read)?;
    is_meant(local.year()).then_some(local)
}

/// Whether somebody means this year. The database holds a wider span; a year of five digits is a slip of the finger.
fn is_meant(year: i32) -> bool {
    (1970..=9999).contains(&year)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn berlin() -> Zone {
        Zone::parse("Europe/Berlin").unwrap()
    }

    fn utc(text: &str) -> DateTime<Utc> {
        DateTime::parse_from_rfc3339(text).unwrap().to_utc()
    }

    #[test]
    fn a_local_time_is_a_moment_and_back() {
        let at = utc("2026-11-20T17:00:00Z");
        assert_eq!(berlin().field(at), "2026-11-20T18:00");
        for typed in ["2026-11-20T18:00", "2026-11-20 18:00", " 2026-11-20 18:00:00 "] {
            assert_eq!(berlin().read(typed, None), Ok(Some(at)), "{typed}");
        }
        let exact = utc("2026-11-20T17:00:09Z");
        assert_eq!(berlin().field(exact), "2026-11-20T18:00:09");
        assert_eq!(berlin().words(at), "20 Nov 2026, 18:00 CET");
        assert_eq!(Zone::parse("Asia/Dubai").unwrap().words(at), "20 Nov 2026, 21:00 UTC+04");
        for (zone, words) in [
            ("Asia/Kathmandu", "20 Nov 2026, 22:45 UTC+05:45"),
            ("Pacific/Chatham", "21 Nov 2026, 06:45 UTC+13:45"),
            ("Australia/Lord_Howe", "21 Nov 2026, 04:00 UTC+11"),
        ] {
            assert_eq!(Zone::parse(zone).unwrap().words(at), words);
        }
        assert_eq!(berlin().read("", None), Ok(None));
        for bad in ["tomorrow", "2026-11-20", "2026-02-30 10:00", "20261-11-20T18:00"] {
            assert_eq!(berlin().read(bad, None), Err(SettingFault::Time), "{bad}");
        }
        let new_york = Zone::parse("America/New_York").unwrap();
        assert_eq!(new_york.read("9999-12-31T23:59", None), Err(SettingFault::Time));
        assert!(new_york.read("9999-12-31T18:59", None).is_ok());
    }

    #[test]
    fn a_time_that_the_clocks_skip_says_from_when_to_when() {
        let fault = berlin().read("2027-03-28T02:30", None).unwrap_err();
        let (zone, from, until) = ("Europe/Berlin".into(), "02:00".into(), "03:00".into());
        assert_eq!(fault, SettingFault::TimeSkipped { zone, from, until });
        // Half an hour, and a whole day.
        let lord_howe =
            Zone::parse("Australia/Lord_Howe").unwrap().read("2026-10-04T02:10", None).unwrap_err();
        assert!(
            matches!(lord_howe, SettingFault::TimeSkipped { from, until, .. } if from == "02:00" && until == "02:30")
        );
        let apia = Zone::parse("Pacific/Apia").unwrap().read("2011-12-30T12:00", None).unwrap_err();
        assert!(
            matches!(apia, SettingFault::TimeSkipped { from, until, .. } if from == "00:00" && until == "2011-12-31 00:00")
        );
    }

    #[test]
    fn a_time_that_comes_twice_is_chosen() {
        let typed = "2026-10-25T02:30";
        assert!(matches!(berlin().read(typed, None), Err(SettingFault::TimeTwice { .. })));
        let [first, second] = berlin().both(typed).unwrap();
        assert_eq!(berlin().read(typed, Some(Fold::First)), Ok(Some(first)));
        assert_eq!(berlin().read(typed, Some(Fold::Second)), Ok(Some(second)));
        assert_eq!(second - first, TimeDelta::hours(1));
        assert_eq!(berlin().both("2026-10-25T03:30"), None);
    }

    #[test]
    fn a_week_later_is_the_same_time_of_day() {
        let before = utc("2026-10-20T16:00:00Z");
        assert_eq!(berlin().field(before), "2026-10-20T18:00");
        assert_eq!(berlin().field(berlin().later(before, TimeDelta::days(7))), "2026-10-27T18:00");
    }

    #[test]
    fn the_zones_to_choose_from_are_places() {
        let names = Zone::names();
        assert_eq!(names.first(), Some(&"UTC"));
        assert!(names.contains(&"Europe/Berlin") && names.contains(&"America/Argentina/Buenos_Aires"));
        assert!(!names.iter().any(|name| name.starts_with("Etc/") || name.starts_with("US/")));
        assert!(names.iter().all(|name| Zone::parse(name).is_some_and(|zone| zone.name() == *name)));
        assert_eq!(Zone::of_event("Nowhere/Land"), Zone::UTC);
    }
}
