//! The examples of the API's document.

use serde_json::Value;
use shared::bundle::Imported;
use shared::wire::*;
use web::api::document::examples;

/// Those of answers, each with the type that is sent: what the type makes of it, and its name.
macro_rules! answers {
    ($($answer:ident: $sent:ty),+ $(,)?) => {
        fn answers() -> Vec<(&'static str, Value, Value)> {
            vec![$({
                let example = examples::$answer();
                let sent: $sent = serde_json::from_value(example.clone()).unwrap();
                (stringify!($answer), example, serde_json::to_value(sent).unwrap())
            }),+]
        }
    };
}

/// Those of requests.
macro_rules! requests {
    ($($request:ident),+ $(,)?) => {
        fn requests() -> Vec<(&'static str, Value)> {
            vec![$((stringify!($request), examples::$request())),+]
        }
    };
}

answers! {
    event: Event,
    project: Project,
    assignments: Vec<Assignment>,
    review_saved: ReviewSaved,
    scores: Vec<ScoreRecord>,
    results: Results,
    imported: Imported,
    ballot: Ballot,
    votes: Votes,
    prizes: Vec<Prize>,
    comment: Comment,
    confirmations: Vec<Confirmation>,
    proposal: Proposal,
    me: Me,
    notices: Vec<Notice>,
    tasks: Vec<JudgeTasks>,
    conflicts: Vec<JudgeConflict>,
    panels: Vec<Panel>,
    panel: PanelOrder,
    wishes: ProjectWishes,
    linked_team: LinkedTeam,
    visits: ProjectVisits,
    team_times: Vec<TeamTime>,
    questions: Questions,
    prizes_by_rule: PrizesByRule,
    winners_owe: WinnersOwe,
    number_done: NumberDone,
    score_check: ScoreCheck,
    fact: ProjectFact,
    own_call: OwnCall,
    calls: Vec<WaitingCall>,
    feedback: Feedback,
    ranking_basis: RankingBasis,
}

requests! {
    new_project, new_picture, bundle, new_comment, new_proposal, prize_confirmation,
    score_file, score_entry,
}

#[test]
fn answers_are_of_the_types_that_are_sent() {
    for (name, example, sent) in answers() {
        assert_eq!(sent, example, "{name}");
    }
    assert_eq!(examples::results()["method"], shared::calibration::METHOD);
}

#[test]
fn each_example_is_named() {
    let answers = answers().into_iter().map(|(name, ..)| name);
    let named: Vec<&str> = answers.chain(requests().into_iter().map(|(name, _)| name)).collect();
    let text = include_str!("../../../web/src/api/document/examples.json");
    let examples: serde_json::Map<String, Value> = serde_json::from_str(text).unwrap();
    let left: Vec<_> = examples.keys().filter(|key| !named.contains(&key.as_str())).collect();
    assert!(left.is_empty(), "no operation shows {left:?}");
}

#[test]
fn each_request_is_an_object() {
    for (name, request) in requests() {
        assert!(request.is_object(), "{name}: {request}");
    }
}
