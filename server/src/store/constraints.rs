//! What each constraint of the database means to people: one table, which a test compares with `pg_constraint`.

use shared::refusal::{Fault, Reason, Unique, ValueRule};

/// What a broken constraint means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// The act is refused for this reason.
    Refused(Reason),
    /// A field of the request has this fault.
    Field(&'static str, Fault),
    /// Nothing that a person sent: a fault of the portal. The log has the name.
    Internal,
}

const LENGTH: Fault = Fault::Rule(ValueRule::Length);
const SHAPE: Fault = Fault::Rule(ValueRule::Shape);
const RANGE: Fault = Fault::Rule(ValueRule::Range);
const ORDER: Fault = Fault::Rule(ValueRule::Order);
const TOGETHER: Fault = Fault::Rule(ValueRule::Together);

/// Every constraint with a name of its own. Those that PostgreSQL named (see [`is_named_by_postgresql`]) are internal.
pub const CONSTRAINTS: &[(&str, Meaning)] = &[
    ("email_taken", Meaning::Refused(Reason::EmailTaken)),
    ("slug_taken", Meaning::Refused(Reason::SlugTaken)),
    ("team_name_taken", Meaning::Refused(Reason::TeamNameTaken)),
    ("already_in_a_team", Meaning::Refused(Reason::PersonInTeam)),
    ("event_person_pkey", Meaning::Refused(Reason::PersonTwice)),
    ("already_assigned", Meaning::Refused(Reason::AlreadyAssigned)),
    ("not_a_judge", Meaning::Refused(Reason::NotAJudge)),
    ("already_invited", Meaning::Refused(Reason::AlreadyInvited)),
    ("already_voted", Meaning::Refused(Reason::AlreadyVoted)),
    ("code_already_used", Meaning::Refused(Reason::AlreadyVoted)),
    ("already_reviewed", Meaning::Refused(Reason::AlreadyReviewed)),
    ("run_taken", Meaning::Refused(Reason::RunTaken)),
    ("open_data_taken", Meaning::Refused(Reason::OpenDataPublished)),
    ("track_foreign", Meaning::Field("track", Fault::TrackForeign)),
    ("track_name_taken", Meaning::Field("tracks", Fault::Shared(Unique::TrackName))),
    ("criterion_key_taken", Meaning::Field("criteria", Fault::Shared(Unique::CriterionKey))),
    ("prize_name_taken", Meaning::Field("prizes", Fault::Shared(Unique::PrizeName))),
    ("place_taken", Meaning::Field("place", Fault::Shared(Unique::Place))),
    ("person_external_id_taken", Meaning::Field("external_id", Fault::Shared(Unique::ExternalId))),
    ("team_external_id_taken", Meaning::Field("external_id", Fault::Shared(Unique::ExternalId))),
    ("project_external_id_taken", Meaning::Field("external_id", Fault::Shared(Unique::ExternalId))),
    ("membership_person_unknown", Meaning::Field("person", Fault::ForeignPart)),
    ("person_track_person_unknown", Meaning::Field("person", Fault::ForeignPart)),
    ("member_person_unknown", Meaning::Field("person", Fault::ForeignPart)),
    ("conflict_person_unknown", Meaning::Field("person", Fault::ForeignPart)),
    ("member_team_foreign", Meaning::Field("team", Fault::ForeignPart)),
    ("project_team_foreign", Meaning::Field("team", Fault::ForeignPart)),
    ("invitation_team_foreign", Meaning::Field("team", Fault::ForeignPart)),
    ("assignment_project_foreign", Meaning::Field("project", Fault::ForeignPart)),
    ("conflict_project_foreign", Meaning::Field("project", Fault::ForeignPart)),
    ("comment_project_foreign", Meaning::Field("project", Fault::ForeignPart)),
    ("place_project_foreign", Meaning::Field("project", Fault::ForeignPart)),
    ("need_project_foreign", Meaning::Field("project", Fault::ForeignPart)),
    ("opt_in_project_foreign", Meaning::Field("project", Fault::ForeignPart)),
    ("opt_in_prize_foreign", Meaning::Field("prizes", Fault::ForeignPart)),
    ("remark_prize_foreign", Meaning::Field("prizes", Fault::ForeignPart)),
    ("remark_project_foreign", Meaning::Field("project", Fault::ForeignPart)),
    ("remark_length", Meaning::Internal),
    ("remark_kind", Meaning::Internal),
    ("remark_missing", Meaning::Internal),
    ("panel_prize_foreign", Meaning::Field("prizes", Fault::ForeignPart)),
    ("panel_person_unknown", Meaning::Field("panel", Fault::ForeignPart)),
    ("winner_prize_foreign", Meaning::Field("prizes", Fault::ForeignPart)),
    ("winner_project_foreign", Meaning::Field("project", Fault::ForeignPart)),
    ("duplicate_foreign", Meaning::Field("duplicate_of", Fault::ForeignPart)),
    ("ballot_code_foreign", Meaning::Field("code", Fault::ForeignPart)),
    ("publication_run_foreign", Meaning::Field("run", Fault::ForeignPart)),
    ("open_data_run_foreign", Meaning::Field("run", Fault::ForeignPart)),
    ("person_name_length", Meaning::Field("name", LENGTH)),
    ("token_name_length", Meaning::Field("name", LENGTH)),
    ("event_description_length", Meaning::Field("description", LENGTH)),
    ("event_name_length", Meaning::Field("name", LENGTH)),
    ("track_name_length", Meaning::Field("tracks", LENGTH)),
    ("criterion_guidance_length", Meaning::Field("criteria", LENGTH)),
    ("criterion_name_length", Meaning::Field("criteria", LENGTH)),
    ("person_external_id_length", Meaning::Field("external_id", LENGTH)),
    ("invitation_external_id_length", Meaning::Field("external_id", LENGTH)),
    ("team_external_id_length", Meaning::Field("external_id", LENGTH)),
    ("project_external_id_length", Meaning::Field("external_id", LENGTH)),
    ("team_name_length", Meaning::Field("name", LENGTH)),
    ("description_length", Meaning::Field("description", LENGTH)),
    ("summary_length", Meaning::Field("summary", LENGTH)),
    ("tagline_length", Meaning::Field("tagline", LENGTH)),
    ("title_length", Meaning::Field("title", LENGTH)),
    ("title_missing", Meaning::Field("title", LENGTH)),
    ("guest_name_length", Meaning::Field("name", LENGTH)),
    ("invitation_name_length", Meaning::Field("name", LENGTH)),
    ("conflict_reason_length", Meaning::Field("reason", LENGTH)),
    ("recused_reason_length", Meaning::Field("reason", LENGTH)),
    ("note_length", Meaning::Field("note", LENGTH)),
    ("notice_person_unknown", Meaning::Field("to", Fault::AudienceMissing)),
    ("notice_team_unknown", Meaning::Field("to", Fault::AudienceMissing)),
    ("notice_length", Meaning::Field("text", LENGTH)),
    ("notice_missing", Meaning::Field("text", Fault::NoticeMissing)),
    ("notice_room_length", Meaning::Field("to", LENGTH)),
    ("finals_of_another", Meaning::Internal),
    ("finals_of_slug_shape", Meaning::Internal),
    ("notice_audience_known", Meaning::Internal),
    ("notice_has_one_audience", Meaning::Internal),
    ("void_reason_missing", Meaning::Field("reason", Fault::VoidReasonMissing)),
    ("review_comment_length", Meaning::Field("comment", LENGTH)),
    ("comment_length", Meaning::Field("body", LENGTH)),
    ("comment_missing", Meaning::Field("body", LENGTH)),
    ("prize_description_length", Meaning::Field("prizes", LENGTH)),
    ("prize_name_length", Meaning::Field("prizes", LENGTH)),
    ("prize_sponsor_length", Meaning::Field("prizes", LENGTH)),
    ("award_reason_length", Meaning::Field("reason", LENGTH)),
    ("place_room_length", Meaning::Field("room", LENGTH)),
    ("place_length", Meaning::Field("place", LENGTH)),
    ("publication_reason_length", Meaning::Field("reason", LENGTH)),
    ("open_data_statement_length", Meaning::Field("statement", LENGTH)),
    ("sign_up_name_length", Meaning::Field("name", LENGTH)),
    ("slug_shape", Meaning::Field("slug", SHAPE)),
    ("criterion_key_reserved", Meaning::Field("criteria", SHAPE)),
    ("criterion_key_shape", Meaning::Field("criteria", SHAPE)),
    ("demo_url_shape", Meaning::Field("demo_url", SHAPE)),
    ("repo_url_shape", Meaning::Field("repo_url", SHAPE)),
    ("webhook_url_shape", Meaning::Field("url", SHAPE)),
    ("webhook_format_known", Meaning::Field("format", SHAPE)),
    ("voting_mode_known", Meaning::Field("voting_mode", SHAPE)),
    ("role_known", Meaning::Field("role", SHAPE)),
    ("invitation_role_known", Meaning::Field("role", SHAPE)),
    ("review_rule_known", Meaning::Field("review_rule", SHAPE)),
    ("prize_eligibility_known", Meaning::Field("prizes", SHAPE)),
    ("prize_rule_known", Meaning::Field("prizes", SHAPE)),
    ("visit_kind_known", Meaning::Field("kind", SHAPE)),
    ("scores_object", Meaning::Field("scores", SHAPE)),
    ("person_email", Meaning::Field("email", Fault::Email)),
    ("invitation_email", Meaning::Field("email", Fault::Email)),
    ("sign_up_email", Meaning::Field("email", Fault::Email)),
    ("event_contact_email", Meaning::Field("contact", Fault::Email)),
    ("max_team_size_range", Meaning::Field("max_team_size", RANGE)),
    ("reviews_per_project_range", Meaning::Field("reviews_per_project", RANGE)),
    ("votes_per_voter_range", Meaning::Field("votes_per_voter", RANGE)),
    ("time_zone_shape", Meaning::Field("time_zone", SHAPE)),
    ("visit_minutes_range", Meaning::Field("visit_minutes", RANGE)),
    ("review_floor_range", Meaning::Field("review_floor", RANGE)),
    ("criterion_range", Meaning::Field("criteria", RANGE)),
    ("criterion_weight_positive", Meaning::Field("criteria", RANGE)),
    ("review_cap_range", Meaning::Field("review_cap", RANGE)),
    ("first_three_range", Meaning::Field("choices", RANGE)),
    ("panel_choices_range", Meaning::Field("choices", RANGE)),
    ("prize_winners_range", Meaning::Field("prizes", RANGE)),
    ("invitation_review_cap_range", Meaning::Field("review_cap", RANGE)),
    ("submissions_order", Meaning::Field("submissions_close", ORDER)),
    ("judging_order", Meaning::Field("judging_close", ORDER)),
    ("voting_order", Meaning::Field("voting_close", ORDER)),
    ("duplicate_of_itself", Meaning::Field("duplicate_of", TOGETHER)),
    ("submitted_has_a_time", Meaning::Field("submitted_at", TOGETHER)),
    ("prize_track_together", Meaning::Field("prizes", TOGETHER)),
    ("visit_assignment_foreign", Meaning::Internal),
    ("note_missing", Meaning::Internal),
    ("note_person_unknown", Meaning::Internal),
    ("note_project_foreign", Meaning::Internal),
    ("first_three_person_unknown", Meaning::Internal),
    ("place_missing", Meaning::Internal),
    ("need_missing", Meaning::Internal),
    ("record_salt_length", Meaning::Internal),
    ("guest_link_code_shape", Meaning::Internal),
    ("guest_number_taken", Meaning::Internal),
    ("invitation_sent_by_known", Meaning::Internal),
    ("invitation_has_one_answer", Meaning::Internal),
    ("project_status_known", Meaning::Internal),
    ("assignment_source_known", Meaning::Internal),
    ("voided_is_recused", Meaning::Internal),
    ("voided_is_a_draft", Meaning::Internal),
    ("assignment_status_known", Meaning::Internal),
    ("conflict_kind_known", Meaning::Internal),
    ("conflict_source_known", Meaning::Internal),
    ("ballot_has_one_voter", Meaning::Internal),
    ("input_digest_shape", Meaning::Internal),
    ("action_shape", Meaning::Internal),
    ("idempotency_key_length", Meaning::Internal),
    ("assignment_has_review", Meaning::Internal),
    ("one_current_key", Meaning::Internal),
];

/// What a constraint means; `None` for one that is not in the table.
#[must_use]
pub fn meaning(name: &str) -> Option<&'static Meaning> {
    CONSTRAINTS.iter().find(|(known, _)| *known == name).map(|(_, meaning)| meaning)
}

/// Whether PostgreSQL chose the name: keys of tables, and rules about what the portal itself writes.
#[must_use]
pub fn is_named_by_postgresql(name: &str) -> bool {
    ["_pkey", "_fkey", "_key", "_check"].iter().any(|end| name.ends_with(end))
}

/// The field that a trigger's 400 is about.
#[must_use]
pub fn field_of(name: &str) -> &str {
    match name {
        "track_foreign" => "track",
        "score_integer" | "scores_object" => "scores",
        other => other,
    }
}
