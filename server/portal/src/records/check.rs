//! Checking files of every kind with the keys of this portal.

use super::keys;
use crate::prelude::*;
use shared::provenance::{CheckContext, File, PageKeys, Report, check_with};
use shared::refusal::Wait;
use store::facts;
use store::heavy::{self, Class};

/// Reviews that rankings are computed again from, at most, in one check: a few seconds of one core.
const REVIEWS: usize = 100_000;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FilesToCheck {
    /// Names and contents.
    pub files: Vec<(String, Vec<u8>)>,
    /// The event of audit exports among them, where the caller named it.
    pub slug: Option<String>,
}

/// What this portal knows for its checks.
#[derive(Clone, Debug, Default)]
pub struct Knowledge {
    /// Its keys, its address, and what it has published.
    pub keys: PageKeys,
    /// The database's clock.
    now: Option<DateTime<Utc>>,
}

impl Knowledge {
    fn context(&self) -> CheckContext<'_> {
        let (site, published) = (self.keys.site(), self.keys.published.as_ref());
        CheckContext { reviews: REVIEWS, published, site, now: self.now, ..CheckContext::of(&self.keys.set) }
    }
}

/// Reads what a check needs to know. `issuer` is the portal's address.
pub async fn knowledge(conn: &mut Conn, issuer: String) -> Outcome<Knowledge> {
    Ok(Knowledge { keys: keys::of_page(conn, issuer).await?, now: Some(facts::now(conn).await?) })
}

/// Checks files on a blocking thread. Nothing is stored.
/// Errors: 429 where others' checks take too long; broken, where the thread is lost.
pub async fn check(knowledge: Knowledge, given: FilesToCheck) -> Outcome<Report> {
    let checked = heavy::run_as(Class::Visitor, move || {
        let files: Vec<File<'_>> = given.files.iter().map(|(name, bytes)| File { name, bytes }).collect();
        check_with(&files, &CheckContext { slug: given.slug.as_deref(), ..knowledge.context() })
    });
    checked.await.map_err(|failure| match failure {
        Failure::Busy(_) => busy().into(),
        failure => failure,
    })
}

/// The refusal while others' files are checked.
fn busy() -> Refusal {
    Refusal { wait: Some(Wait { seconds: 60, limit: None }), ..Reason::FilesBusy.into() }
}
