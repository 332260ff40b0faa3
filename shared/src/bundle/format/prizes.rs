//! Prizes.

use crate::prelude::*;

/// A prize.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BundlePrize {
    /// Name, unique in the event.
    pub name: String,
    /// What it is; may be empty.
    #[serde(default)]
    pub description: String,
    /// Who gives it; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub sponsor: String,
    /// The track it is for, by its id in the file.
    pub track: Option<i64>,
    /// Only teams that ask for it are considered.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub opt_in: bool,
    /// `rank`, `panel`, `vote` or `choice`: how the winners are found.
    #[serde(default = "choice", skip_serializing_if = "is_choice")]
    pub rule: String,
    /// What decided who won instead of the rule: `organizers` or `earlier_ranking`; empty where the rule decided.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub decided: String,
    /// How many projects win it.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub winners: i32,
    /// The ref of the project that has it, where one has.
    pub project: Option<String>,
    /// The refs of the projects that have it, the first one first, where several have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub projects: Vec<String>,
    /// Why these won; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
}

fn choice() -> String {
    "choice".into()
}

fn is_choice(rule: &str) -> bool {
    rule == "choice"
}

fn one() -> i32 {
    1
}

fn is_one(number: &i32) -> bool {
    *number == 1
}

impl BundlePrize {
    /// The refs of the projects that have it, the first one first.
    pub fn given_to(&self) -> impl Iterator<Item = &str> {
        self.project.iter().chain(&self.projects).map(String::as_str)
    }
}
