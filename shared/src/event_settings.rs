//! The settings of an event as an organizer types them: checked here, with a version for each form, so that a form that was
//! made from an older state is refused.

mod tracks;

pub use tracks::{MOST_TRACKS, NewTrack, TypedTrack, is_tracks_of, read_tracks, tracks_version};

use crate::names;
use crate::prelude::*;
use crate::rules::{ReviewRule, VotingMode};
use crate::teammates::version;
use crate::unicode::{Form, normal};

/// The most reviews per project, members of a team and votes that an event may set.
pub const MOST: i32 = 1000;
/// The most minutes of a visit: a day.
pub const LONGEST_VISIT: i32 = 1440;

/// What an event is called, what it is about, and the zone of its organizers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventTexts {
    /// Name.
    pub name: String,
    /// Description; may be empty.
    pub description: String,
    /// Where it takes place; may be empty.
    pub venue: String,
    /// IANA name of the zone in which organizers see and type times.
    pub time_zone: String,
}

impl EventTexts {
    /// Reads a form.
    pub fn of_form(form: &FormFields) -> Self {
        Self {
            name: form.get("name").to_owned(),
            description: form.get("description").replace("\r\n", "\n"),
            venue: form.get("venue").to_owned(),
            time_zone: form.get("time_zone").to_owned(),
        }
    }

    /// Cleans and checks name and description. The zone is checked by the caller, who knows the zones.
    #[must_use]
    pub fn checked(self, errors: &mut FieldErrors) -> Self {
        Self {
            name: text::clean_name("name", TextField::Name, &self.name, Unnamed::Event, errors),
            description: text::clean(
                "description",
                TextField::Description,
                &self.description,
                text::DESCRIPTION,
                errors,
            ),
            venue: text::clean_line("venue", TextField::Venue, &self.venue, text::VENUE, errors),
            time_zone: self.time_zone,
        }
    }

    /// Names this state.
    pub fn version(&self) -> String {
        version([self.name.as_str(), &self.description, &self.venue, &self.time_zone])
    }
}

/// How an event is judged and voted on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// How the community votes, if at all.
    pub voting_mode: VotingMode,
    /// Most choices on a ballot.
    pub votes_per_voter: i32,
    /// Most members of a team.
    pub max_team_size: i32,
    /// Judges that each project should get.
    pub reviews_per_project: i32,
    /// How projects are handed out to judges who ask for another one.
    pub review_rule: ReviewRule,
    /// Reviews that every project gets before the rest go where they help most; none for [`Terms::usual_review_floor`].
    pub review_floor: Option<i32>,
    /// Minutes that a judge spends with a project; none without a timer.
    pub visit_minutes: Option<i32>,
    /// Judges are asked for the three projects that they like best.
    pub first_three: bool,
    /// Judges learn whose project it is once their review of it is submitted, everybody else with the results.
    pub blind: bool,
    /// Devices of judges count which of a project's links were opened.
    pub counts_looks: bool,
}

impl Default for Terms {
    fn default() -> Self {
        Self {
            voting_mode: VotingMode::Off,
            votes_per_voter: 3,
            max_team_size: 5,
            reviews_per_project: 3,
            review_rule: ReviewRule::Even,
            review_floor: None,
            visit_minutes: None,
            first_three: false,
            blind: false,
            counts_looks: false,
        }
    }
}

/// The terms as typed.
#[derive(Clone, Debug, Default)]
pub struct TypedTerms {
    /// `off`, `account` or `code`.
    pub voting_mode: String,
    /// Most choices on a ballot.
    pub votes_per_voter: String,
    /// Most members of a team.
    pub max_team_size: String,
    /// Judges per project.
    pub reviews_per_project: String,
    /// `even` or `need`.
    pub review_rule: String,
    /// The floor; empty is the usual one.
    pub review_floor: String,
    /// Minutes; empty is no timer.
    pub visit_minutes: String,
    /// Ticked.
    pub first_three: bool,
    /// Ticked.
    pub blind: bool,
    /// Ticked.
    pub counts_looks: bool,
}

impl TypedTerms {
    /// Stored ones, as the form shows them.
    pub fn of(terms: &Terms) -> Self {
        let number = |n: Option<i32>| n.map(|n| n.to_string()).unwrap_or_default();
        Self {
            voting_mode: terms.voting_mode.name().to_owned(),
            votes_per_voter: terms.votes_per_voter.to_string(),
            max_team_size: terms.max_team_size.to_string(),
            reviews_per_project: terms.reviews_per_project.to_string(),
            review_rule: terms.review_rule.name().to_owned(),
            review_floor: number(terms.review_floor),
            visit_minutes: number(terms.visit_minutes),
            first_three: terms.first_three,
            blind: terms.blind,
            counts_looks: terms.counts_looks,
        }
    }

