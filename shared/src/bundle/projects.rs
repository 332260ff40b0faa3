//! The checks on projects and on what the public added: comments, ballots, prizes.

use super::format::{BundleBallot, BundleComment, BundlePrize, BundleProject};
use super::lookup::Lookup;
use super::places::{Places, Refs};
use crate::floor::{LONGEST_PLACE, Place};
use crate::form_question::FormQuestion;
use crate::prelude::*;
use crate::project::LINKS;
use crate::record_salt::RecordSalt;
use crate::refusal::AnswerFault;

/// Longest external id of a project: some files have an address there.
const EXTERNAL_ID: usize = 500;

/// Checks the projects, and keeps what later lists ask about them.
pub(super) fn projects(
    places: &mut Places,
    projects: &mut [BundleProject],
    teams: &Refs,
    known: &mut Lookup,
    is_address: fn(&str) -> bool,
) {
    known.projects = places.refs("projects", projects.iter().map(|p| p.reference.as_str()));
    // A withdrawn project keeps what people said of it.
    known.submitted = projects.iter().map(|p| p.status == "submitted" || p.withdrawn_at.is_some()).collect();
    known.withdrawn = projects.iter().map(|p| p.withdrawn_at.is_some()).collect();
    for (at, project) in projects.iter_mut().enumerate() {
        if places.full() {
            return;
        }
        let place = |member: &str| format!("projects[{at}].{member}");
        places.external_id("projects", at, project.external_id.as_deref(), EXTERNAL_ID);
        known.project_teams.push(teams.find(places, place("team"), FileEntry::Team, &project.team));
        known.track(places, place("track"), project.track);
        texts(&place, project, is_address, places);
        answers(&place, project, &known.questions, places);
        on_the_floor(&place, project, places);
        places.word(place("status"), &project.status, &["draft", "submitted"]);
        for link in &project.names_us {
            places.word(place("names_us"), link, &LINKS);
        }
        match (project.status.as_str(), project.submitted_at) {
            ("submitted", None) => places.add(place("submitted_at"), FileRule::SubmittedWithoutTime),
            ("draft", Some(_)) => places.add(place("submitted_at"), FileRule::DraftWithTime),
            _ => {}
        }
        withdrawal(&place, project, places);
        evidence(&place, project, places, known);
        if let Some(of) = &project.duplicate_of
            && known.projects.find(places, place("duplicate_of"), FileEntry::Project, of) == Some(at)
        {
            places.add(place("duplicate_of"), FileRule::RepeatsItself);
        }
    }
    places.unique("projects", ".id", projects.iter().map(|p| p.id));
    places.unique("projects", ".external_id", projects.iter().map(|p| p.external_id.as_deref()));
    // A withdrawn project takes no place from another.
    let taken = |p: &BundleProject| {
        if p.withdrawn_at.is_some() { None } else { Place::new(&*p.room, &*p.place).key() }
    };
    places.unique("projects", ".place", projects.iter().map(taken));
    circles(places, projects, &known.projects);
}

/// Projects that repeat each other in a circle: none of them would be the first, and all would be unranked.
fn circles(places: &mut Places, projects: &[BundleProject], refs: &Refs) {
    let next: Vec<Option<usize>> =
        projects.iter().map(|p| p.duplicate_of.as_deref().and_then(|of| refs.get(of))).collect();
    // From which start a project was passed; each is passed once.
    let mut passed: Vec<Option<usize>> = vec![None; projects.len()];
    for start in 0..projects.len() {
        let mut at = start;
        while passed[at].is_none() {
            passed[at] = Some(start);
            match next[at] {
                Some(of) if of != at => at = of,
                _ => break,
            }
            if passed[at] == Some(start) && !places.full() {
                places.add(format!("projects[{at}].duplicate_of"), FileRule::DuplicateCircle);
            }
        }
    }
}

