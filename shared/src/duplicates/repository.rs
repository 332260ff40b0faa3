//! Which repository an address names.

/// Forges on which owner and name, in any case, identify a repository.
const FORGES: [&str; 5] = ["github.com", "gitlab.com", "bitbucket.org", "codeberg.org", "gitea.com"];
/// The forge whose owners may be groups inside groups, so that a repository's name may come third or later.
const NESTED: &str = "gitlab.com";
/// Words that no repository of [`NESTED`] may have as its name: what comes before them is the repository.
const NESTED_PAGES: [&str; 8] = ["-", "blame", "blob", "commits", "raw", "refs", "tree", "wikis"];

/// The identity of the repository at an address; `None` where the address identifies none, which matches nothing.
/// Scheme, `www.`, the host's case, `.git` and slashes at the end never matter. On known forges it is host, owner and
/// name without case; elsewhere the path and the query count.
pub fn normal_repository(repo_url: &str) -> Option<String> {
    let url = url::Url::parse(repo_url.trim()).ok()?;
    let host = url.host_str()?.trim_end_matches('.').to_lowercase();
    let host = host.strip_prefix("www.").unwrap_or(&host);
    let path = without_escapes(url.path());
    if FORGES.contains(&host) {
        let path = path.to_lowercase();
        let mut parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        let depth = if host == NESTED {
            parts.iter().skip(2).position(|part| NESTED_PAGES.contains(part)).map_or(parts.len(), |at| at + 2)
        } else {
            2
        };
        parts.truncate(depth);
        let name = without_suffix(parts.pop()?);
        return (!parts.is_empty() && !name.is_empty()).then(|| format!("{host}/{}/{name}", parts.join("/")));
    }
    let path = without_suffix(path.trim_end_matches('/')).trim_end_matches('/');
    if path.is_empty() {
        return None;
    }
    // The scheme's own port, also where the address names the other scheme.
    let port = url.port().filter(|port| ![80, 443].contains(port)).map(|port| format!(":{port}"));
    let query =
        url.query().filter(|query| !query.is_empty()).map(|query| format!("?{}", without_escapes(query)));
    Some(format!("{host}{}{path}{}", port.unwrap_or_default(), query.unwrap_or_default()))
}

/// The address at which git's own protocol finds the repository of a project's address: on known forges, that of owner and name. Whether it
/// may be asked is for whoever asks.
pub fn git_address(repo_url: &str) -> String {
    match normal_repository(repo_url) {
        Some(repository) if is_on_forge(repo_url) => format!("https://{repository}.git"),
        _ => repo_url.trim().split(['?', '#']).next().unwrap_or_default().trim_end_matches('/').to_owned(),
    }
}

/// A name without `.git` at its end, in any case.
fn without_suffix(name: &str) -> &str {
    let end = name.len().saturating_sub(4);
    match name.get(end..) {
        Some(suffix) if suffix.eq_ignore_ascii_case(".git") => name.get(..end).unwrap_or(name),
        _ => name,
    }
}

/// The same part of an address with one spelling: characters that need no escape are written out, escapes are in upper
/// case (RFC 3986, 6.2.2).
fn without_escapes(part: &str) -> String {
    let mut pieces = part.split('%');
    let mut whole = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let code = piece.get(..2).and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match code {
            Some(byte) if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) => {
                whole.push(char::from(byte));
                whole.push_str(piece.get(2..).unwrap_or_default());
            }
            Some(byte) => {
                whole.push_str(&format!("%{byte:02X}"));
                whole.push_str(piece.get(2..).unwrap_or_default());
            }
            None => {
                whole.push('%');
                whole.push_str(piece);
            }
        }
    }
    whole
}

/// Whether an address is on a site that holds repositories.
pub(crate) fn is_on_forge(address: &str) -> bool {
    let url = url::Url::parse(address.trim()).ok();
    url.and_then(|url| Some(url.host_str()?.to_lowercase()))
        .is_some_and(|host| FORGES.contains(&host.strip_prefix("www.").unwrap_or(&host)))
}
