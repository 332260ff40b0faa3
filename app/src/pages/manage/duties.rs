//! On the page of the winners: what they owe while results are provisional, who is next in line, and making the results final.

use super::second_organizer::second_organizer_hint;
use crate::pages::team::duty_words;
use crate::prelude::*;
use model::publication::{Duties, NextInLine, WinnerDuty};
use model::run::title_among;
use shared::text;

/// What winners owe.
#[derive(Clone, Debug)]
pub struct DutiesBoard {
    pub found: Duties,
    pub now: DateTime<Utc>,
    pub titles: BTreeMap<ProjectId, String>,
    pub longest: usize,
}

/// The section. Its forms post to `<path>/tick`, `<path>/refuse` and `<path>/final`, and to the award of a prize.
pub(super) fn duties(board: DutiesBoard, base: &str) -> AnyView {
    let Duties { until, next_until, owed, next, refused } = &board.found;
    let may = refused.is_none();
    let missing = owed.iter().filter(|duty| duty.shown != Some(true)).count();
    let things = words::plural(missing, "thing is", "things are");
    let ended = (*until <= board.now)
        .then_some(" That time has passed. Nothing happens by itself: you decide what follows.");
    // Without this, the next winner would be told of a day that has passed.
    let longer = ended.is_some() && may && next.iter().any(|next| !next.next.is_empty());
    let longer = longer.then(|| {
        view! { " If you give a prize to the next in line, all winners have until "<Time at=*next_until/>"." }
    });
    let next = each(next.iter().filter(|_| may), |next| next_in_line(next, &board));
    let confirm = may.then(|| {
        if missing > 0 {
            return view! { <p class="quiet">{format!("{things} missing. You can make the results final once nothing is missing.")}</p> };
        }
        // All is shown, so somebody is next only for a prize of a repeat.
        if !board.found.next.is_empty() {
            return view! { <p class="quiet">"You can make the results final when no winner is flagged as a repeat."</p> };
        }
        view! {
            <PostForm action=format!("{base}/final") class="form">
                {second_organizer_hint(None)}
                <Button kind=Kind::Main hint="This publishes the same ranking and winners once more, signed as final. You can’t undo it.">"Make the results final"</Button>
            </PostForm>
        }
    });
    let forms = match refused {
        Some(why) => view! { {list(owed)}<Notice tone=Tone::Note title=words::refusal(why)/> },
        None if owed.is_empty() => view! { <p class="quiet">"No prize has a confirmed winner."</p> },
        None => view! { {tick(owed, base)}{refuse(owed, base)} },
    };
    section("duties", "What winners owe").of(view! {
        <p class="prose">"The results are provisional. Winners have until "<Time at=*until/>"."{ended}{longer}</p>
        {forms}
        {next}
        {confirm}
    })
}

/// The boxes. A box that was ticked as the page was drawn is named, so that others’ ticks stay.
fn tick(owed: &[WinnerDuty], base: &str) -> AnyView {
    let one = |of: &WinnerDuty| {
        let (value, shown) = (value(of), of.shown == Some(true));
        let was = shown.then(|| view! { <input type="hidden" name="was" value=value.clone()/> });
        let hint = if of.shown == Some(false) { format!("Refused: {}", of.reason) } else { String::new() };
        view! { {was}<Check name="met" value label=of.duty.clone() checked=shown hint/> }
    };
    let winners = each(owed.chunk_by(|one, next| one.project == next.project), |of| {
        let boxes: Vec<_> = of.iter().map(one).collect();
        view! { <fieldset class="stack"><legend>{of.first().map(winner)}</legend>{boxes}</fieldset> }
    });
    view! {
        <PostForm action=format!("{base}/tick") class="form" fresh=true>
            <p>"Tick what each winner has shown."</p>
            {winners}
            <Button>"Save ticks"</Button>
        </PostForm>
    }
}

