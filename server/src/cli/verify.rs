//! `evenhand verify`: checks files with the keys that the caller trusts, without a database or a network.

use chrono::DateTime;
use shared::provenance::{CheckContext, File, KeySet, Report, check_with};
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use store::failure::{Failure, Outcome};
use transparency::policy::WitnessPolicy;
use words::findings::{answer, key_set_fault, report_text};

/// Prints the report on each file, the answer for all of them last.
/// Errors: a file that cannot be read, a key file without usable keys, a policy that is none, and any file that does not hold.
pub(super) async fn verify(
    files: &[PathBuf],
    keys: &[PathBuf],
    slug: Option<&str>,
    policy: Option<&Path>,
) -> Outcome<()> {
    let report = judged(files, keys, slug, policy).await?;
    super::print(&format!("{}\n\n{}", report_text(&report), answer(&report)))?;
    if report.all_hold() { Ok(()) } else { Err(Failure::broken("not everything holds")) }
}

async fn judged(
    files: &[PathBuf],
    keys: &[PathBuf],
    slug: Option<&str>,
    policy: Option<&Path>,
) -> Outcome<Report> {
    let mut trusted = KeySet::default();
    for file in keys {
        let set = KeySet::read(&read(file).await?)
            .map_err(|fault| Failure::broken(format!("{}: {}", file.display(), key_set_fault(&fault))))?;
        trusted = trusted.trusting_both(&set);
    }
    let policy = match policy {
        Some(file) => Some(
            WitnessPolicy::parse(&read(file).await?)
                .map_err(|fault| Failure::broken(format!("{}: {fault}", file.display())))?,
        ),
        None => None,
    };
    let policy = policy.as_ref();
    let mut contents = Vec::with_capacity(files.len());
    for file in files {
        contents.push((file.display().to_string(), read(file).await?));
    }
    let files: Vec<File<'_>> = contents.iter().map(|(name, bytes)| File { name, bytes }).collect();
    let now = Some(DateTime::from(SystemTime::now()));
    Ok(check_with(&files, &CheckContext { slug, policy, now, ..CheckContext::of(&trusted) }))
}

async fn read(file: &Path) -> Outcome<Vec<u8>> {
    tokio::fs::read(file).await.map_err(|e| Failure::broken(format!("{}: {e}", file.display())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::audit::first_prev_hash;
    use shared::export::ExportKind;
    use shared::provenance::{
        AuditHead, AuditHeadDocument, EventName, KeyStatus, Payload, PublicKey, public_key, sign,
    };

    const SECRET: [u8; 32] = [7; 32];

    /// A folder that goes with the test.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let folder = std::env::temp_dir().join(format!("evenhand-verify-{name}-{}", std::process::id()));
            std::fs::create_dir_all(&folder).unwrap();
            Self(folder)
        }

        fn file(&self, name: &str, text: &str) -> PathBuf {
            let path = self.0.join(name);
            std::fs::write(&path, text).unwrap();
            path
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    fn head() -> String {
        let payload = Payload::AuditHead(AuditHeadDocument {
            issuer: "https://hack.example".into(),
            issued_at: DateTime::from_timestamp(1_795_000_000, 0).unwrap(),
            event: Some(EventName { slug: "demo".into(), name: "Demo".into() }),
            audit_head: AuditHead { seq: 1, row_hash: first_prev_hash("demo"), root: None },
        });
        sign(&payload, &SECRET).unwrap()
    }

    fn key_set(status: KeyStatus) -> String {
        let keys = vec![PublicKey::new(&public_key(&SECRET), status, None, None)];
        serde_json::to_string(&KeySet { keys }).unwrap()
    }

    #[tokio::test]
    async fn it_succeeds_only_when_all_hold() {
        let folder = Folder::new("all-hold");
        let document = folder.file("head.json", &head());
        let changed = folder.file("changed.json", &head().replace("\"seq\":1", "\"seq\":2"));
        let keys = folder.file("keys.json", &key_set(KeyStatus::Current));
        let empty = folder.file("empty-audit.csv", &(ExportKind::Audit.columns(&[]).join(",") + "\r\n"));
        let all_hold = async |files: &[&PathBuf], keys: &[&PathBuf]| {
            let owned = |paths: &[&PathBuf]| paths.iter().map(|path| (*path).clone()).collect::<Vec<_>>();
            verify(&owned(files), &owned(keys), None, None).await.is_ok()
        };
        assert!(all_hold(&[&document], &[&keys]).await);
        assert!(!all_hold(&[&document, &keys], &[]).await, "a key that came along proves nothing");
        assert!(all_hold(&[&document, &keys], &[&keys]).await, "it is trusted where it is named");
        let others =
            KeySet { keys: vec![PublicKey::new(&public_key(&[8; 32]), KeyStatus::Current, None, None)] };
        let others = folder.file("others.json", &serde_json::to_string(&others).unwrap());
        assert!(!all_hold(&[&document, &keys], &[&others]).await, "nor does it beside a trusted one");
        assert!(all_hold(&[&empty], &[]).await, "a chain without a signed head holds");
        assert!(!all_hold(&[&document], &[]).await, "an unknown key decides nothing");
        assert!(!all_hold(&[&changed], &[&keys]).await);
        assert!(!all_hold(&[&document, &changed], &[&keys]).await);
        let revoked = folder.file("revoked.json", &key_set(KeyStatus::Revoked));
        assert!(!all_hold(&[&document], &[&revoked]).await);
    }

    #[tokio::test]
    async fn what_cannot_be_read_is_named() {
        let folder = Folder::new("unreadable");
        let document = folder.file("head.json", &head());
        let missing = folder.0.join("missing.json");
        let said = judged(std::slice::from_ref(&missing), &[], None, None).await.unwrap_err().to_string();
        assert!(said.contains("missing.json"), "{said}");
        let said = judged(&[], &[], None, Some(&missing)).await.unwrap_err().to_string();
        assert!(said.contains("missing.json"), "{said}");
        let said = judged(&[], &[], None, Some(&document)).await.unwrap_err().to_string();
        assert!(said.contains("head.json") && said.contains("Line 1"), "{said}");
        let said = judged(std::slice::from_ref(&document), std::slice::from_ref(&document), None, None)
            .await
            .unwrap_err()
            .to_string();
        assert!(said.contains("head.json") && said.contains("no Ed25519 key"), "{said}");
    }
}
