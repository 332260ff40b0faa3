"""The database moves while judges save and comment through nginx: its primary is killed, the new one is frozen, another is asked for, and
a sender is killed. It is counted at the clients. With EVENHAND_CHROMIUM, one of them types into the page of a review.

    failover.py BINARY [--loss] [rounds, default 1] [kill|freeze|switchover|sender …, default all]

With `--loss` synchronous mode is off, and the primary dies before its standby has what it acknowledged: the trial has to find that loss, or
it would find none elsewhere either.
"""

import asyncio
import collections
import contextlib
import itertools
import json
import os
import pathlib
import signal
import subprocess
import sys
import time
import uuid

import event
from client import Client, Lost, NotSent
from cluster import Cluster
from load import Writer, check, log_rows, logged_saves, total
from portal import PATIENCE, Folder, Process, allow_many_files, free_port
from receiver import Receiver
from report import end, goal, note

SAVERS, COMMENTERS, PAUSE = 12, 6, 0.05
BROWSER = pathlib.Path(__file__).parents[3] / "end2end" / "failover.mjs"
# What a client may be told. 503 comes with Retry-After, and nothing else is for a database that moves.
ALLOWED = {200, 201, 303, 409, 422, 503}
FINAL = {200, 201, 400, 401, 403, 404, 409, 412, 422}
# Seconds without anything acknowledged, by what was done.
LONGEST = {"kill": 20, "freeze": 20, "switchover": 3, "sender": 3}
FROZEN, QUIET = 40, 5
# How long nothing arrives before a message counts as missing. A lease of a sender that was killed lasts 30 s.
SILENT = 60


class Steady:
    """Sends one request until it has an answer for good, always the same: what was done already has to be recognised."""

    def begin(self):
        self.statuses, self.times, self.first_bad = collections.Counter(), [], {}

    async def until_answered(self, stop, path, body, headers):
        """The last status; 0 where the trial ended before there was any."""
        while True:
            try:
                answer = await self.client.ask("POST", path, body, headers=headers)
                status = answer.status
                if status == 503 and "retry-after" not in answer.headers:
                    status = "503 without Retry-After"
                if status not in ALLOWED:
                    self.first_bad.setdefault(status, answer.body[:200].decode(errors="replace"))
            except (NotSent, Lost) as error:
                status = f"no answer ({type(error).__name__})"
            self.statuses[status] += 1
            if status in FINAL:
                if status in (200, 201):
                    self.times.append(time.monotonic())
                return status, answer
            if stop.is_set():
                return 0, None
            await asyncio.sleep(0.2)


class Judge(Writer, Steady):
    """Saves reviews and names the save that it has seen, so a repeated one is told from a newer one."""

    def __init__(self, *words, **more):
        super().__init__(*words, **more)
        self.begin()
        self.seen = {}

    async def write(self, stop):
        while not stop.is_set():
            assignment, number = self.ids[self.sent % len(self.ids)], self.sent
            self.sent += 1
            path = f"/api/judge/assignments/{assignment}/review"
            headers = {"If-Match": self.seen.get(assignment, '"none"')}
            status, answer = await self.until_answered(stop, path, event.review(number), headers)
            (self.acknowledged if status == 200 else self.unknown).add((assignment, number))
            if status == 200:
                self.seen[assignment] = answer.headers["etag"]
            elif status == 412:
                # A save was written over, or stands that nobody was told of: the counts below say which.
                self.seen.pop(assignment, None)
            await asyncio.sleep(self.pause)


class Commenter(Steady):
    """Creates comments, each under a key of its own."""

    def __init__(self, address, token, projects):
        self.client, self.projects = Client(address, token), projects
        self.acknowledged, self.unknown = {}, set()
        self.begin()

    async def write(self, stop):
        for number in itertools.count():
            if stop.is_set():
                return
            key = str(uuid.uuid4())
            path = f"/api/projects/{self.projects[number % len(self.projects)]}/comments"
            status, answer = await self.until_answered(stop, path, {"body": f"A word {key}"}, {"Idempotency-Key": key})
            if status == 201:
                self.acknowledged[key] = answer.body
            else:
                self.unknown.add(key)
            await asyncio.sleep(PAUSE)


