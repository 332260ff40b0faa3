//! How the winners are announced in the hall: a part of the page of winners.

use crate::prelude::*;

#[derive(Clone, Debug, Default)]
pub struct CeremonyPart {
    /// The prizes in the order of the ceremony.
    pub prizes: Vec<CeremonyRow>,
    /// Each reveal shows how certain the place is.
    pub intervals: bool,
    /// The ceremony ends with the ranking.
    pub full_ranking: bool,
    /// The version that the form was made from; 0 before anything was saved.
    pub version: String,
    /// There is a saved one.
    pub set_up: bool,
    /// What is newer than the saved ceremony, in sentences.
    pub news: Vec<String>,
    /// What another organizer saved while this one edited.
    pub theirs: Option<String>,
    /// When the results were published; none before.
    pub published_at: Option<DateTime<Utc>>,
    /// It is over as far as anybody knows, or some winners are not confirmed yet, and nobody asked for it.
    pub folded: bool,
}

#[derive(Clone, Debug)]
pub struct CeremonyRow {
    pub id: i64,
    pub name: String,
    /// The confirmed winners, those who share a place together.
    pub won: Vec<Vec<String>>,
    /// When in the ceremony, as typed or stored.
    pub turn: String,
    /// All winners are named in one step.
    pub at_once: bool,
    /// The winners follow the ranking, and were confirmed before the latest run.
    pub before_run: bool,
}

/// The section under this heading; nothing where there are no prizes. Its form posts to `ceremony`.
pub(super) fn ceremony_part(model: CeremonyPart, heading: &'static str) -> AnyView {
    if model.prizes.is_empty() {
        return view! {};
    }
    let manage = format!("/events/{}/manage", this_event().slug);
    let here = format!("{manage}/ceremony");
    let theirs = model.theirs.map(|theirs| {
        view! {
            <Notice tone=Tone::Warn title="Another organizer changed the ceremony while you edited">
                <p>"It is now: "{theirs}" Your version is in the form. Save again to replace theirs."</p>
            </Notice>
        }
    });
    let (folded, older) = (model.folded, older(&model.prizes, &manage));
    // Before the publication, who won is to be checked whether or not the ceremony is in view.
    let (above, within) = if folded && model.published_at.is_none() { (older, None) } else { (None, older) };
    let some = model.prizes.iter().any(|prize| !prize.won.is_empty());
    // Once it is saved and nothing is newer, the next act is to open it. Before any winner is confirmed, it is to confirm them.
    let ready = model.set_up && some && model.news.is_empty();
    let save = if ready || !some { Kind::Quiet } else { Kind::Main };
    let open = opening(&here, model.set_up, some, model.news);
    let reveals = model.prizes.iter().any(has_several);
    let rows: Vec<_> = model.prizes.into_iter().map(|prize| row(prize, &manage, reveals)).collect();
    let parts = view! {
        <p class="prose">"Announce the winners in the hall. A page for the projector reveals one prize after the other."</p>
        {theirs}
        {within}
        <PostForm action=here.clone() class="stack" fresh=true>
            <input type="hidden" name="version" value=model.version/>
            <Table label="Order of the prizes" stacks=true columns=[text_column("Turn"), text_column("Prize"), text_column("Confirmed winners"), text_column("Reveal").when(reveals)]>{rows}</Table>
            <Check name="intervals" label="Show how certain each place is" hint="For prizes by rank: the 90\u{a0}% interval and the range of ranks." checked=model.intervals/>
            <Check name="full_ranking" label="End with the ranking" hint="Up to the first 80 places, from the last of them to the first." checked=model.full_ranking/>
            <p><Button kind=save>"Save ceremony"</Button></p>
        </PostForm>
        {open}
        {keys()}
        {after(&manage, model.published_at)}
    };
    if folded {
        let fold = disclosure(view! { <h2 id="ceremony">{heading}</h2> }).of(view! {
            <div class="stack">{parts}</div>
        });
        return view! { {above}{fold} };
    }
    section("ceremony", heading).of(parts)
}

/// Whether several win a prize, so that they can be revealed one by one or all at once.
fn has_several(prize: &CeremonyRow) -> bool {
    prize.won.iter().map(Vec::len).sum::<usize>() > 1
}

