"""Runs the Python of docs/ against the demo's own files, and against files that were tampered with.

The blocks marked `python NAME` in docs/provenance.md are programs of ten lines at most; docs/calibration.py is a long one. Each must take
what the site gave, and refuse what somebody changed.
"""

import csv
import datetime
import hashlib
import io
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile

import requests

DOCS = pathlib.Path(__file__).parents[2] / "docs"
GUIDE = DOCS / "provenance.md"
EVENT = "demo-published"
AUDIT = f"{EVENT}-audit.csv"


def files(running):
    """What somebody would have saved, by name."""

    def ask(path, role="nobody"):
        token = running.tokens[role]
        answer = requests.get(running.url + path, headers={"Authorization": f"Bearer {token}"} if token else {}, timeout=60)
        assert answer.status_code == 200, f"{path}: {answer.status_code} {answer.text[:300]}"
        return answer

    def get(path, role="nobody"):
        return ask(path, role).text

    record = ask(f"/api/judge/record?event={EVENT}", "judge1")
    page = get(f"/events/{EVENT}/certificate/judge", "judge1")
    found = {
        "keys.json": get("/.well-known/evenhand-signing-key"),
        "results.json": get(f"/api/events/{EVENT}/results/signed"),
        AUDIT: get(f"/api/events/{EVENT}/export/audit.csv", "organizer"),
        "bundle.json": get(f"/api/events/{EVENT}/export/bundle.json", "organizer"),
        "judge-record.json": record.text,
        "salt.txt": record.headers["Evenhand-Record-Salt"],
        "scores.json": get(f"/api/judge/scores?event={EVENT}", "judge1"),
        "link.txt": re.search(r'href="([^"]*/verify#[\w-]+)"', page)[1],
    }
    return found | {"document.json": found["results.json"]}


def changed(text, act):
    """JSON after an act on it."""
    value = json.loads(text)
    act(value)
    return json.dumps(value)


def rows(text, act):
    """An audit export after an act on its rows."""
    table = list(csv.reader(io.StringIO(text, newline="")))
    act(table)
    out = io.StringIO(newline="")
    csv.writer(out).writerows(table)
    return out.getvalue()


def chained_anew(table):
    """The third row is another, and every later hash is made to fit."""
    table[3][3] = "somebody@else.example"
    before = table[2][10]
    for row in table[3:]:
        row[9] = before
        cells = [cell[1:] if cell[:1] == "'" else cell for cell in [before, *row[:9]]]
        row[10] = before = hashlib.sha256(b"".join(b"%d:%s," % (len(c), c) for c in map(str.encode, cells))).hexdigest()


