//! The parts of a form with files, found in the body where they are. A reader that copies them would need the memory of the
//! largest file three times.

use super::form::{MOST_FIELDS, too_many};
use crate::prelude::*;
use memchr::memmem;

/// One field of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part<'b> {
    /// The field's name.
    pub name: String,
    /// The file's name, where it is one.
    pub file: Option<String>,
    /// Its value, or what is in the file.
    pub content: &'b [u8],
}

/// Whether a body is a form with files.
pub fn is_multipart(headers: &HeaderMap) -> bool {
    kind(headers).trim_start().to_ascii_lowercase().starts_with("multipart/form-data")
}

/// The parts of a form, in their order.
/// Errors: 400 at `field` for a body that is no whole form; 400 for more than [`MOST_FIELDS`].
pub fn parts<'b>(headers: &HeaderMap, body: &'b [u8], field: &str) -> Result<Vec<Part<'b>>, Refusal> {
    let boundary = multer::parse_boundary(kind(headers)).ok();
    let found = boundary.and_then(|boundary| split(&boundary, body));
    let parts = found.ok_or_else(|| Refusal::field(field, RequestFault::NoForm))?;
    if parts.len() > MOST_FIELDS { Err(too_many(MOST_FIELDS)) } else { Ok(parts) }
}

fn kind(headers: &HeaderMap) -> &str {
    headers.get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or_default()
}

/// Between two delimiters are the part's headers, an empty line, and its content up to the line end before the next delimiter.
fn split<'b>(boundary: &str, body: &'b [u8]) -> Option<Vec<Part<'b>>> {
    let first = format!("--{boundary}");
    let between = format!("\r\n--{boundary}");
    let finder = memmem::Finder::new(between.as_bytes());
    let mut rest = match body.strip_prefix(first.as_bytes()) {
        Some(rest) => rest,
        None => body.get(finder.find(body)? + between.len()..)?,
    };
    let mut parts = Vec::new();
    loop {
        if rest.starts_with(b"--") || parts.len() > MOST_FIELDS {
            return Some(parts);
        }
        let head_end = memmem::find(rest, b"\r\n\r\n")?;
        let head = rest.get(..head_end)?;
        let after = rest.get(head_end + 4..)?;
        // An empty part: its content's end is the line end of its head.
        let (content, next) = match finder.find(after) {
            Some(at) => (after.get(..at)?, after.get(at + between.len()..)?),
            None => return None,
        };
        if let Some((name, file)) = disposition(head) {
            parts.push(Part { name, file, content });
        }
        rest = next;
    }
}

/// The names in `Content-Disposition: form-data; name="…"; filename="…"`.
fn disposition(head: &[u8]) -> Option<(String, Option<String>)> {
    let head = String::from_utf8_lossy(head);
    let line = head.lines().find(|line| line.to_ascii_lowercase().starts_with("content-disposition:"))?;
    let (_, parameters) = line.split_once(';')?;
    let name = parameter(parameters, "name")?;
    Some((name, parameter(parameters, "filename")))
}

/// The value of a parameter. Browsers write quotes and line ends in it as `%22`, `%0D` and `%0A`.
fn parameter(text: &str, name: &str) -> Option<String> {
    let mut rest = text;
    loop {
        let (key, after) = rest.split_once('=')?;
        let (value, next) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"')?,
            None => after.split_at(after.find(';').unwrap_or(after.len())),
        };
        if key.trim().trim_start_matches(';').trim().eq_ignore_ascii_case(name) {
            return Some(value.replace("%22", "\"").replace("%0D", "").replace("%0A", " "));
        }
        rest = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(body: &str) -> Option<Vec<(String, Option<String>, String)>> {
        let parts = split("xyz", body.as_bytes())?.into_iter();
        let owned =
            parts.map(|part| (part.name, part.file, String::from_utf8_lossy(part.content).into_owned()));
        Some(owned.collect())
    }

    #[test]
    fn fields_and_files_are_found() {
        let body = "--xyz\r\nContent-Disposition: form-data; name=\"once\"\r\n\r\n7\r\n\
            --xyz\r\ncontent-disposition: form-data; name=\"files\"; filename=\"my %22list%22.csv\"\r\n\
            Content-Type: text/csv\r\n\r\na,b\r\n--x,--xy\r\n\r\n--xyz--\r\n";
        let file = ("files".to_owned(), Some("my \"list\".csv".to_owned()), "a,b\r\n--x,--xy\r\n".to_owned());
        assert_eq!(found(body), Some(vec![("once".to_owned(), None, "7".to_owned()), file]));
        assert_eq!(found("before\r\n--xyz--"), Some(Vec::new()));
    }

    #[test]
    fn a_form_has_so_many_parts_at_most() {
        let headers = HeaderMap::from_iter([(
            header::CONTENT_TYPE,
            HeaderValue::from_static("multipart/form-data; boundary=xyz"),
        )]);
        let form =
            |count| "--xyz\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n".repeat(count) + "--xyz--";
        let read = |count| parts(&headers, form(count).as_bytes(), "a").map(|parts| parts.len());
        assert_eq!(read(MOST_FIELDS), Ok(MOST_FIELDS));
        assert_eq!(read(MOST_FIELDS + 1), Err(too_many(MOST_FIELDS)));
        assert_eq!(read(MOST_FIELDS * 3), Err(too_many(MOST_FIELDS)));
    }

    #[test]
    fn a_form_without_its_end_is_none() {
        let part = "--xyz\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nvalue";
        for cut in ["", "--xyz", part, &format!("{part}\r\n--xy"), &format!("{part}\r\n--xyz\r\n")] {
            assert_eq!(found(cut), None, "{cut:?}");
        }
        let empty = "--xyz\r\nContent-Disposition: form-data; name=a; filename=\"\"\r\n\r\n\r\n--xyz--";
        assert_eq!(found(empty), Some(vec![("a".to_owned(), Some(String::new()), String::new())]));
        assert_eq!(found("--xyz\r\nX: y\r\n\r\nv\r\n--xyz--"), Some(Vec::new()));
    }
}
