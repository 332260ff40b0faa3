//! The commits in a pack of git. A pack comes from anybody's server: what it says of its own sizes is believed up to a bound.

use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};
use sha1::{Digest, Sha1};
use shared::digest::from_hex;
use shared::ensure;
use std::collections::HashMap;

/// Most bytes of a pack as it is sent.
pub(super) const MOST_PACKED: usize = 12 * 1024 * 1024;
/// Most bytes of all its objects.
const MOST_INFLATED: usize = 32 * 1024 * 1024;
/// Most bytes of one object. No commit is as long, unless somebody means it to be.
const MOST_OBJECT: usize = 1024 * 1024;
/// Most objects: empty ones take hardly any bytes, but time.
const MOST_OBJECTS: u32 = 100_000;
/// Most bytes of a first message that are kept while the commits are counted.
const MOST_MESSAGE: usize = 4096;

/// The hash of an object.
pub(super) type Id = [u8; 20];

/// Why a pack is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PackFault {
    /// It has more than the portal reads.
    Large,
    /// It is no whole pack, or not of the objects that it should hold.
    Broken,
}

/// A commit, as far as it is counted. It holds no name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Commit {
    /// The commits before it.
    pub(super) parents: Vec<Id>,
    /// The hash of the author's address.
    pub(super) author: Id,
    /// Seconds since 1970 at which it was written.
    pub(super) authored: i64,
    /// And at which it was committed.
    pub(super) committed: i64,
    /// The beginning of its message, where no commit is before it.
    pub(super) message: Option<String>,
}

/// Reads the commits of a pack. Their hashes are computed, so a caller who knows one knows what it holds.
/// Errors: a pack that is too large, or broken.
pub(super) fn read(pack: &[u8]) -> Result<HashMap<Id, Commit>, PackFault> {
    let end = pack.len().checked_sub(20).ok_or(PackFault::Broken)?;
    let (body, sum) = pack.split_at_checked(end).ok_or(PackFault::Broken)?;
    let head: [u8; 12] = body.get(..12).and_then(|head| head.try_into().ok()).ok_or(PackFault::Broken)?;
    let [b'P', b'A', b'C', b'K', 0, 0, 0, 2 | 3, count @ ..] = head else { return Err(PackFault::Broken) };
    ensure(Sha1::digest(body).as_slice() == sum, PackFault::Broken)?;
    let count = u32::from_be_bytes(count);
    ensure(count <= MOST_OBJECTS, PackFault::Large)?;
    let mut reader =
        Reader { body, at: 12, left: MOST_INFLATED, objects: HashMap::new(), places: HashMap::new() };
    for _ in 0..count {
        reader.object()?;
    }
    let commits = reader.objects.into_values();
    commits.map(|object| Ok((object.id, commit(&object.data).ok_or(PackFault::Broken)?))).collect()
}

/// What a commit's kind is in a pack. Trees and files were not asked for: they are not kept, and nothing can rest on them.
const COMMIT: u8 = 1;

struct Object {
    id: Id,
    data: Vec<u8>,
}

struct Reader<'p> {
    body: &'p [u8],
    at: usize,
    /// Bytes that may still be inflated.
    left: usize,
    /// Commits by where they begin.
    objects: HashMap<usize, Object>,
    /// Where the commit of a hash begins.
    places: HashMap<Id, usize>,
}

