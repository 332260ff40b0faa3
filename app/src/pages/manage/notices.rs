//! `/events/<slug>/manage/notices`: what organizers tell the people of an event, and who has read it.

use crate::prelude::*;
use model::notice::{NoticeReader, NoticesFound, PostedNotice};
use shared::notice::{Audience, LENGTH, TypedNotice};

/// The page. Its form posts `to`, `text`, `urgent` and `mail`; each notice has a form that posts to `<path>/<id>/withdraw`.
pub fn notices_page(found: &NoticesFound, typed: TypedNotice) -> AnyView {
    let base = ManageTab::Notices.href(&this_event().slug);
    let narrow = found.narrow_refused.as_ref().map(|why| {
        let hidden = (found.hidden > 0).then(|| {
            let count = plural(found.hidden, "notice", "notices");
            view! { <p>{format!("Not shown to you: {count} of other organizers to judges, one team or one person.")}</p> }
        });
        view! { <Notice tone=Tone::Note title=words::refusal(why)>{hidden}</Notice> }
    });
    let readers = |id: i64| found.readers.as_ref().filter(|(of, _)| *of == id).map(|(_, of)| of.as_slice());
    let rows: Vec<_> = found.notices.iter().map(|row| notice_row(&base, row, readers(row.id))).collect();
    let list = if rows.is_empty() {
        view! { <EmptyState title="No notices yet" text="Your notices appear here, with the number of people who have read them."/> }
    } else {
        view! { {rows} }
    };
    ManageTab::Notices.page(view! {
        <h1>"Notices"</h1>
        <ErrorSummary heading="Nothing was posted"/>
        {narrow}
        {notice_form(base, found, typed)}
        {section("posted", "Posted").of(list)}
    })
}

fn notice_form(action: String, found: &NoticesFound, typed: TypedNotice) -> AnyView {
    let TypedNotice { to, text, urgent, mail } = typed;
    let choices = choices(found);
    let by_mail = sends_mail().then(|| {
        view! { <Check name="mail" label="Also by mail" hint="Up to five notices an hour go out by mail." checked=mail/> }
    });
    view! {
        <PostForm action once=true class="form">
            <Select
                name="to"
                label="To"
                choices
                value=to

                hint="For one person, open their page under People. For one team, use the link on the board. A room means all teams with a place in it."
            />
            <Area name="text" label="Notice" limit=LENGTH rows=3 value=text/>
            <Check
                name="urgent"
                label="Urgent"
                hint="It comes first and asks to be acknowledged. You see who has done so."
                checked=urgent
            />
            {by_mail}
            <Button kind=Kind::Main>"Post the notice"</Button>
        </PostForm>
    }
}

/// Whom a notice can be for.
fn choices(found: &NoticesFound) -> Vec<Choice> {
    let narrow = found.narrow_refused.is_none();
    let one = |audience: Audience, words: String| Choice::new(audience.to_text(), words);
    let mut choices = vec![one(Audience::Everybody, "Everybody in the event".to_owned())];
    choices.extend(narrow.then(|| one(Audience::Judges, "The judges".to_owned())));
    choices.push(one(Audience::Teams, "The teams".to_owned()));
    choices.extend(
        found.rooms.iter().map(|room| one(Audience::Room(room.clone()), format!("The teams in {room}"))),
    );
    choices.extend(found.named.iter().map(|(audience, name)| {
        let words = match audience {
            Audience::Team(_) => format!("The team “{name}”"),
            _ => name.clone(),
        };
        one(audience.clone(), words)
    }));
    choices
}

fn whom(notice: &PostedNotice) -> String {
    match &notice.audience {
        Audience::Everybody => "everybody".to_owned(),
        Audience::Judges => "the judges".to_owned(),
        Audience::Teams => "the teams".to_owned(),
        Audience::Room(room) => format!("the teams in {room}"),
        Audience::Team(_) => format!("the team “{}”", notice.whom),
        Audience::Person(_) => notice.whom.clone(),
    }
}

fn pills(row: &PostedNotice) -> Vec<AnyView> {
    let pill = |shown: bool, tone: Tone, sign: Sign, word: &'static str| {
        shown.then(|| view! { <Pill tone sign word/>" " })
    };
    [
        pill(row.withdrawn_at.is_some(), Tone::Plain, Sign::Cross, "Withdrawn"),
        pill(row.urgent, Tone::Warn, Sign::Alert, "Urgent"),
        pill(
            row.mailed,
            Tone::Note,
            Sign::Info,
            if sends_mail() { "By mail" } else { "Also written as mails" },
        ),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// `3 of 12 people acknowledged it`.
fn read_words(row: &PostedNotice) -> String {
    let verb = if row.urgent { "acknowledged it" } else { "marked it as read" };
    format!("{} of {} {verb}", row.read, plural(row.people, "person", "people"))
}

fn notice_row(base: &str, row: &PostedNotice, readers: Option<&[NoticeReader]>) -> AnyView {
    let action = format!("{base}/{}/withdraw", row.id);
    let withdraw = row.withdrawn_at.is_none().then(|| {
        view! {
            <ActButton action kind=Kind::Danger tight=true>"Withdraw the notice"</ActButton>
        }
    });
    let (id, read) = (format!("notice-{}", row.id), read_words(row));
    let read = match readers {
        Some(readers) => view! { <p>{read}"."</p>{readers_table(readers)} },
        None => view! { <p><a href=format!("{base}?of={}#{id}", row.id)>{read}</a></p> },
    };
    view! {
        <article class="stack" id=id>
            <h3>"To "{whom(row)}</h3>
            <p>{pills(row)}</p>
            <Paragraphs text=row.text.clone()/>
            <p class="quiet small">{row.author.clone()}", "<Time at=row.posted_at/></p>
            {read}
            {withdraw}
        </article>
    }
}

/// Those whom a notice is for.
fn readers_table(readers: &[NoticeReader]) -> AnyView {
    let rows = each(readers.iter(), |reader| {
        let when = match reader.read_at {
            Some(at) => view! { <Time at/> },
            None => view! { "Not yet" },
        };
        view! { <tr><th scope="row">{reader.name.clone()}</th><td data-label="Read">{when}</td></tr> }
    });
    if rows.is_empty() {
        return view! { <EmptyState title="Nobody" text="This notice is for nobody in the event now."/> };
    }
    view! {
        <Table label="Readers" stacks=true columns=[text_column("Person"), text_column("Read")]>{rows}</Table>
    }
}
