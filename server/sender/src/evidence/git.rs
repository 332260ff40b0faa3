//! Git's smart protocol over HTTP: where HEAD is, and which commits lead to it.

use super::pack::{self, Commit, Id, MOST_PACKED, PackFault};
use crate::prelude::*;
use crate::webhook::courier::{Courier, read_body};
use reqwest::{Client, RequestBuilder, Url};
use std::collections::HashMap;
use tokio::sync::Semaphore;

/// One pack at a time is taken apart: its commits take several times the memory of what was sent. A reader keeps its place to its end, also
/// where nobody waits for it any more, so that slow ones never pile up.
static READING: Semaphore = Semaphore::const_new(1);

/// How much is read of a list of refs. HEAD comes first.
const MOST_REFS: usize = 256 * 1024;
/// How much is read of an answer with a pack: its lines and what a server says besides it take some more.
const MOST_ANSWER: usize = MOST_PACKED + 1024 * 1024;
/// How many commits in a row are asked for.
const DEEPEST: usize = 20_000;

/// Why a repository does not say what it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GitFault {
    /// No answer.
    Attempt(AttemptFault),
    /// An answer with this status.
    Status(u16),
    /// No answer of a git server.
    Foreign,
    /// HEAD names no commit.
    Empty,
    /// It has more than the portal reads.
    Large,
    /// It gives out no such commits: they are gone since HEAD was asked for, or it does not want to.
    Refused,
    /// It sent other commits than it named.
    Broken,
}

impl From<AttemptFault> for GitFault {
    fn from(fault: AttemptFault) -> Self {
        Self::Attempt(fault)
    }
}

impl From<PackFault> for GitFault {
    fn from(fault: PackFault) -> Self {
        match fault {
            PackFault::Large => Self::Large,
            PackFault::Broken => Self::Broken,
        }
    }
}

impl GitFault {
    pub(super) fn why(self) -> String {
        let why = match self {
            Self::Attempt(AttemptFault::Address) => "Its address is not a public https address.",
            Self::Attempt(AttemptFault::Name) => "Its host was not found.",
            Self::Attempt(AttemptFault::Private) => "Its host leads into a private network.",
            Self::Attempt(AttemptFault::Connection) => "No connection was made, or it was lost.",
            Self::Attempt(AttemptFault::Tls) => "Its certificate does not hold.",
            Self::Attempt(AttemptFault::Timeout) => "It took too long to answer.",
            Self::Attempt(AttemptFault::Answer) => "What came back is not HTTP.",
            Self::Status(300..=399) => "It redirects elsewhere, and the portal follows no redirect.",
            Self::Status(status @ (401 | 403 | 404 | 410)) => {
                return format!("It is private or gone: the server answered {status}.");
            }
            Self::Status(status) => return format!("The server answered {status}."),
            Self::Foreign => "It does not answer as a git server does.",
            Self::Empty => "It has no commit.",
            Self::Large => "It has more commits than the portal reads.",
            Self::Refused => "It does not give out the commits that its HEAD named.",
            Self::Broken => "It sent other commits than it named.",
        };
        why.to_owned()
    }
}

/// What a repository says of its HEAD.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Head {
    /// The commit's hash, in hex.
    pub(super) hash: String,
    /// The server tells commits without files.
    pub(super) filters: bool,
}

/// Asks where HEAD is.
/// Errors: why it does not say.
pub(super) async fn head(courier: &Courier, url: &str) -> Result<Head, GitFault> {
    let get = |client: &Client, url: Url| client.get(url).header("git-protocol", "version=2");
    let refs = ask(courier, &format!("{url}/info/refs?service=git-upload-pack"), get, MOST_REFS).await?;
    match read_offer(&refs)? {
        Offer::Head(head) => Ok(head),
        Offer::Version2 { filters } => {
            let mut asked = line("command=ls-refs\n");
            asked.extend(b"0001");
            asked.extend(line("ref-prefix HEAD\n"));
            asked.extend(b"0000");
            let refs = post(courier, url, asked, MOST_REFS).await?;
            let hash = Lines(&refs).find_map(|line| match line {
                Ok(Line::Data(line)) => head_of(line),
                _ => None,
            });
            Ok(Head {
                filters: filters && hash.as_ref().is_some_and(|hash| hash.len() == 40),
                hash: hash.ok_or(GitFault::Empty)?,
            })
        }
    }
}

