//! `/events/<slug>/manage/prizes/<id>`: one prize: what speaks for whom, its winners, what was said and decided, its panel and its terms.

use super::deliberation::{PrizeDeliberation, decisions, judges_words, remarks, short_list};
use super::form::{HAS_PUBLIC_WINNERS, HAS_WINNERS, Look, NOT_YOURS, prize_fields};
use super::panel::{PanelPart, panel_part};
use super::{back, rule_words};
use crate::pages::manage::calibration::outdated;
use crate::pages::manage::second_organizer::second_organizer_hint;
use crate::pages::manage::settings::form_lines;
use crate::pages::manage::tabs::Moment;
use crate::prelude::*;
use model::prize::Prize;
use shared::prize::{AwardRule, TypedPrize};
use shared::text;

pub struct PrizePage {
    pub prize: Prize,
    /// What is in the fields of its terms.
    pub values: TypedPrize,
    /// What is stored, in words, where another organizer changed it meanwhile.
    pub theirs: Option<String>,
    /// The event's tracks, as number and name.
    pub tracks: Vec<(i64, String)>,
    /// The decision, or why this organizer has no part in it.
    pub award: Result<AwardForm, String>,
    /// Its panel, where it has one.
    pub panel: Option<PanelPart>,
}

/// Who wins.
#[derive(Clone, Debug)]
pub struct AwardForm {
    /// What is known and said of it.
    pub deliberation: PrizeDeliberation,
    /// What its rule says of the projects that are not on the short list, in its order.
    pub standing: Vec<StandingRow>,
    /// Titles of the projects that are equal at the last winning place, and how many of them can win.
    pub tied: (Vec<String>, usize),
    /// Titles of the projects around the last winning place that are too close to call.
    pub close: Vec<String>,
    /// Why there is no order yet.
    pub waits: Option<String>,
    /// What there is to choose from, as number and title.
    pub eligible: Vec<(i64, String)>,
    /// The chosen projects, a field for each winner; 0 is none.
    pub chosen: Vec<i64>,
    /// The reason, as typed or stored.
    pub reason: String,
    /// The longest reason, where the results are public and confirming winners corrects them.
    pub corrects: Option<usize>,
    /// Titles of the confirmed winners, when they were confirmed, and why these.
    pub confirmed: Option<(Vec<String>, DateTime<Utc>, String)>,
}

/// A project in the order of a prize's rule.
#[derive(Clone, Debug)]
pub struct StandingRow {
    pub title: String,
    pub team: String,
    /// What the rule says of it: `rank 3`, `12 votes`, `14 points, ahead of 4`.
    pub why: String,
}

