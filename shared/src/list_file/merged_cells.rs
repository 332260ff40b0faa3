//! Cells that a spreadsheet had merged: a file has their value in the first row of each group only.

use std::collections::HashSet;

/// What the cells of a column say, one after another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MergedCells {
    values: HashSet<String>,
    comes_again: bool,
    begins: bool,
    blank: usize,
    rows: usize,
}

impl MergedCells {
    /// Looks at the cell of the next row.
    pub fn look(&mut self, cell: &str) {
        if cell.is_empty() {
            self.blank += 1;
        } else {
            self.begins |= self.rows == 0;
            self.comes_again |= !self.values.insert(cell.to_owned());
        }
        self.rows += 1;
    }

    /// Whether the column reads like merged cells: several values, each once, the first at the top, and as many blank rows. One
    /// blank row is enough where the list has other cells that were `merged`.
    pub fn are_likely(&self, merged: bool) -> bool {
        let fewest = if merged { 1 } else { self.values.len() };
        self.begins && !self.comes_again && self.values.len() > 1 && self.blank >= fewest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merged_cells_say_something_in_the_first_row_of_a_group() {
        let looked_at = |cells: &str| {
            let mut merged = MergedCells::default();
            cells.split(',').for_each(|cell| merged.look(cell));
            merged
        };
        let likely = |cells: &str| looked_at(cells).are_likely(false);
        assert!(likely("Health,,Energy,") && likely("Health,,,Energy"));
        for other in ["Health,,Health,", ",Health,,Energy,,", "Health,,", "Health,Energy,,Arts", ""] {
            assert!(!likely(other), "{other}");
        }
        assert!(looked_at("Health,Energy,,Arts").are_likely(true));
        assert!(!looked_at("Health,Energy,Arts").are_likely(true));
    }
}
