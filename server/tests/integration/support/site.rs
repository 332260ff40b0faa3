//! The whole service, asked in-process: its router, on connections in the application's role.

use super::{session, token};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Request, header};
use clap::Parser;
use memchr::memmem;
use portal::account::hasher::Hasher;
use portal::account::provider::Provider;
use portal::judge::certainty::PrizeChances;
use portal::judge::need::NeedFits;
use portal::judge::save_review::ReviewSaves;
use portal::publish::full_ranking::KeptRankings;
use portal::publish::kept_runs::KeptRuns;
use portal::publish::overview::KeptOverviews;
use portal::records::secret::Secret;
use portal::records::signer::Signer;
use portal::secrets;
use portal::submit::projects::KeptFacets;
use settings::ServeSettings;
use shared::provenance::KeySet;
use sqlx::PgPool;
use sqlx::postgres::PgConnectOptions;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use store::database::Database;
use tower::ServiceExt;
use web_http::metrics::Metrics;
use web_http::shelf::Shelf;
use web_http::state::{Resources, State};
use web_http::streams::Streams;

/// Default settings, whatever fields they have.
#[derive(Parser)]
struct Settings {
    #[command(flatten)]
    serve: ServeSettings,
}

/// The limits of a server that has none.
pub(crate) fn no_limits() -> settings::Limits {
    Settings::parse_from(["test", "--limits=off"]).serve.limits
}

pub(crate) struct Site {
    /// What its handlers share.
    pub(crate) state: State,
    router: Router,
}

impl Site {
    /// The service on this database.
    pub(crate) async fn new(pool: &PgPool) -> Self {
        Self::with(pool, &[]).await
    }

    /// The service on this database, with these flags of `serve`. Its work shares connections: a test asks one thing after the other, and a
    /// connection takes as long as several requests.
    pub(crate) async fn with(pool: &PgPool, flags: &[&str]) -> Self {
        let options = (*pool.connect_options()).clone();
        let pool = store::connect::pool(options, 8).await.unwrap();
        Self::of(pool, Database::on_one_lane, flags).await
    }

    /// The same, with connections for each kind of work, as `serve` has them: for tests of who waits for whom, and of connections that end.
    pub(crate) async fn in_lanes(pool: &PgPool, flags: &[&str]) -> Self {
        let options = (*pool.connect_options()).clone();
        Self::on(store::connect::pool(options, 6).await.unwrap(), flags).await
    }

    /// The same on connections of its own.
    pub(crate) async fn on(pool: PgPool, flags: &[&str]) -> Self {
        Self::of(pool, Database::new, flags).await
    }

    async fn of(pool: PgPool, database: fn(PgPool) -> Database, flags: &[&str]) -> Self {
        let settings = Settings::parse_from([&["test"], flags].concat()).serve;
        let sign_on = Provider::of_settings(&settings.oidc, "http://portal.example").unwrap();
        let signer = Signer::of(Secret::from_bytes([7; 32]), "http://portal.example");
        // On a connection that is open already: another one would cost each test some 10 ms.
        signer.register(&mut pool.acquire().await.unwrap()).await.unwrap();
        let database = database(pool);
        let state = State::from(Resources {
            review_saves: ReviewSaves::new(database.clone()),
            database,
            runs: KeptRuns::default(),
            facets: KeptFacets::default(),
            rankings: KeptRankings::default(),
            shelf: Shelf::new(settings.shelf),
            streams: Streams::new(settings.limits.most_streams()),
            settings: Arc::new(settings),
            sign_on: sign_on.map(Arc::new),
            base_url: "http://portal.example".into(),
            hasher: Hasher::new(1).unwrap(),
            need_fits: NeedFits::default(),
            prize_chances: PrizeChances::default(),
            boards: Arc::default(),
            overviews: KeptOverviews::default(),
            metrics: Metrics::new().unwrap(),
            ready: Arc::new(AtomicBool::new(true)),
            signer,
        });
        Self { router: web::routes::router(state.clone()), state }
    }

    /// The same service, which takes it at once that no sender runs.
    pub(crate) fn impatient(self) -> Self {
        let provider = self.state.sign_on.as_deref().map(|p| p.clone().patient_for(Duration::ZERO));
        let resources = Resources { sign_on: provider.map(Arc::new), ..Resources::clone(&self.state) };
        let state = State::from(resources);
        Self { router: web::routes::router(state.clone()), state }
    }

    /// The same service, with a standby for what visitors read.
    pub(crate) fn with_standby(self, standby: PgConnectOptions) -> Self {
        let database = self.state.database.clone().with_standby(standby, 2);
        let state = State::from(Resources { database, ..Resources::clone(&self.state) });
        Self { router: web::routes::router(state.clone()), state }
    }

    /// The same service under another public address.
    pub(crate) fn at(self, base_url: &str) -> Self {
        let state = State::from(Resources { base_url: base_url.into(), ..Resources::clone(&self.state) });
        Self { router: web::routes::router(state.clone()), state }
    }

