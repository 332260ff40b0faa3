//! A document for each published Ed25519 vector: the API and the page say of it what the code says natively and in WASM.

use crate::support::Site;
use ::vectors::twins::{self, Twin};
use shared::provenance::{KeySet, verify};
use sqlx::PgPool;

/// The service, with every key of the documents among its own, unsafe ones too.
async fn knowing(pool: &PgPool, twins: &[Twin]) -> (Site, KeySet) {
    let keys = twins::keys(twins);
    for key in &keys.keys {
        sqlx::query("insert into signing_key (kid, x, status, created_at, retired_at) values ($1, $2, 'retired', $3, $4)")
            .bind(&key.kid)
            .bind(&key.x)
            .bind(key.created_at)
            .bind(key.retired_at)
            .execute(pool)
            .await
            .unwrap();
    }
    (Site::with(pool, &["--limits=off"]).await, keys)
}

#[sqlx::test(migrator = "server::store::MIGRATOR")]
async fn the_api_judges_every_vectors_document_as_the_code_does(pool: PgPool) {
    let twins = twins::all();
    let (site, keys) = knowing(&pool, &twins).await;
    let mut holding = 0;
    for Twin { name, document, holds, .. } in &twins {
        let told = site.api("").post_text("/api/verify", document.clone()).await;
        assert_eq!(told.status, 200, "{name}: {}", told.body);
        let native = verify(document.as_bytes(), &keys).answer(None).unwrap();
        assert_eq!(told.json(), serde_json::to_value(&native).unwrap(), "{name}");
        assert_eq!(told.json()["valid"], *holds, "{name}");
        holding += usize::from(*holds);
    }
    assert_eq!((twins.len(), holding), (324, 94));
}
