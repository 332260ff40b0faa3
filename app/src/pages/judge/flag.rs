//! What is found about a project, for its judge, who can flag it.

use crate::pages::evidence::{EvidenceBox, fact_list, said_no};
use crate::prelude::*;
use shared::evidence::{FlagReason, SENTENCE};
use words::evidence;

/// The judge's part of the page of a review.
pub(super) fn judge_section(evidence: EvidenceBox, action: String) -> AnyView {
    let EvidenceBox { facts, may, reason, sentence, errors } = evidence;
    let found = match facts.as_deref() {
        None => {
            view! { <p class="quiet small">"Facts about this project appear here after you first save its review."</p> }
        }
        Some([]) => view! { <p class="quiet small">"No facts about this project were found."</p> },
        Some(facts) => fact_list(facts),
    };
    let choices = each(FlagReason::ALL, |reason| Choice::new(reason.name(), evidence::flag_reason(reason)));
    let open = !errors.is_empty();
    let (no_reason, no_sentence) = (errors.of("reason"), said_no(&errors));
    let form = may.then(|| disclosure("Flag this project for the organizers").open(open).of(view! {
        <PostForm action once=true class="form">
            <p class="field-hint">"The organizers read your name and your sentence, the team only the sentence. It changes no score, and no other judge sees it."</p>
            <Select name="reason" id="flag-reason" label="What is the flag about?" none="Choose what it is about" choices value=reason error=no_reason/>
            <Area name="sentence" label="What did you see?" limit=SENTENCE rows=3 value=sentence error=no_sentence/>
            <Button>"Flag the project"</Button>
        </PostForm>
    }));
    section("evidence", "Facts about this project").class("stack review-aside").of(view! {
        {found}
        {form}
    })
}
