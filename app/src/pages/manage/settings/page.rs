//! The page of an event's settings.

use super::windows::{WindowsForm, window_fields};
use super::{Fold, OtherVersion, start_from, theirs_notice};
use crate::pages::manage::feedback::seen_by_teams;
use crate::pages::manage::opening::opening_section;
use crate::prelude::*;
use shared::event_settings::{EventTexts, Terms, TypedTerms};
use shared::evidence::{MOST_NAMES, TypedEvidence};
use shared::feedback::FeedbackChoice;

/// What handing out by need gains over spreading evenly, measured: `docs/calibration.md`.
const GAIN: &str = "10 to 20 in 100 more of the true first three were found.";
const COST: &str =
    "places further down are known a little less well, and contenders are seen by more judges than others.";

pub struct SettingsPage {
    /// Name the stored texts, windows, terms and choice of evidence.
    pub versions: [String; 4],
    /// What another organizer saved meanwhile.
    pub theirs: OtherVersion,
    pub about: AboutForm,
    pub windows: WindowsForm,
    pub terms: TermsForm,
    pub evidence: EvidenceForm,
    /// Teams read judges' comments.
    pub feedback: FeedbackChoice,
    /// The visitor's own role; none for a site admin without it.
    pub leave: Option<LeaveOffer>,
    /// The form holds the terms of the last event, and is not saved.
    pub started: bool,
    /// The last event, whose terms of judging and voting it can start from.
    pub last: Option<String>,
    /// The visitor may create another event.
    pub may_create: bool,
}

/// What the event is called.
#[derive(Clone, Debug)]
pub struct AboutForm {
    /// As stored or typed.
    pub typed: EventTexts,
    /// Every zone to choose from.
    pub zones: Vec<&'static str>,
    pub created_at: DateTime<Utc>,
}

/// The terms of judging and voting.
#[derive(Clone, Debug)]
pub struct TermsForm {
    /// As stored or typed.
    pub typed: TypedTerms,
    /// The floor that applies without a setting.
    pub usual_floor: i32,
    /// Since when ballots fix the way of voting.
    pub voted_since: Option<DateTime<Utc>>,
    /// Since when judges have given their first three.
    pub first_three_since: Option<DateTime<Utc>>,
    /// Since when the rule for further reviews, its floor, and whether judging is blind stay.
    pub floor_since: Option<DateTime<Utc>>,
}

/// Whether the portal looks at what is submitted.
#[derive(Clone, Debug)]
pub struct EvidenceForm {
    /// As stored or typed.
    pub typed: TypedEvidence,
    /// Since when it stays, once submissions have closed.
    pub fixed_since: Option<DateTime<Utc>>,
}

/// Whether the visitor can stop organizing the event.
pub struct LeaveOffer {
    /// Why not; empty where it is possible.
    pub refused: String,
    /// What it means where too few organizers could then confirm.
    pub falls_short: Option<String>,
}

/// What the fields of numbers and windows are called: the summary of errors has one sentence for many of them.
const FIELDS: &[(&str, &str)] = &[
    ("max_team_size", "Members per team"),
    ("reviews_per_project", "Reviews per project"),
    ("review_floor", "Reviews before need decides"),
    ("visit_minutes", "Minutes per visit"),
    ("votes_per_voter", "Votes per voter"),
    ("evidence_names", "Names of other events"),
    ("submissions_open", "Submissions"),
    ("submissions_close", "Submissions"),
    ("judging_open", "Judging"),
    ("judging_close", "Judging"),
    ("voting_open", "Voting"),
    ("voting_close", "Voting"),
];

