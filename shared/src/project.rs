//! What a team sends for a project, and the checks on it.

use crate::audit::sha256_hex;
use crate::form_question::{FIELD, FormQuestion, GivenAnswers, merge_answers};
use crate::prelude::*;
use serde_json::{Value, json};

/// What an editor was shown: field → fingerprint of its text. A field that is not in it is written as sent.
pub type ShownFields = BTreeMap<String, String>;

/// The fields that a team may change, in the form's order, each with what it is called in a sentence.
pub const FIELDS: [(&str, TextField); 9] = [
    ("title", TextField::Title),
    ("tagline", TextField::Tagline),
    ("summary", TextField::Summary),
    ("description", TextField::Description),
    ("track", TextField::Track),
    ("repo_url", TextField::CodeAddress),
    ("demo_url", TextField::DemoAddress),
    ("video_url", TextField::VideoAddress),
    ("tags", TextField::Tags),
];

/// The long ones, which the log has by their digest, and what it calls that.
const DIGESTED: [(&str, &str); 2] = [("summary", "summary_sha256"), ("description", "description_sha256")];

/// Finds those of the fields that are texts by their names.
macro_rules! texts_by_name {
    ($of:ty, $text:ty, $($ref:tt)+) => {
        impl $of {
            /// A text by the name of its field; none for another field.
            pub fn text($($ref)+ self, field: &str) -> Option<$($ref)+ $text> {
                Some(match field {
                    "title" => $($ref)+ self.title,
                    "tagline" => $($ref)+ self.tagline,
                    "summary" => $($ref)+ self.summary,
                    "description" => $($ref)+ self.description,
                    "repo_url" => $($ref)+ self.repo_url,
                    "demo_url" => $($ref)+ self.demo_url,
                    "video_url" => $($ref)+ self.video_url,
                    _ => return None,
                })
            }
        }
    };
}
pub(crate) use texts_by_name;

texts_by_name!(ProjectChanges, Option<String>, &mut);
texts_by_name!(ProjectTexts, String, &);

/// Its links, each of which may tell whose project it is: the names of their fields.
pub const LINKS: [&str; 3] = ["repo_url", "demo_url", "video_url"];

/// How many judges opened a project's links from the page of their review before they submitted it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Looks {
    /// The link to the code.
    pub repository: i32,
    /// The link to the demo.
    pub demo: i32,
    /// The link to the video.
    pub video: i32,
    /// The judges whose device counted.
    pub judges: i32,
}

/// A project as sent: `None` leaves a field as it is (or empty, on creation).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProjectChanges {
    /// Required on creation.
    pub title: Option<String>,
    /// One line.
    pub tagline: Option<String>,
    /// A paragraph.
    pub summary: Option<String>,
    /// The whole story.
    pub description: Option<String>,
    /// Where the code is.
    pub repo_url: Option<String>,
    /// Where it can be tried.
    pub demo_url: Option<String>,
    /// Where a video of it is.
    pub video_url: Option<String>,
    /// Words to find it by.
    pub tags: Option<Vec<String>>,
    /// `Some(None)` takes the project out of its track.
    pub track: Option<Option<TrackId>>,
    /// Answers to the event's own questions by their keys: an empty one is taken back.
    pub answers: GivenAnswers,
    /// True submits.
    pub submit: bool,
    /// What the editor was shown, if the form says so: fields that were not changed since are not written.
    pub shown: ShownFields,
}

impl ProjectChanges {
    /// Reads all but what the editor was shown.
    pub(crate) fn read(fields: &impl Fields, e: &mut FieldErrors) -> Self {
        Self {
            title: fields.text("title", e),
            tagline: fields.text("tagline", e),
            summary: fields.text("summary", e),
            description: fields.text("description", e),
            repo_url: fields.text("repo_url", e),
            demo_url: fields.text("demo_url", e),
            video_url: fields.text("video_url", e),
            tags: fields.words("tags", e),
            track: fields.number("track", Fault::TrackForeign, e).map(|track| track.map(TrackId)),
            answers: fields.texts("answers", FIELD, e),
            submit: fields.flag("submit", e),
            shown: ShownFields::new(),
        }
    }
}

/// A project's texts, ready to be stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProjectTexts {
    /// Title, never empty.
    pub title: String,
    /// Tagline.
    pub tagline: String,
    /// Summary.
    pub summary: String,
    /// Description.
    pub description: String,
    /// Address of the code, or empty.
    pub repo_url: String,
    /// Address of the demo, or empty.
    pub demo_url: String,
    /// Address of a video, or empty.
    pub video_url: String,
    /// Clean tags.
    pub tags: Vec<String>,
    /// Track of the event.
    pub track: Option<TrackId>,
    /// Answers to the event's own questions.
    pub answers: GivenAnswers,
}

impl ProjectTexts {
    /// A field as the API has it; null for one that is no field.
    pub fn value(&self, field: &str) -> Value {
        match field {
            "tags" => json!(self.tags),
            "track" => json!(self.track),
            _ => json!(self.text(field)),
        }
    }

    /// A field as the log has it, under its [`logged_name`].
    pub fn logged(&self, field: &str) -> Value {
        self.text(field).map_or_else(|| self.value(field), |text| logged_text(field, text))
    }
}

