//! What the models are made of.

pub(crate) use chrono::{DateTime, Utc};
pub(crate) use serde::{Deserialize, Serialize};
pub(crate) use shared::evidence::Fact;
pub(crate) use shared::floor::Place;
pub(crate) use shared::ids::*;
pub(crate) use shared::picture::Picture;
pub(crate) use shared::refusal::Refusal;
pub(crate) use shared::rubric::{Criterion, Scores};
pub(crate) use shared::rules::{AssignmentStatus, Facts};
pub(crate) use shared::window::Window;
pub(crate) use std::collections::{BTreeMap, BTreeSet, HashMap};
pub(crate) use std::sync::Arc;
pub(crate) use std::time::Duration;
