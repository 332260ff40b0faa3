//! Forms with a small file in them. The file's text becomes a field like any other, so that handlers read one kind of form.

use super::form::Form;
use super::multipart;
use crate::prelude::*;
use shared::list_file::decode;

/// Reads a `multipart/form-data` body; `None` for a body of another kind. A file that is not text is kept as its fault, since
/// who may send it is asked first.
/// Errors: 400 for a body that is no such form, or has too many fields.
pub fn read(headers: &HeaderMap, bytes: &[u8]) -> Result<Option<Form>, Refusal> {
    if !multipart::is_multipart(headers) {
        return Ok(None);
    }
    let mut form = Form::default();
    for part in multipart::parts(headers, bytes, "file")? {
        match part.file {
            None => form.push(part.name, String::from_utf8_lossy(part.content).into_owned()),
            Some(_) => match decode(part.content) {
                Ok(text) => form.push(part.name, text.into_owned()),
                Err(fault) => form.push_unreadable(part.name, fault),
            },
        }
    }
    Ok(Some(form))
}
