//! What changed in a part of a board.

use web::pages::manage::board::changes::change;

const OLD: &str = r#"<section id="board-all"><h2>All</h2><table><tbody><tr id="board-r-1"><td>1</td></tr><tr id="board-r-2"><td>2</td></tr><tr id="board-r-3"><td>3</td></tr></tbody></table></section>"#;

#[test]
fn rows_that_are_as_they_were_are_only_named() {
    assert_eq!(
        change(OLD, &OLD.replace("<td>2</td>", "<td>5 &lt;</td>")),
        r#"<section id="board-all"><h2>All</h2><table><tbody><!--same r-1--><tr id="board-r-2"><td>5 &lt;</td></tr><!--same r-3--></tbody></table></section>"#
    );
    // Another order, a new row, and one that is gone.
    let new = r#"<ul><tr id="board-r-3"><td>3</td></tr><tr id="board-r-1"><td>1</td></tr><li id="board-p-4">4</li></ul>"#;
    assert_eq!(change(OLD, new), r#"<ul><!--same r-3 r-1--><li id="board-p-4">4</li></ul>"#);
}

#[test]
fn parts_without_rows_are_sent_whole() {
    assert_eq!(change(OLD, "<p>1 &lt;li id=&quot;board-</p>"), "<p>1 &lt;li id=&quot;board-</p>");
    // It is written from its pieces: nothing of it is lost.
    assert_eq!(change("", OLD), OLD);
    assert_eq!(change(OLD, ""), "");
    assert_eq!(change("", r#"<li id="board-1"#), r#"<li id="board-1"#, "a row that does not end is no row");
}
