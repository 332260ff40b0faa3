//! Certificates that outgoing connections trust.

use rustls::ClientConfig;
use rustls_platform_verifier::BuilderVerifierExt;
use std::sync::Arc;
use store::failure::{Failure, Outcome};

/// Trusts the machine's certificate authorities.
/// Errors: where they cannot be read.
pub fn system_tls() -> Outcome<ClientConfig> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .and_then(BuilderVerifierExt::with_platform_verifier)
        .map_err(|error| Failure::broken(format!("certificates: {error}")))?;
    Ok(config.with_no_client_auth())
}