pub fn settings_page(model: SettingsPage) -> AnyView {
    let slug = this_event().slug;
    let page = ManageTab::Settings.href(&slug);
    let errors = forms().errors.labelled(|field| {
        FIELDS.iter().find(|(name, _)| *name == field).map(|(_, label)| (*label).to_owned())
    });
    // A change that waits for its confirmation, or was refused, is all that the page is about.
    let slips = forms().errors.0.iter().any(|error| !error.field.is_empty());
    let alone = slips || model.windows.confirm.is_some();
    let leave = model.leave.filter(|_| !alone).map(|leave| leave_section(leave, &slug));
    let [about_version, windows_version, terms_version, evidence_version] = model.versions;
    let about = about_fields(model.about, &slug);
    let windows = window_fields(model.windows);
    let terms = terms_fields(model.terms, &slug, model.feedback);
    let evidence = evidence_fields(model.evidence);
    let last = model.last.filter(|_| !model.started);
    let start = start_from(&[], last.map(|name| (name, "last".to_owned())));
    let unsaved = model.started.then(
        || view! { <p class="quiet">"Not saved yet: judging and voting are as in the last event."</p> },
    );
    let another = model.may_create.then(|| {
        view! {
            <p class="prose"><a href=format!("/events/new?like={slug}")>"Create an event with these settings"</a>". It takes tracks, criteria and settings, but no people and no projects."</p>
        }
    });
    let opening = if alone { None } else { opening_section() };
    let beside = (!alone).then(|| {
        section("beside", "Also for this event").of(view! {
            {another}
            <p class="prose"><a href=ManageTab::Keeping.href(&slug)>"Choose the day on which personal data are removed"</a>", and see what goes and what stays."</p>
        })
    });
    ManageTab::Settings.page(view! {
        <h1>"Event settings"</h1>
        <ErrorSummary errors/>
        {opening}
        {theirs_notice(model.theirs, &page)}
        <PostForm action=page.clone() fresh=true class="form settings-form">
            <input type="hidden" name="about_version" value=about_version/>
            <input type="hidden" name="windows_version" value=windows_version/>
            <input type="hidden" name="terms_version" value=terms_version/>
            <input type="hidden" name="evidence_version" value=evidence_version/>
            {about}
            {windows}
            {terms}
            {evidence}
            <Button kind=Kind::Main>"Save settings"</Button>
            {start}
            {unsaved}
        </PostForm>
        {beside}
        {leave}
    })
}

fn about_fields(form: AboutForm, slug: &str) -> AnyView {
    let AboutForm { typed, zones, created_at } = form;
    let EventTexts { name, description, venue, time_zone } = typed;
    let address = format!("/events/{slug}");
    let since = view! { "Fixed since "<Time at=created_at/>"." };
    section("event", "Event").class("form-fields").of(view! {
        <Field name="name" label="Name" value=name/>
        <Field name="slug" label="Address" value=address readonly=true hint="It never changes: links, exports and the audit log depend on it." beside=Some(since)/>
        <Area name="description" label="Description" value=description hint="The first paragraph is shown in the list of events." limit=60000 rows=4 optional=true/>
        <Field name="venue" label="Venue" value=venue hint="A house and a town, or “online”." optional=true/>
        {zone_field(&zones, time_zone)}
    })
}

