//! Writes every page with made-up models to a folder, with the assets beside them, to be looked at in a browser:
//! `cargo run -p app --features ssr --example preview -- OUT && python3 -m http.server -d OUT`.

mod sample;

use app::layout::{Chrome, SignedIn, render};
use leptos::prelude::AnyView;
use std::path::Path;

#[tokio::main(flavor = "current_thread")]
async fn main() -> std::io::Result<()> {
    let _ = any_spawner::Executor::init_tokio();
    let out = std::env::args().nth(1).unwrap_or_else(|| "target/preview".to_owned());
    let out = Path::new(&out);
    assets(out)?;
    for (name, chrome, page) in sample::pages() {
        std::fs::write(out.join(format!("{name}.html")), html(chrome, page))?;
    }
    Ok(())
}

fn html(chrome: sample::Frame, page: Box<dyn FnOnce() -> AnyView>) -> String {
    let signed_in = chrome.signed_in.then(|| SignedIn {
        name: "Wilhelmina Okonkwo".to_owned(),
        judge: true,
        csrf: "token".to_owned(),
    });
    let chrome = Chrome {
        title: chrome.title.to_owned(),
        error: chrome.error,
        demo: chrome.demo,
        path: chrome.path.to_owned(),
        version: "preview".to_owned(),
        signed_in,
        ..Chrome::default()
    };
    render(chrome, page)
}

/// Style sheets joined in the order of `main.css`, and the assets.
fn assets(out: &Path) -> std::io::Result<()> {
    let style = Path::new(env!("CARGO_MANIFEST_DIR")).join("../style");
    let to = out.join("assets");
    std::fs::create_dir_all(&to)?;
    for entry in std::fs::read_dir(style.join("assets"))? {
        let entry = entry?;
        std::fs::copy(entry.path(), to.join(entry.file_name()))?;
    }
    let mut css = String::new();
    for line in std::fs::read_to_string(style.join("main.css"))?.lines() {
        if let Some(name) = line.split('"').nth(1) {
            css.push_str(&std::fs::read_to_string(style.join(name))?);
        }
    }
    std::fs::write(to.join("main.css"), css)
}
