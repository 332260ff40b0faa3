//! What a project's team sees of its reviews: means per criterion, and what judges wrote. Nothing with a name.

use crate::prelude::*;
use model::feedback::TeamFeedback;
use shared::feedback::{CriterionFigure, CriterionFigures, FEWEST_REVIEWS};

pub(super) fn feedback_section(feedback: TeamFeedback) -> AnyView {
    section("feedback", "What judges thought").class("stack project-conversation").of(view! {
        <p class="quiet small">"Only your team and the organizers see this."</p>
        {feedback.figures.map(figures)}
        {feedback.comments.map(comments)}
    })
}

fn comments(comments: Vec<String>) -> AnyView {
    let none = comments.is_empty().then(|| view! { <p class="quiet">"No judge wrote a comment."</p> });
    let list = each(comments, |text| view! { <li class="stack"><Paragraphs text/></li> });
    view! {
        <h3>"What judges wrote"</h3>
        <p class="quiet small">"Without names, in random order."</p>
        {none}
        <ul class="item-list project-comments">{list}</ul>
    }
}

fn figures(figures: CriterionFigures) -> AnyView {
    let body = match figures {
        CriterionFigures::WhileJudging => {
            view! { <p class="quiet">"The mean scores appear when judging has closed."</p> }
        }
        CriterionFigures::TooFew(0) => {
            view! { <p class="quiet">"No review of your project counts in the ranking."</p> }
        }
        CriterionFigures::TooFew(reviews) => {
            let few = format!(
                "Your project has {}. Mean scores are shown from {FEWEST_REVIEWS} reviews on, because fewer would reveal single scores.",
                plural(reviews, "review", "reviews")
            );
            view! { <p class="quiet">{few}</p> }
        }
        CriterionFigures::Shown(reviews, figures) => table(reviews, figures),
    };
    view! { <h3>"Mean score per criterion"</h3>{body} }
}

fn table(reviews: i64, figures: Vec<CriterionFigure>) -> AnyView {
    let lead = format!(
        "From {} of your project, as the judges gave the scores. The ranking also allows for strict and generous judges.",
        plural(reviews, "review", "reviews")
    );
    let compared = figures.iter().any(|figure| figure.event_mean.is_some());
    let rows = each(figures, |figure| {
        let event = figure.event_mean.map(|mean| {
            view! { <td class="cell-num" data-label="Whole event">{format!("{mean:.2}")}</td> }
        });
        view! {
            <tr>
                <th scope="row">{figure.name}</th>
                <td class="cell-num" data-label="Your project">{format!("{:.2}", figure.mean)}</td>
                {event}
                <td class="cell-num" data-label="Scale">{format!("{} to {}", figure.min_value, figure.max_value)}</td>
            </tr>
        }
    });
    view! {
        <p>{lead}</p>
        <Table label="Mean score per criterion" stacks=true columns=[text_column("Criterion"), number_column("Your project"), number_column("Whole event").when(compared), number_column("Scale")]>{rows}</Table>
    }
}
