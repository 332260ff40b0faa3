//! Reading an Open Badge: what the credential says, after its signature was checked.

use super::claims::{is, list, member, moment, only, said, text, unknown};
use super::json::Json;
use super::signed::DocumentFault;
use crate::prelude::*;

/// The members of a badge. None of them says when it ends.
const MEMBERS: [&str; 12] = [
    "@context", "credentialStatus", "credentialSubject", "evidence", "id", "iss", "issuer", "jti", "name",
    "nbf", "type", "validFrom",
];

/// What a badge says, as far as a check tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Badge {
    /// The DID of its issuer.
    pub issuer: String,
    /// By what name it knows its owner.
    pub holder: String,
    /// What was achieved.
    pub achievement: String,
    /// What they did for it.
    pub evidence: Vec<String>,
    /// Where it says whether it was corrected, if it says anything that can be.
    pub status: Option<BadgeStatus>,
    /// When it was signed, to the second.
    pub signed: DateTime<Utc>,
}

/// Where a badge says whether it was corrected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadgeStatus {
    /// The address of the status list.
    pub list: String,
    /// The places in it, one for each rank.
    pub places: Vec<usize>,
}

impl BadgeStatus {
    /// The event whose list it is, as the address says.
    pub fn slug(&self) -> Option<&str> {
        self.list.split_once("/api/events/")?.1.strip_suffix("/badge-status")
    }
}

/// What the claims say.
pub(super) fn read(claims: &Json) -> Result<Badge, DocumentFault> {
    ensure(is(claims, "OpenBadgeCredential"), unknown("it is no Open Badge"))?;
    only(claims, &MEMBERS)?;
    let issuer = text(claims, "iss")?;
    ensure(text(claims, "issuer.id")? == issuer, unknown("its two issuers differ"))?;
    let signed = moment(claims, "validFrom", "nbf")?;
    let named = |one: &&Json| said(one, "identityType") == Some("name");
    let holder = list(claims, "credentialSubject.identifier").iter().find(named);
    let holder =
        holder.and_then(|one| said(one, "identityHash")).ok_or_else(|| unknown("it names nobody"))?;
    let evidence = list(claims, "evidence")
        .iter()
        .filter_map(|shown| Some(format!("{}: {}", said(shown, "name")?, said(shown, "description")?)));
    Ok(Badge {
        issuer,
        holder: holder.to_owned(),
        achievement: text(claims, "credentialSubject.achievement.name")?,
        evidence: evidence.collect(),
        status: status(claims)?,
        signed,
    })
}

/// Where the claims say whether it was corrected. A status of a form that this check does not know is a fault: passed over, it would
/// hide a correction.
fn status(claims: &Json) -> Result<Option<BadgeStatus>, DocumentFault> {
    if member(claims, "credentialStatus").is_none() {
        return Ok(None);
    }
    let mut found: Option<BadgeStatus> = None;
    for entry in list(claims, "credentialStatus") {
        let place = said(entry, "statusListIndex").and_then(|place| place.parse().ok());
        let (Some(address), Some(place)) = (said(entry, "statusListCredential"), place) else {
            return Err(unknown("its status names no place in a list"));
        };
        ensure(
            said(entry, "statusPurpose") == Some("revocation"),
            unknown("its status has another purpose"),
        )?;
        let status =
            found.get_or_insert_with(|| BadgeStatus { list: address.to_owned(), places: Vec::new() });
        ensure(status.list == address, unknown("its status is in two lists"))?;
        status.places.push(place);
    }
    found.map(Some).ok_or_else(|| unknown("its status names no place in a list"))
}

/// The name of an issuer's host, as a DID of the web holds it.
pub(super) fn host_of(issuer: &str) -> String {
    issuer.strip_prefix("did:web:").unwrap_or(issuer).replace("%3A", ":")
}