class JudgePage(Process):
    """A judge at the form of a review in Chromium, who types until `end`."""

    def __init__(self, cluster, token, assignment):
        self.cluster, self.assignment = cluster, assignment
        words = ["node", BROWSER, cluster.url_of_front, cluster.session(token), str(assignment)]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        if self.process.stdout.readline() != "typing\n":
            sys.exit("the judge's page did not open")

    def end(self):
        """What became of it: see end2end/failover.mjs."""
        self.process.stdin.close()
        said = self.process.stdout.read()
        if self.process.wait(PATIENCE):
            sys.exit("the judge's page ended early")
        return json.loads(said)

    def check(self, found, name):
        """Holds what the page was told against the log and the table."""
        log = [row for row in log_rows(self.cluster) if row["action"] == "review.saved" and row["object_id"] == str(self.assignment)]
        after = [json.loads(row["after"]) for row in log]
        logged = [{key: float(score) for key, score in values["scores"].items()} for values in after]
        lost = sum(scores not in logged for scores in found["acknowledged"])
        doubled = sum(a == b for a, b in zip(after, after[1:], strict=False))
        result = f"{found['typed']} times typed, {len(found['acknowledged'])} saves acknowledged, {lost} without a row of the log, {doubled} twice"
        goal(f"{name}: a judge's page loses nothing", result, lost == doubled == 0 < len(found["acknowledged"]))
        ended = found["ended"]
        stored = self.cluster.rows(f"select scores, comment from review where assignment_id = {self.assignment}")
        held = stored == [{key: ended[key] for key in ("scores", "comment")}] and not ended["kept"] and ended["words"].startswith("Draft saved")
        result = f"it says: {ended['words']}; {len(ended['kept'])} texts are still kept on the device; stored is {stored}"
        goal(f"{name}: what was typed last on it is sent when the database is back", result, held)
        waits = {words: number for words, number in found["said"].items() if words.startswith("Kept on this device.")}
        goal(f"{name}: the page says what it waits for", "; ".join(f"{number} × {words}" for words, number in waits.items()), bool(waits))
        answers = ", ".join(f"{number} × {status}" for status, number in found["answers"].items())
        goal(f"{name}: the page is answered 200 or 503", answers, set(found["answers"]) <= {"200", "503"})


class Evening:
    """The clients, and what is done to the machines meanwhile."""

    def __init__(self, cluster, judges, commenters):
        self.cluster, self.judges, self.commenters = cluster, judges, commenters
        self.gaps, self.done = collections.defaultdict(list), collections.Counter()

    @property
    def clients(self):
        return [*self.judges, *self.commenters]

    def times(self):
        return sorted(itertools.chain(*(client.times for client in self.clients)))

    async def during(self, kind, act):
        """Runs an act of a thread, waits until the cluster is whole again, and notes the longest time without an acknowledged act."""
        begun = time.monotonic()
        said = await asyncio.to_thread(act)
        await asyncio.to_thread(self.cluster.whole)
        await asyncio.sleep(QUIET)
        ended = time.monotonic()
        times = [begun, *(at for at in self.times() if begun < at < ended), ended]
        gap = max(b - a for a, b in zip(times, times[1:], strict=False))
        self.gaps[kind].append(gap)
        self.done[kind] += 1
        note(f"{kind}: {said}; {gap:.1f} s without an answer, whole again and quiet after {ended - begun:.0f} s")

    def kill(self):
        node = self.cluster.primary()
        node.crash()
        after = self.cluster.primary()
        node.start()
        return f"{node.name} killed, {after.name} is the primary"

    def freeze(self):
        node = self.cluster.primary()
        thaw = node.freeze()
        begun = time.monotonic()
        try:
            after = self.cluster.primary()
            time.sleep(max(0, FROZEN - (time.monotonic() - begun)))
        finally:
            thaw()
        return f"{node.name} frozen for {time.monotonic() - begun:.0f} s, {after.name} is the primary"

    def switchover(self):
        return self.cluster.switch()

    def sender(self):
        sender = self.cluster.senders[self.done["sender"] % len(self.cluster.senders)]
        sender.kill()
        sender.start()
        return "one of the senders killed"


