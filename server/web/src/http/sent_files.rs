//! Files and texts that a form sends to be checked.

use super::form::{Form, MOST_FIELDS, too_many};
use axum::http::{HeaderMap, header};
use multer::Multipart;
use portal::records::check::FilesToCheck;
use shared::refusal::{Refusal, RequestFault};

/// Most files at once.
const FILES: usize = 50;
/// Most characters of a name that are kept.
const NAME: usize = 200;

/// What was pasted, and the files beside it.
///
/// # Errors
/// 400 for a body that is no form; too many files.
pub async fn read(headers: &HeaderMap, bytes: Vec<u8>) -> Result<(String, FilesToCheck), Refusal> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or_default();
    let slug = |text: &str| Some(text.trim().to_owned()).filter(|slug| !slug.is_empty());
    if kind.trim_start().to_ascii_lowercase().starts_with("application/x-www-form-urlencoded") {
        let form = Form::unproven(&bytes)?;
        return Ok((
            form.get("pasted").to_owned(),
            FilesToCheck { files: Vec::new(), slug: slug(form.get("slug")) },
        ));
    }
    let no_form = |_| Refusal::field("files", RequestFault::NoForm);
    let boundary = multer::parse_boundary(kind).map_err(no_form)?;
    let mut parts = Multipart::with_reader(bytes.as_slice(), boundary);
    let (mut pasted, mut given, mut read) = (String::new(), FilesToCheck::default(), 0);
    while let Some(field) = parts.next_field().await.map_err(no_form)? {
        read += 1;
        if read > MOST_FIELDS {
            return Err(too_many(MOST_FIELDS));
        }
        let name = field.name().unwrap_or_default().to_owned();
        let file = field.file_name().map(|name| name.chars().take(NAME).collect::<String>());
        let content = field.bytes().await.map_err(no_form)?;
        match (name.as_str(), file) {
            // A browser sends an unnamed empty file where none was chosen.
            ("files", Some(file)) if file.is_empty() && content.is_empty() => {}
            ("files", _) if given.files.len() == FILES => {
                return Err(Refusal::field("files", RequestFault::TooManyFiles { most: FILES }));
            }
            ("files", Some(file)) => given.files.push((file, content.into())),
            ("pasted", _) => pasted = String::from_utf8_lossy(&content).into_owned(),
            ("slug", _) => given.slug = slug(&String::from_utf8_lossy(&content)),
            _ => {}
        }
    }
    Ok((pasted, given))
}
