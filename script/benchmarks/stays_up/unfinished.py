"""What clients cost that finish nothing: how long the server keeps them, what memory they take, and what everybody else waits meanwhile.
At the end, one finished request that is made to take memory."""

import asyncio
import contextlib
import pathlib
import socket
import time

import event
from others import Others
from portal import PATIENCE, Evenhand, Folder, Postgres, allow_many_files
from report import goal, note

# The server waits 10 s for a first request, and for a client that reads nothing 30 s and a second for each 16 KiB that the kernel took.
SILENT, UNREAD = 20, 60
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0"


def head(line, *headers):
    return "\r\n".join([f"{line} HTTP/1.1", "Host: a.example", *headers, "", ""]).encode()


async def opened(serve, number, first):
    """So many connections, each of which has sent this."""
    found = []
    for _ in range(number):
        reader, writer = await asyncio.open_connection(*serve.address)
        writer.write(first)
        found.append((reader, writer))
    return found


async def lives(reader, begun):
    """How long the server keeps a connection open, and the first line of what it says."""
    data = b""
    with contextlib.suppress(ConnectionError):
        while part := await reader.read(65536):
            data = data or part
    return time.monotonic() - begun, data.split(b"\r\n")[0].decode(errors="replace")


async def silent(serve, name, number, first):
    """Connections that send something and then nothing more."""
    begun = time.monotonic()
    clients = await opened(serve, number, first)
    _, left = await asyncio.wait([asyncio.create_task(lives(reader, begun)) for reader, _ in clients], timeout=SILENT + PATIENCE)
    tell_closed(name, len(left), SILENT, time.monotonic() - begun)
    for _, writer in clients:
        writer.close()


def held(serve, clients):
    """How many of these connections the server has not closed. A client that reads nothing is not told."""
    ports, found = {client.getsockname()[1] for client in clients}, 0
    for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]:
        fields = line.split()
        local, remote = (int(field.split(":")[1], 16) for field in fields[1:3])
        # What no process holds any more has no inode.
        found += local == serve.address[1] and remote in ports and fields[9] != "0"
    return found


async def unread(serve, name, number):
    """Clients that ask for the largest page and do not read it."""
    begun, clients = time.monotonic(), []
    for _ in range(number):
        client = socket.socket()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(serve.address)
        client.sendall(head("GET /api/schema?format=json") * 40)
        clients.append(client)
    # The server knows of them once it has accepted them all.
    while held(serve, clients) < number and time.monotonic() - begun < PATIENCE:
        await asyncio.sleep(0.1)
    while (left := held(serve, clients)) and time.monotonic() - begun < UNREAD + PATIENCE:
        await asyncio.sleep(0.1)
    tell_closed(name, left, UNREAD, time.monotonic() - begun)
    for client in clients:
        client.close()


def tell_closed(name, left, most, took):
    goal(f"{name}: the server closes them within {most} s", f"{left} left after {took:.1f} s", left == 0, took <= most)


async def bodies(serve, name, number, size):
    """Bodies of which the last byte does not come."""
    form = head("POST /verify", f"Content-Length: {size}", "Content-Type: application/x-www-form-urlencoded")
    clients = await opened(serve, number, form + b"pasted=" + b"x" * (size - 8))
    told, _ = await asyncio.wait([asyncio.create_task(reader.readline()) for reader, _ in clients], timeout=10)
    refused = sum(one.exception() is None and one.result().startswith(b"HTTP/1.1 503") for one in told)
    note(f"{name}: {refused} refused with 503")
    for _, writer in clients:
        writer.close()


async def bomb(serve, name):
    """A file of which each byte pair would be a value in memory."""
    part = b'--b0undary\r\nContent-Disposition: form-data; name="files"; filename="a.json"\r\n\r\n'
    body = part + b'{"payload":[' + b"0," * 30_000_000 + b"0]}\r\n--b0undary--\r\n"
    kind = "Content-Type: multipart/form-data; boundary=b0undary"
    begun = time.monotonic()
    [(reader, writer)] = await opened(serve, 1, head("POST /verify", f"Content-Length: {len(body)}", kind, "Connection: close") + body)
    took, line = await lives(reader, begun)
    note(f"{name}: {len(body) >> 20} MiB sent, answered {line!r} after {took:.1f} s")
    writer.close()


def beside(others, serve, seconds, name, clients, *words):
    """Runs the clients beside the others, after a quiet time; says what the others and the server's memory felt."""
    begun = time.monotonic()
    time.sleep(seconds)
    serve.forget_peak()
    before, attacked = serve.memory(), time.monotonic()
    asyncio.run(clients(serve, name, *words))
    others.tell(name, [(begun, attacked)], [(attacked, time.monotonic())])
    note(f"{name}: memory {before:.0f} MiB, at most {serve.memory('VmHWM'):.0f} MiB")


def run(binary, quick):
    allow_many_files()
    seconds, part = (2, 10) if quick else (5, 1)
    with (
        Folder() as folder,
        Postgres(folder / "postgres") as postgres,
        Evenhand(binary, folder, postgres.url, "serve") as serve,
        Others(folder, serve.address, event.bring_in(serve, postgres)) as others,
    ):
        for what, first in (("silent connections", b""), ("HTTP/2 prefaces", PREFACE)):
            beside(others, serve, seconds, f"{500 // part} {what}", silent, 500 // part, first)
        beside(others, serve, seconds, f"{200 // part} that do not read", unread, 200 // part)
        beside(others, serve, seconds, f"{100 // part} bodies of 1 MiB that do not end", bodies, 100 // part, 1 << 20)
        beside(others, serve, seconds, "4 bodies of 60 MiB that do not end", bodies, 4, 60 << 20)
        beside(others, serve, seconds, "a bomb of 60 MB for /verify", bomb)
        goal("unfinished: the server runs on", f"memory at the end {serve.memory():.0f} MiB", serve.runs())
