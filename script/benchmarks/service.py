"""Runs the binary on a private PostgreSQL, brings a made-up event in, and puts load on it with wrk."""

import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

HERE = pathlib.Path(__file__).parent
TICK = os.sysconf("SC_CLK_TCK")


def processes():
    """Parent and CPU seconds (own and of children that ended) of every process."""
    found = {}
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        found[int(stat.parent.name)] = (int(fields[1]), sum(map(int, fields[11:15])) / TICK)
    return found


def cpu(server, postmaster):
    """CPU seconds so far of the server and of PostgreSQL."""
    all_processes = processes()
    database = sum(seconds for pid, (parent, seconds) in all_processes.items() if postmaster in (pid, parent))
    return all_processes[server][1], database


def memory(pid, field):
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(re.search(rf"{field}:\s+(\d+)", status)[1]) / 1024


def measure(name, server, postmaster, seconds, connections, url, script=None, **environment):
    before = cpu(server.pid, postmaster)
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency"]
    command += ["-s", str(HERE / script)] if script else []
    output = subprocess.run(command + [url], env={**os.environ, **environment}, check=True, text=True, capture_output=True).stdout
    after = cpu(server.pid, postmaster)
    requests = int(re.search(r"(\d+) requests in", output)[1])
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", output)[1])
    p50, p99 = (re.search(rf"^\s+{p}%\s+(\S+)", output, re.M)[1] for p in (50, 99))
    refused = re.search(r"Non-2xx or 3xx responses: (\d+)", output)
    own, database = ((a - b) / requests * 1000 for a, b in zip(after, before))
    print(
        f"{name:34} {rate:9.0f}/s   p50 {p50:>9}  p99 {p99:>9}   CPU ms a request: server {own:.3f}, PostgreSQL {database:.3f}"
        + (f"   NOT 2xx: {refused[1]}" if refused else ""),
        flush=True,
    )


def main():
    binary, seconds = sys.argv[1], int(sys.argv[2])
    with tempfile.TemporaryDirectory(prefix="evenhand-bench") as folder:
        os.chmod(folder, 0o755)
        data = pathlib.Path(folder, "data")
        environment = {k: v for k, v in os.environ.items() if k != "DATABASE_URL"}
        environment |= {"EVENHAND_DATA_DIR": str(data), "EVENHAND_BIND": "127.0.0.1:0", "EVENHAND_LIMITS": "off", "RUST_LOG": "warn,server::cli=info"}
        bundle = pathlib.Path(folder, "bundle.json")
        bundle.write_text(subprocess.check_output([sys.executable, str(HERE / "bundle.py")], text=True))
        log = pathlib.Path(folder, "log")
        begun = time.monotonic()
        with log.open("w") as out:
            server = subprocess.Popen([binary, "serve"], env=environment, stderr=out)
        try:
            while not (found := re.search(r"listening on (http://\S+?)(?:\x1b|\s|$)", log.read_text())):
                if server.poll() is not None:
                    sys.exit(log.read_text())
                time.sleep(0.02)
            print(f"first start, with a new cluster: {time.monotonic() - begun:.2f} s; memory {memory(server.pid, 'VmRSS'):.0f} MiB")
            url = found[1]
            begun = time.monotonic()
            subprocess.run([binary, "import", str(bundle), "--slug", "bench"], env=environment, check=True, stdout=subprocess.DEVNULL)
            print(f"import of the bundle by the command line: {time.monotonic() - begun:.2f} s")
            pid_file = next(p for root in (data, pathlib.Path("/var/lib/evenhand")) if root.exists() for p in sorted(root.rglob("postmaster.pid"), key=lambda p: -p.stat().st_mtime))
            lines = pid_file.read_text().splitlines()
            postmaster, sockets = int(lines[0]), lines[4]
            query = lambda sql: subprocess.check_output(["psql", "-XAtq", f"postgres://evenhand@localhost/evenhand?host={sockets}", "-c", sql], text=True)
            query(
                "insert into api_token (person_id, name, token_hash) select id, 'bench', "
                "sha256(convert_to('evh_' || lpad(id::text, 43, '0'), 'UTF8')) from person where email like 'judge%@bench.example'"
            )
            tasks = pathlib.Path(folder, "tasks")
            tasks.write_text(query("select 'evh_' || lpad(person_id::text, 43, '0') || ' ' || id from assignment order by id"))
            tasked = {"script": "request.lua", "BENCH_TASKS": str(tasks)}
            at = (server, postmaster, seconds)
            measure("projects list, 16 connections", *at, 16, f"{url}/api/events/bench/projects")
            unchanged = urllib.request.urlopen(f"{url}/api/events/bench/projects").headers["ETag"]
            header = lambda text: {"script": "request.lua", "BENCH_HEADER": text}
            measure("the same, unchanged (304)", *at, 16, f"{url}/api/events/bench/projects", **header(f"If-None-Match: {unchanged}"))
            measure("the same, packed", *at, 16, f"{url}/api/events/bench/projects", **header("Accept-Encoding: br"))
            measure("the same, with a token", *at, 16, f"{url}/api/events/bench/projects", **header(f"Authorization: Bearer {tasks.read_text().split()[0]}"))
            measure("assignments, 16 connections", *at, 16, url, **tasked)
            measure("review save, 16 connections", *at, 16, url, **tasked, BENCH_WRITE="1")
            measure("review save, 64 connections", *at, 64, url, **tasked, BENCH_WRITE="1", BENCH_SEED="2")
            measure("list page, 16 connections", *at, 16, f"{url}/events/bench/projects")
            project = json.loads(query("select to_json(min(id)) from project"))
            measure("project page, 16 connections", *at, 16, f"{url}/projects/{project}")
            measure("search, 16 connections", *at, 16, f"{url}/events/bench/projects?q=harbour+lamp")
            print(f"memory after the load {memory(server.pid, 'VmRSS'):.0f} MiB, peak {memory(server.pid, 'VmHWM'):.0f} MiB")
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(timeout=60)


main()
