//! Paths: what is no text, and where a number is wanted what is no number, names nothing, so it is 404 like
//! any other unknown.

use shared::audit::from_hex;
use shared::ids::*;
use shared::refusal::Refusal;

/// An identifier in a path.
/// Errors: 404 where the segment is no positive whole number.
pub fn id(segment: &str) -> Result<i64, Refusal> {
    shared::fields::id(segment).ok_or_else(Refusal::not_found)
}

/// What an address names: in one of an event's pages beside the event, in the API all of it.
pub trait PathId: Sized + Send + Sync {
    /// Reads it from the segments of the path that are no words of ours.
    /// Errors: 404 where they are no such thing.
    fn read(segments: &[&str]) -> Result<Self, Refusal>;
}

impl PathId for () {
    fn read(segments: &[&str]) -> Result<Self, Refusal> {
        segments.is_empty().then_some(()).ok_or_else(Refusal::not_found)
    }
}

macro_rules! path_ids {
    ($($id:ty),*) => {
        $(impl PathId for $id {
            fn read(segments: &[&str]) -> Result<Self, Refusal> {
                let [segment] = segments else { return Err(Refusal::not_found()) };
                Ok(id(segment)?.into())
            }
        })*
    };
}
path_ids!(i64, AssignmentId, CommentId, GuestId, InvitationId, PersonId, PictureId, PrizeId, ProjectId);

/// The slug of an event, the code of a link, the name of a file.
impl PathId for String {
    fn read(segments: &[&str]) -> Result<Self, Refusal> {
        let [code] = segments else { return Err(Refusal::not_found()) };
        Ok((*code).to_owned())
    }
}

impl<A: PathId, B: PathId> PathId for (A, B) {
    fn read(segments: &[&str]) -> Result<Self, Refusal> {
        let (first, rest) = segments.split_first().ok_or_else(Refusal::not_found)?;
        Ok((A::read(&[first])?, B::read(rest)?))
    }
}

/// What only acts name: something on the page.
impl<T: PathId> PathId for Option<T> {
    fn read(segments: &[&str]) -> Result<Self, Refusal> {
        if segments.is_empty() { Ok(None) } else { T::read(segments).map(Some) }
    }
}

/// Whether a path belongs to the API.
pub fn is_api(path: &str) -> bool {
    path == "/api" || path.starts_with("/api/")
}

/// Whether a path decodes to text, and to one that the database could know.
pub fn is_text(path: &str) -> bool {
    let decoded = percent_encoding::percent_decode_str(path).decode_utf8();
    decoded.is_ok_and(|text| !text.contains('\0'))
}

/// A path of this site, or the start: nothing else is ever followed.
pub fn safe_path(next: &str) -> String {
    let bytes = next.as_bytes();
    let ours = bytes.first() == Some(&b'/')
        && !matches!(bytes.get(1), Some(b'/' | b'\\'))
        && !next.chars().any(|c| c.is_control() || c == '\\')
        && !next.starts_with("/login")
        && next.len() <= 2000;
    if ours { next.to_owned() } else { "/".to_owned() }
}

/// The digest in a file's name: 64 hex digits in lower case before `.webp`.
pub fn digest_in(name: &str) -> Option<(&str, [u8; 32])> {
    let hex = name.strip_suffix(".webp")?;
    Some((hex, from_hex(hex)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_act_can_name_something_on_its_page() {
        type Id = (PrizeId, Option<InvitationId>);
        assert_eq!(Id::read(&["3"]).unwrap(), (PrizeId(3), None));
        assert_eq!(String::read(&["c0de"]).unwrap(), "c0de");
        assert_eq!(Id::read(&["3", "4"]).unwrap(), (PrizeId(3), Some(InvitationId(4))));
        for segments in [&[][..], &["x"], &["3", "x"], &["3", "4", "5"]] {
            assert_eq!(Id::read(segments).unwrap_err().status(), 404, "{segments:?}");
        }
    }

    #[test]
    fn a_path_is_text() {
        for text in ["/", "/events/demo%2Djudging", "/events/%C3%A9", "/100%"] {
            assert!(super::is_text(text), "{text}");
        }
        for bad in ["/events/%ff", "/events/%C3", "/a%00b"] {
            assert!(!super::is_text(bad), "{bad}");
        }
    }

    #[test]
    fn only_paths_of_this_site_are_followed() {
        for ours in ["/", "/events/demo?x=1", "/judge/assignments/3"] {
            assert_eq!(safe_path(ours), ours);
        }
        for other in
            ["", "//b.example", "/\\b.example", "https://b.example", "javascript:alert(1)", "/a\nb", "/login"]
        {
            assert_eq!(safe_path(other), "/", "{other}");
        }
    }

    #[test]
    fn a_file_is_named_by_its_digest() {
        let name = format!("{}.webp", "0f".repeat(32));
        assert_eq!(digest_in(&name), Some(("0f".repeat(32).as_str(), [15; 32])));
        for bad in
            ["", ".webp", "0f.webp", &"0F".repeat(32), &format!("{}.webp", "0F".repeat(32)), &"0f".repeat(32)]
        {
            assert_eq!(digest_in(bad), None, "{bad}");
        }
    }
}
