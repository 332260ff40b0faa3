//! Signatures of messages, as Standard Webhooks has them.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{KeyInit, Mac};
use model::delivery::SigningSecrets;
use sha2::Sha256;

/// What a secret begins with; base64 of the key follows.
const PREFIX: &str = "whsec_";

/// The value of `webhook-signature`: one signature for each secret, so that a receiver may know either.
pub(super) fn signatures(secrets: &SigningSecrets, id: &str, timestamp: i64, body: &str) -> String {
    let signed = format!("{id}.{timestamp}.{body}");
    let each = secrets.0.iter().filter_map(|secret| sign(&key(secret), signed.as_bytes()));
    each.map(|signature| format!("v1,{signature}")).collect::<Vec<_>>().join(" ")
}

fn key(secret: &str) -> Vec<u8> {
    let text = secret.strip_prefix(PREFIX).unwrap_or(secret);
    STANDARD.decode(text).unwrap_or_else(|_| text.as_bytes().to_vec())
}

/// HMAC takes a key of any length, so there is always a signature.
fn sign(key: &[u8], text: &[u8]) -> Option<String> {
    let mut mac = hmac::Hmac::<Sha256>::new_from_slice(key).ok()?;
    mac.update(text);
    Some(STANDARD.encode(mac.finalize().into_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the specification's reference libraries.
    #[test]
    fn the_example_of_standard_webhooks_is_signed_the_same() {
        let secrets = SigningSecrets(vec!["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw".into()]);
        let said =
            signatures(&secrets, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, r#"{"test": 2432232314}"#);
        assert_eq!(said, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn receivers_can_try_their_own_check_on_that_example() {
        let told = include_str!("../../../../docs/webhooks.md");
        for part in [
            "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
            "msg_p5jXN8AQM9LWM0D4loKWxJek",
            "1614265330",
            r#"{"test": 2432232314}"#,
            "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        ] {
            assert!(told.contains(part), "docs/webhooks.md does not have {part}");
        }
    }

    #[test]
    fn both_secrets_sign_while_they_overlap() {
        let both = SigningSecrets(vec!["whsec_AAAA".into(), "whsec_BBBB".into()]);
        let said = signatures(&both, "msg_1", 1, "{}");
        let alone = |secret: &str| signatures(&SigningSecrets(vec![secret.into()]), "msg_1", 1, "{}");
        assert_eq!(said, format!("{} {}", alone("whsec_AAAA"), alone("whsec_BBBB")));
        assert_ne!(alone("whsec_AAAA"), alone("whsec_BBBB"));
    }

    #[test]
    fn secrets_are_not_printed() {
        assert_eq!(format!("{:?}", SigningSecrets(vec!["whsec_AAAA".into()])), "1 hidden");
    }
}