impl Reader<'_> {
    /// Reads the next object. One that is stored as its difference to an earlier one is put together.
    fn object(&mut self) -> Result<(), PackFault> {
        let begin = self.at;
        let first = self.byte()?;
        let (kind, mut size, mut shift) = ((first >> 4) & 7, usize::from(first & 15), 4_u32);
        let mut more = first & 128 != 0;
        while more {
            let byte = self.byte()?;
            ensure(shift <= 25, PackFault::Large)?;
            size |= usize::from(byte & 127) << shift;
            shift += 7;
            more = byte & 128 != 0;
        }
        let base = match kind {
            1..=4 => None,
            6 => Some(begin.checked_sub(self.distance()?).ok_or(PackFault::Broken)?),
            7 => {
                let id = self.body.get(self.at..self.at + 20).and_then(|id| Id::try_from(id).ok());
                self.at += 20;
                Some(id.and_then(|id| self.places.get(&id).copied()).ok_or(PackFault::Broken)?)
            }
            _ => return Err(PackFault::Broken),
        };
        let stored = self.inflate(size)?;
        let data = match base {
            None if kind != COMMIT => return Ok(()),
            None => stored,
            Some(base) => {
                let base = self.objects.get(&base).ok_or(PackFault::Broken)?;
                let data = apply(&base.data, &stored, self.left)?;
                self.left -= data.len();
                data
            }
        };
        let id = id_of(&data);
        self.places.insert(id, begin);
        self.objects.insert(begin, Object { id, data });
        Ok(())
    }

    fn byte(&mut self) -> Result<u8, PackFault> {
        let byte = self.body.get(self.at).copied().ok_or(PackFault::Broken)?;
        self.at += 1;
        Ok(byte)
    }

    /// How far before an object its base begins.
    fn distance(&mut self) -> Result<usize, PackFault> {
        let mut byte = self.byte()?;
        let mut distance = usize::from(byte & 127);
        while byte & 128 != 0 {
            byte = self.byte()?;
            let longer = distance.checked_add(1).and_then(|d| d.checked_mul(128)).ok_or(PackFault::Broken)?;
            distance = longer | usize::from(byte & 127);
        }
        Ok(distance)
    }

    /// Inflates an object of this size, and goes on behind it.
    fn inflate(&mut self, size: usize) -> Result<Vec<u8>, PackFault> {
        ensure(size <= MOST_OBJECT && size <= self.left, PackFault::Large)?;
        self.left -= size;
        let mut data = vec![0; size];
        let flags = inflate_flags::TINFL_FLAG_PARSE_ZLIB_HEADER
            | inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
        let rest = self.body.get(self.at..).unwrap_or_default();
        let (status, consumed, written) =
            decompress(&mut DecompressorOxide::new(), rest, &mut data, 0, flags);
        ensure(status == TINFLStatus::Done && written == size, PackFault::Broken)?;
        self.at += consumed;
        Ok(data)
    }
}

/// The hash of a commit, as git computes it.
fn id_of(data: &[u8]) -> Id {
    let mut hash = Sha1::new();
    hash.update(format!("commit {}\0", data.len()));
    hash.update(data);
    hash.finalize().into()
}

/// Puts an object together from its base and what is different.
fn apply(base: &[u8], delta: &[u8], most: usize) -> Result<Vec<u8>, PackFault> {
    let mut rest = delta.iter().copied();
    let length = |rest: &mut dyn Iterator<Item = u8>| -> Result<usize, PackFault> {
        let (mut length, mut shift) = (0_usize, 0_u32);
        loop {
            let byte = rest.next().ok_or(PackFault::Broken)?;
            ensure(shift <= 28, PackFault::Large)?;
            length |= usize::from(byte & 127) << shift;
            shift += 7;
            if byte & 128 == 0 {
                return Ok(length);
            }
        }
    };
    let (from, to) = (length(&mut rest)?, length(&mut rest)?);
    ensure(from == base.len(), PackFault::Broken)?;
    ensure(to <= MOST_OBJECT && to <= most, PackFault::Large)?;
    let mut data = Vec::with_capacity(to);
    while let Some(op) = rest.next() {
        if op & 128 == 0 {
            let before = data.len();
            data.extend(rest.by_ref().take(usize::from(op)));
            // 0 is kept for later versions of git.
            ensure(op != 0 && data.len() - before == usize::from(op), PackFault::Broken)?;
        } else {
            let mut part = |bits: std::ops::Range<u32>| -> Result<usize, PackFault> {
                let mut number = 0_usize;
                for (nth, bit) in bits.enumerate() {
                    if op & (1 << bit) != 0 {
                        number |= usize::from(rest.next().ok_or(PackFault::Broken)?) << (8 * nth);
                    }
                }
                Ok(number)
            };
            let (offset, size) = (part(0..4)?, part(4..7)?);
            let size = if size == 0 { 0x10000 } else { size };
            let copied = offset.checked_add(size).and_then(|end| base.get(offset..end));
            data.extend_from_slice(copied.ok_or(PackFault::Broken)?);
        }
        ensure(data.len() <= to, PackFault::Broken)?;
    }
    if data.len() == to { Ok(data) } else { Err(PackFault::Broken) }
}

