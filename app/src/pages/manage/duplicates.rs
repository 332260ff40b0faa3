//! `/events/<slug>/manage/projects/duplicates`: pairs of projects that are alike, and one of them side by side.

use super::projects::results_stay;
use crate::components::long_lists::{FEW, LongTable, have_words, in_view, search_form};
use crate::prelude::*;
use model::project::{ComparedPair, DuplicatesFound, FoundPair, Project, ToldApart};
use shared::duplicates::DuplicateReason;
use shared::text_difference::{Piece, TextDifference, compare};

pub struct DuplicatesPage {
    pub found: DuplicatesFound,
    /// The pairs are asked for that have these words; otherwise the page begins with the strongest few.
    pub search: Option<String>,
    /// The pair to look at; only those that nobody decided about are listed below it.
    pub pair: Option<ComparedPair>,
    /// A pair was decided about just now.
    pub decided: bool,
}

pub fn duplicates_page(model: DuplicatesPage) -> AnyView {
    let list = ManageTab::Projects.href(&this_event().slug);
    let desk = format!("{list}/duplicates");
    let lead = lead(&model.found);
    let DuplicatesFound { flagged, likely, more: back, cleared, refused, contact } = model.found;
    let decided = model.decided.then(|| {
        let title = match model.pair {
            Some(_) => "The decision is saved. This is the next pair.",
            None => "The decision is saved. No pair is left to look at.",
        };
        view! { <Notice tone=Tone::Good title/> }
    });
    let contact = section("appeals", "Appeals").of(view! {
        <PostForm action=format!("{desk}/contact") class="form">
            <Field name="contact" label="Where teams appeal" kind="email" value=typed_or("contact", contact.unwrap_or_default()) optional=true hint="An e-mail address of the organizers. A flagged team sees it on its project’s page, beside the organizers’ names."/>
            <Button>"Save the address"</Button>
        </PostForm>
    });
    let none = (likely.is_empty() && flagged.is_empty() && cleared.is_empty())
        .then(|| view! { <EmptyState title="No repeats" text="No two submitted projects share a repository or half of their text."/> });
    let lead = none.is_none().then_some(lead);
    let long = [&likely, &flagged, &cleared].iter().any(|pairs| pairs.len() > FEW);
    let asked = model.search.clone().unwrap_or_default();
    let search = (long || model.search.is_some()).then(|| search_form(&desk, "Project or team", &asked));
    let found = |pairs: Vec<FoundPair>| -> Vec<FoundPair> {
        let texts = |pair: &FoundPair| {
            let FoundPair { later, first, .. } = pair;
            have_words(&[&later.title, &later.team, &first.title, &first.team], &asked)
        };
        pairs.into_iter().filter(texts).collect()
    };
    let all = model.search.is_some();
    let (mut likely, flagged, cleared) = (found(likely), found(flagged), found(cleared));
    let nothing = (none.is_none() && likely.is_empty() && flagged.is_empty() && cleared.is_empty()).then(
        || view! { <EmptyState title="No pair found" text="Search for a part of a title or a team."/> },
    );
    let more = more(likely.len(), back, all, &desk);
    if !all {
        likely.truncate(FEW);
    }
    let (first, settled) = (in_view(model.search.as_deref(), FEW), in_view(model.search.as_deref(), 0));
    if let Some(pair) = model.pair {
        likely.retain(|line| (line.later.id, line.first.id) != (pair.later.id, pair.first.id));
        return ManageTab::Projects.page(view! {
            <Crumbs above=vec![("Projects".to_owned(), list.clone()), ("Repeats".to_owned(), desk.clone())]/>
            {pair_part(pair, decided, &desk)}
            {part("likely", ("Also to look at", "Other pairs to look at"), "Similar, and not decided yet. The most similar come first.", likely, &list, first)}
        });
    }
    ManageTab::Projects.page(view! {
            <Crumbs above=vec![("Projects".to_owned(), list.clone())]/>
            <h1>"Repeats"</h1>
            {decided}
            <p class="prose">{lead}"A flagged project stays listed but is not ranked. Decisions hold, whatever changes later."</p>
            <ErrorSummary heading="The address was not saved"/>
            {refused.as_ref().map(cannot_decide)}
            {none}
            {search}
            {nothing}
            {part("likely", ("To look at", "Other pairs to look at"), "Similar, and not decided yet. The most similar come first.", likely, &list, first)}
            {more}
            {part("flagged", ("Flagged", "Other flagged pairs"), "Each of these projects was flagged as a repeat of the one beside it.", flagged, &list, settled)}
            {part("apart", ("Not repeats", "Other pairs that are not repeats"), "An organizer decided that neither repeats the other.", cleared, &list, settled)}
            {contact}
    })
}

