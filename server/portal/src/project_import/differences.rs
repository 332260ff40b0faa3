//! What a list says else of a project that the event has.

use super::places;
use crate::prelude::*;
use shared::form_question::GivenAnswers;
use shared::project_files::ChangedField;

/// The parts that [`StoredProject::texts`] are.
const TEXTS: [ChangedField; 7] = [
    ChangedField::Title,
    ChangedField::Tagline,
    ChangedField::Summary,
    ChangedField::Description,
    ChangedField::CodeAddress,
    ChangedField::DemoAddress,
    ChangedField::Tags,
];

/// What a list gives a project, besides its texts.
pub(super) struct Given<'g> {
    pub(super) track: Option<TrackId>,
    pub(super) prizes: Option<&'g [i64]>,
    pub(super) place: Option<&'g (String, String)>,
    pub(super) answers: &'g GivenAnswers,
}

/// What a list says else of a project.
pub(super) struct Difference {
    pub(super) change: ListedChange,
    /// Whether somebody wrote here what the project has, after a list had given it something else.
    pub(super) by_hand: bool,
    /// The keys of the questions whose answers these are.
    pub(super) answers: Vec<String>,
}

/// The fields, each once: some answers may be written here, and others not.
pub(super) fn fields_of(changes: &[Difference]) -> Vec<ChangedField> {
    let mut fields: Vec<ChangedField> = changes.iter().map(|difference| difference.change.field).collect();
    fields.dedup();
    fields
}

impl Given<'_> {
    /// The values that an import writes and that are others in the project, in the order of the fields.
    pub(super) fn differences(&self, stored: &StoredProject, event: &EventNames) -> Vec<Difference> {
        let by_hand = |word: &str| stored.by_hand.iter().any(|field| field == word);
        let of = |field: ChangedField, from_to: Option<ListedText>| Difference {
            change: ListedChange { field, from_to },
            by_hand: by_hand(field.name()),
            answers: Vec::new(),
        };
        let from_to = |was: String, says: String| Some(ListedText { was, says });
        let texts = TEXTS.into_iter().zip(&stored.texts);
        let mut all: Vec<Difference> =
            texts.filter_map(|(field, text)| Some(of(field, Some(text.clone()?)))).collect();
        if let Some(track) = self.track.filter(|track| Some(*track) != stored.track) {
            let name = |id: Option<TrackId>| {
                event.tracks.iter().find(|(track, _)| Some(*track) == id).map(|(_, name)| name.clone())
            };
            let (was, says) = (name(stored.track), name(Some(track)));
            all.push(of(ChangedField::Track, from_to(was.unwrap_or_default(), says.unwrap_or_default())));
        }
        if let Some(prizes) = self.prizes.filter(|prizes| *prizes != stored.prizes) {
            let names = |ids: &[i64]| {
                let named = event.prizes.iter().filter(|(id, _)| ids.contains(id));
                named.map(|(_, name)| name.as_str()).collect::<Vec<_>>().join(", ")
            };
            all.push(of(ChangedField::Prizes, from_to(names(&stored.prizes), names(prizes))));
        }
        if let Some(place) = self.place.filter(|place| **place != stored.place) {
            let from_to = from_to(places::in_words(&stored.place), places::in_words(place));
            all.push(Difference { by_hand: places::is_by_hand(stored), ..of(ChangedField::Place, from_to) });
        }
        for kept in [false, true] {
            let differs = |key: &String, answer: &String| {
                stored.answers.get(key) != Some(answer) && by_hand(&format!("answer:{key}")) == kept
            };
            let answers: Vec<String> = self
                .answers
                .iter()
                .filter(|(key, answer)| differs(key, answer))
                .map(|(key, _)| key.clone())
                .collect();
            if !answers.is_empty() {
                let said = |given: &GivenAnswers| {
                    let asked = event.questions.iter().filter(|question| answers.contains(&question.key));
                    let said = asked.filter_map(|question| {
                        Some(format!("{}: {}", question.label, given.get(&question.key)?))
                    });
                    said.collect::<Vec<_>>().join("; ")
                };
                let from_to = from_to(said(&stored.answers), said(self.answers));
                all.push(Difference {
                    by_hand: kept,
                    answers: answers.clone(),
                    ..of(ChangedField::Answers, from_to)
                });
            }
        }
        let others = [
            (ChangedField::Status, !stored.submitted),
            (ChangedField::Members, stored.new_members > 0),
            (ChangedField::MembersGone, !stored.gone_members.is_empty()),
        ];
        let others = others.into_iter().filter(|(_, differs)| *differs);
        all.extend(others.map(|(field, _)| of(field, None)));
        all
    }
}
