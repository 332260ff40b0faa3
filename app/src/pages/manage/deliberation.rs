//! `/events/<slug>/manage/deliberation`: the prizes, what somebody has to look at first, what the rules decide, and how the winners are
//! announced.

use crate::pages::manage::calibration::outdated;
use crate::pages::manage::ceremony::{CeremonyPart, ceremony_part};
use crate::pages::manage::duties::{DutiesBoard, duties};
use crate::pages::manage::first_three::{FirstThreeTable, first_three};
use crate::pages::manage::side_by_side::{choose, side_by_side};
use crate::pages::manage::warnings::links;
use crate::prelude::*;
use model::deliberation::SideBySide;

#[derive(Clone, Debug)]
pub struct DeliberationsPage {
    /// The prizes in their order.
    pub prizes: Vec<OutlookRow>,
    /// What somebody has to look at before prizes are given.
    pub exceptions: Vec<ExceptionRow>,
    /// Confirming all others.
    pub confirm: ConfirmAll,
    /// The run that is shown, where another one would say something else by now.
    pub outdated: Option<i32>,
    /// How many prizes were confirmed just now.
    pub confirmed: Option<usize>,
    /// What winners owe; none where results are not provisional.
    pub duties: Option<DutiesBoard>,
    /// The projects that can be laid side by side, in the order of the ranking.
    pub choices: Vec<TickBox>,
    /// Those that are, in place of everything else.
    pub beside: Option<SideBySide>,
    /// Number and name of the prize whose page led to them, which they lead back to.
    pub from_prize: Option<(i64, String)>,
    /// What judges liked best; none where the event does not ask them.
    pub first_three: Option<FirstThreeTable>,
    /// How the winners are announced. Provisional winners are announced already: for them it comes only where it is asked for.
    pub ceremony: Option<CeremonyPart>,
    /// It was asked for, and comes in place of everything else.
    pub asks_ceremony: bool,
}

/// A prize in the list.
#[derive(Clone, Debug)]
pub struct OutlookRow {
    pub id: i64,
    pub name: String,
    /// How its winners are found, in words.
    pub found_by: &'static str,
    /// How far it is, in a sentence.
    pub state: String,
    /// Its winners by the rule and the next ones behind them; empty once they are confirmed.
    pub around: Vec<AroundRow>,
    /// Whether the line between them is sure, in a sentence; empty where there is none.
    pub line: String,
    /// Its winners are confirmed.
    pub decided: bool,
}

/// A project at the last winning place or around it.
#[derive(Clone, Debug)]
pub struct AroundRow {
    pub title: String,
    /// What its rule says of it, and its chance: `rank 3, 62 %`.
    pub what: String,
    /// It wins by the rule.
    pub wins: bool,
}

