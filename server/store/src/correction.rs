//! Corrections of imported projects. What they may change, and until when, is the database's: see `0016_import.sql`.

use crate::prelude::*;
use shared::project::ProjectTexts;

/// Whether a list or a bundle brought the project: it has the number by which its source knows it.
pub async fn is_imported(conn: &mut Conn, project: ProjectId) -> Outcome<bool> {
    let found = maybe_value!(conn, r#"select external_id is not null as "imported!" from project where id = $1"#;
        project.0)?;
    Ok(found.unwrap_or_default())
}

/// Writes the title and the addresses of a project, and the name of its team, past the close of submissions.
/// Errors: the database's refusal: no imported project, after publication, a name that another team has.
pub async fn correct(
    conn: &mut Conn,
    permit: &Permit<act::CorrectProject>,
    texts: &ProjectTexts,
    team: &str,
) -> Outcome<()> {
    row!(conn, "select correct_project($1, $2, $3, $4, $5, $6)";
        permit.ids().0, texts.title, team, texts.repo_url, texts.demo_url, texts.video_url)?;
    Ok(())
}
