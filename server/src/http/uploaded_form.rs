//! Forms that carry a file, within the limit of any form.

use super::csrf;
use super::form::Form;
use crate::caller::Caller;
use crate::state::State;
use axum::http::{HeaderMap, header};
use multer::Multipart;
use shared::refusal::{Refusal, RequestFault};

/// The fields of a form, and the file that came with it, if one was chosen.
///
/// # Errors
/// 400 for a body that is no form; 403 where the token does not prove that the form is ours.
pub async fn read(
    state: &State,
    caller: &Caller,
    headers: &HeaderMap,
    bytes: &[u8],
) -> Result<(Form, Option<Vec<u8>>), Refusal> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or_default();
    if !kind.trim_start().to_ascii_lowercase().starts_with("multipart/form-data") {
        return Ok((Form::read(state, caller, headers, bytes)?, None));
    }
    let no_form = |_| Refusal::field("file", RequestFault::NoForm);
    let boundary = multer::parse_boundary(kind).map_err(no_form)?;
    let mut parts = Multipart::with_reader(bytes, boundary);
    let (mut fields, mut file) = (Vec::new(), None);
    while let Some(field) = parts.next_field().await.map_err(no_form)? {
        let name = field.name().unwrap_or_default().to_owned();
        let is_file = field.file_name().is_some();
        let content = field.bytes().await.map_err(no_form)?;
        match is_file {
            // A browser sends an empty file where none was chosen.
            true if content.is_empty() => {}
            true => file = Some(content.to_vec()),
            false => fields.push((name, String::from_utf8_lossy(&content).into_owned())),
        }
    }
    let form = Form::of(fields);
    csrf::check(caller, headers, &state.base_url, form.sent("csrfmiddlewaretoken"))?;
    Ok((form, file))
}
