//! What a site has published by now, and what that means for a document that it signed earlier.

use super::badge::Badge;
use super::documents::{Payload, SignedResults};
use super::signed::{DocumentFault, is_before};
use crate::prelude::*;

/// The newest publication of an event, as everybody may read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Published {
    /// The run that is public.
    pub run: i32,
    /// Since when.
    pub published_at: DateTime<Utc>,
    /// The provisional publication that it makes final; none where it makes none so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub final_of: Option<i32>,
    /// The rank of each ranked project, by id. Empty for a first publication, which corrects no certificate.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub ranks: BTreeMap<i64, u32>,
    /// The places in the status list of badges that it corrects.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub corrected: Vec<usize>,
}

/// The newest publication of each event, by slug.
pub type PublishedResults = BTreeMap<String, Published>;

impl From<&SignedResults> for Published {
    /// What a signed ranking says. Of the status list of badges it says nothing.
    fn from(SignedResults { results, issued_at, .. }: &SignedResults) -> Self {
        let ranks = results.projects.iter().map(|entry| (entry.project, entry.rank));
        Self {
            run: results.run,
            published_at: results.published_at.unwrap_or(*issued_at),
            final_of: results.final_of,
            ranks: ranks.filter(|_| results.publication != Some(1)).collect(),
            corrected: Vec::new(),
        }
    }
}

impl Published {
    /// Whether a rank that it does not correct is still so. None was signed at this moment if this is the first publication and came later.
    /// What corrects an earlier one does not say when that was.
    fn uncorrected(&self, signed: DateTime<Utc>) -> Currency {
        let published = self.published_at;
        if self.ranks.is_empty() && is_before(signed, published) {
            return Currency::Never(DocumentFault::SignedBeforePublished { signed, published });
        }
        Currency::Current
    }
}

/// What took the place of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// The run that is public now.
    pub run: i32,
    /// Since when.
    pub at: DateTime<Utc>,
    /// For a certificate: the first project of it whose rank changed.
    pub place: Option<ChangedPlace>,
}

/// A project whose rank is not the one on a certificate any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedPlace {
    /// Its title on the certificate.
    pub title: String,
    /// Its rank now; none where it is no longer ranked.
    pub rank: Option<u32>,
    /// How many projects are ranked now.
    pub of: u32,
}

/// Whether what a document says of a ranking is still so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Currency {
    /// Nothing is known of what the site has published.
    Unknown,
    /// It is still so.
    Current,
    /// It was provisional, and became final as it is.
    Final(DateTime<Utc>),
    /// It was corrected.
    Replaced(Replacement),
    /// It was never so.
    Never(DocumentFault),
}

impl Badge {
    /// Whether the ranks on the badge are still so, beside the newest publication of its event.
    pub fn currency(&self, newest: &Published) -> Currency {
        let mut places = self.status.iter().flat_map(|status| &status.places);
        if places.any(|place| newest.corrected.contains(place)) {
            let (run, at) = (newest.run, newest.published_at);
            return Currency::Replaced(Replacement { run, at, place: None });
        }
        newest.uncorrected(self.signed)
    }
}

impl Payload {
    /// Whether what the document says of its event's ranking is still so; none for a document that says nothing of one.
    pub fn currency(&self, published: Option<&Published>) -> Option<Currency> {
        let signed_at = match self {
            Self::Results(signed) => signed.results.published_at.unwrap_or(signed.issued_at),
            Self::Participant(record) if record.projects.iter().any(|project| project.rank.is_some()) => {
                record.issued_at
            }
            _ => return None,
        };
        let Some(newest) = published else { return Some(Currency::Unknown) };
        let Published { run, published_at, final_of, ranks, .. } = newest;
        if *published_at <= signed_at {
            return Some(Currency::Current);
        }
        if matches!(self, Self::Participant(_)) && ranks.is_empty() {
            return Some(newest.uncorrected(signed_at));
        }
        let replaced = |place| Currency::Replaced(Replacement { run: *run, at: *published_at, place });
        let confirmed = Currency::Final(*published_at);
        let record = match self {
            Self::Participant(record) => record,
            Self::Results(signed) if final_of.is_some() && signed.results.publication == *final_of => {
                return Some(confirmed);
            }
            _ => return Some(replaced(None)),
        };
        let same = if final_of.is_some() && record.provisional_until.is_some() {
            confirmed
        } else {
            Currency::Current
        };
        let of = u32::try_from(ranks.len()).unwrap_or(u32::MAX);
        let mut places = record.projects.iter().filter(|project| project.rank.is_some());
        let changed =
            places.find(|project| ranks.get(&project.id).copied() != project.rank || project.of != Some(of));
        Some(changed.map_or(same, |project| {
            let rank = ranks.get(&project.id).copied();
            replaced(Some(ChangedPlace { title: project.title.clone(), rank, of }))
        }))
    }
}
