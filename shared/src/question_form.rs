//! An event's own questions as an organizer types them.

use crate::event_settings::{in_order, place, propose_key};
use crate::form_question::{FormQuestion, MOST_QUESTIONS, QuestionKind, ShownTo};
use crate::prelude::*;
use crate::refusal::Unique;
use crate::teammates::version;

/// A question as an organizer types it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypedQuestion {
    /// The key of a stored one; none for a new one.
    pub id: Option<String>,
    /// The question.
    pub label: String,
    /// The key of a new one; empty is made of the question.
    pub key: String,
    /// `text`, `choice` or `tick`.
    pub kind: String,
    /// A choice on each line.
    pub choices: String,
    /// Ticked.
    pub required: bool,
    /// `organizers`, `judges` or `all`.
    pub shown_to: String,
    /// Its place in the order.
    pub place: String,
    /// It goes.
    pub remove: bool,
}

impl TypedQuestion {
    /// A stored one, as the form shows it.
    pub fn of(line: usize, stored: &FormQuestion) -> Self {
        Self {
            id: Some(stored.key.clone()),
            label: stored.label.clone(),
            key: stored.key.clone(),
            kind: stored.kind.name().to_owned(),
            choices: stored.choices.join("\n"),
            required: stored.required,
            shown_to: stored.shown_to.name().to_owned(),
            place: (line + 1).to_string(),
            remove: false,
        }
    }

    /// Reads the lines of a form: `questions_0_label` and so on, as far as they have such a field.
    pub fn lines_of_form(form: &FormFields, most: usize) -> Vec<Self> {
        let line = |n: usize| {
            let sent = |field: &str| form.sent(&format!("questions_{n}_{field}"));
            let get = |field: &str| sent(field).unwrap_or_default().to_owned();
            Some(Self {
                label: sent("label")?.to_owned(),
                id: sent("id").map(str::to_owned),
                key: get("key"),
                kind: get("kind"),
                choices: get("choices").replace("\r\n", "\n"),
                required: sent("required").is_some(),
                shown_to: get("shown_to"),
                place: get("place"),
                remove: sent("remove").is_some(),
            })
        };
        (0..most).map_while(line).collect()
    }

    /// A line for a new question in which nothing was typed.
    pub fn is_blank(&self) -> bool {
        self.id.is_none() && [&self.label, &self.key, &self.choices].iter().all(|text| text::is_blank(text))
    }

    /// The question that it says; what is wrong with it goes to `errors`.
    fn read(&self, place: impl Fn(&str) -> String, errors: &mut FieldErrors) -> FormQuestion {
        let key = match (&self.id, self.key.trim()) {
            (Some(stored), _) => Some(stored.clone()),
            (None, "") => propose_key(&self.label),
            (None, key) => Some(key.to_owned()),
        };
        let kind = errors.word(&place("kind"), &self.kind, &QuestionKind::ALL, QuestionKind::name);
        let shown_to = errors.word(&place("shown_to"), &self.shown_to, &ShownTo::ALL, ShownTo::name);
        let question = FormQuestion {
            key: key.unwrap_or_default(),
            label: self.label.clone(),
            kind: kind.unwrap_or_default(),
            choices: self.choices.lines().map(str::to_owned).collect(),
            required: self.required,
            shown_to: shown_to.unwrap_or_default(),
        };
        question.checked(place, errors)
    }
}

/// The questions that an event has, and what teams may have read of them.
#[derive(Clone, Copy, Debug)]
pub struct StoredQuestions<'q> {
    /// In the form's order.
    pub questions: &'q [FormQuestion],
    /// The keys of those that a team has answered.
    pub answered: &'q [String],
    /// Those that teams may have read before, also when they went since.
    pub told: &'q [FormQuestion],
    /// Teams have read who reads the answers: submissions have opened.
    pub asked: bool,
}

impl StoredQuestions<'_> {
    /// What must stay of the stored question with the key of this one.
    fn compare(&self, new: &FormQuestion, place: impl Fn(&str) -> String, errors: &mut FieldErrors) {
        let Some(old) = self.questions.iter().find(|old| old.key == new.key) else {
            // One that went may still stand in a form that somebody has open.
            if self.told.iter().any(|told| told.key == new.key && new.shown_to < told.shown_to) {
                errors.add(&place("shown_to"), SettingFault::QuestionWider);
            }
            return;
        };
        let answered = self.answered.contains(&new.key);
        errors.add_if(answered && old.kind != new.kind, &place("kind"), SettingFault::QuestionAnswered);
        // A team may have chosen the one that goes: its answer would be none that the question has.
        if answered && old.choices.iter().any(|choice| !new.choices.contains(choice)) {
            errors.add(&place("choices"), SettingFault::QuestionAnswered);
        }
        if (answered || self.asked) && new.shown_to < old.shown_to {
            errors.add(&place("shown_to"), SettingFault::QuestionWider);
        }
    }
}

/// Reads the questions of a form, in the order of the places. Faults go to the fields `questions_<line>_<field>`, by the line's number
/// from 0.
pub fn read_questions(
    typed: &[TypedQuestion],
    stored: StoredQuestions<'_>,
    errors: &mut FieldErrors,
) -> Vec<FormQuestion> {
    let mut kept: Vec<(f64, FormQuestion)> = Vec::new();
    for (line, row) in typed.iter().enumerate() {
        let field = |name: &str| format!("questions_{line}_{name}");
        if row.remove && row.id.as_ref().is_some_and(|key| stored.answered.contains(key)) {
            errors.add(&field("remove"), SettingFault::QuestionAnswered);
        }
        if row.remove || row.is_blank() {
            continue;
        }
        let question = row.read(field, errors);
        stored.compare(&question, field, errors);
        if kept.iter().any(|(_, other)| other.key == question.key) {
            errors.add(&field("key"), Fault::Shared(Unique::QuestionKey));
        }
        kept.push((place(&row.place, line), question));
    }
    if kept.len() > MOST_QUESTIONS {
        errors.add("questions", SettingFault::ManyQuestions { most: MOST_QUESTIONS });
    }
    in_order(kept)
}

