//! Moments as spreadsheets and forms write them.

use crate::list_file::in_figures;
use chrono::{DateTime, Datelike, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, Utc};

/// Whether a text shows that its column writes the day before the month: `16/11/2025`, `16-11-2025`.
pub(super) fn proves_day_first(text: &str) -> bool {
    let Some([first, second, year]) = day_or_month_first(&plain(text)) else { return false };
    (13..=31).contains(&first) && second <= 12 && year > 12
}

/// A moment; `None` where it cannot be read. A text without a zone is taken as UTC. `day_first` says how the other texts of the
/// column are written, where this one could be read either way.
pub(super) fn moment(text: &str, day_first: bool) -> Option<DateTime<Utc>> {
    let text = plain(text);
    let text = text.as_str();
    let bare = ["UTC", "GMT"].iter().find_map(|zone| text.strip_suffix(zone)).unwrap_or(text).trim();
    let read = DateTime::parse_from_rfc3339(bare).map(|at| at.to_utc()).ok();
    let read = read.or_else(|| {
        let (date, rest) = bare.split_once([' ', 'T']).unwrap_or((bare, ""));
        let (time, zone) = zoned(rest.trim())?;
        let local = NaiveDateTime::new(read_date(date.trim_end_matches(','), day_first)?, read_time(time)?);
        local.and_local_timezone(zone).single().map(|at| at.to_utc())
    });
    read.filter(|at| (2000..2200).contains(&at.year()))
}

/// Whether a text has a time and does not say in which zone. A day alone has no time.
pub(super) fn needs_zone(text: &str) -> bool {
    let text = plain(text);
    let Some((_, time)) = text.split_once([' ', 'T']) else { return false };
    (time.contains(':') || (!time.is_empty() && read_time(time).is_some()))
        && !time.ends_with('Z')
        && !time.contains(['+', '-'])
        && !time.contains("UTC")
        && !time.contains("GMT")
}

/// The months. People shorten them to three letters or more.
const MONTHS: &str = "january february march april may june july august september october november december";

/// A moment with its figures in ASCII, in place of the Japanese signs for year, month and day and of English names of months.
fn plain(text: &str) -> String {
    let signs = |c: char| match c {
        '年' | '月' => '-',
        '日' | '秒' => ' ',
        '時' | '分' => ':',
        _ => c,
    };
    let plain: String = in_figures(text).chars().map(signs).collect();
    let plain = plain.trim().trim_end_matches(':').to_owned();
    with_month_in_figures(&plain).unwrap_or(plain)
}

/// `November 27, 2026 2:02 PM` and `27 Nov 2026 14:02` with the date as `2026-11-27`.
fn with_month_in_figures(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().map(|word| word.trim_end_matches(',')).collect();
    let month = |word: &str| {
        let word = word.trim_end_matches('.').to_ascii_lowercase();
        MONTHS.split(' ').position(|month| word.len() > 2 && month.starts_with(&word)).map(|at| at + 1)
    };
    let (day, month, year, rest) = match words.as_slice() {
        [first, second, year, rest @ ..] => match (month(first), month(second)) {
            (Some(month), None) => (second, month, year, rest),
            (None, Some(month)) => (first, month, year, rest),
            _ => return None,
        },
        _ => return None,
    };
    let day: u32 = day.trim_end_matches(|c: char| !c.is_ascii_digit()).parse().ok()?;
    let year: u32 = year.parse().ok().filter(|year| *year > 999)?;
    let time: Vec<&str> = rest.iter().copied().filter(|word| *word != "at").collect();
    Some(format!("{year}-{month:02}-{day:02} {}", time.join(" ")).trim_end().to_owned())
}

