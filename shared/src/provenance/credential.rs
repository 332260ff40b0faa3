//! Credentials as verifiers of the field read them: a compact JWT (Open Badges 3.0, 8.2), the site's keys as the DID of its address
//! (did:web), and a list of bits that says which credentials still hold (Bitstring Status List 1.0).

use super::canonical::{SignError, canonical, strict_json};
use super::keys::{KeySet, KeyStatus, base64url, from_base64url, public_key, thumbprint};
use ed25519_dalek::{Signer, SigningKey};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use serde_json::{Value, json};

/// The DID of the site with this address.
pub fn did(site: &str) -> String {
    let host = site.split_once("://").map_or(site, |(_, host)| host);
    format!("did:web:{}", host.replace(':', "%3A"))
}

/// The document of that DID: every key whose signatures hold, in the set's order and with its members, such as until when a retired key
/// signed. A verifier that is given no key's name takes the first.
pub fn did_document(site: &str, keys: &KeySet) -> Value {
    let did = did(site);
    let holding = keys.keys.iter().filter(|key| key.status != KeyStatus::Revoked);
    let methods: Vec<Value> = holding
        .map(|key| {
            json!({
                "id": format!("{did}#{}", key.kid), "type": "JsonWebKey2020", "controller": did, "publicKeyJwk": key,
            })
        })
        .collect();
    let ids: Vec<&Value> = methods.iter().filter_map(|method| method.get("id")).collect();
    json!({
        "@context": ["https://www.w3.org/ns/did/v1", "https://w3id.org/security/suites/jws-2020/v1"],
        "id": did, "assertionMethod": ids, "verificationMethod": methods,
    })
}

/// Signs a credential of the site: three parts in base64url, joined by dots.
///
/// # Errors
/// As [`super::sign`].
pub fn sign_credential(site: &str, credential: &Value, secret: &[u8; 32]) -> Result<String, SignError> {
    let public = public_key(secret);
    let header = json!({
        "alg": "EdDSA", "typ": "JWT", "kid": format!("{}#{}", did(site), thumbprint(&public)),
        // For verifiers that resolve no DID.
        "jwk": { "kty": "OKP", "crv": "Ed25519", "x": base64url(&public) },
    });
    let part = |value: &Value| strict_json(value).map(|json| base64url(canonical(&json).as_bytes()));
    let signed = format!("{}.{}", part(&header)?, part(credential)?);
    let signature = SigningKey::from_bytes(secret).sign(signed.as_bytes());
    Ok(format!("{signed}.{}", base64url(&signature.to_bytes())))
}

/// The fewest bytes of a list: with fewer, its length would tell how many there are.
const LEAST: usize = 16 * 1024;

/// The most bytes of a list that is read: eight million places. Without a bound, a made-up list could fill the memory.
const MOST: usize = 1024 * 1024;

/// How gzip begins without a name and without a comment, and how long its head and the sums at its end are.
const BEGINS: [u8; 4] = [0x1f, 0x8b, 8, 0];
const HEAD: usize = 10;
const SUMS: usize = 8;

/// Bits, the first one the highest of its byte, as a status list encodes them: gzipped, in base64url, behind `u`.
pub fn bit_list(bits: &[bool]) -> String {
    let mut bytes: Vec<u8> = bits
        .chunks(8)
        .map(|eight| eight.iter().zip(0_u32..).fold(0, |byte, (bit, at)| byte | (u8::from(*bit) << (7 - at))))
        .collect();
    bytes.resize(bytes.len().max(LEAST), 0);
    // RFC 1952: deflated, no time, no name, no system.
    let mut packed = [&BEGINS[..], &[0, 0, 0, 0, 0, 0xff]].concat();
    packed.extend(compress_to_vec(&bytes, 9));
    packed.extend(sums(&bytes));
    format!("u{}", base64url(&packed))
}

/// The bytes of such a list; `None` for what is none, or larger than any.
pub(super) fn read_bit_list(encoded: &str) -> Option<Vec<u8>> {
    let packed = from_base64url(encoded.strip_prefix('u')?)?;
    let (head, rest) = packed.split_at_checked(HEAD)?;
    let (deflated, given) = rest.split_at_checked(rest.len().checked_sub(SUMS)?)?;
    let bytes = decompress_to_vec_with_limit(deflated, MOST).ok()?;
    (head.starts_with(&BEGINS) && given == sums(&bytes)).then_some(bytes)
}

/// What gzip says of its contents at the end: the check sum, and the length.
fn sums(bytes: &[u8]) -> [u8; SUMS] {
    let length = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
    let mut sums = [0; SUMS];
    let (first, last) = sums.split_at_mut(SUMS / 2);
    first.copy_from_slice(&crc32(bytes).to_le_bytes());
    last.copy_from_slice(&length.to_le_bytes());
    sums
}

/// The check sum of gzip.
fn crc32(bytes: &[u8]) -> u32 {
    let shift = |crc: u32, _| (crc >> 1) ^ (0xedb8_8320 * (crc & 1));
    !bytes.iter().fold(!0, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), shift))
}

#[cfg(test)]
mod tests {
    use super::super::keys::{PublicKey, signature_holds};
    use super::*;
    use miniz_oxide::inflate::decompress_to_vec;

