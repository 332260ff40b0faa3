//! What people typed.

use crate::prelude::*;
use words::address::host;

/// What somebody typed: paragraphs at empty lines, with the line breaks as typed, and everything escaped.
#[component]
pub fn Paragraphs(
    /// The text as stored.
    #[prop(into)]
    text: String,
) -> impl IntoView {
    paragraphs(&text)
        .into_iter()
        .map(|lines| {
            let lines = each(lines.into_iter().enumerate(), |(i, line)| {
                let line_break = (i > 0).then(|| view! { <br/> });
                view! { {line_break}{line} }
            });
            view! { <p dir="auto">{lines}</p> }
        })
        .collect::<Vec<_>>()
}

/// The text's paragraphs, each as its lines; empty ones left out.
fn paragraphs(text: &str) -> Vec<Vec<String>> {
    let lines: Vec<String> = text.lines().map(|line| line.trim_end().to_owned()).collect();
    lines.split(String::is_empty).filter(|lines| !lines.is_empty()).map(<[String]>::to_vec).collect()
}

/// A link to another site, with its host. An address that is not http is shown as text, never as a link.
#[component]
pub fn HostLink(
    /// What it is; empty where a label beside it says so.
    #[prop(optional, into)]
    label: String,
    /// The address as stored.
    #[prop(into)]
    url: String,
    /// The name of its field, where the page counts that it is opened.
    #[prop(default = None)]
    look: Option<&'static str>,
) -> impl IntoView {
    let Some(host) = host(&url).map(ToOwned::to_owned) else {
        return view! { <span>{label}" "{url}</span> };
    };
    let name = if label.is_empty() {
        view! { {host} }
    } else {
        view! { {label}" "<small class="quiet">{host}</small> }
    };
    view! { <a class="host-link" href=url rel="nofollow noopener ugc" data-look=look>{name}<Icon sign=Sign::Out/></a> }
}

#[cfg(test)]
mod tests {
    use super::paragraphs;

    #[test]
    fn paragraphs_break_at_empty_lines_and_keep_single_breaks() {
        let got = paragraphs("\n\none\r\ntwo\n \n\nthree  \n");
        assert_eq!(got, [vec!["one".to_owned(), "two".to_owned()], vec!["three".to_owned()]]);
    }
}
