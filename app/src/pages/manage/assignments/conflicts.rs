//! Conflicts of interest, a part of the page of who reviews what: those that the portal suggests, and declared ones.

use crate::components::long_lists::{FIRST, first_few_beyond};
use crate::prelude::*;
use model::conflict::Conflict;
use std::collections::BTreeSet;
use words::plan::{conflict_kind, conflict_source};

#[derive(Clone, Debug)]
pub struct ConflictsPart {
    /// They were asked for, beyond what the portal suggests.
    pub open: bool,
    /// Declared conflicts, by judge; of one judge where one is chosen.
    pub conflicts: Vec<DeclaredConflict>,
    /// The judge whose conflicts are shown; empty for all.
    pub of_judge: String,
    /// What the portal suggests, by why.
    pub suggestions: Vec<SuggestionGroup>,
    /// To be confirmed before what was sent is declared.
    pub question: Option<ReviewsQuestion>,
    pub judges: Vec<Choice>,
    pub projects: Vec<Choice>,
    pub kinds: Vec<Choice>,
    /// `Ok` if conflicts can change, or the sentence why not.
    pub may: Result<(), String>,
}

/// To declare so many pairs would take so many submitted reviews out of the count.
#[derive(Clone, Copy, Debug)]
pub struct ReviewsQuestion {
    pub pairs: usize,
    pub reviews: usize,
}

/// A declared conflict, and the form that takes it back.
#[derive(Clone, Debug)]
pub struct DeclaredConflict {
    pub conflict: Conflict,
    /// The field of why it is taken back, where that needs a reason.
    pub lift: Option<String>,
}

/// Suggestions with the same reason.
#[derive(Clone, Debug)]
pub struct SuggestionGroup {
    /// Why, in a sentence.
    pub why: String,
    /// The same, as a form names it.
    pub because: String,
    /// Names the pairs.
    pub seen: String,
    /// There may be more: they are as many as one domain suggests at once.
    pub cut: bool,
    /// The pairs: judge, project, and their names.
    pub pairs: Vec<(i64, i64, String, String)>,
}

/// What the portal suggests; where they were asked for, also what is declared, and the form. Its forms post to `conflicts/settle`,
/// `/withdraw` and `/declare`.
pub(super) fn conflicts_part(model: &ConflictsPart) -> AnyView {
    let here = format!("{}/conflicts", ManageTab::Assignments.href(&this_event().slug));
    let may = model.may.is_ok();
    let note = model.may.clone().err().map(|sentence| view! { <Notice tone=Tone::Note title=sentence/> });
    let suggested = (!model.suggestions.is_empty()).then(|| {
        let groups: Vec<_> =
            model.suggestions.iter().map(|group| suggestion(&here, group, may)).collect();
        let many = model.suggestions.iter().any(|group| group.pairs.len() > OPEN);
        let many = many.then_some(" Where most people share a school or an employer, dismiss all its pairs at once.");
        section("suggestions", "Possible conflicts of interest").plain().of(view! {
            {model.question.map(|asked| question(&here, asked))}
            <p class="prose">"The portal found these pairs. They count only once you declare them. A judge who has such a project is then recused from it, and a submitted review no longer counts. What you dismiss is not suggested again."{many}</p>
            {groups}
        })
    });
    if !model.open {
        return view! { {suggested} };
    }
    let all = section("conflicts", "Conflicts of interest").of(view! {
        <p class="prose">"A judge never gets a project with a declared conflict. A judge who already has it is recused from it. A conflict that a list of projects brought is removed only with a reason. Until then, an organizer whom a list names on a team takes part in the event. Judges see their own conflicts, but only organizers read the reasons."</p>
        {note}
        {declared(&here, model, may)}
        {may.then(|| form(&here, model))}
    });
    view! { {suggested}{all} }
}