/// How many pairs there are of each kind.
fn lead(found: &DuplicatesFound) -> String {
    let (likely, flagged, cleared) =
        (found.likely.len() + found.more, found.flagged.len(), found.cleared.len());
    let likely = if likely == 0 {
        "No pair to look at".to_owned()
    } else {
        words::plural(likely, "pair to look at", "pairs to look at")
    };
    let flagged = (flagged > 0)
        .then(|| words::plural(flagged, "project flagged as a repeat", "projects flagged as repeats"));
    let cleared = (cleared > 0)
        .then(|| words::plural(cleared, "pair that is not a repeat", "pairs that are not repeats"));
    let counts: Vec<String> = [Some(likely), flagged, cleared].into_iter().flatten().collect();
    format!("{}. ", words::and_list(&counts))
}

/// The way to the pairs that are not listed. The portal lists so many `found` at most, and keeps `back` the others until these are decided.
fn more(found: usize, back: usize, all: bool, desk: &str) -> Option<AnyView> {
    if all {
        return (back > 0).then(|| {
            let back =
                words::plural(back, "more pair, less alike, follows", "more pairs, less alike, follow");
            view! { <p class="quiet">{back}" once these are decided."</p> }
        });
    }
    let which = if back > 0 { "Show the first" } else { "Show all" };
    let label = format!("{which} {}", words::plural(found, "pair", "pairs"));
    (found > FEW)
        .then(|| view! { <p><ButtonLink href=format!("{desk}?all=1#likely")>{label}</ButtonLink></p> })
}

/// Pairs of one kind; of a long list the first `few` are in view. `names` are what it is called, and what the others are.
fn part(
    id: &'static str,
    names: (&'static str, &'static str),
    meaning: &'static str,
    pairs: Vec<FoundPair>,
    list: &str,
    few: usize,
) -> Option<AnyView> {
    if pairs.is_empty() {
        return None;
    }
    let lines = each(pairs, |pair| line(pair, list));
    Some(section(id, names.0).of(view! {
        <p class="quiet">{meaning}</p>
        <LongTable rows=lines few labels=names counted=("pair", "pairs") columns=[text_column("Later project"), text_column("Earlier project"), text_column("What they share"), act_column("Decision")]/>
    }))
}

fn line(pair: FoundPair, list: &str) -> AnyView {
    let href = format!("{list}/duplicates?pair={}-{}", pair.later.id, pair.first.id);
    let both = format!(" {} and {}", pair.later.title, pair.first.title);
    let shares = match (pair.alike, pair.by_hand) {
        (Some(alike), _) => words::capital(&in_words(alike)),
        (None, true) => "An organizer flagged it.".to_owned(),
        (None, false) => "Nothing that the portal finds now.".to_owned(),
    };
    let [later, first] = [&pair.later, &pair.first].map(|of| team_below(&of.team, &of.title));
    view! {
        <tr>
            <th scope="row"><a href=format!("/projects/{}", pair.later.id)>{pair.later.title}</a>{later}</th>
            <td data-label="Earlier project"><a href=format!("/projects/{}", pair.first.id)>{pair.first.title}</a>{first}</td>
            <td data-label="What they share">{shares}{pair.changed.then_some(" Changed since the decision.")}</td>
            <td data-label="Decision" class="cell-act"><ButtonLink href=href>"Compare"<span class="sr-only">{both}</span></ButtonLink></td>
        </tr>
    }
}

/// In what two projects are alike.
fn in_words((why, share): (DuplicateReason, f64)) -> String {
    let percent = percent(share);
    match why {
        DuplicateReason::SameRepository if share < 0.005 => "the same repository address".to_owned(),
        DuplicateReason::SameRepository => format!("the same repository address, {percent} of the text"),
        DuplicateReason::SameText => format!("{percent} of the text"),
    }
}

fn percent(share: f64) -> String {
    format!("{}\u{a0}%", (share * 100.0).round() as u32)
}

fn cannot_decide(refusal: &Refusal) -> AnyView {
    view! { <Notice tone=Tone::Note title=capital(&words::refusal(refusal))/> }
}

