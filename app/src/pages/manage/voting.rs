//! The community vote, a part of the page of prizes: codes for people in the room, and the tally.

use crate::components::long_lists::{FIRST, first_few};
use crate::pages::vote::{counted, votes_rows, votes_table};
use crate::prelude::*;
use model::ballot::{CodeCounts, Tally, VotingOverview};
use shared::rules::VotingMode;

pub struct VotingPart {
    /// How it votes, when, and how many votes each voter has, in a sentence.
    pub how: String,
    pub found: VotingOverview,
    /// The form was sent again after it had created its codes.
    pub again: bool,
    /// It was asked for.
    pub open: bool,
}

/// The part, folded until somebody wants it. Its forms post to `voting/codes` and `voting/codes/withdraw`.
pub(super) fn voting_part(model: VotingPart) -> AnyView {
    let open = model.open || model.again || !refused("number").is_empty();
    let VotingOverview { at, codes, may, tally, withheld } = model.found;
    let tally = match (tally, withheld) {
        (Some(tally), _) => tally_section(tally),
        (None, Some(why)) => view! { <Notice tone=Tone::Note title=words::refusal(&why)/> },
        (None, None) => {
            view! { <p class="quiet">"Votes are counted once voting closes. You see the tally then. Everyone sees it once results are published."</p> }
        }
    };
    let by_code = at.facts.event.voting_mode == VotingMode::Code;
    let again = model.again.then(|| {
        view! {
            <Notice tone=Tone::Warn title="These codes were already created" text="You sent the form twice, and only one batch was created. Codes are shown only once. If you have no printed sheet, withdraw the unused codes and create new ones."/>
        }
    });
    let look = format!("/events/{}/vote", this_event().slug);
    disclosure(view! { <h2 id="voting">"Community vote"</h2> }).open(open).of(view! {
        <div class="stack">
            {again}
            <p class="prose">{show_moments(&model.how)}" "<a href=look>"See the voting page"</a></p>
            {by_code.then(|| codes_part(codes, may, &this_event().slug))}
            {tally}
        </div>
    })
}

/// The projects with the most votes, and the others folded.
fn tally_section(tally: Tally) -> AnyView {
    let labels = ("Votes", "Votes of other projects");
    let list = first_few(votes_rows(tally.projects), FIRST, labels, ("project", "projects"), votes_table);
    subsection("tally", "How the community voted").of(view! { {counted(tally.ballots)}{list} })
}

fn codes_part(codes: CodeCounts, may: Result<(), Refusal>, slug: &str) -> AnyView {
    let action = format!("/events/{slug}/manage/voting/codes");
    let CodeCounts { made, used, withdrawn } = codes;
    let unused = made - used - withdrawn;
    let acts = match may {
        Ok(()) => {
            let withdraw = (unused > 0).then(|| {
                let verb = format!("Withdraw {}", words::plural(unused, "unused code", "unused codes"));
                view! {
                    <ActButton action=format!("{action}/withdraw") kind=Kind::Danger hint="Nobody can use them any more. Ballots that were cast still count.">{verb}</ActButton>
                }
            });
            view! {
                <PostForm action=action.clone() once=true class="form">
                    <Field name="number" label="How many codes" kind="number" short=true value=typed_or("number", "100") hint="Up to 1000 at a time. They are shown once, on a sheet to print and cut."/>
                    <Button kind=Kind::Main>"Create the sheet"</Button>
                </PostForm>
                {withdraw}
            }
        }
        Err(refusal) => view! { <Notice tone=Tone::Note title=words::refusal(&refusal)/> },
    };
    subsection("codes", "Codes").of(view! {
        <dl class="facts">
            <dt>"Created"</dt><dd>{words::thousands(made)}</dd>
            <dt>"Used to vote"</dt><dd>{words::thousands(used)}</dd>
            <dt>"Unused"</dt><dd>{words::thousands(unused)}</dd>
            <dt>"Withdrawn"</dt><dd>{words::thousands(withdrawn)}</dd>
        </dl>
        {acts}
    })
}

/// A sheet of codes as they are printed, shown once, to be printed and cut. They are entered at the address.
pub fn code_sheet(address: &str, codes: Vec<String>) -> AnyView {
    needs(Sheet::Manage);
    let head = this_event();
    let (slug, event) = (head.slug, head.name);
    let made = words::plural(codes.len(), "code", "codes");
    let slips = each(codes, |code| {
        view! {
            <li>
                <p class="small">{event.clone()}</p>
                <p class="codes-slip-code">{code}</p>
                <p class="small quiet">"Vote at "{address.to_owned()}</p>
            </li>
        }
    });
    view! {
        <div class="screen-only stack">
            <Crumbs above=vec![("Voting".to_owned(), ManageTab::Voting.href(&slug))]/>
            <h1>{made}</h1>
            <Notice tone=Tone::Warn title="Print this page now" text="These codes can’t be shown again. If you lose the sheet, withdraw the unused codes and create new ones."/>
        </div>
        <ul class="codes-slips" aria-label="Codes">{slips}</ul>
    }
}
