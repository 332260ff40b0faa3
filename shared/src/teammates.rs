//! Merges the changes of two teammates who edit one project at once. A form says what its editor was shown, so that only
//! the fields that this editor changed are written. Where both changed one field, a person decides.

use crate::digest::{fnv1a, hex};
use crate::fields::JsonFields;
use crate::form_question::FIELD;
use crate::prelude::*;
use crate::project::{FIELDS, LINKS, ProjectChanges, ProjectTexts};
use crate::refusal::Reason;
use crate::text::typed_address;

/// The names of the form's fields in its order, each with what it is called: those of every event, and those of the questions with these keys.
pub fn fields<'k>(own: impl Iterator<Item = &'k String>) -> Vec<(String, TextField)> {
    let own = own.map(|key| (format!("{FIELD}{key}"), TextField::Answer));
    FIELDS.iter().map(|(name, what)| ((*name).to_owned(), *what)).chain(own).collect()
}

/// The fingerprint of a text, to see whether it changed: FNV-1a, 64 bits, in hex, after line ends became LF. A form carries
/// it in place of the text, since long descriptions would exceed the body's limit. It need not resist forgery: somebody who
/// makes two texts with one fingerprint overwrites only words of their own team.
pub fn fingerprint(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    hex(&fnv1a(text.bytes()).to_be_bytes())
}

/// One name for several texts.
pub(crate) fn version<'t>(texts: impl IntoIterator<Item = &'t str>) -> String {
    // No text of an event holds NUL, so the texts cannot run into each other.
    fingerprint(&texts.into_iter().collect::<Vec<_>>().join("\0"))
}

/// A field's text as the form shows it.
pub fn text_of(texts: &ProjectTexts, field: &str) -> String {
    match field {
        "tags" => tags_text(&texts.tags),
        "track" => texts.track.map(|t| t.to_string()).unwrap_or_default(),
        _ => {
            let answer = || texts.answers.get(field.strip_prefix(FIELD)?);
            texts.text(field).or_else(answer).cloned().unwrap_or_default()
        }
    }
}

/// Tags as the form shows them.
pub fn tags_text(tags: &[String]) -> String {
    let tags: Vec<&str> = tags.iter().map(|t| t.trim()).filter(|t| !t.is_empty()).collect();
    tags.join(", ")
}

fn sent(changes: &mut ProjectChanges, field: &str) -> Option<String> {
    match field {
        // Stored with its scheme, and tags in lower case: the same typed otherwise is the same.
        "tags" => changes.tags.as_deref().map(|tags| tags_text(tags).to_lowercase()),
        "track" => changes.track.map(|t| t.map(|t| t.to_string()).unwrap_or_default()),
        _ => match changes.text(field) {
            Some(address) if LINKS.contains(&field) => address.as_deref().map(typed_address),
            Some(text) => text.clone(),
            None => changes.answers.get(field.strip_prefix(FIELD)?).cloned(),
        },
    }
}

/// Takes a field out of what was sent: it stays as it is stored.
pub fn leave_out(changes: &mut ProjectChanges, field: &str) {
    match field {
        "tags" => changes.tags = None,
        "track" => changes.track = None,
        _ => match changes.text(field) {
            Some(text) => *text = None,
            None => drop(field.strip_prefix(FIELD).and_then(|key| changes.answers.remove(key))),
        },
    }
}

/// What a form sends. A field that it does not hold stays as stored, and so does one where a teammate's text was chosen:
/// `keep_<field>` is `theirs`. `was_<field>` is the print of what was shown.
///
/// # Errors
/// 400 with every field that cannot be read.
pub fn of_form(form: &FormFields) -> Result<ProjectChanges, Refusal> {
    let mut errors = form.faults();
    let mut changes = ProjectChanges::read(form, &mut errors);
    for (field, _) in fields(changes.answers.keys()) {
        // Who keeps their own text names the print of the one they have seen beside it.
        let print = match form.get(&format!("keep_{field}")) {
            "theirs" => {
                leave_out(&mut changes, &field);
                continue;
            }
            "" => form.get(&format!("was_{field}")),
            seen => seen,
        };
        if !print.is_empty() {
            changes.shown.insert(field, print.to_owned());
        }
    }
    errors.into_result().map(|()| changes)
}

/// What a client sends. The member `was` holds fields as they were read, before they were changed.
///
/// # Errors
/// 400 with every field that cannot be read.
pub fn of_json(body: &JsonFields<'_>) -> Result<ProjectChanges, Refusal> {
    let mut errors = body.faults();
    let mut changes = ProjectChanges::read(body, &mut errors);
    for (field, json) in body.members("was", "", &mut errors).unwrap_or_default() {
        let text = match field.as_str() {
            "answers" => match serde_json::from_str::<BTreeMap<String, String>>(&json) {
                Ok(answers) => {
                    let shown =
                        answers.iter().map(|(key, text)| (format!("{FIELD}{key}"), fingerprint(text)));
                    changes.shown.extend(shown);
                    continue;
                }
                Err(error) => Err(error),
            },
            "tags" => serde_json::from_str(&json).map(|tags: Vec<String>| tags_text(&tags)),
            "track" => serde_json::from_str(&json)
                .map(|track: Option<i64>| track.map(|id| id.to_string()).unwrap_or_default()),
            // A correction changes the name of the team, too.
            _ if field == "team" || FIELDS.iter().any(|(known, _)| *known == field) => {
                serde_json::from_str(&json)
            }
            _ => continue,
        };
        match text {
            Ok(text) => drop(changes.shown.insert(field, fingerprint(&text))),
            Err(_) => errors.add("was", Fault::Sentence(format!("{field} must be as it was read."))),
        }
    }
    errors.into_result().map(|()| changes)
}

