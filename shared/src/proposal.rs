//! Proposals: writes of the API that a program asks a person to confirm. Nothing is done before the person says so on a page.

use crate::fields::id;
use crate::names::Slug;
use crate::prelude::*;
use crate::refusal::RequestFault;
use serde_json::{Map, Value};

/// Most bytes of what a proposal sends.
pub const BODY: usize = 256 * 1024;
/// Judges go on saving while a proposal waits, so what it would replace has to be what its program saw.
const UNCHECKED: &str = "Check the list first and send its digest. A list that replaces reviews is only entered as it was checked.";
/// Most characters of the way by which a proposal came.
const WAY: usize = 20;

/// What a proposal would do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum ProposedAct {
    /// Moves what is dealt to judges who have not come to those who are here.
    ShareOut,
    /// Votes, or takes the vote back.
    CastBallot,
    CallForHelp,
    /// Takes such a call back.
    WithdrawCall,
    /// Says that an organizer is on the way.
    TakeCall,
    /// Says that a judge was helped.
    CloseCall,
    GiveMoreTime,
    OpenEvent,
    /// Confirms the winners that rules decide.
    ConfirmPrizes,
    CreateProject,
    CorrectProject,
    RestoreProject,
    WithdrawProject,
    /// Enters scores from a list.
    EnterScores,
    SaveReview,
    EditProject,
    PostComment,
}

/// A write that can be proposed.
#[derive(Debug, PartialEq, Eq)]
pub struct ProposableWrite {
    /// What it does.
    pub act: ProposedAct,
    /// Its method.
    pub method: &'static str,
    /// Its path in the API's document.
    pub path: &'static str,
}

const fn write(act: ProposedAct, method: &'static str, path: &'static str) -> ProposableWrite {
    ProposableWrite { act, method, path }
}

/// All of them. Each is in one event. Files, as pictures and bundles are, can't be proposed: nobody could read them on the page.
pub const WRITES: &[ProposableWrite] = &[
    write(ProposedAct::ShareOut, "POST", "/api/events/{slug}/assignments/share-out"),
    write(ProposedAct::CastBallot, "POST", "/api/events/{slug}/ballot"),
    write(ProposedAct::CallForHelp, "POST", "/api/events/{slug}/calls"),
    write(ProposedAct::WithdrawCall, "DELETE", "/api/events/{slug}/calls"),
    write(ProposedAct::CloseCall, "POST", "/api/events/{slug}/calls/{id}/close"),
    write(ProposedAct::TakeCall, "POST", "/api/events/{slug}/calls/{id}/take"),
    write(ProposedAct::GiveMoreTime, "POST", "/api/events/{slug}/more-time"),
    write(ProposedAct::OpenEvent, "POST", "/api/events/{slug}/open"),
    write(ProposedAct::ConfirmPrizes, "POST", "/api/events/{slug}/prizes/by-rule"),
    write(ProposedAct::CreateProject, "POST", "/api/events/{slug}/projects"),
    write(ProposedAct::CorrectProject, "POST", "/api/events/{slug}/projects/{id}/correct"),
    write(ProposedAct::RestoreProject, "POST", "/api/events/{slug}/projects/{id}/restore"),
    write(ProposedAct::WithdrawProject, "POST", "/api/events/{slug}/projects/{id}/withdraw"),
    write(ProposedAct::EnterScores, "POST", "/api/events/{slug}/scores"),
    write(ProposedAct::SaveReview, "POST", "/api/judge/assignments/{id}/review"),
    write(ProposedAct::EditProject, "PATCH", "/api/projects/{id}"),
    write(ProposedAct::PostComment, "POST", "/api/projects/{id}/comments"),
];

impl ProposableWrite {
    /// The one that this method and this path name.
    pub fn find(method: &str, path: &str) -> Option<&'static Self> {
        WRITES.iter().find(|write| write.method == method && write.has(path))
    }

    fn has(&self, path: &str) -> bool {
        let (own, given) = (self.path.split('/'), path.split('/'));
        own.clone().count() == given.clone().count()
            && own.zip(given).all(|(own, given)| match own {
                "{id}" => id(given).is_some(),
                "{slug}" => Slug::parse(given).is_some(),
                own => own == given,
            })
    }
}

/// A write that the caller is asked to confirm.
#[derive(Clone, Debug, PartialEq, Eq, ToSchema)]
pub struct NewProposal {
    /// The write's method.
    pub method: String,
    /// Its path, as this document has it.
    #[schema(max_length = 200)]
    pub path: String,
    /// The object that it sends, at most 256 KiB. Left out, it is an empty one. Its member `was` may say what the program has read of what it
    /// changes.
    #[schema(value_type = BTreeMap<String, Value>, required = false)]
    pub body: String,
    /// By what way the proposal comes, for the log: up to 20 letters a-z and dashes. Left out, it is `api`.
    #[schema(required = false, max_length = 20, pattern = "^[a-z-]+$")]
    pub via: String,
}

