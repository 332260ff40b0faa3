//! The checks across a bundle. The rules are those of live writes, except for time; texts are cleaned as
//! a form would clean them.

use super::format::{Bundle, BundleEvent};
use super::lookup::Lookup;
use super::places::Places;
use super::{assignments, people, pictures, projects, questions};
use crate::evidence::TypedEvidence;
use crate::form_question::MOST_QUESTIONS;
use crate::names;
use crate::picture::read_files;
use crate::prelude::*;

/// A bundle that holds together and breaks no rule: only [`Bundle::check`] makes one.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked(Bundle);

impl Checked {
    /// The bundle.
    pub fn bundle(&self) -> &Bundle {
        &self.0
    }
}

impl Bundle {
    /// Checks and cleans the whole bundle.
    ///
    /// # Errors
    /// 400 with a message for each faulty place, up to about a hundred.
    pub fn check(self) -> Result<Checked, Refusal> {
        self.cleaned(text::is_web_address, text::name_key, |files| read_files(files).is_some()).map(Checked)
    }

    /// As [`Self::check`], with this check of links, this key by which two names of teams are the same, and this check of the
    /// files of a picture.
    pub(super) fn cleaned(
        mut self,
        is_address: fn(&str) -> bool,
        name_key: fn(&str) -> String,
        are_files: fn(&[String]) -> bool,
    ) -> Result<Self, Refusal> {
        let mut places = Places::default();
        let mut known = Lookup::default();
        event(&mut places, &mut self.event);
        known.questions.clone_from(&self.event.form_questions);
        known.tracks = self.event.tracks.iter().map(|track| track.id).collect();
        people::people(&mut places, &mut self.people, &mut known);
        let teams = people::teams(&mut places, &mut self.teams, &mut known, name_key);
        people::past_teams(&mut places, &self.people, &teams);
        projects::projects(&mut places, &mut self.projects, &teams, &mut known, is_address);
        assignments::assignments(&mut places, &mut self.assignments, &self.event.criteria, &known);
        projects::comments(&mut places, &mut self.comments, &known);
        projects::ballots(&mut places, &self.ballots, &known);
        assignments::conflicts(&mut places, &mut self.conflicts, &known);
        projects::prizes(&mut places, &mut self.prizes, &self.projects, &known);
        pictures::pictures(&mut places, &mut self.pictures, &known, are_files);
        questions::questions(&mut places, &mut self.questions, &known);
        people::invitations(&mut places, &mut self.invitations, &known, &teams);
        places.into_result()?;
        Ok(self)
    }
}

fn event(places: &mut Places, event: &mut BundleEvent) {
    places.line("event.name", TextField::Name, &mut event.name, text::NAME);
    places.not_blank("event.name", &event.name, FileRule::EventName);
    places.text("event.description", TextField::Description, &mut event.description, text::DESCRIPTION);
    places.line("event.venue", TextField::Venue, &mut event.venue, text::VENUE);
    let mut window = |close: &str, from: Option<DateTime<Utc>>, to: Option<DateTime<Utc>>| {
        if from.is_some() && to.is_some() && from >= to {
            places.add(format!("event.{close}"), FileRule::WindowOrder);
        }
    };
    window("submissions_close", event.submissions_open, event.submissions_close);
    window("judging_close", event.judging_open, event.judging_close);
    window("voting_close", event.voting_open, event.voting_close);
    let vote = (event.voting_mode != "off").then_some(event.voting_close);
    let closes = [event.submissions_close, event.judging_close].into_iter().chain(vote);
    let asked = event.questions_until;
    let is_early = |day: DateTime<Utc>| {
        closes.clone().any(|close| close.is_none_or(|close| day < close))
            || asked.is_some_and(|asked| day < asked)
    };
    places.add_if(event.forget_on.is_some_and(is_early), "event.forget_on", FileRule::ForgetDay);
    places.range("event.reviews_per_project", event.reviews_per_project, 1, 1000);
    places.range("event.max_team_size", event.max_team_size, 1, 1000);
    places.range("event.votes_per_voter", event.votes_per_voter, 1, 1000);
    if let Some(minutes) = event.visit_minutes {
        places.range("event.visit_minutes", minutes, 1, crate::event_settings::LONGEST_VISIT);
    }
    if let Some(floor) = event.review_floor {
        places.range("event.review_floor", floor, 1, crate::event_settings::MOST);
    }
    if event.contact_email.as_ref().is_some_and(|address| !names::is_email(address)) {
        places.add("event.contact_email", FileRule::Email);
    }
    if event.finals_of.as_ref().is_some_and(|slug| names::Slug::parse(slug).is_none()) {
        places.add("event.finals_of", Fault::NewSlug);
    }
    let mut errors = FieldErrors::default();
    let typed = TypedEvidence { names: event.evidence_names.join("\n"), ..TypedEvidence::default() };
    event.evidence_names = typed.read(&mut errors).names;
    for fault in errors.0.into_values().flatten() {
        places.add("event.evidence_names", fault);
    }
    if let Some(rule) = &event.review_rule {
        places.word("event.review_rule", rule, &["even", "need"]);
    }
    places.word("event.voting_mode", &event.voting_mode, &["off", "account", "code"]);
    tracks(places, event);
    criteria(places, event);
    questions(places, event);
}

fn questions(places: &mut Places, event: &mut BundleEvent) {
    if event.form_questions.len() > MOST_QUESTIONS {
        places.add("event.form_questions", SettingFault::ManyQuestions { most: MOST_QUESTIONS });
        return;
    }
    for (at, question) in event.form_questions.iter_mut().enumerate() {
        let place = |member: &str| format!("event.form_questions[{at}].{member}");
        *question = std::mem::take(question).checked(place, &mut places.errors);
    }
    places.unique("event.form_questions", ".key", event.form_questions.iter().map(|q| Some(q.key.as_str())));
}

fn tracks(places: &mut Places, event: &mut BundleEvent) {
    for (at, track) in event.tracks.iter_mut().enumerate() {
        if places.full() {
            return;
        }
        places.name(&format!("event.tracks[{at}].name"), &mut track.name);
    }
    places.unique("event.tracks", ".id", event.tracks.iter().map(|t| Some(t.id)));
    places.unique("event.tracks", ".name", event.tracks.iter().map(|t| Some(t.name.to_lowercase())));
}

fn criteria(places: &mut Places, event: &mut BundleEvent) {
    for (at, criterion) in event.criteria.iter_mut().enumerate() {
        if places.full() {
            return;
        }
        let place = |member: &str| format!("event.criteria[{at}].{member}");
        places.add_if(!names::is_criterion_key(&criterion.key), place("key"), FileRule::CriterionKey);
        places.name(&place("name"), &mut criterion.name);
        places.text(&place("guidance"), TextField::Guidance, &mut criterion.guidance, text::SUMMARY);
        let fits = |value: i64| i32::try_from(value).is_ok();
        if criterion.min_value >= criterion.max_value {
            places.add(place("max_value"), FileRule::ScoreOrder);
        } else if !fits(criterion.min_value) || !fits(criterion.max_value) {
            places.add(place("max_value"), FileRule::ScoreBounds);
        }
    }
    places.unique("event.criteria", ".key", event.criteria.iter().map(|c| Some(c.key.as_str())));
}
