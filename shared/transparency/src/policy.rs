//! Which logs count, and how many witnesses are enough: [tlog-policy](https://c2sp.org/tlog-policy). A file must be UTF-8 here,
//! which the specification only recommends.

use crate::checkpoint::{Checkpoint, CheckpointFault};
use crate::ensure;
use crate::malformed::Malformed;
use crate::note::{KeyType, SignatureFault, SignedNote, VerifierKey};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A log or a witness of a policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyMember {
    /// The name within the policy; a log's is its origin.
    pub name: String,
    /// Its key.
    pub key: VerifierKey,
    /// Where to reach it, where the policy says so.
    pub url: Option<String>,
}

/// Logs, witnesses, and the quorum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WitnessPolicy {
    logs: Vec<PolicyMember>,
    witnesses: Vec<PolicyMember>,
    quorum: Quorum,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Quorum {
    /// A place in the list of witnesses.
    Witness(usize),
    /// So many of these. None of nothing is the quorum `none`.
    Of(usize, Vec<Quorum>),
}

impl Quorum {
    fn is_met(&self, by: &BTreeSet<usize>) -> bool {
        match self {
            Self::Witness(place) => by.contains(place),
            Self::Of(least, members) => members.iter().filter(|member| member.is_met(by)).count() >= *least,
        }
    }
}

impl WitnessPolicy {
    /// A policy of one log and so many of these witnesses, named as their keys; with none of them, the log's word is enough.
    ///
    /// # Errors
    /// A number above the count of witnesses, a key twice, or a key of the wrong type.
    pub fn at_least(least: usize, log: VerifierKey, witnesses: Vec<VerifierKey>) -> Result<Self, Malformed> {
        let mut text = format!("log {log}\n");
        for (at, key) in witnesses.iter().enumerate() {
            text += &format!("witness w{at} {key}\n");
        }
        let names: String = (0..witnesses.len()).map(|at| format!(" w{at}")).collect();
        text += &if least == 0 {
            "quorum none\n".into()
        } else {
            format!("group all-of-them {least}{names}\nquorum all-of-them\n")
        };
        let mut policy = Self::parse(text.as_bytes())?;
        policy.witnesses.iter_mut().for_each(|witness| witness.name = witness.key.name().to_owned());
        Ok(policy)
    }

    /// Reads a policy file.
    ///
    /// # Errors
    /// What is wrong with it, with the line.
    pub fn parse(file: &[u8]) -> Result<Self, Malformed> {
        let file = std::str::from_utf8(file).map_err(|_| Malformed::NotUtf8)?;
        let control = |byte: u8| (byte < b' ' && !matches!(byte, b'\n' | b'\t')) || byte == 0x7f;
        ensure(!file.bytes().any(control), Malformed::ControlCharacter)?;
        let mut reader = PolicyReader::default();
        for (at, line) in file.split('\n').enumerate() {
            let words: Vec<&str> = line.split([' ', '\t']).filter(|word| !word.is_empty()).collect();
            if words.first().is_some_and(|word| !word.starts_with('#')) {
                reader.read_line(at + 1, &words)?;
            }
        }
        let quorum = reader.quorum.ok_or(Malformed::Quorum)?;
        Ok(Self { logs: reader.logs, witnesses: reader.witnesses, quorum })
    }

    /// The logs.
    #[must_use]
    pub fn logs(&self) -> &[PolicyMember] {
        &self.logs
    }

    /// The witnesses, whether or not the quorum names them.
    #[must_use]
    pub fn witnesses(&self) -> &[PolicyMember] {
        &self.witnesses
    }

    /// Whether the policy takes this note: one of its logs signed it, and enough witnesses cosigned.
    ///
    /// # Errors
    /// Why not. A signature of a known key that does not hold spoils the note, however many others do.
    pub fn check(&self, note: &SignedNote) -> Result<WitnessedCheckpoint, PolicyFault> {
        let mut opened = Err(CheckpointFault::Signature(SignatureFault::Missing));
        for log in &self.logs {
            match Checkpoint::open(note, &log.key) {
                Ok(checkpoint) => opened = Ok(checkpoint),
                Err(CheckpointFault::Signature(SignatureFault::Missing)) => {}
                Err(fault) => return Err(PolicyFault::Log(fault)),
            }
        }
        let checkpoint = opened.map_err(PolicyFault::Log)?;
        let (mut met, mut cosigned) = (BTreeSet::new(), Vec::new());
        for (place, witness) in self.witnesses.iter().enumerate() {
            match note.check(&witness.key) {
                Ok(time) => {
                    met.insert(place);
                    cosigned.push((witness.name.clone(), time.unwrap_or_default()));
                }
                Err(SignatureFault::Missing) => {}
                Err(SignatureFault::Wrong) => {
                    return Err(PolicyFault::Witness { name: witness.name.clone() });
                }
            }
        }
        ensure(self.quorum.is_met(&met), PolicyFault::Quorum { cosigned: met.len() })?;
        Ok(WitnessedCheckpoint { checkpoint, cosigned })
    }
}

