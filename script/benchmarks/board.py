"""The board of 300 projects and 60 judges: the time of its page, and many boards open at once.

    python3 script/benchmarks/board.py BINARY [boards, default 1000]

It runs the binary on an empty database that DATABASE_URL names (its user has to be a superuser), fills it, and prints: how long the
page takes and what it costs server and database; memory, CPU and time to the first board while so many streams are opened; what they cost while nothing
happens; and how long one saved review takes to reach them all.
"""

import asyncio
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

import bundle

TICK = os.sysconf("SC_CLK_TCK")
OF_PERSON = 4
WATCHED = 20


def cpu(pid):
    return sum(map(int, pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13])) / TICK


def postmaster():
    """The process that all of PostgreSQL's are children of; none where the database is on another machine."""
    found = query("select pid from pg_stat_activity where backend_type = 'checkpointer'").strip()
    stat = pathlib.Path(f"/proc/{found}/stat")
    return int(stat.read_text().rsplit(")", 1)[1].split()[1]) if stat.exists() else None


def database_cpu(parent):
    """CPU of PostgreSQL's processes, those that have ended included."""
    total = 0
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            words = stat.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(stat.parent.name) == parent:
            total += sum(map(int, words[11:15]))
        elif int(words[1]) == parent:
            total += sum(map(int, words[11:13]))
    return total / TICK


