//! What waits to leave the portal, counted for monitoring.

use crate::prelude::*;

/// The counts. Each is of an index, or of the few rows of `webhook`.
pub async fn read(conn: &mut Conn) -> Outcome<Backlog> {
    row!(
        conn,
        Backlog,
        r#"select (select count(*) from mail_outbox where sent_at is null and failed_at is null) as "mails_waiting!",
                  (select count(*) from mail_outbox where failed_at is not null) as "mails_failed!",
                  (select coalesce(sum(h.seq - w.cursor), 0)::bigint from webhook w join audit_head h on h.chain = w.chain
                   where w.enabled) as "webhook_rows!",
                  (select count(*) from webhook_retry r join webhook w on w.id = r.webhook_id and w.enabled)
                      as "webhook_retries!",
                  (select count(*) from webhook where not enabled and disabled_reason in ('gone', 'failing'))
                      as "webhooks_off!""#
    )
}
