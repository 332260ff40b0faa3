//! `/admin/keys`: the keys that documents are signed and checked with.

use super::{AdminTab, admin_head};
use crate::prelude::*;
use model::signing_key::{KeyLocation, KeyOverview};
use shared::provenance::KeyStatus;

fn pill(status: KeyStatus) -> AnyView {
    match status {
        KeyStatus::Current => view! { <Pill tone=Tone::Good sign=Sign::Check word="Current"/> },
        KeyStatus::Retired => view! { <Pill sign=Sign::Lock word="Retired"/> },
        KeyStatus::Revoked => view! { <Pill tone=Tone::Bad sign=Sign::Cross word="Revoked"/> },
    }
}

pub fn keys_page(found: &KeyOverview) -> AnyView {
    let place = match found.place {
        KeyLocation::Setting => "in the setting EVENHAND_SIGNING_KEY",
        KeyLocation::Folder => "in the file signing.key of the data folder, which only its owner can read",
    };
    let own = found.own.clone();
    let state = if found.signs {
        view! {
            <Notice tone=Tone::Good title="This server signs">
                <p>"Its private key is "{place}". It is in no database, log, bundle or page."</p>
            </Notice>
        }
    } else {
        view! {
            <Notice tone=Tone::Bad title="This server signs nothing">
                <p>"It holds the key "<code>{own}</code>", "{place}". That is not the portal’s current key, so this server can’t publish results or sign records. Give it the current key and restart it, or create a new key as described below."</p>
            </Notice>
        }
    };
    let keys = &found.keys.keys;
    let revoked = keys.iter().filter(|key| key.status == KeyStatus::Revoked);
    let doubtful = each(revoked.map(|key| found.results(key)).filter(|results| !results.is_empty()), doubt);
    let list = if keys.is_empty() {
        view! { <EmptyState title="No key yet" text="The first server to start creates one."/> }
    } else {
        table(found)
    };
    let rotate = match found.place {
        KeyLocation::Setting => view! {
            <p>"Unset EVENHAND_SIGNING_KEY and run "<code>"evenhand key rotate"</code>" on the machine with the data folder. Then set EVENHAND_SIGNING_KEY on every server to the content of the file signing.key."</p>
        },
        KeyLocation::Folder => view! {
            <p>"Run "<code>"evenhand key rotate"</code>" on the machine with the data folder. Servers that use this folder sign with the new key at once, without a restart."</p>
        },
    };
    view! {
        {admin_head(AdminTab::Keys)}
        <div class="manage keys">
            <h1>"Signing keys"</h1>
            {state}
            {doubtful}
            {list}
            <p>"Anyone can check documents with the public keys in "<a href="/.well-known/evenhand-signing-key">"the key set"</a>". To let someone trust a key, tell them its fingerprint in person or by phone, not through this site."</p>
            {section("rotate", "A new key").plain().of(view! {
                {rotate}
                <p>"The old key is kept as retired. What it signed until then stays valid."</p>
            })}
            {section("revoke", "A stolen key").plain().of(view! {
                <p>"Create a new key first, then run "<code>"evenhand key revoke <kid>"</code>". Everything that the revoked key signed becomes invalid, whatever its date. Publish a correction of each event’s results to sign them again, and ask people to save their records again. You can’t undo this."</p>
            })}
        </div>
    }
}

fn table(found: &KeyOverview) -> AnyView {
    let rows = each(&found.keys.keys, |key| {
        let results = found.results(key);
        let time = |at: Option<DateTime<Utc>>| match at {
            Some(at) => view! { <Time at/> },
            None => view! { <span class="quiet">"–"</span> },
        };
        let fingerprint = key.fingerprint();
        let until = key.retired_at.is_none().then_some("cell-blank");
        view! {
            <tr>
                <th scope="row" class="keys-kid">
                    <code>{key.kid.clone()}</code>
                    <span class="keys-fingerprint" aria-label="Fingerprint">{fingerprint}</span>
                </th>
                <td data-label="Status">{pill(key.status)}</td>
                <td data-label="Since">{time(key.created_at)}</td>
                <td data-label="Until" class=until>{time(key.retired_at)}</td>
                <td data-label="Signed the results of" class=results.is_empty().then_some("cell-blank")>{events(results)}</td>
            </tr>
        }
    });
    view! {
        <Table label="Signing keys" stacks=true columns=[text_column("Key and fingerprint"), text_column("Status"), text_column("Since"), text_column("Until"), text_column("Signed the results of")]>{rows}</Table>
    }
}

fn events(results: &[(String, String)]) -> AnyView {
    if results.is_empty() {
        return view! { <span class="quiet">"–"</span> };
    }
    let links = each(results.iter().enumerate(), |(at, (slug, name))| {
        view! { {(at > 0).then_some(", ")}<a href=format!("/events/{slug}/results")>{name.clone()}</a> }
    });
    view! { {links} }
}

/// Warns of public results whose signatures are no longer valid.
fn doubt(results: &[(String, String)]) -> AnyView {
    let title =
        format!("{} signed with a revoked key", words::plural(results.len(), "ranking is", "rankings are"));
    let links = events(results);
    view! {
        <Notice tone=Tone::Warn title>
            <p>"Their signatures are no longer valid. Publish a correction to sign them again: "{links}"."</p>
        </Notice>
    }
}