pub fn prize_page(model: PrizePage) -> AnyView {
    let event = this_event();
    let tab = match event.moment {
        Moment::Prepare | Moment::Judge => ManageTab::Prizes,
        Moment::Decide | Moment::Publish => ManageTab::Winners,
    };
    let base = ManageTab::Prizes.href(&event.slug);
    let here = format!("{base}/{}", model.prize.id);
    // Terms are given on the page of all prizes, so what is decided here comes first.
    let shown = model.theirs.is_some() || !forms().errors.is_empty();
    // Each form of the page has a field that no other has.
    let open = shown && forms().typed.sent("rule").is_some();
    let theirs = model.theirs.map(|theirs| {
        view! {
            <Notice tone=Tone::Warn title="Another organizer changed this prize while you edited">
                <p>"It is now: "{theirs}". Your version is in the form. Save again to replace theirs."</p>
            </Notice>
        }
    });
    let asked = (model.values.eligibility == "opt-in")
        .then(|| format!("{} for it.", words::plural(model.prize.asked, "project asks", "projects ask")));
    let version = model.prize.version.to_string();
    let confirmed = model.award.as_ref().is_ok_and(|award| award.confirmed.is_some());
    let decides = model.award.is_ok();
    let published = confirmed && model.award.as_ref().is_ok_and(|award| award.corrects.is_some());
    // What was typed into the form that invites has the page's field names to itself.
    let invites = model.panel.as_ref().is_some_and(|panel| panel.invited.refused);
    let first = model.panel.as_ref().is_some_and(PanelPart::comes_first);
    // Who looks at the panel folds what was said.
    let said = if first && !shown { Said::Folded } else { Said::InView };
    let panel = model.panel.map(|part| panel_part(part, &here));
    let (first_panel, later_panel) = if first { (panel, None) } else { (None, panel) };
    let award = match model.award {
        Ok(award) => decision(award, (&here, &version), &model.prize, said),
        Err(why) => section("winners-title", "Winners").of(view! { <Notice tone=Tone::Note title=why/> }),
    };
    let remove = if !decides {
        view! { <p class="quiet">{NOT_YOURS}</p> }
    } else if confirmed {
        view! { <p class="quiet">{if published { HAS_PUBLIC_WINNERS } else { HAS_WINNERS }}</p> }
    } else {
        view! {
            <ActButton action=format!("{here}/remove") kind=Kind::Danger hint="The teams’ requests and the panel’s orders are removed with it. This can’t be undone.">"Remove prize"</ActButton>
        }
    };
    let named = !decides || published;
    let look = Look { fixed: !decides || confirmed, named, open: true, focused: false };
    let terms = (!invites).then(|| {
        let lines = vec![prize_fields(("", "Terms"), model.values, &model.tracks, look, None, None).view];
        disclosure("Terms").id("terms").open(open).of(view! {
            <div class="stack">
                {asked}
                <PostForm action=format!("{here}/change") class="form" fresh=true>
                    <input type="hidden" name="version" value=version/>
                    {form_lines(lines)}
                    <Button>"Save terms"</Button>
                </PostForm>
                {remove}
            </div>
        })
    });
    tab.page(view! {
            <Crumbs above=vec![(tab.label().to_owned(), tab.href(&event.slug))]/>
            <h1>{model.prize.terms.name}</h1>
            <ErrorSummary heading="Nothing was changed"/>
            {one_part_at_a_time()}
            {theirs}
            {first_panel}
            {award}
            {later_panel}
            {terms}
            {back(&base)}
    })
}

/// Whether what judges and organizers said is in view.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Said {
    InView,
    Folded,
}

impl Said {
    fn of(self, what: AnyView) -> AnyView {
        match self {
            Self::InView => what,
            Self::Folded => disclosure("Show comments, remarks and decisions").of(view! {
                <div class="stack">{what}</div>
            }),
        }
    }
}

