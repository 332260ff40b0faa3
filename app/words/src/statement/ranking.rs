//! The contents of a signed ranking.

use super::Statement;
use crate::amounts::{joined, moment, other_team, plural};
use crate::prizes::{REPEATS, won_by};
use shared::calibration::Chance;
use shared::prize::{AwardRule, Decided};
use shared::provenance::{
    EvidenceDigest, SignedCorrection, SignedEntry, SignedMoreTime, SignedPrize, SignedQuestion,
    SignedRanking, SignedResults, SignedWinner,
};
use shared::strictness::Strictness;
use shared::wire::WinnersWithout;

pub(super) fn results(document: &SignedResults) -> Statement {
    let SignedResults { issuer, issued_at, event, results, supersedes, audit_head, evidence, questions } =
        document;
    let SignedRanking {
        event: slug,
        published_at,
        publication,
        run,
        input_digest,
        method,
        reason,
        supersedes: replaced,
        provisional_until,
        owed,
        final_of,
        judges,
        duplicates,
        unreviewed,
        converged,
        panels,
        contenders,
        winners_without,
        prizes,
        corrections,
        more_time,
        projects,
    } = results;
    let mut statement = Statement::new("Published ranking", "signed ranking", &event.name);
    statement.fact("Event’s address", &event.slug);
    if *slug != event.slug {
        statement.fact("Event’s address in the ranking", slug);
    }
    statement.fact("Published", published_at.map_or_else(|| "no date".into(), moment));
    if let Some(number) = publication {
        statement.fact("Publication", number.to_string());
    }
    statement.state(*provisional_until, *final_of);
    for (number, duty) in (1..).zip(owed) {
        statement.fact(&format!("Winners owe, {number}"), duty);
    }
    statement.fact("Calibration run", run.to_string());
    let run_or_none = |run: &Option<i32>| run.map_or_else(|| "none".into(), |run| format!("run {run}"));
    statement.fact("Corrects", run_or_none(supersedes));
    if replaced != supersedes {
        statement.fact("Corrects, by the ranking", run_or_none(replaced));
    }
    let why = if supersedes.is_none() && *converged == Some(false) {
        "Reason for publishing an unfinished calculation"
    } else {
        "Reason for the correction"
    };
    statement.fact(why, reason.as_deref().unwrap_or("none"));
    statement.fact("Judges", judges.to_string());
    statement.fact("Left out as repeats", plural(*duplicates as usize, "project", "projects"));
    statement.fact("Left out without a review", plural(*unreviewed as usize, "project", "projects"));
    statement.fact("Method", method);
    if let Some(converged) = converged {
        statement.fact("The calculation finished", if *converged { "yes" } else { "no, it was stopped" });
    }
    if let Some(panels) = panels {
        statement.fact("Who saw which project", crate::panels(panels));
    }
    if !contenders.is_empty() {
        let ids: Vec<String> = contenders.iter().map(ToString::to_string).collect();
        statement.fact("Could be first (95\u{a0}%)", format!("projects {}", ids.join(", ")));
    }
    for WinnersWithout { places, reviews, judges } in winners_without {
        let without = |n: u32, one: &str, many: &str| plural(n as usize, one, many);
        let label = format!("First {places} would change without");
        let value = format!(
            "any of {}, any of {}",
            without(*reviews, "review", "reviews"),
            without(*judges, "judge", "judges")
        );
        statement.fact(&label, value);
    }
    for prize in prizes {
        statement.fact(&format!("Prize: {}", prize.name), won(prize));
    }
    for SignedCorrection { run, published_at, reason } in corrections {
        statement.fact(&format!("Corrected {}", moment(*published_at)), format!("run {run}: {reason}"));
    }
    for SignedMoreTime { team, until, reason } in more_time {
        statement
            .fact(&format!("More time to submit: {team}"), format!("until {}: {reason}", moment(*until)));
    }
    for SignedQuestion {
        number,
        project,
        raised_at,
        question_sha256,
        outcome,
        answered_at,
        answer_sha256,
        publication,
    } in questions
    {
        let about = project.map_or_else(|| "the ranking".to_owned(), |id| format!("project {id}"));
        let mut said = format!("about {about}, asked {}, fingerprint {question_sha256}", moment(*raised_at));
        if let (Some(outcome), Some(at), Some(digest)) = (outcome, answered_at, answer_sha256) {
            said += &format!("; {} {}, fingerprint {digest}", outcome.name(), moment(*at));
        }
        if let Some(number) = publication {
            said += &format!("; by publication {number}");
        }
        statement.fact(&format!("Question {number}"), said);
    }
    statement.fact("Digest of the reviews", input_digest);
    if let Some(EvidenceDigest { facts, digest }) = evidence {
        statement.fact("Evidence", format!("{}, digest {digest}", plural(*facts as usize, "fact", "facts")));
    }
    statement.head(audit_head);
    statement.fact("Issued by", issuer);
    statement.fact("Signed", moment(*issued_at));
    let columns = [
        "Rank", "Project", "Team", "Calibrated", "90\u{a0}% range", "Standard error", "Reviews",
        "Plain mean", "Rank by plain mean", "Project id", "Chances", "Its judges",
    ];
    statement.list("Ranking", &columns, projects.iter().map(entry).collect());
    statement
}