    /// Reads a form.
    pub fn of_form(form: &FormFields) -> Self {
        let get = |field: &str| form.get(field).to_owned();
        Self {
            voting_mode: get("voting_mode"),
            votes_per_voter: get("votes_per_voter"),
            max_team_size: get("max_team_size"),
            reviews_per_project: get("reviews_per_project"),
            review_rule: get("review_rule"),
            review_floor: get("review_floor"),
            visit_minutes: get("visit_minutes"),
            first_three: form.ticked("first_three"),
            blind: form.ticked("blind"),
            counts_looks: form.ticked("counts_looks"),
        }
    }

    /// Reads every field; what is wrong goes to `errors`.
    pub fn read(&self, errors: &mut FieldErrors) -> Terms {
        let mode = errors.word("voting_mode", &self.voting_mode, &VotingMode::ALL, VotingMode::name);
        let rule = errors.word("review_rule", &self.review_rule, &ReviewRule::ALL, ReviewRule::name);
        let terms = Terms {
            voting_mode: mode.unwrap_or_default(),
            votes_per_voter: whole("votes_per_voter", &self.votes_per_voter, MOST, errors).unwrap_or(1),
            max_team_size: whole("max_team_size", &self.max_team_size, MOST, errors).unwrap_or(1),
            reviews_per_project: whole("reviews_per_project", &self.reviews_per_project, MOST, errors)
                .unwrap_or(1),
            review_rule: rule.unwrap_or_default(),
            review_floor: optional("review_floor", &self.review_floor, MOST, errors),
            visit_minutes: optional("visit_minutes", &self.visit_minutes, LONGEST_VISIT, errors),
            first_three: self.first_three,
            blind: self.blind,
            counts_looks: self.counts_looks,
        };
        if terms.review_floor.is_some_and(|floor| floor > terms.reviews_per_project) {
            errors.add("review_floor", SettingFault::FloorHigh { most: terms.reviews_per_project });
        }
        terms
    }
}

impl Terms {
    /// The floor without a setting: two thirds of the reviews, rounded up, at least 2.
    pub fn usual_review_floor(reviews_per_project: i32) -> i32 {
        (reviews_per_project.saturating_mul(2).saturating_add(2) / 3).max(2)
    }

    /// The floor from which on reviews go where they help most; none where they are handed out evenly.
    pub fn floor_of_need(&self) -> Option<i32> {
        let floor =
            || self.review_floor.unwrap_or_else(|| Self::usual_review_floor(self.reviews_per_project));
        (self.review_rule == ReviewRule::Need).then(floor)
    }

    /// Names this state.
    pub fn version(&self) -> String {
        let number = |n: Option<i32>| n.map(|n| n.to_string()).unwrap_or_default();
        version([
            self.voting_mode.name(),
            &self.votes_per_voter.to_string(),
            &self.max_team_size.to_string(),
            &self.reviews_per_project.to_string(),
            self.review_rule.name(),
            &number(self.review_floor),
            &number(self.visit_minutes),
            if self.first_three { "first three" } else { "" },
            if self.blind { "blind" } else { "" },
            if self.counts_looks { "looks" } else { "" },
        ])
    }
}

/// A slug made of a name: `Code & Coast 2026` gives `code-coast-2026`. None where nothing of the name can be in a slug.
pub fn propose_slug(name: &str) -> Option<names::Slug> {
    names::Slug::parse(&words_joined(name, '-', 63))
}

/// A criterion's key made of its name: `User experience` gives `user_experience`. None where nothing can be.
pub fn propose_key(name: &str) -> Option<String> {
    let key = words_joined(name, '_', 34);
    let key = key.trim_start_matches(|c: char| !c.is_ascii_lowercase());
    [key.to_owned(), format!("{key}_score")].into_iter().find(|key| names::is_criterion_key(key))
}

/// The ASCII letters and digits of a text in lower case, without accents, runs of anything else as one sign.
fn words_joined(text: &str, sign: char, longest: usize) -> String {
    let apart = normal(Form::Nfkd, text);
    let plain: String = apart.chars().filter(|c| !('\u{300}'..='\u{36f}').contains(c)).collect();
    let plain = text::as_typed(&plain.to_lowercase()).replace('ß', "ss").replace('æ', "ae");
    let words = plain.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let joined = words.collect::<Vec<_>>().join(&sign.to_string());
    joined.get(..longest.min(joined.len())).unwrap_or_default().trim_end_matches(sign).to_owned()
}

/// The place that a line wants; without a number it keeps its own. A line that moves goes past the one that has the place.
pub(crate) fn place(typed: &str, line: usize) -> f64 {
    let own = line as f64 + 1.0;
    let wanted = typed.trim().parse::<f64>().ok().filter(|place| place.is_finite()).unwrap_or(own);
    if wanted < own {
        wanted - 0.5
    } else if wanted > own {
        wanted + 0.5
    } else {
        own
    }
}

