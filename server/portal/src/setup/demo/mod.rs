//! The demo: four events at four stages, and four people whose passwords and tokens are public. They come
//! in as bundles by the same import as any other, so whatever an import refuses would be refused here. A test decodes their pictures.

mod bundle;
mod evidence;
mod floor;
mod panel;
mod pictures;
mod questions;
mod scores;
mod script;

use crate::account::demo_accounts::DEMO_ACCOUNTS;
use crate::account::hasher::Hasher;
use crate::prelude::*;
use crate::publish::calibrate;
use crate::publish::publish;
use crate::records::signer::Signer;
use crate::setup::import_bundle;
use script::Stage;
use shared::publish::Wish;
use store::{account, demo};

/// Seeds the demo, unless this database has had it already; true where it did. All of it is one transaction,
/// so that a start that was cut short is made good by the next.
/// Errors: a refusal where an event has one of the demo's slugs, or a lost database.
pub async fn seed(database: &Database, hasher: &Hasher, signer: &Signer) -> Outcome<bool> {
    if database.read(async |c| demo::is_seeded(c).await).await? {
        return Ok(false);
    }
    let hash = async |at: usize| hasher.hash(&DEMO_ACCOUNTS[at].password()).await;
    let (first, second, third, fourth) = tokio::try_join!(hash(0), hash(1), hash(2), hash(3))?;
    let hashes = [first, second, third, fourth];
    database.write(async |c| seed_in(c, &hashes, signer).await).await
}

async fn seed_in(conn: &mut Conn, hashes: &[String; 4], signer: &Signer) -> Acted<bool> {
    // Of several processes that start at once, one seeds and the others see that it did.
    demo::lock(conn).await?;
    if demo::is_seeded(conn).await? {
        return Ok(Done::unlogged(false));
    }
    let mut done = Done::unlogged(true);
    let now = demo::now(conn).await?;
    let caller = Caller::shell();
    for stage in Stage::ALL {
        let bundle = bundle::of(stage, now)?;
        let file = bundle.to_json().map_err(Failure::from)?;
        let sent = import_bundle::read_own(&file);
        let call = &mut Call { conn: &mut *conn, caller: &caller, slug: stage.slug() };
        done = done.and(import_bundle::import(call, sent).await?);
        if stage.is_judged() {
            let reading = calibrate::read(call).await?;
            let (reading, found) = calibrate::compute(reading).await?;
            done = done.and(calibrate::keep(call, &reading, &found).await?);
        }
        if stage == Stage::Published {
            let wish = Ok(Wish::default());
            done = done.and(publish::publish(call, wish, signer).await?);
        }
    }
    done = done.and(evidence::seed(&mut Call::of(conn, &caller), now).await?);
    done = done.and(questions::seed(conn).await?);
    let slugs = Stage::ALL.map(|stage| stage.slug().to_owned());
    demo::mark(conn, &slugs).await?;
    for (person, hash) in DEMO_ACCOUNTS.iter().zip(hashes) {
        let id = demo::set_password(conn, person.email, hash).await?;
        account::insert_token(conn, id, "demo", &secrets::hash(&person.token()), (true, false), None).await?;
    }
    Ok(done)
}
