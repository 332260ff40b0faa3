//! Questions of an event's own in the form of a project, and what teams answer.

use crate::list_file::box_ticked;
use crate::names;
use crate::prelude::*;
use crate::refusal::AnswerFault;

/// Most questions of an event.
pub const MOST_QUESTIONS: usize = 12;
/// Most choices of a question.
pub const MOST_CHOICES: usize = 20;
/// Longest answer. The database has the same limit.
pub const ANSWER: usize = 2_000;
/// What the names of the fields begin with that hold answers in a project's form; the question's key ends them.
pub const FIELD: &str = "answers_";
/// The answer to a box that is ticked.
pub const TICKED: &str = "yes";

/// Who reads the answers to a question, the most first: those who read what only organizers read, read all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ShownTo {
    /// Everybody who sees the project.
    All,
    /// The event's judges and organizers.
    Judges,
    /// The event's organizers, and the team itself.
    #[default]
    Organizers,
}

named! { ShownTo: Organizers = "organizers", Judges = "judges", All = "all" }

/// How a question is answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum QuestionKind {
    /// In words.
    #[default]
    Text,
    /// By one of its choices.
    Choice,
    /// By `yes`, or not at all.
    Tick,
}

named! { QuestionKind: Text = "text", Choice = "choice", Tick = "tick" }

/// A question of the event's own in the form of a project.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FormQuestion {
    /// Names the answer in `answers` of a project, and the column in exports.
    pub key: String,
    /// The question.
    pub label: String,
    /// How it is answered.
    pub kind: QuestionKind,
    /// What there is to choose from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<String>,
    /// Whether a project needs an answer to be submitted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub required: bool,
    /// Who reads the answers, beside the team itself.
    pub shown_to: ShownTo,
}

impl FormQuestion {
    /// The name of its field in a project's form.
    pub fn field(&self) -> String {
        format!("{FIELD}{}", self.key)
    }

    /// Cleans it and checks it by itself. `place` names the place of each part, for the faults.
    #[must_use]
    pub fn checked(self, place: impl Fn(&str) -> String, errors: &mut FieldErrors) -> Self {
        let at = place("label");
        let label = text::clean_name(&at, TextField::Question, &self.label, Unnamed::Question, errors);
        errors.add_if(!names::is_criterion_key(&self.key), &place("key"), SettingFault::Key);
        let at = place("choices");
        let mut choices = Vec::new();
        for choice in &self.choices {
            let choice = text::clean_line(&at, TextField::Choice, choice, text::NAME, errors);
            if !text::is_blank(&choice) && !choices.contains(&choice) {
                choices.push(choice);
            }
        }
        let fits = match self.kind {
            QuestionKind::Choice => (2..=MOST_CHOICES).contains(&choices.len()),
            QuestionKind::Text | QuestionKind::Tick => choices.is_empty(),
        };
        errors.add_if(!fits, &at, SettingFault::QuestionChoices { most: MOST_CHOICES });
        Self { label, choices, ..self }
    }

    /// Cleans an answer and checks it; an empty one is none.
    pub fn answer(&self, place: &str, typed: &str, errors: &mut FieldErrors) -> String {
        let answer = text::clean(place, TextField::Answer, typed.trim(), ANSWER, errors);
        let wrong = match self.kind {
            QuestionKind::Choice if !self.choices.contains(&answer) => Some(AnswerFault::Choice),
            QuestionKind::Tick if answer != TICKED => Some(AnswerFault::Tick),
            _ => None,
        };
        if let Some(wrong) = wrong.filter(|_| !answer.is_empty()) {
            errors.add(place, wrong);
        }
        answer
    }

    /// The answer that a cell of a list gives, as the form sends it; empty where a box is not ticked. None where the form takes no such
    /// answer.
    pub fn answer_of_cell(&self, cell: &str) -> Option<String> {
        let written = text::name_key(cell);
        let choice = self.choices.iter().find(|choice| text::name_key(choice) == written);
        let ticked = if self.kind == QuestionKind::Tick { box_ticked(cell) } else { None };
        let typed = match ticked {
            Some(true) => TICKED,
            Some(false) => "",
            None => choice.map_or(cell, String::as_str),
        };
        let mut errors = FieldErrors::default();
        let answer = self.answer(&self.field(), typed, &mut errors);
        errors.0.is_empty().then_some(answer)
    }
}

/// Answers by the key of their question. What is left open is not in it.
pub type GivenAnswers = BTreeMap<String, String>;

/// Puts what was sent into the stored answers, and checks it. Where `submits`, no question that is `required` is left open; once a project
/// is `submitted`, the answer to such a question stays an answer.
pub(crate) fn merge_answers(
    asked: &[FormQuestion],
    stored: GivenAnswers,
    sent: &GivenAnswers,
    (submits, submitted): (bool, bool),
    errors: &mut FieldErrors,
) -> GivenAnswers {
    let mut given = stored;
    for key in sent.keys().filter(|key| !asked.iter().any(|question| question.key == **key)) {
        errors.add(&format!("{FIELD}{key}"), AnswerFault::Unknown);
    }
    for question in asked {
        let sent = sent.get(&question.key);
        if let Some(typed) = sent {
            let answer = question.answer(&question.field(), typed, errors);
            given.insert(question.key.clone(), answer);
        }
        let open = given.get(&question.key).is_none_or(|answer| text::is_blank(answer));
        let needed = if submitted { sent.is_some() } else { submits };
        errors.add_if(open && question.required && needed, &question.field(), AnswerFault::Missing);
    }
    given.retain(|_, answer| !text::is_blank(answer));
    given
}