impl NewProposal {
    /// Reads `method`, `path`, `body` and `via`.
    ///
    /// # Errors
    /// 400 for a write that can't be proposed, a body that is too large, and a way that is no such word.
    pub fn read(fields: &impl Fields) -> Result<Self, Refusal> {
        let mut errors = fields.faults();
        let method = fields.text("method", &mut errors).unwrap_or_default();
        let path = fields.text("path", &mut errors).unwrap_or_default();
        let members = fields.members("body", "", &mut errors).unwrap_or_default();
        let via = fields.text("via", &mut errors).unwrap_or_else(|| "api".to_owned());
        let write = ProposableWrite::find(&method, &path);
        errors.add_if(write.is_none(), "path", RequestFault::NoProposal);
        let says =
            |member: &str| members.iter().find(|(name, _)| name == member).map(|(_, value)| value.as_str());
        let replaces = write.is_some_and(|write| write.act == ProposedAct::EnterScores)
            && says("replace") == Some("true");
        let checked = says("digest").is_some_and(|digest| digest != "null");
        errors.add_if(replaces && !checked, "body", Fault::Sentence(UNCHECKED.to_owned()));
        let named =
            |(name, value): &(String, String)| format!("{}:{value}", serde_json::Value::from(name.as_str()));
        let body = format!("{{{}}}", members.iter().map(named).collect::<Vec<_>>().join(","));
        errors.add_if(body.len() > BODY, "body", Fault::Rule(ValueRule::Length));
        let plain = |b: u8| b.is_ascii_lowercase() || b == b'-';
        if via.is_empty() || via.len() > WAY || !via.bytes().all(plain) {
            errors.add("via", Fault::Rule(ValueRule::Shape));
        }
        errors.into_result().map(|()| Self { method, path, body, via })
    }
}

/// A value that changed since a proposal was made from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedValue {
    /// Its name, as the API has it.
    pub name: String,
    /// As it was then.
    pub was: Value,
    /// As it is.
    pub now: Value,
}

/// Values with their names, as a proposal keeps them.
pub fn values<const N: usize>(values: [(&str, Value); N]) -> Map<String, Value> {
    values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// The members of an object of JSON; none where it is something else.
pub fn members(json: &str) -> Map<String, Value> {
    serde_json::from_str(json).unwrap_or_default()
}

/// Of a project's values those that a proposal sends anew; of an object, as the answers are, those of its members.
pub fn touched(values: &Map<String, Value>, sent: &Map<String, Value>) -> Map<String, Value> {
    let part = |value: &Value, sent: &Value| match (value, sent) {
        (Value::Object(value), Value::Object(sent)) => {
            let kept = sent.keys().filter_map(|key| value.get_key_value(key));
            Value::Object(kept.map(|(key, value)| (key.clone(), value.clone())).collect())
        }
        (value, _) => value.clone(),
    };
    let both = sent.iter().filter_map(|(name, sent)| Some((name.clone(), part(values.get(name)?, sent))));
    both.collect()
}

/// The first of these values that `was` leaves out, or of which it leaves out a member: it would be written over whatever it has become.
pub fn left_out<'v>(was: &Map<String, Value>, values: &'v Map<String, Value>) -> Option<&'v str> {
    let lacks = |(name, value): &(&'v String, &'v Value)| match (was.get(*name), value) {
        (None, _) => true,
        (Some(Value::Object(was)), Value::Object(value)) => value.keys().any(|key| !was.contains_key(key)),
        (Some(_), _) => false,
    };
    values.iter().find(lacks).map(|(name, _)| name.as_str())
}

