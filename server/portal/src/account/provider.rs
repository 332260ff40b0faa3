//! The provider of the single sign-on, as the portal knows it: its name, and where people go to sign in. What only the provider knows,
//! the portal asks through the senders and waits for: this process makes no requests.

use crate::prelude::*;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use settings::OidcSettings;
use sha2::{Digest as _, Sha256};
use shared::sign_on::{
    ProviderAnswer, ProviderQuestion, RETURN_PATH, SignOnFault, is_safe_address, provider_name,
};
use store::sign_on;
use tokio::time::{Instant, sleep};
use url::Url;

/// How long a person waits for the answer. The sender gives the provider ten seconds.
const LONGEST: Duration = Duration::from_secs(12);
/// How long a question may lie before it is taken: longer, and no sender runs, or none that knows the provider.
const PATIENCE: Duration = Duration::from_secs(3);
/// How often to look for the answer. One statement looks for all who wait.
const PAUSE: Duration = Duration::from_millis(50);

/// The provider of the settings.
#[derive(Clone, Debug)]
pub struct Provider {
    issuer: String,
    client_id: String,
    redirect: String,
    patience: Duration,
}

#[derive(Clone)]
pub(super) struct AttemptSecrets {
    /// Names the attempt in the provider's answer.
    pub(super) state: String,
    /// Binds the ID token to the attempt.
    pub(super) nonce: String,
    /// Binds the code to the attempt (PKCE).
    pub(super) verifier: String,
}

impl Provider {
    /// The provider of the settings; none where they name none. `base_url` is the portal's public address.
    /// Errors: a sentence about the setting that is missing or wrong.
    pub fn of_settings(settings: &OidcSettings, base_url: &str) -> Outcome<Option<Self>> {
        let parts = [
            ("EVENHAND_OIDC_ISSUER", given(settings.issuer.as_deref())),
            ("EVENHAND_OIDC_CLIENT_ID", given(settings.client_id.as_deref())),
        ];
        let [(_, Some(issuer)), (_, Some(client_id))] = parts else {
            if !settings.only && parts.iter().all(|(_, value)| value.is_none()) {
                return Ok(None);
            }
            let missing = parts.iter().filter(|(_, value)| value.is_none()).map(|(name, _)| *name);
            let missing = missing.collect::<Vec<_>>().join(", ");
            return Err(Failure::broken(format!("single sign-on needs {missing} too")));
        };
        let is_issuer = |url: &Url| {
            is_safe_address(url, settings.allow_loopback) && url.query().is_none() && url.fragment().is_none()
        };
        if !Url::parse(issuer).is_ok_and(|url| is_issuer(&url)) {
            return Err(Failure::broken(
                "EVENHAND_OIDC_ISSUER: say an https address such as https://login.example.org",
            ));
        }
        Ok(Some(Self {
            issuer: issuer.to_owned(),
            client_id: client_id.to_owned(),
            redirect: format!("{base_url}{RETURN_PATH}"),
            patience: PATIENCE,
        }))
    }

    /// The same, which takes a question that nobody takes for lost after so long.
    #[must_use]
    pub fn patient_for(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    /// What people call it: the host of its address.
    pub fn name(&self) -> String {
        provider_name(&self.issuer)
    }

    /// Where it sends people back to.
    pub(super) fn redirect(&self) -> &str {
        &self.redirect
    }

    /// Where a browser goes to sign in, at the address that the provider names.
    pub(super) fn authorization_url(&self, address: &str, secrets: &AttemptSecrets) -> Outcome<String> {
        let mut url = Url::parse(address).map_err(Failure::broken)?;
        let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(secrets.verifier.as_bytes()));
        url.query_pairs_mut()
            .append_pair("response_type", "code")
            .append_pair("client_id", &self.client_id)
            .append_pair("redirect_uri", &self.redirect)
            .append_pair("scope", "openid email profile")
            .append_pair("state", &secrets.state)
            .append_pair("nonce", &secrets.nonce)
            .append_pair("code_challenge", &challenge)
            .append_pair("code_challenge_method", "S256");
        Ok(url.into())
    }

    /// Asks the provider through a sender, and waits for the answer.
    pub(super) async fn ask(
        &self,
        database: &Database,
        question: ProviderQuestion,
    ) -> Outcome<ProviderAnswer> {
        let id = database.read(async |c| sign_on::ask(c, &question).await).await?;
        let begun = Instant::now();
        let answer = loop {
            sleep(PAUSE).await;
            match database.questions().question_state(id).await? {
                Some(QuestionState::Answered(answer)) => break answer,
                Some(QuestionState::Open) if begun.elapsed() >= self.patience => {
                    tracing::warn!("single sign-on failed: no `evenhand send` with these settings runs");
                    break ProviderAnswer::Fault(SignOnFault::NoSender);
                }
                None => break ProviderAnswer::Fault(SignOnFault::Unreachable),
                _ if begun.elapsed() >= LONGEST => break ProviderAnswer::Fault(SignOnFault::Unreachable),
                _ => {}
            }
        };
        database.read(async |c| sign_on::forget_question(c, id).await).await?;
        Ok(answer)
    }
}

fn given(setting: Option<&str>) -> Option<&str> {
    setting.map(str::trim).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(issuer: &str, id: &str, only: bool) -> OidcSettings {
        OidcSettings {
            issuer: Some(issuer.to_owned()),
            client_id: Some(id.to_owned()),
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
        assert_eq!(said(&settings("", "", false)), "none");
        assert_eq!(said(&settings("https://login.example:8443/x", "a", true)), "login.example:8443");
        let missing = said(&settings("https://login.example", "", false));
        assert_eq!(missing, "single sign-on needs EVENHAND_OIDC_CLIENT_ID too");
        let only = said(&settings("", "", true));
        assert!(only.contains("EVENHAND_OIDC_ISSUER, EVENHAND_OIDC_CLIENT_ID"), "{only}");
        for bad in ["http://login.example", "http://127.0.0.1:9", "login.example", "https://login.example/?a"]
        {
            assert!(said(&settings(bad, "a", false)).starts_with("EVENHAND_OIDC_ISSUER: "), "{bad}");
        }
    }

    #[test]
    fn the_challenge_is_that_of_the_standard_and_the_address_keeps_its_query() {
        let settings = settings("https://login.example", "portal", false);
        let provider = Provider::of_settings(&settings, "https://judging.example").unwrap().unwrap();
        // RFC 7636, appendix B.
        let secrets = AttemptSecrets {
            state: "s".to_owned(),
            nonce: "n".to_owned(),
            verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk".to_owned(),
        };
        let url = provider.authorization_url("https://login.example/auth?tenant=1", &secrets).unwrap();
        assert!(url.starts_with("https://login.example/auth?tenant=1&response_type=code&"), "{url}");
        assert!(url.contains("code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&"), "{url}");
    }
}
