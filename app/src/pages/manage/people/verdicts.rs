//! What each line of a list would do, before anybody is invited.

use super::invite::invite_address;
use super::{PeopleTab, people_links};
use crate::components::long_lists::{FEW, LongTable};
use crate::pages::manage::missing_names::{MissingNames, create};
use crate::pages::manage::ways_in::invite_href;
use crate::prelude::*;
use shared::people_list::{LineVerdict, ListedPerson, MOST, PeopleList};
use words::people as said;

pub struct VerdictsPage {
    /// One for each line.
    pub verdicts: Vec<LineVerdict>,
    /// What was read besides.
    pub read: PeopleList,
    /// The people to invite, as the confirmation sends them.
    pub list: String,
    /// Tracks that the list names and the event does not have.
    pub missing_tracks: Option<MissingNames>,
    /// The role of lines that name none.
    pub role: MemberRole,
    /// The list as it was typed, for the way back; empty for a file.
    pub typed: String,
    /// The whole list, typed or from a file.
    pub whole: String,
    /// Mails of this event never leave the portal: it is one of the demo's.
    pub held: bool,
}

pub fn verdicts_page(model: VerdictsPage) -> AnyView {
    let slug = this_event().slug;
    let (form, start) = (invite_address(&slug), invite_href(&slug));
    let new = model.verdicts.iter().filter(|v| matches!(v, LineVerdict::New { .. })).count();
    let new = i64::try_from(new).unwrap_or(i64::MAX);
    let all = i64::try_from(model.verdicts.len()).unwrap_or(i64::MAX);
    let lead = format!(
        "{} of {} would be invited. Nobody has been invited yet.",
        words::thousands(new),
        words::plural(all, "line", "lines")
    );
    let cut = model.read.cut.then(|| {
        let title = format!("Only the first {MOST} people are read at once");
        view! { <Notice tone=Tone::Warn title text="Invite these, then bring in the rest of the list."/> }
    });
    let unused = words::list_file::unused_columns(&model.read.unused)
        .map(|said| view! { <p class="quiet">{said}</p> });
    let merged = each(&model.read.merged, |name| {
        view! { <p class="prose">{words::list_file::merged_column(name)}</p> }
    });
    let remarks = words::list_file::remarks(&model.read.remarks)
        .map(|said| view! { <p class="prose" dir="auto">{said}</p> });
    let confirm = (new > 0).then(|| confirm(&form, &model, new));
    let missing = model.missing_tracks.as_ref().map(|missing| missing_tracks(&form, missing, &model));
    let back = (!model.typed.is_empty()).then(|| {
        view! {
            <form method="post" action=format!("{form}/again")>
                <input type="hidden" name="csrfmiddlewaretoken" value=forms().csrf/>
                <input type="hidden" name="role" value=model.role.name()/>
                <textarea name="list" hidden>{typed(&model.typed)}</textarea>
                <Button>"Change the list"</Button>
            </form>
        }
    });
    // What needs a look comes first; most lists are long and good.
    let mut verdicts = model.verdicts;
    verdicts.sort_by_key(|verdict| matches!(verdict, LineVerdict::New { has, .. } if has.is_empty()));
    let rows = each(verdicts, row);
    ManageTab::People.page(view! {
            <h1>"Check the list"</h1>
            {people_links(PeopleTab::Members)}
            {cut}
            <p class="prose">{lead}</p>
            {merged}
            {unused}
            {remarks}
            {missing}
            {confirm}
            <div class="row">{back}<ButtonLink href=start>"Start over"</ButtonLink></div>
            <div class="stack manage-short-cells"><LongTable rows few=FEW labels=("Lines of the list", "Other lines of the list") counted=("line", "lines") columns=[number_column("Line"), text_column("Person"), text_column("Role"), text_column("What happens")]/></div>
    })
}

/// Which tracks the list names that the event does not have, and the button that creates them.
fn missing_tracks(form: &str, missing: &MissingNames, model: &VerdictsPage) -> AnyView {
    let (role, list) = (model.role.name(), model.whole.clone());
    let create = create(&missing.names, ("track", "tracks"));
    view! {
        <p class="prose" dir="auto">{missing.said.clone()}</p>
        <PostForm action=format!("{form}/tracks") class="form" files=true>
            <input type="hidden" name="role" value=role/>
            <textarea name="list" hidden>{typed(&list)}</textarea>
            {create}
            <p class="field-hint">"The list is checked again then. Nobody is invited yet."</p>
        </PostForm>
    }
}

