-- Whoever opens the link of a sign-up chooses the name and the password of the account. Before, the account took those
-- that were typed at the sign-up, also by somebody who does not have the mailbox. Only the browser in which they were
-- typed need not ask again: it holds a cookie, of which this is the SHA-256. Null: asked again everywhere.
alter table sign_up add browser_hash bytea;