fn decision(award: AwardForm, (here, version): (&str, &str), prize: &Prize, shown: Said) -> AnyView {
    let rule = prize.terms.rule;
    let PrizeDeliberation { run, outdated: changed, among_some, short, notes, titles } = award.deliberation;
    let seen = award.confirmed.as_ref().map(|(_, at, _)| at.to_rfc3339());
    let confirmed = award.confirmed.map(|(titles, at, reason)| {
        view! {
            <Notice tone=Tone::Good title="Confirmed:" named=words::and_list(&titles)>
                <p>"Confirmed "<Time at/>". They are public with the results."</p>
                <Paragraphs text=reason/>
            </Notice>
        }
    });
    // While nobody is on it, it is in view.
    let choose = (rule == AwardRule::Panel && prize.panel.0 > 0)
        .then(|| view! { <ButtonLink href=format!("{here}?panel=1#panel")>"See the panel"</ButtonLink> });
    let first: Vec<String> = short.iter().take(3).map(|row| row.project.to_string()).collect();
    let beside = (first.len() > 1).then(|| {
        let winners = ManageTab::Winners.href(&this_event().slug);
        let href = format!("{winners}?projects={}&prize={}", first.join(","), prize.id);
        view! { <ButtonLink href>"Lay the first side by side"</ButtonLink> }
    });
    let waits = award.waits.map(|why| view! { <Notice tone=Tone::Note title=why/> });
    let tied = tie_words(&award.tied.0, award.tied.1).map(|title| {
        view! { <Notice tone=Tone::Warn title text="The rule does not decide between them. Choose, and say why."/> }
    });
    let close = (!award.close.is_empty()).then(|| {
        let title = format!("{} are too close to call.", words::quoted(&words::cut_names(&award.close)));
        view! { <Notice tone=Tone::Note title text="Some of them win and some do not. With other reviews the order could be different."/> }
    });
    let subjects = award.eligible.iter().map(|(id, title)| Choice::new(id.to_string(), title.clone()));
    let subjects = std::iter::once(Choice::new("", "The prize as a whole")).chain(subjects).collect();
    let comments = judges_words(&short);
    let choices: Vec<Choice> = std::iter::once(Choice::new("", "Nobody"))
        .chain(award.eligible.into_iter().map(|(id, title)| Choice::new(id.to_string(), title)))
        .collect();
    let several = award.chosen.len() > 1;
    let fields = each(award.chosen.into_iter().enumerate(), |(at, chosen)| {
        let label = if several { format!("Winner {}", at + 1) } else { "Winner".to_owned() };
        let value = if chosen == 0 { String::new() } else { chosen.to_string() };
        let name = if at == 0 { "winner".to_owned() } else { format!("winner-{}", at + 1) };
        view! { <Select name label choices=choices.clone() value/> }
    });
    let (version, action) = (version.to_owned(), format!("{here}/award"));
    let correction = award.corrects.map(|_| {
        let title = "The results are public. Confirming other winners publishes a correction.";
        view! { <Notice tone=Tone::Warn title text="The ranking stays. Everyone reads your reason above the results, and the winners are signed with them."/> }
    });
    let hint = award.corrects.and_then(|_| second_organizer_hint(None));
    let verb =
        if award.corrects.is_some() { "Confirm winners and publish a correction" } else { "Confirm winners" };
    let longest = award.corrects.unwrap_or(text::SUMMARY);
    let optional = !prize.always_takes_a_reason() && award.corrects.is_none();
    let why = if award.corrects.is_some() {
        "Say what changed and why. It is public with the winners and above the results."
    } else if rule == AwardRule::Choice || (!optional && prize.panel.0 == 0) {
        "Say why. It is public with the winners."
    } else if !optional {
        "Say why you do not wait for the whole panel. It is public with the winners."
    } else {
        "Needed if the order above does not decide, or if other projects win. It is public with the winners."
    };
    view! {
        {section("winners-title", "Winners").of(view! {
            {confirmed}
            {outdated(changed, award.corrects.is_some())}
            <p>{found_words(prize)}</p>
            {waits}
            {tied}
            {close}
            {short_list(short, (prize.terms.winners, among_some), run)}
            {(!award.standing.is_empty()).then(|| standing_table(award.standing))}
            <div class="row">{choose}{beside}</div>
            {correction}
            <PostForm action class="form" fresh=true>
                <input type="hidden" name="version" value=version/>
                <input type="hidden" name="confirmed" value=seen/>
                {fields}
                <Area name="reason" label="Reason" optional rows=3 limit=longest value=award.reason hint=why/>
                {hint}
                <Button kind=Kind::Main>{verb}</Button>
            </PostForm>
        })}
        {shown.of(view! { {comments}{remarks(&notes, &titles, subjects, here)}{decisions(&notes, &titles)} })}
    }
}

/// `2 winners, found by the ranking.`
fn found_words(prize: &Prize) -> String {
    let places = plural(prize.terms.winners, "winner", "winners");
    match (prize.terms.rule, prize.panel) {
        (AwardRule::Panel, (0, _)) => format!("{places}. A panel decides, but nobody is on it yet."),
        (AwardRule::Panel, (panel, gave)) => {
            let panel = plural(panel, "panellist", "panellists");
            format!("{places}, found by a panel: {gave} of {panel} gave an order.")
        }
        (rule, _) => format!("{places}, found by {}.", rule_words(rule)),
    }
}

/// `Lamp and Tide are equal at the last winning place. 1 of them can win.`
pub fn tie_words(titles: &[String], places: usize) -> Option<String> {
    let who = words::quoted(&words::cut_names(titles));
    (!titles.is_empty())
        .then(|| format!("{who} are equal at the last winning place. {places} of them can win."))
}

/// The rest of the order, folded.
fn standing_table(standing: Vec<StandingRow>) -> AnyView {
    let summary =
        format!("Show the other {}", plural(standing.len(), "project in order", "projects in order"));
    let rows = each(standing, |row| {
        let team = team_cell(&row.team, &row.title);
        view! {
            <tr>
                <th scope="row">{row.title}</th>
                {team}
                <td data-label="Order">{row.why}</td>
            </tr>
        }
    });
    disclosure(summary).of(view! {
        <Table label="The rest of the order" stacks=true columns=[text_column("Project"), text_column("Team"), text_column("Order")]>{rows}</Table>
    })
}
