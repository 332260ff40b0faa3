//! Examples of the document. Answers are values of the very types that are sent; the requests are sent by a test. A small request stands
//! with its operation.

use super::bodies::Verified;
use chrono::{DateTime, Utc};
use portal::records::verify::CheckedDocument;
use serde_json::{Value, json};
use shared::bundle::Imported;
use shared::calibration::{Chance, Panels};
use shared::confirmation::ConfirmationState;
use shared::evidence::Fact;
use shared::form_question::{FormQuestion, QuestionKind, ShownTo};
use shared::ids::{AssignmentId, CommentId, PersonId, PictureId, PrizeId, ProjectId, TeamId, TrackId};
use shared::picture::{Picture, PictureFile, ProjectPicture};
use shared::provenance::{
    DocumentCheck, EventName, KeySet, ParticipantRecord, Payload, PersonName, sign, sign_credential, verify,
};
use shared::provisional::DutyState;
use shared::rubric::{Criterion, Scores, Weight};
use shared::strictness::Strictness;
use shared::wire::{
    Assignment, Ballot, Comment, Confirmation, Event, JudgeCall, JudgeConflict, JudgeTask, JudgeTasks,
    LinkedTeam, Me, MissedVisit, NewLink, NextWinner, Notice, NumberDone, OwedThing, OwnCall, Panel,
    PanelOrder, PanelProject, PrizeException, PrizesByRule, Project, ProjectFact, ProjectVisits,
    ProjectVotes, ProjectWishes, Proposal, Question, Questions, ResultEntry, Results, ReviewSaved, Role,
    ScoreCheck, ScoreRecord, ScoreRow, Team, TeamMember, TeamTime, Track, Votes, WaitingCall, WaitingPrize,
    WinnersOwe, WinnersWithout,
};

/// A time, wherever one stands or may stand.
fn at<T: From<DateTime<Utc>>>(time: &str) -> T {
    DateTime::parse_from_rfc3339(time).map(DateTime::<Utc>::from).unwrap_or_default().into()
}

fn criterion(key: &str, name: &str, weight: &str, min_value: i64, max_value: i64) -> Option<Criterion> {
    let weight = Weight::parse(weight)?;
    Some(Criterion {
        key: key.into(),
        name: name.into(),
        guidance: String::new(),
        weight,
        min_value,
        max_value,
    })
}

/// An event.
pub fn event() -> Event {
    Event {
        slug: "demo-judging".into(),
        name: "Lamp Night".into(),
        description: "A day of lamps.".into(),
        submissions_open: at("2026-11-20T08:00:00Z"),
        submissions_close: at("2026-11-20T18:00:00Z"),
        judging_open: at("2026-11-20T18:00:00Z"),
        judging_close: at("2026-11-21T12:00:00Z"),
        reviews_per_project: 3,
        max_team_size: 5,
        voting_mode: "off".into(),
        votes_per_voter: 3,
        tracks: vec![Track { id: TrackId(1), name: "Light".into() }],
        criteria: [criterion("quality", "Quality", "2", 1, 5), criterion("impact", "Impact", "1", 0, 10)]
            .into_iter()
            .flatten()
            .collect(),
        form_questions: vec![FormQuestion {
            key: "hardware".into(),
            label: "Which hardware did you bring?".into(),
            kind: QuestionKind::Text,
            choices: Vec::new(),
            required: false,
            shown_to: ShownTo::All,
        }],
        venue: "Old Mill, Port Alder".into(),
        organizers: vec!["Ada Stone".into()],
        ..Event::default()
    }
}

/// A project.
pub fn project() -> Project {
    Project {
        id: ProjectId(12),
        event: "demo-judging".into(),
        team: "Lights".into(),
        track: Some(TrackId(1)),
        title: "Lamp".into(),
        tagline: "It glows".into(),
        summary: "A lamp that knows when it is dark.".into(),
        description: String::new(),
        repo_url: "https://code.example/lamp".into(),
        demo_url: String::new(),
        video_url: String::new(),
        names_us: Vec::new(),
        pictures: vec![ProjectPicture {
            id: PictureId(4),
            picture: Picture {
                alt: "A lamp in a dark room".into(),
                width: 640,
                height: 400,
                files: vec![
                    PictureFile { width: 320, digest: "0a".repeat(32) },
                    PictureFile { width: 640, digest: "0b".repeat(32) },
                ],
            },
        }],
        tags: vec!["hardware".into(), "rust".into()],
        answers: [("hardware".to_owned(), "A light sensor".to_owned())].into(),
        status: "submitted".into(),
        submitted_at: at("2026-11-20T17:12:09.25Z"),
        withdrawal: None,
        duplicate_of: None,
        duplicate_reason: None,
        room: "Hall".into(),
        place: "A12".into(),
        members: Some(vec!["Ada".into()]),
        looks: None,
        code_at_close: None,
    }
}

