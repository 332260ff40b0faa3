//! Rate limits. Who asks too often reads when to go on.

use crate::prelude::*;
use settings::Limits;
use shared::refusal::{Quota, Wait};
use std::net::IpAddr;
use store::rate;

/// Declares the limits, each with its name in the counters and in the answer's headers, the length of its window in seconds, and the
/// setting that says how many a window holds.
macro_rules! limits {
    ($($(#[$about:meta])+ $limit:ident: $name:literal, $window:literal, $setting:ident;)+) => {
        /// What is limited. Each is counted by subject: a person, an address, or both.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Limit {
            $($(#[$about])+ $limit,)+
        }

        impl Limit {
            /// The name in the counters and in the answer's headers.
            pub fn name(self) -> &'static str {
                match self { $(Self::$limit => $name,)+ }
            }

            /// Length of its window in seconds.
            pub fn window(self) -> i32 {
                match self { $(Self::$limit => $window,)+ }
            }

            /// How many a window holds; zero is without end.
            pub fn quota(self, limits: &Limits) -> i32 {
                let quota = match self { $(Self::$limit => limits.$setting,)+ };
                if limits.on { quota } else { 0 }
            }
        }
    };
}

limits! {
    /// Failed sign-ins of one e-mail address from one address.
    SignIns: "sign-ins", 300, sign_ins;
    /// Failed sign-ins from one address: a hall is one address.
    SignInsPerIp: "sign-ins-ip", 300, sign_ins_per_ip;
    /// Sign-ins that succeeded, of one e-mail address from one address.
    GoodSignIns: "good-sign-ins", 300, good_sign_ins;
    /// Bad tokens from one address.
    BadTokens: "bad-tokens", 300, bad_tokens;
    /// Mails that somebody asks for, to one address.
    Mails: "mails", 3600, mails;
    /// Mails asked for from one address of the network.
    MailsPerIp: "mails-ip", 3600, mails_per_ip;
    /// Mails of invitations to one address.
    Invitations: "invitations", 86_400, invitations;
    /// Mails of invitations of one event.
    InvitationsOfEvent: "invitations-event", 86_400, invitations_of_event;
    /// Writes of one person.
    Writes: "writes", 60, writes;
    /// Comments of one person.
    Comments: "comments", 60, comments;
    /// Pictures that one person adds.
    Pictures: "pictures", 60, pictures;
    /// Files made or read in for one person or address.
    Files: "files", 60, files;
    /// Wrong voting codes from one address.
    Codes: "codes", 300, codes;
    /// Forms that somebody who is not signed in sends from one address.
    AnonymousForms: "anonymous-forms", 60, anonymous_forms;
}

/// A subject who asked too often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExceededLimit {
    pub limit: Limit,
    /// How many its window holds.
    pub quota: i32,
    /// Seconds until the window ends.
    pub left: i32,
}

impl ExceededLimit {
    /// What the subject reads.
    pub fn refusal(&self) -> Refusal {
        let reason = Reason::TooManyRequests { seconds: self.left.max(1) };
        Refusal { wait: Some(self.wait()), ..reason.into() }
    }

    /// How long to wait, for the answer's headers.
    pub fn wait(&self) -> Wait {
        let Self { limit, quota, left } = *self;
        let quota = Quota { name: limit.name(), requests: quota, window: limit.window() };
        Wait { seconds: left.max(1), limit: Some(quota) }
    }
}

/// The limits that a request counts against if it is somebody's, and how many of them a window holds.
#[derive(Clone, Debug, Default)]
pub struct PersonQuotas(Vec<(Limit, i32)>);

impl PersonQuotas {
    /// Those of these limits that are switched on and are a person's.
    pub fn new(limits: &[Limit], settings: &Limits) -> Self {
        let persons = limits.iter().filter(|limit| **limit != Limit::AnonymousForms);
        Self(persons.map(|limit| (*limit, limit.quota(settings))).filter(|(_, quota)| *quota > 0).collect())
    }

    /// What the database counts.
    pub(super) fn limits(&self) -> Vec<PersonLimit> {
        self.0.iter().map(|(limit, _)| PersonLimit { name: limit.name(), window: limit.window() }).collect()
    }

    /// The first that these counts are beyond.
    pub(super) fn exceeded(&self, counted: &[CountedRequest]) -> Option<ExceededLimit> {
        self.0.iter().find_map(|&(limit, quota)| {
            let found = counted.iter().find(|c| c.limit == limit.name() && c.count > quota)?;
            Some(ExceededLimit { limit, quota, left: found.left })
        })
    }
}

/// Counts requests, against the limits of the settings.
#[derive(Clone, Copy, Debug)]
pub struct Counters<'s> {
    /// Keeps the counters.
    pub database: &'s Database,
    /// How many requests each window holds.
    pub limits: &'s Limits,
}

impl Counters<'_> {
    /// Counts one request of a subject.
    /// Errors: a lost database. Too many requests are no error: they are returned.
    pub async fn count(&self, limit: Limit, subject: &str) -> Outcome<Option<ExceededLimit>> {
        let quota = limit.quota(self.limits);
        if quota == 0 {
            return Ok(None);
        }
        let found =
            self.database.read(async |c| rate::count(c, limit.name(), subject, limit.window()).await).await?;
        Ok((found.count > quota).then_some(ExceededLimit { limit, quota, left: found.left }))
    }

    /// Takes back one request that was counted.
    pub async fn give_back(&self, limit: Limit, subject: &str) -> Outcome<()> {
        if limit.quota(self.limits) == 0 {
            return Ok(());
        }
        self.database.read(async |c| rate::give_back(c, limit.name(), subject, limit.window()).await).await
    }

    /// The first of these that has used up its window, without counting.
    pub async fn first_used_up(&self, subjects: Vec<(Limit, String)>) -> Outcome<Option<ExceededLimit>> {
        // One connection for all of them: each would take one from the pool otherwise.
        let job = self.database.read(async |c| {
            for (limit, subject) in subjects {
                let quota = limit.quota(self.limits);
                if quota == 0 {
                    continue;
                }
                let found = rate::read(c, limit.name(), &subject, limit.window()).await?;
                if found.count >= quota {
                    return Ok(Some(ExceededLimit { limit, quota, left: found.left }));
                }
            }
            Ok(None)
        });
        job.await
    }
}

/// The subject that a network address is counted under. An IPv6 client has 2^64 addresses, so its network is counted.
pub fn place(ip: &str) -> String {
    match ip.parse() {
        Ok(IpAddr::V6(v6)) => {
            let [a, b, c, d, ..] = v6.segments();
            format!("ip {a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
        _ => format!("ip {ip}"),
    }
}

#[cfg(test)]
mod tests {
    use super::place;

    #[test]
    fn an_ipv6_network_is_one_place() {
        assert_eq!(place("192.0.2.1"), "ip 192.0.2.1");
        assert_eq!(place("2001:db8::1"), place("2001:db8::ffff:2"));
        assert_ne!(place("2001:db8::1"), place("2001:db8:0:1::1"));
    }
}
