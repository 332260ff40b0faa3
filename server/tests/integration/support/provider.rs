//! An OpenID provider whose every answer a test chooses, also those that a real one never gives.

use ::sign_on::ProviderClient;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header;
use axum::routing::{get, post};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ed25519_dalek::{Signer as _, SigningKey};
use sender::Stopper;
use serde_json::{Value, json};
use settings::OidcSettings;
use sqlx::PgPool;
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::JoinHandle;
use store::database::Database;
use tokio::net::TcpListener;

/// What it answers next.
#[derive(Clone)]
pub(crate) struct Answers {
    /// The claims of the ID token; `iss`, `aud`, `exp`, `iat` and `nonce` are filled in where they are missing.
    pub(crate) claims: Value,
    /// The nonce of the attempt.
    pub(crate) nonce: String,
    /// The algorithm that the token names.
    pub(crate) alg: &'static str,
    /// The key that signs the token, and its name; without one where it is empty.
    pub(crate) signed_by: (u8, &'static str),
    /// The keys that it publishes.
    pub(crate) published: Vec<(u8, &'static str)>,
    /// What userinfo says.
    pub(crate) user_info: Value,
    /// The status of everything, where it is not 200.
    pub(crate) status: u16,
    /// It says that its answers name it.
    pub(crate) names_itself: bool,
    /// The forms that came with codes.
    pub(crate) exchanged: Vec<String>,
    /// How often its keys were read.
    pub(crate) keys_read: usize,
}

/// A provider that listens on this machine until the test ends.
#[derive(Clone)]
pub(crate) struct FakeProvider {
    pub(crate) issuer: String,
    answers: Arc<Mutex<Answers>>,
}

impl FakeProvider {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let issuer = format!("http://{}", listener.local_addr().unwrap());
        let answers = Answers {
            claims: json!({}),
            nonce: String::new(),
            alg: "EdDSA",
            signed_by: (1, "one"),
            published: vec![(1, "one")],
            user_info: json!({}),
            status: 200,
            names_itself: false,
            exchanged: Vec::new(),
            keys_read: 0,
        };
        let provider = Self { issuer, answers: Arc::new(Mutex::new(answers)) };
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(configuration))
            .route("/keys", get(keys))
            .route("/token", post(token))
            .route("/me", get(user_info))
            .with_state(provider.clone());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        provider
    }

    /// What it answers next, to be changed.
    pub(crate) fn answers(&self) -> MutexGuard<'_, Answers> {
        self.answers.lock().unwrap()
    }

    /// The flags of a portal that trusts it.
    pub(crate) fn flags(&self) -> Vec<String> {
        let issuer = format!("--oidc-issuer={}", self.issuer);
        [issuer.as_str(), "--oidc-client-id=portal", "--oidc-allow-loopback=on"].map(str::to_owned).to_vec()
    }
}

/// A sender that runs until this is dropped, on a thread of its own as it is in a process of its own.
pub(crate) struct RunningSender(Option<(Stopper, JoinHandle<()>)>);

/// Has a sender ask the provider with this issuer what a portal on this database wants to know.
pub(crate) fn start_sender(pool: &PgPool, issuer: &str) -> RunningSender {
    let settings = OidcSettings {
        issuer: Some(issuer.to_owned()),
        client_id: Some("portal".to_owned()),
        only: false,
        allow_loopback: true,
    };
    let provider = Arc::new(ProviderClient::of_settings(&settings, Some("shared")).unwrap().unwrap());
    let options = (*pool.connect_options()).clone();
    let (stopper, stop) = sender::stop();
    let thread = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let database = Database::on_one_lane(store::connect::pool(options, 4).await.unwrap());
            sender::sign_on::answer(&database, &provider, &stop, false).await.unwrap();
            database.close().await;
        });
    });
    RunningSender(Some((stopper, thread)))
}

impl Drop for RunningSender {
    fn drop(&mut self) {
        if let Some((stopper, thread)) = self.0.take() {
            drop(stopper);
            thread.join().unwrap();
        }
    }
}

type Answered = (StatusCode, [(header::HeaderName, &'static str); 1], String);

fn answer(answers: &Answers, body: &Value) -> Answered {
    let json = [(header::CONTENT_TYPE, "application/json")];
    (StatusCode::from_u16(answers.status).unwrap(), json, body.to_string())
}

async fn configuration(State(provider): State<FakeProvider>) -> Answered {
    let answers = provider.answers().clone();
    let at = |path: &str| format!("{}{path}", provider.issuer);
    let body = json!({
        "issuer": provider.issuer, "authorization_endpoint": at("/auth"), "token_endpoint": at("/token"),
        "userinfo_endpoint": at("/me"), "jwks_uri": at("/keys"), "response_types_supported": ["code"],
        "subject_types_supported": ["public"], "id_token_signing_alg_values_supported": ["EdDSA", "HS256", "none"],
        "authorization_response_iss_parameter_supported": answers.names_itself,
    });
    answer(&answers, &body)
}

async fn keys(State(provider): State<FakeProvider>) -> Answered {
    provider.answers().keys_read += 1;
    let answers = provider.answers().clone();
    let key = |(seed, name): &(u8, &str)| {
        let x = URL_SAFE_NO_PAD.encode(SigningKey::from_bytes(&[*seed; 32]).verifying_key().as_bytes());
        let mut key = json!({ "kty": "OKP", "crv": "Ed25519", "use": "sig", "x": x });
        if !name.is_empty() {
            key["kid"] = json!(name);
        }
        key
    };
    let keys: Vec<Value> = answers.published.iter().map(key).collect();
    answer(&answers, &json!({ "keys": keys }))
}

async fn token(State(provider): State<FakeProvider>, form: String) -> Answered {
    provider.answers().exchanged.push(form);
    let answers = provider.answers().clone();
    let mut claims = answers.claims.clone();
    let usual = json!({
        "iss": provider.issuer, "aud": "portal", "iat": 1_700_000_000, "exp": 4_000_000_000_i64, "nonce": answers.nonce,
    });
    for (name, value) in usual.as_object().unwrap() {
        let claims = claims.as_object_mut().unwrap();
        claims.entry(name).or_insert_with(|| value.clone());
    }
    let (seed, name) = answers.signed_by;
    let encode = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let mut head = json!({ "alg": answers.alg });
    if !name.is_empty() {
        head["kid"] = json!(name);
    }
    let signed = format!("{}.{}", encode(&head), encode(&claims));
    let signature = match answers.alg {
        "EdDSA" => SigningKey::from_bytes(&[seed; 32]).sign(signed.as_bytes()).to_bytes().to_vec(),
        "HS256" => {
            use hmac::{KeyInit as _, Mac as _};
            let mut mac = hmac::Hmac::<sha2::Sha256>::new_from_slice(b"shared").unwrap();
            mac.update(signed.as_bytes());
            mac.finalize().into_bytes().to_vec()
        }
        _ => Vec::new(),
    };
    let token = format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature));
    answer(&answers, &json!({ "access_token": "opaque", "token_type": "Bearer", "id_token": token }))
}

async fn user_info(State(provider): State<FakeProvider>) -> Answered {
    let answers = provider.answers().clone();
    answer(&answers, &answers.user_info)
}
