//! Addresses in a file: what a project is known by, and where its code, its demo and its film are.

use super::columns::Columns;
use super::known_columns::Column;
use super::notes::RowNote;
use super::project::ReadProject;
use super::texts::{line, shortened};
use crate::duplicates::is_on_forge;
use crate::list_file::ListRow;
use crate::text;

/// Most addresses that are taken from a column of a row, and most broken ones that are named.
const MOST: usize = 20;

/// The form in which addresses of submissions are compared: host and path, without scheme, `www.`, query and slash at the
/// end. Of `…/submissions/901-lantern` the number stays and the words follow the title, so only the number counts. A text that
/// is no address is taken as it is where it has a number in it: `n/a` names nothing.
pub(super) fn address_key(address: &str) -> String {
    let address = line(address);
    let Some(url) = text::with_scheme(&address).and_then(|address| url::Url::parse(&address).ok()) else {
        let names = address.contains(|c: char| c.is_numeric());
        return if names { address.to_lowercase() } else { String::new() };
    };
    let host = url.host_str().unwrap_or_default().to_lowercase();
    let host = host.strip_prefix("www.").unwrap_or(&host);
    let path = url.path().trim_end_matches('/').to_lowercase();
    let numbered = path.rsplit_once("/submissions/").and_then(|(before, last)| {
        let number = last.split_once('-').map_or(last, |(number, _)| number);
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| format!("{host}{before}/submissions/{number}"))
    });
    numbered.unwrap_or_else(|| format!("{host}{path}"))
}

/// The form in which links of projects are compared: in small letters, without scheme and `www.`, and without `.git` and slashes at the
/// end. The database compares by `link_key`, which does the same.
pub fn link_key(link: &str) -> String {
    let link = link.to_lowercase();
    let bare = link.strip_prefix("https://").or_else(|| link.strip_prefix("http://"));
    let bare = bare.map_or(link.as_str(), |bare| bare.strip_prefix("www.").unwrap_or(bare));
    let bare = bare.trim_end_matches('/');
    bare.strip_suffix(".git").unwrap_or(bare).to_owned()
}

/// The key of a submission's page at Devpost, where a cell of links holds one.
pub(super) fn submission_key(cell: &str) -> Option<String> {
    let pages = cell.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|'));
    pages.map(address_key).find(|key| {
        let (host, path) = key.split_once('/').unwrap_or((key, ""));
        (host == "devpost.com" || host.ends_with(".devpost.com"))
            && (path.starts_with("software/") || path.starts_with("submissions/"))
    })
}

/// Takes the addresses of a row: the first one on a forge is the code, the first other one the demo, and the film where there
/// is no other. What has no field is put at the end of the description, so that judges find it.
pub(super) fn take(project: &mut ReadProject, columns: &Columns, row: &ListRow<'_>) {
    let has = |held: &[Column]| held.iter().any(|column| columns.have(*column));
    let one_each = has(&[Column::Repository, Column::Demo]);
    if !has(&[Column::Repository, Column::Demo, Column::Links, Column::Video]) {
        return;
    }
    let mut named = |column| addresses(project, columns, row, column);
    let (code, demo) = (named(Column::Repository), named(Column::Demo));
    let (links, films) = (named(Column::Links), named(Column::Video));
    let (mut forges, mut others): (Vec<String>, Vec<String>) =
        links.into_iter().partition(|url| is_on_forge(url));
    forges.splice(0..0, code);
    others.splice(0..0, demo);
    let mut films = films.into_iter().filter(|film| !others.contains(film)).collect::<Vec<_>>();
    let mut forges = forges.into_iter();
    let repo_url = forges.next();
    let demo_url = if others.is_empty() && !films.is_empty() {
        Some(films.remove(0))
    } else {
        (!others.is_empty()).then(|| others.remove(0))
    };
    let more = films.iter().map(|url| ("Video", url.clone()));
    let more = more.chain(forges.chain(others).map(|url| ("Link", url)));
    let more: Vec<String> = more.map(|(what, url)| format!("{what}: {url}")).collect();
    append(project, &more);
    // Our own file has one column for each. Without it, the address in the portal stays, unless another column has one.
    if repo_url.is_some() || columns.have(Column::Repository) || !one_each {
        project.content.repo_url = Some(repo_url.unwrap_or_default());
    }
    if demo_url.is_some() || columns.have(Column::Demo) || !one_each {
        project.content.demo_url = Some(demo_url.unwrap_or_default());
    }
}

fn append(project: &mut ReadProject, more: &[String]) {
    if more.is_empty() {
        return;
    }
    let description = project.content.description.get_or_insert_default();
    let lines = more.join("\n");
    if description.chars().count() + lines.chars().count() + 2 > text::DESCRIPTION {
        project.notes.push(RowNote::LinksCut(more.len()));
        return;
    }
    if !description.is_empty() {
        description.push_str("\n\n");
    }
    description.push_str(&lines);
    project.notes.push(RowNote::MoreLinks(more.len()));
}

