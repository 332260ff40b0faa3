//! What a form was refused for.

use crate::prelude::*;

/// One thing that a form was refused for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldError {
    /// The field's name, which is also its id; empty where the form as a whole is meant.
    pub field: String,
    /// The sentence that says what to do.
    pub message: String,
    /// What the field is called, where the sentence alone does not say it; else empty.
    pub label: String,
}

/// Everything that a form was refused for. A page shows it in the order of its fields: see `order_errors`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FormErrors(pub Vec<FieldError>);

impl FormErrors {
    pub fn none() -> Self {
        Self::default()
    }

    pub fn push(&mut self, field: impl Into<String>, message: impl Into<String>) {
        self.0.push(FieldError { field: field.into(), message: message.into(), label: String::new() });
    }

    /// What is wrong with this field: its sentences joined, or empty.
    pub fn of(&self, field: &str) -> String {
        let mine: Vec<&str> =
            self.0.iter().filter(|e| e.field == field).map(|e| e.message.as_str()).collect();
        mine.join(" ")
    }

    /// Names the fields, for a summary in which one sentence is about several of them.
    #[must_use]
    pub fn labelled(mut self, label: impl Fn(&str) -> Option<String>) -> Self {
        for error in &mut self.0 {
            error.label = label(&error.field).unwrap_or_default();
        }
        self
    }

    /// Nothing was refused.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<F: Into<String>, M: Into<String>> FromIterator<(F, M)> for FormErrors {
    fn from_iter<I: IntoIterator<Item = (F, M)>>(pairs: I) -> Self {
        let mut errors = Self::none();
        for (field, message) in pairs {
            errors.push(field, message);
        }
        errors
    }
}

/// How a summary of errors begins.
const SUMMARY: &str = r#"<h2 id="not-saved">"#;

/// Puts the errors above a form into the order of its fields. A refusal has them by name, and only the page says in which order it asks.
/// What is said of the form as a whole comes first, and what has no field on the page last.
pub(crate) fn order_errors(html: String) -> String {
    let Some((before, rest)) = html.split_once(SUMMARY) else { return html };
    let Some((heading, rest)) = rest.split_once("<ul>") else { return html };
    let Some((items, form)) = rest.split_once("</ul>") else { return html };
    let place = |item: &&str| {
        let field = item.split_once("<a href=\"#").and_then(|(_, rest)| rest.split('"').next());
        match field.map(|field| form.find(&format!(" id=\"{field}\""))) {
            // What the list ends with.
            None if !item.contains("<li") => (3, 0),
            None => (0, 0),
            Some(Some(at)) => (1, at),
            Some(None) => (2, 0),
        }
    };
    let mut ordered: Vec<&str> = items.split_inclusive("</li>").collect();
    ordered.sort_by_cached_key(place);
    [before, SUMMARY, heading, "<ul>", &ordered.concat(), "</ul>", form].concat()
}

/// The errors above a form, each a link to its field, in the same words as beside the field, after its name if it has one. Nothing where there are none.
/// What only asks for a confirmation is no error: it is amber.
#[component]
pub fn ErrorSummary(
    /// What was refused, where the page's own errors do not say it.
    #[prop(optional)]
    errors: Option<FormErrors>,
    /// What that means for what was typed.
    #[prop(optional, into)]
    heading: String,
    /// It takes the focus as the page opens. Without that, most screen readers do not read an alert that is there from the start.
    #[prop(default = true)]
    focused: bool,
) -> impl IntoView {
    let Forms { errors: refused, question, .. } = forms();
    let asks = !question.is_empty();
    let errors = if asks { question } else { errors.unwrap_or(refused) };
    if errors.is_empty() {
        return view! {};
    }
    let items = each(errors.0, |error| {
        let said = match error.label.as_str() {
            "" => error.message.clone(),
            label => format!("{label}: {}", error.message),
        };
        if error.field.is_empty() {
            view! { <li>{show_moments(&error.message)}</li> }
        } else {
            view! { <li><a href=format!("#{}", error.field)>{show_moments(&said)}</a></li> }
        }
    });
    let (class, role, usual) = if asks {
        ("error-summary tone-warn", "status", "Not saved yet")
    } else {
        ("error-summary", "alert", "This was not saved")
    };
    let heading = if heading.is_empty() { usual.to_owned() } else { heading };
    view! {
        <div class=class role=role tabindex="-1" autofocus=focused aria-labelledby="not-saved">
            <h2 id="not-saved">{heading}</h2>
            <ul>{items}</ul>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_come_in_the_order_of_their_fields() {
        let page = |items: &[&str]| {
            let items = items.iter().map(|item| match *item {
                "" => "<li>This form is old.</li>".to_owned(),
                field => format!("<li><a href=\"#{field}\">{field}: Wrong.</a></li>"),
            });
            let items: String = items.collect();
            let form = r#"<form><input id="title"/><textarea id="story"> id="zip"</textarea><input id="city"/></form>"#;
            format!("<main>{SUMMARY}Not saved</h2><ul>{items}<!></ul>{form}</main>")
        };
        let sorted = page(&["", "title", "story", "city", "elsewhere"]);
        assert_eq!(order_errors(page(&["city", "elsewhere", "", "story", "title"])), sorted);
        assert_eq!(order_errors(sorted.clone()), sorted);
        // Two errors of one field stay as they are, and so does a page without any.
        let twice = page(&["title", "title"]);
        assert_eq!(order_errors(twice.clone()), twice);
        assert_eq!(order_errors("<main></main>".to_owned()), "<main></main>");
    }
}
