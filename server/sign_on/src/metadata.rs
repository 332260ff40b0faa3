//! What the provider publishes about itself: its addresses and its keys, kept for a while.

use super::transport::{Transport, TransportError};
use super::trouble::Trouble;
use openidconnect::core::{
    CoreAuthDisplay, CoreClaimName, CoreClaimType, CoreClientAuthMethod, CoreGrantType, CoreJsonWebKey,
    CoreJweContentEncryptionAlgorithm, CoreJweKeyManagementAlgorithm, CoreResponseMode, CoreResponseType,
    CoreSubjectIdentifierType,
};
use openidconnect::{AdditionalProviderMetadata, DiscoveryError, IssuerUrl, ProviderMetadata};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::Instant;

/// How old it may be. A key that the provider withdrew is believed this long.
const LONGEST_KEPT: Duration = Duration::from_hours(1);
/// How long a failure is remembered: while the provider is away, people are answered at once and do not queue for it.
const FAILURE_KEPT: Duration = Duration::from_secs(3);
/// How often a signature that fits no known key may have the keys read again. Otherwise tokens that somebody makes up would.
const KEYS_AGAIN: Duration = Duration::from_mins(1);

/// What the provider publishes.
pub(super) type Metadata = ProviderMetadata<
    NamesItself,
    CoreAuthDisplay,
    CoreClientAuthMethod,
    CoreClaimName,
    CoreClaimType,
    CoreGrantType,
    CoreJweContentEncryptionAlgorithm,
    CoreJweKeyManagementAlgorithm,
    CoreJsonWebKey,
    CoreResponseMode,
    CoreResponseType,
    CoreSubjectIdentifierType,
>;

/// Whether the provider's answers in the browser say whose they are (RFC 9207).
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub(super) struct NamesItself {
    pub(super) authorization_response_iss_parameter_supported: Option<bool>,
}

impl AdditionalProviderMetadata for NamesItself {}

/// The metadata of one provider, asked for by one request at a time.
#[derive(Debug, Default)]
pub(super) struct KeptMetadata(Mutex<Option<Asked>>);

#[derive(Debug)]
struct Asked {
    at: Instant,
    /// When a signature that fitted no key had it read.
    renewed: Option<Instant>,
    got: Result<Arc<Metadata>, Trouble>,
}

impl KeptMetadata {
    /// The metadata, at most an hour old.
    pub(super) async fn get(
        &self,
        issuer: &IssuerUrl,
        transport: &Transport,
    ) -> Result<Arc<Metadata>, Trouble> {
        let mut kept = self.0.lock().await;
        if let Some(Asked { at, got, .. }) = kept.as_ref() {
            match got {
                Ok(metadata) if at.elapsed() < LONGEST_KEPT => return Ok(metadata.clone()),
                Err(trouble) if at.elapsed() < FAILURE_KEPT => return Err(trouble.clone()),
                _ => {}
            }
        }
        let got = discover(issuer, transport).await;
        *kept = Some(Asked { at: Instant::now(), got: got.clone(), renewed: None });
        got
    }

    /// Other metadata than those whose keys did not fit, read anew at most once a minute; none where that was done already.
    pub(super) async fn renewed(
        &self,
        issuer: &IssuerUrl,
        transport: &Transport,
        stale: &Arc<Metadata>,
    ) -> Result<Option<Arc<Metadata>>, Trouble> {
        let mut kept = self.0.lock().await;
        if let Some(Asked { got: Ok(metadata), renewed, .. }) = kept.as_ref() {
            if !Arc::ptr_eq(metadata, stale) {
                return Ok(Some(metadata.clone()));
            }
            if renewed.is_some_and(|at| at.elapsed() < KEYS_AGAIN) {
                return Ok(None);
            }
        }
        let got = discover(issuer, transport).await;
        let now = Instant::now();
        *kept = Some(Asked { at: now, got: got.clone(), renewed: Some(now) });
        got.map(Some)
    }

    /// Remembers that the provider did not answer in time.
    pub(super) async fn remember(&self, trouble: &Trouble) {
        let mut kept = self.0.lock().await;
        if kept.as_ref().is_none_or(|asked| asked.got.is_err()) {
            *kept = Some(Asked { at: Instant::now(), got: Err(trouble.clone()), renewed: None });
        }
    }
}

async fn discover(issuer: &IssuerUrl, transport: &Transport) -> Result<Arc<Metadata>, Trouble> {
    let metadata = Metadata::discover_async(issuer.clone(), transport).await.map_err(discovery_trouble)?;
    let endpoints = [
        Some(metadata.authorization_endpoint().url()),
        metadata.token_endpoint().map(|endpoint| endpoint.url()),
        metadata.userinfo_endpoint().map(|endpoint| endpoint.url()),
    ];
    if let Some(url) = endpoints.into_iter().flatten().find(|url| !transport.is_safe(url)) {
        return Err(Trouble::Untrusted(format!("{url} is no https address")));
    }
    Ok(Arc::new(metadata))
}

fn discovery_trouble(error: DiscoveryError<TransportError>) -> Trouble {
    match error {
        DiscoveryError::Request(error) => error.into(),
        // Its words name the issuer that was found and the one that was expected.
        DiscoveryError::Validation(why) => Trouble::Untrusted(why),
        other => Trouble::Untrusted(format!("its discovery document or its keys: {other}")),
    }
}
