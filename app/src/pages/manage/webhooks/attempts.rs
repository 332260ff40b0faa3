//! What came of a webhook's messages.

use crate::prelude::*;
use model::webhook::ListedAttempt;
use words::webhook as said;

/// What came of it: `200`, `no connection`, …
fn outcome(row: &ListedAttempt) -> AnyView {
    let arrived = row.fault.is_none() && row.status.is_some_and(|status| (200..300).contains(&status));
    let (tone, sign, word) = match (row.started_at, row.status, row.fault) {
        (None, ..) => (Tone::Plain, Sign::Clock, "Waits".to_owned()),
        (_, Some(status), None) if arrived => (Tone::Good, Sign::Check, format!("Arrived ({status})")),
        (_, Some(status), None) => (Tone::Bad, Sign::Cross, format!("Refused ({status})")),
        (_, _, Some(fault)) => (Tone::Bad, Sign::Cross, said::attempt(fault).to_owned()),
        _ => (Tone::Bad, Sign::Cross, "No answer".to_owned()),
    };
    view! { <Pill tone sign word/> }
}

/// The section of the attempts, with a button for each message that can be sent again.
pub(super) fn attempts(rows: &[ListedAttempt], here: &str, enabled: bool) -> AnyView {
    let list = if rows.is_empty() {
        view! { <EmptyState title="Nothing was sent yet" text="Send a test, or wait for something to happen in the event."/> }
    } else {
        let rows: Vec<_> = rows.iter().map(|row| line(row, here, enabled)).collect();
        view! {
            <Table label="Attempts" stacks=true columns=[text_column("What"), text_column("When"), text_column("Result"), act_column("Again")]>{rows}</Table>
        }
    };
    section("attempts", "What was sent").of(view! {
        <p class="quiet small">"The newest 50 attempts. Load the page again for newer ones."</p>
        {list}
    })
}

fn line(row: &ListedAttempt, here: &str, enabled: bool) -> AnyView {
    let which = match row.seq {
        Some(seq) if row.number > 1 => format!("row {seq} of the log, attempt {}", row.number),
        Some(seq) => format!("row {seq} of the log"),
        None => String::new(),
    };
    let when = match row.started_at {
        Some(at) => view! { <Time at/> },
        None => view! { "Not yet" },
    };
    let took =
        row.duration_ms.map(|ms| view! { <br/><small class="quiet">{format!("{ms}\u{a0}ms")}</small> });
    let answer = row.answer.clone().filter(|answer| !answer.is_empty()).map(|answer| {
        view! { <details><summary>"Answer"</summary><pre class="mail-text">{answer}</pre></details> }
    });
    let waits = (row.waits && row.seq.is_some())
        .then(|| view! { <br/><small class="quiet">"Waits to be sent again"</small> });
    let again = row.seq.filter(|_| enabled && row.started_at.is_some()).map(|seq| {
        view! {
            <PostForm action=format!("{here}/again")>
                <input type="hidden" name="seq" value=seq.to_string()/>
                <Button tight=true>"Send again"</Button>
            </PostForm>
        }
    });
    view! {
        <tr>
            <th scope="row">{row.action.clone()}<br/><small class="quiet">{which}</small></th>
            <td data-label="When">{when}{took}</td>
            <td data-label="Result">{outcome(row)}{waits}{answer}</td>
            <td class="cell-act">{again}</td>
        </tr>
    }
}
