"""Evenhand, the usual stack and a bare server side by side on one machine, PostgreSQL and data; one line for each goal.

    speed BINARY FLOOR PYTHON [seconds of each measurement, default 4] [rounds, default 3] [projects of the largest event, default 10000]

In each round they take turns; what is told is the median of the rounds. docs/bench.md says what is compared and why it is fair.
"""

import pathlib
import statistics
import sys
import time

import report
import statements
from client import ask
from large import measure_large
from load import run
from portal import Evenhand, Folder, Postgres, allow_many_files
from report import goal, note
from same import check_same
from servers import Peers, Portal, bring_in_event


class Bench:
    """The servers, and what is measured on them."""

    def __init__(self, postgres, portal, peers, folder, seconds, rounds):
        self.postgres, self.portal, self.peers = postgres, portal, peers
        self.folder, self.seconds, self.rounds = folder, seconds, rounds

    def tasks(self, text):
        """For request.lua: which judge saves which assignment."""
        file = pathlib.Path(self.folder, "tasks")
        file.write_text(text)
        return {"BENCH_TASKS": str(file)}

    def alone(self, connections, path, **environment):
        """Evenhand alone: the round with the median rate."""
        return self.turns([self.portal], connections, path, environment)[0]

    def all_servers(self, connections, path, **environment):
        return self.turns([self.portal, *self.peers.all], connections, path, environment)

    def turns(self, servers, connections, path, environment):
        seen = [[] for _ in servers]
        for turn in range(self.rounds):
            for server, answers in zip(servers, seen, strict=True):
                # Another seed each time, so that saves change something.
                extra = {"BENCH_SEED": f"{turn + 1}", **environment} if environment else {}
                answers.append(run(server, self.postgres, self.seconds, connections, path, **extra))
        return [sorted(answers, key=lambda a: a.rate)[len(answers) // 2] for answers in seen]

    def compare(self, name, connections, path, usual, floor=None, **environment):
        """One row of the table: so many times the usual stack, and such a part of the floor."""
        ours, *peers = self.all_servers(connections, path, **environment)
        theirs, bare = peers[:2]
        for server, answered in zip(self.peers.all, peers, strict=True):
            if answered.refused or not answered.number:
                sys.exit(f"{name}: {server.name} failed: {answered}")
        times, part = ours.rate / theirs.rate, ours.rate / bare.rate
        wanted = f"at least {usual} times" + (f" and {floor} of the floor" if floor else "")
        held = times >= usual and part >= (floor or 0) and ours.refused == 0
        goal(f"{name}: {wanted}", f"{times:.1f} times, {part:.2f} of the floor", held)
        for server, answered in zip([self.portal, *self.peers.all], (ours, *peers), strict=True):
            note(f"{server.name:11}  {answered}")
        return ours, theirs, bare


def measure_small(bench, tasks, token, organizer):
    """The event of 200 projects. Returns what it costs, to compare the large one with."""
    projects = "/api/events/bench/projects"
    header = lambda text: {"BENCH_HEADER": text}
    tasked = bench.tasks(tasks)
    _, usual, floor = bench.compare("projects list, with a judge's token, 16", 16, projects, 14, 0.8, **header(f"Authorization: Bearer {token}"))
    built = bench.alone(16, projects, **header(f"Authorization: Bearer {organizer}"))
    held = built.rate >= 16 * usual.rate and built.rate >= 0.9 * floor.rate
    result = f"{built.rate / usual.rate:.1f} times, {built.rate / floor.rate:.2f} of the floor"
    goal("the same, built anew for its organizer: at least 16 times and 0.9 of the floor", result, held)
    note(str(built))
    kept = bench.alone(16, projects)
    held = kept.rate >= 50 * usual.rate and kept.own <= 0.06
    goal("the same from memory: at least 50 times the usual stack, at most 0.06 ms of CPU", f"{kept.rate / usual.rate:.0f} times, {kept.own:.3f} ms", held)
    note(str(kept))
    answer = ask(bench.portal.url, projects)
    limit(bench, len(answer.body))
    tag = answer.headers["ETag"]
    same = bench.alone(16, projects, **header(f"If-None-Match: {tag}"))
    held = same.rate >= 400 * usual.rate
    goal("the same, unchanged (304): at least 400 times", f"{same.rate / usual.rate:.0f} times, {same.own:.3f} ms", held)
    note(str(same))
    limit(bench, 0)
    note(f"the same, packed: {bench.alone(16, projects, **header('Accept-Encoding: br'))}")
    assignments, *_ = bench.compare("assignments with a token, 16", 16, "", 30, 0.8, **tasked)
    statements_alone(bench, 16, tasks, False)
    saves, *_ = bench.compare("review save, 16", 16, "", 20, **tasked, BENCH_WRITE="1")
    statements_alone(bench, 16, tasks, True)
    many, *_ = bench.compare("review save, 64", 64, "", 45, **tasked, BENCH_WRITE="1")
    held = many.own <= 0.09 and many.database <= 0.1
    goal("CPU of a save at 64: at most 0.09 ms of the server and 0.1 of PostgreSQL", f"{many.own:.3f} and {many.database:.3f} ms", held)
    statements_alone(bench, 64, tasks, True)
    bench.compare("list page, 16", 16, "/events/bench/projects", 20)
    page = f"/projects/{bench.postgres.query('select min(id) from project')}"
    project, *_ = bench.compare("project page, 16", 16, page, 25)
    note(f"search: {bench.alone(16, '/events/bench/projects?q=harbour+lamp')}")
    return {"assignments": assignments, "review save": saves, "project page": project}


def limit(bench, length):
    """What a bare server reaches here with an answer of this length from memory, without asking the database."""
    bare = bench.turns([bench.peers.floor], 16, f"/kept/{length}", {})[0]
    note(f"a bare server, {length:,} bytes from memory: {bare}")


def statements_alone(bench, connections, tasks, saves):
    """What pgbench reaches here with the same statements."""
    # Far from the numbers of the event and of small things, which stay as they are.
    token, assignment = tasks.splitlines()[-1].split()
    note(f"the same statements in pgbench: {statements.repeat(bench, connections, token, assignment, saves):,.0f}/s")


def measure_start(portal):
    """Starts it three times on a database that is there."""
    took = []
    for _ in range(3):
        portal.stop()
        begun = time.monotonic()
        portal.start()
        took.append(time.monotonic() - begun)
    seconds = statistics.median(took)
    goal("start-up on a database that is there: at most 150 ms", f"{seconds * 1000:.0f} ms", seconds <= 0.15)
    fresh = portal.memory("VmRSS")
    goal("memory fresh: at most 64 MiB", f"{fresh:.0f} MiB", fresh <= 64)


def measure_first_start(binary):
    """With a PostgreSQL of its own making."""
    with Folder() as folder:
        begun = time.monotonic()
        with Evenhand(binary, folder, None, "serve", RUST_LOG=None):
            note(f"first start, with a new cluster of its own: {time.monotonic() - begun:.2f} s")


def main():
    binary, floor, python, *numbers = sys.argv[1:]
    seconds, rounds, projects = (*map(int, numbers), *(4, 3, 10_000)[len(numbers) :])
    allow_many_files()
    measure_first_start(binary)
    with Folder() as folder, Postgres(folder / "postgres", max_connections="100") as postgres, Portal(binary, folder, postgres) as portal:
        report.machine(postgres)
        tasks, organizer = bring_in_event(portal, postgres, "bench", 200, 50, reviewed=False)
        measure_start(portal)
        with Peers(postgres, python, floor) as peers:
            peers.fill()
            bench = Bench(postgres, portal, peers, folder, seconds, rounds)
            token = tasks.split()[0]
            check_same(bench, token)
            small = measure_small(bench, tasks, token, organizer)
            measure_large(bench, small, projects)
            now, peak = portal.memory("VmRSS"), portal.memory("VmHWM")
            goal("memory at its peak: at most 128 MiB", f"{peak:.0f} MiB; {now:.0f} MiB at the end", peak <= 128)
    print(f"{len(report.MISSED)} goals missed" if report.MISSED else "every goal held")


main()
