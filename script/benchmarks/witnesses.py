"""Gives what our crate makes to aics-tlog and aics-witness, and what these make to our crate. See script/witnesses."""

import hashlib
import json
import logging
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import aics_tlog as tlog
from aics_witness.config import LogConfig
from aics_witness.service import Witness, WitnessError
from aics_witness.store import WitnessStore
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

SIZES = [1, 2, 3, 255, 256, 257, 1000, 65536, 65537, 70000]
CHANGES_OF_A_NOTE = 3


def lines_of(program, *words):
    with subprocess.Popen([program, *words], stdout=subprocess.PIPE, text=True) as process:
        yield from map(json.loads, process.stdout)
    if process.returncode != 0:
        sys.exit(f"error: exchange {words[0]} ended with {process.returncode}")


def answer(witness, body):
    """Status and body, as the witness's server sends them."""
    try:
        return 200, witness.add_checkpoint(body)
    except WitnessError as refusal:
        return refusal.status, refusal.body


def compare_histories(program, count, seed, folder):
    """Their witness on our requests. Returns what it cosigned, and what was changed in it."""
    witness = Witness("witness.example/aics", Ed25519PrivateKey.generate(), WitnessStore(folder / "witness.db", create=True))
    dice, seen, notes, asked = random.Random(seed), Counter(), [], 0
    for history in lines_of(program, "histories", str(count), str(seed)):
        witness.set_logs([LogConfig(history["origin"], (tlog.parse_vkey(history["log"]),))])
        for question in history["questions"]:
            asked += 1
            status, body = answer(witness, question["body"].encode())
            if status != question["status"] or (status == 409 and body != f"{question['size']}\n".encode()):
                sys.exit(f"error: {status} {body!r} in place of {question['status']} {question['size']} for\n{question['body']}")
            seen[question["act"], status] += 1
            if status == 200 and dice.random() < 0.1:
                note = question["body"].partition("\n\n")[2] + body.decode()
                keys = {"log": history["log"], "witness": witness.vkey_text}
                notes.append({**keys, "note": note, "holds": True})
                notes += [{**keys, "note": changed(note, dice), "holds": False} for _ in range(CHANGES_OF_A_NOTE)]
    print(f"{count} histories, {asked} requests judged alike by aics-witness")
    for (act, status), times in sorted(seen.items()):
        print(f"  after {act}: {status}, {times} times")
    return notes


def changed(note, dice):
    """The note with one letter or digit changed to another."""
    places = [at for at, letter in enumerate(note) if letter.isascii() and letter.isalnum()]
    at = dice.choice(places)
    other = dice.choice([letter for letter in "bcdefghk234567" if letter != note[at]])
    return note[:at] + other + note[at + 1 :]


def own_notes(count):
    """Checkpoints that aics-tlog signs and cosigns."""
    tree, notes = tlog.MerkleTree(), []
    log, witness = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
    origin, now = "aics.example/log", int(time.time())
    keys = {
        "log": tlog.format_vkey(tlog.vkey_from_ed25519(origin, log.public_key())),
        "witness": tlog.format_vkey(tlog.cosignature_vkey("aics.example/w", witness.public_key())),
    }
    for number in range(count):
        tree.append(f"entry {number}".encode())
        note = tlog.sign_checkpoint(tlog.Checkpoint(origin, tree.size, tree.root()), log, origin)
        _, line = tlog.sign_cosignature(witness, "aics.example/w", now + number, origin, tree.size, tree.root())
        notes.append({**keys, "note": tlog.Note(note.text, (*note.signatures, line)).serialise(), "holds": True})
    return notes


def compare_trees(program):
    """Their roots, tiles and proofs beside ours, and their checks on our proofs."""
    for ours in lines_of(program, "trees", *map(str, SIZES)):
        size, root = ours["size"], tlog.note.b64_decode(ours["root"])
        leaves = [f"entry {number}".encode() for number in range(size)]
        tree = tlog.MerkleTree(leaves)
        assert tree.root() == root, size
        theirs = {path: hashlib.sha256(data).hexdigest() for path, data in tlog.TileWriter(leaves).materialise().items()}
        theirs = {path: digest for path, digest in theirs.items() if not path.startswith("tile/entries/")}
        assert theirs == ours["tiles"], (size, theirs.keys() ^ ours["tiles"].keys())
        for at, proof in ours["inclusion"]:
            hashes = [tlog.note.b64_decode(line) for line in proof]
            assert hashes == list(tree.inclusion_proof(at, size)), (size, at)
            assert tlog.verify_leaf_inclusion(leaves[at], at, size, hashes, root), (size, at)
        for old, proof in ours["consistency"]:
            hashes = [tlog.note.b64_decode(line) for line in proof]
            assert hashes == list(tree.consistency_proof(old, size)), (size, old)
            assert tlog.verify_consistency(old, size, tree.root(old), root, hashes), (size, old)
        print(f"a tree of {size}: root, {len(theirs)} tiles and 8 proofs as aics-tlog makes them")


def judge(program, notes):
    given = "".join(json.dumps(note) + "\n" for note in notes)
    done = subprocess.run([program, "judge"], input=given, text=True, stdout=subprocess.PIPE)
    print("our verdict on notes made or changed here:", done.stdout.strip())
    if done.returncode != 0:
        sys.exit(1)


def main():
    program, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    # The witness tells of every refusal.
    logging.disable(logging.WARNING)
    compare_trees(program)
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        notes = compare_histories(program, count, seed, Path(folder))
    judge(program, notes + own_notes(500))


if __name__ == "__main__":
    main()
