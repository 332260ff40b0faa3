//! What changed in a part of a board, row by row: a saved review changes two rows of hundreds.

use std::collections::BTreeMap;

/// How each row of a list or table of the board begins, and how it ends. Text is escaped, so that none of it looks like this.
const ROWS: [(&str, &str); 2] = [("<li id=\"board-", "</li>"), ("<tr id=\"board-", "</tr>")];

/// A piece of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece<'a> {
    /// What stands around rows.
    Frame(&'a str),
    /// A row, by its id without `board-`.
    Row(&'a str, &'a str),
}

/// The new part, in which comments stand for the rows that are as they were: `<!--same p-7 p-9-->`. The page puts in what it has.
pub fn change(old: &str, new: &str) -> String {
    let known: BTreeMap<&str, &str> = pieces(old)
        .into_iter()
        .filter_map(|piece| match piece {
            Piece::Row(id, html) => Some((id, html)),
            Piece::Frame(_) => None,
        })
        .collect();
    let mut text = String::with_capacity(1024);
    let mut same = false;
    for piece in pieces(new) {
        let kept = matches!(piece, Piece::Row(id, html) if known.get(id) == Some(&html));
        if same && !kept {
            text.push_str("-->");
        }
        match piece {
            Piece::Row(id, _) if kept => {
                text.push_str(if same { " " } else { "<!--same " });
                text.push_str(id);
            }
            Piece::Row(_, html) | Piece::Frame(html) => text.push_str(html),
        }
        same = kept;
    }
    if same {
        text.push_str("-->");
    }
    text
}

fn pieces(html: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = html;
    while let Some((at, id, length)) = next_row(rest) {
        let (frame, from) = rest.split_at(at);
        if !frame.is_empty() {
            pieces.push(Piece::Frame(frame));
        }
        let (row, after) = from.split_at(length);
        pieces.push(Piece::Row(id, row));
        rest = after;
    }
    if !rest.is_empty() {
        pieces.push(Piece::Frame(rest));
    }
    pieces
}

/// Where the next row begins, its id and its length in bytes.
fn next_row(html: &str) -> Option<(usize, &str, usize)> {
    let found = ROWS.iter().filter_map(|(begin, end)| Some((html.find(begin)?, *begin, *end)));
    let (at, begin, end) = found.min_by_key(|(at, ..)| *at)?;
    let row = html.get(at..)?;
    let (id, _) = row.get(begin.len()..)?.split_once('"')?;
    Some((at, id, row.find(end)? + end.len()))
}
