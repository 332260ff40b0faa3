//! The check list before publishing: what is in order, and what is not.

use super::feedback::seen_by_teams;
use super::warnings::describe_warning;
use crate::prelude::*;
use model::run::PublicationOffer;
use shared::publication::PublicationCheck;

/// The section with the check list. What needs consent comes first, then what else was found, then what is in order.
pub(super) fn check_list(offer: &PublicationOffer, slug: &str) -> AnyView {
    let mut warnings = offer.warnings.clone();
    warnings.sort_by_key(|warning| !warning.needs_consent());
    let passed = offer.checks.iter().filter(|check| !warnings.iter().any(|w| w.check() == **check));
    let passed: Vec<_> = passed.map(|check| in_order(*check)).collect();
    let found = each(warnings, |warning| {
        let sign = if warning.needs_consent() { Sign::Alert } else { Sign::Info };
        let weighty = warning.needs_consent().then_some("manage-matters-weighty");
        view! { <li class=weighty><Icon sign/><p>{describe_warning(warning, offer, slug)}</p></li> }
    });
    let passed = (!passed.is_empty()).then(|| {
        view! { <li class="manage-matters-fine"><Icon sign=Sign::Check/><p>{passed.join(" ")}</p></li> }
    });
    let choose = ManageTab::Feedback.href(slug);
    let feedback = format!("Once it is published, {}. ", seen_by_teams(offer.at.facts.event.feedback));
    section("before", "What to check first").of(view! {
        <ul class="manage-matters">{found}<li><Icon sign=Sign::Info/><p>{feedback}<a href=choose>"Choose what teams see"</a></p></li>{passed}</ul>
    })
}

/// What a check says that found nothing.
fn in_order(check: PublicationCheck) -> &'static str {
    match check {
        PublicationCheck::Judging => "Judging is closed.",
        PublicationCheck::Reviews => "All assigned reviews are in, and every project has at least two.",
        PublicationCheck::SetAside => "No review was set aside.",
        PublicationCheck::FirstThree => "The judges’ first three are the first of the ranking.",
        PublicationCheck::UpToDate => "The run includes the latest reviews.",
        PublicationCheck::Finished => "The calculation finished.",
        PublicationCheck::Comparable => "Enough reviews connect the projects to compare them.",
        PublicationCheck::Judges => "No judge is flagged.",
        PublicationCheck::Conflicts => "No conflict of interest waits for an answer.",
        PublicationCheck::Places => "No places are too close to call.",
        PublicationCheck::PrizeLines => {
            "No prize that waits for its winners has a tie or a close call at its last winning place."
        }
        PublicationCheck::Panels => "All panels are finished.",
        PublicationCheck::Vote => "The community vote is closed.",
        PublicationCheck::Winners => "Every prize has its winners.",
    }
}