/// Asks for the commits that lead to this one, without trees and files. They have to come within this time; how long it then takes to read
/// them is not held against the repository.
/// Errors: why it does not send them.
pub(super) async fn commits(
    courier: &Courier,
    url: &str,
    tip: &str,
    patience: Duration,
) -> Result<HashMap<Id, Commit>, GitFault> {
    let mut asked = line("command=fetch\n");
    asked.extend(b"0001");
    for said in ["no-progress\n", "ofs-delta\n", "filter tree:0\n"] {
        asked.extend(line(said));
    }
    asked.extend(line(&format!("deepen {DEEPEST}\n")));
    asked.extend(line(&format!("want {tip}\n")));
    asked.extend(line("done\n"));
    asked.extend(b"0000");
    let answer = timeout(patience, post(courier, url, asked, MOST_ANSWER)).await;
    let answer = answer.unwrap_or(Err(GitFault::Attempt(AttemptFault::Timeout)))?;
    ensure(answer.len() < MOST_ANSWER, GitFault::Large)?;
    let place = READING.acquire().await.map_err(|_| GitFault::Broken)?;
    // It takes the processor for longer than others should wait.
    let read = tokio::task::spawn_blocking(move || {
        let _place = place;
        let pack = read_answer(answer)?;
        pack::read(&pack).map_err(GitFault::from)
    });
    read.await.map_err(|_| GitFault::Broken)?
}

async fn post(courier: &Courier, url: &str, body: Vec<u8>, most: usize) -> Result<Vec<u8>, GitFault> {
    let post = |client: &Client, url: Url| {
        let request = client.post(url).header("git-protocol", "version=2");
        request.header("content-type", "application/x-git-upload-pack-request").body(body.clone())
    };
    ask(courier, &format!("{url}/git-upload-pack"), post, most).await
}

async fn ask(
    courier: &Courier,
    url: &str,
    request: impl Fn(&Client, Url) -> RequestBuilder,
    most: usize,
) -> Result<Vec<u8>, GitFault> {
    let mut answer = courier.ask(url, request).await?;
    let status = answer.status().as_u16();
    ensure(status == 200, GitFault::Status(status))?;
    let mut read = Vec::new();
    read_body(&mut answer, most, &mut read).await?;
    Ok(read)
}

/// What a server offers first.
#[derive(Debug, PartialEq, Eq)]
enum Offer {
    /// Its refs, in an older version of the protocol.
    Head(Head),
    /// To be asked in version 2.
    Version2 { filters: bool },
}

fn read_offer(refs: &[u8]) -> Result<Offer, GitFault> {
    let mut lines = Lines(refs).filter_map(|line| match line {
        Ok(Line::Data(line)) => Some(Ok(line.trim_ascii_end())),
        Ok(_) => None,
        Err(fault) => Some(Err(fault)),
    });
    let mut next = || lines.next().unwrap_or(Err(GitFault::Foreign));
    let mut first = next()?;
    if first == b"# service=git-upload-pack" {
        first = next()?;
    }
    if first == b"version 2" {
        let mut filters = false;
        while let Ok(offered) = next() {
            let can = offered.strip_prefix(b"fetch=").unwrap_or_default();
            filters |= can.split(|byte| *byte == b' ').any(|can| can == b"filter");
        }
        return Ok(Offer::Version2 { filters });
    }
    if first == b"version 1" {
        first = next()?;
    }
    let named = first.split(|byte| *byte == 0).next().unwrap_or_default();
    match head_of(named) {
        Some(hash) => Ok(Offer::Head(Head { hash, filters: false })),
        // The first ref is HEAD, if it names a commit.
        None if named.iter().position(|byte| *byte == b' ').is_some_and(|at| at == 40 || at == 64) => {
            Err(GitFault::Empty)
        }
        None => Err(GitFault::Foreign),
    }
}

/// The hash of a line `<hash> HEAD`.
fn head_of(line: &[u8]) -> Option<String> {
    let mut words = std::str::from_utf8(line).ok()?.split_ascii_whitespace();
    let hash = words.next().filter(|hash| matches!(hash.len(), 40 | 64))?;
    let is_hex = hash.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
    (is_hex && words.next() == Some("HEAD")).then(|| hash.to_owned())
}

/// The pack in an answer. Its parts are moved together where they are: a second copy would be as large again.
fn read_answer(mut answer: Vec<u8>) -> Result<Vec<u8>, GitFault> {
    let (mut at, mut length, mut begun) = (0, 0, false);
    loop {
        let (line, rest) = answer.get(at..).and_then(read_line).ok_or(GitFault::Broken)?;
        let end = answer.len() - rest.len();
        match line {
            Line::Data(b"packfile\n") if !begun => begun = true,
            // There are more commits behind the deepest that was asked for.
            Line::Data(line) if !begun && line.starts_with(b"shallow ") => return Err(GitFault::Large),
            Line::Data(line) if !begun && line.starts_with(b"ERR ") => return Err(GitFault::Refused),
            Line::Data(_) | Line::Mark if !begun => {}
            Line::Data([1, part @ ..]) => {
                let from = end - part.len();
                answer.copy_within(from..end, length);
                length += end - from;
            }
            Line::Data([2, ..]) | Line::Mark => {}
            Line::Flush if begun => break,
            Line::Data(_) | Line::Flush => return Err(GitFault::Broken),
        }
        at = end;
        ensure(length <= MOST_PACKED, GitFault::Large)?;
    }
    answer.truncate(length);
    Ok(answer)
}

