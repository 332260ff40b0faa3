//! A rubric as an organizer types it.

use crate::event_settings::{in_order, place, propose_key};
use crate::names;
use crate::prelude::*;
use crate::refusal::Unique;
use crate::rubric::{Criterion, Weight};
use crate::teammates::version;

/// Longest guidance of a criterion.
pub const GUIDANCE: usize = 2_000;
/// Most criteria of an event: a judge reads all of them for each project.
pub const MOST_CRITERIA: usize = 50;

/// A criterion with its row's id.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct StoredCriterion {
    /// Its row.
    pub id: i64,
    /// The criterion.
    #[serde(flatten)]
    pub criterion: Criterion,
}

/// A criterion as typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypedCriterion {
    /// Its row; none for a new one.
    pub id: Option<i64>,
    /// Name.
    pub name: String,
    /// Key; empty is made of the name.
    pub key: String,
    /// Weight.
    pub weight: String,
    /// Lowest score.
    pub min_value: String,
    /// Highest score.
    pub max_value: String,
    /// What good looks like.
    pub guidance: String,
    /// Its place in the order.
    pub place: String,
    /// It goes.
    pub remove: bool,
}

impl TypedCriterion {
    /// A stored one, as the form shows it.
    pub fn of(line: usize, stored: &StoredCriterion) -> Self {
        let criterion = &stored.criterion;
        Self {
            id: Some(stored.id),
            name: criterion.name.clone(),
            key: criterion.key.clone(),
            weight: criterion.weight.to_string(),
            min_value: criterion.min_value.to_string(),
            max_value: criterion.max_value.to_string(),
            guidance: criterion.guidance.clone(),
            place: (line + 1).to_string(),
            remove: false,
        }
    }

    /// Reads the lines of a form: `criteria_0_name` and so on, as far as they have a name field.
    pub fn lines_of_form(form: &FormFields, most: usize) -> Vec<Self> {
        let line = |n: usize| {
            let sent = |field: &str| form.sent(&format!("criteria_{n}_{field}"));
            let get = |field: &str| sent(field).unwrap_or_default().to_owned();
            Some(Self {
                name: sent("name")?.to_owned(),
                id: sent("id").and_then(|id| id.parse().ok()),
                key: get("key"),
                weight: get("weight"),
                min_value: get("min_value"),
                max_value: get("max_value"),
                guidance: get("guidance").replace("\r\n", "\n"),
                place: get("place"),
                remove: sent("remove").is_some(),
            })
        };
        (0..most).map_while(line).collect()
    }

    /// An empty line for a new one.
    pub fn blank() -> Self {
        Self {
            weight: "1".to_owned(),
            min_value: "1".to_owned(),
            max_value: "5".to_owned(),
            ..Self::default()
        }
    }

    /// A line for a new criterion in which nothing was typed.
    pub fn is_blank(&self) -> bool {
        self.id.is_none() && [&self.name, &self.key, &self.guidance].iter().all(|text| text::is_blank(text))
    }
}

/// A criterion to store, in the list's order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewCriterion {
    /// Its row; none for a new one.
    pub id: Option<i64>,
    /// The criterion.
    pub criterion: Criterion,
}

/// Reads the rubric of a form, in the order of the places. Faults go to the fields `criteria_<line>_<field>`, by the
/// line's number from 0.
pub fn read_rubric(typed: &[TypedCriterion], errors: &mut FieldErrors) -> Vec<NewCriterion> {
    let mut kept: Vec<(f64, NewCriterion)> = Vec::new();
    for (line, row) in typed.iter().enumerate() {
        if row.remove || row.is_blank() {
            continue;
        }
        let taken: Vec<&str> = kept.iter().map(|(_, c)| c.criterion.key.as_str()).collect();
        if let Some(criterion) = read_criterion(line, row, &taken, errors) {
            kept.push((place(&row.place, line), NewCriterion { id: row.id, criterion }));
        }
    }
    errors.add_if(kept.len() > MOST_CRITERIA, "criteria", SettingFault::ManyCriteria { most: MOST_CRITERIA });
    in_order(kept)
}

