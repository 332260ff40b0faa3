//! What teams write with Markdown in it.
//!
//! Every tag on the page is written here, and none comes from the text: raw HTML is shown as it was typed, and only an http
//! address becomes a link. So nothing has to be sanitised afterwards by a second parser, which could read the HTML
//! differently from the browser. The parser, pulldown-cmark, is also that of rustdoc: maintained, linear in time, without
//! `unsafe` of its own.

use crate::prelude::*;
use pulldown_cmark::{Alignment, CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use sha2::{Digest as _, Sha256};
use std::convert::Infallible;
use std::sync::{Arc, LazyLock};
use words::address::host;
use words::html::Escaped;

/// A text with Markdown in it. Headings begin below the page's own; pictures of other places are links to them.
#[component]
pub fn Markdown(
    /// The text as stored.
    #[prop(into)]
    text: String,
) -> impl IntoView {
    view! { <div class="markdown stack" dir="auto" inner_html=kept_html(&text).to_string()></div> }
}

/// Texts shorter than this many bytes are rendered each time: it takes microseconds.
const SHORT: usize = 1_000;
/// Bytes of HTML that are kept.
const KEPT: u64 = 8 * 1024 * 1024;

#[derive(Clone, Debug)]
struct Bytewise;

impl Weighter<[u8; 32], Arc<str>> for Bytewise {
    fn weight(&self, key: &[u8; 32], html: &Arc<str>) -> u64 {
        u64::try_from(key.len() + html.len()).unwrap_or(u64::MAX)
    }
}

/// Rendered texts by the digest of what was written. The same text gives the same HTML, so nothing kept here is ever out of date.
/// Only a page that has the text finds it.
static RENDERED: LazyLock<Cache<[u8; 32], Arc<str>, Bytewise>> =
    LazyLock::new(|| Cache::with_weighter(1_000, KEPT, Bytewise));

/// The HTML of a text, rendered once while it is kept. A long text may take many milliseconds the first time.
pub fn kept_html(text: &str) -> Arc<str> {
    if text.len() < SHORT {
        return html(text).into();
    }
    let key: [u8; 32] = Sha256::digest(text.as_bytes()).into();
    let rendered = RENDERED.get_or_insert_with(&key, || Ok::<_, Infallible>(html(text).into()));
    match rendered {
        Ok(html) => html,
        Err(never) => match never {},
    }
}

/// How deep quotes, lists and emphases may be nested. What is deeper is shown at this depth: without a limit, a short text could
/// make a page of any size.
const DEEPEST: usize = 16;

const OPTIONS: Options = Options::ENABLE_TABLES.union(Options::ENABLE_STRIKETHROUGH);

fn html(text: &str) -> String {
    let mut writer = Writer::default();
    let safe = Parser::new_ext(text, OPTIONS).filter_map(|event| writer.event(event));
    let mut html = String::with_capacity(text.len() * 3 / 2);
    pulldown_cmark::html::push_html(&mut html, safe);
    html
}

/// Turns what the parser reads into what the page may hold.
#[derive(Default)]
struct Writer {
    depth: usize,
    /// The links and pictures that are open, each with the host to show after it; empty for one that is text only.
    links: Vec<String>,
    /// The alignments of the open table's columns.
    columns: Vec<Alignment>,
    /// The column that comes next in the open row.
    column: usize,
    /// The open row is the table's head.
    head: bool,
}

impl Writer {
    fn event<'t>(&mut self, event: Event<'t>) -> Option<Event<'t>> {
        Some(match event {
            // As it was typed; the writer of text escapes it.
            Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
            Event::Start(tag) => return self.start(tag),
            Event::End(tag) => return self.end(tag),
            Event::Text(_) | Event::Code(_) | Event::SoftBreak | Event::HardBreak | Event::Rule => event,
            // Not asked for: footnotes, mathematics, boxes to tick.
            _ => return None,
        })
    }

    fn start<'t>(&mut self, tag: Tag<'t>) -> Option<Event<'t>> {
        Some(Event::Start(match tag {
            Tag::Heading { level, .. } => {
                Tag::Heading { level: lowered(level), id: None, classes: Vec::new(), attrs: Vec::new() }
            }
            Tag::CodeBlock(_) => Tag::CodeBlock(CodeBlockKind::Indented),
            Tag::BlockQuote(_)
            | Tag::List(_)
            | Tag::Item
            | Tag::Emphasis
            | Tag::Strong
            | Tag::Strikethrough => {
                self.depth += 1;
                if self.depth > DEEPEST {
                    return None;
                }
                if let Tag::BlockQuote(_) = tag { Tag::BlockQuote(None) } else { tag }
            }
            Tag::Link { dest_url, .. } => return self.link(&dest_url, ""),
            Tag::Image { dest_url, .. } => return self.link(&dest_url, "Picture: "),
            // Blocks of raw HTML: their lines come as text.
            Tag::HtmlBlock => Tag::Paragraph,
            Tag::Table(columns) => {
                self.columns.clone_from(&columns);
                // Without its alignments the library writes no style attributes, which the page's policy would block.
                Tag::Table(vec![Alignment::None; columns.len()])
            }
            Tag::TableHead | Tag::TableRow => {
                self.column = 0;
                self.head = matches!(tag, Tag::TableHead);
                tag
            }
            Tag::TableCell => return Some(self.cell()),
            Tag::Paragraph => tag,
            _ => return None,
        }))
    }

    /// The start of a table's cell, with its column's alignment as a class.
    fn cell<'t>(&mut self) -> Event<'t> {
        let class = match self.columns.get(self.column) {
            Some(Alignment::Center) => r#" class="markdown-center""#,
            Some(Alignment::Right) => r#" class="markdown-right""#,
            // Left is how every text begins.
            _ => "",
        };
        self.column += 1;
        let name = if self.head { "th" } else { "td" };
        Event::InlineHtml(format!("<{name}{class}>").into())
    }

    fn link<'t>(&mut self, url: &str, before: &str) -> Option<Event<'t>> {
        // A link in a link is none.
        let inside = self.links.iter().any(|host| !host.is_empty());
        let host = host(url).filter(|_| !inside && self.links.len() < DEEPEST).unwrap_or_default().to_owned();
        let linked = !host.is_empty();
        self.links.push(host);
        linked.then(|| {
            let url = Escaped(url);
            Event::InlineHtml(
                format!(r#"<a class="host-link" rel="nofollow noopener ugc" href="{url}">{before}"#).into(),
            )
        })
    }

    fn end<'t>(&mut self, tag: TagEnd) -> Option<Event<'t>> {
        Some(Event::End(match tag {
            TagEnd::Heading(level) => TagEnd::Heading(lowered(level)),
            TagEnd::BlockQuote(_)
            | TagEnd::List(_)
            | TagEnd::Item
            | TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough => {
                self.depth -= 1;
                if self.depth >= DEEPEST {
                    return None;
                }
                tag
            }
            TagEnd::Link | TagEnd::Image => {
                let host = self.links.pop().unwrap_or_default();
                return (!host.is_empty()).then(|| {
                    Event::InlineHtml(
                        format!(r#"</a> <small class="quiet" dir="ltr">{}</small>"#, Escaped(&host)).into(),
                    )
                });
            }
            TagEnd::HtmlBlock => TagEnd::Paragraph,
            TagEnd::Paragraph
            | TagEnd::CodeBlock
            | TagEnd::Table
            | TagEnd::TableHead
            | TagEnd::TableRow
            | TagEnd::TableCell => tag,
            _ => return None,
        }))
    }
}

/// The next lower heading: the first one belongs to the page's title.
fn lowered(level: HeadingLevel) -> HeadingLevel {
    HeadingLevel::try_from(level as usize + 1).unwrap_or(HeadingLevel::H6)
}

#[cfg(test)]
mod tests {
    use super::{OPTIONS, html};
    use pulldown_cmark::Parser;

    #[test]
    fn a_story_has_headings_lists_tables_and_code() {
        let text = "# How\n\nOne *two* **three** ~~four~~ `five`\n\n- a\n- b\n\n```js\nlet x = 1 < 2;\n```\n\n|a|b|\n|-|-|\n|1|2|";
        let got = html(text);
        for part in [
            "<h2>How</h2>",
            "<em>two</em>",
            "<strong>three</strong>",
            "<del>four</del>",
            "<li>a</li>",
            "<code>let x = 1 &lt; 2;",
            "<td>1</td>",
        ] {
            assert!(got.contains(part), "{part} in {got}");
        }
        assert!(!got.contains("class=\"language"), "{got}");
        assert!(html("####### x\n###### y").contains("<h6>y</h6>"));
    }

    #[test]
    fn a_link_shows_its_host_and_a_picture_is_a_link() {
        let got = html("[code](https://www.code.example/x?a=1&b=\"2\") ![a cat](https://cats.example/1.png)");
        assert!(
            got.contains(
                r#"<a class="host-link" rel="nofollow noopener ugc" href="https://www.code.example/x?a=1&amp;b="#
            ),
            "{got}"
        );
        assert!(got.contains(r#">code</a> <small class="quiet" dir="ltr">code.example</small>"#), "{got}");
        assert!(got.contains(r#"href="https://cats.example/1.png">Picture: a cat</a> <small class="quiet" dir="ltr">cats.example</small>"#));
        assert!(!got.contains("<img"));
        let nested = html("[![a](https://a.example/1.png)](https://b.example)");
        assert_eq!(nested.matches("<a ").count(), 1, "{nested}");
    }

    #[test]
    fn a_table_is_aligned_by_classes_and_never_by_a_style() {
        let got = html("| a | b | c | d |\n|:-|:-:|-:|-|\n| 1 | 2 | 3 | 4 |\n\n| e |\n|-|\n| 5 |");
        assert!(!got.contains("style="), "{got}");
        for cell in [
            "<th>a</th>",
            r#"<th class="markdown-center">b</th>"#,
            r#"<th class="markdown-right">c</th>"#,
            "<th>d</th>",
            "<td>1</td>",
            r#"<td class="markdown-center">2</td>"#,
            r#"<td class="markdown-right">3</td>"#,
            "<td>4</td>",
            "<th>e</th>",
            "<td>5</td>",
        ] {
            assert!(got.contains(cell), "{cell} in {got}");
        }
    }

    #[test]
    fn nothing_in_a_text_becomes_markup_of_its_own() {
        let hostile = [
            "<script>alert(1)</script>",
            "a <img src=x onerror=alert(1)> b",
            "<div onclick='alert(1)'>\n\n# x\n\n</div>",
            "[x](javascript:alert(1))",
            "[x](JaVaScRiPt:alert(1))",
            "[x](data:text/html;base64,PHNjcmlwdD4=)",
            "[x](vbscript:x) [y](//evil.example) [z](/logout) [w](#main) [v](mailto:a@b.example)",
            "<javascript:alert(1)>",
            "[x](https://bank.example@evil.example/)",
            "[x](https://a.example/\"onmouseover=\"alert(1))",
            "![x\"onerror=\"alert(1)](https://a.example/\"x)",
            "```\"><script>alert(1)</script>\n</code><script>\n```",
            "# x {#id .class onclick=alert(1)}",
            "&lt;script&gt;alert(1)&lt;/script&gt; &#60;script>",
            "[x]: javascript:alert(1)\n\n[x]",
            "<!-- --><script>alert(1)</script><?php ?><![CDATA[<script>]]>",
            "| <b onclick=x>a |\n|-|\n| <script>b |",
            "| a | b |\n|:-:|-:|\n| <script>b | c |",
        ];
        for text in hostile {
            let got = html(text);
            // Of all tags, only these; none with an attribute but the links' own.
            let allowed = [
                "p", "/p", "h2", "/h2", "a", "/a", "small", "/small", "pre", "/pre", "code", "/code",
                "table", "/table", "thead", "/thead", "tbody", "/tbody", "tr", "/tr", "th", "/th", "td",
                "/td",
            ];
            for tag in got.split('<').skip(1) {
                let (tag, _) = tag.split_once('>').unwrap_or_else(|| panic!("{text}: {got}"));
                let name = tag.split(' ').next().unwrap_or_default();
                assert!(allowed.contains(&name), "{text}: <{tag}> in {got}");
                let aligned = ["th", "td"].contains(&name)
                    && ["markdown-center", "markdown-right"]
                        .map(|side| format!(r#"{name} class="{side}""#))
                        .contains(&tag.to_owned());
                let bare = tag == name || tag == r#"small class="quiet" dir="ltr""# || aligned;
                let link = tag.starts_with(r#"a class="host-link" rel="nofollow noopener ugc" href="http"#)
                    && tag.matches('"').count() == 6;
                assert!(bare || link, "{text}: <{tag}>");
            }
        }
        for text in [
            "[x](javascript:alert(1))",
            "[x](/logout)",
            "[x](//evil.example)",
            "[x](https://a@evil.example/)",
        ] {
            assert!(!html(text).contains("<a "), "{text}");
        }
    }

    #[test]
    fn the_work_for_any_text_grows_with_its_length() {
        let of = |part: &str| part.repeat(60_000 / part.len());
        let texts = [
            of(">"),
            of("> "),
            of("- "),
            of("["),
            of("[a]("),
            of("![["),
            of("*a **b "),
            of("`"),
            of("``` \n"),
            of("<a "),
            of("<!--"),
            of("|-"),
            of("a|b\n-|-\n"),
            of("[a](https://a.example) "),
            of("\\"),
            of("&amp;"),
            of("~~a"),
            of("1. "),
            of("    x\n"),
            of("[x]: y\n"),
            of("_a_*b*"),
            of("word and another. "),
            of("- a\n  - b\n"),
            of("<p>\n\n"),
            of("ä😀 "),
        ];
        for text in texts {
            let begins: String = text.chars().take(12).collect();
            let events = Parser::new_ext(&text, OPTIONS).count();
            assert!(events <= 2 * text.len(), "{begins:?}…: {events} events");
            let written = html(&text).len();
            assert!(written <= 25 * text.len(), "{begins:?}…: {written} bytes");
        }
    }

    #[test]
    fn what_is_nested_too_deep_stands_at_the_deepest() {
        let got = html(&(">".repeat(500) + " deep"));
        assert_eq!((got.matches("<blockquote>").count(), got.matches("</blockquote>").count()), (16, 16));
        assert!(got.contains("deep"));
    }
}
