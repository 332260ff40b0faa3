//! What a team asks for with a project: prizes, power or a quiet place, and that links that name it are hidden from judges. It is a part of the form
//! of a new project, and below the form of one that is saved.

use crate::prelude::*;

#[derive(Clone, Debug, Default)]
pub struct WishesDesk {
    /// Where it is sent, below the form of a project.
    pub action: String,
    /// The prizes that one can ask for: number, name, what it is, and whether it is asked for.
    pub prizes: Vec<(i64, String, String, bool)>,
    pub power: bool,
    pub quiet: bool,
    /// In an event that is judged blind: the fields of its links, and which of them name the team.
    pub links: Option<[(&'static str, bool); 3]>,
    /// It can be changed now. Why not, the form above says.
    pub open: bool,
    /// It was saved just now.
    pub saved: bool,
}

/// The section below the form.
pub(super) fn wishes_desk(desk: WishesDesk) -> AnyView {
    let saved = desk.saved.then(|| view! { <Notice tone=Tone::Good title="Saved"/> });
    let about = desk.open.then(|| {
        view! { <p class="quiet prose">"You can change this until submissions close. Other prizes need no answer: every project that fits is considered."</p> }
    });
    let button = desk.open.then(|| view! { <Button>"Save what you ask for"</Button> });
    let action = desk.action.clone();
    section("wishes-title", "Prizes and table").id("wishes").of(view! {
        {saved}
        {about}
        <PostForm action class="form" fresh=true>
            {asks(desk)}
            {button}
        </PostForm>
    })
}

/// The same within the form of a project, whose buttons send it along.
pub(super) fn wishes_fields(desk: WishesDesk) -> AnyView {
    let about = desk.open.then(|| {
        view! { <p class="quiet prose">"The buttons below save this, too. You can change it until submissions close."</p> }
    });
    view! {
        <div class="stack" id="wishes">
            <h2>"Prizes and table"</h2>
            {about}
            <input type="hidden" name="wishes" value="true"/>
            {asks(desk)}
        </div>
    }
}

fn asks(desk: WishesDesk) -> AnyView {
    let some = !desk.prizes.is_empty();
    let list = each(desk.prizes, |(id, name, what, asked)| {
        view! { <Check name="prizes" value=id.to_string() label=name hint=words::opening(&what, 160) checked=asked/> }
    });
    let prizes = if some {
        view! { <fieldset id="prizes"><legend>"Prizes to be considered for"</legend>{list}</fieldset> }
    } else {
        view! { <p class="quiet">"This event has no prizes that teams ask for."</p> }
    };
    view! {
        {prizes}
        <fieldset>
            <legend>"At your table"</legend>
            <Check name="power" label="We need power" checked=desk.power/>
            <Check name="quiet" label="We need a quiet place" checked=desk.quiet/>
        </fieldset>
        {desk.links.map(links)}
    }
}

/// Which links name the team.
fn links(links: [(&'static str, bool); 3]) -> AnyView {
    let label = |link| match link {
        "repo_url" => "The link to the code names us",
        "demo_url" => "The link to the demo names us",
        _ => "The link to the video names us",
    };
    let ticks = each(links, |(link, names)| {
        view! { <Check name="names_us" value=link.to_owned() label=label(link) checked=names/> }
    });
    view! {
        <fieldset>
            <legend>"Links that name you"</legend>
            <p class="field-hint">"This event is judged blind. Judges get a link that you tick once they have submitted their review."</p>
            {ticks}
        </fieldset>
    }
}