/// A time and the offset after it: `21:02:11 +0000`, `9:02:11 PM GMT+1` as forms write it.
fn zoned(text: &str) -> Option<(&str, FixedOffset)> {
    let utc = FixedOffset::east_opt(0)?;
    let Some(at) = text.find(['+', '-']) else { return Some((text, utc)) };
    let (time, offset) = text.split_at(at);
    let time = ["UTC", "GMT"].iter().find_map(|zone| time.strip_suffix(zone)).unwrap_or(time);
    let digits = offset.get(1..)?;
    let (hours, minutes) = match digits.split_once(':') {
        Some(parts) => parts,
        None => digits.split_at_checked(digits.len().min(2))?,
    };
    let minutes = if minutes.is_empty() { 0 } else { minutes.parse::<u8>().ok()? };
    let seconds = i32::from(hours.parse::<u8>().ok()?) * 3600 + i32::from(minutes) * 60;
    let seconds = if offset.starts_with('-') { -seconds } else { seconds };
    // An offset without a time says nothing of a day.
    let time = Some(time.trim()).filter(|time| !time.is_empty())?;
    Some((time, FixedOffset::east_opt(seconds)?))
}

/// The numbers of `12/11/2025` or `12-11-2025`, in the order written.
fn day_or_month_first(text: &str) -> Option<[u32; 3]> {
    let date = text.trim().split([' ', 'T']).next()?.trim_end_matches(',');
    let whole_year = date.rsplit('-').next().is_some_and(|year| year.len() == 4);
    numbers(date, '/').or_else(|| numbers(date, '-').filter(|_| whole_year))
}

fn numbers(text: &str, separator: char) -> Option<[u32; 3]> {
    let mut parts = text.split(separator).map(|part| part.parse().ok());
    let numbers = [parts.next()??, parts.next()??, parts.next()??];
    parts.next().is_none().then_some(numbers)
}

fn read_date(text: &str, day_first: bool) -> Option<NaiveDate> {
    let (separator, [a, b, c]) = ['/', '.', '-'].iter().find_map(|s| Some((*s, numbers(text, *s)?)))?;
    let digits = |at: usize| text.split(separator).nth(at).map_or(0, str::len);
    if separator == '-' && digits(0) != 4 && digits(2) != 4 {
        // `26-11-16` may begin with the year or with the day.
        return None;
    }
    if digits(0) == 4 {
        return NaiveDate::from_ymd_opt(i32::try_from(a).ok()?, b, c);
    }
    let (month, day) = if separator == '.' || a > 12 || (day_first && b <= 12) { (b, a) } else { (a, b) };
    let year = if digits(2) == 2 { c + 2000 } else { c };
    NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, month, day)
}

