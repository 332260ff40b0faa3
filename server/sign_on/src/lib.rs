//! Single sign-on: the client of an OpenID provider, and the only place that knows the protocol's library. It says who somebody
//! is at the provider; which account that opens is decided in `portal/account/sign_on.rs`.

mod identity;
mod metadata;
pub mod tls;
mod transport;
mod trouble;

pub use identity::{EmailClaim, Identity};
pub use trouble::Trouble;

use identity::{Disbelief, KnownClient, checked_claims, token_trouble};
use metadata::{KeptMetadata, Metadata};
use openidconnect::core::{CoreAuthenticationFlow, CoreClient, CoreClientAuthMethod};
use openidconnect::{
    AuthType, AuthorizationCode, ClientId, ClientSecret, CsrfToken, IssuerUrl, Nonce, PkceCodeChallenge,
    PkceCodeVerifier, RedirectUrl, Scope,
};
use settings::{Hidden, OidcSettings};
use std::time::Duration;
use store::failure::{Failure, Outcome};
use tokio::time::timeout;
use transport::Transport;

/// Where the provider sends people back to, below the public address.
pub const RETURN_PATH: &str = "/login/sign-on/return";
/// The longest that a person waits for the provider, for all requests together.
const DEADLINE: Duration = Duration::from_secs(10);

/// The provider of the settings.
#[derive(Debug)]
pub struct Provider {
    issuer: IssuerUrl,
    client_id: ClientId,
    secret: ClientSecret,
    redirect: RedirectUrl,
    transport: Transport,
    metadata: KeptMetadata,
}

/// The secrets of one attempt to sign in.
#[derive(Clone)]
pub struct AttemptSecrets {
    /// Names the attempt in the provider's answer.
    pub state: String,
    /// Binds the ID token to the attempt.
    pub nonce: String,
    /// Binds the code to the attempt (PKCE).
    pub verifier: String,
}

/// What the provider sent along with somebody who came back.
#[derive(Clone, Debug, Default)]
pub struct CodeAnswer {
    /// What is exchanged for the tokens.
    pub code: String,
    /// Who sent it (RFC 9207); none where the provider does not say.
    pub issuer: Option<String>,
}

impl Provider {
    /// The provider of the settings; none where they name none. `base_url` is the portal's public address.
    ///
    /// # Errors
    /// A sentence about the setting that is missing or wrong.
    pub fn of_settings(settings: &OidcSettings, base_url: &str) -> Outcome<Option<Self>> {
        let secret = settings.client_secret.as_ref().and_then(Hidden::given);
        let parts = [
            ("EVENHAND_OIDC_ISSUER", given(settings.issuer.as_deref())),
            ("EVENHAND_OIDC_CLIENT_ID", given(settings.client_id.as_deref())),
            ("EVENHAND_OIDC_CLIENT_SECRET", secret),
        ];
        let (Some(issuer), Some(client_id), Some(secret)) = (parts[0].1, parts[1].1, parts[2].1) else {
            if !settings.only && parts.iter().all(|(_, value)| value.is_none()) {
                return Ok(None);
            }
            let missing = parts.iter().filter(|(_, value)| value.is_none()).map(|(name, _)| *name);
            let missing = missing.collect::<Vec<_>>().join(", ");
            return Err(Failure::broken(format!("single sign-on needs {missing} too")));
        };
        let transport = Transport::new(settings.allow_loopback)?;
        let url = IssuerUrl::new(issuer.to_owned()).ok().filter(|issuer| {
            let url = issuer.url();
            transport.is_safe(url) && url.query().is_none() && url.fragment().is_none()
        });
        let issuer = url.ok_or_else(|| {
            Failure::broken("EVENHAND_OIDC_ISSUER: say an https address such as https://login.example.org")
        })?;
        Ok(Some(Self {
            issuer,
            client_id: ClientId::new(client_id.to_owned()),
            secret: ClientSecret::new(secret.to_owned()),
            redirect: RedirectUrl::new(format!("{base_url}{RETURN_PATH}")).map_err(Failure::broken)?,
            transport,
            metadata: KeptMetadata::default(),
        }))
    }

    /// What people call it: the host of its address.
    #[must_use]
    pub fn name(&self) -> String {
        name_of(self.issuer.as_str())
    }

    /// Where a browser goes to sign in there.
    ///
    /// # Errors
    /// A provider that is out of reach, or publishes what is not to be trusted.
    pub async fn authorization_url(&self, secrets: AttemptSecrets) -> Result<String, Trouble> {
        let metadata = self.within_deadline(self.metadata.get(&self.issuer, &self.transport, None)).await?;
        let challenge =
            PkceCodeChallenge::from_code_verifier_sha256(&PkceCodeVerifier::new(secrets.verifier));
        let (state, nonce) = (CsrfToken::new(secrets.state), Nonce::new(secrets.nonce));
        let client = self.client(&metadata);
        let request = client
            .authorize_url(CoreAuthenticationFlow::AuthorizationCode, move || state, move || nonce)
            .add_scope(Scope::new("email".to_owned()))
            .add_scope(Scope::new("profile".to_owned()))
            .set_pkce_challenge(challenge);
        Ok(request.url().0.to_string())
    }

    /// Who came back, by the code that they brought.
    ///
    /// # Errors
    /// A provider that is out of reach, refuses the code, or whose answer does not pass a check.
    pub async fn identify(&self, answer: CodeAnswer, secrets: AttemptSecrets) -> Result<Identity, Trouble> {
        self.within_deadline(self.exchange(answer, secrets)).await
    }

