//! The report of a check as HTML: the answer in one sentence, then each file line by line.

use super::html::{Icon, Text};
use super::statement::Card;
use crate::icon_paths::{ALERT, CHECK, CROSS, INFO, MARK};
use shared::provenance::{Finding, Line, Report, Verdict};
use std::fmt::{Display, Formatter, Result, Write as _};
use words::{findings, statement};

/// The report. A page moves the focus to the element with the id `answer-title`.
pub fn draw(report: &Report) -> String {
    let mut html = String::new();
    let verdict = report.verdict();
    let (tone, mark) = (tone(verdict), Mark(verdict));
    // Writing into a String cannot fail.
    let _ = write!(
        html,
        r#"<div class="verify-verdict tone-{tone}" data-standing="{tone}">{mark}<h2 id="answer-title" tabindex="-1">{}</h2></div>"#,
        Text(&findings::answer(report))
    );
    for (at, file) in report.files.iter().enumerate() {
        let _ = write!(html, "{}", File(at + 1, file));
    }
    html
}

/// The class of a colour. The colour only repeats what the words say.
fn tone(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "good",
        Verdict::CannotBeJudged => "warn",
        Verdict::DoesNotHold => "bad",
    }
}

/// The mark: whole if all holds, with an open ring if something is left open, broken if something is wrong.
struct Mark(Verdict);

impl Display for Mark {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let inside = match self.0 {
            Verdict::Holds => format!(r#"<path d="{MARK}"/><circle cx="28" cy="10" r="6.5"/>"#),
            Verdict::CannotBeJudged => {
                r#"<path d="M0 2h3v16H0zM45 2h3v16h-3zM2 9h19v2H2zM35 9h11v2H35z"/><circle class="mark-ring" cx="28" cy="10" r="6"/>"#.into()
            }
            Verdict::DoesNotHold => {
                r#"<path d="M0 2h3v16H0zM45 2h3v16h-3zM2 9h17v2H2zM37 9h9v2h-9z"/><path class="mark-ring" d="M22.5 4.5l11 11M33.5 4.5l-11 11"/>"#.into()
            }
        };
        write!(f, r#"<svg class="mark" viewBox="0 0 48 20" aria-hidden="true">{inside}</svg>"#)
    }
}

/// One file, and its number on the page.
struct File<'r>(usize, &'r Finding);

impl Display for File<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Self(at, file) = self;
        let (shown, sign) = match file.verdict {
            Verdict::Holds if file.is_whole() => ("good", CHECK),
            Verdict::Holds | Verdict::CannotBeJudged => ("warn", ALERT),
            Verdict::DoesNotHold => ("bad", CROSS),
        };
        write!(
            f,
            r#"<section class="verify-file" aria-labelledby="file-{at}"><h3 id="file-{at}"><bdi>{}</bdi></h3><p class="row"><span class="pill tone-{shown}">{}{}</span><span class="quiet">{}</span></p>"#,
            Text(&file.name),
            Icon(sign),
            findings::verdict_words(file),
            findings::kind_name(file.kind)
        )?;
        if let Some(place) = &file.breaks_at {
            write!(
                f,
                r#"<p>The first fault is at <strong class="verify-place">{}</strong>.</p>"#,
                Text(place)
            )?;
        }
        if let Some(payload) = &file.statement {
            let statement = &statement::of(payload);
            write!(f, "{}", Card { statement, proven: file.verdict == Verdict::Holds })?;
        }
        f.write_str(r#"<ul class="verify-lines">"#)?;
        file.lines.iter().try_for_each(|line| write!(f, "{}", Sentence(line)))?;
        f.write_str("</ul></section>")
    }
}

/// One sentence, introduced by its verdict.
struct Sentence<'r>(&'r Line);

impl Display for Sentence<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let (class, sign, word) = match self.0.verdict {
            Some(Verdict::Holds) => ("good", CHECK, "Holds"),
            Some(Verdict::DoesNotHold) => ("bad", CROSS, "Does not hold"),
            Some(Verdict::CannotBeJudged) => ("warn", ALERT, "Cannot be judged"),
            None => ("plain", INFO, "Note"),
        };
        let sentence = findings::sentence(&self.0.message);
        let (before, fingerprint, after) = around_fingerprint(&sentence);
        write!(
            f,
            r#"<li class="tone-{class}">{}<p><span class="sr-only">{word}: </span>{}"#,
            Icon(sign),
            Text(before)
        )?;
        if !fingerprint.is_empty() {
            write!(f, r#"<code class="verify-fingerprint">{}</code>"#, Text(fingerprint))?;
        }
        write!(f, "{}</p></li>", Text(after))
    }
}

/// A sentence with a key's fingerprint: the text before it, its groups of digits, and the text after it.
fn around_fingerprint(sentence: &str) -> (&str, &str, &str) {
    // Sixteen groups of four, and a blank between two.
    const LENGTH: usize = 16 * 5 - 1;
    let found = sentence.split_once("fingerprint ").and_then(|(before, rest)| {
        let (digits, after) = rest.split_at_checked(LENGTH)?;
        let groups =
            |text: &str| text.split(' ').all(|g| g.len() == 4 && g.bytes().all(|c| c.is_ascii_hexdigit()));
        let before = sentence.get(..before.len() + "fingerprint ".len())?;
        groups(digits).then_some((before, digits, after))
    });
    found.unwrap_or((sentence, "", ""))
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;
    use shared::provenance::{File, KeySet, KeyStatus, PublicKey, check_files, public_key};

    fn keys() -> KeySet {
        KeySet { keys: vec![PublicKey::new(&public_key(&[7; 32]), KeyStatus::Current, None, None)] }
    }

    fn drawn(name: &str, bytes: &[u8]) -> String {
        draw(&check_files(&[File { name, bytes }], &keys(), None))
    }

    #[test]
    fn names_and_contents_are_shown_and_never_run() {
        let html = drawn("<img src=x onerror=alert(1)>.json", br#"{"payload":"<script>","<b>":1}"#);
        assert!(!html.contains("<img") && !html.contains("<script") && !html.contains("<b>"), "{html}");
        assert!(html.contains("&lt;img src=x onerror=alert(1)&gt;.json failed the check."), "{html}");
    }

    #[test]
    fn every_verdict_has_a_word_beside_its_colour() {
        let set = serde_json::to_vec(&keys()).unwrap();
        let html = drawn("keys.json", &set);
        assert!(html.contains(r#"<div class="verify-verdict tone-good" data-standing="good">"#), "{html}");
        let fingerprint = keys().keys[0].fingerprint();
        assert!(
            html.contains(&format!(r#"<code class="verify-fingerprint">{fingerprint}</code>.</p>"#)),
            "{html}"
        );
        let html = drawn("x.txt", b"x");
        assert!(
            html.contains(r#"<div class="verify-verdict tone-warn""#) && html.contains("Cannot be judged: "),
            "{html}"
        );
        let html = drawn("keys.json", b"{\"keys\":[]}");
        assert!(
            html.contains(r#"<div class="verify-verdict tone-bad""#) && html.contains("Does not hold: "),
            "{html}"
        );
    }

    #[test]
    fn the_browser_draws_what_the_server_draws() {
        let set = serde_json::to_string(&keys()).unwrap();
        let files = [("keys.json".to_owned(), set.clone().into_bytes())];
        assert_eq!(check(&files, &set, " ", None, &|_| {}), drawn("keys.json", set.as_bytes()));
        assert!(
            check(&files, "no keys", "", None, &|_| {}).contains("verify-verdict tone-warn"),
            "without keys nothing is trusted"
        );
    }
}
