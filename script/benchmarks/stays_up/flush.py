"""Kills PostgreSQL between commits and their flush, while judges save: nothing that a judge was told is lost.

All of PostgreSQL's processes are killed at once, and its own writer of the log sleeps, so what no flush has covered is gone. Beside the
judges, one client commits without waiting for any flush. What it loses says that the kills came at the right moments.
"""

import asyncio
import contextlib
import os
import random
import signal
import struct
import time

import event
from kills import asked
from load import Writer, check, total
from portal import Evenhand, Folder, Postgres
from report import goal, note

WRITERS = 24
# The log's writer wakes every ten seconds, and PostgreSQL keeps more in memory than is written between two flushes.
SETTINGS = {"wal_writer_delay": "10s", "wal_writer_flush_after": "0", "wal_buffers": "16MB", "restart_after_crash": "off"}


class Control:
    """Inserts numbers, one a commit, which it takes for saved as soon as PostgreSQL says so."""

    def __init__(self, folder):
        self.path, self.number, self.told = f"{folder}/.s.PGSQL.5432", 0, set()

    async def go_on(self, stop):
        while not stop.is_set():
            try:
                await self.session(stop)
            except (OSError, EOFError, asyncio.IncompleteReadError):
                await asyncio.sleep(0.05)

    async def session(self, stop):
        reader, writer = await asyncio.open_unix_connection(self.path)
        words = b"user\0postgres\0database\0evenhand\0options\0-c synchronous_commit=off\0\0"
        writer.write(struct.pack("!ii", 8 + len(words), 196608) + words)
        await self.ready(reader)
        while not stop.is_set():
            self.number += 1
            number = self.number
            asked = f"insert into control values ({number})".encode() + b"\0"
            writer.write(b"Q" + struct.pack("!i", 4 + len(asked)) + asked)
            await self.ready(reader)
            self.told.add(number)
            await asyncio.sleep(0.002)
        writer.close()

    async def ready(self, reader):
        while True:
            kind, length = struct.unpack("!ci", await reader.readexactly(5))
            said = await reader.readexactly(length - 4)
            if kind == b"E":
                raise OSError(said)
            if kind == b"Z":
                return


def kill_all(postgres):
    """Stops every process first, so that none flushes for another that dies."""
    processes = postgres.processes()
    for how in (signal.SIGSTOP, signal.SIGKILL):
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, how)
    postgres.process.wait()


async def under_load(postgres, serve, tasks, kills):
    stop, control = asyncio.Event(), Control(postgres.folder)
    writers = [Writer(serve.address, *tasks[n % len(tasks)]) for n in range(WRITERS)]
    jobs = [asyncio.create_task(job) for job in [control.go_on(stop), *(writer.write(stop) for writer in writers)]]
    chance, lost, left = random.Random(3), [], 0
    for _ in range(kills):
        before = sum(len(writer.acknowledged) for writer in writers)
        while sum(len(writer.acknowledged) for writer in writers) < before + WRITERS:
            await asyncio.sleep(0.01)
        await asyncio.sleep(chance.uniform(0, 0.2))
        kill_all(postgres)
        await asyncio.to_thread(postgres.start)
        stored = {row["n"] for row in await asyncio.to_thread(postgres.rows, "select n from control")}
        now = len(control.told - stored) - left
        left += now
        lost.append(now)
    stop.set()
    await asyncio.gather(*jobs)
    return writers, lost


def run(binary, quick):
    kills = asked(quick)
    with (
        Folder() as folder,
        Postgres(folder / "postgres", **SETTINGS) as postgres,
        Evenhand(binary, folder, postgres.url, "serve", RUST_LOG="error,server::cli=info") as serve,
    ):
        tasks = event.bring_in(serve, postgres)
        postgres.query("create table control (n int primary key)")
        begun = time.monotonic()
        writers, lost = asyncio.run(under_load(postgres, serve, tasks, kills))
        check(postgres, writers, goal, f"{kills} kills between commit and flush")
        goal(
            "the kills came between commits and flushes",
            f"{sum(lost)} commits of a client that waits for no flush are gone, in {sum(n > 0 for n in lost)} of {kills} kills",
            sum(lost) > 0,
        )
        note(f"{len(total(writers, 'unknown'))} saves without a word, {len(total(writers, 'refused'))} refused; {time.monotonic() - begun:.0f} s")