/// What the log calls a field.
pub fn logged_name(field: &'static str) -> &'static str {
    DIGESTED.iter().find(|(of, _)| *of == field).map_or(field, |(_, name)| *name)
}

/// A text as the log has it.
pub(crate) fn logged_text(field: &str, text: &str) -> Value {
    match DIGESTED.iter().any(|(of, _)| *of == field) {
        true if text.is_empty() => Value::Null,
        true => json!(sha256_hex(text.as_bytes())),
        false => json!(text),
    }
}

/// Applies the changes to what is stored (nothing, on creation) and checks the changed parts. `asked` are the event's own questions; what
/// they require is asked of a project as it is submitted, and kept once it is `submitted`.
///
/// # Errors
/// 400 with every fault of every field.
pub fn check(
    changes: ProjectChanges,
    stored: ProjectTexts,
    tracks: &[TrackId],
    asked: &[FormQuestion],
    submitted: bool,
) -> Result<ProjectTexts, Refusal> {
    let mut errors = FieldErrors::default();
    let e = &mut errors;
    let mut texts = stored;
    if let Some(title) = changes.title {
        texts.title = text::clean_line("title", TextField::Title, &title, text::TITLE, e);
    }
    if text::is_blank(&texts.title) {
        e.add("title", Unnamed::Title);
    }
    if let Some(tagline) = changes.tagline {
        texts.tagline = text::clean_line("tagline", TextField::Tagline, &tagline, text::TAGLINE, e);
    }
    if let Some(summary) = changes.summary {
        texts.summary = text::clean("summary", TextField::Summary, &summary, text::SUMMARY, e);
    }
    if let Some(description) = changes.description {
        texts.description =
            text::clean("description", TextField::Description, &description, text::DESCRIPTION, e);
    }
    if let Some(url) = changes.repo_url {
        texts.repo_url = text::clean_url("repo_url", TextField::CodeAddress, &url, e);
    }
    if let Some(url) = changes.demo_url {
        texts.demo_url = text::clean_url("demo_url", TextField::DemoAddress, &url, e);
    }
    if let Some(url) = changes.video_url {
        texts.video_url =
            text::clean_video_url("video_url", &text::typed_address(&url), text::is_web_address, e);
    }
    if let Some(tags) = changes.tags {
        texts.tags = text::clean_tags(tags.iter().map(String::as_str), e);
    }
    if let Some(track) = changes.track {
        if track.is_some_and(|t| !tracks.contains(&t)) {
            e.add("track", Fault::TrackForeign);
        }
        texts.track = track;
    }
    let state = (changes.submit, submitted);
    texts.answers = merge_answers(asked, texts.answers, &changes.answers, state, e);
    errors.into_result()?;
    Ok(texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_field_is_found_by_its_name() {
        let named = |name: &str| name.to_owned();
        // All of them: who adds one adds it here, and to `FIELDS`.
        let texts = ProjectTexts {
            title: named("title"),
            tagline: named("tagline"),
            summary: named("summary"),
            description: named("description"),
            repo_url: named("repo_url"),
            demo_url: named("demo_url"),
            video_url: named("video_url"),
            tags: vec![named("tags")],
            track: Some(TrackId(1)),
            answers: GivenAnswers::new(),
        };
        let mut changes = ProjectChanges::default();
        for (field, _) in FIELDS.iter().filter(|(field, _)| !["tags", "track"].contains(field)) {
            assert_eq!(texts.text(field).map(String::as_str), Some(*field));
            assert!(changes.text(field).is_some(), "{field}");
            assert_eq!(texts.value(field), json!(field));
        }
        assert_eq!((texts.value("tags"), texts.value("track")), (json!(["tags"]), json!(1)));
        assert_eq!(texts.value("team"), Value::Null);
        // The log says long texts by their digest, and an empty one is none.
        assert_eq!((logged_name("summary"), logged_name("title")), ("summary_sha256", "title"));
        assert_eq!(texts.logged("summary"), json!(sha256_hex(b"summary")));
        assert_eq!(ProjectTexts::default().logged("summary"), Value::Null);
        assert_eq!(ProjectTexts::default().logged("title"), json!(""));
        assert!(LINKS.iter().all(|link| FIELDS.iter().any(|(field, _)| field == link)));
    }

    #[test]
    fn all_errors_come_at_once() {
        let changes = ProjectChanges {
            repo_url: Some("nowhere".into()),
            track: Some(Some(TrackId(9))),
            ..ProjectChanges::default()
        };
        let refusal = check(changes, ProjectTexts::default(), &[TrackId(1)], &[], false).unwrap_err();
        assert_eq!(refusal.fields.0.keys().collect::<Vec<_>>(), ["repo_url", "title", "track"]);
    }

    #[test]
    fn only_the_sent_fields_change() {
        let stored =
            ProjectTexts { title: "Lamp".into(), tagline: "Light".into(), ..ProjectTexts::default() };
        let changes =
            ProjectChanges { tagline: Some(" Bright ".into()), track: Some(None), ..Default::default() };
        let texts = check(changes, stored, &[], &[], false).unwrap();
        assert_eq!((texts.title.as_str(), texts.tagline.as_str(), texts.track), ("Lamp", "Bright", None));
    }
}