    const SITE: &str = "https://judging.example:8443";

    /// The claims of a token that this key signed.
    fn claims(token: &str, public: &[u8; 32]) -> Option<Value> {
        let (signed, signature) = token.rsplit_once('.')?;
        let (_, claims) = signed.split_once('.')?;
        let holds = signature_holds(public, signed.as_bytes(), &from_base64url(signature)?);
        holds.then(|| serde_json::from_slice(&from_base64url(claims)?).ok())?
    }

    #[test]
    fn a_credential_holds_as_it_was_signed_and_not_otherwise() {
        let (secret, public) = ([1; 32], public_key(&[1; 32]));
        let credential = json!({ "name": "Judge of Äpfel", "nbf": 1_795_456_800 });
        let token = sign_credential(SITE, &credential, &secret).unwrap();
        assert_eq!(claims(&token, &public), Some(credential));
        let parts: Vec<&str> = token.split('.').collect();
        let header: Value = serde_json::from_slice(&from_base64url(parts[0]).unwrap()).unwrap();
        let kid = format!("did:web:judging.example%3A8443#{}", thumbprint(&public));
        assert_eq!((&header["alg"], &header["kid"]), (&json!("EdDSA"), &json!(kid)));
        let changed = base64url(br#"{"name":"Judge of all","nbf":1795456800}"#);
        assert_eq!(claims(&format!("{}.{changed}.{}", parts[0], parts[2]), &public), None);
        let forged = sign_credential(SITE, &json!({ "name": "Judge of all" }), &[2; 32]).unwrap();
        assert_eq!(claims(&forged, &public), None);
    }

    #[test]
    fn the_document_of_a_site_names_the_keys_whose_signatures_hold() {
        let moment = chrono::DateTime::from_timestamp(1_795_000_000, 0);
        let key = |byte: u8, status: KeyStatus| {
            let retired = moment.filter(|_| status != KeyStatus::Current);
            PublicKey::new(&public_key(&[byte; 32]), status, moment, retired)
        };
        let kept = [key(1, KeyStatus::Current), key(2, KeyStatus::Retired)];
        let keys = KeySet { keys: [kept.to_vec(), vec![key(3, KeyStatus::Revoked)]].concat() };
        let document = did_document(SITE, &keys);
        let ids: Vec<Value> =
            kept.iter().map(|key| json!(format!("did:web:judging.example%3A8443#{}", key.kid))).collect();
        assert_eq!(document["assertionMethod"], json!(ids));
        let methods = document["verificationMethod"].as_array().unwrap();
        assert_eq!(methods.len(), 2);
        for (method, (key, id)) in methods.iter().zip(kept.iter().zip(ids)) {
            assert_eq!((&method["id"], &method["publicKeyJwk"]), (&id, &json!(key)));
        }
        // Read again, they are the same keys: a retired one says until when.
        let read = KeySet::read(document.to_string().as_bytes()).unwrap();
        assert_eq!(read, KeySet { keys: kept.to_vec() }.of_site("did:web:judging.example%3A8443"));
    }

    #[test]
    fn a_list_has_its_bits_from_the_highest_of_the_first_byte() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        let mut bits = vec![false; 140_000];
        for at in [0, 9, 139_999] {
            bits[at] = true;
        }
        let unpacked = |list: &str| {
            let packed = from_base64url(list.strip_prefix('u').unwrap()).unwrap();
            let (deflated, tail) = packed[10..].split_at(packed.len() - 18);
            let bytes = decompress_to_vec(deflated).unwrap();
            let length = u32::try_from(bytes.len()).unwrap();
            assert_eq!(tail, [crc32(&bytes).to_le_bytes(), length.to_le_bytes()].concat());
            bytes
        };
        let bytes = unpacked(&bit_list(&bits));
        assert_eq!((bytes.len(), bytes[0], bytes[1], bytes[17_499]), (17_500, 0x80, 0x40, 1));
        assert_eq!(bytes.iter().map(|byte| byte.count_ones()).sum::<u32>(), 3);
        assert_eq!(unpacked(&bit_list(&[])), vec![0; LEAST]);
    }

    #[test]
    fn a_list_is_read_as_it_was_written_and_nothing_else_is() {
        let whole = bit_list(&[false, true]);
        let bytes = read_bit_list(&whole).unwrap();
        assert_eq!((bytes.len(), bytes[0]), (LEAST, 0x40));
        let packed = from_base64url(&whole[1..]).unwrap();
        let spelled = |packed: &[u8]| format!("u{}", base64url(packed));
        assert_eq!(spelled(&packed), whole);
        for at in [0, 1, 2, 3, packed.len() - 8, packed.len() - 1] {
            let mut other = packed.clone();
            other[at] ^= 1;
            assert_eq!(read_bit_list(&spelled(&other)), None, "byte {at}");
        }
        assert_eq!(read_bit_list(&spelled(&packed[..17])), None, "cut short");
        assert_eq!(read_bit_list(&whole[1..]), None, "without its first letter");
        let bomb = bit_list(&vec![false; 8 * (MOST + 1)]);
        assert!(bomb.len() < 10_000 && read_bit_list(&bomb).is_none(), "{}", bomb.len());
    }
}
