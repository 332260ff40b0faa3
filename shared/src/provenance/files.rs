//! Checks files of every kind together. Keys and signed documents among them are used for the others.

use super::budget::Budget;
use super::content::Content;
use super::context::CheckContext;
use super::contradictions::contradictions;
use super::findings::{Finding, Kind, Report};
use super::keys::KeySet;
use super::messages::UnknownFile;
use super::report_bundle::report_bundle;
use super::report_credential::{NamedList, report_credential};
use super::report_document::report_document;
use super::report_keys::report_keys;
use super::report_log::report_log;
use super::report_proof::{NamedCheckpoint, PolicyToUse, report_policy, report_proof};
use super::report_scores::report_tables;
use super::signed::{DocumentCheck, verify_at};
use super::token::{self, CredentialCheck};
use super::trust::CheckKeys;
use super::verified::{VerifiedDocument, counting};
use std::borrow::Cow;

/// A file to be checked.
#[derive(Clone, Copy, Debug)]
pub struct File<'f> {
    /// Its name. The name of an audit export, `<slug>-audit.csv`, names the event.
    pub name: &'f str,
    /// What it holds.
    pub bytes: &'f [u8],
}

/// Checks files together with nothing but trusted keys: see [`check_with`]. `slug` is the event of the audit exports among
/// them; none to go by the files' names.
pub fn check_files(files: &[File<'_>], trusted: &KeySet, slug: Option<&str>) -> Report {
    check_with(files, &CheckContext { slug, ..CheckContext::of(trusted) })
}

/// Checks files together: documents with the trusted keys and the key sets among the files, logs with the signed heads, and
/// rankings by computing them again. A key that is only among the files makes no document hold.
pub fn check_with(files: &[File<'_>], context: &CheckContext<'_>) -> Report {
    let CheckContext { trusted, slug, reviews, published, site, policy, now, watch } = *context;
    let mut budget = Budget::of(reviews, watch);
    let read: Vec<(Cow<'_, [u8]>, Content)> = files.iter().map(|file| Content::of(file.bytes)).collect();
    let given: Vec<KeySet> = read
        .iter()
        .filter_map(|(_, content)| match content {
            Content::Keys(Ok(set), _) => Some(set.clone()),
            _ => None,
        })
        .collect();
    let came_along = files.iter().zip(&read).find_map(|(file, (_, content))| match content {
        Content::Policy(policy) => (**policy).clone().ok().map(|policy| (file.name, policy)),
        _ => None,
    });
    let trusted_policy = policy.map(|policy| PolicyToUse { policy, file: None });
    let came_along = came_along.as_ref().map(|(name, policy)| PolicyToUse { policy, file: Some(*name) });
    let to_use = trusted_policy.or(came_along);
    let proofs = files.iter().zip(&read).filter_map(|(file, (_, content))| match content {
        Content::Proof(proof) => NamedCheckpoint::of(file.name, (**proof).as_ref().ok()?, to_use),
        _ => None,
    });
    let checkpoints: Vec<NamedCheckpoint<'_>> = proofs.collect();
    let keys = given.iter().fold(trusted.clone(), |keys, set| keys.and(set));
    let checks: Vec<Option<DocumentCheck>> = read
        .iter()
        .map(|(bytes, content)| matches!(content, Content::Document).then(|| verify_at(bytes, &keys, now)))
        .collect();
    let tokens: Vec<Option<CredentialCheck>> = read
        .iter()
        .map(|(bytes, content)| {
            matches!(content, Content::Credential(_)).then(|| token::check(bytes, &keys, now))
        })
        .collect();
    let by = CheckKeys { trusted, given: &given, site };
    let named = files.iter().zip(&tokens);
    let lists: Vec<NamedList<'_>> =
        named.filter_map(|(file, check)| NamedList::of(file.name, check.as_ref()?, &by)).collect();
    let (places, mut verified): (Vec<usize>, Vec<VerifiedDocument<'_>>) = files
        .iter()
        .zip(&checks)
        .enumerate()
        .filter_map(|(at, (file, check))| Some((at, VerifiedDocument::of(file.name, check.as_ref()?, &by)?)))
        .unzip();
    let against = contradictions(&verified);
    for (nth, _) in &against {
        verified[*nth].doubted = true;
    }
    let verified = counting(&verified);
    let tables = read.iter().enumerate().filter_map(|(at, (_, content))| match content {
        Content::Table(table) => Some((at, files[at].name, table)),
        _ => None,
    });
    let mut tables = report_tables(&tables.collect::<Vec<_>>(), slug, &verified, &mut budget);
    let found = files.iter().zip(read).zip(checks.iter().zip(&tokens)).enumerate().map(
        |(at, ((file, (_, content)), (check, token)))| match (content, check) {
            (_, Some(check)) => Finding::of(file.name, Kind::Document, |finding| {
                report_document(finding, check, &keys, &by, published, &verified);
                for (_, message) in against.iter().filter(|(nth, _)| places.get(*nth) == Some(&at)) {
                    finding.cannot_tell(message.clone());
                }
            }),
            (Content::Credential(kind), _) => match token {
                Some(check) => Finding::of(file.name, kind, |finding| {
                    report_credential(finding, check, &keys, &by, (&lists[..], &verified[..]), context);
                }),
                None => report_unknown(file.name, UnknownFile::Unreadable),
            },
            (Content::Keys(set, lists_logs), _) => Finding::of(file.name, Kind::Keys, |finding| {
                report_keys(finding, set, lists_logs, trusted);
            }),
            (Content::Audit(rows), _) => report_log(file.name, rows, slug, &verified),
            (Content::Bundle(bundle), _) => report_bundle(file.name, *bundle, &verified, &mut budget),
            (Content::Table(_), _) => {
                tables.remove(&at).unwrap_or_else(|| report_unknown(file.name, UnknownFile::Unreadable))
            }
            (Content::Proof(proof), _) => Finding::of(file.name, Kind::Proof, |finding| {
                report_proof(finding, &proof, to_use, &verified, &checkpoints);
            }),
            (Content::Policy(given), _) => Finding::of(file.name, Kind::Policy, |finding| {
                report_policy(finding, &given, policy);
            }),
            (Content::Unknown(why), _) => report_unknown(file.name, why),
            (Content::Document, None) => report_unknown(file.name, UnknownFile::Unreadable),
        },
    );
    Report { files: found.collect() }
}

fn report_unknown(name: &str, why: UnknownFile) -> Finding {
    Finding::of(name, Kind::Unknown, |finding| finding.cannot_tell(why))
}