/// A withdrawn project is a draft with a reason, and says when it had been submitted.
fn withdrawal(place: &impl Fn(&str) -> String, project: &mut BundleProject, places: &mut Places) {
    let (at, reason) = (place("withdrawal_reason"), &project.withdrawal_reason);
    project.withdrawal_reason =
        text::clean(&at, TextField::Reason, reason.trim(), text::SUMMARY, &mut places.errors);
    let whole = match project.withdrawn_at {
        Some(_) => {
            project.status == "draft"
                && !project.withdrawal_reason.is_empty()
                && project.withdrawn_submitted_at.is_some()
        }
        None => project.withdrawal_reason.is_empty() && project.withdrawn_submitted_at.is_none(),
    };
    places.add_if(!whole, place("withdrawn_at"), FileRule::WithdrawalIncomplete);
}

/// Facts are stored as they are, so only their length, their characters and what they point to are checked.
fn evidence(place: &impl Fn(&str) -> String, project: &BundleProject, places: &mut Places, known: &Lookup) {
    for (nth, one) in project.evidence.iter().enumerate() {
        let at = format!("{}[{nth}]", place("evidence"));
        let fact = serde_json::to_string(&one.fact).unwrap_or_default();
        // A character that is escaped there would be refused by the database.
        let storable = fact.len() <= text::DESCRIPTION && !fact.contains("\\u00");
        if !storable || RecordSalt::parse(&one.salt).is_none() {
            places.add(&at, Fault::Rule(ValueRule::Shape));
        }
        if let Some(person) = &one.found_by {
            known.people.find(places, format!("{at}.found_by"), FileEntry::Person, person);
        }
    }
}

/// What the team answered, each to a question that the event asks.
fn answers(
    place: &impl Fn(&str) -> String,
    project: &mut BundleProject,
    asked: &[FormQuestion],
    places: &mut Places,
) {
    for (key, answer) in &mut project.answers {
        let at = format!("{}.{key}", place("answers"));
        match asked.iter().find(|question| question.key == *key) {
            Some(question) => *answer = question.answer(&at, answer, &mut places.errors),
            None => places.add(at, AnswerFault::Unknown),
        }
        if places.full() {
            return;
        }
    }
    project.answers.retain(|_, answer| !text::is_blank(answer));
}

/// Where a project is shown: nowhere while it is a draft. One that is withdrawn has the place that it goes back to.
fn on_the_floor(place: &impl Fn(&str) -> String, project: &mut BundleProject, places: &mut Places) {
    if !project.has_place() {
        return;
    }
    let never_submitted = project.status == "draft" && project.withdrawn_at.is_none();
    places.add_if(never_submitted, place("place"), FileRule::DraftWithPlace);
    places.line(&place("room"), TextField::Room, &mut project.room, LONGEST_PLACE);
    places.line(&place("place"), TextField::Place, &mut project.place, LONGEST_PLACE);
}

fn texts(
    place: &impl Fn(&str) -> String,
    project: &mut BundleProject,
    is_address: fn(&str) -> bool,
    places: &mut Places,
) {
    places.line(&place("title"), TextField::Title, &mut project.title, text::TITLE);
    places.not_blank(&place("title"), &project.title, FileRule::ProjectTitle);
    places.line(&place("tagline"), TextField::Tagline, &mut project.tagline, text::TAGLINE);
    places.text(&place("summary"), TextField::Summary, &mut project.summary, text::SUMMARY);
    let description = &mut project.description;
    places.text(&place("description"), TextField::Description, description, text::DESCRIPTION);
    let errors = &mut places.errors;
    let mut address = |member: &str, what: TextField, typed: &str| {
        text::clean_address(&place(member), what, typed, is_address, errors)
    };
    project.repo_url = address("repo_url", TextField::CodeAddress, &project.repo_url);
    project.demo_url = address("demo_url", TextField::DemoAddress, &project.demo_url);
    project.video_url = text::clean_video_url(&place("video_url"), &project.video_url, is_address, errors);
    let mut of_tags = FieldErrors::default();
    project.tags = text::clean_tags(project.tags.iter().map(String::as_str), &mut of_tags);
    for fault in of_tags.0.into_values().flatten() {
        errors.add(&place("tags"), fault);
    }
}

