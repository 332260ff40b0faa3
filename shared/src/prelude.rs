//! What the files of this crate begin with: ids, moments, collections, and how a value is written, read and described.

pub(crate) use crate::ids::*;
pub(crate) use chrono::{DateTime, Utc};
pub(crate) use serde::{Deserialize, Serialize};
pub(crate) use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

#[cfg(not(feature = "schema"))]
pub(crate) use no_schema::ToSchema;
#[cfg(feature = "schema")]
pub(crate) use utoipa::ToSchema;
