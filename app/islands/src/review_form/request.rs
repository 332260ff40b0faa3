//! Sends a review to the API from the browser.

use super::saving::{Answer, Attempt};
use crate::browser::{self, Response};
use crate::json::Json;
use shared::refusal::Code;

/// The review as the API takes it. The scores are whole numbers: nothing is sent that would be refused.
fn body(attempt: &Attempt, looked: Option<Vec<String>>) -> Json {
    let score = |(key, text): &(String, String)| Some((key.clone(), Json::Number(text.parse::<i64>().ok()?)));
    let looked = looked.filter(|_| attempt.submit).map(|links| links.into_iter().map(Json::Text).collect());
    let members = [
        ("scores", Some(Json::Object(attempt.values.scores.iter().filter_map(score).collect()))),
        ("comment", Some(Json::text(&attempt.values.comment))),
        ("submit", Some(Json::Bool(attempt.submit))),
        ("looked", looked.map(Json::List)),
    ];
    Json::Object(members.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect())
}

/// Sends one attempt of this person, to be saved only where `version` is still the newest save.
pub(super) fn send(
    person: &str,
    assignment: &str,
    version: &str,
    attempt: &Attempt,
    looked: Option<Vec<String>>,
    done: impl FnOnce(Answer) + 'static,
) {
    let path = ["/api/judge/assignments/", assignment, "/review"].concat();
    let tag = ["\"", version, "\""].concat();
    let headers = [("If-Match", tag.as_str()), (browser::PERSON, person)];
    browser::send("POST", &path, &headers, &body(attempt, looked).to_text(), |response| {
        done(answer(&response))
    });
}

/// Asks whether the review can still be changed: `done` hears of an answer, whether the form is locked in it.
pub(super) fn is_locked(assignment: &str, done: impl FnOnce(bool) + 'static) {
    let path = ["/judge/assignments/", assignment].concat();
    browser::send("GET", &path, &[], "", |response| {
        if response.status == 200 {
            done(response.text.contains(" data-locked"));
        }
    });
}

/// What an answer means for the review.
fn answer(response: &Response) -> Answer {
    let detail = || response.detail().unwrap_or_else(|| "The server refused it.".into());
    match response.status {
        200 => match response.header("ETag") {
            Some(tag) => Answer::Saved(tag.replace('"', "")),
            None => Answer::Lost,
        },
        // The server gave up waiting for the body.
        0 | 408 => Answer::Lost,
        401 => Answer::SignedOut,
        // The form's token is not this session's any more: somebody signed in again elsewhere.
        403 if response.has_code(Code::CrossSite) => Answer::SignedOut,
        // Somebody else is signed in now.
        403 => Answer::NotTheirs(detail()),
        // Who is signed in was compared before: the project was taken from this judge.
        404 => Answer::Over("This project is no longer assigned to you.".into()),
        409 => Answer::Over(detail()),
        412 => Answer::Conflict(
            "This review was saved in another window or on another device. Nothing was written over.".into(),
        ),
        429 | 500.. => Answer::Busy,
        _ => Answer::Refused(detail()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::values::ReviewValues;
    use super::*;

    #[test]
    fn a_review_is_written_as_json() {
        let written = |attempt: &Attempt| serde_json::Value::from(&body(attempt, None));
        let scores =
            vec![("a".into(), "4".into()), ("b".into(), String::new()), ("c_1".into(), "-007".into())];
        let attempt = Attempt { values: ReviewValues { scores, comment: "x\n\"".into() }, submit: true };
        let expected =
            serde_json::json!({ "scores": { "a": 4, "c_1": -7 }, "comment": "x\n\"", "submit": true });
        assert_eq!(written(&attempt), expected);
        let looked = |submit| {
            let attempt = Attempt { submit, ..attempt.clone() };
            serde_json::Value::from(&body(&attempt, Some(vec!["demo_url".into()])))["looked"].clone()
        };
        assert_eq!(looked(true), serde_json::json!(["demo_url"]));
        assert_eq!(looked(false), serde_json::Value::Null, "a draft counts nothing");
        let empty = Attempt { values: ReviewValues::default(), submit: false };
        assert_eq!(written(&empty), serde_json::json!({ "scores": {}, "comment": "", "submit": false }));
    }
}