/// A new project, submitted at once.
pub fn new_project() -> Value {
    json!({
        "title": "Lamp",
        "tagline": "It glows",
        "summary": "A lamp that knows when it is dark.",
        "repo_url": "https://code.example/lamp",
        "tags": ["hardware", "rust"],
        "submit": true
    })
}

/// A picture of one pixel.
pub fn new_picture() -> Value {
    json!({
        "picture": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGOQz88CAAGpAPk13d8bAAAAAElFTkSuQmCC",
        "alt": "A lamp in a dark room"
    })
}

/// A list of assignments.
pub fn assignments() -> Vec<Assignment> {
    vec![Assignment {
        id: AssignmentId(31),
        event: "demo-judging".into(),
        project: ProjectId(12),
        project_title: "Lamp".into(),
        status: "pending".into(),
    }]
}

/// The answer to it.
pub fn review_saved() -> ReviewSaved {
    ReviewSaved {
        assignment: AssignmentId(31),
        submitted_at: at("2026-11-20T19:30:00.5Z"),
        weighted_total: 0.733_333,
    }
}

/// A list of reviews.
pub fn scores() -> Vec<ScoreRecord> {
    vec![ScoreRecord {
        assignment: AssignmentId(31),
        event: "demo-judging".into(),
        project: ProjectId(12),
        project_title: "Lamp".into(),
        judge: "judge1@demo.example".into(),
        status: "done".into(),
        submitted_at: at("2026-11-20T19:30:00.5Z"),
        comment: "Bright.".into(),
        scores: Scores::from([("quality".into(), 4), ("impact".into(), 7)]),
        weighted_total: 0.733_333,
        saved_at: at("2026-11-20T19:30:00.5Z"),
    }]
}

/// A ranking.
pub fn results() -> Results {
    Results {
        event: "demo-published".into(),
        published_at: at("2026-11-21T14:00:00Z"),
        publication: Some(1),
        run: 2,
        input_digest: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08".into(),
        method: shared::calibration::METHOD.into(),
        converged: true,
        panels: Some(Panels { dealt: true, z: Some(0.412_305), used: false }),
        judges: 8,
        duplicates: 1,
        unreviewed: 0,
        contenders: vec![ProjectId(12), ProjectId(7)],
        winners_without: vec![WinnersWithout { places: 1, reviews: 2, judges: 0 }],
        prizes: vec![shared::wire::AwardedPrize {
            id: shared::ids::PrizeId(3),
            name: "Best use of light".into(),
            sponsor: "Lumen".into(),
            rule: "panel".into(),
            reason: String::new(),
            winners: vec![prize_winner()],
        }],
        projects: vec![ResultEntry {
            rank: 1,
            raw_rank: 2,
            project: ProjectId(12),
            title: "Lamp".into(),
            team: "Lights".into(),
            calibrated: 0.731_204,
            se: 0.041_7,
            raw_mean: 0.744_444,
            reviews: 3,
            rank_interval: [1, 3],
            chances: vec![Chance { places: 1, chance: 0.62 }, Chance { places: 3, chance: 0.97 }],
            better_than_next: Some(0.71),
            strictness: Some(Strictness::Stricter),
        }],
        ..Results::default()
    }
}

/// A small event as a file.
pub fn bundle() -> Value {
    json!({
        "format": "evenhand-bundle/1",
        "event": {
            "name": "Lamp Night",
            "submissions_open": "2026-11-20T08:00:00Z",
            "submissions_close": "2026-11-20T18:00:00Z",
            "tracks": [{ "id": 1, "name": "Light" }],
            "criteria": [
                { "key": "quality", "name": "Quality", "weight": "2", "min_value": 1, "max_value": 5 },
                { "key": "impact", "name": "Impact", "weight": "1", "min_value": 0, "max_value": 10 }
            ]
        },
        "people": [
            { "ref": "p1", "email": "ada@lamps.example", "name": "Ada", "roles": ["judge"] },
            { "ref": "p2", "email": "pia@lamps.example", "name": "Pia", "roles": ["participant"] }
        ],
        "teams": [{ "ref": "t1", "name": "Lights", "members": [{ "person": "p2" }] }],
        "projects": [{
            "ref": "r1", "team": "t1", "track": 1, "title": "Lamp", "status": "submitted",
            "submitted_at": "2026-11-20T17:12:09Z"
        }],
        "assignments": [{
            "person": "p1", "project": "r1", "status": "done",
            "review": {
                "submitted_at": "2026-11-20T19:30:00Z", "comment": "Bright.",
                "scores": { "quality": 4, "impact": 7 }
            }
        }]
    })
}

