"""The event of 10,000 projects, 2,000 judges and 50,000 reviews: the rush, the export, and what size costs."""

import statements
from client import Download
from load import run
from report import goal, note
from servers import bring_in_event

# So many of 200 projects have as many assignments each as the judges of the large event.
AS_BUSY = 40


def measure_large(bench, small, projects):
    tasks, organizer = bring_in_event(bench.portal, bench.postgres, "large", projects, judges=projects // 5, reviewed=True)
    bench.peers.fill()
    of_judge = {}
    for line in tasks.splitlines():
        of_judge.setdefault(line.split()[0], []).append(line)
    rush(bench, [lines[0] for lines in of_judge.values()][:1000])
    export(bench, organizer)
    tasked = bench.tasks(tasks)
    project = bench.postgres.query("select max(p.id) from project p join event e on e.id = p.event_id where e.slug = 'large'")
    large = {
        "assignments": bench.alone(16, "", **tasked),
        "review save": bench.alone(16, "", **tasked, BENCH_WRITE="1"),
        "project page": bench.alone(16, f"/projects/{project}"),
    }
    for name, answered in large.items():
        cost, before = (a.own + a.database for a in (answered, small[name]))
        goal(f"{name} at {projects:,} projects: at most 1.3 times its CPU at 200", f"{cost / before:.2f} times", cost <= 1.3 * before)
        note(str(answered))
    as_busy(bench, large["assignments"], tasks)
    whole = bench.alone(2, "/api/events/large/projects", BENCH_HEADER=f"Authorization: Bearer {organizer}")
    a_project = whole.own * 1000 / projects
    goal(f"list of {projects:,}: at most 15 µs of the server's CPU a project", f"{a_project:.1f} µs", a_project <= 15)
    note(f"{whole}; {bench.portal.memory('VmHWM'):.0f} MiB of memory at the peak so far")
    judged = bench.alone(16, "/api/events/large/projects", BENCH_HEADER=f"Authorization: Bearer {next(iter(of_judge))}")
    note(f"the same with a judge's token, 16: {judged}; {bench.portal.memory('VmHWM'):.0f} MiB at the peak so far")
    paged = bench.alone(1, "/api/events/large/projects?limit=50", BENCH_HEADER=f"Authorization: Bearer {organizer}")
    goal("a page of the list: at most 5 ms", f"{paged.p50:.1f} ms", paged.p50 <= 5)
    judge = next(iter(of_judge))
    cookie = bench.postgres.session(judge)
    task = bench.alone(1, f"/judge/assignments/{of_judge[judge][0].split()[1]}", BENCH_HEADER=f"Cookie: {cookie}")
    goal("judge's task page: at most 29 ms, a hundredth of pretalx's reviewer dashboard", f"{task.p50:.1f} ms", task.p50 <= 29 and not task.refused)
    note(str(task))
    cookie = bench.postgres.session(organizer)
    everywhere = bench.alone(1, "/events/large/projects?q=harbour+lamp")
    goal(f"search for words that all of {projects:,} have: at most 20 ms", f"{everywhere.p50:.1f} ms", everywhere.p50 <= 20)
    note(str(everywhere))
    for name, path in (
        ("gallery", "/events/large/projects"), ("search", "/events/large/projects?q=harbour+lamp"), ("judge's list", "/judge"),
        ("board", "/events/large/manage"),
    ):
        who = bench.postgres.session(judge) if path == "/judge" else cookie
        note(f"{name} at {projects:,} projects, signed in: {bench.alone(1, path, BENCH_HEADER=f'Cookie: {who}')}")


def as_busy(bench, large, tasks):
    """What of the cost is the event's size: judges of 200 projects have 20 assignments, those of 10,000 have 25."""
    token, assignment = tasks.splitlines()[-1].split()
    note(f"the same statements in pgbench: {statements.repeat(bench, 16, token, assignment, False):,.0f}/s")
    of_busy, _ = bring_in_event(bench.portal, bench.postgres, "busy", 200, AS_BUSY, reviewed=True)
    small = bench.alone(16, "", **bench.tasks(of_busy))
    times = (large.own + large.database) / (small.own + small.database)
    note(f"beside 200 projects with {AS_BUSY} judges, who have 25 assignments too: {times:.2f} times; {small}")


def rush(bench, tasks):
    """1,000 judges save at once, each on a connection of its own."""
    rows = "select count(*) from audit_log where chain = 'large'"
    before = int(bench.postgres.query(rows))
    environment = {**bench.tasks("\n".join(tasks) + "\n"), "BENCH_WRITE": "1", "BENCH_SEED": "9"}
    servers = (bench.portal, *bench.peers.all)
    seen = [run(server, bench.postgres, 2 * bench.seconds, len(tasks), "", **environment) for server in servers]
    ours, usual, *_ = seen
    answered = ours.number - ours.refused
    # What was refused was not saved, and is answered sooner than what was.
    saved = ours.rate * answered / max(ours.number, 1)
    held = saved >= 40 * usual.rate and ours.p99 <= 200 and not ours.refused
    result = f"{saved:.0f} saved a second, {saved / usual.rate:.1f} times, p99 {ours.p99 / 1000:.2f} s, {ours.refused} refused"
    goal(f"{len(tasks):,} judges saving at once: at least 40 times the usual stack, p99 at most 0.2 s", result, held)
    for server, one in zip(servers, seen, strict=True):
        note(f"{server.name:11}  {one}")
    # Little's law: who comes at the same moment as 999 others waits for as many saves.
    if saved:
        note(f"at this rate 1,000 saves take {1000 / saved:.1f} s; within 0.2 s they need 5,000 a second")
    written = int(bench.postgres.query(rows)) - before
    broken = bench.postgres.query(
        "select count(*) from audit_log a join audit_log b on b.chain = a.chain and b.seq = a.seq + 1 "
        "where a.chain = 'large' and b.prev_hash <> a.row_hash"
    )
    result = f"{answered} answered, {written} in the log, {broken} links broken"
    goal("the rush: nothing lost, no link broken", result, written >= answered > 0 and broken == "0")


def export(bench, organizer):
    """scores.csv of 50,000 reviews."""
    path = "/api/events/large/export/scores.csv"
    servers = (bench.portal, *bench.peers.all)
    files = [Download(server, path, organizer) for server in servers]
    ours = files[0]
    held = ours.first <= 0.1 and ours.whole <= 0.9 and ours.more <= 16
    result = f"first byte {ours.first * 1000:.0f} ms, whole {ours.whole:.2f} s, {ours.more:.0f} MiB more memory"
    goal("scores.csv of 50,000 reviews: first byte within 100 ms, whole within 0.9 s, 16 MiB more", result, held)
    for server, one in zip(servers, files, strict=True):
        note(f"{server.name:11}  first byte {one.first * 1000:.0f} ms, whole {one.whole:.2f} s, {one.bytes / 1e6:.1f} MB")