/// One line; none where it cannot be read.
fn read_criterion(
    line: usize,
    row: &TypedCriterion,
    taken: &[&str],
    errors: &mut FieldErrors,
) -> Option<Criterion> {
    let field = |name: &str| format!("criteria_{line}_{name}");
    let name = text::clean_name(&field("name"), TextField::Name, &row.name, Unnamed::Criterion, errors);
    let guidance =
        text::clean(&field("guidance"), TextField::Guidance, row.guidance.trim(), GUIDANCE, errors);
    let key = match row.key.trim() {
        "" => propose_key(&name),
        key => Some(key.to_owned()).filter(|key| names::is_criterion_key(key)),
    };
    match &key {
        None if row.key.trim().is_empty() && text::is_blank(&name) => {}
        None => errors.add(&field("key"), SettingFault::Key),
        Some(key) if taken.contains(&key.as_str()) => {
            errors.add(&field("key"), Fault::Shared(Unique::CriterionKey));
        }
        Some(_) => {}
    }
    let weight = typed_weight(&row.weight);
    errors.add_if(weight.is_none(), &field("weight"), SettingFault::Weight);
    let mut bound = |name: &str, typed: &str| {
        let value: Option<i32> = typed.trim().parse().ok();
        errors.add_if(value.is_none(), &field(name), SettingFault::Score);
        value
    };
    let range = (bound("min_value", &row.min_value), bound("max_value", &row.max_value));
    if let (Some(min), Some(max)) = range
        && min >= max
    {
        errors.add(&field("max_value"), SettingFault::ScoreOrder);
    }
    let (Some(min), Some(max)) = range else { return None };
    Some(Criterion {
        key: key?,
        name,
        guidance,
        weight: weight?,
        min_value: min.into(),
        max_value: max.into(),
    })
}

/// A weight as people type it, also with a comma before its decimals. Before three digits, a comma may part thousands.
fn typed_weight(text: &str) -> Option<Weight> {
    let text = text.trim();
    match text.split_once(',') {
        Some((whole, parts)) if parts.len() == 3 && whole != "0" => None,
        Some((whole, parts)) => Weight::parse(&format!("{whole}.{parts}")),
        None => Weight::parse(text),
    }
}

/// Whether a rubric differs from the stored one in what scores rest on: criteria, keys, weights or ranges.
pub fn changes_scores(stored: &[StoredCriterion], new: &[NewCriterion]) -> bool {
    let scored = |c: &Criterion| (c.key.clone(), c.weight, c.min_value, c.max_value);
    let same = |new: &NewCriterion| {
        stored.iter().any(|old| Some(old.id) == new.id && scored(&old.criterion) == scored(&new.criterion))
    };
    stored.len() != new.len() || !new.iter().all(same)
}

/// Names a rubric.
pub fn rubric_version(stored: &[StoredCriterion]) -> String {
    let lines: Vec<String> = stored
        .iter()
        .map(|StoredCriterion { id, criterion: c }| {
            let parts = [&c.key, &c.name, &c.guidance];
            format!("{id} {parts:?} {} {} {}", c.weight, c.min_value, c.max_value)
        })
        .collect();
    version(lines.iter().map(String::as_str))
}

