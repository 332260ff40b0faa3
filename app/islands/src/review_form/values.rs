//! The values of a review, as they are in its form.

use shared::digest::{fnv1a, hex};

/// What is in the form: each criterion's key with its text, in the rubric's order, and the comment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ReviewValues {
    /// Keys and texts; an empty text is no score.
    pub(super) scores: Vec<(String, String)>,
    pub(super) comment: String,
}

impl ReviewValues {
    /// The text of a criterion's score; empty for none.
    pub(super) fn score(&self, key: &str) -> &str {
        self.scores.iter().find(|(k, _)| k == key).map_or("", |(_, text)| text)
    }

    /// One line for the scores, then the comment.
    pub(super) fn to_text(&self) -> String {
        let mut text = String::new();
        for (key, score) in &self.scores {
            text.push_str(key);
            text.push('=');
            text.push_str(score);
            text.push('\t');
        }
        text.push('\n');
        text.push_str(&self.comment);
        text
    }

    /// Reads [`Self::to_text`].
    pub(super) fn from_text(text: &str) -> Option<Self> {
        let (scores, comment) = text.split_once('\n')?;
        let pair = |score: &str| score.split_once('=').map(|(key, text)| (key.to_owned(), text.to_owned()));
        Some(Self { scores: scores.split('\t').filter_map(pair).collect(), comment: comment.to_owned() })
    }

    /// Tells these values from others.
    pub(super) fn digest(&self) -> String {
        hex(&fnv1a(self.to_text().bytes()).to_be_bytes())
    }
}