pub(super) fn comments(places: &mut Places, comments: &mut [BundleComment], known: &Lookup) {
    for (at, comment) in comments.iter_mut().enumerate() {
        if places.full() {
            return;
        }
        known.people.find(places, format!("comments[{at}].person"), FileEntry::Person, &comment.person);
        let place = format!("comments[{at}].project");
        let project = known.projects.find(places, &place, FileEntry::Project, &comment.project);
        places.add_if(project.is_some_and(|p| !known.submitted[p]), place, FileRule::CommentOnDraft);
        let place = format!("comments[{at}].body");
        comment.body =
            text::clean(&place, TextField::Comment, comment.body.trim(), text::COMMENT, &mut places.errors);
        places.not_blank(&place, &comment.body, FileRule::EmptyComment);
    }
}

/// Checks the ballots. How many choices the event allows is not asked: the number may have been lowered since.
pub(super) fn ballots(places: &mut Places, ballots: &[BundleBallot], known: &Lookup) {
    for (at, ballot) in ballots.iter().enumerate() {
        if places.full() {
            return;
        }
        let voter = ballot.person.as_deref();
        let voter = voter
            .and_then(|v| known.people.find(places, format!("ballots[{at}].person"), FileEntry::Person, v));
        let mut chosen = HashSet::new();
        for (nth, choice) in ballot.choices.iter().enumerate() {
            if places.full() {
                return;
            }
            let place = format!("ballots[{at}].choices[{nth}]");
            let Some(project) = known.projects.find(places, &place, FileEntry::Project, choice) else {
                continue;
            };
            if !chosen.insert(project) {
                places.add(place, FileRule::RepeatedChoice);
            } else if !known.submitted[project] {
                places.add(place, FileRule::ChoiceNotSubmitted);
            } else if voter.is_some_and(|v| known.own_team(v, project)) {
                places.add(place, FileRule::ChoiceOfOwnTeam);
            }
        }
    }
    places.unique("ballots", ".person", ballots.iter().map(|b| b.person.as_deref()));
}

/// Checks the prizes, and the names by which projects ask for them.
pub(super) fn prizes(
    places: &mut Places,
    prizes: &mut [BundlePrize],
    projects: &[BundleProject],
    known: &Lookup,
) {
    for (at, prize) in prizes.iter_mut().enumerate() {
        if places.full() {
            return;
        }
        let place = |member: &str| format!("prizes[{at}].{member}");
        places.name(&place("name"), &mut prize.name);
        places.text(&place("description"), TextField::Description, &mut prize.description, text::SUMMARY);
        places.line(&place("sponsor"), TextField::Sponsor, &mut prize.sponsor, text::NAME);
        places.text(&place("reason"), TextField::Reason, &mut prize.reason, text::SUMMARY);
        known.track(places, place("track"), prize.track);
        places.add_if(prize.opt_in && prize.track.is_some(), place("opt_in"), FileRule::TrackAndOptIn);
        places.word(place("rule"), &prize.rule, &["rank", "panel", "vote", "choice"]);
        if !prize.decided.is_empty() {
            places.word(place("decided"), &prize.decided, &["organizers", "earlier_ranking"]);
        }
        places.range(&place("winners"), prize.winners, 1, 50);
        given(places, &place, prize, known);
    }
    places.unique("prizes", ".name", prizes.iter().map(|p| Some(p.name.as_str())));
    let names: HashSet<&str> = prizes.iter().map(|p| p.name.as_str()).collect();
    for (at, project) in projects.iter().enumerate() {
        if places.full() {
            return;
        }
        let mut asked = HashSet::new();
        for (nth, prize) in project.prizes.iter().enumerate() {
            if !names.contains(prize.as_str()) {
                places.add(format!("projects[{at}].prizes[{nth}]"), FileRule::PrizeUnknown);
            } else if !asked.insert(prize) {
                places.add(format!("projects[{at}].prizes[{nth}]"), FileRule::RepeatedPrize);
            }
        }
    }
}

/// Checks the projects that have a prize.
fn given(places: &mut Places, place: &impl Fn(&str) -> String, prize: &BundlePrize, known: &Lookup) {
    let mut won = HashSet::new();
    for (nth, project) in prize.given_to().enumerate() {
        // The first of them may be in `project`.
        let nth = nth.checked_sub(usize::from(prize.project.is_some()));
        let place = nth.map_or_else(|| place("project"), |nth| place(&format!("projects[{nth}]")));
        let Some(found) = known.projects.find(places, &place, FileEntry::Project, project) else { continue };
        places.add_if(!won.insert(found), place, FileRule::RepeatedWinner);
    }
}
