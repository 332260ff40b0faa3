//! Who the server programs run as. PostgreSQL refuses root, so a root process runs them as an unprivileged user.

use std::ffi::OsStr;
use std::path::Path;
use std::process::Stdio;

use tokio::process::Command;

use super::ClusterError;

/// The user that owns the cluster's files and runs the server.
#[derive(Debug, Clone)]
pub(super) struct Account {
    /// Its name, for messages.
    pub(super) name: String,
    /// Its user id.
    pub(super) uid: u32,
    /// Its group id.
    pub(super) gid: u32,
    /// Whether this process must become that user to run a program.
    pub(super) switch: bool,
}

impl Account {
    /// This process's own user, or as root `postgres`, else `nobody`.
    pub(super) fn of_the_server() -> Result<Self, ClusterError> {
        let uid = rustix::process::geteuid();
        if !uid.is_root() {
            return Ok(Self {
                name: format!("#{}", uid.as_raw()),
                uid: uid.as_raw(),
                gid: rustix::process::getegid().as_raw(),
                switch: false,
            });
        }
        let path = Path::new("/etc/passwd");
        let users = std::fs::read_to_string(path).map_err(ClusterError::file(path))?;
        ["postgres", "nobody"]
            .into_iter()
            .find_map(|name| Self::named(&users, name))
            .ok_or(ClusterError::NoAccount)
    }

    /// Reads `name:password:uid:gid:…`.
    fn named(users: &str, name: &str) -> Option<Self> {
        let fields: Vec<&str> = users
            .lines()
            .map(|line| line.split(':').collect::<Vec<_>>())
            .find(|fields| fields.first() == Some(&name))?;
        Some(Self {
            name: name.to_owned(),
            uid: fields.get(2)?.parse().ok()?,
            gid: fields.get(3)?.parse().ok()?,
            switch: true,
        })
    }

    /// A command that runs as this user, in `/` (a folder that everybody may enter) and with a clean environment, so that no
    /// `PGDATA` or `PGOPTIONS` reaches it. It has a process group of its own: Ctrl-C in a terminal is for `evenhand` to act on.
    pub(super) fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command
            .current_dir("/")
            .env_clear()
            .env("LC_ALL", "C")
            .env("PATH", std::env::var_os("PATH").unwrap_or_else(|| "/usr/bin:/bin".into()))
            .stdin(Stdio::null())
            .process_group(0);
        if self.switch {
            command.uid(self.uid).gid(self.gid);
        }
        command
    }

    /// Whether this user may enter and write the folder, by asking as that user: mode bits alone do not tell (ACLs, mounts).
    pub(super) async fn can_use(&self, folder: &Path) -> bool {
        let check = self.command("test").arg("-x").arg(folder).arg("-a").arg("-w").arg(folder).status().await;
        check.is_ok_and(|status| status.success())
    }
}

#[cfg(test)]
mod tests {
    use super::Account;

    #[test]
    fn a_user_is_read_from_the_password_file_by_its_whole_name() {
        let users = "postgresql:x:7:8::/:/bin/sh\npostgres:x:101:104::/var/lib/postgresql:/bin/bash\n";
        let account = Account::named(users, "postgres").expect("the second line names it");
        assert_eq!((account.uid, account.gid), (101, 104));
        assert!(Account::named(users, "nobody").is_none());
    }
}
