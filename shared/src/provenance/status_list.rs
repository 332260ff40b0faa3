//! Reading a status list: a credential whose bits say which badges were corrected (Bitstring Status List 1.0).

use super::claims::{moment, only, text, unknown};
use super::credential::read_bit_list;
use super::json::Json;
use super::signed::DocumentFault;
use crate::prelude::*;
use chrono::Days;

/// Its name among the types of a credential.
pub(super) const TYPE: &str = "BitstringStatusListCredential";

/// The members of a list.
const MEMBERS: [&str; 11] = [
    "@context", "credentialSubject", "exp", "id", "iss", "issuer", "jti", "nbf", "type", "validFrom",
    "validUntil",
];

/// Which badges were corrected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatusList {
    /// The DID of its issuer.
    pub issuer: String,
    /// Where it is, as badges name it.
    pub address: String,
    /// The beginning of the day on which it was made.
    pub day: DateTime<Utc>,
    /// Until when it may be used.
    pub until: DateTime<Utc>,
    /// A bit for each place, the first one the highest of its byte.
    pub(super) bits: Vec<u8>,
}

impl StatusList {
    /// How long a list may be kept. The site makes it anew for each reader; an old one would hide a correction, and one with a longer time is
    /// none of a portal’s.
    pub const KEPT: Days = Days::new(2);

    /// Whether it marks this place as corrected; none where it does not reach so far.
    pub fn marks(&self, place: usize) -> Option<bool> {
        self.bits.get(place / 8).map(|byte| byte >> (7 - place % 8) & 1 == 1)
    }

    /// How many places it marks.
    pub fn marked(&self) -> usize {
        self.bits.iter().map(|byte| byte.count_ones() as usize).sum()
    }

    /// The end of the day on which it was made.
    pub(super) fn end(&self) -> DateTime<Utc> {
        self.day.checked_add_days(Days::new(1)).unwrap_or(self.day)
    }
}

/// What the claims say.
pub(super) fn read(claims: &Json) -> Result<StatusList, DocumentFault> {
    let issuer = text(claims, "iss")?;
    ensure(text(claims, "issuer")? == issuer, unknown("its two issuers differ"))?;
    only(claims, &MEMBERS)?;
    if text(claims, "credentialSubject.type")? != "BitstringStatusList"
        || text(claims, "credentialSubject.statusPurpose")? != "revocation"
    {
        return Err(unknown("it is a list of something else"));
    }
    let (day, until) = (moment(claims, "validFrom", "nbf")?, moment(claims, "validUntil", "exp")?);
    let kept = day.checked_add_days(StatusList::KEPT);
    ensure(kept.is_some_and(|kept| until <= kept), unknown("it is valid for more than two days"))?;
    let bits = text(claims, "credentialSubject.encodedList")?;
    Ok(StatusList {
        issuer,
        address: text(claims, "id")?,
        day,
        until,
        bits: read_bit_list(&bits).ok_or_else(|| unknown("its bits cannot be read"))?,
    })
}
