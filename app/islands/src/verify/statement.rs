//! The contents of a signed document, as a card that looks like the printed sheet.

use super::html::Text;
use std::fmt::{Display, Formatter, Result};
use words::statement::{Fact, Statement, Table};

/// How many rows and columns of a long list are shown until it is unfolded.
const FIRST: (usize, usize) = (10, 5);

/// The contents of a document.
pub(super) struct Card<'s> {
    /// Its values.
    pub(super) statement: &'s Statement,
    /// Whether it was signed with a trusted key.
    pub(super) proven: bool,
}

impl Display for Card<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Statement { title, noun, subject, did, event, facts, table } = self.statement;
        let (class, compare) = if self.proven {
            (
                "verify-statement",
                format!(
                    "This is all that was signed. Compare it with your copy of the {noun}, line by line."
                ),
            )
        } else {
            (
                "verify-statement verify-unproven",
                format!("This is what the {noun} says. Nothing proves that the site signed it."),
            )
        };
        write!(
            f,
            r#"<div class="{class}"><p class="verify-compare">{}</p><p class="verify-kind">{}</p><p class="verify-name"><bdi>{}</bdi></p>"#,
            Text(&compare),
            Text(title),
            Text(subject)
        )?;
        if !event.is_empty() {
            write!(f, r#"<p>{}</p><p class="verify-event"><bdi>{}</bdi></p>"#, Text(did), Text(event))?;
        }
        if let Some(table) = table.as_ref().filter(|table| !is_long(table)) {
            list(f, table, table.rows.len(), table.columns.len())?;
        }
        f.write_str("<dl>")?;
        for Fact { label, value } in facts {
            write!(f, "<div><dt>{}</dt><dd><bdi>{}</bdi></dd></div>", Text(label), Text(value))?;
        }
        f.write_str("</dl>")?;
        if let Some(table) = table.as_ref().filter(|table| is_long(table)) {
            list(f, table, FIRST.0, FIRST.1)?;
            let count = table.rows.len();
            write!(
                f,
                r#"<details class="disclosure"><summary>Show all {count} rows with every value</summary>"#
            )?;
            list(f, table, count, table.columns.len())?;
            f.write_str("</details>")?;
        }
        f.write_str("</div>")
    }
}

/// Whether only a part of a list is shown at first, because it is long or too wide for a phone.
fn is_long(table: &Table) -> bool {
    table.rows.len() > FIRST.0 || table.columns.len() > FIRST.1
}

/// The first rows and columns of a list, in a box that can be scrolled by keyboard too.
fn list(f: &mut Formatter<'_>, table: &Table, rows: usize, columns: usize) -> Result {
    let Table { caption, columns: names, rows: all } = table;
    let caption = Text(caption);
    write!(
        f,
        r#"<div class="verify-scroll" role="region" tabindex="0" aria-label="{caption}"><table><caption class="sr-only">{caption}</caption><thead><tr>"#
    )?;
    for name in names.iter().take(columns) {
        write!(f, r#"<th scope="col">{}</th>"#, Text(name))?;
    }
    f.write_str("</tr></thead><tbody>")?;
    for row in all.iter().take(rows) {
        f.write_str("<tr>")?;
        for cell in row.iter().take(columns) {
            write!(f, "<td><bdi>{}</bdi></td>", Text(cell))?;
        }
        f.write_str("</tr>")?;
    }
    f.write_str("</tbody></table></div>")
}
