//! The head of the organizer's pages: four moments, and the pages of one of them.

use super::act_done::done_notice;
use super::{BESIDE, DECIDE, JUDGE, PREPARE, PUBLISH};
use crate::pages::event_head::{below_name, name_line};
use crate::pages::notices::notice_board;
use crate::prelude::*;
use shared::refusal::Reason;

/// One of the four moments of an event, as its organizers see it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Moment {
    /// Before judging.
    #[default]
    Prepare,
    /// While judges review.
    Judge,
    /// Between the close of judging and the results.
    Decide,
    /// Once the results are published.
    Publish,
}

impl Moment {
    /// All of them, in their order.
    pub const ALL: [Self; 4] = [Self::Prepare, Self::Judge, Self::Decide, Self::Publish];

    /// The present one. An event whose judging has no times yet is being prepared, although its window is open.
    pub fn present(judging: Window, published: bool, now: DateTime<Utc>) -> Self {
        match judging.phase(now) {
            _ if published => Self::Publish,
            Phase::Closed => Self::Decide,
            Phase::Open if judging != Window::default() => Self::Judge,
            Phase::Open | Phase::NotYet => Self::Prepare,
        }
    }

    /// Whether what is dealt to judges now is reviewed by somebody: until judging closes.
    pub(super) fn deals(self) -> bool {
        matches!(self, Self::Prepare | Self::Judge)
    }

    fn label(self) -> &'static str {
        match self {
            Self::Prepare => "Prepare",
            Self::Judge => "Judge",
            Self::Decide => "Decide",
            Self::Publish => "Publish",
        }
    }

    /// Its pages, the one to which it leads first.
    const fn pages(self) -> &'static [ManageTab] {
        match self {
            Self::Prepare => PREPARE,
            Self::Judge => JUDGE,
            Self::Decide => DECIDE,
            Self::Publish => PUBLISH,
        }
    }
}

impl ManageTab {
    pub fn label(self) -> &'static str {
        self.entry().0
    }

    /// Its address in the event with this slug.
    pub fn href(self, slug: &str) -> String {
        format!("/events/{slug}/manage{}", self.entry().1)
    }

    /// The moment in whose row it is; none for what is beside the moments.
    fn moment(self) -> Option<Moment> {
        Moment::ALL.into_iter().find(|moment| moment.pages().contains(&self))
    }

    fn tab(self, slug: &str, current: Self) -> Tab {
        Tab::new(self.label(), self.href(slug), self == current)
    }

    /// A page of its own, or below it.
    pub(crate) fn page(self, body: AnyView) -> AnyView {
        view! { {manage_head(self)}<div class="manage">{body}</div> }
    }
}

/// The head of every organizer's page. The board, which *Manage* opens, and a page in no moment's row show the row of the present
/// moment.
pub fn manage_head(current: ManageTab) -> AnyView {
    let head = this_event();
    needs(Sheet::Manage);
    let own = current.moment().filter(|_| current != ManageTab::Board);
    let shown = own.unwrap_or(head.moment);
    let moments = each(Moment::ALL, |moment| {
        // At another moment the board would show the row of that one.
        let leads = |page: &&ManageTab| **page != ManageTab::Board || moment == head.moment;
        let href = moment.pages().iter().find(leads).map(|first| first.href(&head.slug));
        let now =
            (moment == head.moment).then(|| view! { <span class="manage-now" aria-hidden="true"></span> });
        let label = moment.label();
        let label = if moment == head.moment { format!("{label}, now") } else { label.to_owned() };
        let current = (moment == shown).then_some("true");
        view! { <li><a href=href aria-current=current>{now}{label}</a></li> }
    });
    let row = |pages: &[ManageTab]| -> Vec<Tab> {
        let shown = pages.iter().filter(|page| **page != ManageTab::Voting || head.votes);
        shown.map(|page| page.tab(&head.slug, current)).collect()
    };
    let (pages, beside) = (row(shown.pages()), row(BESIDE));
    let folded = match shown.pages().contains(&current) {
        true => current.label().to_owned(),
        false => format!("Pages of “{}”", shown.label()),
    };
    let (board, visitor) = (ManageTab::Board.href(&head.slug), format!("/events/{}", head.slug));
    let on_board = (current == ManageTab::Board).then_some("page");
    // The row of judging has it.
    let board = (shown != Moment::Judge).then(|| view! { <a href=board aria-current=on_board>"Board"</a> });
    // A visitor sees no draft.
    let public = if head.draft { "Event page" } else { "See it as a visitor" };
    let notices = notice_board(head.notices.clone());
    let closed = head.forgotten_at.map(|at| {
        let why = Reason::Forgotten { event: head.name.clone(), at };
        view! { <Notice tone=Tone::Note title=words::refusal(&why.into())/> }
    });
    view! {
        <div class="event-head manage-name">
            {name_line(&head)}
            {below_name(&head)}
            <p class="manage-ways">
                {board}
                <a href=visitor>{public}</a>
            </p>
        </div>
        <div class="manage-rows">
            <nav class="tabs manage-moments" aria-label="Moments"><ul role="list" class="tabs-list">{moments}</ul></nav>
            <details class="manage-fold">
                <summary>{folded}</summary>
                <Tabs label="Organizer’s pages" tabs=pages/>
            </details>
            <div class="manage-beside"><Tabs label="Records" tabs=beside/></div>
        </div>
        {notices}
        {closed}
        {done_notice()}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeDelta;

    #[test]
    fn the_present_moment_follows_the_times() {
        let now = DateTime::UNIX_EPOCH;
        let judging = |open: i64, close: i64| Window {
            open: Some(now + TimeDelta::hours(open)),
            close: Some(now + TimeDelta::hours(close)),
        };
        let unset = Window::default();
        for (window, published, moment) in [
            (unset, false, Moment::Prepare),
            (judging(1, 2), false, Moment::Prepare),
            (judging(-1, 1), false, Moment::Judge),
            (Window { close: None, ..judging(-1, 1) }, false, Moment::Judge),
            (Window { open: None, ..judging(-1, 1) }, false, Moment::Judge),
            (judging(-2, -1), false, Moment::Decide),
            (judging(-2, -1), true, Moment::Publish),
            (judging(-1, 1), true, Moment::Publish),
        ] {
            assert_eq!(Moment::present(window, published, now), moment, "{window:?} {published}");
        }
    }

    #[test]
    fn a_row_has_at_most_six_pages_and_no_page_is_in_two() {
        let rows: Vec<&[ManageTab]> = Moment::ALL.iter().map(|of| of.pages()).chain([BESIDE]).collect();
        assert!(rows.iter().all(|row| (1..=6).contains(&row.len())), "{rows:?}");
        let pages = rows.concat();
        for page in &pages {
            assert_eq!(pages.iter().filter(|other| *other == page).count(), 1, "{page:?}");
            assert_eq!(pages.iter().filter(|other| other.entry().1 == page.entry().1).count(), 1);
        }
    }

    #[test]
    fn a_section_is_asked_for_in_the_query_of_its_page() {
        let all = || Moment::ALL.into_iter().flat_map(Moment::pages).chain(BESIDE);
        for section in all().filter(|tab| tab.entry().1.contains(['?', '#'])) {
            // What is behind `#` reaches no server, and the tab of the page would be marked.
            let (path, _) = section.entry().1.split_once('?').unwrap();
            assert!(all().any(|tab| tab.entry().1 == path), "{section:?}");
        }
    }
}
