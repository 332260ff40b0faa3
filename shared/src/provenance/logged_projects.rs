//! Titles, texts, needs and places of the projects of a bundle, beside the rows of the log that say them. A signed ranking names only what
//! it ranks.

use super::report_log::FoundChain;
use super::said_members::SaidMember;
use crate::audit::AuditRow;
use crate::bundle::{Bundle, BundleProject};
use crate::prelude::*;
use crate::project::{FIELDS, logged_name, logged_text};
use serde_json::{Map, Value, json};

/// What a team asks for beside its texts.
static WISHED: [(&str, &str); 3] =
    [("needs_power", "power"), ("needs_quiet", "quiet"), ("names_us", "names_us")];

/// A member of a project, as rows name it. `team`: what the team is called.
fn member(project: &BundleProject, team: Option<&str>, member: &str) -> Value {
    match member {
        "team" => json!(team),
        "track" => json!(project.track),
        "tags" => json!(project.tags),
        "needs_power" => json!(project.needs_power),
        "needs_quiet" => json!(project.needs_quiet),
        "names_us" => json!(project.names_us),
        "place" => json!([project.room, project.place]),
        _ => project.text(member).map_or(Value::Null, |text| logged_text(member, text)),
    }
}

/// What rows say of each member, by the project's id, and which row.
#[derive(Default)]
struct Said(BTreeMap<&'static str, BTreeMap<String, (i64, Value)>>);

impl Said {
    fn say(&mut self, row: &AuditRow, project: &str, member: &'static str, said: Value) {
        self.0.entry(member).or_default().insert(project.to_owned(), (row.seq, said));
    }

    /// Takes over what a row says. The rows of an imported list and of a team's new name name no projects, so what was said before them may
    /// have changed. A track in use cannot go, so those of the event's tracks change no project.
    fn read(&mut self, row: &AuditRow) {
        let after: Map<String, Value> = serde_json::from_str(&row.after).unwrap_or_default();
        let id = row.object_id.as_str();
        let place = |place: Option<&Value>| {
            place.filter(|place| !place.is_null()).cloned().unwrap_or_else(|| json!(["", ""]))
        };
        match row.action.as_str() {
            "project.imported" => self.0.clear(),
            "team.renamed" => drop(self.0.remove("team")),
            "project.created" | "project.edited" | "project.submitted" | "project.corrected" => {
                // A row says what changed, and a new project begins empty. It may be submitted at once.
                let is_new = matches!(row.action.as_str(), "project.created" | "project.submitted")
                    && row.before.is_empty();
                let empty = BundleProject::default();
                for member_here in FIELDS.iter().map(|(field, _)| *field).chain(["team"]) {
                    let there = logged_name(member_here);
                    let begins = is_new && !matches!(member_here, "title" | "team");
                    let absent = || begins.then(|| member(&empty, None, member_here));
                    if let Some(said) = after.get(there).cloned().or_else(absent) {
                        self.say(row, id, member_here, said);
                    }
                }
            }
            "project.wished" => {
                for (member, there) in WISHED {
                    if let Some(said) = after.get(there) {
                        self.say(row, id, member, said.clone());
                    }
                }
            }
            "project.moved" => {
                for (project, to) in after.get("places").and_then(Value::as_object).into_iter().flatten() {
                    self.say(row, project, "place", place(Some(to)));
                }
            }
            // While it was withdrawn, another project may have taken its place.
            "project.restored" => self.say(row, id, "place", place(after.get("place"))),
            _ => {}
        }
    }
}

/// The members of projects that rows up to this one name. Without them, a bundle could exchange two projects before they are ranked.
pub(super) fn said_projects(event: &Bundle, log: FoundChain<'_>, upto: i64) -> Vec<SaidMember> {
    let mut said = Said::default();
    log.chain.audit_rows().filter(|row| row.seq <= upto).for_each(|row| said.read(row));
    let teams: HashMap<&str, &str> =
        event.teams.iter().map(|team| (team.reference.as_str(), team.name.as_str())).collect();
    let here: HashMap<String, (usize, &BundleProject)> =
        (0..).zip(&event.projects).filter_map(|(at, p)| Some((p.id?.to_string(), (at, p)))).collect();
    let each =
        said.0.into_iter().flat_map(|(name, of)| of.into_iter().map(move |(id, said)| (name, id, said)));
    let said = each.filter_map(|(name, id, (row, said))| {
        let (at, project) = here.get(&id)?;
        let team = teams.get(project.team.as_str()).copied();
        // Files of earlier versions leave out the place that a withdrawn project goes back to.
        let left_out = name == "place" && project.withdrawn_at.is_some() && !project.has_place();
        let same = left_out || member(project, team, name) == said;
        Some(SaidMember { place: format!("projects[{at}].{name}"), row, same })
    });
    said.collect()
}
