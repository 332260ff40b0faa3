//! Facts about a project, as organizers, its judges and its team read them. Each has its source; none is a verdict.

use crate::prelude::*;
use shared::evidence::{Fact, SENTENCE};
use shared::wire::ProjectFact;
use words::evidence;

/// What a judge or a team reads and writes about one project.
#[derive(Clone, Debug)]
pub struct EvidenceBox {
    /// None before the judge's first save of the review.
    pub facts: Option<Vec<ProjectFact>>,
    /// They may flag, or answer.
    pub may: bool,
    /// What was typed into a form that was refused: a flag's reason, and the sentence.
    pub reason: String,
    pub sentence: String,
    /// Why it was refused, for each field.
    pub errors: FormErrors,
}

/// The facts, the earliest first.
pub(super) fn fact_list(facts: &[ProjectFact]) -> AnyView {
    view! { <ul class="said-list" role="list">{each(facts.iter(), fact_row)}</ul> }
}

fn fact_row(seen: &ProjectFact) -> AnyView {
    let quote = filled(evidence::quote(&seen.fact).to_owned())
        .map(|quote| view! { <blockquote dir="auto"><Paragraphs text=quote/></blockquote> });
    let source = filled(evidence::source(&seen.fact).to_owned()).map(|url| view! { <HostLink url/>" · " });
    let other = match &seen.fact {
        Fact::SameWork { project, event, .. } => {
            let href = format!("/projects/{project}");
            Some(view! { <a href=href>{event.clone()}</a>" · " })
        }
        _ => None,
    };
    let by = match (&seen.found_by, &seen.fact) {
        (Some(name), _) => view! { <bdi>{name.clone()}</bdi> },
        (None, Fact::Flag { .. }) => view! { "a judge" },
        (None, Fact::Answer { .. }) => view! { "the team" },
        (None, _) => view! { "found by the portal" },
    };
    // Who may not know the judge knows the day alone.
    let when = match (&seen.found_by, &seen.fact) {
        (None, Fact::Flag { .. }) => view! { {seen.found_at.format("%-d %b %Y").to_string()} },
        _ => view! { <Time at=seen.found_at/> },
    };
    view! {
        <li class="stack" id=format!("fact-{}", seen.id)>
            <p>{show_moments(&evidence::sentence(&seen.fact))}</p>
            {quote}
            <p class="quiet small">{source}{other}{by}", "{when}</p>
        </li>
    }
}

/// What is wrong with the sentence, or with the whole form.
pub(super) fn said_no(errors: &FormErrors) -> String {
    let here = errors.of("sentence");
    if here.is_empty() { errors.of("") } else { here }
}

/// The team's part of the page of its project.
pub(super) fn team_section(evidence: EvidenceBox, action: String) -> Option<AnyView> {
    let EvidenceBox { facts, may, sentence, errors, .. } = evidence;
    let facts = facts.filter(|facts| !facts.is_empty())?;
    let error = said_no(&errors);
    let summary = (!errors.is_empty()).then(|| view! { <ErrorSummary heading="The answer was not sent"/> });
    let form = may.then(|| view! {
        <PostForm action once=true class="form">
            <Area name="sentence" label="Your answer" limit=SENTENCE rows=4 value=sentence error hint="Your team can answer once, to everything above. Organizers and your judges read the answer, and it can’t change."/>
            <Button>"Send the answer"</Button>
        </PostForm>
    });
    Some(section("evidence", "Facts about your project").class("stack project-conversation").of(view! {
        <p class="quiet small">"Only your team, the organizers and judges who have saved their review see this. It changes no score."</p>
        {fact_list(&facts)}
        {summary}
        {form}
    }))
}