/// The addresses in the cells of a column, each once. Cells join them by commas, blanks or line ends.
fn addresses(project: &mut ReadProject, columns: &Columns, row: &ListRow<'_>, column: Column) -> Vec<String> {
    let (mut found, mut left): (Vec<String>, usize) = (Vec::new(), 0);
    for cell in columns.all(row, column) {
        let (mut broken, mut names_one) = (Vec::new(), false);
        for piece in cell.split_whitespace() {
            // A character without a shape came along when the address was copied.
            let piece =
                line(piece.trim_matches([',', ';', '|', '<', '>', '"'])).replace(text::is_invisible, "");
            // `[the demo](https://…)`: the words are no address.
            let piece = match piece.rsplit_once("](") {
                Some((_, address)) => address.trim_end_matches(')').to_owned(),
                None => piece,
            };
            // `demo.png (https://…)`: an attachment, as Airtable writes it.
            let inside = piece.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
            let piece = inside.unwrap_or(&piece);
            // A comma may be part of an address, so a piece is cut only where another address begins.
            for address in piece.split('|').flat_map(cut) {
                let whole = text::with_scheme(address).unwrap_or_default();
                let fits = text::is_web_address(&whole)
                    && !whole.contains('\\')
                    && whole.chars().count() <= text::URL;
                names_one |= fits;
                if fits && !found.contains(&whole) {
                    if found.len() < MOST {
                        found.push(whole);
                    } else {
                        left += 1;
                    }
                } else if !fits && !address.is_empty() && broken.len() < MOST {
                    broken.push(shortened(address));
                }
            }
        }
        // Words beside an address say what it is: `Code: https://…`.
        let may_be_one = |text: &str| text.contains(['.', '/', '@']) && !text::is_file_name(text);
        broken.retain(|text| !names_one || may_be_one(text));
        let room = MOST.saturating_sub(project.notes.len());
        let note = |link: String| {
            let has_user = text::begins_like_web_address(&link) && text::has_user(&link);
            if has_user { RowNote::LinkWithUser(link) } else { RowNote::BrokenLink(link) }
        };
        project.notes.extend(broken.into_iter().take(room).map(note));
    }
    project.notes.extend((left > 0).then_some(RowNote::LinksCut(left)));
    found
}

/// Cuts `https://a,https://b` into its addresses.
fn cut(piece: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = piece;
    while let Some(at) = rest
        .match_indices(',')
        .map(|(at, _)| at)
        .find(|at| rest.get(at + 1..).is_some_and(text::begins_like_web_address))
    {
        parts.extend(rest.get(..at));
        rest = rest.get(at + 1..).unwrap_or_default();
    }
    parts.push(rest);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_submission_are_the_same() {
        for same in [
            "https://devpost.com/software/solar-kiosk",
            "http://www.devpost.com/software/solar-kiosk/",
            "https://Devpost.com/software/Solar-Kiosk?ref=gallery#updates",
            " https://devpost.com/software/solar-kiosk ",
        ] {
            assert_eq!(address_key(same), "devpost.com/software/solar-kiosk", "{same}");
        }
        assert_eq!((address_key(""), address_key("No. 7")), (String::new(), "no. 7".to_owned()));
        for none in ["n/a", "TBD", "-", "none"] {
            assert_eq!(address_key(none), "", "{none}");
        }
        for same in ["901-lantern", "901-firefly", "901", "901-lantern/?flag=x"] {
            let key = address_key(&format!("https://hack-2026.devpost.com/submissions/{same}"));
            assert_eq!(key, "hack-2026.devpost.com/submissions/901", "{same}");
        }
        assert_ne!(
            address_key("https://h.devpost.com/submissions/90-x"),
            address_key("https://h.devpost.com/submissions/901-x")
        );
    }

    #[test]
    fn spellings_of_one_link_are_the_same() {
        for same in [
            "https://github.com/oak/lamp",
            "HTTP://www.github.com/Oak/Lamp.git/",
            "https://github.com/oak/lamp//",
        ] {
            assert_eq!(link_key(same), "github.com/oak/lamp", "{same}");
        }
        let drive = |id: &str| link_key(&format!("https://drive.example/open?id={id}"));
        assert_ne!(drive("1"), drive("2"));
        assert_ne!(link_key("https://a.example/mono/a"), link_key("https://a.example/mono/b"));
    }

    #[test]
    fn a_list_of_addresses_is_cut_where_another_begins() {
        assert_eq!(
            cut("https://a.example/x,y,https://b.example"),
            ["https://a.example/x,y", "https://b.example"]
        );
        assert_eq!(cut("https://a.example"), ["https://a.example"]);
    }
}
