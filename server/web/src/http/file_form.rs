//! Forms with a small file in them. The file's text becomes a field like any other, so that handlers read one kind of form.

use super::form::{Form, MOST_FIELDS, too_many};
use axum::http::{HeaderMap, header};
use multer::Multipart;
use shared::people_list::decode;
use shared::refusal::{Refusal, RequestFault};

/// Reads a `multipart/form-data` body; `None` for a body of another kind.
///
/// # Errors
/// 400 for a body that is no such form, or has too many fields.
pub async fn read(headers: &HeaderMap, bytes: &[u8]) -> Result<Option<Form>, Refusal> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or_default();
    if !kind.trim_start().to_ascii_lowercase().starts_with("multipart/form-data") {
        return Ok(None);
    }
    let no_form = |_| Refusal::field("file", RequestFault::NoForm);
    let boundary = multer::parse_boundary(kind).map_err(no_form)?;
    let mut parts = Multipart::with_reader(bytes, boundary);
    let mut fields = Vec::new();
    while let Some(field) = parts.next_field().await.map_err(no_form)? {
        if fields.len() == MOST_FIELDS {
            return Err(too_many(MOST_FIELDS));
        }
        let name = field.name().unwrap_or_default().to_owned();
        let content = field.bytes().await.map_err(no_form)?;
        fields.push((name, decode(&content)));
    }
    Ok(Some(Form::of_fields(fields)))
}
