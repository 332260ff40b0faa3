//! What a bundle says of judges' records that are given with it.

use super::documents::Payload;
use super::files::VerifiedDocument;
use super::findings::Finding;
use super::records::{JudgeRecord, ReviewRecord, reviews_digest};
use crate::bundle::{Bundle, Person};
use crate::record_salt::RecordSalt;
use std::collections::HashMap;

/// Compares each judge's record of this event with the reviews in the bundle.
pub(super) fn judge_records(finding: &mut Finding, bundle: &Bundle, proven: &[VerifiedDocument<'_>]) {
    for document in proven {
        let Payload::Judge(record) = document.payload else { continue };
        if bundle.event.slug.as_deref() != Some(record.event.slug.as_str()) {
            continue;
        }
        let (file, judge) = (document.name, &record.judge.email);
        match speaks_of(bundle, record) {
            Ok(true) => {
                finding.holds(format!("The reviews of {judge} in this file are the ones in {file}."));
                if let Some(doubt) = document.doubt() {
                    finding.open_once(doubt);
                }
            }
            Ok(false) => finding.open(format!(
                "The reviews of {judge} in this file are not the ones in {file}. They may have changed after it was signed."
            )),
            Err(missing) => {
                finding.open(format!("This file holds {missing}, so its reviews cannot be compared with {file}."));
            }
        }
    }
}

/// Whether the record was made of the bundle's reviews, or what the bundle lacks.
fn speaks_of(bundle: &Bundle, record: &JudgeRecord) -> Result<bool, &'static str> {
    let judge = bundle.people.iter().find(|p| p.email == record.judge.email).ok_or("no such judge")?;
    let salt =
        judge.record_salt.as_deref().and_then(RecordSalt::parse).ok_or("no salt of this judge’s record")?;
    let reviews = reviews_of(bundle, judge).ok_or("projects without ids")?;
    Ok(reviews_digest(&salt, reviews).is_ok_and(|digest| digest == record.reviews_digest))
}

/// The judge's submitted reviews; `None` where the file does not say which project one is of.
fn reviews_of(bundle: &Bundle, judge: &Person) -> Option<Vec<ReviewRecord>> {
    let ids: HashMap<&str, Option<i64>> =
        bundle.projects.iter().map(|p| (p.reference.as_str(), p.id)).collect();
    let done = bundle.assignments.iter().filter(|a| a.person == judge.reference && a.status == "done");
    done.filter_map(|assignment| {
        let review = assignment.review.as_ref()?;
        let submitted_at = review.submitted_at?;
        let project = ids.get(assignment.project.as_str()).copied().flatten();
        Some(project.map(|project| ReviewRecord { project, submitted_at, scores: review.scores.clone() }))
    })
    .collect()
}