/// What it brought in.
pub fn imported() -> Imported {
    Imported { event: "lamp-night".into(), projects: 1, teams: 1, people: 2, assignments: 1, reviews: 1 }
}

/// A CSV file.
pub fn csv() -> &'static str {
    "team_id,external_id,team,member_email,joined_at\r\n\
     3,,Lights,pia@lamps.example,2026-11-20T09:00:00Z\r\n"
}

/// A ballot.
pub fn ballot() -> Ballot {
    Ballot {
        event: "demo-voting".into(),
        voting_open: at("2026-11-20T18:00:00Z"),
        voting_close: at("2026-11-21T18:00:00Z"),
        votes_per_voter: 3,
        choices: vec![ProjectId(12)],
        not_counted: Vec::new(),
        cast_at: at("2026-11-21T09:30:00Z"),
    }
}

/// A tally.
pub fn votes() -> Votes {
    let row = ProjectVotes { project: ProjectId(12), title: "Lamp".into(), team: "Lights".into(), votes: 1 };
    Votes { event: "demo-voting".into(), ballots: 1, projects: vec![row] }
}

/// Prizes.
pub fn prizes() -> Vec<shared::wire::Prize> {
    let prize = shared::wire::Prize {
        id: shared::ids::PrizeId(3),
        name: "Best use of light".into(),
        sponsor: "Lumen".into(),
        description: "For the project that lights a room best.".into(),
        number: 1,
        eligibility: "opt-in".into(),
        track: None,
        rule: "panel".into(),
        reason: String::new(),
        winners: Some(vec![prize_winner()]),
        provisional_until: None,
    };
    vec![prize]
}

fn prize_winner() -> shared::wire::PrizeWinner {
    shared::wire::PrizeWinner { project: ProjectId(12), title: "Lamp".into(), team: "Lights".into() }
}

/// A comment.
pub fn comment() -> Comment {
    Comment {
        id: CommentId(5),
        project: ProjectId(12),
        author: "Ada".into(),
        body: "It lit the whole hall.".into(),
        created_at: at("2026-11-21T09:30:00Z"),
    }
}

/// What posts it.
pub fn new_comment() -> Value {
    json!({ "body": "It lit the whole hall." })
}

/// What waits for a second organizer.
pub fn confirmations() -> Vec<Confirmation> {
    let waiting = Confirmation {
        id: 4,
        act: "make_final".into(),
        state: ConfirmationState::Waits,
        current: true,
        digest: NOTHING_SURE.into(),
        asked_by: "Olga".into(),
        asked_at: at("2026-11-22T10:00:00Z"),
        expires_at: at("2026-11-24T10:00:00Z"),
        decided_by: None,
        decided_at: None,
        sentence: String::new(),
    };
    vec![waiting]
}

/// A proposal.
pub fn proposal() -> Proposal {
    Proposal {
        id: 2,
        event: "demo-judging".into(),
        method: "POST".into(),
        path: "/api/projects/12/comments".into(),
        body: r#"{"body":"It lit the whole hall."}"#.into(),
        via: "mcp".into(),
        made_at: at("2026-11-21T14:05:00Z"),
        expires_at: at("2026-11-22T14:05:00Z"),
        ..Proposal::default()
    }
}

/// What makes it.
pub fn new_proposal() -> Value {
    json!({ "method": "POST", "path": "/api/projects/12/comments", "body": new_comment(), "via": "mcp" })
}

/// An account.
pub fn me() -> Me {
    Me {
        id: PersonId(7),
        email: "judge1@demo.example".into(),
        name: "Ada".into(),
        confirmed: true,
        is_staff: false,
        roles: vec![Role { event: "demo-judging".into(), role: "judge".into(), team: None }],
        teams: vec![Team {
            event: "demo-submitting".into(),
            name: "Lumen".into(),
            has_link: true,
            submissions_close_at: None,
            members: vec![TeamMember { name: "Ada".into(), joined_at: at("2026-11-20T09:00:00Z") }],
        }],
    }
}