    async fn exchange(&self, answer: CodeAnswer, secrets: AttemptSecrets) -> Result<Identity, Trouble> {
        let metadata = self.metadata.get(&self.issuer, &self.transport, None).await?;
        self.check_sender(&metadata, answer.issuer.as_deref())?;
        let client = self.client(&metadata);
        let request = client.exchange_code(AuthorizationCode::new(answer.code));
        let request = request.map_err(|why| Trouble::Untrusted(why.to_string()))?;
        let request = request.set_pkce_verifier(PkceCodeVerifier::new(secrets.verifier));
        let response = request.request_async(&self.transport).await.map_err(token_trouble)?;
        let nonce = Nonce::new(secrets.nonce);
        match checked_claims(&client, &self.client_id, &response, &nonce) {
            Ok(claims) => identity::read(&client, &self.transport, &response, claims).await,
            Err(Disbelief::Other(trouble)) => Err(trouble),
            Err(Disbelief::UnknownKey) => {
                // The provider may have a new key since its keys were read.
                let metadata = self.metadata.get(&self.issuer, &self.transport, Some(&metadata)).await?;
                let client = self.client(&metadata);
                match checked_claims(&client, &self.client_id, &response, &nonce) {
                    Ok(claims) => identity::read(&client, &self.transport, &response, claims).await,
                    Err(Disbelief::Other(trouble)) => Err(trouble),
                    Err(Disbelief::UnknownKey) => {
                        Err(Trouble::Untrusted("ID token: none of the provider's keys signed it".to_owned()))
                    }
                }
            }
        }
    }

    /// Refuses an answer that another provider sent, so that a code is never taken to the wrong one.
    fn check_sender(&self, metadata: &Metadata, sender: Option<&str>) -> Result<(), Trouble> {
        let names_itself =
            metadata.additional_metadata().authorization_response_iss_parameter_supported == Some(true);
        match sender {
            Some(sender) if sender == self.issuer.as_str() => Ok(()),
            None if !names_itself => Ok(()),
            Some(_) => Err(Trouble::Untrusted("the answer names another issuer".to_owned())),
            None => Err(Trouble::Untrusted("the answer does not name its issuer".to_owned())),
        }
    }

    fn client(&self, metadata: &Metadata) -> KnownClient {
        let (id, secret) = (self.client_id.clone(), Some(self.secret.clone()));
        let client = CoreClient::from_provider_metadata(metadata.clone(), id, secret);
        let client = client.set_redirect_uri(self.redirect.clone());
        match metadata.token_endpoint_auth_methods_supported() {
            Some(methods) if !methods.contains(&CoreClientAuthMethod::ClientSecretBasic) => {
                client.set_auth_type(AuthType::RequestBody)
            }
            _ => client,
        }
    }

    async fn within_deadline<T>(&self, work: impl Future<Output = Result<T, Trouble>>) -> Result<T, Trouble> {
        match timeout(DEADLINE, work).await {
            Ok(done) => done,
            Err(_) => {
                let trouble = Trouble::Unreachable(format!("no answer within {} s", DEADLINE.as_secs()));
                self.metadata.remember(&trouble).await;
                Err(trouble)
            }
        }
    }
}

/// What people call a provider: the host of its address, with the port where it has one.
#[must_use]
pub fn name_of(issuer: &str) -> String {
    let Ok(url) = url::Url::parse(issuer) else { return issuer.to_owned() };
    let host = url.host_str().unwrap_or_default();
    url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}

fn given(setting: Option<&str>) -> Option<&str> {
    setting.map(str::trim).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(issuer: &str, id: &str, secret: &str, only: bool) -> OidcSettings {
        OidcSettings {
            issuer: Some(issuer.to_owned()),
            client_id: Some(id.to_owned()),
            client_secret: Some(secret.to_owned().into()),
            only,
            allow_loopback: false,
        }
    }

    fn said(settings: &OidcSettings) -> String {
        match Provider::of_settings(settings, "https://judging.example") {
            Ok(provider) => provider.map_or_else(|| "none".to_owned(), |provider| provider.name()),
            Err(failure) => failure.to_string(),
        }
    }

    #[test]
    fn the_settings_come_together_and_the_issuer_is_https() {
        assert_eq!(said(&settings("", "", "", false)), "none");
        assert_eq!(said(&settings("https://login.example:8443/x", "a", "b", true)), "login.example:8443");
        let missing = said(&settings("https://login.example", "", "b", false));
        assert_eq!(missing, "single sign-on needs EVENHAND_OIDC_CLIENT_ID too");
        let only = said(&settings("", "", "", true));
        assert!(
            only.contains("EVENHAND_OIDC_ISSUER, EVENHAND_OIDC_CLIENT_ID, EVENHAND_OIDC_CLIENT_SECRET"),
            "{only}"
        );
        for bad in ["http://login.example", "http://127.0.0.1:9", "login.example", "https://login.example/?a"]
        {
            assert!(said(&settings(bad, "a", "b", false)).starts_with("EVENHAND_OIDC_ISSUER: "), "{bad}");
        }
    }

    #[test]
    fn the_secret_is_in_no_debug_text() {
        let shown = format!("{:?}", settings("https://login.example", "a", "very secret", false));
        assert!(!shown.contains("very secret"), "{shown}");
    }
}
