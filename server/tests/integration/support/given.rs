//! What a test begins with, beside its database.

use super::{Site, World};
use sqlx::PgPool;

/// Made of a test's database before the test begins: a parameter of its function.
pub(crate) trait Given: Sized {
    async fn given(pool: &PgPool) -> Self;
}

impl Given for PgPool {
    async fn given(pool: &PgPool) -> Self {
        pool.clone()
    }
}

impl Given for Site {
    async fn given(pool: &PgPool) -> Self {
        Self::new(pool).await
    }
}

/// The one event of a judged database.
impl Given for World {
    async fn given(pool: &PgPool) -> Self {
        Self::demo(pool)
    }
}
