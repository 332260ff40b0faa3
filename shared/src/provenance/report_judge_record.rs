//! Compares the judges' records among the files with a bundle.

use super::documents::Payload;
use super::findings::Finding;
use super::messages::{BundleMessage as Found, MissingForRecord};
use super::records::{JudgeRecord, ReviewRecord, reviews_digest};
use super::verified::VerifiedDocument;
use crate::bundle::{Bundle, BundlePerson};
use crate::record_salt::RecordSalt;

/// Compares each judge's record of this event with the reviews in the bundle.
pub(super) fn report_judge_records(
    finding: &mut Finding,
    bundle: &Bundle,
    verified: &[VerifiedDocument<'_>],
) {
    for document in verified {
        let Payload::Judge(record) = document.payload else { continue };
        if bundle.event.slug.as_deref() != Some(record.event.slug.as_str()) {
            continue;
        }
        let (file, judge) = (document.name.to_owned(), record.judge.email.clone());
        match has_digest(bundle, record) {
            Ok(true) => {
                finding.pass(Found::RecordMatches { judge, file });
                finding.rest_on(document);
            }
            Ok(false) => finding.cannot_tell(Found::RecordDiffers { judge, file }),
            Err(missing) => finding.leave_open(Found::RecordNotCompared { missing, file }),
        }
    }
}

/// Whether the bundle's reviews have the record's digest, or what the bundle lacks.
fn has_digest(bundle: &Bundle, record: &JudgeRecord) -> Result<bool, MissingForRecord> {
    let judge =
        bundle.people.iter().find(|p| p.email == record.judge.email).ok_or(MissingForRecord::Judge)?;
    let salt = judge.record_salt.as_deref().and_then(RecordSalt::parse).ok_or(MissingForRecord::Salt)?;
    let reviews = reviews_of(bundle, judge).ok_or(MissingForRecord::ProjectIds)?;
    Ok(reviews_digest(&salt, reviews).is_ok_and(|digest| digest == record.reviews_digest))
}

/// The judge's submitted reviews; `None` if the file gives a reviewed project no id.
fn reviews_of(bundle: &Bundle, judge: &BundlePerson) -> Option<Vec<ReviewRecord>> {
    let ids = bundle.project_ids();
    let done = bundle.assignments.iter().filter(|a| a.person == judge.reference && a.status == "done");
    done.filter_map(|assignment| {
        let review = assignment.review.as_ref()?;
        let submitted_at = review.submitted_at?;
        let project = ids.get(assignment.project.as_str());
        Some(project.map(|id| ReviewRecord { project: *id, submitted_at, scores: review.scores.clone() }))
    })
    .collect()
}