/// The things in the order of their places; those with one place stay in their order.
pub(crate) fn in_order<T>(mut things: Vec<(f64, T)>) -> Vec<T> {
    things.sort_by(|a, b| a.0.total_cmp(&b.0));
    things.into_iter().map(|(_, thing)| thing).collect()
}

/// A whole number from 1 to `most`.
fn whole(field: &str, typed: &str, most: i32, errors: &mut FieldErrors) -> Option<i32> {
    let number = typed.trim().parse().ok().filter(|n| (1..=most).contains(n));
    errors.add_if(number.is_none(), field, SettingFault::Whole { least: 1, most });
    number
}

fn optional(field: &str, typed: &str, most: i32, errors: &mut FieldErrors) -> Option<i32> {
    if typed.trim().is_empty() { None } else { whole(field, typed, most, errors) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_floor_is_two_thirds() {
        for (reviews, floor) in [(1, 2), (2, 2), (3, 2), (4, 3), (5, 4), (6, 4), (9, 6)] {
            assert_eq!(Terms::usual_review_floor(reviews), floor, "{reviews}");
        }
    }

    #[test]
    fn a_slug_and_a_key_are_made_of_a_name() {
        for (name, slug) in [
            ("Code & Coast 2026", Some("code-coast-2026")),
            ("  Ünïted Häck — Köln ", Some("united-hack-koln")),
            ("Straße", Some("strasse")),
            ("Işık Günü, İzmir", Some("isik-gunu-izmir")),
            ("Đà Nẵng Ærø Łódź", Some("da-nang-aero-lodz")),
            ("日本", None),
            ("New", None),
        ] {
            assert_eq!(propose_slug(name).map(|s| s.to_string()).as_deref(), slug, "{name}");
        }
        assert_eq!(propose_slug(&"long name ".repeat(20)).unwrap().as_str().len(), 63);
        for (name, key) in [
            ("User experience", Some("user_experience")),
            ("2nd look", Some("nd_look")),
            ("Comment", Some("comment_score")),
            ("!", None),
        ] {
            assert_eq!(propose_key(name).as_deref(), key, "{name}");
        }
    }

    #[test]
    fn numbers_are_whole_and_in_range() {
        let typed = TypedTerms {
            voting_mode: "account".into(),
            votes_per_voter: "3".into(),
            max_team_size: "0".into(),
            reviews_per_project: "3.5".into(),
            review_rule: "need".into(),
            review_floor: String::new(),
            visit_minutes: "1441".into(),
            first_three: false,
            blind: false,
            counts_looks: false,
        };
        let mut errors = FieldErrors::default();
        let _ = typed.read(&mut errors);
        let fields: Vec<&str> = errors.0.keys().map(String::as_str).collect();
        assert_eq!(fields, ["max_team_size", "reviews_per_project", "visit_minutes"]);
        let mut errors = FieldErrors::default();
        let typed = TypedTerms {
            max_team_size: "4".into(),
            reviews_per_project: "3".into(),
            review_floor: "4".into(),
            visit_minutes: String::new(),
            ..typed
        };
        let _ = typed.read(&mut errors);
        assert_eq!(errors.0.keys().collect::<Vec<_>>(), ["review_floor"]);
    }

    #[test]
    fn tracks_are_read_in_the_order_of_their_places() {
        let track = |id, name: &str, place: &str, remove| TypedTrack {
            id,
            name: name.into(),
            place: place.into(),
            remove,
        };
        let mut errors = FieldErrors::default();
        let read = read_tracks(
            &[
                track(Some(1), "Health", "3", false),
                track(Some(2), "Climate", "1", false),
                track(Some(3), "Gone", "2", true),
                track(None, " Art ", "", false),
                track(None, "", "", false),
            ],
            &mut errors,
        );
        let names: Vec<&str> = read.iter().map(|t| t.name.as_str()).collect();
        assert_eq!((names, errors.0.len()), (vec!["Climate", "Health", "Art"], 0));
        let twice = [track(Some(1), "Art", "1", false), track(None, "ART", "2", false)];
        let _ = read_tracks(&twice, &mut errors);
        assert_eq!(errors.0.keys().collect::<Vec<_>>(), ["tracks_1_name"]);
    }

    #[test]
    fn a_version_changes_with_every_part() {
        let about = EventTexts {
            name: "A".into(),
            description: "B".into(),
            time_zone: "UTC".into(),
            ..EventTexts::default()
        };
        let shifted = EventTexts { name: "AB".into(), description: String::new(), ..about.clone() };
        assert_ne!(about.version(), shifted.version());
    }
}
