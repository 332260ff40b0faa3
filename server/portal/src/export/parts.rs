//! A file on its way from the database to whoever asked for it, part by part.
//!
//! A task reads and writes the file as fast as its reader takes it. A file that ends early never looks whole: its reader
//! gets [`CutOff`], and an adapter breaks the transfer.

use crate::prelude::*;
use sha2::{Digest as _, Sha256};
use shared::digest::hex;
use std::future::poll_fn;
use std::task::{Context, Poll, ready};
use store::snapshot::LONGEST_USE;
use tokio::sync::mpsc;

/// Bytes of a part. Larger ones take memory, smaller ones time.
pub(super) const PART: usize = 64 * 1024;
/// Parts that wait for their reader.
const WAITING: usize = 2;
/// How long a part waits for its reader. A reader that stops must not keep a connection of the database.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

enum Part {
    Bytes(Vec<u8>),
    /// Nothing follows: the file is whole.
    End,
}

/// A file that comes in parts.
#[derive(Debug)]
pub struct Download {
    /// The name it is saved under.
    pub name: String,
    parts: mpsc::Receiver<Part>,
    whole: bool,
}

/// The file ends here, and is not whole. The log says why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the file was cut off")]
pub struct CutOff;

impl Download {
    /// The next part; none once the file is whole.
    pub fn poll_part(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Vec<u8>, CutOff>>> {
        match ready!(self.parts.poll_recv(context)) {
            Some(Part::Bytes(bytes)) => Poll::Ready(Some(Ok(bytes))),
            Some(Part::End) => {
                self.whole = true;
                Poll::Ready(None)
            }
            None if self.whole => Poll::Ready(None),
            None => Poll::Ready(Some(Err(CutOff))),
        }
    }

    /// Waits for the next part; none once the file is whole.
    /// Errors: the file was cut off.
    pub async fn part(&mut self) -> Result<Option<Vec<u8>>, CutOff> {
        poll_fn(|context| self.poll_part(context)).await.transpose()
    }
}

/// Where a file is written.
pub(super) struct Parts {
    sender: mpsc::Sender<Part>,
    /// What is written and not sent.
    pub(super) buffer: Vec<u8>,
    digest: Option<Sha256>,
}

/// Starts a task that writes a file.
pub(super) fn send<F>(name: String, write: impl FnOnce(Parts) -> F) -> Download
where
    F: Future<Output = Outcome<()>> + Send + 'static,
{
    let (sender, parts) = mpsc::channel(WAITING);
    let file = write(Parts { sender: sender.clone(), buffer: Vec::new(), digest: None });
    let (file, saved_as) = (Box::pin(tokio::time::timeout(LONGEST_USE, file)), name.clone());
    tokio::spawn(async move {
        let written = tokio::select! {
            written = file => written,
            () = sender.closed() => Ok(Err(gone())),
        };
        match written {
            // Whoever left before the end misses nothing.
            Ok(Ok(())) => drop(sender.send_timeout(Part::End, LONGEST_PAUSE).await),
            Ok(Err(why)) => tracing::warn!(file = %saved_as, %why, "a file was cut off"),
            Err(_) => tracing::warn!(file = %saved_as, "a file was cut off: it took too long"),
        }
    });
    Download { name, parts, whole: false }
}

impl Parts {
    /// Digests what is sent from now on.
    pub(super) fn digested(self) -> Self {
        Self { digest: Some(Sha256::new()), ..self }
    }

    /// Sends what is written once it is enough for a part. Waits for the reader.
    pub(super) async fn flow(&mut self) -> Outcome<()> {
        if self.buffer.len() < PART {
            return Ok(());
        }
        self.flush().await
    }

    /// Sends what is written.
    pub(super) async fn flush(&mut self) -> Outcome<()> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        let part = std::mem::take(&mut self.buffer);
        if let Some(digest) = &mut self.digest {
            digest.update(&part);
        }
        self.sender.send_timeout(Part::Bytes(part), LONGEST_PAUSE).await.map_err(|_| gone())
    }

    /// SHA-256 in hex of all that was written since [`Self::digested`], sent or not. The file is complete.
    pub(super) fn sha256(&mut self) -> String {
        let Some(mut digest) = self.digest.take() else { return String::new() };
        digest.update(&self.buffer);
        hex(&digest.finalize())
    }
}

fn gone() -> Failure {
    Failure::Busy("nobody reads it any more".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn whole(mut download: Download) -> Result<Vec<u8>, CutOff> {
        let mut file = Vec::new();
        while let Some(part) = download.part().await? {
            file.extend(part);
        }
        assert_eq!(download.part().await, Ok(None), "the end is the end");
        Ok(file)
    }

    #[tokio::test]
    async fn a_file_comes_in_parts_and_is_digested_as_it_goes() {
        let download = send("a".into(), |parts| async move {
            let mut parts = parts.digested();
            for line in 0..30_000 {
                parts.buffer.extend_from_slice(format!("line {line}\n").as_bytes());
                parts.flow().await?;
            }
            let sha256 = parts.sha256();
            parts.buffer.extend_from_slice(sha256.as_bytes());
            parts.flush().await
        });
        let file = whole(download).await.unwrap();
        let (text, digest) = file.split_at(file.len() - 64);
        assert!(text.ends_with(b"line 29999\n"));
        assert_eq!(digest, shared::audit::sha256_hex(text).as_bytes());
    }

    #[tokio::test]
    async fn a_file_that_fails_midway_never_looks_whole() {
        let failing = send("a".into(), |mut parts| async move {
            parts.buffer.extend_from_slice(b"half");
            parts.flush().await?;
            Err(Failure::broken("the database went away"))
        });
        assert_eq!(whole(failing).await, Err(CutOff));
        let panicking = send("a".into(), |mut parts| async move {
            parts.buffer.extend_from_slice(b"half");
            parts.flush().await?;
            panic!("a fault of ours");
        });
        assert_eq!(whole(panicking).await, Err(CutOff));
    }

    async fn without_end(parts: &mut Parts) -> Outcome<()> {
        loop {
            parts.buffer.resize(PART, b'x');
            parts.flow().await?;
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_reader_who_stops_ends_the_file() {
        let (ended, end) = tokio::sync::oneshot::channel();
        let mut download = send("a".into(), |mut parts| async move {
            let written = without_end(&mut parts).await;
            let _ = ended.send(());
            written
        });
        assert_eq!(download.part().await.unwrap().map(|part| part.len()), Some(PART));
        // The clock runs on while everybody waits.
        end.await.unwrap();
        while let Ok(part) = download.part().await {
            assert!(part.is_some(), "it looks whole");
        }
    }
}