/// What a team answered, with what was asked. Only a reader whose part is named gets answers out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answers {
    asked: Vec<FormQuestion>,
    given: GivenAnswers,
}

impl Answers {
    /// Answers to these questions.
    pub fn new(asked: Vec<FormQuestion>, given: GivenAnswers) -> Self {
        Self { asked, given }
    }

    /// The questions, in the form's order.
    pub fn asked(&self) -> &[FormQuestion] {
        &self.asked
    }

    /// All of them, for the team itself.
    pub fn given(&self) -> &GivenAnswers {
        &self.given
    }

    /// What this reader reads, in the form's order.
    pub fn shown_to(&self, reader: ShownTo) -> Vec<(&FormQuestion, &str)> {
        let shown = self.asked.iter().filter(|question| question.shown_to <= reader);
        shown.filter_map(|question| Some((question, self.given.get(&question.key)?.as_str()))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(key: &str, kind: QuestionKind, shown_to: ShownTo) -> FormQuestion {
        FormQuestion { key: key.into(), label: key.into(), kind, shown_to, ..FormQuestion::default() }
    }

    fn asked() -> Vec<FormQuestion> {
        let choices = vec!["S".to_owned(), "M".to_owned()];
        vec![
            FormQuestion { required: true, ..question("diet", QuestionKind::Text, ShownTo::Organizers) },
            FormQuestion { choices, ..question("shirt", QuestionKind::Choice, ShownTo::Judges) },
            question("first", QuestionKind::Tick, ShownTo::All),
        ]
    }

    fn given(pairs: &[(&str, &str)]) -> GivenAnswers {
        pairs.iter().map(|(key, text)| ((*key).to_owned(), (*text).to_owned())).collect()
    }

    #[test]
    fn each_reader_gets_what_is_shown_to_them_and_no_more() {
        let answers = Answers::new(asked(), given(&[("diet", "none"), ("shirt", "M"), ("first", "yes")]));
        let keys = |reader| {
            answers
                .shown_to(reader)
                .into_iter()
                .map(|(question, _)| question.key.as_str())
                .collect::<Vec<_>>()
        };
        assert_eq!(keys(ShownTo::All), ["first"]);
        assert_eq!(keys(ShownTo::Judges), ["shirt", "first"]);
        assert_eq!(keys(ShownTo::Organizers), ["diet", "shirt", "first"]);
    }

    #[test]
    fn every_wrong_answer_names_its_field() {
        let faults = |sent: &[(&str, &str)], state| {
            let mut errors = FieldErrors::default();
            merge_answers(&asked(), GivenAnswers::new(), &given(sent), state, &mut errors);
            errors.0.into_keys().collect::<Vec<_>>()
        };
        let wrong = [("shirt", "L"), ("first", "no"), ("age", "7")];
        assert_eq!(faults(&wrong, (false, false)), ["answers_age", "answers_first", "answers_shirt"]);
        assert!(faults(&[("diet", " ")], (false, false)).is_empty(), "a draft needs none");
        assert_eq!(faults(&[], (true, false)), ["answers_diet"]);
        assert_eq!(faults(&[("diet", " ")], (false, true)), ["answers_diet"], "it cannot be taken back");
        assert!(faults(&[], (true, true)).is_empty(), "it was asked after the project was submitted");
    }

    #[test]
    fn a_cell_of_a_list_answers_as_the_form_does() {
        let [diet, shirt, first]: [FormQuestion; 3] = asked().try_into().unwrap();
        let some = |answer: &str| Some(answer.to_owned());
        assert_eq!(diet.answer_of_cell(" No nuts "), some("No nuts"));
        assert_eq!(diet.answer_of_cell(&"x".repeat(ANSWER + 1)), None);
        assert_eq!((shirt.answer_of_cell("m"), shirt.answer_of_cell("XXL")), (some("M"), None));
        for (cell, answer) in [("Yes", some("yes")), ("☑", some("yes")), ("nein", some("")), ("maybe", None)]
        {
            assert_eq!(first.answer_of_cell(cell), answer, "{cell}");
        }
    }

    #[test]
    fn what_is_emptied_goes_and_what_is_not_sent_stays() {
        let mut errors = FieldErrors::default();
        let stored = given(&[("diet", "none"), ("shirt", "M")]);
        let sent = given(&[("shirt", ""), ("first", " yes ")]);
        let merged = merge_answers(&asked(), stored, &sent, (false, false), &mut errors);
        assert_eq!(merged, given(&[("diet", "none"), ("first", "yes")]));
        assert!(errors.0.is_empty());
    }
}