/// Names a list of questions.
pub fn questions_version(stored: &[FormQuestion]) -> String {
    let lines: Vec<String> = stored.iter().map(|question| format!("{question:?}")).collect();
    version(lines.iter().map(String::as_str))
}

/// Whether these lines are the questions of this version: nobody changed anything in them.
pub fn are_questions_of(typed: &[TypedQuestion], version: &str) -> bool {
    let mut errors = FieldErrors::default();
    let none = StoredQuestions { questions: &[], answered: &[], told: &[], asked: false };
    let read = read_questions(typed, none, &mut errors);
    errors.0.is_empty() && questions_version(&read) == version
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked() -> Vec<FormQuestion> {
        let question = |key: &str, kind, shown_to| FormQuestion {
            key: key.into(),
            label: key.into(),
            kind,
            shown_to,
            ..FormQuestion::default()
        };
        let choices = vec!["S".to_owned(), "M".to_owned()];
        vec![
            question("diet", QuestionKind::Text, ShownTo::Organizers),
            FormQuestion { choices, ..question("shirt", QuestionKind::Choice, ShownTo::Judges) },
            question("first", QuestionKind::Tick, ShownTo::All),
        ]
    }

    fn faults(change: impl FnOnce(&mut Vec<TypedQuestion>), answered: &[&str], told: bool) -> Vec<String> {
        let questions = asked();
        let mut typed: Vec<_> = questions.iter().enumerate().map(|(n, q)| TypedQuestion::of(n, q)).collect();
        change(&mut typed);
        let answered: Vec<String> = answered.iter().map(|key| (*key).to_owned()).collect();
        let mut errors = FieldErrors::default();
        let gone = [FormQuestion { key: "shoe".into(), label: "Shoe".into(), ..FormQuestion::default() }];
        let stored = StoredQuestions { questions: &questions, answered: &answered, told: &gone, asked: told };
        read_questions(&typed, stored, &mut errors);
        errors.0.into_keys().collect()
    }

    #[test]
    fn an_answered_question_keeps_its_kind_and_nobody_more_reads_the_answers() {
        let wider = |typed: &mut Vec<TypedQuestion>| typed[0].shown_to = "all".into();
        assert!(faults(wider, &[], false).is_empty(), "nobody has read the question yet");
        assert_eq!(faults(wider, &[], true), ["questions_0_shown_to"]);
        assert_eq!(faults(wider, &["diet"], false), ["questions_0_shown_to"]);
        let fewer = |typed: &mut Vec<TypedQuestion>| typed[2].shown_to = "judges".into();
        assert!(faults(fewer, &["first"], true).is_empty());
        let kind = |typed: &mut Vec<TypedQuestion>| typed[0].kind = "tick".into();
        assert!(faults(kind, &[], true).is_empty());
        assert_eq!(faults(kind, &["diet"], true), ["questions_0_kind"]);
        let other = |typed: &mut Vec<TypedQuestion>| typed[1].choices = "M\nL\nXL".into();
        assert!(faults(other, &["diet"], true).is_empty());
        assert_eq!(faults(other, &["shirt"], true), ["questions_1_choices"]);
        let more = |typed: &mut Vec<TypedQuestion>| typed[1].choices = "L\nM\nS".into();
        assert!(faults(more, &["shirt"], true).is_empty());
        let gone = |typed: &mut Vec<TypedQuestion>| typed[0].remove = true;
        assert!(faults(gone, &[], true).is_empty());
        assert_eq!(faults(gone, &["diet"], true), ["questions_0_remove"]);
    }

    #[test]
    fn every_fault_of_a_line_names_its_field() {
        let new = |kind: &str, label: &str, choices: &str| {
            let line = TypedQuestion {
                label: label.into(),
                kind: kind.into(),
                choices: choices.into(),
                shown_to: "all".into(),
                ..TypedQuestion::default()
            };
            faults(|typed| typed.push(line), &[], true)
        };
        assert!(new("choice", "Size", "S\nM").is_empty());
        assert_eq!(new("choice", "Size", "S\nS"), ["questions_3_choices"]);
        assert_eq!(new("text", "Size", "S"), ["questions_3_choices"]);
        assert_eq!(new("poem", "Size", ""), ["questions_3_kind"]);
        assert_eq!(new("text", "何", ""), ["questions_3_key"]);
        let taken = ["questions_3_key", "questions_3_shown_to"];
        assert_eq!(new("text", "Diet", ""), taken, "there is one with this key");
        let again = |shown_to: &str| {
            let line = TypedQuestion {
                label: "Shoe".into(),
                kind: "text".into(),
                shown_to: shown_to.into(),
                ..TypedQuestion::default()
            };
            faults(|typed| typed.push(line), &[], true)
        };
        assert!(again("organizers").is_empty());
        assert_eq!(again("judges"), ["questions_3_shown_to"], "one with this key went");
        let many = |typed: &mut Vec<TypedQuestion>| {
            typed.extend((0..10).map(|n| TypedQuestion {
                label: format!("Question {n}"),
                kind: "tick".into(),
                shown_to: "all".into(),
                ..TypedQuestion::default()
            }));
        };
        assert_eq!(faults(many, &[], true), ["questions"]);
    }
}
