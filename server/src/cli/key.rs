//! `evenhand key rotate` and `evenhand key revoke`.

use super::database;
use clap::Subcommand;
use portal::call::Call;
use portal::caller::Caller;
use portal::records::keys;
use portal::records::secret::{self, Secret};
use settings::Settings;
use std::fs::File;
use std::path::Path;
use store::failure::{Failure, Outcome};

/// What can be done to the signing key.
#[derive(Debug, Subcommand)]
pub(super) enum KeyCommand {
    /// Create a new signing key and print its id. The old key is kept for checks; voting codes printed before are no longer taken
    Rotate,
    /// Revoke a replaced key: everything it signed becomes invalid. Prints the events whose results it signed
    Revoke {
        /// The key's id
        #[arg(allow_hyphen_values = true)]
        kid: String,
    },
}

pub(super) async fn key(settings: &Settings, command: KeyCommand) -> Outcome<()> {
    match command {
        KeyCommand::Rotate => rotate(settings).await,
        KeyCommand::Revoke { kid } => revoke(settings, kid).await,
    }
}

async fn revoke(settings: &Settings, kid: String) -> Outcome<()> {
    let events = database::write(settings, async |call| keys::revoke(call, &kid).await).await?;
    events.iter().try_for_each(|slug| super::print(slug))
}

async fn rotate(settings: &Settings) -> Outcome<()> {
    if std::env::var_os("EVENHAND_SIGNING_KEY").is_some_and(|v| !v.is_empty()) {
        return Err(Failure::broken(
            "the signing key comes from EVENHAND_SIGNING_KEY. Unset it, rotate the key in the data folder, then set the new key",
        ));
    }
    std::fs::create_dir_all(&settings.data_dir).map_err(Failure::broken)?;
    let _turn = turn(&settings.data_dir)?;
    let kid = database::with(settings, async |database| {
        let known = database.read(async |c| keys::all(c).await).await?;
        let next = prepared(&settings.data_dir, known.keys.first().map(|key| key.kid.as_str()))?;
        let kid = next.kid();
        if known.find(&kid).is_none() {
            database.write(async |c| keys::rotate(&mut Call::of(c, &Caller::shell()), &next).await).await?;
        }
        Ok(kid)
    })
    .await?;
    // The database knows the key now. Killed before this, servers find it where it is, and the next rotation goes on.
    let (from, to) = (secret::next_file(&settings.data_dir), secret::file(&settings.data_dir));
    std::fs::rename(&from, &to).map_err(|e| Failure::broken(format!("{}: {e}", to.display())))?;
    super::print(&kid)
}

/// Waits until no other command rotates the key of this folder, and holds others off until the value is dropped. Two at once would take
/// each other's next key away, and the database would know one that no file holds. The lock is on the folder itself: a file would belong
/// to whoever ran the command first.
fn turn(data_dir: &Path) -> Outcome<File> {
    let folder = File::open(data_dir).map_err(Failure::broken)?;
    folder.lock().map_err(Failure::broken)?;
    Ok(folder)
}

/// The next key, kept in a file of its own before the database hears of it. One that an earlier rotation left there is
/// taken where the database knows it already, and made anew where it does not.
fn prepared(data_dir: &Path, current: Option<&str>) -> Outcome<Secret> {
    let path = secret::next_file(data_dir);
    if let Some(left) = secret::load(&path)? {
        if current == Some(&left.kid()) {
            return Ok(left);
        }
        std::fs::remove_file(&path).map_err(Failure::broken)?;
    }
    let next = Secret::new()?;
    secret::keep(&path, &next)?;
    Ok(next)
}
