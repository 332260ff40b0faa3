//! A portal of its own to play against: its process, and its command line.

use anyhow::{Context, Result, bail};
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// How long it may take to start: it makes a database first.
const START: Duration = Duration::from_mins(2);

/// A running portal. Dropped, it stops, and its folder goes.
pub(crate) struct Portal {
    binary: PathBuf,
    folder: PathBuf,
    process: Child,
    /// Its host and port.
    pub(crate) address: String,
}

impl Portal {
    /// Starts one on a free port, with a database of its own in a new folder.
    pub(crate) fn start(binary: &Path) -> Result<Self> {
        let folder = std::env::temp_dir().join(format!("evenhand-evenings-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let log = File::create(folder.join("serve.log"))?;
        let mut process = command(binary, &folder)
            .arg("serve")
            .env("EVENHAND_BIND", "127.0.0.1:0")
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .with_context(|| format!("{} does not start", binary.display()))?;
        let said = process.stderr.take().context("its log cannot be read")?;
        let (tell, told) = mpsc::channel();
        thread::spawn(move || copy_log(BufReader::new(said), log, &tell));
        let mut portal = Self { binary: binary.to_owned(), folder, process, address: String::new() };
        // On the way out, the portal is dropped and so stopped.
        portal.address = told.recv_timeout(START).context("the portal does not listen")?;
        Ok(portal)
    }

    /// Runs a command of the same binary, and returns what it prints.
    pub(crate) fn run(&self, words: &[&str], input: &str) -> Result<String> {
        let mut child = command(&self.binary, &self.folder)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        if let Some(mut stdin) = child.stdin.take() {
            stdin.write_all(input.as_bytes())?;
        }
        let done = child.wait_with_output()?;
        if !done.status.success() {
            bail!("evenhand {}: {}", words.join(" "), String::from_utf8_lossy(&done.stderr));
        }
        Ok(String::from_utf8(done.stdout)?.trim().to_owned())
    }
}

impl Drop for Portal {
    fn drop(&mut self) {
        // It stops its database when it is asked to end, and not when it is killed.
        let asked = Command::new("kill").arg(self.process.id().to_string()).status();
        if asked.is_ok_and(|status| status.success()) {
            drop(self.process.wait());
        } else {
            drop(self.process.kill());
        }
        drop(std::fs::remove_dir_all(&self.folder));
    }
}

/// The binary with the settings of a portal that is played against.
fn command(binary: &Path, folder: &Path) -> Command {
    let mut command = Command::new(binary);
    command
        .env_remove("DATABASE_URL")
        .env("EVENHAND_DATA_DIR", folder.join("data"))
        .env("EVENHAND_LIMITS", "off")
        .env("EVENHAND_DEMO", "off");
    command
}

/// Copies the log, and tells the address in it.
fn copy_log(log: impl BufRead, mut copy: File, tell: &mpsc::Sender<String>) {
    for line in log.lines().map_while(Result::ok) {
        if let Some(address) = address_in(&line) {
            // Only the first is waited for.
            drop(tell.send(address));
        }
        drop(writeln!(copy, "{line}"));
    }
}

fn address_in(line: &str) -> Option<String> {
    let (_, address) = line.split_once("listening on http://")?;
    Some(address.chars().take_while(|c| c.is_ascii_digit() || matches!(c, '.' | ':')).collect())
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_address_stands_in_the_log() {
        let line = "2026-11-27T08:34:19.860061Z  INFO listening on http://127.0.0.1:41937";
        assert_eq!(super::address_in(line).as_deref(), Some("127.0.0.1:41937"));
        assert_eq!(
            super::address_in("setup code X: make the first account at http://127.0.0.1:1/setup"),
            None
        );
    }
}
