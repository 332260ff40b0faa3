//! Sends a review to the API from the browser.

use super::browser::{self, Response};
use super::saving::{Answer, Attempt};

/// The review as the API takes it; `comment` is a JSON string. The scores are whole numbers: `Saving::next` sends
/// nothing that would be refused.
fn body(attempt: &Attempt, comment: &str) -> String {
    let mut json = String::from("{\"scores\":{");
    for (key, text) in &attempt.typed.scores {
        let Ok(score) = text.parse::<i64>() else { continue };
        if !json.ends_with('{') {
            json.push(',');
        }
        // A criterion's key is letters, digits and underscores.
        json.extend(["\"", key, "\":", &score.to_string()]);
    }
    json.push_str("},\"comment\":");
    json.push_str(comment);
    json.push_str(if attempt.submit { ",\"submit\":true}" } else { ",\"submit\":false}" });
    json
}

/// Sends one attempt of this person, to be saved only where `upon` is still the newest save.
pub(super) fn send(
    person: &str,
    assignment: &str,
    upon: &str,
    attempt: &Attempt,
    done: impl FnOnce(Answer) + 'static,
) {
    let path = ["/api/judge/assignments/", assignment, "/review"].concat();
    let tag = ["\"", upon, "\""].concat();
    let body = body(attempt, &browser::json_string(&attempt.typed.comment));
    let headers = [("If-Match", tag.as_str()), (browser::PERSON, person)];
    browser::send("POST", &path, &headers, &body, |response| done(answer(&response)));
}

/// Asks whether the review can still be changed: `done` hears of an answer, whether the form is locked in it.
pub(super) fn is_locked(assignment: &str, done: impl FnOnce(bool) + 'static) {
    let path = ["/judge/assignments/", assignment].concat();
    browser::send("GET", &path, &[], "", |response| {
        if response.status == 200 {
            done(response.text().contains(" data-locked"));
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
        // Without the right token the API refuses a session with 403: somebody signed in again elsewhere.
        403 if detail().starts_with("CSRF") => Answer::SignedOut,
        // Somebody else is signed in now.
        403 | 404 => Answer::NotTheirs,
        409 => Answer::Over(detail()),
        412 => Answer::Elsewhere,
        429 | 500.. => Answer::Busy,
        _ => Answer::Refused(detail()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::keep::Typed;
    use super::*;

    #[test]
    fn a_review_is_written_as_json() {
        let scores =
            vec![("a".into(), "4".into()), ("b".into(), String::new()), ("c_1".into(), "-007".into())];
        let attempt = Attempt { typed: Typed { scores, comment: "x".into() }, submit: true };
        assert_eq!(body(&attempt, r#""x""#), r#"{"scores":{"a":4,"c_1":-7},"comment":"x","submit":true}"#);
        let empty = Attempt { typed: Typed::default(), submit: false };
        assert_eq!(body(&empty, r#""""#), r#"{"scores":{},"comment":"","submit":false}"#);
    }
}