/// What somebody has to look at before a prize is given.
#[derive(Clone, Debug)]
pub struct ExceptionRow {
    pub prize: i64,
    pub name: String,
    /// What it is, in a sentence.
    pub why: String,
    /// What to do about it: where it leads, and what it is called.
    pub acts: Vec<(String, &'static str)>,
}

/// Confirming all prizes whose rule decides.
#[derive(Clone, Debug)]
pub struct ConfirmAll {
    /// Their names.
    pub prizes: Vec<String>,
    /// Those that are too close to call and wait for nothing else, with who wins each by its rule. They are left out unless they are ticked.
    pub too_close: Vec<TickBox>,
    /// Names what is shown.
    pub digest: String,
    /// The results are public, so each takes a reason of its own.
    pub published: bool,
}

/// The list of prizes. Its form posts to `<path>/confirm` (`digest`, `too_close`).
pub fn deliberations_page(mut model: DeliberationsPage) -> AnyView {
    let slug = this_event().slug;
    let (base, prizes) = (ManageTab::Winners.href(&slug), ManageTab::Prizes.href(&slug));
    let from_prize = model.from_prize.take();
    let choose = choose(std::mem::take(&mut model.choices), &base, from_prize.as_ref().map(|(id, _)| *id));
    // Who compares projects sees nothing else.
    if let Some(beside) = model.beside.take() {
        let (back, label) = match from_prize {
            Some((id, name)) => (format!("{prizes}/{id}"), format!("Back to {name}")),
            None => (base, "Back to all prizes".to_owned()),
        };
        return ManageTab::Winners.page(view! {
            <h1>"Winners"</h1>
            {side_by_side(beside)}
            {choose}
            <p><ButtonLink href=back>{label}</ButtonLink></p>
        });
    }
    let announced = model.duties.is_some();
    let tab = if model.asks_ceremony { ManageTab::Ceremony } else { ManageTab::Winners };
    let ceremony = model.ceremony.take();
    // Who asks for the ceremony sees that alone.
    if model.asks_ceremony && !model.prizes.is_empty() {
        return tab.page(view! {
            <h1>"Ceremony"</h1>
            <ErrorSummary heading="Nothing was saved"/>
            {ceremony.map(|part| ceremony_part(part, "How the winners are announced"))}
            <p><ButtonLink href=base>"Back to all prizes"</ButtonLink></p>
        });
    }
    let way = (announced && !model.prizes.is_empty()).then(|| {
        view! { <p><ButtonLink href=ManageTab::Ceremony.href(&slug)>"Prepare the ceremony"</ButtonLink></p> }
    });
    let confirmed = model.confirmed.map(|n| {
        let title = format!("{} confirmed as the rules say.", plural(n, "prize is", "prizes are"));
        view! { <Notice tone=Tone::Good title/> }
    });
    let outdated = outdated(model.outdated, model.confirm.published);
    let ticks = !model.confirm.too_close.is_empty() && !model.confirm.published;
    let parts = (announced || (ticks && ceremony.is_some())).then(one_part_at_a_time);
    let count = (!model.prizes.is_empty()).then(|| view! { <p>{count_words(&model)}</p> });
    let body = if model.prizes.is_empty() {
        let add = view! { <ButtonLink href=prizes.clone()>"Add a prize"</ButtonLink> };
        view! { <EmptyState title="No prizes" text="Add a prize first. This page then shows ranks, chances and comments for each prize.">{add}</EmptyState> }
    } else {
        prizes_table(model.prizes, &prizes)
    };
    let owed = model.duties.map(|board| duties(board, &base));
    let heading = owed.is_some().then(|| view! { <h2>"Prizes"</h2> });
    tab.page(view! {
            <h1>"Winners"</h1>
            <ErrorSummary heading="Nothing was saved"/>
            {parts}
            {confirmed}
            {outdated}
            {owed}
            {heading}
            <p class="prose">"Open a prize to see who may win it, and to decide. Until the results are published, only organizers who take no part can see these pages."</p>
            {count}
            {exceptions(model.exceptions, &prizes)}
            {confirm_all(model.confirm, &base)}
            {body}
            {choose}
            {model.first_three.map(first_three)}
            {ceremony.map(|part| ceremony_part(part, "Ceremony"))}
            {way}
    })
}

/// `6 prizes: 2 have their winners, 3 can be confirmed by their rules and 1 needs a look first.`
fn count_words(model: &DeliberationsPage) -> String {
    let decided = model.prizes.iter().filter(|prize| prize.decided).count();
    let sure = model.confirm.prizes.len();
    let needs = model.prizes.len().saturating_sub(decided + sure);
    let parts = [
        (decided, plural(decided, "has its winners", "have their winners")),
        (sure, plural(sure, "can be confirmed by its rule", "can be confirmed by their rules")),
        (needs, plural(needs, "needs a look first", "need a look first")),
    ];
    let parts: Vec<String> = parts.into_iter().filter(|(n, _)| *n > 0).map(|(_, words)| words).collect();
    format!("{}: {}.", plural(model.prizes.len(), "prize", "prizes"), and_list(&parts))
}

/// What needs somebody, each with its act: once for all prizes of which the same is so.
fn exceptions(rows: Vec<ExceptionRow>, base: &str) -> AnyView {
    if rows.is_empty() {
        return view! {};
    }
    let mut groups: Vec<(ExceptionRow, Vec<(String, String)>)> = Vec::new();
    for row in rows {
        let prize = (format!("{base}/{}", row.prize), row.name.clone());
        let same = groups.iter_mut().find(|(first, _)| (&first.why, &first.acts) == (&row.why, &row.acts));
        match same {
            Some((_, prizes)) => prizes.push(prize),
            None => groups.push((row, vec![prize])),
        }
    }
    let items = each(groups, |(row, prizes)| {
        let acts = each(row.acts.into_iter().enumerate(), |(nth, (href, label))| {
            let before = if nth == 0 { " " } else { " · " };
            view! { {before}<a href=href>{label}</a> }
        });
        view! {
            <li class="manage-matters-weighty">
                <Icon sign=Sign::Alert/>
                <p><b>{links(&prizes)}</b>": "{row.why}{acts}</p>
            </li>
        }
    });
    section("needs", "Look at these first").of(view! {
            <ul class="manage-matters">{items}</ul>
    })
}

fn confirm_all(model: ConfirmAll, base: &str) -> AnyView {
    let (n, left_out) = (model.prizes.len(), model.too_close.len());
    if n == 0 && (left_out == 0 || model.published) {
        return view! {};
    }
    let act = if model.published {
        view! { <Notice tone=Tone::Note title="The results are public. Open each prize and confirm its winners with a reason that everyone reads."/> }
    } else {
        let and_ticked = if left_out > 0 { ", and those that are ticked" } else { "" };
        let verb = match n {
            0 => "Confirm those that are ticked".to_owned(),
            1 => format!("Confirm 1 prize by its rule{and_ticked}"),
            n => format!("Confirm {n} prizes by their rules{and_ticked}"),
        };
        view! {
            <PostForm action=format!("{base}/confirm") class="form" fresh=true>
                <input type="hidden" name="digest" value=model.digest/>
                {(left_out > 0).then(|| close_calls(model.too_close))}
                <Button kind=Kind::Main hint="The winners stay hidden until you publish the results. You can still change them.">{verb}</Button>
            </PostForm>
        }
    };
    let named = (n > 0).then(|| view! { <p>{and_list(&model.prizes)}</p> });
    section("by-rule", "Decided by their rules").of(view! {
            {named}
            {act}
    })
}

/// The boxes of the prizes that are left out.
fn close_calls(prizes: Vec<TickBox>) -> AnyView {
    let left_out = plural(
        prizes.len(),
        "prize is left out, because it is too close to call",
        "prizes are left out, because they are too close to call",
    );
    view! {
        <fieldset>
            <legend>{left_out}</legend>
            <p class="field-hint">"Tick a prize to confirm its winners by its rule."</p>
            {boxes_error("too_close")}
            {tick_boxes("too_close", prizes)}
        </fieldset>
    }
}

fn prizes_table(prizes: Vec<OutlookRow>, base: &str) -> AnyView {
    // Where all are decided, or none can be yet, there is no line.
    let lines = prizes.iter().any(|prize| !prize.around.is_empty() || !prize.line.is_empty());
    let rows = each(prizes, |prize| {
        let decided =
            prize.decided.then(|| view! { <Pill tone=Tone::Good sign=Sign::Check word="decided"/> });
        let blank = (prize.around.is_empty() && prize.line.is_empty()).then_some("cell-blank");
        // On a phone the next cell names the winners in bold, and what is wrong with them is said above the table.
        let told = (!prize.around.is_empty()).then_some("cell-blank");
        let line = (!prize.line.is_empty()).then(|| view! { <p class="quiet small">{prize.line}</p> });
        let around = lines.then(|| {
            view! { <td data-label="Around the line" class=blank>{each(prize.around, around_row)}{line}</td> }
        });
        view! {
            <tr>
                <th scope="row"><a href=format!("{base}/{}", prize.id)>{prize.name}</a></th>
                <td data-label="Found by">{prize.found_by}</td>
                <td data-label="So far" class=told>{prize.state}</td>
                {around}
                <td class="cell-act">{decided}</td>
            </tr>
        }
    });
    view! {
        <div class="manage-short-cells">
            <Table label="Prizes" stacks=true columns=[text_column("Prize"), text_column("Winners found by"), text_column("So far"), text_column("Around the line").when(lines), act_column(unseen("State"))]>{rows}</Table>
        </div>
    }
}

fn around_row(row: AroundRow) -> AnyView {
    let what = format!(", {}", row.what);
    if row.wins {
        view! { <p><strong>{row.title}</strong>{what}</p> }
    } else {
        view! { <p class="quiet">{row.title}{what}</p> }
    }
}
