//! The Merkle tree beside an event's log, whose checkpoints others keep, compare and cosign. It lags behind the log: a publication
//! and the sender add to it, so a save costs nothing.

use crate::prelude::*;
use shared::provenance::AuditHead;
use store::{heavy, log_tree, log_witness};
use transparency::blinded::LogSecret;
use transparency::checkpoint::Checkpoint;
use transparency::merkle::{TreeHash, TreeHead, inclusion_proof, leaf_hash};
use transparency::note::{KeyType, NoteSigner, SignatureLine, SignedNote};
use transparency::proof::LogProof;
use transparency::tile::{Tile, TileReader, TreeEdge};

/// Longest reason for a new name, in characters.
const REASON: usize = 500;

/// What a leaf costs, in bytes that are hashed.
const LEAF: usize = 1_024;

/// Takes the rows that the log has by now into its tree, which begins where there was none. Whoever commits this waits for the disk: a
/// row that others have seen in a tree is not undone by a crash.
pub(crate) async fn advance(conn: &mut Conn, event: EventId, slug: &str, site: &str) -> Outcome<TreeHead> {
    let tree = log_tree::hold(conn, event, &origin(site, slug)).await?;
    let partial = log_tree::partial_tiles(conn, event).await?;
    let rows = log_tree::row_hashes(conn, slug, tree.size, i64::MAX).await?;
    let (head, tiles) = grown(tree, partial, rows).await?;
    let size = i64::try_from(head.size).map_err(Failure::broken)?;
    log_tree::grow(conn, event, (size, head.root.0.as_slice()), &tiles).await?;
    Ok(head)
}

/// A head of the log with the root over the rows up to it, where the log has a tree. It changes nothing, so that a head can be
/// read at any time, and counts all rows, since the head may be behind the tree.
pub(crate) async fn rooted(
    conn: &mut Conn,
    event: EventId,
    slug: &str,
    head: AuditHead,
) -> Outcome<AuditHead> {
    let Some(tree) = log_tree::find(conn, event).await? else { return Ok(head) };
    let tree = LogTree { size: 0, ..tree };
    let rows = log_tree::row_hashes(conn, slug, 0, head.seq).await?;
    let (over, _) = grown(tree, Vec::new(), rows).await?;
    Ok(AuditHead { root: Some(over.root.to_string()), ..head })
}

/// As [`grow`], where it holds nobody up.
async fn grown(
    tree: LogTree,
    partial: Vec<LogTile>,
    rows: Vec<Vec<u8>>,
) -> Outcome<(TreeHead, Vec<LogTile>)> {
    let grown =
        heavy::run_sized(rows.len().saturating_mul(LEAF), move || grow(&tree, partial, &rows)).await?;
    grown.ok_or_else(|| Failure::broken("the tree of a log does not fit its tiles"))
}

/// The tree with these rows, and the tiles that it has from there on.
fn grow(tree: &LogTree, mut partial: Vec<LogTile>, rows: &[Vec<u8>]) -> Option<(TreeHead, Vec<LogTile>)> {
    let secret = secret(tree)?;
    let size = u64::try_from(tree.size).ok()?;
    let mut edge = TreeEdge::new(size, |tile| {
        let at = partial.iter().position(|kept| place_of(tile) == Some((kept.level, kept.place)))?;
        Some(partial.swap_remove(at).hashes)
    })?;
    for (seq, row) in (size + 1..).zip(rows) {
        edge.push(leaf_hash(&secret.entry(seq, row.as_slice().try_into().ok()?)));
    }
    let head = edge.head()?;
    let tiles = edge.into_tiles().map(|(level, place, hashes)| {
        Some(LogTile { level: i32::try_from(level).ok()?, place: i64::try_from(place).ok()?, hashes })
    });
    Some((head, tiles.collect::<Option<_>>()?))
}

fn place_of(tile: Tile) -> Option<(i32, i64)> {
    Some((i32::try_from(tile.level()).ok()?, i64::try_from(tile.index()).ok()?))
}

/// What the log of an event is called as it begins: an address without its scheme.
fn origin(site: &str, slug: &str) -> String {
    let site = site.split_once("://").map_or(site, |(_, rest)| rest).trim_end_matches('/');
    format!("{site}/events/{slug}/log")
}

/// Begins a log anew for witnesses, under a new name and with a new key: after a restored backup they have seen rows that it lost, and
/// never sign the old name again. What was signed under that stays good. The command line alone does this. Returns
/// the new name.
/// Errors: 404 for an unknown event; 400 without a reason, and for an event whose log nobody has seen.
pub async fn new_origin(call: &mut Call<'_>, reason: &str) -> Acted<String> {
    let at = call.context().await?;
    may::<act::Administer>(call.caller.actor.as_ref(), &Facts::default(), at.now)?;
    let mut errors = FieldErrors::default();
    let reason = text::clean_line("reason", TextField::Reason, reason, REASON, &mut errors);
    let missing = Fault::Sentence("Say why the log gets a new name.".into());
    errors.add_if(text::is_blank(&reason), "reason", missing);
    errors.into_result()?;
    let Some(first) = log_tree::first_origin(call.conn, at.event).await? else {
        let sentence = "No checkpoint was made of this log yet, so nobody has seen it. It needs no new name.";
        return Err(Refusal::field("event", Fault::Sentence(sentence.into())).into());
    };
    let old = log_tree::hold(call.conn, at.event, &first).await?;
    // Counted, a name that a second restored backup lost would come again.
    let origin = format!("{first}/{}", at.now.format("%Y%m%dT%H%M%SZ"));
    log_tree::rename(call.conn, at.event, &origin).await?;
    let entry = call
        .entry(&at, "log.renamed", "event", at.event)
        .before(json!({ "origin": old.origin, "size": old.size }))
        .after(json!({ "origin": origin, "reason": reason }));
    Ok(Done::logged(origin, entry))
}

