//! The demo's four people. Their passwords and tokens are public, and refused while the demo is off.

use crate::secrets::TOKEN_PREFIX;

/// One of the demo's people.
#[derive(Clone, Copy, Debug)]
pub struct DemoAccount {
    pub email: &'static str,
    /// What the sign-in page calls them.
    pub label: &'static str,
    /// What they can do, in half a sentence.
    pub about: &'static str,
    /// Their id in bundles and in `judge=`.
    pub external_id: &'static str,
    token: &'static str,
}

impl DemoAccount {
    /// The part before the @, then `-demo-password`.
    pub fn password(&self) -> String {
        format!("{}-demo-password", self.email.split('@').next().unwrap_or_default())
    }

    pub fn token(&self) -> String {
        format!("{TOKEN_PREFIX}{}", self.token)
    }
}

/// All four.
pub const DEMO_ACCOUNTS: [DemoAccount; 4] = [
    DemoAccount {
        email: "organizer@demo.example",
        label: "Organizer",
        about: "runs all four events, calibrates and publishes",
        external_id: "demo-o1",
        token: "demo_organizer_0000000000000000000000000000",
    },
    DemoAccount {
        email: "judge1@demo.example",
        label: "First judge",
        about: "has projects to score",
        external_id: "demo-j1",
        token: "demo_judge_one_0000000000000000000000000000",
    },
    DemoAccount {
        email: "judge2@demo.example",
        label: "Second judge",
        about: "sees the same event with other projects",
        external_id: "demo-j2",
        token: "demo_judge_two_0000000000000000000000000000",
    },
    DemoAccount {
        email: "participant@demo.example",
        label: "Participant",
        about: "is on a team with a draft to finish",
        external_id: "demo-p1",
        token: "demo_participant_00000000000000000000000000",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn demo_tokens_have_the_form_of_every_token() {
        for account in DEMO_ACCOUNTS {
            assert_eq!(account.token().len(), TOKEN_PREFIX.len() + 43, "{}", account.email);
        }
        assert_eq!(DEMO_ACCOUNTS[1].password(), "judge1-demo-password");
    }
}