    /// The same service with another signing key, as after a rotation and a restart.
    pub(crate) fn with_key(self, byte: u8) -> Self {
        let signer = Signer::of(Secret::from_bytes([byte; 32]), "http://portal.example");
        let state = State::from(Resources { signer, ..Resources::clone(&self.state) });
        Self { router: web::routes::router(state.clone()), state }
    }

    /// A client with somebody's bearer token; an empty name is nobody.
    pub(crate) fn api(&self, name: &str) -> Client<'_> {
        Client { site: self, name: name.into(), browser: false }
    }

    pub(crate) async fn keys(&self) -> KeySet {
        let set = self.api("").get("/.well-known/evenhand-signing-key").await.body;
        KeySet::read(set.as_bytes()).unwrap()
    }

    /// A browser in which somebody is signed in.
    pub(crate) fn browser(&self, name: &str) -> Client<'_> {
        Client { site: self, name: name.into(), browser: true }
    }
}

/// A client of the service.
pub(crate) struct Client<'s> {
    site: &'s Site,
    name: String,
    browser: bool,
}

impl Client<'_> {
    pub(crate) async fn get(&self, path: &str) -> Reply {
        self.send("GET", path, None, Body::empty()).await
    }

    pub(crate) async fn post(&self, path: &str, json: serde_json::Value) -> Reply {
        self.post_text(path, json.to_string()).await
    }

    /// Sends changes as JSON.
    pub(crate) async fn patch(&self, path: &str, json: serde_json::Value) -> Reply {
        self.send("PATCH", path, Some("application/json"), Body::from(json.to_string())).await
    }

    pub(crate) async fn delete(&self, path: &str) -> Reply {
        self.send("DELETE", path, None, Body::empty()).await
    }

    /// Sends bytes of this type.
    pub(crate) async fn post_bytes(&self, path: &str, kind: &str, bytes: Vec<u8>) -> Reply {
        self.send("POST", path, Some(kind), Body::from(bytes)).await
    }

    /// Sends changes as raw text with the content type of JSON.
    pub(crate) async fn patch_text(&self, path: &str, text: impl Into<String>) -> Reply {
        self.send("PATCH", path, Some("application/json"), Body::from(text.into())).await
    }

    /// Sends raw text with the content type of JSON.
    pub(crate) async fn post_text(&self, path: &str, text: impl Into<String>) -> Reply {
        self.send("POST", path, Some("application/json"), Body::from(text.into())).await
    }

    /// Opens an event, as an organizer of it: a new one is a draft.
    pub(crate) async fn open_event(&self, slug: &str) {
        let opened = self.post(&format!("/api/events/{slug}/open"), serde_json::json!({})).await;
        assert_eq!(opened.status, 200, "{}", opened.body);
    }

    /// Sends a page's form, with the session's token in it.
    pub(crate) async fn submit(&self, path: &str, fields: &[(&str, &str)]) -> Reply {
        let csrf = secrets::csrf_token(&session(&self.name));
        let mut form = url::form_urlencoded::Serializer::new(String::new());
        form.append_pair("csrfmiddlewaretoken", &csrf).extend_pairs(fields);
        self.send("POST", path, Some("application/x-www-form-urlencoded"), Body::from(form.finish())).await
    }

    /// Sends a request with these headers alone: it is nobody’s, unless they say whose.
    pub(crate) async fn send_with(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: impl Into<Body>,
    ) -> Reply {
        let mut request = Request::builder().method(method).uri(path).header(header::HOST, "portal.example");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        self.answered(request.body(body.into()).unwrap()).await
    }

    /// Like [`Client::send_with`], but returns the bytes of an answer that is not text.
    pub(crate) async fn send_with_bytes(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
    ) -> axum::response::Response {
        let mut request = Request::builder().method(method).uri(path).header(header::HOST, "portal.example");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        self.site.router.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap()
    }

    async fn send(&self, method: &str, path: &str, kind: Option<&str>, body: Body) -> Reply {
        let mut request = Request::builder().method(method).uri(path).header(header::HOST, "portal.example");
        if let Some(kind) = kind {
            request = request.header(header::CONTENT_TYPE, kind);
        }
        if self.browser {
            request = request.header(header::COOKIE, format!("sessionid={}", session(&self.name)));
        } else if !self.name.is_empty() {
            request = request.header(header::AUTHORIZATION, format!("Bearer {}", token(&self.name)));
        }
        self.answered(request.body(body).unwrap()).await
    }

    async fn answered(&self, request: Request<Body>) -> Reply {
        let mut request = request;
        request.extensions_mut().insert(ConnectInfo(SocketAddr::from(([192, 0, 2, 7], 1024))));
        let response = self.site.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let body = to_bytes(body, usize::MAX).await.unwrap();
        // A picture is no text, and is only counted.
        let body = String::from_utf8_lossy(&body).into_owned();
        let summaries = memmem::find_iter(body.as_bytes(), "id=\"not-saved\"").count();
        assert!(summaries <= 1, "a page says {summaries} times what was refused: {body}");
        Reply { status: parts.status.as_u16(), headers: parts.headers, body }
    }
}

