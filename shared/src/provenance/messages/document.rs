//! What is found in documents and key sets.

use super::super::badge::Badge;
use super::super::documents::Payload;
use super::super::keys::{KeySetFault, KeyStatus};
use super::super::published::Replacement;
use super::super::signed::DocumentFault;
use super::super::status_list::StatusList;
use chrono::{DateTime, Utc};

/// What is found in a signed document.
#[derive(Clone, Debug, PartialEq)]
pub enum DocumentMessage {
    Fault(DocumentFault),
    // It names this site, and a key that the site never had.
    KeyNeverOfThisSite { key_id: String },
    AddKeySet,
    Summary(Summary),
    KeyCameAlong,
    KeyNotTrusted,
    // The document names another site than the one whose key it is, and keys of that one are trusted, too.
    KeyOfOtherSite,
    // The key belongs to this site, and the document names another address.
    OtherAddress { site: String },
    Replaced(Replacement),
    NotReplaced,
    // It was provisional, and became final as it is.
    BecameFinal { at: DateTime<Utc> },
    // Newer results cannot be seen from here.
    MayBeReplaced { issuer: String, slug: String },
    SignedWith { kid: String, fingerprint: String },
    KeyRetired,
    // What a badge says may have been corrected since: a list on the network tells.
    StatusNotAsked { list: String },
    // Results among the files corrected the ranking since, and no list from after that tells whether the badge.
    BadgeMayBeCorrected { file: String, at: DateTime<Utc>, list: String },
    // The site corrected what a badge says; `at` is its newest publication.
    BadgeCorrected { at: DateTime<Utc> },
    // The list of that day marks a badge as corrected, or does not.
    MarkedInList { file: String, day: DateTime<Utc> },
    NotMarkedInList { file: String, day: DateTime<Utc> },
    // The list is from a day before the badge or of a key that was retired before it, or does not reach its place.
    StatusListOlder { file: String, day: DateTime<Utc>, list: String },
    // The list does not mark the badge, and is out of date.
    StatusListExpired { file: String, until: DateTime<Utc>, list: String },
    // A list is out of date.
    ListExpired { until: DateTime<Utc> },
    GivenSetRevokes,
    GivenSetRetiresEarlier,
    // Another signed document among the files says something else.
    ContradictedBy { file: String, about: ContradictedPart },
}

/// What two signed documents disagree about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContradictedPart {
    LogRow { seq: i64 },
    Run { run: i32 },
    Ranks,
}

/// The kinds of documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentKind {
    Results,
    JudgeRecord,
    ParticipantRecord,
    AuditHead,
    Badge,
    StatusList,
}

/// What is said of a document in short.
#[derive(Clone, Debug, PartialEq)]
pub enum Summary {
    Document(Box<Payload>),
    // Its issuer is a host.
    Badge(Badge),
    StatusList(StatusList),
}

/// What is found in a key set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeySetMessage {
    Fault(KeySetFault),
    Key {
        kid: String,
        status: KeyStatus,
        from: Option<DateTime<Utc>>,
        to: Option<DateTime<Utc>>,
        fingerprint: String,
    },
    // The trusted keys give this key another status.
    OtherStatus {
        kid: String,
        trusted: KeyStatus,
    },
    // The trusted keys say that this key signed from and until another moment.
    OtherDates {
        kid: String,
        from: Option<DateTime<Utc>>,
        to: Option<DateTime<Utc>>,
    },
    // The trusted keys do not say that this key is one of that site.
    OtherIssuer {
        kid: String,
        site: String,
    },
    // It lists keys of logs, with which nothing here is compared.
    LogsNotCompared,
    NotTrusted,
}