async def beside(cluster, tasks, projects, acts):
    """Runs what `acts` does with the evening while the clients work."""
    stop = asyncio.Event()
    judges = [Judge(cluster.address, *tasks[n % len(tasks)], pause=PAUSE) for n in range(SAVERS)]
    commenters = [Commenter(cluster.address, tasks[-1 - n][0], projects) for n in range(COMMENTERS)]
    evening = Evening(cluster, judges, commenters)
    working = [asyncio.create_task(client.write(stop)) for client in evening.clients]
    await asyncio.sleep(QUIET)
    try:
        await acts(evening)
    finally:
        stop.set()
        await asyncio.gather(*working)
    return evening


async def campaign(cluster, tasks, projects, rounds, kinds, port, page):
    receiver = Receiver()
    listening = await asyncio.start_server(receiver.handle, "127.0.0.1", port, backlog=1024)

    async def acts(evening):
        for _ in range(rounds):
            for kind in kinds:
                await evening.during(kind, getattr(evening, kind))
        if page:
            evening.of_page = await asyncio.to_thread(page.end)

    evening = await beside(cluster, tasks, projects, acts)
    waiting = "select count(*) from webhook w join audit_head h on h.chain = w.chain where w.cursor < h.seq or w.lease_token is not null"
    arrived, last = len(receiver.bodies), time.monotonic()
    while time.monotonic() - last < SILENT and await asyncio.to_thread(cluster.query, waiting) != "0":
        await asyncio.sleep(0.5)
        if len(receiver.bodies) > arrived:
            arrived, last = len(receiver.bodies), time.monotonic()
    listening.close()
    await listening.wait_closed()
    return evening, receiver


def comments(cluster, evening):
    """How many acknowledged comments are gone, without a row of the log, or there more than once."""
    kept = collections.Counter(row["body"].removeprefix("A word ") for row in cluster.rows("select body from comment"))
    logged = collections.Counter(row["object_id"] for row in log_rows(cluster) if row["action"] == "comment.posted")
    ids = {row["body"].removeprefix("A word "): str(row["id"]) for row in cluster.rows("select id, body from comment")}
    told = set(itertools.chain(*(commenter.acknowledged for commenter in evening.commenters)))
    lost = sum(kept[key] == 0 for key in told)
    without = sum(logged[ids[key]] != 1 for key in told if key in ids)
    return len(told), lost, without, sum(number > 1 for number in kept.values())


def tell_answers(cluster, evening, name):
    statuses, bad = collections.Counter(), {}
    for client in evening.clients:
        statuses += client.statuses
        bad |= client.first_bad
    said = ", ".join(f"{number} × {status}" for status, number in statuses.most_common())
    goal(f"{name}: only 200, 201, 303, 409, 422, and 503 with Retry-After", said, set(statuses) <= ALLOWED)
    for status, text in bad.items():
        note(f"the first {status}: {text}")
    if 500 in statuses:
        for server in cluster.servers:
            for line in server.log_file.read_text(errors="replace").splitlines():
                if "request failed" in line:
                    note(f"the log says: {line}")


