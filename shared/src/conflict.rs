//! Conflicts of interest between a judge and a project.

use crate::fields;
use crate::prelude::*;

/// What ties a judge to a project.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConflictKind {
    /// They are, or were, on its team.
    OwnTeam,
    /// They work for the same employer, or study at the same place.
    Employer,
    /// They mentored the team.
    Mentor,
    /// Family or friends.
    Family,
    /// Anything else.
    #[default]
    Other,
}

named! { ConflictKind:
    OwnTeam = "own_team", Employer = "employer", Mentor = "mentor", Family = "family", Other = "other",
}

/// How a conflict came to be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConflictSource {
    /// An organizer declared it.
    Organizer,
    /// The judge declared it.
    Judge,
    /// The portal found it, and an organizer confirmed it.
    Portal,
    /// A file named it.
    Import,
}

named! { ConflictSource: Organizer = "organizer", Judge = "judge", Portal = "portal", Import = "import" }

/// A conflict as an organizer types it.
#[derive(Clone, Debug)]
pub struct NewConflict {
    /// The judge.
    pub judge: PersonId,
    /// The project.
    pub project: ProjectId,
    /// What ties them.
    pub kind: ConflictKind,
    /// Why; may be empty.
    pub reason: String,
}

impl NewConflict {
    /// Reads a form.
    ///
    /// # Errors
    /// 400 with every field that is missing.
    pub fn of_form(form: &FormFields) -> Result<Self, Refusal> {
        let mut errors = FieldErrors::default();
        let mut number = |field: &str, fault: Fault| {
            fields::id(form.get(field)).unwrap_or_else(|| {
                errors.add(field, fault);
                0
            })
        };
        let judge = PersonId(number("judge", Fault::JudgeMissing));
        let project = ProjectId(number("project", Fault::ProjectMissing));
        let kind = ConflictKind::from_name(form.get("kind"));
        errors.add_if(kind.is_none(), "kind", Fault::ConflictKindMissing);
        errors.into_result()?;
        Ok(Self { judge, project, kind: kind.unwrap_or_default(), reason: form.get("reason").to_owned() })
    }
}

/// What an organizer says to pairs that the portal suggests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuggestionAnswer {
    /// Each is a conflict.
    Declare,
    /// None of them is.
    Dismiss,
}

named! { SuggestionAnswer: Declare = "yes", Dismiss = "no" }

/// Which of the pairs that the portal suggests.
#[derive(Clone, Debug)]
pub enum SuggestedPairs {
    /// Judge and project of each.
    These(BTreeSet<(PersonId, ProjectId)>),
    /// All of one reason, if they are those that were seen.
    AllOf {
        /// The reason.
        because: String,
        /// Names the pairs that were seen.
        seen: String,
    },
}

/// Pairs that the portal suggests, as an organizer settles them.
#[derive(Clone, Debug)]
pub struct SettledSuggestions {
    /// The pairs.
    pub pairs: SuggestedPairs,
    /// What is said to them.
    pub answer: SuggestionAnswer,
    /// So many submitted reviews may stop counting: the organizer read the number.
    pub reviews: usize,
}

impl SettledSuggestions {
    /// Reads a form: all pairs that were `seen` of the reason `because`, or each `pair`, `<judge>-<project>`; `conflict` is the answer, and
    /// `reviews` the number that was confirmed. What is no pair is left out, like what the portal does not suggest, and what is no number confirms
    /// nothing.
    ///
    /// # Errors
    /// 400 for no such answer.
    pub fn of_form(form: &FormFields) -> Result<Self, Refusal> {
        let answer = form.word("conflict", &SuggestionAnswer::ALL, SuggestionAnswer::name)?;
        let pair = |pair: &str| {
            let (judge, project) = pair.split_once('-')?;
            Some((PersonId(fields::id(judge)?), ProjectId(fields::id(project)?)))
        };
        let pairs = match form.sent("because") {
            Some(because) => {
                SuggestedPairs::AllOf { because: because.to_owned(), seen: form.get("seen").to_owned() }
            }
            None => SuggestedPairs::These(form.all("pair").filter_map(pair).collect()),
        };
        Ok(Self { pairs, answer, reviews: form.get("reviews").parse().unwrap_or_default() })
    }
}

/// Conflicts as a judge types them: one kind and reason for some projects.
#[derive(Clone, Debug)]
pub struct OwnDeclaration {
    /// The projects.
    pub projects: BTreeSet<ProjectId>,
    /// What ties the judge to them.
    pub kind: ConflictKind,
    /// Why; may be empty.
    pub reason: String,
}

impl OwnDeclaration {
    /// Reads a form.
    ///
    /// # Errors
    /// 400 for no `kind`, and for a `project` that is none.
    pub fn of_form(form: &FormFields) -> Result<Self, Refusal> {
        let kind = ConflictKind::from_name(form.get("kind"))
            .ok_or_else(|| Refusal::field("kind", Fault::ConflictKindMissing))?;
        let projects = form.all("project").map(|id| fields::id(id).map(ProjectId));
        let projects = projects
            .collect::<Option<_>>()
            .ok_or_else(|| Refusal::field("project", Fault::ProjectMissing))?;
        Ok(Self { projects, kind, reason: form.get("reason").to_owned() })
    }
}

/// Most pairs that one domain suggests: where everybody is of one university, each judge and each project would be a pair. What is beyond
/// comes once these are settled.
pub const MOST_OF_DOMAIN: usize = 1_000;

/// Longest reason, in characters.
pub const REASON: usize = 500;

/// Domains at which anybody can have an address, so that sharing one says nothing. A provider's national domains are
/// covered by [`NATIONAL`].
const PROVIDERS: &str = include_str!("lists/mail_providers.txt");
/// Where everybody in the demo has theirs.
const DEMO: &str = "demo.example";

/// Providers with a domain in many countries: `gmail.com`, `yahoo.co.uk`, `hotmail.fr`.
const NATIONAL: [&str; 10] =
    ["aol", "gmail", "gmx", "hotmail", "live", "outlook", "yahoo", "yandex", "ymail", "zoho"];

/// The domain of an address, in lower case, where sharing it says that two people may know each other; `None` for the
/// domains of mail providers.
pub fn telling_domain(email: &str) -> Option<String> {
    let domain = email.rsplit_once('@')?.1.trim_end_matches('.').to_ascii_lowercase();
    let (first, rest) = domain.split_once('.')?;
    let national = NATIONAL.contains(&first) && rest.split('.').all(|label| label.len() <= 3);
    let common = PROVIDERS.lines().any(|provider| provider == domain) || domain == DEMO || national;
    (!common && !first.is_empty()).then_some(domain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shared_domain_tells_something_unless_it_is_a_mail_providers() {
        for common in [
            "a@gmail.com",
            "a@GMX.de",
            "a@yahoo.co.uk",
            "a@outlook.com.",
            "a@proton.me",
            "a@aol.de",
            "a@uol.com.br",
            "a@privaterelay.appleid.com",
            "a@wanadoo.fr",
            "nobody",
            "a@host",
        ] {
            assert_eq!(telling_domain(common), None, "{common}");
        }
        for telling in ["a@acme.example", "a@live.acme.example", "a@outlook.university"] {
            assert!(telling_domain(telling).is_some(), "{telling}");
        }
        assert_eq!(telling_domain("Ada@ACME.example").as_deref(), Some("acme.example"));
    }
}