/// A text of a page, or the value of an attribute, as a browser has it.
pub(crate) fn unescaped(html: &str) -> String {
    let text = html.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
    text.replace("&#39;", "'").replace("&#x27;", "'").replace("&amp;", "&")
}

/// What a text says, and does not.
pub(crate) trait Told {
    /// Checks that all of these are in it.
    fn has(&self, words: &[&str]);
    /// Checks that none of these is.
    fn lacks(&self, words: &[&str]);
    /// The value of the first hidden field of this name.
    fn hidden(&self, name: &str) -> &str;
}

impl Told for str {
    #[track_caller]
    fn has(&self, words: &[&str]) {
        let missing: Vec<_> = words.iter().filter(|word| !self.contains(**word)).collect();
        assert!(missing.is_empty(), "no {missing:?} in {self}");
    }

    #[track_caller]
    fn lacks(&self, words: &[&str]) {
        let found: Vec<_> = words.iter().filter(|word| self.contains(**word)).collect();
        assert!(found.is_empty(), "{found:?} in {self}");
    }

    #[track_caller]
    fn hidden(&self, name: &str) -> &str {
        let field = self.split_once(&format!("name=\"{name}\" value=\""));
        let (_, value) = field.unwrap_or_else(|| panic!("no {name} in {self}"));
        value.split('"').next().unwrap_or_default()
    }
}

pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

impl Reply {
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error} in {}", self.body))
    }

    /// The status and the sentence of a refusal.
    pub(crate) fn refusal(&self) -> (u16, String) {
        (self.status, self.json()["detail"].as_str().unwrap_or_default().to_owned())
    }

    /// Checks the status and the sentence of a refusal.
    #[track_caller]
    pub(crate) fn refuses(&self, status: u16, detail: &str) {
        assert_eq!(self.refusal(), (status, detail.to_owned()));
    }

    /// A page's words, without its markup.
    pub(crate) fn text(&self) -> String {
        let parts = self.body.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text));
        parts.collect()
    }

    /// Checks that its words hold these.
    #[track_caller]
    pub(crate) fn says(&self, words: &str) {
        assert!(self.text().contains(words), "no {words:?} in {}", self.text());
    }

    /// Checks that its markup holds this.
    #[track_caller]
    pub(crate) fn shows(&self, markup: &str) {
        assert!(self.body.contains(markup), "no {markup:?} in {}", self.body);
    }

    #[track_caller]
    pub(crate) fn is(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{}", self.text());
        self
    }

    /// Checks its status, and that its words hold these.
    #[track_caller]
    pub(crate) fn answers(&self, status: u16, words: &str) {
        assert_eq!(self.status, status, "{}", self.text());
        self.says(words);
    }

    /// Checks that a form was taken, and leads there.
    #[track_caller]
    pub(crate) fn leads_to(&self, path: &str) {
        assert_eq!((self.status, self.location()), (303, path), "{}", self.text());
    }

    /// Every field of the form that is sent there, as a browser sends them that only opened its page.
    pub(crate) fn fields(&self, action: &str) -> Vec<(String, String)> {
        let form = self
            .body
            .split_once(&format!("action=\"{action}\""))
            .and_then(|(_, form)| form.split_once("</form>"));
        let (form, _) = form.unwrap_or_else(|| panic!("no form {action}: {}", self.body));
        let attribute = |tag: &str, name: &str| {
            let (_, value) = tag.split_once(&format!(" {name}=\""))?;
            value.split('"').next().map(unescaped)
        };
        let (mut fields, mut select) = (Vec::new(), String::new());
        for part in form.split('<') {
            let (tag, text) = part.split_once('>').unwrap_or((part, ""));
            let (name, value) = (attribute(tag, "name"), attribute(tag, "value").unwrap_or_default());
            let sent = !tag.contains("type=\"checkbox\"") || tag.contains(" checked");
            match (tag.split(' ').next().unwrap_or_default(), name) {
                ("input", Some(name)) if sent && name != "csrfmiddlewaretoken" => fields.push((name, value)),
                ("textarea", Some(name)) => fields.push((name, unescaped(text.trim_start_matches('\n')))),
                ("select", Some(name)) => select = name,
                ("option", _) if tag.contains(" selected") => fields.push((select.clone(), value)),
                _ => {}
            }
        }
        fields
    }

    pub(crate) fn cookie(&self, name: &str) -> Option<String> {
        let mut set = self.headers.get_all(header::SET_COOKIE).iter().map(|cookie| cookie.to_str().unwrap());
        let found = set.find_map(|cookie| cookie.strip_prefix(name)?.strip_prefix('=')?.split(';').next());
        found.map(str::to_owned)
    }

    /// Where a redirect leads.
    pub(crate) fn location(&self) -> &str {
        self.headers.get(header::LOCATION).map(|l| l.to_str().unwrap()).unwrap_or_default()
    }
}
