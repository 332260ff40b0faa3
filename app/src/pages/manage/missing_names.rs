//! Tracks and prizes that a list names and the event does not have.

use crate::prelude::*;
use shared::joined_names::UnknownName;

/// What of one kind a list names and the event does not have.
pub struct MissingNames {
    /// How many there are and how many rows name each, in a sentence.
    pub said: String,
    pub names: Vec<UnknownName>,
}

impl MissingNames {
    /// What of this kind, such as `track` and `tracks`, a `file` or `list` names; none where the event has all.
    pub fn of(list: &str, names: Vec<(UnknownName, usize)>, kind: (&str, &str)) -> Option<Self> {
        let said = words::project_files::missing_names(list, &names, kind)?;
        Some(Self { said, names: names.into_iter().map(|(name, _)| name).collect() })
    }
}

/// The fields that create them: a box for each that may be several, and the button.
pub(super) fn create(names: &[UnknownName], (one, many): (&str, &str)) -> AnyView {
    let unsure: Vec<&UnknownName> = names.iter().filter(|name| !name.parts.is_empty()).collect();
    if unsure.is_empty() {
        let label = format!("Create {}", words::plural(names.len(), one, many));
        return view! { <Button>{label}</Button> };
    }
    let typed = forms().typed;
    let boxes = each(unsure.into_iter().enumerate(), |(n, UnknownName { name, parts })| {
        let ticked = typed.all("apart").any(|apart| apart == name);
        let several = format!("”: {}", words::plural(parts.len(), one, many));
        view! {
            <label class="check">
                <input type="checkbox" id=format!("apart-{one}-{n}") name="apart" value=name.clone() checked=ticked/>
                <span>"“"<bdi>{name.clone()}</bdi>{several}</span>
            </label>
        }
    });
    view! {
        <p>{format!("Each of these may be one {one} whose name has a comma or a semicolon. Tick those that are several.")}</p>
        {boxes}
        <Button>{format!("Create these {many}")}</Button>
    }
}
