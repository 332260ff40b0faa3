//! `/events/<slug>/manage/calibration/publish`: what publishing does, what to check first, the button, and questions about the results.
//! `?of=3` opens one question.

use super::publication_checks::check_list;
use super::questions::{QuestionsPart, question_page, questions_part};
use super::second_organizer::{second_organizer_hint, waiting_line};
use crate::prelude::*;
use model::publication::Publication;
use model::run::{CalibrationState, PublicationOffer, StoredRun};
use shared::feedback::FeedbackChoice;
use shared::provisional::MOST_DUTIES;
use shared::publication::Warning;
use shared::refusal::Reason;

/// The section of the calibration page that leads to publishing the latest run.
pub(super) fn publish_link(found: &CalibrationState, slug: &str) -> AnyView {
    let results = format!("/events/{slug}/results");
    let body = match (&found.publish_refused, &found.latest, &found.published) {
        // An open vote comes first: what is public is hidden meanwhile.
        (Some(refusal), ..) => view! { <Notice tone=Tone::Warn title=words::refusal(refusal)/> },
        (None, None, _) => {
            view! { <p class="quiet">"Run the calibration first. Publishing makes one run public."</p> }
        }
        (None, Some(latest), Some(public)) if public.run == latest.run => view! {
            <p>
                {format!("Run {} has been public since ", public.run)}<Time at=public.published_at/>": "<a href=results>"the results"</a>
                ". Later runs don’t change it until you publish one as a correction."
            </p>
        },
        (None, Some(latest), public) => {
            let href = format!("/events/{slug}/manage/calibration/publish");
            let verb = match public {
                None => format!("Publish run {} …", latest.run),
                Some(public) => format!("Replace run {} with run {} …", public.run, latest.run),
            };
            view! {
                <p>"The next page lists what becomes public and what to check first. Nothing is published until you confirm there."</p>
                <p><ButtonLink href kind=Kind::Main>{verb}</ButtonLink></p>
            }
        }
    };
    section("publish", "Publish").of(body)
}

/// What winners usually owe.
const USUALLY_OWED: &str = "The code, in a public repository\nA licence for the code\nWhat shows that each member of the team may take part";

/// What can be published, its run, and the published one that it would replace.
type Offered<'a> = (&'a PublicationOffer, &'a StoredRun, Option<&'a Publication>);

/// The run that can be published, or the sentence why there is none.
fn publishable(offer: &PublicationOffer) -> Result<Offered<'_>, String> {
    match (&offer.refused, &offer.run, &offer.published) {
        // An open vote comes first: what is public is hidden meanwhile.
        (Some(refusal), ..) => Err(words::refusal(refusal)),
        (None, None, _) => Err(words::refusal(&Reason::NoRun.into())),
        (None, Some(run), Some(public)) if public.run == run.run => Err(format!(
            "Run {} has been public since {}. A correction needs a later run.",
            public.run,
            words::stamp(public.published_at)
        )),
        (None, Some(run), public) => Ok((offer, run, public.as_ref())),
    }
}

/// The page. Its form posts `run`, `reason` for a correction or a fit that was stopped early, and `consent` where a warning needs it.
pub fn publish_page(offer: Option<&PublicationOffer>, mut questions: QuestionsPart) -> AnyView {
    if let Some(forms) = questions.open.take() {
        return question_page(forms, &questions.found);
    }
    let slug = this_event().slug;
    let calibration = ManageTab::Calibration.href(&slug);
    let back = calibration.clone();
    let Forms { mut errors, question, .. } = forms();
    let offered = offer.ok_or_else(String::new).and_then(publishable);
    if let Err(sentence) = &offered {
        // The page says it already.
        errors.0.retain(|error| error.message != *sentence);
    }
    // Who did not read the newest warnings did not consent to them.
    let consent = was_ticked("consent") && errors.of("consent").is_empty() && question.is_empty();
    let (title, body) = match offered {
        Err(sentence) => (
            "Publish results".to_owned(),
            view! {
                <Notice tone=Tone::Note title=sentence/>
                <p><a href=back>"Back to the ranking"</a></p>
            },
        ),
        Ok(offered @ (_, latest, replaces)) => (
            match replaces {
                None => format!("Publish run {}", latest.run),
                Some(before) => format!("Replace run {} with run {}", before.run, latest.run),
            },
            confirmation(offered, &slug, consent, &questions.zone),
        ),
    };
    let waiting = offer.and_then(|offer| offer.waiting.as_ref()).map(|waiting| {
        let (title, (label, href)) = waiting_line(waiting, &slug);
        view! { <Notice tone=Tone::Note title><p><a href=href>{label}</a></p></Notice> }
    });
    ManageTab::Publish.page(view! {
        <Crumbs above=vec![("Ranking".to_owned(), calibration)]/>
        <h1>{title}</h1>
        <ErrorSummary errors heading="Nothing was changed"/>
        {waiting}
        {one_part_at_a_time()}
        {body}
        {questions_part(&questions)}
    })
}

