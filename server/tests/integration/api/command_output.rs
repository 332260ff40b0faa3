//! The output of a command when it cannot be written.

use shared::provenance::{KeySet, KeyStatus, PublicKey, public_key};
use std::fs::OpenOptions;
use std::process::{Command, Stdio};

/// `evenhand verify` of a key set, which holds.
fn verify(name: &str) -> (Command, std::path::PathBuf) {
    let set = KeySet { keys: vec![PublicKey::new(&public_key(&[7; 32]), KeyStatus::Current, None, None)] };
    let file = std::env::temp_dir().join(format!("evenhand-{name}-{}.json", std::process::id()));
    std::fs::write(&file, serde_json::to_vec(&set).unwrap()).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_evenhand"));
    command
        .env_remove("DATABASE_URL")
        .arg("verify")
        .arg(&file)
        .arg("--key")
        .arg(&file)
        .stderr(Stdio::piped());
    (command, file)
}

#[test]
fn a_reader_that_stops_early_is_not_a_failure() {
    let (mut command, file) = verify("enough");
    let mut running = command.stdout(Stdio::piped()).spawn().unwrap();
    drop(running.stdout.take());
    let done = running.wait_with_output().unwrap();
    std::fs::remove_file(file).unwrap();
    assert!(done.status.success() && done.stderr.is_empty(), "{done:?}");
}

#[test]
fn a_full_disk_is_a_failure_with_a_sentence() {
    let (mut command, file) = verify("full");
    let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
    let done = command.stdout(full).output().unwrap();
    std::fs::remove_file(file).unwrap();
    let said = String::from_utf8(done.stderr).unwrap();
    assert!(!done.status.success() && said.starts_with("evenhand: standard output: "), "{said}");
}

#[test]
fn a_standby_without_its_database_starts_no_private_one() {
    let folder = std::env::temp_dir().join(format!("evenhand-standby-{}", std::process::id()));
    // With this address, a server ends anyway.
    let done = Command::new(env!("CARGO_BIN_EXE_evenhand"))
        .arg("serve")
        .env_remove("DATABASE_URL")
        .env("EVENHAND_READ_URL", "postgres://reader@db/evenhand")
        .env("EVENHAND_BIND", "8080")
        .env("EVENHAND_DATA_DIR", &folder)
        .output()
        .unwrap();
    let said = String::from_utf8(done.stderr).unwrap();
    assert!(!done.status.success(), "{said}");
    assert!(said.contains("EVENHAND_READ_URL is set and DATABASE_URL is not: set both"), "{said}");
    assert!(!folder.exists());
}
