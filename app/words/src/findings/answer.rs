//! The verdict on files, in one sentence and as plain text.

use super::super::amounts::moment;
use super::super::statement;
use super::document::corrected_to;
use shared::provenance::messages::{DocumentKind, Headline};
use shared::provenance::{Finding, Kind, Report, Verdict};

/// A kind of file in words.
pub fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Document => "signed document",
        Kind::Badge => "Open Badge",
        Kind::StatusList => "status list of badges",
        Kind::Keys => "key set",
        Kind::Bundle => "bundle",
        Kind::Audit => "audit log",
        Kind::Scores => "scores",
        Kind::Projects => "projects",
        Kind::Assignments => "assignments",
        Kind::Export => "export",
        Kind::Event => "event",
        Kind::Proof => "proof of a log",
        Kind::Policy => "policy of witnesses",
        Kind::Unknown => "unknown file",
    }
}

pub fn verdict_words(file: &Finding) -> &'static str {
    match file.verdict {
        Verdict::Holds if !file.is_whole() => "holds as far as it can be checked",
        Verdict::Holds => "holds",
        Verdict::DoesNotHold => "does not hold",
        Verdict::CannotBeJudged => "cannot be judged",
    }
}

pub fn headline(headline: &Headline) -> String {
    match headline {
        Headline::Genuine { document } => format!("This {} is genuine.", document_name(*document)),
        Headline::GenuineButReplaced { document, replacement } => {
            let (name, at) = (document_name(*document), moment(replacement.at));
            format!("This {name} is genuine, but corrected on {at}: {}.", corrected_to(replacement))
        }
        Headline::KeyCameAlong { document } => {
            format!(
                "This {} is only as trustworthy as the key file that came with it.",
                document_name(*document)
            )
        }
        Headline::BadgeCorrected => {
            "This Open Badge is genuine, but a correction has changed what it says.".into()
        }
        Headline::HeadLaterThanFile => "The signed head is newer than this file.".into(),
    }
}

fn document_name(kind: DocumentKind) -> &'static str {
    match kind {
        DocumentKind::Results => "signed ranking",
        DocumentKind::JudgeRecord | DocumentKind::ParticipantRecord => "certificate",
        DocumentKind::AuditHead => "signed head of an audit log",
        DocumentKind::Badge => "Open Badge",
        DocumentKind::StatusList => "status list of badges",
    }
}

/// The answer for all files in one sentence. If a file does not hold, it names the place that breaks first.
pub fn answer(report: &Report) -> String {
    let of = report.files.len();
    let with = |verdict| report.files.iter().filter(move |file| file.verdict == verdict);
    if let Some(file) = with(Verdict::DoesNotHold).next() {
        let failing = with(Verdict::DoesNotHold).count();
        if let (1, Some(found)) = (failing, &file.headline) {
            return if of == 1 { headline(found) } else { format!("{}: {}", file.name, headline(found)) };
        }
        let place = match file.breaks_at.as_deref() {
            Some("signature") => ", at its signature".to_owned(),
            Some(place) => format!(", at {place}"),
            None => String::new(),
        };
        return match of {
            1 => format!("{} failed the check{place}.", file.name),
            _ => {
                let failing = count_of(failing, of);
                format!("{failing} failed the check: {}{place}.", file.name)
            }
        };
    }
    if let [file] = report.files.as_slice() {
        return match &file.headline {
            Some(found) => headline(found),
            None => format!("{} {}.", file.name, verdict_words(file)),
        };
    }
    let named = with(Verdict::CannotBeJudged)
        .find_map(|file| Some(format!("{}: {}", file.name, headline(file.headline.as_ref()?))));
    match with(Verdict::CannotBeJudged).count() {
        _ if of == 0 => "There is nothing to check.".into(),
        0 if report.files.iter().all(Finding::is_whole) => format!("{} hold.", count_of(of, of)),
        0 => format!("{} hold as far as they can be checked.", count_of(of, of)),
        _ if named.is_some() => named.unwrap_or_default(),
        n if n == of => format!("None of the {of} files can be judged."),
        n => format!("{} cannot be judged. Everything that can be checked holds.", count_of(n, of)),
    }
}

/// How many of all files, at the start of a sentence.
fn count_of(count: usize, of: usize) -> String {
    match (count, of) {
        (2, 2) => "Both files".into(),
        (1, 2) => "One of the two files".into(),
        (1, _) => format!("One of the {of} files"),
        _ if count == of => format!("All {of} files"),
        _ => format!("{count} of the {of} files"),
    }
}