fn confirmation((offer, latest, replaces): Offered<'_>, slug: &str, consent: bool, zone: &str) -> AnyView {
    let run = latest.run;
    // A correction stays what it corrects.
    let provisional = (replaces.is_none() && offer.prizes > 0).then(|| provisional_fields(zone));
    let public = public((offer, latest, replaces), slug);
    let weighty: Vec<_> =
        offer.warnings.iter().filter(|warning| warning.needs_consent()).map(Warning::kind).collect();
    let follow = follow_boxes(offer);
    let (kind, verb) = match replaces {
        None => (Kind::Main, format!("Publish run {run}")),
        Some(before) => (Kind::Danger, format!("Replace run {} with run {run}", before.run)),
    };
    let unfinished = offer.warnings.iter().any(|warning| matches!(warning, Warning::NotConverged { .. }));
    let asked = match (replaces, unfinished) {
        (Some(_), true) => {
            Some("Reason for the correction, and why you publish a calculation that was stopped early")
        }
        (Some(_), false) => Some("Reason for the correction"),
        (None, true) => Some("Why you publish although the calculation was stopped early"),
        (None, false) => None,
    };
    let reason = asked.map(|label| {
        view! {
            <Area
                name="reason"
                label=label
                hint="Everyone sees it above the results."
                rows=2
                limit=2000
                value=typed_into("reason")
            />
        }
    });
    let consent = (!weighty.is_empty()).then(|| {
        let warned = each(weighty, |kind| view! { <input type="hidden" name="warned" value=kind/> });
        view! {
            {warned}
            <Check
                name="consent"
                label=format!("I have read the warnings above. Publish run {run} anyway.")
                checked=consent
            />
        }
    });
    let back = ManageTab::Calibration.href(slug);
    view! {
        {public}
        {check_list(offer, slug)}
        {section("confirm", "Confirm").of(view! {
            <p>"You can’t undo publishing. You can publish a later run as a correction, with a reason that everyone sees."</p>
            <PostForm action=ManageTab::Publish.href(slug) class="form">
                <input type="hidden" name="run" value=run.to_string()/>
                {reason}
                {follow}
                {provisional}
                {consent}
                {second_organizer_hint(None)}
                <div class="row">
                    <Button kind>{verb}</Button>
                    <a href=back>"Back to the ranking"</a>
                </div>
            </PostForm>
        })}
    }
}

fn provisional_fields(zone: &str) -> AnyView {
    let (hint, ticked) = (format!("Time zone: {zone}."), was_ticked("provisional"));
    disclosure("Winners owe something first").open(ticked).of(view! {
        <div class="stack">
            <Check name="provisional" label="Publish the winners as provisional" checked=ticked hint="Everyone reads what they owe, and their teams get a notice and a mail. On Winners you tick what they have shown, and make the results final."/>
            <Field name="until" label="Winners have time until" kind="datetime-local" value=typed_into("until") hint/>
            <Area name="owed" label="What each winner owes" rows=4 value=typed_or("owed", USUALLY_OWED) hint=format!("One thing on a line, at most {MOST_DUTIES}.")/>
        </div>
    })
}

