//! From the provider's answer to who somebody is: the code is exchanged, and the ID token checked.

use super::transport::{Transport, TransportError};
use super::trouble::Trouble;
use openidconnect::core::{
    CoreClient, CoreIdTokenClaims, CoreJwsSigningAlgorithm, CoreTokenResponse, CoreUserInfoClaims,
};
use openidconnect::{
    AccessTokenHash, ClaimsVerificationError, ClientId, EndpointMaybeSet, EndpointNotSet, EndpointSet,
    LocalizedClaim, Nonce, OAuth2TokenResponse, RequestTokenError, SignatureVerificationError, TokenResponse,
    UserInfoError,
};
use shared::sign_on::{EmailClaim, Identity};
use std::time::{Duration, SystemTime};

/// The client of a provider whose metadata is known.
pub(super) type KnownClient = CoreClient<
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

/// Algorithms of signatures that are believed: those with a public key. `none` needs no key, and with HS256 the key would be the
/// client's secret.
const ALGORITHMS: [CoreJwsSigningAlgorithm; 9] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha384,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha512,
    CoreJwsSigningAlgorithm::RsaSsaPssSha256,
    CoreJwsSigningAlgorithm::RsaSsaPssSha384,
    CoreJwsSigningAlgorithm::RsaSsaPssSha512,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EcdsaP384Sha384,
    CoreJwsSigningAlgorithm::EdDsa,
];

/// What somebody's claims say of who they are.
struct Said {
    email: Option<String>,
    verified: Option<bool>,
    name: Option<String>,
}

/// Why a token is not believed.
pub(super) enum Disbelief {
    /// None of the known keys signed it. Where the provider names no key, the one that was tried may be an older one.
    Signature(Trouble),
    Other(Trouble),
}

/// How far the provider's clock may be behind this one: many let a token live for a few minutes only.
const LEEWAY: Duration = Duration::from_secs(60);
/// Longest name of somebody at a provider (OpenID Connect Core, section 2).
const LONGEST_SUBJECT: usize = 255;

/// Checks the ID token: signature, issuer, audience, authorized party, expiry, nonce, and the hash of the access token.
pub(super) fn checked_claims<'r>(
    client: &KnownClient,
    client_id: &ClientId,
    response: &'r CoreTokenResponse,
    nonce: &Nonce,
) -> Result<&'r CoreIdTokenClaims, Disbelief> {
    let untrusted = |why: String| Disbelief::Other(Trouble::Untrusted(why));
    let token = response.id_token().ok_or_else(|| untrusted("there is no ID token".to_owned()))?;
    let verifier = client
        .id_token_verifier()
        .set_allowed_algs(ALGORITHMS)
        .set_time_fn(|| (SystemTime::now() - LEEWAY).into());
    let claims = token.claims(&verifier, nonce).map_err(|error| match error {
        ClaimsVerificationError::SignatureVerification(
            why @ (SignatureVerificationError::NoMatchingKey
            | SignatureVerificationError::CryptoError(_)
            | SignatureVerificationError::AmbiguousKeyId(_)),
        ) => Disbelief::Signature(Trouble::Untrusted(format!("ID token: {why}"))),
        other => untrusted(format!("ID token: {other}")),
    })?;
    // The library leaves this to its caller.
    if claims.authorized_party().is_some_and(|party| party != client_id) {
        return Err(untrusted("ID token: it was made for another client".to_owned()));
    }
    if let Some(expected) = claims.access_token_hash() {
        let signed_by = token.signing_alg().and_then(|alg| Ok((alg, token.signing_key(&verifier)?)));
        let (alg, key) = signed_by.map_err(|why| untrusted(format!("ID token: {why}")))?;
        let actual = AccessTokenHash::from_token(response.access_token(), alg, key);
        if actual.map_err(|why| untrusted(format!("ID token: {why}")))? != *expected {
            return Err(untrusted("ID token: it belongs to another access token".to_owned()));
        }
    }
    Ok(claims)
}

/// What claims of either kind say.
macro_rules! said {
    ($claims:expr) => {{
        let claims = $claims;
        let parts = [any(claims.given_name()), any(claims.family_name())];
        let parts = parts.into_iter().flatten().collect::<Vec<_>>().join(" ");
        let name = any(claims.name())
            .or_else(|| Some(parts).filter(|parts| !parts.is_empty()))
            .or_else(|| any(claims.nickname()))
            .or_else(|| claims.preferred_username().map(|name| name.to_string()));
        Said { email: claims.email().map(|email| email.to_string()), verified: claims.email_verified(), name }
    }};
}

/// Reads who somebody is, from the ID token, and from the provider's userinfo where the token names no address.
pub(super) async fn read(
    client: &KnownClient,
    transport: &Transport,
    response: &CoreTokenResponse,
    claims: &CoreIdTokenClaims,
) -> Result<Identity, Trouble> {
    let mut said = said!(claims);
    if (said.email.is_none() || said.verified.is_none()) && client.user_info_url().is_some() {
        let more = user_info(client, transport, response, claims).await?;
        said = Said { name: more.name.or(said.name), ..more };
    }
    let email = match (said.email, said.verified) {
        (Some(email), Some(true)) => EmailClaim::Verified(email),
        (Some(_), _) => EmailClaim::Unverified,
        (None, _) => EmailClaim::Missing,
    };
    let (issuer, subject) = (claims.issuer().to_string(), claims.subject().to_string());
    if subject.len() > LONGEST_SUBJECT || subject.chars().any(char::is_control) {
        return Err(Trouble::Untrusted("ID token: the subject is not 1 to 255 plain characters".to_owned()));
    }
    Ok(Identity { issuer, subject, email, name: said.name })
}

async fn user_info(
    client: &KnownClient,
    transport: &Transport,
    response: &CoreTokenResponse,
    claims: &CoreIdTokenClaims,
) -> Result<Said, Trouble> {
    let subject = Some(claims.subject().clone());
    let request = client.user_info(response.access_token().clone(), subject);
    let request = request.map_err(|why| Trouble::Untrusted(format!("userinfo: {why}")))?;
    let info: CoreUserInfoClaims = request.request_async(transport).await.map_err(|error| match error {
        UserInfoError::Request(error) => error.into(),
        UserInfoError::ClaimsVerification(_) => {
            Trouble::Untrusted("userinfo: it is somebody else's".to_owned())
        }
        other => Trouble::Untrusted(format!("userinfo: {other}")),
    })?;
    Ok(said!(&info))
}

/// What the token endpoint did not give.
pub(super) fn token_trouble<E>(error: RequestTokenError<TransportError, E>) -> Trouble
where
    E: openidconnect::ErrorResponse + std::fmt::Display + 'static,
{
    match error {
        RequestTokenError::Request(error) => error.into(),
        RequestTokenError::ServerResponse(said) => Trouble::Refused(format!("the code: {said}")),
        other => Trouble::Untrusted(format!("the answer to the code: {other}")),
    }
}

/// The value without a language, or any other.
fn any<T: Clone + std::ops::Deref<Target = String>>(claim: Option<&LocalizedClaim<T>>) -> Option<String> {
    let (_, found) = claim?.iter().next()?;
    Some(String::clone(found)).filter(|text| !text.trim().is_empty())
}
