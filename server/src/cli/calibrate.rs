//! `evenhand calibrate`.

use super::database;
use portal::call::By;
use portal::caller::Caller;
use portal::publish::calibrate;
use settings::Settings;
use store::failure::Outcome;

pub(super) async fn calibrate(settings: &Settings, slug: &str) -> Outcome<()> {
    let run = database::with(settings, async |database| {
        calibrate::run(By::of(&database, &Caller::shell()).at(slug)).await
    })
    .await
    .map_err(|failure| super::of_event(failure, slug))?;
    super::print(&run.to_string())
}
