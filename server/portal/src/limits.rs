//! Rate limits. Who asks too often reads when to go on.

use crate::prelude::*;
use settings::Limits;
use shared::refusal::{Quota, Wait};
use std::net::IpAddr;
use store::rate;

/// What is limited. Each is counted by subject: a person, an address, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Failed sign-ins of one e-mail address from one address.
    SignIns,
    /// Failed sign-ins from one address: a hall is one address.
    SignInsPerIp,
    /// Sign-ins that succeeded, of one e-mail address from one address.
    GoodSignIns,
    /// Bad tokens from one address.
    BadTokens,
    /// Mails that somebody asks for, to one address.
    Mails,
    /// Mails asked for from one address of the network.
    MailsPerIp,
    /// Mails of invitations to one address.
    Invitations,
    /// Mails of invitations of one event.
    InvitationsOfEvent,
    /// Writes of one person.
    Writes,
    /// Comments of one person.
    Comments,
    /// Pictures that one person adds.
    Pictures,
    /// Files made or read in for one person or address.
    Files,
    /// Wrong voting codes from one address.
    Codes,
    /// Forms that somebody who is not signed in sends from one address.
    AnonymousForms,
}

impl Limit {
    /// The name in the counters and in the answer's headers.
    pub fn name(self) -> &'static str {
        match self {
            Self::SignIns => "sign-ins",
            Self::SignInsPerIp => "sign-ins-ip",
            Self::GoodSignIns => "good-sign-ins",
            Self::BadTokens => "bad-tokens",
            Self::Mails => "mails",
            Self::MailsPerIp => "mails-ip",
            Self::Invitations => "invitations",
            Self::InvitationsOfEvent => "invitations-event",
            Self::Writes => "writes",
            Self::Comments => "comments",
            Self::Pictures => "pictures",
            Self::Files => "files",
            Self::Codes => "codes",
            Self::AnonymousForms => "anonymous-forms",
        }
    }

    /// Length of its window in seconds.
    pub fn window(self) -> i32 {
        match self {
            Self::SignIns | Self::SignInsPerIp | Self::GoodSignIns | Self::BadTokens | Self::Codes => 300,
            Self::Mails | Self::MailsPerIp => 3600,
            Self::Invitations | Self::InvitationsOfEvent => 86_400,
            Self::Writes | Self::Comments | Self::Pictures | Self::Files | Self::AnonymousForms => 60,
        }
    }

    /// How many a window holds; zero is without end.
    pub fn quota(self, limits: &Limits) -> i32 {
        let quota = match self {
            Self::SignIns => limits.sign_ins,
            Self::SignInsPerIp => limits.sign_ins_per_ip,
            Self::GoodSignIns => limits.good_sign_ins,
            Self::BadTokens => limits.bad_tokens,
            Self::Mails => limits.mails,
            Self::MailsPerIp => limits.mails_per_ip,
            Self::Invitations => limits.invitations,
            Self::InvitationsOfEvent => limits.invitations_of_event,
            Self::Writes => limits.writes,
            Self::Comments => limits.comments,
            Self::Pictures => limits.pictures,
            Self::Files => limits.files,
            Self::Codes => limits.codes,
            Self::AnonymousForms => limits.anonymous_forms,
        };
        if limits.on { quota } else { 0 }
    }
}

/// A subject who asked too often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exceeded {
    pub limit: Limit,
    /// How many its window holds.
    pub quota: i32,
    /// Seconds until the window ends.
    pub left: i32,
}

impl Exceeded {
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
    pub(super) fn exceeded(&self, counted: &[CountedRequest]) -> Option<Exceeded> {
        self.0.iter().find_map(|&(limit, quota)| {
            let found = counted.iter().find(|c| c.limit == limit.name() && c.count > quota)?;
            Some(Exceeded { limit, quota, left: found.left })
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
    ///
    /// # Errors
    /// A lost database. Too many requests are no error: they are returned.
    pub async fn count(&self, limit: Limit, subject: &str) -> Outcome<Option<Exceeded>> {
        let quota = limit.quota(self.limits);
        if quota == 0 {
            return Ok(None);
        }
        let found =
            self.database.read(async |c| rate::count(c, limit.name(), subject, limit.window()).await).await?;
        Ok((found.count > quota).then_some(Exceeded { limit, quota, left: found.left }))
    }

    /// Takes back one request that was counted.
    pub async fn give_back(&self, limit: Limit, subject: &str) -> Outcome<()> {
        if limit.quota(self.limits) == 0 {
            return Ok(());
        }
        self.database.read(async |c| rate::give_back(c, limit.name(), subject, limit.window()).await).await
    }

    /// The first of these that has used up its window, without counting.
    pub async fn first_used_up(&self, subjects: Vec<(Limit, String)>) -> Outcome<Option<Exceeded>> {
        // One connection for all of them: each would take one from the pool otherwise.
        let job = self.database.read(async |c| {
            for (limit, subject) in subjects {
                let quota = limit.quota(self.limits);
                if quota == 0 {
                    continue;
                }
                let found = rate::read(c, limit.name(), &subject, limit.window()).await?;
                if found.count >= quota {
                    return Ok(Some(Exceeded { limit, quota, left: found.left }));
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
