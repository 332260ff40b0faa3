//! `/events/<slug>/manage/from-file`: what an organizer brings in from a file, each kind behind its tab.

use crate::prelude::*;

/// What a file holds.
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

/// Longest list, in bytes, that comes back in the text field: a longer one makes browsers slow. It is kept in the form that writes it.
const MOST_SHOWN: usize = 200_000;

/// The form that takes a list as a file or pasted, or why each list would be refused now. It shows what was pasted, and comes second once that
/// was `checked`.
pub(super) fn list_form(
    action: String,
    (paste, verb): (&'static str, &'static str),
    (pasted, checked): (String, bool),
    may: &Result<(), String>,
) -> AnyView {
    if let Err(sentence) = may {
        // What was checked already says it beside its verdicts.
        let closed = (!checked).then(|| view! { <Notice tone=Tone::Note title=sentence.clone()/> });
        return view! { {closed} };
    }
    let kind = if checked { Kind::Quiet } else { Kind::Main };
    let shown = if pasted.len() > MOST_SHOWN { String::new() } else { pasted };
    view! {
        <PostForm action class="form" files=true>
            <Field name="files" label="CSV file" kind="file" hint="At most 8\u{a0}MiB."/>
            <Area name="file" label=paste rows=8 value=shown/>
            <Button kind>{verb}</Button>
        </PostForm>
    }
}
