//! Repositories of the machine's own git, behind `git http-backend`.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::response::Response;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;

/// A server with a folder of repositories, which goes with it.
pub(crate) struct GitServer {
    pub(crate) address: SocketAddr,
    root: PathBuf,
    served: Arc<Served>,
}

#[derive(Default)]
struct Served {
    root: PathBuf,
    /// Sends half of each pack.
    truncates: AtomicBool,
    requests: Mutex<Vec<String>>,
}

impl GitServer {
    pub(crate) async fn start(name: &str) -> Self {
        let root = std::env::temp_dir().join(format!("evenhand-git-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&root).unwrap();
        let served = Arc::new(Served { root: root.clone(), ..Served::default() });
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = Router::new().fallback(serve).with_state(Arc::clone(&served));
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { address, root, served }
    }

    pub(crate) fn url(&self, repository: &str) -> String {
        format!("http://{}/{repository}", self.address)
    }

    /// Makes a repository whose server tells commits without files.
    pub(crate) fn make(&self, repository: &str) -> Repository {
        let made = Repository(self.root.join(repository));
        std::fs::create_dir_all(&made.0).unwrap();
        made.git(&["init", "--quiet", "--initial-branch=main"], "");
        made.git(&["config", "uploadpack.allowFilter", "true"], "");
        made
    }

    pub(crate) fn truncate(&self) {
        self.served.truncates.store(true, Ordering::SeqCst);
    }

    /// The paths that were asked for.
    pub(crate) fn requests(&self) -> Vec<String> {
        self.served.requests.lock().unwrap().clone()
    }
}

impl Drop for GitServer {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.root);
    }
}

/// A repository with files beside its history.
pub(crate) struct Repository(PathBuf);

impl Repository {
    /// Runs git in it, as somebody at some time: `name 2026-11-20T10:00:00Z`.
    pub(crate) fn git(&self, arguments: &[&str], by: &str) -> String {
        let (name, at) = by.split_once(' ').unwrap_or(("ada", "2026-11-20T10:00:00Z"));
        let mail = format!("{name}@planted.example");
        let done = Command::new("git")
            .args(["-c", "gc.auto=0", "-c", "commit.gpgsign=false"])
            .args(arguments)
            .current_dir(&self.0)
            .env("HOME", &self.0)
            .envs([
                ("GIT_AUTHOR_NAME", name),
                ("GIT_COMMITTER_NAME", name),
                ("GIT_AUTHOR_EMAIL", mail.as_str()),
                ("GIT_COMMITTER_EMAIL", mail.as_str()),
            ])
            .envs([("GIT_AUTHOR_DATE", at), ("GIT_COMMITTER_DATE", at)])
            .output()
            .unwrap();
        assert!(done.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).unwrap().trim().to_owned()
    }

    /// Commits a file, and returns the commit's hash.
    pub(crate) fn commit(&self, message: &str, by: &str) -> String {
        std::fs::write(self.0.join("notes.txt"), message).unwrap();
        self.git(&["add", "."], by);
        self.git(&["commit", "--quiet", "-m", message], by);
        self.git(&["rev-parse", "HEAD"], by)
    }
}

/// One request, by CGI.
async fn serve(State(served): State<Arc<Served>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap();
    served.requests.lock().unwrap().push(parts.uri.path().to_owned());
    let header =
        |name: &str| parts.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let mut git = tokio::process::Command::new("git")
        .arg("http-backend")
        .env("GIT_PROJECT_ROOT", &served.root)
        .env("GIT_HTTP_EXPORT_ALL", "1")
        .env("HOME", &served.root)
        .env("PATH_INFO", parts.uri.path())
        .env("QUERY_STRING", parts.uri.query().unwrap_or_default())
        .env("REQUEST_METHOD", parts.method.as_str())
        .env("CONTENT_TYPE", header("content-type"))
        .env("CONTENT_LENGTH", body.len().to_string())
        .env("GIT_PROTOCOL", header("git-protocol"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = git.stdin.take().unwrap();
    input.write_all(&body).await.unwrap();
    drop(input);
    let said = git.wait_with_output().await.unwrap().stdout;
    let end = said.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
    let mut response = Response::builder();
    for line in std::str::from_utf8(&said[..end]).unwrap().lines() {
        let (name, value) = line.split_once(": ").unwrap();
        response = match name {
            "Status" => response.status(value.get(..3).unwrap().parse::<u16>().unwrap()),
            _ => response.header(name, value),
        };
    }
    let mut body = said[end + 4..].to_vec();
    if served.truncates.load(Ordering::SeqCst) && body.windows(9).any(|nine| nine == b"packfile\n") {
        body.truncate(body.len() - 30);
    }
    response.body(Body::from(body)).unwrap()
}
