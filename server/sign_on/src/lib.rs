//! Single sign-on: the client of an OpenID provider, and the only place that knows the protocol's library. It answers what the portal
//! asks; which account somebody gets is decided in `portal/account/sign_on.rs`.

mod identity;
mod metadata;
pub mod tls;
mod transport;
mod trouble;

use identity::{Disbelief, KnownClient, checked_claims, token_trouble};
use metadata::{KeptMetadata, Metadata};
use openidconnect::core::{CoreClient, CoreClientAuthMethod};
use openidconnect::{
    AuthType, AuthorizationCode, ClientId, ClientSecret, IssuerUrl, Nonce, PkceCodeVerifier, RedirectUrl,
};
use settings::OidcSettings;
use shared::sign_on::{CodeExchange, Identity, ProviderAnswer, ProviderQuestion};
use std::time::Duration;
use store::failure::{Failure, Outcome};
use tokio::time::timeout;
use transport::Transport;
use trouble::Trouble;

/// The longest that a person waits for the provider, for all requests together.
const DEADLINE: Duration = Duration::from_secs(10);

#[derive(Debug)]
pub struct ProviderClient {
    issuer: IssuerUrl,
    client_id: ClientId,
    secret: ClientSecret,
    transport: Transport,
    metadata: KeptMetadata,
}

impl ProviderClient {
    /// The provider of the settings; none where they name none.
    /// Errors: a sentence about the setting that is missing or wrong.
    pub fn of_settings(settings: &OidcSettings, secret: Option<&str>) -> Outcome<Option<Self>> {
        let given =
            |setting: Option<&str>| setting.map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
        let Some(issuer) = given(settings.issuer.as_deref()) else { return Ok(None) };
        let missing = |name: &str| Failure::broken(format!("single sign-on needs {name} too"));
        let client_id =
            given(settings.client_id.as_deref()).ok_or_else(|| missing("EVENHAND_OIDC_CLIENT_ID"))?;
        let secret = given(secret).ok_or_else(|| missing("EVENHAND_OIDC_CLIENT_SECRET"))?;
        let transport = Transport::new(settings.allow_loopback)?;
        let url = IssuerUrl::new(issuer).ok().filter(|issuer| {
            let url = issuer.url();
            transport.is_safe(url) && url.query().is_none() && url.fragment().is_none()
        });
        let issuer = url.ok_or_else(|| {
            Failure::broken("EVENHAND_OIDC_ISSUER: say an https address such as https://login.example.org")
        })?;
        Ok(Some(Self {
            issuer,
            client_id: ClientId::new(client_id),
            secret: ClientSecret::new(secret),
            transport,
            metadata: KeptMetadata::default(),
        }))
    }

    /// Asks the provider. What goes wrong is in the log.
    pub async fn answer(&self, question: ProviderQuestion) -> ProviderAnswer {
        let answered = match question {
            ProviderQuestion::SignInAddress => {
                let metadata = self.metadata.get(&self.issuer, &self.transport);
                self.within_deadline(metadata).await.map(|metadata| {
                    ProviderAnswer::SignInAddress(metadata.authorization_endpoint().to_string())
                })
            }
            ProviderQuestion::Identity(exchange) => {
                self.within_deadline(self.exchange(exchange)).await.map(ProviderAnswer::Identity)
            }
        };
        answered.unwrap_or_else(|trouble| ProviderAnswer::Fault(trouble.logged()))
    }

    async fn exchange(&self, came: CodeExchange) -> Result<Identity, Trouble> {
        let metadata = self.metadata.get(&self.issuer, &self.transport).await?;
        self.check_sender(&metadata, came.issuer.as_deref())?;
        let redirect = RedirectUrl::new(came.redirect).map_err(|why| Trouble::Untrusted(why.to_string()))?;
        let client = self.client(&metadata).set_redirect_uri(redirect);
        let request = client.exchange_code(AuthorizationCode::new(came.code));
        let request = request.map_err(|why| Trouble::Untrusted(why.to_string()))?;
        let request = request.set_pkce_verifier(PkceCodeVerifier::new(came.verifier));
        let response = request.request_async(&self.transport).await.map_err(token_trouble)?;
        let nonce = Nonce::new(came.nonce);
        match checked_claims(&client, &self.client_id, &response, &nonce) {
            Ok(claims) => identity::read(&client, &self.transport, &response, claims).await,
            Err(Disbelief::Other(trouble)) => Err(trouble),
            Err(Disbelief::Signature(trouble)) => {
                // The provider may have a new key since its keys were read.
                let Some(metadata) = self.metadata.renewed(&self.issuer, &self.transport, &metadata).await?
                else {
                    return Err(trouble);
                };
                let client = self.client(&metadata);
                match checked_claims(&client, &self.client_id, &response, &nonce) {
                    Ok(claims) => identity::read(&client, &self.transport, &response, claims).await,
                    Err(Disbelief::Other(trouble) | Disbelief::Signature(trouble)) => Err(trouble),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_settings_of_the_sender_come_together() {
        let settings = |issuer: &str, id: &str| OidcSettings {
            issuer: Some(issuer.to_owned()),
            client_id: Some(id.to_owned()),
            only: false,
            allow_loopback: false,
        };
        let said = |settings: &OidcSettings, secret| match ProviderClient::of_settings(settings, secret) {
            Ok(provider) => provider.map_or_else(|| "none".to_owned(), |p| p.issuer.to_string()),
            Err(failure) => failure.to_string(),
        };
        let https = "https://login.example";
        assert_eq!(said(&settings("", "a"), Some("b")), "none");
        assert_eq!(said(&settings(https, "a"), Some("b")), https);
        assert!(said(&settings(https, ""), Some("b")).contains("EVENHAND_OIDC_CLIENT_ID"));
        assert!(said(&settings(https, "a"), Some("")).contains("EVENHAND_OIDC_CLIENT_SECRET"));
        assert!(said(&settings("http://127.0.0.1:9", "a"), Some("b")).starts_with("EVENHAND_OIDC_ISSUER: "));
    }
}
