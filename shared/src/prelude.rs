//! What the files of this crate begin with: ids, moments, collections, and how a value is written and read.

pub(crate) use crate::ids::*;
pub(crate) use chrono::{DateTime, Utc};
pub(crate) use serde::{Deserialize, Serialize};
pub(crate) use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
