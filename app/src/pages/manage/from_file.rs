//! `/events/<slug>/manage/from-file`: what an organizer brings in from a file, each kind behind its tab.

use crate::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FromFile {
    Projects,
    /// Where the projects are.
    Places,
    Assignments,
    /// Reviews of several judges.
    Scores,
}

impl FromFile {
    const ALL: [Self; 4] = [Self::Projects, Self::Places, Self::Assignments, Self::Scores];

    /// What has this name; projects where nothing has.
    pub fn named(name: &str) -> Self {
        Self::ALL.into_iter().find(|what| what.entry().0 == name).unwrap_or(Self::Projects)
    }

    /// Its name in the address, and what it is called.
    fn entry(self) -> (&'static str, &'static str) {
        match self {
            Self::Projects => ("projects", "Projects"),
            Self::Places => ("places", "Places"),
            Self::Assignments => ("assignments", "Assignments"),
            Self::Scores => ("scores", "Scores"),
        }
    }

    /// Its address in the event with this slug.
    pub fn href(self, slug: &str) -> String {
        format!("/events/{slug}/manage/from-file?what={}", self.entry().0)
    }
}

/// The choice of what to bring in, below the page's title.
pub(super) fn file_choice(current: FromFile) -> AnyView {
    let slug = this_event().slug;
    let tab = |what: FromFile| Tab::new(what.entry().1, what.href(&slug), what == current);
    let tabs: Vec<Tab> = FromFile::ALL.into_iter().map(tab).collect();
    view! { <div class="manage-links"><Tabs label="From a file" tabs/></div> }
}

/// Longest list, in bytes, that comes back in the text field: a longer one makes browsers slow. It is in the form all the same.
const MOST_SHOWN: usize = 200_000;

/// The form that takes a list as a file or pasted, or why each list would be refused now. It shows what was pasted, and comes second once that
/// was checked: then `checked`, with the button that writes what it shows, is a part of it, so that what is corrected here is checked again.
pub(super) fn list_form(
    action: String,
    (paste, verb): (&'static str, &'static str),
    (pasted, checked): (String, Option<AnyView>),
    may: &Result<(), String>,
) -> AnyView {
    if let Err(sentence) = may {
        // What was checked already says it beside its verdicts.
        let closed = checked.is_none().then(|| view! { <Notice tone=Tone::Note title=sentence.clone()/> });
        return view! { {checked}{closed} };
    }
    let kind = if checked.is_some() { Kind::Quiet } else { Kind::Main };
    let text = if pasted.len() > MOST_SHOWN {
        view! { <input type="hidden" name="file" value=pasted/> }
    } else {
        view! { <Area name="file" label=paste rows=8 value=pasted/> }
    };
    view! {
        <PostForm action class="stack" files=true>
            {checked}
            <div class="form">
                <Field name="files" label="CSV file" kind="file" hint="At most 8\u{a0}MiB."/>
                {text}
                <Button kind>{verb}</Button>
            </div>
        </PostForm>
    }
}

/// The button that writes what a list was checked to do. It names the list and the event as they were shown.
pub(super) fn write_button(digest: String, verb: String, hint: &'static str) -> AnyView {
    view! { <Button kind=Kind::Main name="digest" value=digest hint>{verb}</Button> }
}