/// The values that are no longer as they were when a proposal was made, and not yet as it would have them.
pub fn changed(
    was: &Map<String, Value>,
    sent: &Map<String, Value>,
    now: &Map<String, Value>,
) -> Vec<ChangedValue> {
    let differs = |(name, was): (&String, &Value)| {
        let now = now.get(name).filter(|now| *now != was && sent.get(name) != Some(*now))?;
        Some(ChangedValue { name: name.clone(), was: was.clone(), now: now.clone() })
    };
    was.iter().filter_map(differs).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::JsonFields;

    #[test]
    fn what_changed_since_is_told_and_what_is_so_already_is_not() {
        let sent =
            members(r#"{"title":"Lantern","tagline":"Bright","answers":{"size":"big"},"submit":true}"#);
        let then = members(r#"{"title":"Lamp","tagline":"","summary":"x","answers":{"size":"","kind":"a"}}"#);
        let was = touched(&then, &sent);
        assert_eq!(was, members(r#"{"title":"Lamp","tagline":"","answers":{"size":""}}"#));
        let now =
            members(r#"{"title":"Torch","tagline":"Bright","summary":"y","answers":{"size":"","kind":"b"}}"#);
        let found = changed(&was, &sent, &touched(&now, &sent));
        let title = ChangedValue { name: "title".into(), was: "Lamp".into(), now: "Torch".into() };
        assert_eq!(found, [title], "the tagline is as it would be, and the rest is not its own");
        assert_eq!(changed(&was, &sent, &was), []);
    }

    #[test]
    fn a_value_of_which_nobody_said_what_it_was_is_found() {
        let values = members(r#"{"answers":{"size":""},"title":"Lamp"}"#);
        let lacks = |was: &str| left_out(&members(was), &values).map(str::to_owned);
        for whole in [r#"{"answers":{"size":"big"},"title":"Torch"}"#, r#"{"answers":1,"title":2}"#] {
            assert_eq!(lacks(whole), None, "{whole}");
        }
        assert_eq!(lacks("{}").as_deref(), Some("answers"));
        assert_eq!(lacks(r#"{"answers":{},"title":"Lamp"}"#).as_deref(), Some("answers"));
        assert_eq!(lacks(r#"{"answers":{"size":""},"team":"Lights"}"#).as_deref(), Some("title"));
    }

    fn read(json: &str) -> Result<NewProposal, Refusal> {
        NewProposal::read(&JsonFields::read(json.as_bytes()).unwrap())
    }

    #[test]
    fn a_write_is_found_by_its_exact_path() {
        let found = |method: &str, path: &str| ProposableWrite::find(method, path).map(|write| write.act);
        assert_eq!(found("POST", "/api/projects/12/comments"), Some(ProposedAct::PostComment));
        assert_eq!(found("DELETE", "/api/events/demo-judging/calls"), Some(ProposedAct::WithdrawCall));
        for (method, path) in [
            ("GET", "/api/projects/12/comments"),
            ("POST", "/api/projects/x/comments"),
            ("POST", "/api/projects/12/comments/"),
            ("POST", "/api/projects/12/comments?x=1"),
            ("POST", "/api/events/../open"),
            ("POST", "/api/events/a%2Fb/open"),
            ("POST", "/api/events//open"),
            ("POST", "/api/events/import"),
            ("POST", "/api/proposals"),
            ("POST", "/me/leave"),
        ] {
            assert_eq!(found(method, path), None, "{method} {path}");
        }
    }

    #[test]
    fn what_is_sent_stays_as_it_was_written() {
        let sent = r#"{"method": "POST", "path": "/api/projects/12/comments", "body": {"b\u0022": "x", "n": 1.0}, "via": "mcp"}"#;
        let read_one = read(sent).unwrap();
        assert_eq!((read_one.body.as_str(), read_one.via.as_str()), (r#"{"b\"":"x","n":1.0}"#, "mcp"));
        let plain = read(r#"{"method": "POST", "path": "/api/events/demo/open"}"#).unwrap();
        assert_eq!((plain.body.as_str(), plain.via.as_str()), ("{}", "api"));
        let scores = |more: &str| {
            let path = r#""method": "POST", "path": "/api/events/demo/scores""#;
            read(&format!(r#"{{{path}, "body": {{"file": "judge,project"{more}}}}}"#)).is_ok()
        };
        // What replaces nothing can replace nothing that changed.
        assert!(scores("") && scores(r#", "replace": false"#));
        assert!(scores(r#", "replace": true, "digest": "ab""#));
        assert!(!scores(r#", "replace": true"#) && !scores(r#", "replace": true, "digest": null"#));
        let long = format!(
            r#"{{"method": "POST", "path": "/api/events/demo/open", "body": {{"a": "{}"}}}}"#,
            "x".repeat(BODY)
        );
        for bad in [
            "{}",
            r#"{"method": "POST", "path": "/api/events/demo/open", "body": []}"#,
            r#"{"method": "POST", "path": "/api/events/demo/open", "body": {"a": 1, "a": 2}}"#,
            r#"{"method": "POST", "path": "/api/events/demo/open", "via": "An Agent"}"#,
            long.as_str(),
        ] {
            assert_eq!(read(bad).unwrap_err().status(), 400, "{}", bad.get(..90).unwrap_or(bad));
        }
    }
}
