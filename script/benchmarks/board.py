"""The board of 300 projects and 60 judges: the time of its page, and many boards open at once.

    board.py BINARY [boards, default 1000]

It prints: how long the page takes and what it costs server and database; memory, CPU and time to the first board while so many streams are
opened; what they cost while nothing happens; and how long one saved review takes to reach them all.
"""

import asyncio
import os
import signal
import time

import bundle
from client import ask, percentile
from portal import TOKEN, Evenhand, Folder, Postgres, allow_many_files, arguments

OF_PERSON = 4
WATCHED = 20


def fill(postgres, boards):
    """Places, two thirds of the reviews within the last hour, and organizers with a session each."""
    postgres.query(f"""
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
        analyze""")
    postgres.give_tokens("email like 'judge%@bench.example'")


def page(server):
    return ask(server.url, "/events/bench/manage", headers={"Cookie": "sessionid=watcher1"}).body


def measure_page(server, postgres):
    size = len(page(server))
    before, of_database, times = server.cpu(), postgres.cpu(), []
    for _ in range(100):
        begun = time.monotonic()
        page(server)
        times.append((time.monotonic() - begun) * 1000)
    used = (server.cpu() - before) * 10
    of_database = (postgres.cpu() - of_database) * 10
    load = os.getloadavg()[0]
    print(
        f"page of {size / 1024:.0f} KiB: p50 {percentile(times, 0.5):.1f} ms, p99 {percentile(times, 0.99):.1f} ms; CPU {used:.1f} ms of the server "
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


def save(server, postgres):
    task, token = postgres.query(
        f"select id, {TOKEN.format('person_id')} from assignment where status = 'pending' order by id limit 1"
    ).split("|")
    scores = dict.fromkeys(("impact", "craft", "idea", "use"), 5)
    ask(server.url, f"/api/judge/assignments/{task}/review", {"scores": scores, "submit": True}, token)


async def measure_boards(server, postgres, count):
    before = server.memory()
    begun, used = time.monotonic(), server.cpu()
    boards = [Board() for _ in range(count)]
    for first in range(0, count, 50):
        await asyncio.gather(*(board.open(*server.address, 1 + (first + n) // OF_PERSON) for n, board in enumerate(boards[first : first + 50])))
    listening = [asyncio.create_task(board.listen()) for board in boards]
    await all_heard(boards)
    print(
        f"{count} boards opened in {time.monotonic() - begun:.1f} s with {server.cpu() - used:.1f} s of CPU; "
        f"memory {before:.0f} MiB, then {server.memory():.0f} MiB ({(server.memory() - before) * 1024 / count:.0f} KiB each)"
    )
    used = server.cpu()
    await asyncio.sleep(WATCHED)
    print(f"nothing happens for {WATCHED} s: server CPU {(server.cpu() - used) / WATCHED * 100:.1f} % of a core")
    for _ in range(3):
        used, sent = server.cpu(), sum(board.bytes for board in boards)
        await asyncio.to_thread(save, server, postgres)
        taken = await all_heard(boards)
        bytes_each = (sum(board.bytes for board in boards) - sent) / count / 1024
        print(f"one review reached all {count} boards after {taken:.2f} s ({bytes_each:.0f} KiB each, CPU {server.cpu() - used:.2f} s)")
    print(f"memory after that {server.memory():.0f} MiB")
    begun = time.monotonic()
    server.process.send_signal(signal.SIGTERM)
    await asyncio.gather(*listening, return_exceptions=True)
    print(f"a stop ended all streams after {time.monotonic() - begun:.2f} s")


def main():
    binary, boards = arguments(1_000)
    allow_many_files()
    with Folder() as folder, Postgres(folder / "postgres") as postgres, Evenhand(binary, folder, postgres.url, "serve") as server:
        server.bring_in("bench", bundle.bundle(300, 60))
        fill(postgres, boards)
        measure_page(server, postgres)
        asyncio.run(measure_boards(server, postgres, boards))


main()
