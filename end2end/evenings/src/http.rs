//! A client as plain as can be: each request has a connection of its own, so that two of them can race.

use anyhow::{Context, Result, bail};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// A portal that says nothing for so long has lost the request.
const PATIENCE: Duration = Duration::from_mins(2);

#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) method: &'static str,
    pub(crate) path: String,
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) body: Option<(&'static str, String)>,
}

impl Request {
    /// A request without a body.
    pub(crate) fn new(method: &'static str, path: impl Into<String>) -> Self {
        Self { method, path: path.into(), headers: Vec::new(), body: None }
    }

    /// The same with a header.
    pub(crate) fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// The same with a body of this type.
    pub(crate) fn sends(self, kind: &'static str, body: String) -> Self {
        Self { body: Some((kind, body)), ..self }
    }

    /// Sends it, and reads the whole answer.
    pub(crate) fn send(&self, address: &str) -> Result<Answer> {
        let mut stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.write_all(self.text(address).as_bytes())?;
        let mut bytes = Vec::new();
        stream
            .read_to_end(&mut bytes)
            .with_context(|| format!("no answer to {} {}", self.method, self.path))?;
        Answer::read(&bytes).with_context(|| format!("the answer to {} {}", self.method, self.path))
    }

    fn text(&self, address: &str) -> String {
        let mut text =
            format!("{} {} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n", self.method, self.path);
        for (name, value) in &self.headers {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        if let Some((kind, body)) = &self.body {
            text.push_str(&format!("Content-Type: {kind}\r\nContent-Length: {}\r\n\r\n{body}", body.len()));
        } else {
            text.push_str("\r\n");
        }
        text
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.all(name).next()
    }

    /// Every header of this name.
    pub(crate) fn all<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a str> {
        self.headers
            .iter()
            .filter(move |(n, _)| n.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }

    pub(crate) fn json(&self) -> Result<serde_json::Value> {
        serde_json::from_str(&self.body).with_context(|| format!("no JSON: {}", self.body))
    }

    fn read(bytes: &[u8]) -> Result<Self> {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").context("it has no head")?;
        let (head, body) = bytes.split_at(end);
        let mut lines = std::str::from_utf8(head)?.split("\r\n");
        let first = lines.next().unwrap_or_default();
        let status = first.split(' ').nth(1).context("it has no status")?.parse()?;
        let headers: Vec<(String, String)> = lines
            .filter_map(|line| line.split_once(':'))
            .map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned()))
            .collect();
        let chunked = headers.iter().any(|(name, value)| {
            name.eq_ignore_ascii_case("transfer-encoding") && value.eq_ignore_ascii_case("chunked")
        });
        let body = body.get(4..).unwrap_or_default();
        let body = if chunked { unchunked(body)? } else { body.to_vec() };
        Ok(Self { status, headers, body: String::from_utf8(body)? })
    }
}

/// The bytes of a body that was sent in chunks.
fn unchunked(mut rest: &[u8]) -> Result<Vec<u8>> {
    let mut whole = Vec::new();
    loop {
        let end = rest.windows(2).position(|two| two == b"\r\n").context("it was cut off")?;
        let (length, after) = rest.split_at(end);
        let length = std::str::from_utf8(length)?.split(';').next().unwrap_or_default();
        let length = usize::from_str_radix(length.trim(), 16)?;
        if length == 0 {
            return Ok(whole);
        }
        let Some((chunk, next)) = after.get(2..).and_then(|after| after.split_at_checked(length)) else {
            bail!("it was cut off");
        };
        whole.extend_from_slice(chunk);
        rest = next.get(2..).unwrap_or_default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_read_whole_or_in_chunks() {
        let whole = Answer::read(b"HTTP/1.1 200 OK\r\nA: b\r\n\r\n{}").unwrap();
        assert_eq!((whole.status, whole.header("a"), whole.body.as_str()), (200, Some("b"), "{}"));
        let head = "HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n";
        let parts = Answer::read(format!("{head}3\r\nabc\r\n2;x\r\nde\r\n0\r\n\r\n").as_bytes()).unwrap();
        assert_eq!((parts.status, parts.body.as_str()), (404, "abcde"));
        assert!(Answer::read(format!("{head}3\r\nab").as_bytes()).is_err(), "cut off");
    }
}
