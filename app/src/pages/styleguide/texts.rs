//! Specimens of texts: headings, what people typed, moments, the mark.

use super::{LONG, at, now, section, specimen};
use crate::prelude::*;

const STORY: &str = "## How it works\n\nA *small* model, a **map**, and `one` script.\n\n- first\n- second\n\n> Somebody said this.\n\n\
                     | Street | Trams |\n|---|--:|\n| Harbour Row | 12 |\n\n```\ncargo run\n```\n\n[Its code](https://code.example/tram)";

pub(super) fn sections() -> AnyView {
    view! { {type_sizes()}{marks()}{typed()}{about_time()}{ways()} }
}

fn type_sizes() -> AnyView {
    section(
        "type",
        "Type",
        vec![
            specimen("Lead", view! { <p class="lead">"What the page is about, in one sentence."</p> }),
            specimen(
                "Text",
                view! {
                    <div class="prose stack">
                        <p>"A paragraph with "<a href="#type">"a link"</a>", "<strong>"weight"</strong>" and "<code>"code"</code>"."</p>
                        <p class="quiet">"A quiet paragraph, for what helps but does not lead."</p>
                        <p class="small">"A small one."</p>
                    </div>
                },
            ),
            specimen("A long word", view! { <p>{LONG}</p> }),
        ],
    )
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
    let signs = signs.map(|(name, sign)| view! { <li class="row"><Icon sign/>{name}</li> });
    let code = Qr::of("https://evenhand.example/verify", 155);
    section(
        "marks",
        "Mark and signs",
        vec![
            specimen("Mark", view! { <Mark/> }),
            specimen(
                "Signs",
                view! { <ul class="styleguide-signs">{signs.into_iter().collect::<Vec<_>>()}</ul> },
            ),
            specimen("Seal", view! { <Seal/> }),
            specimen("QR code", code.map(|code| {
                    // The colours of paper: a reader needs dark on light.
                    view! { <div class="certificate-sheet"><QrCodeOf code title="The code of an address"/></div> }
                })),
        ],
    )
}

fn typed() -> AnyView {
    section(
        "typed",
        "What people type",
        vec![
            specimen(
                "Paragraphs",
                view! { <Paragraphs text="One line,\nand the next.\n\nA second paragraph."/> },
            ),
            specimen("Markdown", view! { <div class="stack"><Markdown text=STORY/></div> }),
            specimen(
                "Link to another site",
                view! { <p><HostLink label="Demo" url="https://www.tram.example/try"/></p> },
            ),
            specimen(
                "Address that is not a link",
                view! { <p><HostLink label="Demo" url="javascript:alert(1)"/></p> },
            ),
            specimen(
                "Tags",
                view! { <ul class="tags"><li><Tag word="maps"/></li><li><Tag word="public transport"/></li></ul> },
            ),
            specimen(
                "Tags that filter",
                view! {
                    <ul class="tags" aria-label="Filter by tag">
                        <li><Tag word="maps" href="#typed"/></li>
                        <li><Tag word="public transport" href="#typed" current=true/></li>
                    </ul>
                },
            ),
            specimen("A long tag", view! { <ul class="tags"><li><Tag word=LONG/></li></ul> }),
            specimen(
                "Text to copy",
                view! { <code class="copy-text">"https://evenhand.example/events/demo/team/join/4f1c"</code> },
            ),
        ],
    )
}

fn about_time() -> AnyView {
    section(
        "time",
        "Time and progress",
        vec![
            specimen("A moment", view! { <p><Time at=at(-3)/></p> }),
            specimen("A moment, and how far off it is", view! { <p><Time at=at(27) now=now()/></p> }),
            specimen("A moment that passed", view! { <p><Countdown at=at(-1) now=now()/></p> }),
            specimen("Nothing done", view! { <Progress done=0 of=12 what="reviews submitted"/> }),
            specimen("Half done", view! { <Progress done=6 of=12 what="reviews submitted"/> }),
            specimen("All done", view! { <Progress done=12_400 of=12_400 what="reviews submitted"/> }),
            specimen("Nothing to do", view! { <Progress done=0 of=0 what="reviews submitted"/> }),
        ],
    )
}

fn ways() -> AnyView {
    let tab = |label: &str, current, count| Tab { label: label.into(), href: "#ways".into(), current, count };
    let tabs = vec![tab("About", false, None), tab("Projects", true, Some(24)), tab("Results", false, None)];
    let many = (1..=9).map(|n| tab(&format!("Page {n}"), n == 2, None)).collect();
    section(
        "ways",
        "Navigation",
        vec![
            specimen("Tabs", view! { <Tabs label="Pages of an event" tabs/> }),
            specimen("Tabs in two rows", view! { <Tabs label="Many pages" tabs=many/> }),
            specimen(
                "The pages above",
                view! { <Crumbs above=vec![("Calibration".to_owned(), "#ways".to_owned())]/> },
            ),
            specimen(
                "What opens",
                view! { <details class="disclosure"><summary>"How the total comes about"</summary><p>"Each score counts by its criterion’s share."</p></details> },
            ),
            specimen(
                "What is open",
                view! { <details class="disclosure" open><summary>"How the total comes about"</summary><p>"Each score counts by its criterion’s share."</p></details> },
            ),
        ],
    )
}