/// A checkpoint that a policy takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WitnessedCheckpoint {
    /// What it says.
    pub checkpoint: Checkpoint,
    /// Which witnesses cosigned, by their names in the policy, and when, in seconds since 1970.
    pub cosigned: Vec<(String, u64)>,
}

/// Why a policy does not take a note.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the sentence below says it")]
pub enum PolicyFault {
    /// No log of the policy signed it.
    Log(CheckpointFault),
    /// A line of this witness does not hold.
    Witness { name: String },
    /// Too few witnesses cosigned, or not the right ones.
    Quorum { cosigned: usize },
}

impl fmt::Display for PolicyFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Log(fault) => fault.fmt(f),
            Self::Witness { name } => write!(f, "The cosignature of {name} does not hold."),
            Self::Quorum { cosigned: 1 } => f.write_str("1 witness has cosigned, which is not enough."),
            Self::Quorum { cosigned } => {
                write!(f, "{cosigned} witnesses have cosigned, which is not enough.")
            }
        }
    }
}

impl std::error::Error for PolicyFault {}

/// What the lines have said so far.
#[derive(Default)]
struct PolicyReader {
    logs: Vec<PolicyMember>,
    witnesses: Vec<PolicyMember>,
    /// Every name of a witness or group, until a group takes it as its member.
    names: BTreeMap<String, Option<Quorum>>,
    quorum: Option<Quorum>,
}

impl PolicyReader {
    fn read_line(&mut self, line: usize, words: &[&str]) -> Result<(), Malformed> {
        match words {
            ["log", key, url @ ..] if url.len() < 2 => {
                let key = VerifierKey::parse(key)?;
                let name = key.name().to_owned();
                let member = PolicyMember { name, key, url: url.first().map(|url| (*url).to_owned()) };
                add(&mut self.logs, member, line)
            }
            ["witness", name, key, url @ ..] if url.len() < 2 => {
                let key = VerifierKey::parse(key)?;
                ensure(key.kind() == KeyType::Cosignature, Malformed::KeyType)?;
                self.define(name, Quorum::Witness(self.witnesses.len()), line)?;
                let name = (*name).to_owned();
                let member = PolicyMember { name, key, url: url.first().map(|url| (*url).to_owned()) };
                add(&mut self.witnesses, member, line)
            }
            ["group", name, least, members @ ..] if !members.is_empty() => {
                let least = match *least {
                    "all" => Some(members.len()),
                    "any" => Some(1),
                    number => {
                        crate::encoding::decimal(number).and_then(|number| usize::try_from(number).ok())
                    }
                };
                let least = least.filter(|least| (1..=members.len()).contains(least));
                let least = least.ok_or(Malformed::Threshold { line })?;
                let members = members.iter().map(|name| self.take(name, line)).collect::<Result<_, _>>()?;
                self.define(name, Quorum::Of(least, members), line)
            }
            ["quorum", name] if self.quorum.is_none() => {
                self.quorum = Some(match *name {
                    "none" => Quorum::Of(0, Vec::new()),
                    name => self.take(name, line)?,
                });
                Ok(())
            }
            ["quorum", _] => Err(Malformed::Quorum),
            _ => Err(Malformed::PolicyLine { line }),
        }
    }

    fn define(&mut self, name: &str, quorum: Quorum, line: usize) -> Result<(), Malformed> {
        ensure(name != "none" && !self.names.contains_key(name), Malformed::RepeatedName { line })?;
        self.names.insert(name.to_owned(), Some(quorum));
        Ok(())
    }

    /// A member counts in one way only, so each name is taken once.
    fn take(&mut self, name: &str, line: usize) -> Result<Quorum, Malformed> {
        let quorum = self.names.get_mut(name).ok_or(Malformed::UnknownName { line })?;
        quorum.take().ok_or(Malformed::RepeatedName { line })
    }
}

fn add(members: &mut Vec<PolicyMember>, member: PolicyMember, line: usize) -> Result<(), Malformed> {
    let is_new = members.iter().all(|other| other.key.bytes() != member.key.bytes());
    ensure(is_new, Malformed::RepeatedKey { line })?;
    members.push(member);
    Ok(())
}
