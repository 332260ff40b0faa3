//! What `postmaster.pid` and the process table say about a running server.

use std::path::{Path, PathBuf};

use rustix::process::{Pid, test_kill_process};

use super::{PORT, files};

/// A running server of this cluster.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Postmaster {
    /// Where it listens.
    pub(super) socket_dir: PathBuf,
}

/// The running server of this data directory, if there is one.
pub(super) fn running(data: &Path) -> Option<Postmaster> {
    let (pid, socket_dir) = recorded(data)?;
    works_in(pid, data).then_some(Postmaster { socket_dir })
}

/// Removes what a killed server left behind and a new one would stumble over: PostgreSQL takes a process number in its lock
/// files for a running server, also where it now belongs to a stranger, or to a dead process that nobody reaped (in a
/// container without an init). Only for a data directory where nothing runs.
pub(super) fn forget_dead(data: &Path, socket_dir: &Path) -> std::io::Result<()> {
    // A number that nobody has is no problem to PostgreSQL, and the file tells it about shared memory still in use.
    if recorded(data).is_some_and(|(pid, _)| is_alive(pid) && !works_in(pid, data)) {
        files::remove_if_there(&data.join("postmaster.pid"))?;
    }
    // The socket's folder is this cluster's alone.
    files::remove_if_there(&socket_dir.join(format!(".s.PGSQL.{PORT}.lock")))
}

/// The processes that work in this data directory, also those whose postmaster was killed. Empty where there is no `/proc`.
pub(super) fn processes(data: &Path) -> Vec<i32> {
    let Ok(table) = std::fs::read_dir("/proc") else {
        return Vec::new();
    };
    table
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .filter(|pid| cwd(*pid).as_deref() == Some(data) && is_server_program(*pid))
        .collect()
}

/// Line 1 is the process number, line 5 the socket's folder; the later lines are missing while a server is just starting.
fn recorded(data: &Path) -> Option<(i32, PathBuf)> {
    let text = std::fs::read_to_string(data.join("postmaster.pid")).ok()?;
    let mut lines = text.lines();
    let pid = lines.next()?.trim().parse().ok()?;
    Some((pid, PathBuf::from(lines.nth(3).unwrap_or_default())))
}

/// A postmaster's working folder is its data directory. Without `/proc` its being alive must do.
fn works_in(pid: i32, data: &Path) -> bool {
    match cwd(pid) {
        Some(folder) => folder == data && is_server_program(pid),
        None => is_alive(pid) && !Path::new("/proc/self").exists(),
    }
}

fn is_server_program(pid: i32) -> bool {
    std::fs::read_to_string(format!("/proc/{pid}/comm")).is_ok_and(|name| name.trim().starts_with("postgres"))
}

fn cwd(pid: i32) -> Option<PathBuf> {
    std::fs::read_link(format!("/proc/{pid}/cwd")).ok()
}

fn is_alive(pid: i32) -> bool {
    Pid::from_raw(pid).is_some_and(|pid| test_kill_process(pid).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recorded_process_that_is_somebody_else_is_not_a_server() {
        let folder = std::env::temp_dir().join(format!("evenhand-stranger-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder in the temp folder");
        let own = format!("{}\n{}\n0\n5432\n/tmp\n\n\nready\n", std::process::id(), folder.display());
        std::fs::write(folder.join("postmaster.pid"), own).expect("a file in the folder");
        assert_eq!(running(&folder), None);
        forget_dead(&folder, &folder).expect("the file can be removed");
        assert!(!folder.join("postmaster.pid").exists());
        std::fs::remove_dir_all(&folder).expect("the folder can be removed");
    }
}
