//! What the files of this crate begin with: ids, moments, collections, what people send and what is wrong with it, and how a value is
//! written, read and described.

pub(crate) use crate::fields::{Fields, FormFields};
pub(crate) use crate::ids::*;
pub(crate) use crate::refusal::{
    EntryFault, Fault, FieldErrors, FileEntry, FileRule, Refusal, SettingFault, TextField, Unnamed, ValueRule,
};
pub(crate) use crate::window::{Phase, Stage, Window};
pub(crate) use crate::{ensure, text};
pub(crate) use chrono::{DateTime, Utc};
pub(crate) use serde::{Deserialize, Serialize};
pub(crate) use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
pub(crate) use std::fmt;

#[cfg(not(feature = "schema"))]
pub(crate) use no_schema::ToSchema;
#[cfg(feature = "schema")]
pub(crate) use utoipa::ToSchema;