/// Notices.
pub fn notices() -> Vec<Notice> {
    vec![Notice {
        id: 3,
        event: "demo-judging".into(),
        author: "Olga".into(),
        text: "Judging starts in the main hall.".into(),
        urgent: false,
        posted_at: at("2026-11-21T14:05:00Z"),
    }]
}

fn missed() -> MissedVisit {
    MissedVisit { mark: "busy".into(), at: at("2026-11-21T15:20:00Z") }
}

/// A judge's tasks.
pub fn tasks() -> Vec<JudgeTasks> {
    let task = JudgeTask {
        assignment: AssignmentId(31),
        project: ProjectId(12),
        room: "Hall".into(),
        place: "7".into(),
        missed: Some(missed()),
        note: "Ask about the battery.".into(),
    };
    let (event, first_three) = ("demo-judging".into(), Some(vec![ProjectId(12)]));
    let new_link = Some(NewLink { by: Some("Olga".into()), at: at("2026-11-21T15:00:00Z") });
    let panels = vec![PrizeId(3)];
    vec![JudgeTasks { event, tasks: vec![task], first_three, panels, new_link, call: Some(call()) }]
}

fn call() -> JudgeCall {
    JudgeCall {
        said: "The table is empty.".into(),
        called_at: at("2026-11-21T15:30:00Z"),
        taken_by: Some("Olga".into()),
        taken_at: at("2026-11-21T15:31:00Z"),
    }
}

/// A judge's conflicts of interest.
pub fn conflicts() -> Vec<JudgeConflict> {
    vec![JudgeConflict {
        project: ProjectId(12),
        project_title: "Lamp".into(),
        kind: "mentor".into(),
        own: true,
        reason: "I helped them in spring.".into(),
    }]
}

/// Panels.
pub fn panels() -> Vec<Panel> {
    vec![Panel { event: "demo-judging".into(), prize: PrizeId(3), name: "Best design".into(), ranked: 1 }]
}

/// A panel and its order.
pub fn panel() -> PanelOrder {
    PanelOrder {
        event: "demo-judging".into(),
        prize: PrizeId(3),
        name: "Best design".into(),
        description: "For the project that is easiest to use.".into(),
        open: true,
        eligible: vec![PanelProject {
            project: ProjectId(12),
            title: "Lamp".into(),
            team: "Lights".into(),
            room: "Hall".into(),
            place: "7".into(),
        }],
        order: vec![ProjectId(12)],
    }
}

/// What a team asks for.
pub fn wishes() -> ProjectWishes {
    let (prizes, names_us) = (vec![PrizeId(3)], vec!["repo_url".into()]);
    ProjectWishes { project: ProjectId(12), prizes, power: true, quiet: false, names_us, open: true }
}

/// A team, as its join link shows it.
pub fn linked_team() -> LinkedTeam {
    LinkedTeam {
        event: "demo-judging".into(),
        team: "Lights".into(),
        members: vec!["Ada".into()],
        mine: false,
        open: true,
    }
}

/// Visits to a project.
pub fn visits() -> ProjectVisits {
    ProjectVisits { project: ProjectId(12), come: 2, to_come: 1, missed: vec![missed()] }
}

/// The teams with more time.
pub fn team_times() -> Vec<TeamTime> {
    vec![TeamTime {
        team: TeamId(1),
        name: "Lights".into(),
        until: at("2099-11-20T19:00:00Z"),
        reason: "The power was out.".into(),
    }]
}

/// The questions about the results.
pub fn questions() -> Questions {
    let question = Question {
        number: 1,
        question: Some("Why is Lamp before Boat?".into()),
        question_sha256: "56617b948fade78d295185c6e8b5b6b3c67f1479f6f38d961fac83414fc806b7".into(),
        raised_at: at("2026-11-21T09:00:00Z"),
        answer_by: at("2026-11-28T09:00:00Z"),
        state: "open".into(),
        ..Question::default()
    };
    Questions { questions_until: at("2099-11-27T18:00:00Z"), questions: vec![question] }
}

/// What the rules decide where none does: the digest of nothing.
const NOTHING_SURE: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/// What the rules of prizes decide.
pub fn prizes_by_rule() -> PrizesByRule {
    let exception = PrizeException { kind: "panel_unfinished".into(), projects: Vec::new() };
    PrizesByRule {
        digest: NOTHING_SURE.into(),
        sure: Vec::new(),
        waiting: vec![WaitingPrize { prize: PrizeId(3), why: vec![exception] }],
    }
}

