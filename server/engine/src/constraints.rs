//! What each constraint of the database means to people: one table, which a test compares with `pg_constraint`.

use Meaning::{Field, Internal, Named, Refused};
use shared::refusal::{Fault, PictureFault, Reason, Unique, ValueRule};

/// What a broken constraint means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// The act is refused for this reason.
    Refused(Reason),
    /// A field of the request has this fault.
    Field(&'static str, Fault),
    /// The field that the constraint's name begins with has it: `summary_length`.
    Named(Fault),
    /// Nothing that a person sent: a fault of the portal. The log has the name.
    Internal,
}

const LENGTH: Fault = Fault::Rule(ValueRule::Length);
const SHAPE: Fault = Fault::Rule(ValueRule::Shape);
const RANGE: Fault = Fault::Rule(ValueRule::Range);
const ORDER: Fault = Fault::Rule(ValueRule::Order);
const TOGETHER: Fault = Fault::Rule(ValueRule::Together);

/// The table of constraints: what is meant, and which mean it.
macro_rules! constraints {
    ($($meaning:expr => $($name:ident)+;)+) => { &[$($((stringify!($name), $meaning),)+)+] };
}

/// Every constraint with a name of its own. Those that PostgreSQL named (see [`is_named_by_postgresql`]) are internal.
pub const CONSTRAINTS: &[(&str, Meaning)] = constraints! {
    Refused(Reason::EmailTaken) => email_taken;
    Refused(Reason::SlugTaken) => slug_taken;
    Refused(Reason::TeamNameTaken) => team_name_taken;
    Refused(Reason::PersonInTeam) => already_in_a_team;
    Refused(Reason::PersonTwice) => event_person_pkey;
    Refused(Reason::AlreadyAssigned) => already_assigned;
    Refused(Reason::NotAJudge) => not_a_judge;
    Refused(Reason::AlreadyInvited) => already_invited panel_invited;
    Refused(Reason::AlreadyVoted) => already_voted code_already_used;
    Refused(Reason::AlreadyReviewed) => already_reviewed;
    Refused(Reason::RunTaken) => run_taken;
    Refused(Reason::PasskeyTaken) => passkey_taken;
    Refused(Reason::OpenDataPublished) => open_data_taken;
    Field("track", Fault::TrackForeign) => track_foreign;
    Field("tracks", Fault::Shared(Unique::TrackName)) => track_name_taken;
    Field("criteria", Fault::Shared(Unique::CriterionKey)) => criterion_key_taken;
    Field("prizes", Fault::Shared(Unique::PrizeName)) => prize_name_taken;
    Field("place", Fault::Shared(Unique::Place)) => place_taken;
    Field("external_id", Fault::Shared(Unique::ExternalId)) => person_external_id_taken team_external_id_taken
        project_external_id_taken;
    Field("person", Fault::ForeignPart) => membership_person_unknown person_track_person_unknown
        member_person_unknown conflict_person_unknown;
    Field("team", Fault::ForeignPart) => member_team_foreign project_team_foreign invitation_team_foreign
        extension_team_foreign;
    Field("project", Fault::ForeignPart) => assignment_project_foreign conflict_project_foreign
        comment_project_foreign place_project_foreign need_project_foreign opt_in_project_foreign
        remark_project_foreign winner_project_foreign picture_project_foreign duty_project_foreign;
    Field("prizes", Fault::ForeignPart) => opt_in_prize_foreign remark_prize_foreign panel_prize_foreign
        invitation_prize_foreign winner_prize_foreign;
    Field("panel", Fault::ForeignPart) => panel_person_unknown;
    Field("duplicate_of", Fault::ForeignPart) => duplicate_foreign;
    Field("code", Fault::ForeignPart) => ballot_code_foreign;
    Field("run", Fault::ForeignPart) => publication_run_foreign open_data_run_foreign;
    Named(LENGTH) => evidence_names_length note_length place_length summary_length tagline_length title_length
        title_missing;
    Named(SHAPE) => answers_shape demo_url_shape names_us_known repo_url_shape review_rule_known scores_object slug_shape
        time_zone_shape video_url_shape voting_mode_known;
    Named(RANGE) => max_team_size_range owed_range review_floor_range reviews_per_project_range visit_minutes_range
        votes_per_voter_range;
    Field("name", LENGTH) => person_name_length token_name_length passkey_name_length event_name_length team_name_length
        guest_name_length invitation_name_length sign_up_name_length;
    Field("description", LENGTH) => event_description_length description_length;
    Field("tracks", LENGTH) => track_name_length;
    Field("criteria", LENGTH) => criterion_guidance_length criterion_name_length;
    Field("external_id", LENGTH) => person_external_id_length invitation_external_id_length
        team_external_id_length project_external_id_length;
    Field("reason", LENGTH) => conflict_reason_length recused_reason_length withdrawal_reason_length
        extension_reason_length results_question_reason_length award_reason_length publication_reason_length
        duty_reason_length;
    Field("alt", LENGTH) => picture_alt_length;
    Field("picture", Fault::Picture(PictureFault::Many)) => picture_position;
    Field("to", Fault::AudienceMissing) => notice_person_unknown notice_team_unknown;
    Field("said", LENGTH) => help_call_said_length;
    Field("text", LENGTH) => notice_length;
    Field("text", Fault::NoticeMissing) => notice_missing;
    Field("to", LENGTH) => notice_room_length;
    Refused(Reason::AnsweredAlready) => evidence_answer_once;
    Field("sentence", LENGTH) => evidence_said_length confirmation_sentence;
    Field("reason", Fault::VoidReasonMissing) => void_reason_missing;
    Field("reason", Fault::WithdrawalReasonMissing) => withdrawal_reason_missing;
    Field("reason", Fault::MoreTimeReasonMissing) => extension_reason_missing;
    Field("question", LENGTH) => results_question_length;
    Field("answer", LENGTH) => results_question_answer_length;
    Field("project", Fault::ProjectMissing) => results_question_project_foreign;
    Field("comment", LENGTH) => review_comment_length;
    Field("body", LENGTH) => comment_length comment_missing;
    Field("prizes", LENGTH) => prize_description_length prize_name_length prize_sponsor_length;
    Field("room", LENGTH) => place_room_length;
    Field("statement", LENGTH) => open_data_statement_length;
    Field("files", LENGTH) => import_column_heading;
    Field("criteria", SHAPE) => criterion_key_reserved criterion_key_shape;
    Field("url", SHAPE) => webhook_url_shape;
    Field("format", SHAPE) => webhook_format_known;
    Field("role", SHAPE) => role_known invitation_role_known;
    Field("prizes", SHAPE) => prize_eligibility_known prize_rule_known prize_decided_known;
    Field("kind", SHAPE) => visit_kind_known;
    Field("questions", SHAPE) => form_questions_shape;
    Field("email", Fault::Email) => person_email invitation_email sign_up_email;
    Field("venue", LENGTH) => event_venue_length;
    Field("contact", Fault::Email) => event_contact_email;
    Field("criteria", RANGE) => criterion_range criterion_weight_positive;
    Field("review_cap", RANGE) => review_cap_range invitation_review_cap_range;
    Field("choices", RANGE) => first_three_range panel_choices_range;
    Field("step", RANGE) => ceremony_step_range;
    Field("prizes", RANGE) => prize_winners_range;
    Field("submissions_close", ORDER) => submissions_order;
    Field("judging_close", ORDER) => judging_order;
    Field("voting_close", ORDER) => voting_order;
    Refused(Reason::ForgetDayFirst) => forget_after_close;
    Field("duplicate_of", TOGETHER) => duplicate_of_itself;
    Field("submitted_at", TOGETHER) => submitted_has_a_time;
    Field("prizes", TOGETHER) => prize_track_together;
    Field("reason", Fault::DutyReasonMissing) => duty_reason_missing;
    Internal => confirmation_act confirmation_check1 confirmation_waits invited_assignment_project_foreign remark_length remark_kind remark_missing
        invitation_prize_together evidence_has_kind evidence_salt_shape evidence_project_foreign
        content_look_part content_look_project_foreign code_look_range code_look_project_foreign
        finals_of_another finals_of_slug_shape help_call_waits notice_audience_known notice_has_one_audience
        withdrawn_is_a_draft withdrawn_has_a_time ended_is_recused taken_off_is_recused
        results_question_outcome_known results_question_number results_question_answered
        results_question_corrected attempt_error_known test_error_known import_shape_known
        import_column_holds_known visit_assignment_foreign note_missing note_person_unknown
        note_project_foreign first_three_person_unknown picture_file_digest picture_file_length
        picture_position_taken picture_shape place_missing need_missing record_salt_length
        kept_vote_project_foreign guest_link_code_shape guest_number_taken publication_number_taken owed_until
        final_or_provisional invitation_sent_by_known invitation_has_one_answer project_status_known
        assignment_source_known invited_assignment_source_known voided_is_recused voided_is_a_draft assignment_status_known
        conflict_kind_known conflict_source_known ballot_has_one_voter input_digest_shape action_shape
        idempotency_key_length assignment_has_review session_link_role_known token_link_role_known one_current_key;
};

/// What a constraint means; `None` for one that is not in the table.
pub fn meaning(name: &str) -> Option<&'static Meaning> {
    CONSTRAINTS.iter().find(|(known, _)| *known == name).map(|(_, meaning)| meaning)
}

/// Whether PostgreSQL chose the name: keys of tables, and rules about what the portal itself writes.
pub fn is_named_by_postgresql(name: &str) -> bool {
    ["_pkey", "_fkey", "_key", "_check"].iter().any(|end| name.ends_with(end))
}

/// The field that a trigger's 400 is about.
pub fn field_of(name: &str) -> &str {
    match name {
        "track_foreign" => "track",
        "score_integer" | "scores_object" => "scores",
        "more_time_too_late" => "until",
        other => other,
    }
}