fn confirm(form: &str, model: &VerdictsPage, new: i64) -> AnyView {
    let verb = format!("Invite {}", words::plural(new, "person", "people"));
    let role = model.role.name();
    let mails = if sends_mail() && !model.held {
        view! { <Check name="send" label="Send the mails now" hint="Without this, you send them later, from the list of invitations."/> }
    } else {
        view! { <p class="field-hint">"Nobody has a link yet. Print their cards, or create links in the list of invitations."</p> }
    };
    let list = model.list.clone();
    view! {
        <PostForm action=form.to_owned() once=true class="form">
            <input type="hidden" name="role" value=role/>
            <textarea name="list" hidden>{typed(&list)}</textarea>
            {mails}
            <Button kind=Kind::Main>{verb}</Button>
        </PostForm>
    }
}

/// What a line says and what it would do.
struct Said {
    line: usize,
    person: Option<ListedPerson>,
    role: Option<MemberRole>,
    tone: Tone,
    sign: Sign,
    word: &'static str,
    why: String,
}

fn said(verdict: LineVerdict) -> Said {
    let of = |person: ListedPerson, role, tone, sign, word, why: String| Said {
        line: person.line,
        role: Option::or(role, person.role),
        person: Some(person),
        tone,
        sign,
        word,
        why,
    };
    // The list may say other tracks than the judge has.
    let stays = |person: &ListedPerson, role| {
        let says_more = !person.tracks.is_empty() || person.review_cap.is_some();
        let stays = " Their tracks and their cap stay as they are here.";
        if role == MemberRole::Judge && says_more { stays } else { "" }
    };
    match verdict {
        LineVerdict::New { person, role, has, .. } if has.is_empty() => {
            of(person, Some(role), Tone::Good, Sign::Check, "New", String::new())
        }
        LineVerdict::New { person, role, has, .. } => {
            let both = [MemberRole::Judge, MemberRole::Participant];
            let own_team = both.iter().all(|one| role == *one || has.contains(one));
            let own_team = if own_team { " Nobody judges their own team." } else { "" };
            let organizes = has.contains(&MemberRole::Organizer) || role == MemberRole::Organizer;
            let takes_part = if organizes {
                " An organizer who judges or is on a team takes part in the event: until the results are published, they can’t read scores or \
                 do what could change them."
            } else {
                ""
            };
            let why = format!(
                "{} already. Gets a further role by accepting.{own_team}{takes_part}",
                said::role_list(&has)
            );
            of(person, Some(role), Tone::Good, Sign::Check, "New", why)
        }
        LineVerdict::Invited(person, role) => {
            let why = format!("Invited in this role, without an answer yet.{}", stays(&person, role));
            of(person, Some(role), Tone::Plain, Sign::Clock, "Already invited", why)
        }
        LineVerdict::Member(person, role, _) => {
            let why = format!("Has this role in the event.{}", stays(&person, role));
            of(person, Some(role), Tone::Plain, Sign::Info, "Already a member", why)
        }
        LineVerdict::Repeated(person, above) => {
            let tracks =
                if person.tracks.is_empty() { "" } else { " Write all tracks of a person on one line." };
            let why = format!("The same address is on line {above}.{tracks}");
            of(person, None, Tone::Plain, Sign::Copies, "Repeated", why)
        }
        LineVerdict::TrackUnknown(person, unknown) => {
            let names: Vec<String> = unknown.into_iter().map(|unknown| unknown.name).collect();
            let track = if names.len() == 1 { "no track" } else { "no tracks" };
            let why = format!("The event has {track} {}.", words::quoted(&names));
            of(person, None, Tone::Warn, Sign::Alert, "Left out", why)
        }
        LineVerdict::Fault(line, fault) => {
            let why = said::line_fault(&fault);
            Said {
                line,
                person: None,
                role: None,
                tone: Tone::Warn,
                sign: Sign::Alert,
                word: "Left out",
                why,
            }
        }
    }
}

fn row(verdict: LineVerdict) -> AnyView {
    let Said { line, person, role, tone, sign, word, why } = said(verdict);
    let tracks =
        person.as_ref().filter(|_| role == Some(MemberRole::Judge)).map(|person| person.tracks.join(", "));
    let tracks = tracks.filter(|tracks| !tracks.is_empty());
    let tracks = tracks.map(|tracks| view! { <br/><small class="quiet">{tracks}</small> });
    let who = person.map_or_else(
        || view! { "–" },
        |person| match person.name.is_empty() {
            true => view! { {person.email} },
            false => view! { {person.name}<br/><small class="quiet">{person.email}</small> },
        },
    );
    let why = (!why.is_empty()).then(|| view! { <br/><small class="quiet">{why}</small> });
    view! {
        <tr>
            <td data-label="Line" class="cell-num">{line}</td>
            <th scope="row">{who}</th>
            <td data-label="Role">{role.map_or("–", said::role)}{tracks}</td>
            <td data-label="What happens"><Pill tone sign word/>{why}</td>
        </tr>
    }
}