/// Reads a commit; none where it lacks an author or a time.
fn commit(data: &[u8]) -> Option<Commit> {
    let (mut parents, mut author, mut committed) = (Vec::new(), None, None);
    let mut rest = data;
    while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
        let (line, behind) = (rest.get(..end)?, rest.get(end + 1..)?);
        rest = behind;
        if line.is_empty() {
            break;
        }
        if let Some(parent) = line.strip_prefix(b"parent ") {
            parents.push(from_hex(std::str::from_utf8(parent).ok()?)?);
        } else if let Some(said) = line.strip_prefix(b"author ") {
            author = author.or(signature(said));
        } else if let Some(said) = line.strip_prefix(b"committer ") {
            committed = committed.or(signature(said));
        }
    }
    let ((author, authored), (_, committed)) = (author?, committed?);
    let message = parents
        .is_empty()
        .then(|| String::from_utf8_lossy(rest.get(..MOST_MESSAGE).unwrap_or(rest)).into_owned());
    Some(Commit { parents, author, authored, committed, message })
}

/// `Name <address> seconds zone`: the hash of the address, and the time.
fn signature(said: &[u8]) -> Option<(Id, i64)> {
    let close = said.iter().rposition(|byte| *byte == b'>')?;
    let open = said.get(..close)?.iter().rposition(|byte| *byte == b'<')?;
    let time = std::str::from_utf8(said.get(close + 1..)?).ok()?;
    let seconds = time.split_ascii_whitespace().next()?.parse().ok()?;
    let address = said.get(open + 1..close)?.to_ascii_lowercase();
    Some((Sha1::digest(address).into(), seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commit_text(parent: Option<Id>, message: &str) -> Vec<u8> {
        let parent = parent.map(|id| format!("parent {}\n", shared::audit::hex(&id))).unwrap_or_default();
        let tree = "0".repeat(40);
        format!("tree {tree}\n{parent}author Ada <Ada@x.example> 1795000000 +0100\ncommitter Bo <bo@x.example> 1795000060 +0100\n\n{message}\n")
            .into_bytes()
    }

    /// An object's head and its deflated bytes; `said` is the size that the head names.
    fn packed(kind: u8, said: usize, between: &[u8], data: &[u8]) -> Vec<u8> {
        let mut bytes = vec![(kind << 4) | u8::try_from(said & 15).unwrap() | 128];
        let mut rest = said >> 4;
        while rest > 127 {
            bytes.push(u8::try_from(rest & 127).unwrap() | 128);
            rest >>= 7;
        }
        bytes.push(u8::try_from(rest).unwrap());
        bytes.extend_from_slice(between);
        bytes.extend(miniz_oxide::deflate::compress_to_vec_zlib(data, 6));
        bytes
    }

    fn pack(objects: &[Vec<u8>]) -> Vec<u8> {
        let mut bytes = b"PACK\0\0\0\x02".to_vec();
        bytes.extend(u32::try_from(objects.len()).unwrap().to_be_bytes());
        bytes.extend(objects.concat());
        let sum = Sha1::digest(&bytes);
        bytes.extend_from_slice(&sum);
        bytes
    }

    #[test]
    fn commits_are_read_without_names() {
        let first = commit_text(None, "Begin for HackTown");
        let second = commit_text(Some(id_of(&first)), "Go on");
        let read = read(&pack(&[packed(1, second.len(), &[], &second), packed(1, first.len(), &[], &first)]))
            .unwrap();
        let [one, two] = [&first, &second].map(|text| read.get(&id_of(text)).unwrap());
        assert_eq!((one.authored, one.committed), (1_795_000_000, 1_795_000_060));
        assert_eq!(one.message.as_deref(), Some("Begin for HackTown\n"));
        assert_eq!((two.parents.as_slice(), &two.message), (&[id_of(&first)][..], &None));
        assert_eq!(one.author, <Id>::from(Sha1::digest("ada@x.example")));
    }

    #[test]
    fn a_commit_that_is_stored_as_a_difference_is_put_together() {
        let (first, second) = (commit_text(None, "One"), commit_text(None, "Two"));
        let same = first.len() - 4;
        // Copies all but the message, and adds that.
        let [low, high] = u16::try_from(same).unwrap().to_le_bytes();
        let size =
            |length: usize| [u8::try_from(length & 127).unwrap() | 128, u8::try_from(length >> 7).unwrap()];
        let mut delta = [size(first.len()), size(second.len())].concat();
        delta.extend([0b1011_0000, low, high, 4]);
        delta.extend(b"Two\n");
        let base = packed(1, first.len(), &[], &first);
        let distance = base.len();
        let far = u8::try_from(((distance >> 7) - usize::from(distance > 127)) & 127).unwrap();
        let distance = match distance {
            0..128 => vec![u8::try_from(distance).unwrap()],
            _ => vec![far | 128, u8::try_from(distance & 127).unwrap()],
        };
        let by_id = packed(7, delta.len(), &id_of(&first), &delta);
        for stored in [packed(6, delta.len(), &distance, &delta), by_id] {
            let delta_of_delta = read(&pack(&[base.clone(), stored]));
            assert!(delta_of_delta.is_ok(), "{delta_of_delta:?}");
            assert!(delta_of_delta.unwrap().contains_key(&id_of(&second)));
        }
    }

    #[test]
    fn a_pack_that_lies_is_refused() {
        let text = commit_text(None, "One");
        let good = pack(&[packed(1, text.len(), &[], &text)]);
        let mut changed = good.clone();
        changed[20] ^= 1;
        let no_base = pack(&[packed(7, text.len(), &[7; 20], &text)]);
        let far_base = pack(&[packed(6, text.len(), &[127], &text)]);
        let more = packed(1, text.len() - 1, &[], &text);
        let fewer = packed(1, text.len() + 1, &[], &text);
        let mut missing = pack(&[]);
        missing.truncate(8);
        let no_author = b"tree 0\n\nNo author\n".to_vec();
        let no_author = pack(&[packed(1, no_author.len(), &[], &no_author)]);
        for broken in [
            changed,
            good[..good.len() / 2].to_vec(),
            no_base,
            far_base,
            pack(&[more]),
            pack(&[fewer]),
            missing,
            no_author,
            Vec::new(),
        ] {
            assert_eq!(read(&broken), Err(PackFault::Broken), "{broken:?}");
        }
        assert!(read(&good).is_ok());
    }

    #[test]
    fn a_bomb_is_refused_before_it_is_inflated() {
        let zeros = vec![0; MOST_OBJECT];
        assert_eq!(read(&pack(&[packed(3, MOST_OBJECT + 1, &[], &zeros)])), Err(PackFault::Large));
        assert_eq!(read(&pack(&[packed(3, usize::MAX >> 8, &[], b"")])), Err(PackFault::Large));
        let many = vec![packed(3, MOST_OBJECT, &[], &zeros); MOST_INFLATED / MOST_OBJECT + 1];
        assert_eq!(read(&pack(&many)), Err(PackFault::Large));
        // A difference that copies its base again and again.
        let text = commit_text(None, &"x".repeat(60_000));
        let length = text.len();
        let size = |length: usize| {
            [0_u32, 7, 14]
                .map(|by| u8::try_from((length >> by) & 127).unwrap() | if by < 14 { 128 } else { 0 })
        };
        let [low, high, ..] = length.to_le_bytes();
        let mut delta = [size(length), size(MOST_OBJECT + 1)].concat();
        delta.extend([0b1011_0000, low, high].repeat(18));
        let bomb = packed(7, delta.len(), &id_of(&text), &delta);
        assert_eq!(read(&pack(&[packed(1, length, &[], &text), bomb])), Err(PackFault::Large));
    }
}
