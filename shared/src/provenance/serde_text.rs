//! What serde says about a value that does not fit, for messages.

/// Serde's message without the line and column, which mean nothing in a file of one line.
pub(super) fn without_place(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.rsplit_once(" at line ").map_or(text.as_str(), |(text, _)| text).to_owned()
}
