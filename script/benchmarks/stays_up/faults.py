"""A full disk, all connections held by locks, a slow disk, a database that stands still: what people are told meanwhile, and that it
passes without a restart of ours."""

import asyncio
import collections
import os
import pathlib
import signal
import subprocess
import time

import event
from client import Client, Lost, NotSent
from load import Writer, check, log_rows
from portal import Evenhand, Folder, Postgres
from report import goal, note

LONGEST = 5.0
READ = f"/events/{event.SLUG}"


class Scene(Evenhand):
    """A server under a given number of writers, for as long as a fault lasts."""

    def __init__(self, binary, folder, postgres):
        super().__init__(binary, folder, postgres.url, "serve")
        self.postgres = postgres

    def bring_in_event(self):
        self.tasks = event.bring_in(self, self.postgres)

    def writers(self, number, pause):
        per = [(token, [each]) for token, ids in self.tasks for each in ids]
        return [Writer(self.address, *per[n % len(per)], pause=pause) for n in range(number)]

    async def ask(self, path):
        begun = time.monotonic()
        try:
            answer = await Client(self.address, keep=False).ask("GET", path)
            return answer.status, answer.body.decode(errors="replace").strip(), time.monotonic() - begun, answer.headers.get("retry-after")
        except (Lost, NotSent):
            return 0, "", time.monotonic() - begun, None


async def beside(writers, fault):
    """Runs the fault while the writers save; they go on until it is over, and for two seconds more."""
    stop = asyncio.Event()
    saving = [asyncio.create_task(writer.write(stop)) for writer in writers]
    await asyncio.sleep(1)
    found = await fault()
    await asyncio.sleep(2)
    stop.set()
    await asyncio.gather(*saving)
    return found


def answered(writers, begin, end):
    """Status, time and Retry-After of what was asked meanwhile."""
    return [(status, took, retry) for w in writers for asked, took, status, retry in w.answers if begin <= asked < end]


def tell_answers(name, answers, wants_refusals=True):
    counts = collections.Counter(status for status, *_ in answers)
    longest = max((took for _, took, _ in answers), default=0)
    told = all(retry for status, _, retry in answers if status == 503)
    said = ", ".join(f"{count} × {status or 'no answer'}" for status, count in sorted(counts.items()))
    good = set(counts) <= {200, 503} and told and (counts[503] > 0 or not wants_refusals)
    goal(f"{name}: saves are answered 200, or 503 with Retry-After", said, good)
    goal(f"{name}: no save waits longer than {LONGEST:.0f} s", f"longest {longest:.1f} s", within=longest <= LONGEST)


async def until_saved(writers, begun):
    """How long it takes until each writer has saved something that it began after this moment."""
    while time.monotonic() - begun < 30:
        if all(any(asked >= begun and status == 200 for asked, _, status, _ in w.answers) for w in writers):
            return time.monotonic() - begun
        await asyncio.sleep(0.05)
    return None


def tell_return(name, back, most, held=True):
    """What `until_saved` found. Never is not late."""
    came = back is not None
    goal(name, f"after {back:.1f} s" if came else "not within 30 s", held and came, came and back <= most)


def disk(binary, quick):
    """PostgreSQL's folder is a small file system of its own, which a file fills."""
    with Folder() as folder:
        place = folder / "postgres"
        place.mkdir()
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=300m,mode=0755", "tmpfs", str(place)], capture_output=True).returncode:
            return note("full disk: skipped, only root can mount a small file system")
        try:
            with Postgres(place, min_wal_size="96MB", max_wal_size="128MB") as postgres, Scene(binary, folder, postgres) as scene:
                scene.bring_in_event()
                # Tables cannot grow then. Room for the log of changes is there already: without any, PostgreSQL itself would end.
                for _ in range(6):
                    postgres.query("select pg_switch_wal()")
                    postgres.query("checkpoint")
                asyncio.run(full(scene, place, 4 if quick else 12))
        finally:
            subprocess.run(["umount", str(place)], check=True)


async def full(scene, place, seconds):
    writers = scene.writers(8, 0.05)
    ballast = place / "ballast"

    async def fault():
        begun = time.monotonic()
        with ballast.open("wb", buffering=0) as file:
            try:
                while file.write(b"\0" * 65536):
                    pass
            except OSError:
                pass
        await asyncio.sleep(seconds)
        token, ids = scene.tasks[0]
        refused = Client(scene.address, token)
        answer = await refused.ask("POST", f"/api/judge/assignments/{ids[0]}/review", event.review(9000))
        reads = [await scene.ask(READ) for _ in range(10)]
        ready, alive = await scene.ask("/readyz"), await scene.ask("/healthz")
        ballast.unlink()
        freed = time.monotonic()
        back = await until_saved(writers, freed)
        return begun, freed, reads, ready, alive, back, answer, await scene.ask("/readyz")

    begun, freed, reads, ready, alive, back, answer, later = await beside(writers, fault)
    tell_answers("full disk", answered(writers, begun, freed))
    there = sum(status == 200 for status, *_ in reads)
    goal("full disk: pages are still there", f"{there} of {len(reads)}", there == len(reads))
    sentence = answer.body.decode(errors="replace")
    goal("full disk: the refusal says why", f"{answer.status} {sentence}", answer.status == 503 and "space" in sentence)
    said = f"{ready[:2]}, then {later[:2]}; /healthz {alive[0]}"
    goal("full disk: /readyz tells, and later that it is over", said, "space" in ready[1] and later[:2] == (200, "ready"))
    tell_return("full disk: saves go on without a restart once there is room", back, 10, scene.runs())
    check(scene.postgres, writers, goal, "full disk")