def memory(pid):
    return int(re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{pid}/status").read_text())[1]) / 1024


def query(sql):
    return subprocess.check_output(["psql", "-XAtq", "-v", "ON_ERROR_STOP=1", os.environ["DATABASE_URL"], "-c", sql], text=True)


def fill(boards):
    """Places, two thirds of the reviews within the last hour, and organizers with a session each."""
    query(f"""
        set session_replication_role = replica;
        update event set judging_open = now() - interval '1 hour', judging_close = now() + interval '40 minutes';
        insert into project_place (project_id, event_id, room, place)
            select id, event_id, 'Hall ' || 1 + id % 6, 'T' || id from project;
        insert into review (assignment_id, event_id, scores, submitted_at, saved_at)
            select id, event_id, jsonb_build_object('impact', id % 11, 'craft', (id * 7) % 11, 'idea', (id * 3) % 11, 'use', (id * 5) % 11),
                now() - interval '1 hour' * ((id * 37) % 100) / 100, now() - interval '1 hour' * ((id * 37) % 100) / 100
            from assignment where id % 3 > 0;
        update assignment set status = 'done' where id % 3 > 0;
        with made as (insert into person (email, name, confirmed_at)
            select 'watcher' || n || '@bench.example', 'Watcher ' || n, now() from generate_series(1, {boards // OF_PERSON + 1}) n
            returning id)
        insert into membership (event_id, person_id, role) select e.id, m.id, 'organizer' from event e, made m;
        insert into event_person (event_id, person_id) select m.event_id, m.person_id from membership m
            where m.role = 'organizer' on conflict do nothing;
        insert into session (id_hash, person_id) select sha256(convert_to(split_part(email, '@', 1), 'UTF8')), id
            from person where email like 'watcher%';
        insert into api_token (person_id, name, token_hash) select id, 'bench', sha256(convert_to('evh_' || lpad(id::text, 43, '0'), 'UTF8'))
            from person where email like 'judge%@bench.example';
        analyze""")


def page(url):
    request = urllib.request.Request(f"{url}/events/bench/manage/board", headers={"Cookie": "sessionid=watcher1"})
    with urllib.request.urlopen(request) as answer:
        return answer.read()


def measure_page(url, server):
    size = len(page(url))
    database = postmaster()
    before, of_database, times = cpu(server.pid), database_cpu(database), []
    for _ in range(100):
        begun = time.monotonic()
        page(url)
        times.append((time.monotonic() - begun) * 1000)
    used = (cpu(server.pid) - before) * 10
    of_database = (database_cpu(database) - of_database) * 10
    times.sort()
    load = os.getloadavg()[0]
    print(
        f"page of {size / 1024:.0f} KiB: p50 {times[50]:.1f} ms, p99 {times[98]:.1f} ms; CPU {used:.1f} ms of the server "
        f"and {of_database:.1f} ms of PostgreSQL; load of the machine {load:.1f}"
    )


class Board:
    def __init__(self):
        self.bytes, self.messages, self.heard = 0, 0, asyncio.Event()

    async def open(self, host, port, person):
        self.reader, self.writer = await asyncio.open_connection(host, port)
        head = f"GET /events/bench/manage/board/live HTTP/1.1\r\nHost: {host}:{port}\r\nCookie: sessionid=watcher{person}\r\n\r\n"
        self.writer.write(head.encode())
        answer = await self.reader.readuntil(b"\r\n\r\n")
        assert b" 200 " in answer.split(b"\r\n")[0], answer

    async def listen(self):
        """Reads chunk by chunk; a message with parts is news, one without says that nothing changed."""
        while line := await self.reader.readline():
            size = int(line, 16)
            chunk = await self.reader.readexactly(size + 2)
            self.bytes += size
            if b'"parts"' in chunk:
                self.messages += 1
                self.heard.set()


async def all_heard(boards, within=60):
    begun = time.monotonic()
    await asyncio.wait_for(asyncio.gather(*(board.heard.wait() for board in boards)), within)
    for board in boards:
        board.heard.clear()
    return time.monotonic() - begun


def save(url):
    task, person = query("select id, person_id from assignment where status = 'pending' order by id limit 1").strip().split("|")
    body = json.dumps({"scores": {key: 5 for key in ("impact", "craft", "idea", "use")}, "submit": True}).encode()
    headers = {"Authorization": f"Bearer evh_{person.rjust(43, '0')}", "Content-Type": "application/json"}
    urllib.request.urlopen(urllib.request.Request(f"{url}/api/judge/assignments/{task}/review", body, headers)).read()


async def measure_boards(url, server, count):
    host, port = url.removeprefix("http://").split(":")
    before = memory(server.pid)
    begun, used = time.monotonic(), cpu(server.pid)
    boards = [Board() for _ in range(count)]
    for first in range(0, count, 50):
        await asyncio.gather(*(board.open(host, port, 1 + (first + n) // OF_PERSON) for n, board in enumerate(boards[first : first + 50])))
    listening = [asyncio.create_task(board.listen()) for board in boards]
    await all_heard(boards)
    print(
        f"{count} boards opened in {time.monotonic() - begun:.1f} s with {cpu(server.pid) - used:.1f} s of CPU; "
        f"memory {before:.0f} MiB, then {memory(server.pid):.0f} MiB ({(memory(server.pid) - before) * 1024 / count:.0f} KiB each)"
    )
    used, sent = cpu(server.pid), sum(board.bytes for board in boards)
    await asyncio.sleep(WATCHED)
    print(f"nothing happens for {WATCHED} s: server CPU {(cpu(server.pid) - used) / WATCHED * 100:.1f} % of a core")
    for attempt in range(3):
        used, sent = cpu(server.pid), sum(board.bytes for board in boards)
        await asyncio.to_thread(save, url)
        taken = await all_heard(boards)
        bytes_each = (sum(board.bytes for board in boards) - sent) / count / 1024
        print(f"one review reached all {count} boards after {taken:.2f} s ({bytes_each:.0f} KiB each, CPU {cpu(server.pid) - used:.2f} s)")
    print(f"memory after that {memory(server.pid):.0f} MiB")
    begun = time.monotonic()
    server.send_signal(signal.SIGTERM)
    await asyncio.gather(*listening, return_exceptions=True)
    print(f"a stop ended all streams after {time.monotonic() - begun:.2f} s")


def main():
    binary, boards = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    import resource
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    with tempfile.TemporaryDirectory(prefix="evenhand-board") as folder:
        settings = {"EVENHAND_DATA_DIR": folder, "EVENHAND_BIND": "127.0.0.1:0", "EVENHAND_LIMITS": "off", "RUST_LOG": "warn,server::cli=info"}
        environment = os.environ | settings
        file, log = pathlib.Path(folder, "bundle.json"), pathlib.Path(folder, "log")
        file.write_text(json.dumps(bundle.bundle(300, 60)))
        with log.open("w") as out:
            server = subprocess.Popen([binary, "serve"], env=environment, stderr=out)
        try:
            while not (found := re.search(r"listening on (http://\S+?)(?:\x1b|\s|$)", log.read_text())):
                if server.poll() is not None:
                    sys.exit(log.read_text())
                time.sleep(0.02)
            subprocess.run([binary, "import", str(file), "--slug", "bench"], env=environment, check=True, stdout=subprocess.DEVNULL)
            fill(boards)
            measure_page(found[1], server)
            asyncio.run(measure_boards(found[1], server, boards))
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(timeout=60)


main()
