//! The expo floor: who says where projects are, and who prints what lies on the tables.
use super::prelude::*;

acts! {
    /// Give projects their places on the floor.
    MoveProjects on Event, No => |asked| asked.organizer().and(asked.not_forgotten());
    /// Print the sheets of judges, which say who judges what.
    PrintJudgeSheets on Event, Yes => |asked| asked.unconflicted_organizer(Withheld::Assignments);
}
