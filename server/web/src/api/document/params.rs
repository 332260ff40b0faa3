//! Parameters of paths and queries as the document describes them.

use shared::export::ExportKind;
use utoipa::IntoParams;

/// An event in a path.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct Slug {
    /// The event's slug.
    #[param(example = "demo-judging", pattern = "^[a-z0-9][a-z0-9-]{0,62}$")]
    pub slug: String,
}

/// A project in a path.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct ProjectPath {
    /// The project's id.
    #[param(example = 12, minimum = 1)]
    pub id: i64,
}

/// What waits for a second organizer in a path.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct ConfirmationPath {
    /// Its id.
    #[param(example = 4, minimum = 1)]
    pub id: i64,
}

/// A call for help in a path.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct CallPath {
    /// The call's id.
    #[param(example = 5, minimum = 1)]
    pub id: i64,
}

/// A question about the results in a path.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct QuestionPath {
    /// The question's number in the event.
    #[param(example = 1, minimum = 1)]
    pub number: i64,
}

/// A picture in a path.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct PicturePath {
    /// The project's id.
    #[param(example = 12, minimum = 1)]
    pub id: i64,
    /// The picture's id.
    #[param(example = 4, minimum = 1)]
    pub picture: i64,
}

/// An export in a path.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct ExportPath {
    /// What to export.
    #[param(inline, example = "teams")]
    pub kind: ExportKind,
}

/// A request that may be sent again.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Header)]
pub struct KeyHeader {
    /// Names this request, so that it can be sent again after a lost answer: the same key with the same body gets
    /// the first answer again and changes nothing. With another body it is 422. Only you use your keys; they end after a day.
    #[param(
        rename = "Idempotency-Key",
        required = false,
        example = "8e03978e-40d5-43dd-bc93-6894a57f9324",
        min_length = 1,
        max_length = 200,
        pattern = "^[!-~]+$"
    )]
    pub idempotency_key: String,
}

/// Whose scores.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ScoresQuery {
    /// Only the reviews of the event with this slug.
    #[param(required = false, example = "demo-judging", pattern = "^[a-z0-9][a-z0-9-]{0,62}$")]
    pub event: String,
    /// A judge, by fixture id, e-mail or user id.
    #[param(required = false, example = "judge1@demo.example")]
    pub judge: String,
}

/// Which part of a list.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PageQuery {
    /// The maximum of entries. If there are more, the header `Link` leads to the next page.
    #[param(required = false, minimum = 1, maximum = 500, example = 100)]
    pub limit: i64,
    /// Starts after the entry with this id.
    #[param(required = false, minimum = 0, example = 0)]
    pub after: i64,
}

/// Which part of the list of events.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct EventsQuery {
    /// The maximum of entries. If there are more, the header `Link` leads to the next page.
    #[param(required = false, minimum = 1, maximum = 500, example = 100)]
    pub limit: i64,
    /// Starts after the event with this slug.
    #[param(required = false, example = "demo-judging", pattern = "^[a-z0-9][a-z0-9-]{0,62}$")]
    pub after: String,
}

/// Whose record.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RecordQuery {
    /// The event, by its slug.
    #[param(example = "demo-judging", pattern = "^[a-z0-9][a-z0-9-]{0,62}$")]
    pub event: String,
}

/// Whose badge, and what it says of its owner.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct BadgeQuery {
    /// The event, by its slug.
    #[param(example = "demo-judging", pattern = "^[a-z0-9][a-z0-9-]{0,62}$")]
    pub event: String,
    /// `true` adds a salted hash of the owner's address. With it, somebody who knows the address can check whose badge it is.
    #[param(required = false, example = "true")]
    pub email: String,
}
