//! One request to a receiver, within one deadline.

use super::look_up::{Resolver, addresses};
use crate::prelude::*;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::redirect::Policy;
use reqwest::{Client, RequestBuilder, Response, Url};
use rustls::ClientConfig;
use shared::webhook::target::WebhookTarget;
use std::error::Error;
use std::io;
use std::net::SocketAddr;

/// The longest attempt, from the look-up to the end of the answer.
pub const DEADLINE: Duration = Duration::from_secs(10);
/// How much of an answer is read.
const MOST_READ: usize = 64 * 1024;
/// How much of it is stored.
const MOST_STORED: usize = 1024;

/// Sends messages.
pub struct Courier {
    tls: ClientConfig,
    resolver: Box<dyn Resolver>,
    allow_loopback: bool,
    deadline: Duration,
}

/// A message as it is sent.
#[derive(Debug)]
pub struct Letter<'a> {
    /// Where to, as it was saved.
    pub url: &'a str,
    /// Headers besides those of every message.
    pub headers: Vec<(&'static str, String)>,
    /// Of the body.
    pub content_type: &'static str,
    pub body: String,
}

impl Courier {
    /// Sends with these certificates and this resolver. `allow_loopback` is for tests on one machine.
    pub fn new(
        tls: ClientConfig,
        resolver: Box<dyn Resolver>,
        allow_loopback: bool,
        deadline: Duration,
    ) -> Self {
        Self { tls, resolver, allow_loopback, deadline }
    }

    /// How long an attempt may take.
    pub(crate) fn deadline(&self) -> Duration {
        self.deadline
    }

    /// Sends a message and reads the first 64 KiB of the answer. Everything together ends with the deadline.
    pub async fn send(&self, letter: &Letter<'_>) -> AttemptResult {
        let begun = Instant::now();
        let mut status = None;
        let mut read = Vec::new();
        let sent = timeout(self.deadline, self.exchange(letter, &mut status, &mut read)).await;
        let fault = sent.unwrap_or(Err(AttemptFault::Timeout)).err();
        AttemptResult { duration: begun.elapsed(), status, fault, answer: status.map(|_| storable(&read)) }
    }

    /// What is known of the answer stays known where the rest of it fails.
    async fn exchange(
        &self,
        letter: &Letter<'_>,
        status: &mut Option<u16>,
        read: &mut Vec<u8>,
    ) -> Result<(), AttemptFault> {
        let post = |client: &Client, url: Url| {
            let request = client.post(url).header("content-type", letter.content_type);
            let headed =
                letter.headers.iter().fold(request, |request, (name, value)| request.header(*name, value));
            headed.body(letter.body.clone())
        };
        let mut answer = self.ask(letter.url, post).await?;
        *status = Some(answer.status().as_u16());
        read_body(&mut answer, MOST_READ, read).await
    }

    /// Whether a name has an address.
    pub(crate) async fn knows(&self, name: &str) -> bool {
        matches!(timeout(self.deadline, self.resolver.look_up(name)).await, Ok(Ok(found)) if !found.is_empty())
    }

    /// Makes a request of an address, if it is one that the portal sends to. The caller bounds the time and what it reads.
    /// Errors: why there is no answer.
    pub(crate) async fn ask(
        &self,
        url: &str,
        request: impl Fn(&Client, Url) -> RequestBuilder,
    ) -> Result<Response, AttemptFault> {
        let target = WebhookTarget::read(url, self.allow_loopback).map_err(|_| AttemptFault::Address)?;
        let addresses = addresses(&target, self.resolver.as_ref()).await?;
        let client = self.client(addresses.clone()).map_err(|_| AttemptFault::Connection)?;
        let answer = request(&client, target.url().clone()).send().await.map_err(|e| fault_of(&e))?;
        if came_from(&answer, &addresses) { Ok(answer) } else { Err(AttemptFault::Private) }
    }

    /// A client for these addresses alone. It asks no resolver, no proxy, follows no redirect, tries once, and keeps nothing.
    fn client(&self, addresses: Vec<SocketAddr>) -> reqwest::Result<Client> {
        Client::builder()
            .tls_backend_preconfigured(self.tls.clone())
            .dns_resolver(Arc::new(Checked(addresses)))
            .no_proxy()
            .redirect(Policy::none())
            .retry(reqwest::retry::never())
            .http1_only()
            .pool_max_idle_per_host(0)
            .user_agent(concat!("Evenhand/", env!("CARGO_PKG_VERSION")))
            .build()
    }
}

/// Reads an answer's body up to this many bytes. What is read stays read where the rest of it fails.
pub(crate) async fn read_body(
    answer: &mut Response,
    most: usize,
    read: &mut Vec<u8>,
) -> Result<(), AttemptFault> {
    while read.len() < most {
        let Some(chunk) = answer.chunk().await.map_err(|e| fault_of(&e))? else { break };
        let room = chunk.len().min(most - read.len());
        read.extend_from_slice(chunk.get(..room).unwrap_or_default());
    }
    Ok(())
}

/// Answers every name with the addresses that were checked, so that no second look-up can lead elsewhere. An address that is
/// written out is never asked for.
struct Checked(Vec<SocketAddr>);

impl Resolve for Checked {
    fn resolve(&self, _: Name) -> Resolving {
        let addresses: Addrs = Box::new(self.0.clone().into_iter());
        Box::pin(std::future::ready(Ok(addresses)))
    }
}

fn came_from(answer: &Response, addresses: &[SocketAddr]) -> bool {
    answer.remote_addr().is_some_and(|from| addresses.contains(&from))
}

fn fault_of(error: &reqwest::Error) -> AttemptFault {
    let mut cause: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(error) = cause {
        let innermost = innermost(error);
        if innermost.is::<rustls::Error>() {
            return AttemptFault::Tls;
        }
        if innermost.downcast_ref::<hyper::Error>().is_some_and(hyper::Error::is_parse) {
            return AttemptFault::Answer;
        }
        cause = error.source();
    }
    AttemptFault::Connection
}

/// An `io::Error` is made from another error, which it does not give as its source.
fn innermost<'a>(error: &'a (dyn Error + 'static)) -> &'a (dyn Error + 'static) {
    match error.downcast_ref::<io::Error>().and_then(io::Error::get_ref) {
        Some(inner) => innermost(inner),
        None => error,
    }
}

/// The first 1 KiB as text that PostgreSQL takes: what is no text, and control characters, become U+FFFD.
fn storable(read: &[u8]) -> String {
    let start = read.get(..MOST_STORED).unwrap_or(read);
    let text = String::from_utf8_lossy(start);
    text.chars().map(|c| if c.is_control() && c != '\n' && c != '\t' { '\u{fffd}' } else { c }).collect()
}