/// What winners owe.
pub fn winners_owe() -> WinnersOwe {
    let thing = OwedThing {
        project: ProjectId(12),
        title: "Lamp".into(),
        team: "Lights".into(),
        duty: 1,
        what: "The code, in a public repository".into(),
        state: DutyState::Refused,
        reason: "The repository is empty.".into(),
    };
    let next = NextWinner { prize: PrizeId(3), refused: vec![ProjectId(12)], next: vec![ProjectId(7)] };
    WinnersOwe { until: at("2099-11-28T12:00:00Z"), next_until: None, owed: vec![thing], next: vec![next] }
}

/// What is confirmed.
pub fn prize_confirmation() -> Value {
    json!({ "digest": NOTHING_SURE })
}

/// How much was done.
pub fn number_done() -> NumberDone {
    NumberDone { number: 1 }
}

const SCORES: &str = "judge,project,quality,impact\neve@x.example,12,4,7\n";

/// A list of scores.
pub fn score_file() -> Value {
    json!({ "file": SCORES })
}

/// What it would do.
pub fn score_check() -> ScoreCheck {
    let row = ScoreRow {
        row: 2,
        judge: "eve@x.example".into(),
        project: "12".into(),
        act: "replaces".into(),
        verdict: "Replaces what is stored".into(),
    };
    ScoreCheck { digest: NOTHING_SURE.into(), rows: vec![row], unused: Vec::new() }
}

/// A list that is entered.
pub fn score_entry() -> Value {
    json!({ "file": SCORES, "replace": true })
}

/// What somebody wrote about a project.
pub fn fact() -> ProjectFact {
    ProjectFact {
        id: 7,
        project: ProjectId(12),
        fact: Fact::LookedAt { sentence: "The template is named in the README.".into() },
        found_at: at("2026-11-20T18:31:00Z"),
        found_by: Some("Org".into()),
    }
}

/// The caller's own call.
pub fn own_call() -> OwnCall {
    OwnCall { call: Some(call()) }
}

/// The calls that wait.
pub fn calls() -> Vec<WaitingCall> {
    let JudgeCall { said, called_at, taken_by, .. } = call();
    vec![WaitingCall {
        id: 5,
        judge: "Ada".into(),
        project: Some(ProjectId(12)),
        room: "Hall".into(),
        place: "7".into(),
        said,
        called_at,
        taken_by,
    }]
}

/// What judges wrote and scored.
pub fn feedback() -> shared::wire::Feedback {
    let comments = vec!["The demo worked at once.".into(), "Show us the wiring next time.".into()];
    let figure = shared::feedback::CriterionFigure {
        key: "impact".into(),
        name: "Impact".into(),
        min_value: 0,
        max_value: 10,
        mean: 7.33,
        event_mean: Some(6.18),
    };
    let comments = Some(comments);
    shared::wire::Feedback {
        project: ProjectId(12),
        comments,
        reviews: Some(3),
        criteria: Some(vec![figure]),
    }
}

/// A signed document, by a key that no portal knows.
pub fn signed() -> Option<Value> {
    let payload = Payload::Participant(ParticipantRecord {
        issuer: "https://judging.example.org".into(),
        issued_at: at("2026-11-21T14:00:00Z"),
        event: EventName { slug: "demo-judging".into(), name: "Lamp Night".into() },
        person: PersonName { name: "Ada".into(), email: "ada@example.org".into() },
        team: Some("Lights".into()),
        projects: Vec::new(),
        provisional_until: None,
        audit_head: None,
    });
    serde_json::from_str(&sign(&payload, &[1; 32]).ok()?).ok()
}

/// A signed credential.
pub fn badge() -> Option<String> {
    let claims = json!({ "iss": "did:web:judging.example.org", "name": "Judge of Lamp Night" });
    sign_credential("https://judging.example.org", &claims, &[1; 32]).ok()
}

/// The answer about it, from a portal that does not know its key.
pub fn verified() -> Option<Value> {
    let document = signed()?.to_string();
    let DocumentCheck::Invalid { about, fault } = verify(document.as_bytes(), &KeySet::default()) else {
        return None;
    };
    serde_json::to_value(Verified::of(CheckedDocument {
        about,
        fault: Some(fault),
        replacement: None,
        final_since: None,
    }))
    .ok()
}
