//! `evenhand calibrate`.

use super::database;
use crate::caller::Caller;
use crate::failure::Outcome;
use crate::portal::publish::calibrate;
use crate::settings::Settings;

pub(super) async fn calibrate(settings: &Settings, slug: &str) -> Outcome<()> {
    let run =
        database::with(settings, async |database| calibrate::run(&database, &Caller::shell(), slug).await)
            .await?;
    super::print(&run.to_string())?;
    Ok(())
}