/// The whole report as plain text for a terminal, without a line break at its end.
pub fn report_text(report: &Report) -> String {
    let mut lines = Vec::new();
    for file in &report.files {
        lines.push(format!("{} ({}): {}", file.name, kind_name(file.kind), verdict_words(file)));
        lines.extend(file.headline.as_ref().map(|found| format!("  {}", headline(found))));
        lines.extend(file.statement.as_ref().map(|payload| statement::of(payload).to_string()));
        lines.extend(file.lines.iter().map(|line| format!("  {}", super::sentence(&line.message))));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::provenance::messages::{LogMessage, Message, UnknownFile};
    use shared::provenance::{ChangedPlace, KeySet, KeyStatus, Line, Replacement, check_files};

    fn finding(name: &str, verdict: Verdict, breaks_at: Option<&str>) -> Finding {
        Finding {
            name: name.into(),
            kind: Kind::Audit,
            verdict,
            breaks_at: breaks_at.map(str::to_owned),
            lines: Vec::new(),
            statement: None,
            headline: None,
        }
    }

    #[test]
    fn the_answer_is_one_sentence() {
        use Verdict::{CannotBeJudged, DoesNotHold, Holds};
        let file = |name: &str, verdict| finding(name, verdict, None);
        let headed = |found| Finding { headline: Some(found), ..file("head.json", Holds) };
        let no_head = Message::Log(LogMessage::NoSignedHead);
        let open = Line { verdict: Some(CannotBeJudged), message: no_head };
        let log = |name: &str| Finding { lines: vec![open.clone()], ..file(name, Holds) };
        let text = || file("x.txt", CannotBeJudged);
        let edited = || finding("a.csv", DoesNotHold, Some("row 7"));
        let genuine = || headed(Headline::Genuine { document: DocumentKind::AuditHead });
        let replaced = |document, place: Option<Option<u32>>| {
            let place = place.map(|rank| ChangedPlace { title: "Lamp".into(), rank, of: 25 });
            let at = "2026-11-21T14:00:00Z".parse().unwrap();
            headed(Headline::GenuineButReplaced { document, replacement: Replacement { run: 3, at, place } })
        };
        let corrected = || Finding {
            headline: Some(Headline::BadgeCorrected),
            ..finding("ada.jwt", DoesNotHold, Some("credentialStatus"))
        };
        let along = Headline::KeyCameAlong { document: DocumentKind::Results };
        for (files, words) in [
            (vec![genuine()], "This signed head of an audit log is genuine."),
            (
                vec![replaced(DocumentKind::Results, None)],
                "This signed ranking is genuine, but corrected on 2026-11-21 14:00:00 UTC: the ranking of run 3 is public now.",
            ),
            (
                vec![replaced(DocumentKind::ParticipantRecord, Some(Some(4)))],
                "This certificate is genuine, but corrected on 2026-11-21 14:00:00 UTC: Lamp is now rank 4 of 25.",
            ),
            (
                vec![replaced(DocumentKind::ParticipantRecord, Some(None))],
                "This certificate is genuine, but corrected on 2026-11-21 14:00:00 UTC: Lamp is no longer ranked.",
            ),
            (vec![log("demo-audit.csv")], "demo-audit.csv holds as far as it can be checked."),
            (vec![file("a.csv", Holds), genuine()], "Both files hold."),
            (vec![log("a.csv"), log("b.csv")], "Both files hold as far as they can be checked."),
            (vec![text()], "x.txt cannot be judged."),
            (vec![text(), text()], "None of the 2 files can be judged."),
            (
                vec![text(), genuine()],
                "One of the two files cannot be judged. Everything that can be checked holds.",
            ),
            (
                vec![Finding { headline: Some(along), ..file("r.json", CannotBeJudged) }, text()],
                "r.json: This signed ranking is only as trustworthy as the key file that came with it.",
            ),
            (vec![edited()], "a.csv failed the check, at row 7."),
            (vec![corrected()], "This Open Badge is genuine, but a correction has changed what it says."),
            (
                vec![corrected(), genuine()],
                "ada.jwt: This Open Badge is genuine, but a correction has changed what it says.",
            ),
            (vec![corrected(), edited()], "Both files failed the check: ada.jwt, at credentialStatus."),
            (
                vec![finding("r.json", DoesNotHold, Some("signature"))],
                "r.json failed the check, at its signature.",
            ),
            (vec![genuine(), edited(), text()], "One of the 3 files failed the check: a.csv, at row 7."),
            (
                vec![file("a", Holds), genuine(), log("b"), edited(), edited()],
                "2 of the 5 files failed the check: a.csv, at row 7.",
            ),
            (vec![], "There is nothing to check."),
        ] {
            assert_eq!(answer(&Report { files }), words);
        }
    }

    #[test]
    fn a_report_reads_like_a_page() {
        let (documents, mut keys) = vectors::mutated::documents();
        keys.keys[1].status = KeyStatus::Retired;
        keys.keys[1].retired_at = keys.keys[1].created_at;
        let set = serde_json::to_vec(&KeySet { keys: vec![keys.keys[1].clone()] }).unwrap();
        let files =
            [("keys.json", set.as_slice()), ("a\r\nb.txt: holds", b"x"), ("r.json", documents[3].as_bytes())];
        let files = files.map(|(name, bytes)| shared::provenance::File { name, bytes });
        let text = report_text(&check_files(&files, &keys, None));
        let fingerprint = keys.keys[1].fingerprint();
        let made = "2026-11-06 21:20:00 UTC";
        let kid = &keys.keys[1].kid;
        assert!(text.starts_with(&format!(
            "keys.json (key set): holds\n  Key {kid}, retired from {made} to {made}, fingerprint {fingerprint}.\n"
        )), "{text}");
        let unknown = super::super::sentence(&UnknownFile::NoKnownKind.into());
        assert!(
            text.contains(&format!(
                "\na\\u{{d}}\\u{{a}}b.txt: holds (unknown file): cannot be judged\n  {unknown}\n"
            )),
            "{text}"
        );
        assert!(text.contains(
            "\nr.json (signed document): holds\n  This signed head of an audit log is genuine.\n    Signed head of the audit log: Demo\n"
        ), "{text}");
    }
}