/// `reveals`: the table has a column that says how the winners are revealed.
fn row(prize: CeremonyRow, manage: &str, reveals: bool) -> AnyView {
    let field = format!("turn-{}", prize.id);
    let error = refused(&field);
    let invalid = (!error.is_empty()).then_some("true");
    let described = invalid.map(|_| format!("{field}-error"));
    let error = (!error.is_empty())
        .then(|| view! { <p class="field-error" id=format!("{field}-error")><span>{error}</span></p> });
    let several = has_several(&prize);
    let won = each(
        prize.won.iter(),
        |place| view! { <li>{words::and_list(place)}{(place.len() > 1).then_some(", together")}</li> },
    );
    let won = if won.is_empty() {
        view! { <span class="quiet">"Not confirmed, so left out"</span> }
    } else {
        view! { <ol>{won}</ol> }
    };
    let at_once = several.then(|| {
        view! { <Check name="at_once" value=prize.id.to_string() label="All at once" checked=prize.at_once/> }
    });
    let reveal = reveals.then(|| view! { <td data-label=several.then_some("Reveal")>{at_once}</td> });
    view! {
        <tr>
            <td data-label="Turn">
                {error}
                <input class="manage-turn" type="number" min="1" id=field.clone() name=field value=prize.turn aria-label=format!("Turn of {}", prize.name) aria-invalid=invalid aria-describedby=described/>
            </td>
            <th scope="row"><a href=format!("{manage}/prizes/{}", prize.id)>{prize.name}</a></th>
            <td data-label="Winners">{won}</td>
            {reveal}
        </tr>
    }
}

/// What an organizer should settle before people sit in the hall.
fn older(prizes: &[CeremonyRow], manage: &str) -> Option<AnyView> {
    let older: Vec<&CeremonyRow> = prizes.iter().filter(|prize| prize.before_run).collect();
    if older.is_empty() {
        return None;
    }
    let title = format!(
        "{} decided before the latest run",
        words::plural(older.len(), "prize by rank was", "prizes by rank were")
    );
    let links = each(older, |prize| {
        view! { <li><a href=format!("{manage}/prizes/{}", prize.id)>{prize.name.clone()}</a></li> }
    });
    Some(view! {
        <Notice tone=Tone::Warn title><p>"The ranking may have changed since. Check who won."</p><ul>{links}</ul></Notice>
    })
}

/// The ways to the projector.
fn opening(here: &str, set_up: bool, some: bool, news: Vec<String>) -> AnyView {
    let body = match (set_up, some) {
        (_, false) => {
            view! { <p class="quiet">"There is nothing to reveal yet. Confirm the winners of a prize first."</p> }
        }
        (false, true) => {
            view! { <p class="quiet">"Save the ceremony first. Then open it on the projector."</p> }
        }
        (true, true) => {
            let stale = !news.is_empty();
            let kind = if stale { Kind::Quiet } else { Kind::Main };
            let (show, label) = if stale {
                (format!("{here}/show?step=0"), "Open it anyway")
            } else {
                (format!("{here}/show"), "Open on the projector")
            };
            let news = each(news, |news| view! { <li>{news}</li> });
            let news = stale.then(|| {
                view! {
                    <Notice tone=Tone::Warn title="Something changed after this ceremony was saved">
                        <ul>{news}</ul>
                        <p>"Look at the winners, then save the ceremony again."</p>
                    </Notice>
                }
            });
            view! {
                {news}
                <p class="row"><ButtonLink href=show kind>{label}</ButtonLink><ButtonLink href=format!("{here}/show?step=0&view=notes")>"Open the presenter’s notes"</ButtonLink></p>
            }
        }
    };
    subsection("open", "Open it").id("news").of(body)
}

fn keys() -> AnyView {
    disclosure("In the hall: keys, notes, and what works without a network").of(view! {
        <ul class="prose">
            <li>"Open the page before people come in. It then works without a network. Don’t reload it: that needs the network again."</li>
            <li>"Space, the arrow keys, Page Up and Page Down move forward and back. So do presenter remotes, clicks and taps. Home and End go to the start and the end."</li>
            <li>"B blanks the screen. F switches to full screen. Escape leads back here."</li>
            <li>"The presenter’s notes show what comes next. Open them in a second window on the same computer, or sign in on a phone and open them there: its buttons move the projector, which keeps its own keys. That needs scripting."</li>
            <li>"Without scripting, a link leads to each step, and each step needs the network."</li>
        </ul>
    })
}

/// What follows the ceremony.
fn after(manage: &str, published_at: Option<DateTime<Utc>>) -> AnyView {
    match published_at {
        Some(at) => view! { <p>"The results and the winners are public since "<Time at/>"."</p> },
        None => view! {
            <p>"After the ceremony, publish. Until then nobody can look up what was announced."</p>
            <p><ButtonLink href=format!("{manage}/calibration/publish")>"Publish the results"</ButtonLink></p>
        },
    }
}