/// For each prize that could go to the first of this run: whether it does.
fn follow_boxes(offer: &PublicationOffer) -> Vec<AnyView> {
    let typed = forms().typed;
    let titles = |ids: &[ProjectId]| and_list(&ids.iter().map(|id| offer.title(*id)).collect::<Vec<_>>());
    let found = offer.warnings.iter().filter_map(|warning| match warning {
        Warning::PrizeOutdated { id, prize, won, first } if !first.is_empty() => {
            let label = format!("{prize}: the winner becomes {} in place of {}.", titles(first), titles(won));
            let value = id.to_string();
            let checked = typed.all("follow").any(|ticked| ticked == value);
            Some(view! { <Check name="follow" value label checked/> })
        }
        _ => None,
    });
    found.collect()
}

/// What becomes public, and who sees it.
fn public((offer, latest, replaces): Offered<'_>, slug: &str) -> AnyView {
    let outcome = &latest.outcome;
    let made = format!(
        "Everyone sees the ranking of {} with its margins of error, from {} by {}.",
        plural(outcome.fit.projects, "project", "projects"),
        plural(outcome.fit.reviews, "review", "reviews"),
        plural(outcome.fit.judges, "judge", "judges"),
    );
    let first = outcome.projects.iter().filter(|p| p.rank == 1);
    let first: Vec<_> = first.filter_map(|p| offer.titles.get(&ProjectId(p.project)).cloned()).collect();
    let first = match first.as_slice() {
        [] => String::new(),
        [one] => format!(" First: {one}."),
        many => format!(" These share the first place: {}.", words::name_few(many.iter().cloned())),
    };
    let change = replaces.map(|Publication { run, published_at: since, .. }| {
        let change = match offer.moved {
            0 => format!("Every project keeps the rank it has in run {run}."),
            n => {
                format!("{} another rank than in run {run}.", plural(n, "project gets", "projects get"))
            }
        };
        view! {
            <p>
                {format!("Run {run} has been public since ")}<Time at=*since/>". "{change}
                " The earlier signed ranking stays genuine. The check page says that it was replaced."
            </p>
        }
    });
    // The page of the results shows the published run once there is one.
    let preview = replaces.is_none().then(|| {
        view! { " "<a href=format!("/events/{slug}/results")>"Preview the results page"</a>"." }
    });
    section("public", "What becomes public").of(view! {
        <p>{made}{first}{preview}</p>
        {change}
        {seen_by(offer.votes, offer.prizes, offer.at.facts.event.feedback)}
    })
}

/// Who sees what once it is published.
fn seen_by(votes: bool, prizes: usize, feedback: FeedbackChoice) -> AnyView {
    let line = |what: &'static str, who: [&'static str; 4]| {
        let labels = ["Everyone", "Team", "Judge", "Organizers"];
        let cells =
            each(labels.into_iter().zip(who), |(label, who)| view! { <td data-label=label>{who}</td> });
        view! { <tr><th scope="row">{what}</th>{cells}</tr> }
    };
    let comments = if feedback.comments { "their own, without names" } else { "no" };
    let means = if feedback.criteria { "their own, from 3 reviews on" } else { "no" };
    let winners = (prizes > 0).then(|| line("Confirmed winners of prizes, with the reasons", ["yes"; 4]));
    let votes = votes.then(|| line("Votes for each project", ["yes"; 4]));
    view! {
        <div class="manage-short-cells">
        <Table label="Who sees what" stacks=true columns=[text_column("Once it is published"), text_column("Everyone"), text_column("Team"), text_column("Judge"), text_column("Organizers")]>
            {line("Ranking, margins of error, chances", ["yes"; 4])}
            {winners}
            {votes}
            {line("Certificate or record", ["no", "their own", "their own", "all"])}
            {line("Comments of reviews", ["no", comments, "their own", "all"])}
            {line("Mean score per criterion", ["no", means, "no", "all"])}
            {line("Single scores", ["no", "no", "their own", "all"])}
            {line("Judges’ offsets and flags", ["no", "no", "no", "all"])}
        </Table>
        </div>
        <p class="quiet small prose">"Organizers who take part, as judges or on a team, see these only after the publication."</p>
    }
}
