//! `/events/<slug>/manage/ceremony/show`: the ceremony on a projector, and the notes of who presents it. All steps are in the page,
//! so that a reveal asks nobody for anything; the script shows one after the other, and without it links do.

use crate::prelude::*;

/// A ceremony on the screen.
pub struct ProjectorPage {
    pub slug: String,
    /// The steps in their order.
    pub slides: Vec<Slide>,
    /// The step that is shown.
    pub at: usize,
    /// For who presents it: what is on the screen, and what comes next. On another device it moves the projector.
    pub notes: bool,
}

#[derive(Clone, Debug)]
pub enum Slide {
    /// The event's name.
    Title(String),
    /// A prize, before its winners.
    Prize {
        name: String,
        /// Who gives it; may be empty.
        sponsor: String,
        /// How many win it, and how they were found.
        how: String,
        /// What it is, for the presenter.
        description: String,
    },
    Place {
        prize: String,
        /// `Second place`, `Winner`.
        label: String,
        /// Who has it.
        winners: Vec<Announced>,
        /// Why these, for the presenter; may be empty.
        reason: String,
    },
    /// All winners of a prize, by place; the label is empty where places do not matter.
    Winners {
        prize: String,
        places: Vec<(String, Vec<Announced>)>,
        /// Why these, for the presenter; may be empty.
        reason: String,
    },
    /// Part of the ranking: rank, title and team.
    Ranking(Vec<(u32, String, String)>),
    /// The end, with the address of the results.
    End {
        address: String,
        /// The winners are provisional until then.
        provisional_until: Option<DateTime<Utc>>,
    },
}

/// Somebody who won.
#[derive(Clone, Debug, PartialEq)]
pub struct Announced {
    pub title: String,
    pub team: String,
    /// How certain the place is, where that is shown.
    pub certainty: Option<Certainty>,
}

/// How certain a place is.
#[derive(Clone, Debug, PartialEq)]
pub struct Certainty {
    pub words: String,
    /// The interval's low end, the estimate and the high end, each as a share of the drawing's width.
    pub interval: [f64; 3],
    /// The estimates of other projects, as shares of the width.
    pub others: Vec<f64>,
}

/// The page, in a frame without head and foot.
pub fn projector_page(model: ProjectorPage) -> AnyView {
    needs(Sheet::Ceremony);
    let ProjectorPage { slug, slides, at, notes } = model;
    let last = slides.len().saturating_sub(1);
    let at = at.min(last);
    let base = format!("/events/{slug}/manage/ceremony");
    let view = if notes { "&view=notes" } else { "" };
    let (leave, live) = (ManageTab::Ceremony.href(&slug), format!("{base}/live"));
    let back_to = leave.clone();
    let lost = if notes {
        "The projector is out of reach. Use its own keys."
    } else {
        "The remote is out of reach."
    };
    let to = |step: usize| format!("{base}/show?step={step}{view}");
    let (back, next) = (to(at.saturating_sub(1)), to((at + 1).min(last)));
    let spoken: Vec<Vec<String>> = slides.iter().map(spoken).collect();
    let steps = each(slides.into_iter().enumerate(), |(step, slide)| {
        let content = if notes { noted(&slide, &spoken, step) } else { shown(slide) };
        view! { <section class="ceremony-step" data-step=step hidden=step != at>{content}</section> }
    });
    let count = format!("{} of {}", at + 1, last + 1);
    view! {
        <div class=if notes { "ceremony ceremony-notes" } else { "ceremony" } data-channel=format!("evenhand-ceremony-{slug}") data-leave=leave data-view=view data-live=live data-csrf=forms().csrf>
            <h1 class="sr-only">"Ceremony"</h1>
            <div class="ceremony-deck" aria-live="polite">{steps}</div>
            <nav class="ceremony-controls" aria-label="Steps">
                <a href=back_to>"Leave"</a>
                <small data-lost="" hidden role="status">{lost}</small>
                <span data-count="">{count}</span>
                <a href=back data-go="-1">"Back"</a>
                <a href=next data-go="1">"Next"</a>
            </nav>
        </div>
    }
}

/// A step as the hall sees it.
fn shown(slide: Slide) -> AnyView {
    match slide {
        Slide::Title(event) => {
            let class = size(&event);
            view! { <p class="ceremony-over">"And the winners are …"</p><h2 class=class>{event}</h2> }
        }
        Slide::Prize { name, sponsor, how, .. } => {
            let sponsor =
                (!sponsor.is_empty()).then(|| view! { <p class="ceremony-team">"Given by "{sponsor}</p> });
            let class = size(&name);
            view! { <h2 class=class>{name}</h2>{sponsor}<p class="ceremony-small">{how}</p> }
        }
        Slide::Place { prize, label, winners, .. } => {
            view! {
                <p class="ceremony-over">{prize}</p>
                <p class="ceremony-place">{label}</p>
                {each(winners, revealed)}
            }
        }
        Slide::Winners { prize, places, .. } => {
            let many = places.iter().map(|(_, winners)| winners.len()).sum::<usize>();
            let rows = each(
                places.into_iter().flat_map(|(label, winners)| {
                    winners.into_iter().map(move |winner| (label.clone(), winner))
                }),
                |(label, winner)| {
                    let label = (!label.is_empty()).then(|| view! { <small>{label}</small> });
                    let team = words::other_team(&winner.team, &winner.title).to_owned();
                    view! { <li>{label}<b>{winner.title}</b><span>{team}</span></li> }
                },
            );
            let class = if many > 6 { "ceremony-list ceremony-list-many" } else { "ceremony-list" };
            view! { <p class="ceremony-over">{prize}</p><ul class=class>{rows}</ul> }
        }
        Slide::Ranking(rows) => {
            let rows = each(rows, |(rank, title, team)| {
                let team = words::other_team(&team, &title).to_owned();
                view! { <li><small>{rank}</small><b>{title}</b><span>{team}</span></li> }
            });
            view! { <p class="ceremony-over">"The ranking"</p><ul class="ceremony-list ceremony-ranking">{rows}</ul> }
        }
        Slide::End { address, provisional_until } => {
            let provisional = provisional_until.map(|until| {
                view! { <p class="ceremony-small">"The winners are provisional until "<Time at=until/>"."</p> }
            });
            let code = Qr::of(&address, 60)
                .map(|code| view! { <QrCodeOf code title="The results’ address as a QR code"/> });
            let plain = address.split_once("://").map_or(address.as_str(), |(_, rest)| rest).to_owned();
            view! {
                <h2 class="ceremony-title">"Congratulations!"</h2>
                <p class="ceremony-team">"Thank you for everything that you built."</p>
                <div class="ceremony-code">{code}</div>
                <p class="ceremony-small">{plain}</p>
                {provisional}
            }
        }
    }
}

