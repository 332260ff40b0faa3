//! What an Open Badge says of a certificate.

use super::amounts::plural;
use shared::provenance::{JudgeRecord, ParticipantRecord, Payload, ProjectRecord};

/// What somebody achieved at an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Achievement {
    pub name: String,
    /// What everybody did who has it.
    pub description: String,
    /// For what it is given.
    pub criterion: &'static str,
    /// What this person did.
    pub evidence: Vec<BadgeEvidence>,
}

/// One thing that a person did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadgeEvidence {
    /// Where the site shows what it is about.
    pub path: String,
    /// What it is about.
    pub name: String,
    /// What was done.
    pub description: String,
}

/// What a record certifies; nothing before its person submitted anything, and for other documents.
pub fn achievement(payload: &Payload) -> Option<Achievement> {
    match payload {
        Payload::Judge(record) if record.assignments.done > 0 => Some(judging(record)),
        Payload::Participant(record) if !record.projects.is_empty() => Some(participation(record)),
        _ => None,
    }
}

fn judging(record: &JudgeRecord) -> Achievement {
    let event = &record.event.name;
    let mut reviewed = format!("Reviewed {}", plural(record.assignments.done, "project", "projects"));
    if let Some((first, last)) = record.first_submitted_on.zip(record.last_submitted_on) {
        reviewed += &if first == last { format!(" on {first}") } else { format!(" from {first} to {last}") };
    }
    Achievement {
        name: format!("Judge of {event}"),
        description: format!("Reviewed projects as a judge of {event}."),
        criterion: "At least one submitted review.",
        evidence: vec![BadgeEvidence {
            path: format!("/events/{}", record.event.slug),
            name: event.clone(),
            description: reviewed + ".",
        }],
    }
}

fn participation(record: &ParticipantRecord) -> Achievement {
    let event = &record.event.name;
    let evidence = |project: &ProjectRecord| {
        let team = record.team.as_ref().map(|team| format!("A project of the team {team}."));
        let so_far = if record.provisional_until.is_some() { " in provisional results" } else { "" };
        let place = project.rank.zip(project.of).map(|(rank, of)| format!("Rank {rank} of {of}{so_far}."));
        let when = project.submitted_at.map(|at| format!("Submitted on {}.", at.format("%F")));
        BadgeEvidence {
            path: format!("/projects/{}", project.id),
            name: project.title.clone(),
            description: team.into_iter().chain(place).chain(when).collect::<Vec<_>>().join(" "),
        }
    };
    Achievement {
        name: format!("Participant in {event}"),
        description: format!("Took part in {event}."),
        criterion: "At least one project that the team submitted.",
        evidence: record.projects.iter().map(evidence).collect(),
    }
}
