"""What it costs that each commit waits for a standby: saves at 64 connections of one machine, and beside a standby.

    standby.py BINARY [seconds of each measurement, default 6] [rounds, default 3]

All of it shares the cores of this machine, so the standby's own work counts against it.
"""

import report
from cluster import Cluster
from load import run
from portal import Folder, Postgres, allow_many_files, arguments
from report import end, goal, note
from servers import Portal, bring_in_event

CONNECTIONS, LEAST, SLUG = 64, 0.8, "bench"


def main():
    binary, seconds, rounds = arguments(6, 3)
    allow_many_files()
    with Folder() as folder, Postgres(folder / "postgres", max_connections="100") as postgres, Cluster(folder / "cluster", binary) as cluster:
        (folder / "alone").mkdir()
        with Portal(binary, folder / "alone", postgres) as portal:
            report.machine(postgres)
            answered = {"one machine": [], "beside a standby": []}
            for name, serve, database in (("one machine", portal, postgres), ("beside a standby", cluster.servers[0], cluster)):
                tasks, _ = bring_in_event(serve, database, SLUG, 200, 50, reviewed=False)
                (folder / name).write_text(tasks)
            for n in range(rounds):
                for name, serve, database in (("one machine", portal, postgres), ("beside a standby", cluster.servers[0], cluster.primary())):
                    words = {"BENCH_TASKS": str(folder / name), "BENCH_WRITE": "1", "BENCH_SEED": str(n + 1)}
                    one = run(serve, database, seconds, CONNECTIONS, "", **words)
                    answered[name].append(one)
                    note(f"{name}: {one.rate:,.0f}/s, p50 {one.p50:.1f} ms, p99 {one.p99:.1f} ms, the web process {one.own:.3f} ms, {one.refused} refused")
    rates = {name: sorted(one.rate for one in all_of)[rounds // 2] for name, all_of in answered.items()}
    ratio = rates["beside a standby"] / rates["one machine"]
    result = f"{ratio:.2f} times: {rates['beside a standby']:,.0f} against {rates['one machine']:,.0f} a second"
    refused = sum(one.refused for all_of in answered.values() for one in all_of)
    goal(f"saves at {CONNECTIONS} connections beside a standby: at least {LEAST} times those of one machine", result, not refused, within=ratio >= LEAST)
    end()


main()