/// `21:02`, `21:02:11.5`, `9:02:11 PM`, `21.02` or `21h02`; midnight where there is none.
fn read_time(text: &str) -> Option<NaiveTime> {
    if text.is_empty() {
        return Some(NaiveTime::MIN);
    }
    let upper = text.to_uppercase().replace("A.M.", "AM").replace("P.M.", "PM");
    let half = ["AM", "PM"].into_iter().find(|half| upper.ends_with(half));
    let bare = upper.trim_end_matches(['A', 'P', 'M', ' ']).replace('H', ":");
    let bare = if bare.contains(':') { bare } else { bare.replace('.', ":") };
    let mut parts = bare.split(':');
    let mut hour = parts.next()?.parse::<u32>().ok()?;
    let minute = parts.next()?.parse().ok()?;
    let seconds: f64 = parts.next().map_or(Some(0.0), |part| part.parse().ok())?;
    match half {
        Some(_) if !(1..=12).contains(&hour) => return None,
        Some("AM") => hour %= 12,
        Some(_) => hour = hour % 12 + 12,
        None => {}
    }
    if parts.next().is_some() || !(0.0..60.0).contains(&seconds) {
        return None;
    }
    let micros = (seconds * 1e6).round() as u32;
    NaiveTime::from_hms_micro_opt(hour, minute, micros / 1_000_000, micros % 1_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_read_in_the_forms_of_the_files() {
        let evening = "2026-11-16T21:02:00Z".parse::<DateTime<Utc>>().unwrap();
        for text in [
            "2026-11-16T21:02:00Z",
            "2026-11-16T22:02:00+01:00",
            "2026-11-16 21:02:00 UTC",
            "2026-11-16 21:02",
            "2026-11-16 21:02:00 +0000",
            "2026-11-16 16:02:00 -0500",
            "2026/11/16 21:02:00",
            "11/16/2026 21:02:00",
            "11/16/2026 9:02:00 PM",
            "11/16/2026, 9:02 pm",
            "11/16/26 21:02",
            "16/11/2026 21:02:00",
            "16.11.2026 21:02",
            "16-11-2026 21:02",
            "2026/11/16 9:02:00 PM GMT+0",
            "2026/11/16 10:02:00 PM GMT+1",
            "2026/11/17 2:32:00 AM GMT+5:30",
            "2026/11/16 21:02:00 UTC+0000",
            "16.11.2026 21.02",
            "16/11/2026 21h02",
            "2026年11月16日 21:02",
            "2026年11月16日21時02分",
            "2026年11月16日 21時02分00秒",
            "２０２６/11/16 ２１：０２",
            "١٦/١١/٢٠٢٦ ٢١:٠٢",
            "۱۶/۱۱/۲۰۲۶ ۲۱:۰۲",
            "\u{200f}16/11/2026 21:02\u{200e}",
            "November 16, 2026 9:02 PM",
            "Nov 16, 2026 at 9:02\u{202f}PM",
            "16. Nov. 2026, 21:02",
            "16 November 2026 9:02 p.m.",
            "Nov 16th 2026 21:02 UTC",
        ] {
            assert_eq!(moment(text, false), Some(evening), "{text}");
        }
        let noon = moment("11/16/2026 12:00 PM", false).unwrap();
        let midnight = moment("11/16/2026 12:00 AM", false).unwrap();
        assert_eq!((noon - midnight).num_hours(), 12);
        for text in [
            "",
            "yesterday",
            "0001-01-01 00:00:00",
            "2026-13-01 00:00:00",
            "262143-01-01T00:00:00Z",
            "11/16/2026 13:00 PM",
            "11/16/2026 9:02:61",
            "1/2/3/4",
            "+",
            "2026-11-16 +9",
            "26-11-16 21:02",
            "2026-11-16 21:02 GMT+é",
            "2026-11-16 é",
            "Marvellous 16 2026",
            "16 Nov 26 21:02",
            "16 Nov 2026, 9:02 PM IST",
            "2026年11月",
            "16/11/2026 21h",
        ] {
            assert_eq!(moment(text, false), None, "{text}");
        }
    }

    #[test]
    fn a_time_without_its_zone_is_known() {
        for bare in [
            "11/16/2026 9:02 PM", "2026-11-16T21:02", "16.11.2026 21:02", "16.11.2026 21.02",
            "16 Nov 2026 21:02",
        ] {
            assert!(needs_zone(bare), "{bare}");
        }
        for said in [
            "2026-11-16T21:02:00Z", "2026-11-16 21:02 UTC", "2026-11-16 16:02 -0500", "9:02 PM GMT+1",
            "11/16/2026", "",
        ] {
            assert!(!needs_zone(said), "{said}");
        }
    }

    #[test]
    fn a_column_says_whether_the_day_comes_first() {
        let day = |text: &str, day_first| moment(text, day_first).map(|at| at.date_naive().to_string());
        assert_eq!(day("12/11/2026 21:02", false).unwrap(), "2026-12-11");
        assert_eq!(day("12/11/2026 21:02", true).unwrap(), "2026-11-12");
        assert_eq!(day("11/16/2026 21:02", true).unwrap(), "2026-11-16", "it can be read in one way only");
        assert!(proves_day_first("16/11/2026 21:02:11") && proves_day_first("16/11/26"));
        assert!(proves_day_first("16-11-2026 21:02"));
        assert_eq!(day("12-11-2026 21:02", true).unwrap(), "2026-11-12");
        for other in [
            "26-11-16", "2026-11-16", "12-11-2026", "12/11/2026", "11/16/2026", "2026/11/16", "16.11.2026",
            "",
        ] {
            assert!(!proves_day_first(other), "{other}");
        }
    }
}