/// Declares what was sent, and confirms the number of reviews. What was ticked, or the reason, comes along.
fn question(here: &str, asked: ReviewsQuestion) -> AnyView {
    let typed = forms().typed;
    let sent = typed.iter().filter(|(name, _)| ["pair", "because", "seen"].contains(name));
    let sent = each(sent, |(name, value)| {
        let (name, value) = (name.to_owned(), value.to_owned());
        view! { <input type="hidden" name=name value=value/> }
    });
    let consequence =
        plural(asked.reviews, "submitted review no longer counts.", "submitted reviews no longer count.");
    let declare = format!("Declare {}", plural(asked.pairs, "conflict of interest", "conflicts of interest"));
    view! {
        <PostForm action=format!("{here}/settle") class="form">
            {sent}
            <input type="hidden" name="reviews" value=asked.reviews.to_string()/>
            <p class="prose"><strong>{consequence}</strong></p>
            <Button name="conflict" value="yes" kind=Kind::Danger>{declare}</Button>
        </PostForm>
    }
}

/// Most pairs that are listed: more would make the page slow.
const SHOWN: usize = 200;
/// Most pairs of one reason that are listed unfolded. More are settled by one act.
const OPEN: usize = 6;

fn suggestion(here: &str, group: &SuggestionGroup, may: bool) -> AnyView {
    let number = group.pairs.len();
    let first = (number > SHOWN)
        .then(|| view! { <p class="quiet">{format!("These are the first {SHOWN}. The others follow once these are settled.")}</p> });
    let shown = || group.pairs.iter().take(SHOWN).map(|pair| (format!("{}-{}", pair.0, pair.1), pair));
    let typed = forms().typed;
    let ticked: BTreeSet<&str> = typed.all("pair").collect();
    let sent = shown().any(|(pair, _)| ticked.contains(pair.as_str()));
    let items = each(shown(), |(pair, (_, _, name, title))| {
        let checked = !sent || ticked.contains(pair.as_str());
        view! { <li><label class="check"><input type="checkbox" name="pair" value=pair checked=checked/><span>{name.clone()}" and "{title.clone()}</span></label></li> }
    });
    let buttons = may.then(|| {
        view! {
            <div class="row">
                <Button name="conflict" value="yes">"Declare those ticked"</Button>
                <Button name="conflict" value="no">"Dismiss those ticked"</Button>
            </div>
        }
    });
    let title = format!("{}: {}", group.why, words::plural(number, "pair", "pairs"));
    let list = disclosure(title).open(number <= OPEN || sent).of(view! {
        <PostForm action=format!("{here}/settle") class="form">
            {first}
            <ul class="link-columns">{items}</ul>
            {buttons}
        </PostForm>
    });
    let all = (may && number > OPEN).then(|| all_of(here, group));
    let cut = group.cut.then(|| {
        let most = words::thousands(number);
        view! { <p class="quiet">{format!("At most {most} pairs of one domain are suggested at once. Others follow once these are settled.")}</p> }
    });
    view! { <div class="stack">{list}{cut}{all}</div> }
}

/// Settles all pairs of a reason, those that are not listed among them.
fn all_of(here: &str, group: &SuggestionGroup) -> AnyView {
    let number = plural(group.pairs.len(), "pair", "pairs");
    let label = |verb: &str| {
        let (label, of) = (format!("{verb} all {number}"), format!(": {}", group.why));
        view! { {label}<span class="sr-only">{of}</span> }
    };
    let (declare, dismiss) = (label("Declare"), label("Dismiss"));
    let (because, seen) = (group.because.clone(), group.seen.clone());
    view! {
        <PostForm action=format!("{here}/settle") class="row">
            <input type="hidden" name="because" value=because/>
            <input type="hidden" name="seen" value=seen/>
            <Button name="conflict" value="yes">{declare}</Button>
            <Button name="conflict" value="no">{dismiss}</Button>
        </PostForm>
    }
}

/// The choice of a judge, where conflicts are too many to show.
fn of_judge(model: &ConflictsPart) -> AnyView {
    let said = words::plural(model.conflicts.len(), "conflict", "conflicts");
    let more = if model.conflicts.len() > SHOWN {
        format!("{said}. These are the first {SHOWN}. Choose a judge to see theirs.")
    } else {
        format!("{said}.")
    };
    let choices: Vec<Choice> = std::iter::once(Choice::new("", "All judges"))
        .chain(model.judges.iter().filter(|choice| !choice.value.is_empty()).cloned())
        .collect();
    view! {
        <search>
            <form class="row manage-choice" action=ManageTab::Assignments.href(&this_event().slug)>
                <input type="hidden" name="conflicts" value=""/>
                <Select name="of" label="Conflicts of" choices value=model.of_judge.clone() short=true/>
                <Button>"Show"</Button>
            </form>
            <p class="quiet">{more}</p>
        </search>
    }
}