/// `Lamp by Lights (project 12), Tide by Waves (project 7); by panel, given by Lumen; reason: …`, or where the rule did not decide:
/// `…; chosen by the organizers (rule: panel), …`
fn won(SignedPrize { id, name: _, sponsor, rule, decided, reason, winners }: &SignedPrize) -> String {
    let winner = |SignedWinner { project, title, team, repeats }: &SignedWinner| {
        let repeats = if *repeats { format!(", {REPEATS}") } else { String::new() };
        format!("{} (project {project}){repeats}", joined(&[title, other_team(team, title)], " by "))
    };
    let mut won = winners.iter().map(winner).collect::<Vec<_>>().join(", ");
    let by = match (AwardRule::from_name(rule), Decided::from_name(decided)) {
        (_, Some(Decided::ByRule)) => format!("; by {rule}"),
        (Some(of), Some(decided)) => format!("; {} (rule: {rule})", won_by(of, decided, false)),
        // Words that only a later version knows.
        _ => format!("; by {rule}, decided by {decided}"),
    };
    won.push_str(&by);
    for (what, text) in [(", given by ", sponsor), ("; reason: ", reason)] {
        if !text.is_empty() {
            won.push_str(what);
            won.push_str(text);
        }
    }
    won.extend(id.map(|id| format!("; prize {id}")));
    won
}

fn entry(entry: &SignedEntry) -> Vec<String> {
    let SignedEntry {
        rank,
        raw_rank,
        project,
        title,
        team,
        calibrated,
        se,
        raw_mean,
        reviews,
        rank_interval: [low, high],
        chances,
        better_than_next,
        strictness,
    } = entry;
    let mut shares: Vec<String> = chances
        .iter()
        .map(|Chance { places, chance }| format!("{chance:.6} in the first {places}"))
        .collect();
    shares.extend(better_than_next.map(|chance| format!("{chance:.6} better than the next")));
    vec![
        rank.to_string(),
        title.clone(),
        team.clone(),
        format!("{calibrated:.6}"),
        if low == high { low.to_string() } else { format!("{low} to {high}") },
        format!("{se:.6}"),
        reviews.to_string(),
        format!("{raw_mean:.6}"),
        raw_rank.to_string(),
        project.to_string(),
        shares.join(", "),
        strictness.map(judges_are).unwrap_or_default(),
    ]
}

fn judges_are(strictness: Strictness) -> String {
    match strictness {
        Strictness::Stricter => "stricter",
        Strictness::Average => "average",
        Strictness::MoreGenerous => "more generous",
    }
    .to_owned()
}