/// What became of one field between being shown and being sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldChange {
    /// By this editor only, or nobody said what was shown.
    Mine,
    /// Not by this editor, so the stored text stays.
    NotMine,
    /// By this editor and by somebody else, differently.
    Both,
}

/// Compares what was shown, what is sent and what is stored.
pub fn change_of(shown: Option<&str>, sent: &str, stored: &str) -> FieldChange {
    let Some(shown) = shown else { return FieldChange::Mine };
    let (sent, stored) = (fingerprint(sent), fingerprint(stored));
    if sent == shown || sent == stored {
        FieldChange::NotMine
    } else if stored == shown {
        FieldChange::Mine
    } else {
        FieldChange::Both
    }
}

/// Keeps of the sent fields only those that this editor changed.
///
/// # Errors
/// 409 naming the fields that somebody else changed meanwhile, where this editor changed them too.
pub fn merge_into(changes: &mut ProjectChanges, stored: &ProjectTexts) -> Result<(), Refusal> {
    let mut both = Vec::new();
    for (field, name) in fields(changes.answers.keys()) {
        let Some(text) = sent(changes, &field) else { continue };
        match change_of(changes.shown.get(&field).map(String::as_str), &text, &text_of(stored, &field)) {
            FieldChange::Mine => {}
            FieldChange::NotMine => leave_out(changes, &field),
            FieldChange::Both => both.push((field, name)),
        }
    }
    if both.is_empty() {
        return Ok(());
    }
    let reason = Reason::EditedMeanwhile { fields: both.iter().map(|(_, what)| *what).collect() };
    let mut refusal = Refusal::from(reason);
    for (field, what) in both {
        refusal.fields.add(&field, Fault::EditedMeanwhile(what));
    }
    Err(refusal)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::ShownFields;

    fn stored() -> ProjectTexts {
        ProjectTexts {
            title: "Lamp".into(),
            tagline: "Light".into(),
            tags: vec!["rust".into(), "maps".into()],
            track: Some(TrackId(3)),
            ..ProjectTexts::default()
        }
    }

    fn shown(pairs: &[(&str, &str)]) -> ShownFields {
        pairs.iter().map(|(field, text)| ((*field).to_owned(), fingerprint(text))).collect()
    }

    #[test]
    fn only_what_this_editor_changed_is_written() {
        let mut changes = ProjectChanges {
            title: Some("Lamp of old".into()),
            tagline: Some("Bright".into()),
            tags: Some(vec!["rust".into(), " maps".into()]),
            track: Some(None),
            shown: shown(&[
                ("title", "Lamp of old"),
                ("tagline", "Light"),
                ("tags", "rust, maps"),
                ("track", "3"),
            ]),
            ..ProjectChanges::default()
        };
        merge_into(&mut changes, &stored()).unwrap();
        assert_eq!((&changes.title, &changes.tags), (&None, &None), "changed by another, and by nobody");
        assert_eq!((changes.tagline.as_deref(), changes.track), (Some("Bright"), Some(None)));
    }

    #[test]
    fn where_both_changed_a_field_a_person_decides() {
        let mut changes = ProjectChanges {
            title: Some("Lantern".into()),
            tagline: Some("Dim".into()),
            shown: shown(&[("title", "Old"), ("tagline", "Older")]),
            ..ProjectChanges::default()
        };
        let refusal = merge_into(&mut changes, &stored()).unwrap_err();
        assert_eq!(refusal.status(), 409);
        let fields = vec![TextField::Title, TextField::Tagline];
        assert_eq!(refusal.reason, Reason::EditedMeanwhile { fields });
        assert_eq!(refusal.fields.0.keys().collect::<Vec<_>>(), ["tagline", "title"]);
        assert_eq!(changes.title.as_deref(), Some("Lantern"), "nothing typed is lost");
    }

    #[test]
    fn the_same_change_twice_is_no_quarrel_and_without_what_was_shown_all_is_written() {
        assert_eq!(change_of(Some(&fingerprint("a")), "b", "b"), FieldChange::NotMine);
        assert_eq!(change_of(None, "a", "b"), FieldChange::Mine);
        // An address gets its scheme as it is stored, so the one that was typed is the same.
        let texts = ProjectTexts { repo_url: "https://lamp.example".into(), ..stored() };
        let mut again = ProjectChanges {
            repo_url: Some(" lamp.example".into()),
            shown: shown(&[("repo_url", "")]),
            ..ProjectChanges::default()
        };
        merge_into(&mut again, &texts).unwrap();
        assert_eq!(again.repo_url, None);
    }

    #[test]
    fn a_fingerprint_is_the_same_however_the_lines_ended() {
        assert_eq!(fingerprint("a\r\nb"), fingerprint("a\nb"));
        assert_ne!(fingerprint("a"), fingerprint("b"));
    }
}
