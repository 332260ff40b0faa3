//! Files and texts that a form sends to be checked.

use super::form::Form;
use super::multipart;
use crate::prelude::*;
use portal::records::check::FilesToCheck;

/// Most files at once.
const FILES: usize = 50;
/// Most characters of a name that are kept.
const NAME: usize = 200;

/// What was pasted, and the files beside it.
/// Errors: 400 for a body that is no form; too many files.
pub fn read(headers: &HeaderMap, bytes: &[u8]) -> Result<(String, FilesToCheck), Refusal> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or_default();
    let slug = |text: &str| Some(text.trim().to_owned()).filter(|slug| !slug.is_empty());
    if kind.trim_start().to_ascii_lowercase().starts_with("application/x-www-form-urlencoded") {
        let form = Form::unproven(bytes)?;
        return Ok((
            form.get("pasted").to_owned(),
            FilesToCheck { files: Vec::new(), slug: slug(form.get("slug")) },
        ));
    }
    let (mut pasted, mut given) = (String::new(), FilesToCheck::default());
    for part in multipart::parts(headers, bytes, "files")? {
        match (part.name.as_str(), part.file) {
            // A browser sends an unnamed empty file where none was chosen.
            ("files", Some(file)) if file.is_empty() && part.content.is_empty() => {}
            ("files", _) if given.files.len() == FILES => {
                return Err(Refusal::field("files", RequestFault::TooManyFiles { most: FILES }));
            }
            ("files", Some(file)) => {
                given.files.push((file.chars().take(NAME).collect(), part.content.to_vec()));
            }
            ("pasted", _) => pasted = String::from_utf8_lossy(part.content).into_owned(),
            ("slug", _) => given.slug = slug(&String::from_utf8_lossy(part.content)),
            _ => {}
        }
    }
    Ok((pasted, given))
}