pub(crate) fn zone_field(zones: &[&'static str], value: String) -> AnyView {
    let choices = zones.iter().map(|zone| Choice::new(*zone, *zone)).collect();
    view! {
        <Select name="time_zone" label="Time zone" choices value=value short=true hint="Organizers see and enter times in this zone. Changing it moves no window."/>
    }
}

fn terms_fields(form: TermsForm, slug: &str, feedback: FeedbackChoice) -> AnyView {
    let TermsForm { typed, usual_floor, voted_since, first_three_since, floor_since } = form;
    let [have_set, see_set, vote_set] = unusual(&typed);
    let modes = vec![
        Choice::new("off", "No vote"),
        Choice::new("account", "By account: everybody with a confirmed address"),
        Choice::new("code", "By code: people in the room, from a printed sheet"),
    ];
    let mode = match voted_since {
        Some(since) => {
            let label = modes.iter().find(|m| m.value == typed.voting_mode).map(|m| m.label.clone());
            view! {
                <input type="hidden" name="voting_mode" value=typed.voting_mode.clone()/>
                <div class="field" id="voting_mode"><p><strong>"Community vote"</strong></p><p>{label}</p><p class="field-hint">"People have voted in this way since "<Time at=since/>", so it can’t change any more."</p></div>
            }
        }
        None => {
            let hint = if sends_mail() {
                ""
            } else {
                "By account, each new voter has to ask a site admin for a link: this portal sends no mail."
            };
            view! { <Select name="voting_mode" label="Community vote" choices=modes value=typed.voting_mode.clone() hint/> }
        }
    };
    let votes_hint = match voted_since {
        Some(_) => "How many projects each voter may choose. People have voted: you can only raise it.",
        None => "How many projects each voter may choose.",
    };
    let feedback = format!("Once the results are published, {}.", seen_by_teams(feedback));
    let follows = floor_since.is_some() && typed.review_rule == "need" && typed.review_floor.is_empty();
    let reviews_hint = if follows {
        let floor = plural(usual_floor, "review", "reviews");
        format!("Judging has begun. A number that would change the review floor of {floor} is refused.")
    } else {
        String::new()
    };
    let judges_have = view! {
        {further_reviews(&typed, usual_floor, floor_since)}
        <Field name="visit_minutes" label="Minutes per visit" kind="number" short=true optional=true value=typed.visit_minutes hint="Judges get a timer for each project. Empty: no timer."/>
        {first_three(typed.first_three, first_three_since)}
    };
    let judges_have = Fold::of(
        "Further reviews, timer, first three",
        &["review_rule", "review_floor", "visit_minutes", "first_three"],
        judges_have,
    );
    let judges_see = view! {
        {blind(typed.blind, floor_since)}
        <Check name="counts_looks" label="Count what judges look at" checked=typed.counts_looks
            hint="For each project: how many judges opened the code, the demo and the video before they submitted. You see it once judging is over, for projects with three such judges or more. Their own devices count, never by name, and the page of a review says so."/>
    };
    let judges_see = Fold::of("Blind judging, looks", &["blind", "counts_looks"], judges_see);
    let vote = view! {
        {mode}
        <Field name="votes_per_voter" label="Votes per voter" kind="number" short=true value=typed.votes_per_voter hint=votes_hint/>
    };
    let vote = Fold::of("Community vote", &["voting_mode", "votes_per_voter"], vote);
    section("judging", "Judging and voting").class("form-fields").of(view! {
        <div class="settings-pair">
            <Field name="max_team_size" label="Members per team" kind="number" short=true value=typed.max_team_size hint="At most. Larger teams stay as they are."/>
            <Field name="reviews_per_project" label="Reviews per project" kind="number" short=true value=typed.reviews_per_project hint=reviews_hint/>
        </div>
        {judges_have.saying(&have_set)}
        {judges_see.saying(&see_set)}
        {vote.saying(&vote_set)}
        <p class="prose quiet small">{feedback}" You choose that under "<a href=ManageTab::Feedback.href(slug)>"Feedback"</a>"."</p>
    })
}

/// What is not as usual: in what judges have, in what they see, and in the vote.
fn unusual(typed: &TypedTerms) -> [Vec<String>; 3] {
    let usual = TypedTerms::of(&Terms::default());
    let count =
        |number: &str, one: &str, many: &str| format!("{number} {}", if number == "1" { one } else { many });
    let chosen = |parts: Vec<(bool, String)>| -> Vec<String> {
        parts.into_iter().filter_map(|(unusual, said)| unusual.then_some(said)).collect()
    };
    let TypedTerms { review_floor: floor, visit_minutes: minutes, votes_per_voter: votes, .. } = typed;
    let vote = match typed.voting_mode.as_str() {
        "account" => "by account",
        "code" => "by code",
        _ => "none",
    };
    [
        chosen(vec![
            (typed.review_rule != usual.review_rule, "where they help most".to_owned()),
            (*floor != usual.review_floor, format!("{} first", count(floor, "review", "reviews"))),
            (*minutes != usual.visit_minutes, format!("{} per visit", count(minutes, "minute", "minutes"))),
            (typed.first_three, "first three asked".to_owned()),
        ]),
        chosen(vec![
            (typed.blind, "judging is blind".to_owned()),
            (typed.counts_looks, "looks are counted".to_owned()),
        ]),
        chosen(vec![
            (typed.voting_mode != usual.voting_mode, vote.to_owned()),
            (
                !votes.is_empty() && *votes != usual.votes_per_voter,
                format!("{} each", count(votes, "vote", "votes")),
            ),
        ]),
    ]
}

/// Whether the portal looks at what is submitted. Teams submit under that choice, so it stays once they have.
fn evidence_fields(form: EvidenceForm) -> AnyView {
    let EvidenceForm { typed, fixed_since } = form;
    let set: Vec<String> = typed.wanted.then(|| "the portal looks".to_owned()).into_iter().collect();
    let fields = match fixed_since {
        Some(since) => {
            let ticked = [("evidence", typed.wanted), ("evidence_across", typed.across)];
            let ticked = ticked.into_iter().filter(|(_, ticked)| *ticked);
            let ticked = each(ticked, |(name, _)| view! { <input type="hidden" name=name value="true"/> });
            let said = match (typed.wanted, typed.across) {
                (true, true) => "The portal looks at what was submitted, also in earlier events.",
                (true, false) => "The portal looks at what was submitted.",
                (false, _) => "The portal does not look.",
            };
            view! {
                {ticked}
                <input type="hidden" name="evidence_names" value=typed.names.clone()/>
                <div class="field" id="evidence"><p>{said}</p><p class="field-hint">"Submissions closed at "<Time at=since/>", so it can’t change any more."</p></div>
            }
        }
        None => {
            let names = format!(
                "One name in each line, at most {MOST_NAMES}. If a repository’s first message holds one of them, its code may be from that event."
            );
            view! {
                <Check name="evidence" label="Look at what is submitted" checked=typed.wanted
                    hint="At the close, the portal asks each public repository how many commits it has, and from when. It also looks for text that is addressed to judges or machines, and for dead links. It finds facts and judges nothing. The submit page says so to teams. You can’t change this once submissions have closed."/>
                <Check name="evidence_across" label="Compare with other events" checked=typed.across
                    hint="The portal also looks for the same work in earlier events here, and later events look in this one. Only events whose organizers have ticked this take part."/>
                <Area name="evidence_names" label="Names of other events" value=typed.names rows=3 optional=true hint=names/>
            }
        }
    };
    let fields = Fold::of("Evidence", &["evidence", "evidence_across", "evidence_names"], fields);
    view! { <section aria-label="Evidence" class="form-fields">{fields.saying(&set)}</section> }
}

/// Whether judges are asked for their first three. Answers that were given keep the question.
fn first_three(asked: bool, given: Option<DateTime<Utc>>) -> AnyView {
    match given.filter(|_| asked) {
        Some(since) => view! {
            <input type="hidden" name="first_three" value="true"/>
            <div class="field" id="first_three"><p><strong>"First three"</strong></p><p>"Judges are asked for the three projects that they like best."</p><p class="field-hint">"Judges have answered since "<Time at=since/>", so it can’t change any more."</p></div>
        },
        None => view! {
            <Check name="first_three" label="Ask judges for their first three" checked=asked
                hint="Each judge names the three projects that they like best of those they have reviewed. The ranking does not change. The tally helps you to choose winners."/>
        },
    }
}

/// Whether team and people are hidden. Once judges work by it, it stays.
fn blind(chosen: bool, fixed: Option<DateTime<Utc>>) -> AnyView {
    match fixed {
        Some(since) => {
            let sent = chosen.then(|| view! { <input type="hidden" name="blind" value="true"/> });
            let what = if chosen { "Teams and people are hidden." } else { "Teams and people are shown." };
            view! {
                {sent}
                <div class="field" id="blind"><p><strong>"Blind judging"</strong></p><p>{what}</p><p class="field-hint">"Judges have worked with this setting since "<Time at=since/>", so it can’t change any more."</p></div>
            }
        }
        None => view! {
            <Check name="blind" label="Judge blind" checked=chosen
                hint="Judges learn whose project it is once they have submitted their review of it. A judge can sign out and look, so visitors learn it only with the results. Teams mark the links that name them. What they write in texts is not hidden. You can’t change this once judging has opened."/>
        },
    }
}

/// How projects are handed out to judges who ask for another one, and what that gains and costs.
fn further_reviews(typed: &TypedTerms, usual_floor: i32, fixed: Option<DateTime<Utc>>) -> AnyView {
    let rules = vec![
        Choice::new("even", "Evenly: to the project with the fewest reviews"),
        Choice::new("need", "Where they help most: to projects that may still win"),
    ];
    let rule = match fixed {
        Some(since) => {
            let label =
                rules.iter().find(|rule| rule.value == typed.review_rule).map(|rule| rule.label.clone());
            view! {
                <input type="hidden" name="review_rule" value=typed.review_rule.clone()/>
                <div class="field" id="review_rule"><p><strong>"Further reviews"</strong></p><p>{label}</p><p class="field-hint">"Judges have worked with this setting since "<Time at=since/>", so it can’t change any more."</p></div>
            }
        }
        None => view! {
            <Select name="review_rule" label="Further reviews" choices=rules value=typed.review_rule.clone()
                hint="Which project judges get when they have finished and ask for another one. You can’t change this and the number below once judging has opened."/>
        },
    };
    let until = match fixed {
        Some(since) => view! { "Judging has begun, so this has been fixed since "<Time at=since/>"." },
        None => view! { {format!("If empty, it is {usual_floor}.")} },
    };
    view! {
        {rule}
        {(fixed.is_none() || typed.review_rule == "need").then(explained_rule)}
        <Field name="review_floor" label="Reviews before need decides" kind="number" short=true optional=true value=typed.review_floor.clone()
            hint="Every project gets this many reviews before further ones go where they help most." beside=Some(until) readonly=fixed.is_some()/>
    }
}

/// What handing out by need does, gains and costs.
fn explained_rule() -> AnyView {
    disclosure("What “where they help most” does").of(view! {
        <p class="small">"A plan gives every project its review floor. Further reviews go to projects that may or may not win a prize by rank, and that have few reviews. Without such a prize, the first three places count. One in four goes by lot. Judges are never told why they got a project."</p>
        <p class="small">"In simulated events with the same number of reviews, "<strong>{GAIN}</strong>" But "{COST}" The results page says so to everybody."</p>
    })
}

fn leave_section(leave: LeaveOffer, slug: &str) -> AnyView {
    let act = if leave.refused.is_empty() {
        let short = leave.falls_short.map(|short| view! { <Notice tone=Tone::Warn title=short/> });
        view! {
            {short}
            <ActButton action=format!("/events/{slug}/manage/settings/leave") kind=Kind::Danger hint="You lose the organizer’s pages at once. Another organizer can invite you again.">"Stop organizing this event"</ActButton>
        }
    } else {
        view! { <p class="prose quiet">{leave.refused}</p> }
    };
    section("leave", "Your role").of(act)
}
