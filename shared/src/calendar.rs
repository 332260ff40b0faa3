//! Calendar files that programs subscribe to (RFC 5545): moments in UTC, lines of 75 bytes at most.

use chrono::{DateTime, Utc};

/// Most bytes of a line before its end.
const LONGEST: usize = 75;
/// A file without an entry has to hold something else: the zone of all moments.
const ZONE: [&str; 8] = [
    "BEGIN:VTIMEZONE",
    "TZID:UTC",
    "BEGIN:STANDARD",
    "DTSTART:19700101T000000",
    "TZOFFSETFROM:+0000",
    "TZOFFSETTO:+0000",
    "END:STANDARD",
    "END:VTIMEZONE",
];

/// A calendar.
#[derive(Clone, Debug)]
pub struct Calendar<'a> {
    /// Its title.
    pub name: &'a str,
    /// When what it says last changed. Of a calendar that is read again and again, this has to stay as it is while the rest does.
    pub changed_at: DateTime<Utc>,
    /// In the order in which they are written.
    pub entries: Vec<Entry<'a>>,
}

/// One entry of it.
#[derive(Clone, Debug)]
pub struct Entry<'a> {
    /// Stays the same while the entry changes, and is no other's.
    pub id: String,
    /// When it begins.
    pub from: DateTime<Utc>,
    /// Without one, it is a moment.
    pub to: Option<DateTime<Utc>>,
    /// What it is.
    pub title: String,
    /// Where it is; may be empty.
    pub place: &'a str,
    /// The page about it.
    pub address: String,
}

impl Calendar<'_> {
    /// The file.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let begin = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Evenhand//Evenhand//EN"];
        begin.iter().for_each(|text| line(text, &mut out));
        line(&format!("X-WR-CALNAME:{}", escaped(self.name)), &mut out);
        line("REFRESH-INTERVAL;VALUE=DURATION:PT1H", &mut out);
        for entry in &self.entries {
            line("BEGIN:VEVENT", &mut out);
            line(&format!("UID:{}", entry.id), &mut out);
            line(&format!("DTSTAMP:{}", moment(self.changed_at)), &mut out);
            line(&format!("DTSTART:{}", moment(entry.from)), &mut out);
            // A window of less than a second is a moment: an end has to come later than its beginning.
            if let Some(to) = entry.to.filter(|to| to.timestamp() > entry.from.timestamp()) {
                line(&format!("DTEND:{}", moment(to)), &mut out);
            }
            line(&format!("SUMMARY:{}", escaped(&entry.title)), &mut out);
            if !entry.place.is_empty() {
                line(&format!("LOCATION:{}", escaped(entry.place)), &mut out);
            }
            line(&format!("URL:{}", entry.address), &mut out);
            // A window of days keeps nobody from being free.
            line("TRANSP:TRANSPARENT", &mut out);
            line("END:VEVENT", &mut out);
        }
        if self.entries.is_empty() {
            ZONE.iter().for_each(|text| line(text, &mut out));
        }
        line("END:VCALENDAR", &mut out);
        out
    }
}

fn moment(at: DateTime<Utc>) -> impl std::fmt::Display {
    at.format("%Y%m%dT%H%M%SZ")
}

/// A text as a value: its separators and line ends are escaped, other control characters left out.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\\' | ';' | ',' => {
                out.push('\\');
                out.push(c);
            }
            '\n' => out.push_str("\\n"),
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

/// A line, folded between characters where it is too long.
fn line(text: &str, out: &mut String) {
    let mut room = LONGEST;
    for c in text.chars() {
        if c.len_utf8() > room {
            out.push_str("\r\n ");
            room = LONGEST - 1;
        }
        room -= c.len_utf8();
        out.push(c);
    }
    out.push_str("\r\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn calendar(title: &str) -> String {
        let entry = Entry {
            id: "demo-judging@portal.example".to_owned(),
            from: at("2026-11-20T18:00:00.5Z"),
            to: Some(at("2026-11-20T20:00:00Z")),
            title: title.to_owned(),
            place: "",
            address: "https://portal.example/events/demo".to_owned(),
        };
        Calendar { name: "Demo", changed_at: at("2026-11-01T00:00:00Z"), entries: vec![entry] }.text()
    }

    #[test]
    fn a_calendar_is_as_rfc_5545_has_it() {
        assert_eq!(
            calendar("Judging, day 1; \\ \r\nlate"),
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Evenhand//Evenhand//EN\r\nX-WR-CALNAME:Demo\r\n\
             REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\nBEGIN:VEVENT\r\nUID:demo-judging@portal.example\r\n\
             DTSTAMP:20261101T000000Z\r\nDTSTART:20261120T180000Z\r\nDTEND:20261120T200000Z\r\n\
             SUMMARY:Judging\\, day 1\\; \\\\ \\nlate\r\nURL:https://portal.example/events/demo\r\n\
             TRANSP:TRANSPARENT\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
        );
    }

    #[test]
    fn a_long_line_is_folded_between_characters() {
        let title = "東京ハッカソン, ".repeat(20);
        let text = calendar(&title);
        assert!(text.split("\r\n").all(|line| line.len() <= LONGEST && !line.contains('\n')));
        assert!(text.replace("\r\n ", "").contains(&format!("SUMMARY:{}\r\n", title.replace(',', "\\,"))));
    }
    #[test]
    fn an_entry_ends_after_it_begins() {
        let entry = |to: &str| Entry {
            id: "demo-judging@portal.example".to_owned(),
            from: at("2026-11-20T18:00:00.2Z"),
            to: Some(at(to)),
            title: "Judging".to_owned(),
            place: "",
            address: "https://portal.example/events/demo".to_owned(),
        };
        for (to, ends) in [("2026-11-20T18:00:00.7Z", 0), ("2026-11-20T18:00:01Z", 1)] {
            let calendar =
                Calendar { name: "Demo", changed_at: DateTime::UNIX_EPOCH, entries: vec![entry(to)] };
            assert_eq!(calendar.text().matches("DTEND").count(), ends, "{to}");
        }
    }

    #[test]
    fn a_calendar_without_an_entry_is_still_a_calendar() {
        let text = Calendar { name: "Demo", changed_at: DateTime::UNIX_EPOCH, entries: Vec::new() }.text();
        assert!(text.contains("BEGIN:VTIMEZONE\r\nTZID:UTC\r\n") && !text.contains("VEVENT"), "{text}");
        assert!(!calendar("Judging").contains("VTIMEZONE"));
    }
}
