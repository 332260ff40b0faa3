//! Specimens of texts: headings, what people typed, moments, the mark.

use super::{LONG, Specimen, at, now};
use crate::prelude::*;

const STORY: &str = "## How it works\n\nA *small* model, a **map**, and `one` script.\n\n- first\n- second\n\n> Somebody said this.\n\n\
                     | Street | Trams |\n|---|--:|\n| Harbour Row | 12 |\n\n```\ncargo run\n```\n\n[Its code](https://code.example/tram)";

pub(super) fn sections() -> AnyView {
    view! { {type_sizes()}{marks()}{typed()}{about_time()}{ways()} }
}

fn type_sizes() -> AnyView {
    section("type", "Type").of(view! {
        <Specimen name="Lead"><p class="lead">"What the page is about, in one sentence."</p></Specimen>
        <Specimen name="Text">
            <div class="prose stack">
                <p>"A paragraph with "<a href="#type">"a link"</a>", "<strong>"weight"</strong>" and "<code>"code"</code>"."</p>
                <p class="quiet">"A quiet paragraph, for what helps but does not lead."</p>
                <p class="small">"A small one."</p>
            </div>
        </Specimen>
        <Specimen name="A long word"><p>{LONG}</p></Specimen>
    })
}

fn marks() -> AnyView {
    let signs = [
        ("Check", Sign::Check),
        ("Clock", Sign::Clock),
        ("Pencil", Sign::Pencil),
        ("Cross", Sign::Cross),
        ("Alert", Sign::Alert),
        ("Info", Sign::Info),
        ("Lock", Sign::Lock),
        ("Onward", Sign::Onward),
        ("Back", Sign::Back),
        ("Down", Sign::Down),
        ("Out", Sign::Out),
        ("Copies", Sign::Copies),
    ];
    let signs = each(signs, |(name, sign)| view! { <li class="row"><Icon sign/>{name}</li> });
    // The colours of paper: a reader needs dark on light.
    let code = Qr::of("https://evenhand.example/verify", 155).map(
        |code| view! { <div class="certificate-sheet"><QrCodeOf code title="The code of an address"/></div> },
    );
    section("marks", "Mark and signs").of(view! {
        <Specimen name="Mark"><Mark/></Specimen>
        <Specimen name="Signs"><ul class="styleguide-signs">{signs}</ul></Specimen>
        <Specimen name="Seal"><Seal/></Specimen>
        <Specimen name="QR code">{code}</Specimen>
    })
}

fn typed() -> AnyView {
    section("typed", "What people type").of(view! {
        <Specimen name="Paragraphs"><Paragraphs text="One line,\nand the next.\n\nA second paragraph."/></Specimen>
        <Specimen name="Markdown"><div class="stack"><Markdown text=STORY/></div></Specimen>
        <Specimen name="Link to another site"><p><HostLink label="Demo" url="https://www.tram.example/try"/></p></Specimen>
        <Specimen name="Address that is not a link"><p><HostLink label="Demo" url="javascript:alert(1)"/></p></Specimen>
        <Specimen name="Tags">
            <ul class="tags"><li><Tag word="maps"/></li><li><Tag word="public transport"/></li></ul>
        </Specimen>
        <Specimen name="Tags that filter">
            <ul class="tags" aria-label="Filter by tag">
                <li><Tag word="maps" href="#typed"/></li>
                <li><Tag word="public transport" href="#typed" current=true/></li>
            </ul>
        </Specimen>
        <Specimen name="A long tag"><ul class="tags"><li><Tag word=LONG/></li></ul></Specimen>
        <Specimen name="Text to copy">
            <code class="copy-text">"https://evenhand.example/events/demo/team/join/4f1c"</code>
        </Specimen>
    })
}

fn about_time() -> AnyView {
    section("time", "Time and progress").of(view! {
        <Specimen name="A moment"><p><Time at=at(-3)/></p></Specimen>
        <Specimen name="A moment, and how far off it is"><p><Time at=at(27) now=now()/></p></Specimen>
        <Specimen name="A moment that passed"><p><Countdown at=at(-1) now=now()/></p></Specimen>
        <Specimen name="Nothing done"><Progress done=0 of=12 what="reviews submitted"/></Specimen>
        <Specimen name="Half done"><Progress done=6 of=12 what="reviews submitted"/></Specimen>
        <Specimen name="All done"><Progress done=12_400 of=12_400 what="reviews submitted"/></Specimen>
        <Specimen name="Nothing to do"><Progress done=0 of=0 what="reviews submitted"/></Specimen>
    })
}

fn ways() -> AnyView {
    let tab = |label: &str, current, count| Tab { label: label.into(), href: "#ways".into(), current, count };
    let tabs = vec![tab("About", false, None), tab("Projects", true, Some(24)), tab("Results", false, None)];
    let many: Vec<Tab> = (1..=9).map(|n| tab(&format!("Page {n}"), n == 2, None)).collect();
    let above = vec![("Calibration".to_owned(), "#ways".to_owned())];
    let folded = || disclosure("How the total comes about");
    section("ways", "Navigation").of(view! {
        <Specimen name="Tabs"><Tabs label="Pages of an event" tabs/></Specimen>
        <Specimen name="Tabs in two rows"><Tabs label="Many pages" tabs=many/></Specimen>
        <Specimen name="The pages above"><Crumbs above/></Specimen>
        <Specimen name="What opens">
            {folded().of(view! { <p>"Each score counts by its criterion’s share."</p> })}
        </Specimen>
        <Specimen name="What is open">
            {folded().open(true).of(view! { <p>"Each score counts by its criterion’s share."</p> })}
        </Specimen>
    })
}
