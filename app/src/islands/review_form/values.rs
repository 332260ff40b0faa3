//! The values of a review, as they are in its form.

/// What is in the form: each criterion's key with its text, in the rubric's order, and the comment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ReviewValues {
    /// Keys and texts; an empty text is no score.
    pub(super) scores: Vec<(String, String)>,
    /// The comment.
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

    /// Tells these values from others: FNV-1a, 64 bits.
    pub(super) fn digest(&self) -> String {
        let hash = self.to_text().bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        format!("{hash:x}")
    }
}