/// The part of the page about one pair, with what was `decided` before; `desk` is its address.
fn pair_part(model: ComparedPair, decided: Option<AnyView>, desk: &str) -> AnyView {
    let (later, first) = (&model.later, &model.first);
    let (later_tags, first_tags) = (later.tags.join(", "), first.tags.join(", "));
    let acts = match &model.refused {
        Some(why) => cannot_decide(why),
        None => acts(&model, desk),
    };
    let fields = [
        ("Title", &later.title, &first.title),
        ("Tagline", &later.tagline, &first.tagline),
        ("Code", &later.repo_url, &first.repo_url),
        ("Demo", &later.demo_url, &first.demo_url),
        ("Tags", &later_tags, &first_tags),
        ("Summary", &later.summary, &first.summary),
        ("Description", &later.description, &first.description),
    ];
    let fields: Vec<_> = fields
        .into_iter()
        .filter(|(_, one, other)| !one.trim().is_empty() || !other.trim().is_empty())
        .map(|(name, one, other)| field(name, one, other, (&later.title, &first.title)))
        .collect();
    let heading = format!("“{}” and “{}”", later.title, first.title);
    view! {
        <h1>{heading}</h1>
        {decided}
        <ErrorSummary heading="Nothing was decided"/>
        {state(&model)}
        <p>"They share "{in_words(model.alike)}"."</p>
        {acts}
        <p class="quiet small">"Underlined words are in this project only. Spaces and capital letters are ignored."</p>
        <div class="pair">
            <div class="pair-row pair-names">{side("Later", later)}{side("Earlier", first)}</div>
            {fields}
        </div>
    }
}

fn side(which: &'static str, project: &Project) -> AnyView {
    let at = project.submitted_at.map(|at| view! { ", submitted "<Time at/> });
    view! {
        <div>
            <p class="quiet small">{which}</p>
            <p><a href=format!("/projects/{}", project.id)>{project.title.clone()}</a></p>
            <p class="small">"Team "{project.team.clone()}{at}</p>
        </div>
    }
}

fn state(model: &ComparedPair) -> AnyView {
    let (later, first) = (&model.later.title, &model.first.title);
    match (model.is_flagged(), model.cleared, model.later.duplicate_of) {
        (true, ..) => {
            let title = format!("“{later}” is flagged as a repeat of “{first}”");
            view! { <Notice tone=Tone::Warn title text="It stays listed but is not ranked. Its team sees the flag, what it repeats, and whom to ask."/> }
        }
        (_, Some(ToldApart { at, changed, .. }), _) => {
            let changed = changed.then(|| view! { <p>"A text of one of them has changed since. The decision holds unless you flag the project."</p> });
            view! { <Notice tone=Tone::Note title="Decided: not a repeat"><p>"An organizer decided on "<Time at/>" that neither repeats the other."</p>{changed}</Notice> }
        }
        (_, None, Some(other)) => {
            let href = format!("/projects/{other}");
            view! { <Notice tone=Tone::Warn title=format!("“{later}” is flagged as a repeat of another project")><p><a href=href>"See that project"</a></p></Notice> }
        }
        (_, None, None) => {
            view! { <Notice tone=Tone::Note title="Not decided"/> }
        }
    }
}

fn acts(model: &ComparedPair, desk: &str) -> AnyView {
    let (later, first) = (&model.later, &model.first);
    let here = format!("{desk}/{}-{}", later.id, first.id);
    let flag = (!model.is_flagged()).then(|| {
        let label = format!("Flag “{}” as the repeat", later.title);
        view! {
            <ActButton action=format!("{here}/flag") kind=Kind::Danger>{label}</ActButton>
        }
    });
    let apart = (model.is_flagged() || model.cleared.is_none()).then(|| {
        view! {
            <ActButton action=format!("{here}/apart")>"Not a repeat"</ActButton>
        }
    });
    let swapped = format!("{desk}?pair={}-{}", first.id, later.id);
    view! {
        <div class="row">{flag}{apart}<ButtonLink href=swapped>"Swap the two"</ButtonLink></div>
        <p class="quiet small">"“Not a repeat” holds for these two, whatever their teams change. "{results_stay()}</p>
    }
}

/// One field of both projects.
fn field(name: &'static str, one: &str, other: &str, titles: (&str, &str)) -> AnyView {
    let TextDifference { left, right, marked } = compare(one, other);
    let same =
        (marked && one.trim() == other.trim()).then(|| view! { <small class="quiet">" the same"</small> });
    let differ = (!marked).then(|| view! { <small class="quiet">" too different to mark words"</small> });
    let text = |title: &str, pieces: Vec<Piece>| {
        let pieces: Vec<_> = pieces.into_iter().map(|piece| self::piece(piece, marked)).collect();
        let none = pieces.is_empty().then(|| view! { <span class="quiet">"Empty"</span> });
        view! { <div class="pair-text" role="group" aria-label=format!("{name} of {title}")>{pieces}{none}</div> }
    };
    view! {
        <section>
            <h2 class="pair-field">{name}{same}{differ}</h2>
            <div class="pair-row">{text(titles.0, left)}{text(titles.1, right)}</div>
        </section>
    }
}

fn piece(piece: Piece, marked: bool) -> AnyView {
    if piece.common || !marked {
        return view! { {piece.text} };
    }
    // The blank after the last word is not underlined.
    let end = piece.text.trim_end().len();
    let (words, blank) = piece.text.split_at(end);
    view! { <mark class="pair-only">{words.to_owned()}</mark>{blank.to_owned()} }
}