fn declared(here: &str, model: &ConflictsPart, may: bool) -> AnyView {
    let many = model.conflicts.len() > SHOWN || !model.of_judge.is_empty();
    let choose = many.then(|| of_judge(model));
    if model.conflicts.is_empty() && !many {
        return view! { <EmptyState title="No conflicts declared" text="Judges declare their own before judging, and with one tap on a project."/> };
    }
    // None of them waits for somebody. What was refused is in view, and so are the first where a judge is chosen.
    let wrong =
        |declared: &DeclaredConflict| declared.lift.as_ref().is_some_and(|name| !refused(name).is_empty());
    let mut conflicts: Vec<&DeclaredConflict> = model.conflicts.iter().collect();
    conflicts.sort_by_key(|declared| !wrong(declared));
    let first = if model.of_judge.is_empty() { 0 } else { FIRST };
    let few = first.max(conflicts.iter().filter(|declared| wrong(declared)).count());
    let rows = each(conflicts.into_iter().take(SHOWN), |DeclaredConflict { conflict: row, lift }| {
        let by = row.by.as_ref().filter(|by| !by.is_empty()).map(|by| format!(", {by}"));
        let reason = (!row.reason.is_empty())
            .then(|| view! { <br/><small class="quiet">{row.reason.clone()}</small> });
        let since = row.since.map(|at| view! { <br/><small class="quiet"><Time at=at/></small> });
        let act = may.then(|| {
            let of = format!(" of {} with {}", row.judge_name, row.title);
            let (judge, project) = (row.judge.to_string(), row.project.to_string());
            let lift = lift.clone().map(|name| {
                let value = typed_into(&name);
                view! { <Field name label="Why the list is wrong" value/> }
            });
            view! {
                <PostForm action=format!("{here}/withdraw")>
                    <input type="hidden" name="judge" value=judge/>
                    <input type="hidden" name="project" value=project/>
                    {lift}
                    <Button tight=true>"Remove"<span class="sr-only">" the conflict"{of}</span></Button>
                </PostForm>
            }
        });
        view! {
            <tr>
                <th scope="row">{row.judge_name.clone()}</th>
                <td data-label="Project">{row.title.clone()}</td>
                <td data-label="Kind">{conflict_kind(row.kind)}{reason}</td>
                <td data-label="Declared">{conflict_source(row.source)}{by}{since}</td>
                <td class="cell-act">{act}</td>
            </tr>
        }
    });
    let names = ("Declared conflicts", "Other declared conflicts");
    let counted = ("declared conflict", "declared conflicts");
    let table = |label: &'static str, rows: Vec<AnyView>| {
        view! {
            <Table label stacks=true columns=[text_column("Person"), text_column("Project"), text_column("Kind"), text_column("Declared"), act_column(unseen("Acts"))]>{rows}</Table>
        }
    };
    // On a phone a conflict is a card, and the form comes below them.
    let list = first_few_beyond(FIRST, rows, few, names, counted, table);
    subsection("declared", "Declared").plain().of(view! { {choose} {list} })
}

fn form(here: &str, model: &ConflictsPart) -> AnyView {
    let (judges, projects, kinds) = (model.judges.clone(), model.projects.clone(), model.kinds.clone());
    subsection("declare", "Declare a conflict").plain().of(view! {
        <PostForm action=format!("{here}/declare") class="form">
            <Select name="judge" label="Judge" choices=judges value=typed_into("judge") hint="Judges who are invited are listed once they have joined."/>
            <Select name="project" label="Project" choices=projects value=typed_into("project")/>
            <Select name="kind" label="Kind" choices=kinds value=typed_into("kind") short=true/>
            <Field name="reason" label="Reason" value=typed_into("reason") optional=true hint="For organizers only."/>
            <Button kind=Kind::Main hint="If the judge has this project, they are recused from it, and a submitted review no longer counts.">"Declare the conflict"</Button>
        </PostForm>
    })
}
