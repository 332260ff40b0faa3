//! The paths of the signs that both the components and the report of a check draw.

/// A tick.
pub const CHECK: &str = "M3 8.5l3.5 3.5L13 4.5";
pub const CROSS: &str = "M4 4l8 8M12 4l-8 8";
/// A triangle.
pub const ALERT: &str = "M8 2.5L14.5 13.5h-13zM8 6.5v3M8 11.5v.1";
/// A circled i.
pub const INFO: &str = "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 7.5v3.5M8 5v.1";
pub const LOCK: &str = "M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 015 0v2.5";
/// The mark without its dot: a line with two end ticks.
pub const MARK: &str = "M0 2h3v16H0zM45 2h3v16h-3zM2 9h44v2H2z";
