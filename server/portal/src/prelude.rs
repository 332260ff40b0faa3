//! What the operations begin with: who calls, in which event, under which rule, and how an operation ends.

pub(crate) use crate::call::{By, Call};
pub(crate) use crate::caller::Caller;
pub(crate) use crate::{Acted, Sent, context, entry, entry_outside, hide_teams, or_refused, secrets};
pub(crate) use chrono::{DateTime, Utc};
pub(crate) use model::all::*;
pub(crate) use serde_json::{Value, json};
pub(crate) use shared::audit::sha256_hex;
pub(crate) use shared::ids::*;
pub(crate) use shared::invitation::MemberRole;
pub(crate) use shared::names;
pub(crate) use shared::object;
pub(crate) use shared::refusal::{
    Code, Fault, FieldErrors, PrizeFault, Reason, Refusal, RequestFault, SettingFault, TextField, Unnamed,
    require, require_field,
};
pub(crate) use shared::rubric::Criterion;
pub(crate) use shared::rules::{
    AssignmentStatus, Facts, Permit, ResultsView, Rule, act, may, results_view, sees_team,
};
pub(crate) use shared::text;
pub(crate) use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
pub(crate) use std::sync::Arc;
pub(crate) use std::time::Duration;
pub(crate) use store::Conn;
pub(crate) use store::database::Database;
pub(crate) use store::failure::{Failure, Outcome};
pub(crate) use store::transaction::{Done, Entry};