/// The class of a title: long ones are smaller, so that each fits the screen.
fn size(title: &str) -> &'static str {
    match title.chars().count() {
        0..=24 => "ceremony-title",
        25..=56 => "ceremony-title ceremony-long",
        _ => "ceremony-title ceremony-longer",
    }
}

fn revealed(winner: Announced) -> AnyView {
    let certainty = winner.certainty.map(|certainty| {
        view! { {drawing(&certainty)}<p class="ceremony-small">{certainty.words}</p> }
    });
    let class = size(&winner.title);
    let team = team_beside(&winner.team, &winner.title);
    let team = team.map(|team| view! { <p class="ceremony-team">{team}</p> });
    view! {
        <div class="ceremony-winner">
            <h2 class=class>{winner.title}</h2>
            {team}
            {certainty}
        </div>
    }
}

/// The interval among the estimates of all.
fn drawing(certainty: &Certainty) -> AnyView {
    let x = |share: f64| format!("{:.0}", 10.0 + share * 980.0);
    let [low, at, high] = certainty.interval.map(x);
    let others: String = certainty.others.iter().map(|share| format!("M{} 30h0", x(*share))).collect();
    view! {
        <svg class="ceremony-interval" viewBox="0 0 1000 60" aria-hidden="true">
            <path class="ceremony-others" d=others/>
            <path d=format!("M{low} 30H{high}M{low} 14v32M{high} 14v32")/>
            <circle cx=at cy="30" r="12"/>
        </svg>
    }
}

/// What a step says, in lines: the first one names it.
fn spoken(slide: &Slide) -> Vec<String> {
    let line = |winner: &Announced| words::with_team(&winner.title, &winner.team);
    match slide {
        Slide::Title(event) => vec![event.clone()],
        Slide::Prize { name, sponsor, how, .. } => {
            let sponsor = (!sponsor.is_empty()).then(|| format!("Given by {sponsor}"));
            [Some(name.clone()), sponsor, Some(how.clone())].into_iter().flatten().collect()
        }
        Slide::Place { prize, label, winners, .. } => {
            std::iter::once(format!("{prize}: {label}")).chain(winners.iter().map(line)).collect()
        }
        Slide::Winners { prize, places, .. } => {
            let lines = places.iter().map(|(label, winners)| {
                let names: Vec<_> = winners.iter().map(line).collect();
                let label = if label.is_empty() { String::new() } else { format!("{label}: ") };
                format!("{label}{}", words::and_list(&names))
            });
            std::iter::once(format!("{prize}: all winners")).chain(lines).collect()
        }
        Slide::Ranking(rows) => {
            let ends = rows.first().zip(rows.last()).map(|(first, last)| match first.0 == last.0 {
                true => format!("Rank {}", first.0),
                false => format!("Ranks {} to {}", first.0, last.0),
            });
            std::iter::once("The ranking".to_owned()).chain(ends).collect()
        }
        Slide::End { address, .. } => vec!["The end".to_owned(), address.clone()],
    }
}

/// A step as its presenter sees it.
fn noted(slide: &Slide, spoken: &[Vec<String>], step: usize) -> AnyView {
    let lines = |step: usize| {
        let lines = spoken.get(step).cloned().unwrap_or_default();
        let mut lines = lines.into_iter();
        let first = lines.next().unwrap_or_else(|| "Nothing: this is the end".to_owned());
        let rest = each(lines, |line| view! { <p>{line}</p> });
        view! { <h3>{first}</h3>{rest} }
    };
    let note = match slide {
        Slide::Prize { description, .. } => description.clone(),
        Slide::Place { reason, .. } | Slide::Winners { reason, .. } => reason.clone(),
        Slide::Title(_) | Slide::Ranking(_) | Slide::End { .. } => String::new(),
    };
    let note =
        (!note.is_empty()).then(|| view! { <div class="ceremony-note"><h2>"Notes"</h2><p>{note}</p></div> });
    view! {
        <div><h2>"On the screen"</h2>{lines(step)}</div>
        <div class="ceremony-next"><h2>"Next"</h2>{lines(step + 1)}</div>
        {note}
    }
}
