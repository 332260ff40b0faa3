"""Judges who save one review after the other and note what they were told of each; and what the database holds of it afterwards."""

import asyncio
import hashlib
import json
import time

import event
from client import Client, Lost, NotSent


class Writer:
    """A judge. Every save has numbers of its own, so that it is found again in the log."""

    def __init__(self, address, token, ids, pause=0.0, keep=True):
        self.client, self.ids, self.pause = Client(address, token, keep), ids, pause
        self.acknowledged, self.refused, self.unknown = set(), set(), set()
        self.answers, self.sent = [], 0

    async def write(self, stop):
        while not stop.is_set():
            await self.save()
            await asyncio.sleep(self.pause)

    async def save(self):
        """Saves once; every answer is noted with the time it took."""
        assignment, number = self.ids[self.sent % len(self.ids)], self.sent
        self.sent += 1
        begun, retry = time.monotonic(), None
        try:
            answer = await self.client.ask("POST", f"/api/judge/assignments/{assignment}/review", event.review(number))
            status, retry = answer.status, answer.headers.get("retry-after")
        except NotSent:
            status = -1
        except Lost:
            status = 0
        self.answers.append((begun, time.monotonic() - begun, status, retry))
        if status == 200:
            self.acknowledged.add((assignment, number))
        elif status in (-1, 503):
            # 503 says that nothing was saved.
            self.refused.add((assignment, number))
        else:
            self.unknown.add((assignment, number))
        if status != 200:
            await asyncio.sleep(0.05)


def total(writers, field):
    return set().union(*(getattr(writer, field) for writer in writers))


def log_rows(postgres):
    return postgres.rows(
        f"select seq, audit_ts(ts) as ts, actor, action, object_type, object_id, coalesce(ip, '') as ip, coalesce(before, '') as before, "
        f"coalesce(after, '') as after, prev_hash, row_hash from audit_log where chain = '{event.SLUG}' order by seq"
    )


def broken_links(rows):
    """How many rows do not follow from the row before them (shared/src/audit.rs, computed anew)."""
    last, broken = hashlib.sha256(f"evenhand-audit/1:{event.SLUG}".encode()).hexdigest(), 0
    for at, row in enumerate(rows, 1):
        values = [row["prev_hash"], str(row["seq"]), *(row[k] for k in ("ts", "actor", "action", "object_type", "object_id", "ip", "before", "after"))]
        text = b"".join(b"%d:%b," % (len(value.encode()), value.encode()) for value in values)
        broken += row["seq"] != at or row["prev_hash"] != last or row["row_hash"] != hashlib.sha256(text).hexdigest()
        last = row["row_hash"]
    return broken


def logged_saves(rows, writers):
    """Assignment and number of each save of theirs in the log, oldest first."""
    ids = {str(assignment) for writer in writers for assignment in writer.ids}
    return [
        (int(row["object_id"]), event.number({k: float(v) for k, v in json.loads(row["after"])["scores"].items()}))
        for row in rows
        if row["action"] == "review.saved" and row["object_id"] in ids
    ]


def check(postgres, writers, goal, name):
    """Holds what the judges were told against what the database has."""
    rows = log_rows(postgres)
    saves = logged_saves(rows, writers)
    logged, acknowledged, refused = set(saves), total(writers, "acknowledged"), total(writers, "refused")
    newest = dict(saves)
    stored = {row["id"]: event.number(row["scores"]) for row in postgres.rows("select assignment_id as id, scores from review") if row["id"] in newest}
    lost, doubled = len(acknowledged - logged), len(saves) - len(logged)
    wrong = sum(newest[assignment] != stored.get(assignment) for assignment in newest)
    broken = broken_links(rows)
    goal(
        f"{name}: nothing acknowledged is lost",
        f"{len(acknowledged)} acknowledged, {lost} without audit row, {doubled} doubled rows, {wrong} reviews other than their newest row",
        lost == doubled == wrong == 0 and len(acknowledged) > 0,
    )
    goal(f"{name}: what was answered 503 was not saved", f"{len(refused)} refused, {len(refused & logged)} of them saved", not refused & logged)
    goal(f"{name}: the chain holds", f"{len(rows)} rows, {broken} broken links", broken == 0)
    return rows
