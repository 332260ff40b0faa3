//! Looking a name up, once, and checking every address that comes back.

use crate::prelude::*;
use shared::webhook::target::WebhookTarget;
use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;

/// A look-up that is under way.
pub type LookUp<'a> = Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send + 'a>>;

/// What finds the addresses of a name.
pub trait Resolver: Send + Sync {
    /// The addresses of a name.
    fn look_up<'a>(&'a self, name: &'a str) -> LookUp<'a>;
}

/// The machine's own resolver.
#[derive(Debug)]
pub struct SystemResolver;

impl Resolver for SystemResolver {
    fn look_up<'a>(&'a self, name: &'a str) -> LookUp<'a> {
        Box::pin(async move {
            let found = tokio::net::lookup_host((name, 0)).await?;
            Ok(found.map(|address| address.ip()).collect())
        })
    }
}

/// The addresses to connect to. One that may not be reached spoils them all: its owner would choose which is tried.
/// Errors: the name is unknown, or an address is not one that the target may have.
pub async fn addresses(
    target: &WebhookTarget,
    resolver: &dyn Resolver,
) -> Result<Vec<SocketAddr>, AttemptFault> {
    let found = match (target.literal(), target.name()) {
        (Some(address), _) => vec![address],
        (None, Some(name)) => resolver.look_up(name).await.map_err(|_| AttemptFault::Name)?,
        (None, None) => return Err(AttemptFault::Address),
    };
    ensure(!found.is_empty(), AttemptFault::Name)?;
    ensure(found.iter().all(|address| target.admits(*address)), AttemptFault::Private)?;
    Ok(found.into_iter().map(|address| SocketAddr::new(address, target.port())).collect())
}
