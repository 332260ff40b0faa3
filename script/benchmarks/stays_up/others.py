"""Everybody else: reads a page and saves reviews at an even pace, and writes how long each took.

    python3 others.py HOST PORT TASKS OUT

Each line of OUT: when it was asked (CLOCK_MONOTONIC), `read` or `save`, or `come` for a read over a new
connection, seconds, status (0: no whole answer).
"""

import asyncio
import itertools
import json
import sys
import time

import event
from client import Client, Lost, NotSent

READS, SAVES, NEWCOMERS = 40, 20, 5  # a second
READERS, SAVERS = 8, 8


async def one(client, kind, method, path, body, out):
    begun = time.monotonic()
    try:
        status = (await client.ask(method, path, body)).status
    except (Lost, NotSent):
        status = 0
    out.write(f"{begun:.6f} {kind} {time.monotonic() - begun:.6f} {status}\n")


async def paced(number, of, rate, ask):
    """Asks at an even pace, whatever the answers take: a slow answer is not one request less, it delays the next."""
    due = time.monotonic() + number / rate
    while True:
        await asyncio.sleep(max(0, due - time.monotonic()))
        await ask()
        due = max(due + of / rate, time.monotonic())


async def main():
    address, tasks = (sys.argv[1], int(sys.argv[2])), json.load(open(sys.argv[3]))
    with open(sys.argv[4], "w", buffering=1) as out:
        clients = []
        for n in range(READERS):
            client = Client(address)
            clients.append(paced(n, READERS, READS, lambda c=client: one(c, "read", "GET", f"/events/{event.SLUG}", None, out)))
        newcomer = Client(address, keep=False)
        clients.append(paced(0, 1, NEWCOMERS, lambda: one(newcomer, "come", "GET", f"/events/{event.SLUG}", None, out)))
        for n in range(SAVERS):
            token, ids = tasks[n]
            client, numbers = Client(address, token), itertools.count()

            def save(client=client, numbers=numbers, ids=ids):
                at = next(numbers)
                path = f"/api/judge/assignments/{ids[at % len(ids)]}/review"
                return one(client, "save", "POST", path, event.review(at), out)

            clients.append(paced(n, SAVERS, SAVES, save))
        await asyncio.gather(*clients)


asyncio.run(main())