def moves(binary, rounds, kinds):
    name = f"{rounds * sum(kind != 'sender' for kind in kinds)} moves of the database"
    port = free_port()
    with Folder() as folder, Cluster(folder / "cluster", binary) as cluster:
        tasks, projects = bring_in(cluster)
        cluster.query(
            f"insert into webhook (event_id, url, secret) select id, 'http://127.0.0.1:{port}/0', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' "
            f"from event where slug = '{event.SLUG}'"
        )
        first = int(cluster.query("select max(cursor) from webhook"))
        # Nobody else saves this one.
        token, ids = tasks[SAVERS]
        with contextlib.ExitStack() as open_page:
            page = open_page.enter_context(JudgePage(cluster, token, ids[0])) if "EVENHAND_CHROMIUM" in os.environ else None
            evening, receiver = asyncio.run(campaign(cluster, tasks, projects, rounds, kinds, port, page))
        if page:
            page.check(evening.of_page, name)
        else:
            note("a judge's page is left out: there is no Chromium or no Node")
        rows = check(cluster, evening.judges, goal, name)
        told, lost, without, doubled = comments(cluster, evening)
        result = f"{told} acknowledged, {lost} gone, {without} without a row of the log of their own, {doubled} twice"
        goal(f"{name}: every acknowledged comment is there once", result, lost == without == doubled == 0 and told > 0)
        tell_answers(cluster, evening, name)
        after = {row["seq"] for row in rows if row["seq"] > first}
        missing = len(after.difference(receiver.order["/0"]))
        result = f"{len(after)} messages, {missing} missing, {receiver.repeated} repeated, {receiver.changed} with another body"
        goal(f"{name}: deliveries are what the log holds", result, missing == receiver.changed == 0 and len(after) > 0)
        for kind, gaps in evening.gaps.items():
            most = LONGEST[kind]
            goal(f"{kind}: at most {most} s without an acknowledged act", f"{len(gaps)} times, longest {max(gaps):.1f} s", within=max(gaps) <= most)
        note(f"{len(total(evening.judges, 'unknown'))} saves had no answer when the trial ended")
        ended = [part.words[0] for part in [*cluster.servers, *cluster.senders] if not part.runs()]
        goal(f"{name}: servers and senders outlive them", f"{len(ended)} ended {ended or ''}", not ended)


def bring_in(cluster):
    tasks = event.bring_in(cluster, cluster)
    return tasks, [row["id"] for row in cluster.rows("select id from project order by id")]


def loss(binary):
    """The standby stops receiving for a second, and the primary dies."""
    with Folder() as folder, Cluster(folder / "cluster", binary, synchronous=False) as cluster:
        tasks, projects = bring_in(cluster)

        def act():
            primary = cluster.primary()
            standby = cluster.other(primary)
            receivers = [pid for pid in standby.processes() if b"walreceiver" in pathlib.Path(f"/proc/{pid}/cmdline").read_bytes()]
            for pid in receivers:
                os.kill(pid, signal.SIGSTOP)
            time.sleep(1)
            primary.crash()
            # It ends before it reads what is still on the way, as if that had been on the wire.
            for pid, how in itertools.product(receivers, (signal.SIGTERM, signal.SIGCONT)):
                os.kill(pid, how)
            # Only then: the one that was killed would go on with all that it has.
            cluster.primary()
            primary.start()
            return f"{len(receivers)} receiver stopped for a second, then {primary.name} killed"

        evening = asyncio.run(beside(cluster, tasks, projects, lambda evening: evening.during("kill", act)))
        acknowledged = total(evening.judges, "acknowledged")
        gone = len(acknowledged.difference(logged_saves(log_rows(cluster), evening.judges)))
        told, lost, _, _ = comments(cluster, evening)
        result = f"{gone} of {len(acknowledged)} acknowledged saves are gone, and {lost} of {told} comments"
        goal("with synchronous mode off, the trial finds a loss", result, gone + lost > 0)


def main():
    binary, *words = sys.argv[1:]
    rounds = next((int(word) for word in words if word.isdigit()), 1)
    kinds = [kind for kind in LONGEST if kind in words] or list(LONGEST)
    unknown = [word for word in words if not word.isdigit() and word not in ("--loss", *LONGEST)]
    if unknown:
        sys.exit(f"{unknown[0]} is none of {', '.join(LONGEST)}")
    allow_many_files()
    if "--loss" in words:
        loss(binary)
    else:
        moves(binary, rounds, kinds)
    end()


main()