def tampered(given):
    """Program, what was done, and the file as it is then."""
    audit, bundle = given[AUDIT], given["bundle.json"]
    earlier = (datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(days=9)).isoformat()
    score = next(iter(json.loads(given["scores.json"])[0]["scores"]))

    def run(value):
        return value["runs"][-1]

    def sign(value):
        value["signature"] = json.loads(given["judge-record.json"])["signature"]

    def retire(value):
        value["keys"][0].update(status="retired", retired_at=earlier)

    def later(value):
        value["keys"][0].update(created_at=(datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(hours=1)).isoformat())

    def swap(table):
        table[2], table[3] = table[3], table[2]

    def exchange(value):
        first, second = run(value)["results"][:2]
        first["project"], second["project"] = second["project"], first["project"]

    return [
        ("document", "a rank changed", "document.json", changed(given["document.json"], lambda d: d["payload"]["results"]["projects"][0].update(rank=2))),
        ("document", "a member added", "document.json", changed(given["document.json"], lambda d: d["payload"].update(more=1))),
        ("document", "another's signature", "document.json", changed(given["document.json"], sign)),
        ("document", "an unknown key", "keys.json", changed(given["keys.json"], lambda k: k["keys"].clear())),
        ("document", "a revoked key", "keys.json", changed(given["keys.json"], lambda k: k["keys"][0].update(status="revoked"))),
        ("document", "signed after the key was retired", "keys.json", changed(given["keys.json"], retire)),
        ("document", "signed before the key was made", "keys.json", changed(given["keys.json"], later)),
        ("audit", "a cell edited", AUDIT, rows(audit, lambda t: t[2].__setitem__(3, "event.imported"))),
        ("audit", "a row taken out", AUDIT, rows(audit, lambda t: t.pop(2))),
        ("audit", "two rows swapped", AUDIT, rows(audit, swap)),
        ("audit", "the first row taken out", AUDIT, rows(audit, lambda t: t.pop(1))),
        ("audit", "the tail cut off", AUDIT, rows(audit, lambda t: t.__delitem__(slice(3, None)))),
        ("audit", "chained anew", AUDIT, rows(audit, chained_anew)),
        ("run", "a total changed", "bundle.json", changed(bundle, lambda b: run(b)["input"][0].__setitem__(3, 0.5))),
        ("run", "a review taken out", "bundle.json", changed(bundle, lambda b: run(b)["input"].pop())),
        ("run", "two places exchanged", "bundle.json", changed(bundle, exchange)),
        ("calibration", "a weight that is no number", "bundle.json", changed(bundle, lambda b: run(b)["judges"][0].update(weight=math.nan))),
        ("calibration", "a scale taken out", "bundle.json", changed(bundle, lambda b: run(b)["judges"][0].pop("scale"))),
        ("calibration", "a flag added", "bundle.json", changed(bundle, lambda b: run(b)["judges"][0]["flags"].append("erratic"))),
        ("calibration", "more reviews of a judge", "bundle.json", changed(bundle, lambda b: run(b)["judges"][0].update(reviews=99))),
        ("calibration", "a chance to be among ten", "bundle.json", changed(bundle, lambda b: run(b)["results"][-1]["chances"][-1].update(chance=0.777))),
        ("calibration", "the chances taken out", "bundle.json", changed(bundle, lambda b: [entry["chances"].clear() for entry in run(b)["results"]])),
        ("calibration", "a surer order", "bundle.json", changed(bundle, lambda b: run(b)["results"][0].update(better_than_next=1.0))),
        ("calibration", "no order", "bundle.json", changed(bundle, lambda b: run(b)["results"][0].update(better_than_next=None))),
        ("calibration", "ζ said to be used", "bundle.json", changed(bundle, lambda b: run(b)["panels"].update(used=True))),
        ("calibration", "nothing said of ζ", "bundle.json", changed(bundle, lambda b: run(b).pop("panels"))),
        ("link", "cut short", "link.txt", given["link.txt"][:-40]),
        ("reviews", "a score changed", "scores.json", changed(given["scores.json"], lambda r: r[0]["scores"].update({score: 1 - r[0]["scores"][score]}))),
        ("reviews", "another salt", "salt.txt", "00" * 16),
        ("reviews", "a review taken out", "scores.json", changed(given["scores.json"], lambda r: r.pop())),
    ]


def check(running):
    """Runs every program; returns how many there are, and how many changes they refused."""
    programs = dict(re.findall(r"^```python (\w+)\n(.*?)^```$", GUIDE.read_text(), re.DOTALL | re.MULTILINE))
    assert set(programs) == {"document", "audit", "run", "link", "reviews"}, programs.keys()
    for name, program in programs.items():
        lines = [line for line in program.splitlines() if line.strip()]
        assert len(lines) <= 10, f"{name} has {len(lines)} lines"
    programs["calibration"] = (DOCS / "calibration.py").read_text(encoding="utf-8")
    given = files(running)
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)

        def follow(name, others):
            for file, text in (given | others).items():
                # newline: the bytes as they came, CRLF and all.
                (place / file).write_text(text, encoding="utf-8", newline="")
            words = ["--check", "bundle.json"] if name == "calibration" else []
            return subprocess.run([sys.executable, "-c", programs[name], *words], cwd=place, capture_output=True, text=True)

        def holds(name, others):
            done = follow(name, others)
            assert done.returncode == 0, f"{name} of docs/ refuses what the site gave:\n{done.stderr[-1500:]}"

        for name in programs:
            holds(name, {})
        # What the link held is a document like any other; so are the record and the head of the log.
        follow("link", {})
        unfolded = (place / "document.json").read_text(encoding="utf-8")
        assert json.loads(unfolded)["payload"]["type"] == "evenhand/judge-record/1"
        for document in (unfolded, given["judge-record.json"]):
            holds("document", {"document.json": document})
        cases = tampered(given)
        cases += [("calibration", *case) for program, *case in cases if program == "run"]
        for name, what, file, text in cases:
            assert text != given[file], what
            done = follow(name, {file: text})
            if name == "link" and done.returncode == 0:
                # Half a document comes out of half a link, and is none.
                done = follow("document", {"document.json": (place / "document.json").read_text(encoding="utf-8")})
            assert done.returncode != 0, f"{name} of docs/ does not see: {what}"
            assert name != "calibration" or "Traceback" not in done.stderr, f"calibration.py fails at: {what}\n{done.stderr[-1500:]}"
    return len(programs), len(cases)
