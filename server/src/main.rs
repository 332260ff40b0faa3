//! The `evenhand` binary.
fn main() {}
