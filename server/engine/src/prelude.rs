//! What the files of this crate begin with.

pub(crate) use crate::Conn;
pub(crate) use crate::failure::{Failure, Outcome};
pub(crate) use shared::ids::AssignmentId;
pub(crate) use std::collections::{HashMap, HashSet};
pub(crate) use std::time::Duration;