fn refuse(owed: &[WinnerDuty], base: &str) -> AnyView {
    let [duty, reason] = ["duty", "reason"].map(typed_into);
    let open = [&duty, &reason, &refused("duty"), &refused("reason")].iter().any(|said| !said.is_empty());
    let choices = owed.iter().filter(|of| of.shown != Some(true)).map(|of| Choice::new(value(of), label(of)));
    let choices: Vec<_> = std::iter::once(Choice::new("", "Choose")).chain(choices).collect();
    disclosure("Refuse what a winner has shown").open(open).of(view! {
        <PostForm action=format!("{base}/refuse") class="form" fresh=true>
            <Select name="duty" label="What" choices value=duty/>
            <Area name="reason" label="Why" rows=2 limit=text::SUMMARY value=reason hint="The team reads it in a notice and a mail. The prize stays with the team until you confirm the next in line."/>
            <Button>"Refuse it"</Button>
        </PostForm>
    })
}

/// The same without forms.
fn list(owed: &[WinnerDuty]) -> AnyView {
    let lines = each(owed.iter(), |of| view! { <li>{label(of)}" ("{duty_words(of.shown)}")"</li> });
    view! { <ul>{lines}</ul> }
}

fn value(of: &WinnerDuty) -> String {
    format!("{}-{}", of.project, of.number)
}

fn winner(of: &WinnerDuty) -> String {
    words::joined(&[&of.title, words::other_team(&of.team, &of.title)], " by ")
}

fn label(of: &WinnerDuty) -> String {
    format!("{}: {}", winner(of), of.duty)
}

/// Confirms the next in line by the form of the prize. Where nobody is, an organizer chooses, or the place stays empty.
fn next_in_line(row: &NextInLine, board: &DutiesBoard) -> AnyView {
    let title = |id: &ProjectId| title_among(&board.titles, *id);
    let titles = |ids: &[ProjectId]| words::and_list(&ids.iter().map(title).collect::<Vec<_>>());
    let prize = format!("{}/{}", ManageTab::Prizes.href(&this_event().slug), row.prize);
    let (refused, quoted) = (titles(&row.refused), words::quoted(std::slice::from_ref(&row.name)));
    let name = row.name.clone();
    let lost = format!("an organizer refused something that {refused} showed, or flagged it as a repeat");
    if row.next.is_empty() {
        let said = format!(": {lost}. The rule names no project as the next in line.");
        return view! {
            <p><b>{name}</b>{said}" "<a href=format!("{prize}#winners-title")>"Choose the winners"</a></p>
            {disclosure("Leave the place empty").of(view! {
                {give(row, board, &prize, format!("Take {quoted} from {refused}"))}
            })}
        };
    }
    let next = titles(&row.next);
    let form = give(row, board, &prize, format!("Give {quoted} to {next}"));
    view! { <p><b>{name}</b>{format!(": {lost}. By the rule, {next} would win instead.")}</p>{form} }
}

/// The form of the prize with these winners, and the reason. Without a winner, nobody has it.
fn give(row: &NextInLine, board: &DutiesBoard, prize: &str, verb: String) -> AnyView {
    let nobody = row.winners.is_empty().then(|| view! { <input type="hidden" name="winner" value=""/> });
    let winners = each(row.winners.iter().enumerate(), |(at, id)| {
        let name = if at == 0 { "winner".to_owned() } else { format!("winner-{}", at + 1) };
        view! { <input type="hidden" name=name value=id.to_string()/> }
    });
    let confirmed =
        row.seen.awarded_at.map(|at| view! { <input type="hidden" name="confirmed" value=at.to_rfc3339()/> });
    let id = format!("reason-{}", row.prize);
    let (version, longest) = (row.seen.version.to_string(), board.longest.to_string());
    view! {
        <PostForm action=format!("{prize}/award") class="form" fresh=true>
            <input type="hidden" name="version" value=version/>
            {confirmed}
            {nobody}
            {winners}
            <div class="field">
                <label for=id.clone()>"Why, for everyone to read"</label>
                <textarea id=id name="reason" rows="2" maxlength=longest dir="auto">{typed("")}</textarea>
            </div>
            {second_organizer_hint(None)}
            <Button>{verb}</Button>
        </PostForm>
    }
}
