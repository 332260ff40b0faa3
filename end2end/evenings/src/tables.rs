//! What the tables hold, as the bundle gives them: people by address, everything else by its number.

use crate::deeds;
use crate::things::Things;
use anyhow::{Result, anyhow};
use serde_json::{Value, json};
use shared::audit::sha256_hex;
use shared::bundle::{Bundle, BundleProject};
use shared::provenance::{StoredBundle, read_bundle};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct AssignmentRow {
    pub(crate) judge: String,
    pub(crate) project: i64,
    pub(crate) status: String,
    pub(crate) source: String,
    /// Scores, whether it is submitted, and the comment.
    pub(crate) review: Option<(Value, bool, String)>,
}

#[derive(Clone, Debug)]
pub(crate) struct Tables {
    pub(crate) stored: StoredBundle,
    pub(crate) projects: BTreeMap<i64, Value>,
    /// The members of each project's team.
    pub(crate) owners: BTreeMap<i64, Vec<String>>,
    pub(crate) assignments: BTreeMap<i64, AssignmentRow>,
    /// Judge and project.
    pub(crate) conflicts: BTreeSet<(String, i64)>,
    /// The places of projects in the hall.
    pub(crate) places: BTreeMap<i64, String>,
    /// Project, author and text, in order.
    pub(crate) comments: Vec<(i64, String, String)>,
    /// Choices by voter; none while voting is open.
    pub(crate) ballots: BTreeMap<String, Vec<i64>>,
    /// The roles of everybody who has any.
    pub(crate) roles: BTreeMap<String, BTreeSet<String>>,
    /// The members of each team.
    pub(crate) teams: BTreeSet<Vec<String>>,
    /// What there is beside that.
    pub(crate) things: Things,
}

impl Tables {
    pub(crate) fn read(bytes: &[u8]) -> Result<Self> {
        let stored = read_bundle(bytes).map_err(|fault| anyhow!("the bundle cannot be read: {fault:?}"))?;
        let event = &stored.event;
        let (emails, ids) = (event.addresses(), event.project_ids());
        let email = |reference: &str| emails.get(reference).copied().unwrap_or_default().to_owned();
        let id = |reference: &str| ids.get(reference).copied().unwrap_or_default();
        let mut members: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for team in &event.teams {
            let mut of: Vec<String> = team.members.iter().map(|member| email(&member.person)).collect();
            of.sort();
            members.insert(&team.reference, of);
        }
        let assignments = event.assignments.iter().map(|assignment| {
            let review = assignment.review.as_ref();
            let row = AssignmentRow {
                judge: email(&assignment.person),
                project: id(&assignment.project),
                status: assignment.status.clone(),
                source: assignment.source.clone(),
                review: review.map(|r| (json!(r.scores), r.submitted_at.is_some(), r.comment.clone())),
            };
            (assignment.id.unwrap_or_default(), row)
        });
        let mut comments: Vec<(i64, String, String)> =
            event.comments.iter().map(|c| (id(&c.project), email(&c.person), c.body.clone())).collect();
        comments.sort();
        let ballots = event.ballots.iter().filter_map(|ballot| {
            let mut choices: Vec<i64> = ballot.choices.iter().map(|choice| id(choice)).collect();
            choices.sort_unstable();
            Some((email(ballot.person.as_deref()?), choices))
        });
        Ok(Self {
            projects: event.projects.iter().map(|p| (id(&p.reference), project_values(p))).collect(),
            owners: event
                .projects
                .iter()
                .map(|p| (id(&p.reference), members.get(p.team.as_str()).cloned().unwrap_or_default()))
                .collect(),
            assignments: assignments.collect(),
            conflicts: event.conflicts.iter().map(|c| (email(&c.person), id(&c.project))).collect(),
            places: event
                .projects
                .iter()
                .filter(|p| !p.place.is_empty() && p.withdrawn_at.is_none())
                .map(|p| (id(&p.reference), p.place.clone()))
                .collect(),
            ballots: ballots.collect(),
            roles: roles(event),
            teams: members.into_values().collect(),
            things: deeds::stored(event),
            comments,
            stored,
        })
    }
}

/// The roles of everybody who has any.
pub(crate) fn roles(file: &Bundle) -> BTreeMap<String, BTreeSet<String>> {
    let with_role = file.people.iter().filter(|person| !person.roles.is_empty());
    with_role.map(|person| (person.email.clone(), person.roles.iter().cloned().collect())).collect()
}

pub(crate) fn bounds(file: &Bundle) -> BTreeMap<String, (Value, Value)> {
    let event = &file.event;
    let bounds = [
        ("submissions", event.submissions_open, event.submissions_close),
        ("judging", event.judging_open, event.judging_close),
        ("voting", event.voting_open, event.voting_close),
    ];
    bounds.map(|(stage, open, close)| (stage.to_owned(), (json!(open), json!(close)))).into()
}

/// A project's values as the log keeps them.
pub(crate) fn project_values(project: &BundleProject) -> Value {
    let status = if project.withdrawn_at.is_some() { "withdrawn" } else { project.status.as_str() };
    values(
        [&project.title, &project.tagline, &project.repo_url, &project.demo_url],
        [&project.summary, &project.description],
        (json!(project.tags), json!(project.track)),
        status,
    )
}

/// A project's values as the log keeps them: long texts by their digests.
pub(crate) fn values(
    [title, tagline, repo_url, demo_url]: [&str; 4],
    [summary, description]: [&str; 2],
    (tags, track): (Value, Value),
    status: &str,
) -> Value {
    let digest = |text: &str| if text.is_empty() { Value::Null } else { json!(sha256_hex(text.as_bytes())) };
    json!({
        "title": title,
        "tagline": tagline,
        "repo_url": repo_url,
        "demo_url": demo_url,
        "summary_sha256": digest(summary),
        "description_sha256": digest(description),
        "tags": tags,
        "track": track,
        "status": status,
    })
}
