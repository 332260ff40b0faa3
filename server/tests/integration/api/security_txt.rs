//! Whom to tell of a security problem.

use crate::prelude::*;

const FILE: &str = "/.well-known/security.txt";

#[database_test]
async fn the_file_exists_where_the_operator_named_a_contact(pool: PgPool, silent: Site) {
    assert_eq!(silent.browser("").get(FILE).await.status, 404);
    let site = Site::with(&pool, &["--security-contact=mailto:security@portal.example"]).await;
    let file = site.browser("").get(FILE).await.is(200);
    assert_eq!(file.headers["content-type"], "text/plain; charset=utf-8");
    assert!(file.body.starts_with("Contact: mailto:security@portal.example\nExpires: 20"), "{}", file.body);
    assert!(
        file.body.ends_with("Canonical: http://portal.example/.well-known/security.txt\n"),
        "{}",
        file.body
    );
}
