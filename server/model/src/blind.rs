//! What a blind event hides of projects.

use crate::assignment::JudgeTask;
use crate::ballot::Candidate;
use crate::conflict::{JudgeableProject, OwnConflict};
use crate::prize::EligibleProject;
use crate::project::{ListedProject, Project};
use shared::ids::ProjectId;

/// What names a project's team.
pub trait NamesTeam {
    fn project(&self) -> ProjectId;

    /// Takes out whatever tells whose project it is.
    fn hide_team(&mut self);
}

impl NamesTeam for Project {
    fn project(&self) -> ProjectId {
        self.id
    }

    fn hide_team(&mut self) {
        self.team.clear();
        for link in std::mem::take(&mut self.names_us) {
            match link.as_str() {
                "repo_url" => self.repo_url.clear(),
                "demo_url" => self.demo_url.clear(),
                _ => self.video_url.clear(),
            }
        }
        for shown in &mut self.pictures {
            shown.picture.alt.clear();
        }
    }
}

macro_rules! names_team {
    ($($of:ty: $id:ident $($picture:ident)?;)*) => {$(
        impl NamesTeam for $of {
            fn project(&self) -> ProjectId {
                self.$id
            }

            fn hide_team(&mut self) {
                self.team.clear();
                $(if let Some(picture) = &mut self.$picture {
                    picture.alt.clear();
                })?
            }
        }
    )*};
}

names_team! {
    ListedProject: id picture;
    Candidate: id picture;
    EligibleProject: id picture;
    JudgeableProject: id;
    OwnConflict: project;
    JudgeTask: project;
}
