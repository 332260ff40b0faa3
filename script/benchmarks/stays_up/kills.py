"""Kills of serve, send, PostgreSQL's backends and its postmaster, mixed, while judges save and webhooks are delivered."""

import asyncio
import collections
import os
import random
import time

import event
from load import Writer, check, total
from portal import Evenhand, Folder, Postgres, free_port, listening_socket
from receiver import Receiver
from report import goal, note

KINDS = ["serve", "send", "backend", "postmaster"]
WRITERS, WEBHOOKS = 12, 3
# How long nothing arrives before what still waits counts as missing. A lease of a sender that was killed lasts 30 s.
SILENT = 90
# How long a save may take to succeed again once PostgreSQL answers.
BACK = 10


class Round:
    """The processes, and what is killed of them."""

    def __init__(self, postgres, serve, send, writers):
        self.postgres, self.serve, self.send, self.writers = postgres, serve, send, writers
        self.random, self.away, self.done = random.Random(7), [], collections.Counter()
        self.ended = collections.Counter()

    def saved(self):
        return sum(len(writer.acknowledged) for writer in self.writers)

    async def saves_go_on(self, seconds):
        """Waits until something is saved that was not under way before; returns how long it took, none where nothing was."""
        begun, before = time.monotonic(), self.saved() + len(self.writers)
        while time.monotonic() - begun < seconds:
            if self.saved() > before:
                return time.monotonic() - begun
            await asyncio.sleep(0.01)
        return None

    async def kill(self, kind):
        if kind in ("serve", "send"):
            process = self.serve if kind == "serve" else self.send
            await asyncio.to_thread(process.kill)
            await asyncio.to_thread(process.start)
        elif kind == "backend":
            await asyncio.to_thread(self.postgres.kill_backend, self.random)
        else:
            await asyncio.to_thread(self.postgres.kill)
            await asyncio.to_thread(self.postgres.start)
        self.done[kind] += 1
        if kind in ("backend", "postmaster"):
            # All of PostgreSQL's processes end with one of them, and come back.
            while not await asyncio.to_thread(self.postgres.answers):
                await asyncio.sleep(0.02)
        self.away.append((await self.saves_go_on(BACK), kind))
        for name, process in (("serve", self.serve), ("send", self.send)):
            if not process.runs():
                self.ended[name] += 1
                await asyncio.to_thread(process.start)


async def under_load(postgres, serve, send, tasks, kills, receiver_port):
    stop, receiver = asyncio.Event(), Receiver()
    listening = await asyncio.start_server(receiver.handle, "127.0.0.1", receiver_port, backlog=1024)
    writers = [Writer(serve.address, *tasks[n], pause=0.03, keep=n % 2 == 0) for n in range(WRITERS)]
    saving = [asyncio.create_task(writer.write(stop)) for writer in writers]
    turn = Round(postgres, serve, send, writers)
    for kind in kills:
        await asyncio.sleep(turn.random.uniform(0.05, 0.4))
        await turn.kill(kind)
    stop.set()
    await asyncio.gather(*saving)
    waiting = (
        "select count(*) from webhook w join audit_head h on h.chain = w.chain "
        "where w.cursor < h.seq or w.lease_token is not null or exists (select from webhook_retry r where r.webhook_id = w.id)"
    )
    # What waits is not lost: it goes on for as long as anything comes.
    arrived, last = len(receiver.bodies), time.monotonic()
    while time.monotonic() - last < SILENT and await asyncio.to_thread(postgres.query, waiting) != "0":
        await asyncio.sleep(0.5)
        if len(receiver.bodies) > arrived:
            arrived, last = len(receiver.bodies), time.monotonic()
    listening.close()
    await listening.wait_closed()
    return turn, receiver, writers


def tell(postgres, turn, receiver, writers, number):
    rows = check(postgres, writers, goal, f"{number} kills")
    kills = ", ".join(f"{turn.done[kind]} of {kind}" for kind in KINDS)
    goal(f"{number} kills, mixed", kills, all(turn.done[kind] >= number // len(KINDS) for kind in KINDS))
    after = {row["seq"] for row in rows if row["seq"] > turn.first}
    missing = sum(len(after.difference(receiver.order[f"/{n}"])) for n in range(WEBHOOKS))
    goal(
        f"{number} kills: deliveries are what the log holds",
        f"{len(after) * WEBHOOKS} messages, {missing} missing, {receiver.repeated} repeated, {receiver.changed} with another body",
        missing == receiver.changed == 0 and len(after) > 0,
    )
    goal(f"{number} kills: serve and send outlive PostgreSQL", f"{sum(turn.ended.values())} ended by themselves {dict(turn.ended) or ''}", not turn.ended)
    never = sum(seconds is None for seconds, _ in turn.away)
    longest = {kind: max((s or BACK for s, k in turn.away if k == kind), default=0) for kind in KINDS}
    said = ", ".join(f"{kind} {seconds:.1f} s" for kind, seconds in longest.items())
    goal(f"{number} kills: judges save again within {BACK} s of the restart", f"longest: {said}; {never} times not", within=never == 0)
    note(f"{len(total(writers, 'unknown'))} saves without a word, {len(total(writers, 'refused'))} refused")


def asked(quick):
    """How many kills."""
    return int(os.environ.get("KILLS", "12" if quick else "200"))


def run(binary, quick):
    number = asked(quick)
    kills = [KINDS[n % len(KINDS)] for n in range(number)]
    random.Random(11).shuffle(kills)
    # The socket goes on while no process runs, as with a service manager.
    listener, port = listening_socket(), free_port()
    with (
        Folder() as folder,
        Postgres(folder / "postgres") as postgres,
        Evenhand(binary, folder, postgres.url, "serve", listener=listener) as serve,
    ):
        tasks = event.bring_in(serve, postgres)
        postgres.query(
            f"insert into webhook (event_id, url, secret) select e.id, 'http://127.0.0.1:{port}/' || w, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' "
            f"from event e, generate_series(0, {WEBHOOKS - 1}) w where e.slug = '{event.SLUG}'"
        )
        first = int(postgres.query("select max(cursor) from webhook"))
        with Evenhand(binary, folder, postgres.url, "send", EVENHAND_WEBHOOK_ALLOW_LOOPBACK="on") as send:
            turn, receiver, writers = asyncio.run(under_load(postgres, serve, send, tasks, kills, port))
        turn.first = first
        tell(postgres, turn, receiver, writers, number)
