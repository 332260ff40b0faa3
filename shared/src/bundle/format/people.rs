//! People and teams.

use crate::bundle::fields;
use crate::prelude::*;

/// A person of the event.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BundlePerson {
    /// What the file calls them.
    #[serde(rename = "ref")]
    pub reference: String,
    /// The fixture id.
    pub external_id: Option<String>,
    /// Address, by which an account is found.
    pub email: String,
    /// Display name, for an account that is made.
    pub name: String,
    /// `participant`, `judge`, `organizer`, each at most once.
    #[serde(default)]
    pub roles: Vec<String>,
    /// Tracks that a judge knows about.
    #[serde(default)]
    pub tracks: Vec<i64>,
    /// Most reviews that a judge takes; null: no cap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub review_cap: Option<i32>,
    /// A judge's salt of the digest in their record, 32 hex digits; null: the import makes one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record_salt: Option<String>,
    /// Judged in the event and no longer has the role. They still count as somebody who takes part.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub judged: bool,
    /// Was on a team of the event and is on none any more. They still count as somebody who takes part.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub on_team: bool,
    /// The refs of the teams that they left. They read none of their reviews.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub past_teams: Vec<String>,
}

/// Somebody who was asked into the event and has not answered. A file holds no link, so an import opens nothing and mails nobody:
/// an organizer hands the links out anew.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BundleInvitation {
    /// The address that is invited.
    pub email: String,
    /// Name; may be empty.
    #[serde(default)]
    pub name: String,
    /// `participant`, `judge` or `organizer`.
    pub role: String,
    /// The fixture id that they get.
    pub external_id: Option<String>,
    /// Tracks that a judge knows about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tracks: Vec<i64>,
    /// Most reviews that a judge takes; null: no cap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub review_cap: Option<i32>,
    /// The ref of the team that they join. They count as its member from the invitation on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
    /// Since when; null: since the import.
    #[serde(default, deserialize_with = "fields::moment")]
    pub created_at: Option<DateTime<Utc>>,
}

/// A team.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BundleTeam {
    /// What the file calls it.
    #[serde(rename = "ref")]
    pub reference: String,
    /// The fixture id.
    pub external_id: Option<String>,
    /// Name, unique in the event without case.
    pub name: String,
    /// Until when it may submit, where it got more time than the others.
    #[serde(default, deserialize_with = "fields::moment", skip_serializing_if = "Option::is_none")]
    pub more_time_until: Option<DateTime<Utc>>,
    /// Why it got more time.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub more_time_reason: String,
    /// Who is on it.
    #[serde(default)]
    pub members: Vec<BundleMember>,
    /// Whom a list of projects named as its members. They judge none of its projects, also where they come to judge later.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub listed: Vec<BundleListed>,
}

/// Somebody whom a list of projects named as a member of a team.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BundleListed {
    /// The address in the list.
    pub email: String,
    /// Why an organizer said that the list was wrong, so that they may judge the team's projects; empty: nobody said so.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub lifted_reason: String,
}

/// A person on a team.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BundleMember {
    /// A person's ref.
    pub person: String,
    /// Since when; null: since the import.
    #[serde(default, deserialize_with = "fields::moment")]
    pub joined_at: Option<DateTime<Utc>>,
}