/// A line of the protocol: its length, then its text.
fn line(text: &str) -> Vec<u8> {
    format!("{:04x}{text}", text.len() + 4).into_bytes()
}

enum Line<'b> {
    Data(&'b [u8]),
    Flush,
    /// Between two parts, or behind the last.
    Mark,
}

struct Lines<'b>(&'b [u8]);

impl<'b> Iterator for Lines<'b> {
    type Item = Result<Line<'b>, GitFault>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.0.is_empty() {
            return None;
        }
        let read = read_line(self.0);
        self.0 = read.as_ref().map_or(&[], |(_, rest)| rest);
        Some(read.map(|(line, _)| line).ok_or(GitFault::Foreign))
    }
}

fn read_line(bytes: &[u8]) -> Option<(Line<'_>, &[u8])> {
    let (length, rest) = bytes.split_at_checked(4)?;
    let length = usize::from_str_radix(std::str::from_utf8(length).ok()?, 16).ok()?;
    match length {
        0 => Some((Line::Flush, rest)),
        1 | 2 => Some((Line::Mark, rest)),
        _ => {
            let (data, rest) = rest.split_at_checked(length.checked_sub(4)?)?;
            Some((Line::Data(data), rest))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HASH: &str = "0123456789abcdef0123456789abcdef01234567";

    fn sent(lines: &[&str]) -> Vec<u8> {
        lines
            .iter()
            .flat_map(|said| if said.len() == 4 { said.as_bytes().to_vec() } else { line(said) })
            .collect()
    }

    #[test]
    fn each_version_of_the_protocol_is_read() {
        let service = "# service=git-upload-pack\n";
        let refs = format!("{HASH} HEAD\0multi_ack symref=HEAD:refs/heads/main\n");
        let head = Ok(Offer::Head(Head { hash: HASH.into(), filters: false }));
        let main = format!("{HASH} refs/heads/main\n");
        assert_eq!(read_offer(&sent(&[service, "0000", &refs, &main, "0000"])), head);
        assert_eq!(read_offer(&sent(&[service, "0000", "version 1\n", &refs, "0000"])), head);
        for (fetch, filters) in
            [("fetch=shallow filter\n", true), ("fetch=shallow\n", false), ("agent=x\n", false)]
        {
            let offer = sent(&[service, "0000", "version 2\n", "ls-refs\n", fetch, "0000"]);
            assert_eq!(read_offer(&offer), Ok(Offer::Version2 { filters }), "{fetch}");
        }
        let empty = format!("{} capabilities^{{}}\0multi_ack\n", "0".repeat(40));
        assert_eq!(read_offer(&sent(&[service, "0000", &empty, "0000"])), Err(GitFault::Empty));
    }

    #[test]
    fn what_is_no_git_is_said_to_be_none() {
        let dumb = format!("{HASH}\trefs/heads/main\n");
        for said in ["", "<!DOCTYPE html>", "0000", "0003", "ffff", "zzzz", &dumb] {
            assert_eq!(read_offer(said.as_bytes()), Err(GitFault::Foreign), "{said}");
        }
    }

    #[test]
    fn a_pack_is_put_together_of_its_lines() {
        let said = sent(&["packfile\n", "\u{1}PA", "\u{2}hello", "\u{1}CK!!", "0000"]);
        assert_eq!(read_answer(said.clone()), Ok(b"PACK!!".to_vec()));
        let whole = said.len();
        for (fault, said) in [
            (GitFault::Broken, said.get(..whole - 4).unwrap().to_vec()),
            (GitFault::Broken, said.get(..whole - 6).unwrap().to_vec()),
            (GitFault::Broken, sent(&["packfile\n", "\u{3}no such commit", "0000"])),
            (GitFault::Refused, sent(&["ERR upload-pack: not our ref"])),
            (
                GitFault::Large,
                sent(&["shallow-info\n", &format!("shallow {HASH}\n"), "0001", "packfile\n", "0000"]),
            ),
            (GitFault::Broken, Vec::new()),
        ] {
            assert_eq!(read_answer(said), Err(fault));
        }
    }
}
