//! Sends a review to the API from the browser.

use super::outbox;
use super::saving::{Answer, Attempt};
use js_sys::Function;
use web_sys::XmlHttpRequest;

/// The review as the API takes it. The scores are whole numbers: `Saving::next` sends nothing that would be refused.
fn body(attempt: &Attempt) -> String {
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
    json.push_str(&outbox::quoted(&attempt.typed.comment));
    json.push_str(if attempt.submit { ",\"submit\":true}" } else { ",\"submit\":false}" });
    json
}

/// Sends one attempt upon the newest save that is known of; `heard` hears of its end as `loadend`.
pub(super) fn send(assignment: &str, upon: &str, attempt: &Attempt, heard: &Function) {
    let Ok(request) = XmlHttpRequest::new() else { return };
    let _ = request.open("POST", &["/api/judge/assignments/", assignment, "/review"].concat());
    for (name, value) in [
        ("Content-Type", "application/json"),
        // Read anew each time: somebody may have signed in in another window.
        ("X-CSRFToken", &outbox::csrf()),
        ("If-Match", &["\"", upon, "\""].concat()),
    ] {
        let _ = request.set_request_header(name, value);
    }
    request.set_onloadend(Some(heard));
    let _ = request.send_with_opt_str(Some(&body(attempt)));
}

/// What came of a request that has ended.
pub(super) fn answer(request: &XmlHttpRequest) -> Answer {
    match request.status().unwrap_or(0) {
        0 => Answer::Lost,
        200 => match request.get_response_header("ETag") {
            Ok(Some(tag)) => Answer::Saved(tag.replace('"', "")),
            _ => Answer::Lost,
        },
        401 | 403 => Answer::SignedOut,
        404 => Answer::NotTheirs,
        409 => Answer::Over(detail(request)),
        412 => Answer::Elsewhere,
        400..=422 => Answer::Refused(detail(request)),
        _ => Answer::Busy,
    }
}

/// The sentence of a refusal.
fn detail(request: &XmlHttpRequest) -> String {
    let sentence = || {
        let json = js_sys::JSON::parse(&request.response_text().ok()??).ok()?;
        js_sys::Reflect::get(&json, &"detail".into()).ok()?.as_string()
    };
    sentence().unwrap_or_else(|| "The server refused it.".into())
}

#[cfg(test)]
mod tests {
    use super::super::keep::Typed;
    use super::*;

    #[test]
    fn a_review_is_written_as_json_whatever_is_typed() {
        for comment in
            ["", "two\nlines", "\"quoted\" \\ back", "tab\tbell\u{7}nul\u{0}del\u{7f}", "ünïcode 🏮 \u{2028}"]
        {
            let scores =
                vec![("a".into(), "4".into()), ("b".into(), String::new()), ("c_1".into(), "-007".into())];
            let attempt =
                Attempt { typed: Typed { scores, comment: comment.into() }, submit: comment.is_empty() };
            let read: serde_json::Value = serde_json::from_str(&body(&attempt)).unwrap();
            let expected = serde_json::json!({
                "scores": { "a": 4, "c_1": -7 }, "comment": comment, "submit": comment.is_empty(),
            });
            assert_eq!(read, expected, "{comment:?}");
        }
        let empty = Attempt { typed: Typed::default(), submit: false };
        assert_eq!(body(&empty), r#"{"scores":{},"comment":"","submit":false}"#);
    }
}