/// Whether these lines are the rubric of this version: nobody changed anything in them.
pub fn is_rubric_of(typed: &[TypedCriterion], version: &str) -> bool {
    let mut errors = FieldErrors::default();
    let read = read_rubric(typed, &mut errors).into_iter();
    let stored = read.map(|c| Some(StoredCriterion { id: c.id?, criterion: c.criterion }));
    let stored: Option<Vec<StoredCriterion>> = stored.collect();
    errors.0.is_empty() && stored.is_some_and(|stored| rubric_version(&stored) == version)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_left_alone_until_something_in_them_changes() {
        let stored = StoredCriterion {
            id: 7,
            criterion: read_rubric(&[typed("Craft", "craft", "2", ("1", "5"))], &mut FieldErrors::default())
                .remove(0)
                .criterion,
        };
        let version = rubric_version(std::slice::from_ref(&stored));
        let line = TypedCriterion::of(0, &stored);
        assert!(is_rubric_of(&[line.clone(), TypedCriterion::blank()], &version));
        let renamed = TypedCriterion { name: "Skill".into(), ..line.clone() };
        let removed = TypedCriterion { remove: true, ..line.clone() };
        let unreadable = TypedCriterion { weight: "much".into(), ..line.clone() };
        let new = TypedCriterion { name: "Skill".into(), ..TypedCriterion::blank() };
        for changed in [vec![renamed], vec![removed], vec![unreadable], vec![line, new], vec![]] {
            assert!(!is_rubric_of(&changed, &version), "{changed:?}");
        }
        assert!(is_rubric_of(&[TypedCriterion::blank()], &rubric_version(&[])));
    }

    fn typed(name: &str, key: &str, weight: &str, range: (&str, &str)) -> TypedCriterion {
        TypedCriterion {
            name: name.into(),
            key: key.into(),
            weight: weight.into(),
            min_value: range.0.into(),
            max_value: range.1.into(),
            ..TypedCriterion::default()
        }
    }

    fn faults(rows: &[TypedCriterion]) -> Vec<String> {
        let mut errors = FieldErrors::default();
        let _ = read_rubric(rows, &mut errors);
        errors.0.into_keys().collect()
    }

    #[test]
    fn a_key_is_made_of_the_name() {
        let mut errors = FieldErrors::default();
        let rubric =
            read_rubric(&[typed("User value", "", "2.5", ("1", "5")), TypedCriterion::blank()], &mut errors);
        assert!(errors.0.is_empty());
        assert_eq!(rubric.len(), 1);
        assert_eq!(rubric[0].criterion.key, "user_value");
        assert_eq!(rubric[0].criterion.weight.to_string(), "2.5");
    }

    #[test]
    fn every_fault_names_its_field() {
        assert_eq!(faults(&[typed("A", "", "0", ("1", "5"))]), ["criteria_0_weight"]);
        assert_eq!(faults(&[typed("A", "", "1.00001", ("1", "5"))]), ["criteria_0_weight"]);
        assert_eq!(faults(&[typed("A", "", "1", ("5", "5"))]), ["criteria_0_max_value"]);
        assert_eq!(faults(&[typed("A", "", "1", ("x", "5"))]), ["criteria_0_min_value"]);
        assert_eq!(faults(&[typed("A", "9", "1", ("1", "5"))]), ["criteria_0_key"]);
        assert_eq!(faults(&[typed("", "a", "1", ("1", "5"))]), ["criteria_0_name"]);
        let twice = [typed("A", "", "1", ("1", "5")), typed("a", "", "1", ("1", "5"))];
        assert_eq!(faults(&twice), ["criteria_1_key"]);
    }

    #[test]
    fn a_weight_may_have_a_comma_before_its_decimals() {
        for (typed, weight) in
            [("1,5", Some("1.5")), (" 2,50 ", Some("2.5")), ("0,125", Some("0.125")), ("2.5", Some("2.5"))]
        {
            assert_eq!(typed_weight(typed).map(|weight| weight.to_string()).as_deref(), weight, "{typed}");
        }
        for typed in ["1,500", "1.500,5", "1,5,0", ",5", "1,", "1 500"] {
            assert_eq!(typed_weight(typed), None, "{typed}");
        }
        assert_eq!(faults(&[typed("A", "", "1,500", ("1", "5"))]), ["criteria_0_weight"]);
    }

    #[test]
    fn only_what_scores_rest_on_is_locked() {
        let mut errors = FieldErrors::default();
        let new =
            read_rubric(&[typed("A", "", "1", ("1", "5")), typed("B", "", "1", ("1", "5"))], &mut errors);
        let stored: Vec<StoredCriterion> = (1..)
            .zip(new.clone())
            .map(|(id, NewCriterion { criterion, .. })| StoredCriterion { id, criterion })
            .collect();
        let same: Vec<NewCriterion> = stored
            .iter()
            .rev()
            .map(|s| {
                let criterion =
                    Criterion { name: "Other".into(), guidance: "More".into(), ..s.criterion.clone() };
                NewCriterion { id: Some(s.id), criterion }
            })
            .collect();
        assert!(!changes_scores(&stored, &same), "names, guidance and order");
        assert!(changes_scores(&stored, &same[..1]), "one removed");
        assert!(changes_scores(&stored, &new), "new rows");
        let mut heavier = same;
        heavier[0].criterion.weight = Weight::parse("2").unwrap();
        assert!(changes_scores(&stored, &heavier), "a weight");
    }
}