def pool(binary, quick):
    """Somebody holds a lock that every request needs: each connection of the pool waits for it."""
    with Folder() as folder, Postgres(folder / "postgres") as postgres, Scene(binary, folder, postgres) as scene:
        scene.bring_in_event()
        asyncio.run(locked(scene, "the log's head", "lock table audit_head in access exclusive mode", 4 if quick else 9, True))
        asyncio.run(locked(scene, "the events", "lock table event in access exclusive mode", 4 if quick else 9, False))


async def locked(scene, name, lock, seconds, reads_go_on):
    writers = scene.writers(64, 0.05)
    words = ["psql", "-XAtq", scene.postgres.url, "-c", f"begin; {lock}; select pg_sleep({seconds}); commit"]

    async def fault():
        begun = time.monotonic()
        holder = subprocess.Popen(words, stdout=subprocess.DEVNULL)
        await asyncio.sleep(0.5)
        reads = []
        while holder.poll() is None:
            reads += await asyncio.gather(*(scene.ask(READ) for _ in range(8)))
            await asyncio.sleep(0.1)
        ended = time.monotonic()
        return begun, ended, reads, await until_saved(writers[:24], ended)

    begun, ended, reads, back = await beside(writers, fault)
    tell_answers(f"{name} locked", answered(writers, begun, ended))
    slowest = max(took for _, _, took, _ in reads)
    kinds = collections.Counter(status for status, *_ in reads)
    said = f"{dict(kinds)}, slowest {slowest:.1f} s"
    if reads_go_on:
        goal(f"{name} locked: pages are still there", said, set(kinds) == {200}, slowest < 2)
    else:
        good = set(kinds) <= {200, 503} and all(retry for status, _, _, retry in reads if status == 503)
        goal(f"{name} locked: pages are answered 503 with Retry-After within {LONGEST:.0f} s", said, good, slowest <= LONGEST)
    tell_return(f"{name} locked: saves go on after it", back, 5)


def slow(binary, quick):
    """A tenth of a second for each flush of the log; then all of PostgreSQL stands still for some seconds."""
    with Folder() as folder, Postgres(folder / "postgres") as postgres, Scene(binary, folder, postgres) as scene:
        scene.bring_in_event()
        asyncio.run(flushed(scene, 5 if quick else 12))
        asyncio.run(frozen(scene, 4 if quick else 8))


async def flushed(scene, seconds):
    writers = scene.writers(96, 0)

    async def fault():
        for setting in ("commit_delay = 100000", "commit_siblings = 0"):
            scene.postgres.query(f"alter system set {setting}")
        scene.postgres.query("select pg_reload_conf()")
        begun = time.monotonic()
        await asyncio.sleep(seconds)
        reads = [await scene.ask(READ) for _ in range(10)]
        ended = time.monotonic()
        scene.postgres.query("alter system reset all")
        scene.postgres.query("select pg_reload_conf()")
        return begun, ended, reads, await until_saved(writers, ended)

    begun, ended, reads, back = await beside(writers, fault)
    tell_answers("slow disk (100 ms a flush), 96 writers", answered(writers, begun, ended), wants_refusals=False)
    slowest = max(took for _, _, took, _ in reads)
    goal("slow disk: pages are still there", f"slowest {slowest:.2f} s", all(status == 200 for status, *_ in reads), slowest < 2)
    tell_return("slow disk: everybody saves again after it", back, 10)
    check(scene.postgres, writers, goal, "slow disk")


async def frozen(scene, seconds):
    already = len(log_rows(scene.postgres))
    writers = scene.writers(64, 0.05)

    async def fault():
        held = scene.postgres.processes()
        for pid in held:
            os.kill(pid, signal.SIGSTOP)
        begun = time.monotonic()
        await asyncio.sleep(0.5)
        asked = [asyncio.create_task(scene.ask(path)) for path in ("/readyz", "/healthz")]
        await asyncio.sleep(seconds - 0.5)
        for pid in held:
            if pathlib.Path(f"/proc/{pid}").exists():
                os.kill(pid, signal.SIGCONT)
        ended = time.monotonic()
        return begun, ended, await asyncio.gather(*asked), await until_saved(writers[:24], ended)

    begun, ended, (ready, alive), back = await beside(writers, fault)
    # What was under way as it began to stand still has to wait; what came later need not.
    answers = answered(writers, begun + 0.2, ended)
    longest = max((took for _, took, _ in answers), default=0)
    counts = collections.Counter(status for status, *_ in answers)
    name = "PostgreSQL stands still"
    result = f"longest {longest:.1f} s; {dict(counts)}"
    goal(f"{name} for {seconds} s: no save that comes meanwhile waits longer than {LONGEST:.0f} s", result, within=longest <= LONGEST)
    result = f"{ready[0]} after {ready[2]:.1f} s; {alive[0]} after {alive[2]:.1f} s"
    goal(f"{name}: /readyz says so within 5 s, /healthz answers", result, ready[0] == 503 and alive[0] == 200, ready[2] <= LONGEST)
    tell_return(f"{name}: saves go on after it", back, 5)
    note(f"{len(log_rows(scene.postgres)) - already} saves meanwhile and after")
