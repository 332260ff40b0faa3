//! The event's settings, its tracks and its rubric.

use crate::bundle::fields;
use crate::form_question::FormQuestion;
use crate::prelude::*;
use crate::rubric::Criterion;

/// The event's settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BundleEvent {
    /// The slug it had; an import ignores it.
    pub slug: Option<String>,
    /// Name.
    pub name: String,
    /// Description; may be empty.
    #[serde(default)]
    pub description: String,
    /// Submissions are taken from here on; null: always have been.
    #[serde(default, deserialize_with = "fields::moment")]
    pub submissions_open: Option<DateTime<Utc>>,
    /// The first moment after it; null: never closes.
    #[serde(default, deserialize_with = "fields::moment")]
    pub submissions_close: Option<DateTime<Utc>>,
    /// Judges score from here on; null: always have.
    #[serde(default, deserialize_with = "fields::moment")]
    pub judging_open: Option<DateTime<Utc>>,
    /// The first moment after it; null: never closes.
    #[serde(default, deserialize_with = "fields::moment")]
    pub judging_close: Option<DateTime<Utc>>,
    /// The community votes from here on; null: always has.
    #[serde(default, deserialize_with = "fields::moment")]
    pub voting_open: Option<DateTime<Utc>>,
    /// The first moment after it; null: never closes.
    #[serde(default, deserialize_with = "fields::moment")]
    pub voting_close: Option<DateTime<Utc>>,
    /// When its results were published; an import ignores it.
    #[serde(default, deserialize_with = "fields::moment")]
    pub results_published_at: Option<DateTime<Utc>>,
    /// Judges that each project should get.
    #[serde(default = "three")]
    pub reviews_per_project: i32,
    /// Most members of a team.
    #[serde(default = "five")]
    pub max_team_size: i32,
    /// Tracks in their order.
    #[serde(default)]
    pub tracks: Vec<BundleTrack>,
    /// The rubric in its order.
    #[serde(default)]
    pub criteria: Vec<Criterion>,
    /// Its own questions in the form of a project, in the form's order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub form_questions: Vec<FormQuestion>,
    /// `off`, `account` or `code`.
    #[serde(default = "off")]
    pub voting_mode: String,
    /// Most choices on a ballot.
    #[serde(default = "three")]
    pub votes_per_voter: i32,
    /// Whether participants see their review comments once results are published.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub feedback_released: bool,
    /// Whether participants see their project's mean per criterion once results are published.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub feedback_criteria: bool,
    /// Whether no project wins more than one prize.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub one_prize_each: bool,
    /// Where it takes place; left out where nothing is said of that.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub venue: String,
    /// IANA name of the zone in which organizers see and type times; left out for UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_zone: Option<String>,
    /// Minutes that a judge spends with a project; left out without a timer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub visit_minutes: Option<i32>,
    /// Whether judges are asked for the three projects that they like best.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub first_three: bool,
    /// Whether it is judged blind: team and people are hidden until the results are published.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub blind: bool,
    /// Whether devices of judges count which of a project's links were opened.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub counts_looks: bool,
    /// Whether a second organizer confirms what cannot be taken back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub second_organizer: bool,
    /// Reviews that every project gets before further ones go where they help most; left out for the usual number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub review_floor: Option<i32>,
    /// How further reviews are handed out, `even` or `need`; left out for `even`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub review_rule: Option<String>,
    /// Until when questions about its results are taken; left out where none are.
    #[serde(default, deserialize_with = "fields::moment", skip_serializing_if = "Option::is_none")]
    pub questions_until: Option<DateTime<Utc>>,
    /// The day on which the event's personal data go, after every close; left out where none was chosen.
    #[serde(default, deserialize_with = "fields::moment", skip_serializing_if = "Option::is_none")]
    pub forget_on: Option<DateTime<Utc>>,
    /// The address that teams write to; left out where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contact_email: Option<String>,
    /// Whether the portal looks at what is submitted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub evidence: bool,
    /// Names of other events that a repository's first message may hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence_names: Vec<String>,
    /// Slug of the event whose finals it is, where the file comes from; left out for other events. An import makes no link of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finals_of: Option<String>,
}

fn three() -> i32 {
    3
}

fn five() -> i32 {
    5
}

fn off() -> String {
    "off".into()
}

impl Default for BundleEvent {
    fn default() -> Self {
        Self {
            slug: None,
            name: String::new(),
            description: String::new(),
            submissions_open: None,
            submissions_close: None,
            judging_open: None,
            judging_close: None,
            voting_open: None,
            voting_close: None,
            results_published_at: None,
            reviews_per_project: three(),
            max_team_size: five(),
            tracks: Vec::new(),
            criteria: Vec::new(),
            form_questions: Vec::new(),
            voting_mode: off(),
            votes_per_voter: three(),
            feedback_released: false,
            feedback_criteria: false,
            one_prize_each: false,
            venue: String::new(),
            time_zone: None,
            visit_minutes: None,
            first_three: false,
            blind: false,
            counts_looks: false,
            second_organizer: false,
            review_floor: None,
            review_rule: None,
            questions_until: None,
            forget_on: None,
            contact_email: None,
            evidence: false,
            evidence_names: Vec::new(),
            finals_of: None,
        }
    }
}

/// A track; its number counts inside the file only.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BundleTrack {
    /// What people, projects and prizes of the file call it.
    pub id: i64,
    /// Name.
    pub name: String,
}