/// Makes a checkpoint of one log where one is due; whether there was one.
pub async fn advance_next_due(conn: &mut Conn, site: &str) -> Acted<bool> {
    let Some((event, slug)) = log_tree::next_due(conn).await? else { return Ok(Done::unlogged(false)) };
    advance(conn, event, &slug, site).await?;
    Ok(Done::unlogged(true))
}

/// The tree of an event that everybody may see, by the moment that ends its name; empty for the name under which the log began. The files of
/// a log lie below its name: caches keep tiles for a year, so the old addresses may still give the hashes of rows that were lost.
async fn find_named(conn: &mut Conn, slug: &str, moment: &str) -> Outcome<LogTree> {
    let tree = log_tree::public(conn, slug).await?.ok_or_else(Refusal::not_found)?;
    let own = tree.origin.rsplit_once("/log").map_or("", |(_, rest)| rest.trim_start_matches('/'));
    require(own == moment, Reason::NotFound)?;
    Ok(tree)
}

/// The latest checkpoint of an event's log, with the lines of the witnesses that cosigned it. `moment` ends the name of a log that began
/// anew, and is empty otherwise.
/// Errors: 404 where nobody but its organizers sees the event, before the first one, and where the log has another name.
pub async fn checkpoint(conn: &mut Conn, slug: &str, moment: &str) -> Outcome<String> {
    let tree = find_named(conn, slug, moment).await?;
    let cosignatures = log_witness::cosignatures(conn, slug, tree.size).await?;
    Ok(format!("{}{}", signed(&tree)?, cosignatures.concat()))
}

/// The checkpoint of a tree, signed by its log alone.
pub(super) fn signed(tree: &LogTree) -> Outcome<SignedNote> {
    let root: [u8; 32] = tree.root.as_slice().try_into().map_err(Failure::broken)?;
    let head = TreeHead { size: size(tree)?, root: TreeHash(root) };
    let note = Checkpoint::new(&tree.origin, head).sign(&signer(&tree.origin, &tree.key)?);
    note.map_err(Failure::broken)
}

/// A tile of the latest checkpoint's tree, by its path below the log's address. A row shows in no tile before a checkpoint has it.
/// Errors: as [`checkpoint`], and for what is no such tile.
pub async fn tile(conn: &mut Conn, slug: &str, moment: &str, path: &str) -> Outcome<Vec<u8>> {
    let tile = Tile::parse(path).ok_or_else(Refusal::not_found)?;
    let tree = find_named(conn, slug, moment).await?;
    let (level, place) = place_of(tile).ok_or_else(Refusal::not_found)?;
    require(tile.is_in(size(&tree)?), Reason::NotFound)?;
    let mut hashes = log_tree::tile(conn, slug, level, place).await?.ok_or_else(Refusal::not_found)?;
    hashes.truncate(32 * usize::from(tile.width()));
    Ok(hashes)
}

/// The tree of an event as of this size, to make proofs from. A tile may have become wider since.
pub(super) async fn reader(
    conn: &mut Conn,
    event: EventId,
    size: u64,
) -> Outcome<TileReader<impl Fn(Tile) -> Option<Vec<u8>>>> {
    let tiles = log_tree::tiles(conn, event).await?.into_iter();
    let tiles: HashMap<(i32, i64), Vec<u8>> =
        tiles.map(|tile| ((tile.level, tile.place), tile.hashes)).collect();
    Ok(TileReader::new(size, move |tile: Tile| {
        Some(tiles.get(&place_of(tile)?)?.get(..32 * usize::from(tile.width()))?.to_vec())
    }))
}

/// Proves by the latest checkpoint that the log has this row; `None` where it has it not yet. The row's nonce goes along, so that who
/// knows the row's hash can check it.
pub(crate) async fn proof(
    conn: &mut Conn,
    event: EventId,
    slug: &str,
    seq: u64,
) -> Outcome<Option<LogProof>> {
    let Some(tree) = log_tree::find(conn, event).await? else { return Ok(None) };
    let (size, secret) = (size(&tree)?, secret(&tree).ok_or_else(|| Failure::broken("a log has no secret"))?);
    let Some(index) = seq.checked_sub(1).filter(|index| *index < size) else { return Ok(None) };
    let path = inclusion_proof(&reader(conn, event, size).await?, index, size);
    let path = path.ok_or_else(|| Failure::broken("the tiles of a log's tree are missing"))?;
    let mut note = signed(&tree)?;
    for lines in log_witness::cosignatures(conn, slug, tree.size).await? {
        note.signatures.extend(SignatureLine::parse_all(&lines).map_err(Failure::broken)?);
    }
    Ok(Some(LogProof { extra: Some(secret.nonce(seq).to_vec()), index, path, note }))
}

fn secret(tree: &LogTree) -> Option<LogSecret> {
    tree.secret.as_slice().try_into().ok().map(LogSecret)
}

/// The public keys of the logs that everybody may see, as witnesses take them.
pub async fn keys(conn: &mut Conn) -> Outcome<Vec<String>> {
    let keys = log_tree::keys(conn).await?;
    keys.iter().map(|(origin, key)| Ok(signer(origin, key)?.key().to_string())).collect()
}

pub(super) fn size(tree: &LogTree) -> Outcome<u64> {
    u64::try_from(tree.size).map_err(Failure::broken)
}

fn signer(origin: &str, key: &[u8]) -> Outcome<NoteSigner> {
    let seed: &[u8; 32] = key.try_into().map_err(Failure::broken)?;
    NoteSigner::new(origin, KeyType::Note, seed).map_err(Failure::broken)
}
