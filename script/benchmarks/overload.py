"""Clients that take more than their share: what they cost everybody else, in milliseconds and in memory.

Runs the binary, lets each kind of client at it, and meanwhile asks for a page every 10 ms over a connection of its own.
"""

import asyncio
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

PAGE = "/events/demo-published"


class Server:
    def __init__(self, binary):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        settings = {
            "EVENHAND_DATA_DIR": self.folder.name,
            "EVENHAND_BIND": "127.0.0.1:0",
            "EVENHAND_DEMO": "on",
            "EVENHAND_LIMITS": "off",
        }
        self.process = subprocess.Popen(
            [binary, "serve"], env={**os.environ, **settings}, stderr=subprocess.PIPE, text=True
        )
        for line in self.process.stderr:
            if found := re.search(r"listening on http://([\d.]+):(\d+)", line):
                self.host, self.port = found[1], int(found[2])
                break
        else:
            sys.exit("the server did not start")
        # Nobody reads its log, and it must keep running.
        self.process.stderr.close()

    def memory(self, field="VmRSS"):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"{field}:\s+(\d+)", status)[1]) / 1024

    def forget_peak(self):
        pathlib.Path(f"/proc/{self.process.pid}/clear_refs").write_text("5")

    async def connect(self):
        return await asyncio.open_connection(self.host, self.port)

    def head(self, line, *headers):
        return "\r\n".join([f"{line} HTTP/1.1", f"Host: {self.host}:{self.port}", *headers, "", ""]).encode()

    async def ask(self, reader, writer, path):
        writer.write(self.head(f"GET {path}"))
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(re.search(rb"content-length: (\d+)", head)[1])
        await reader.readexactly(length)
        return head

    def stop(self):
        begun = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)
        return time.monotonic() - begun


async def neighbour(server, latencies, done):
    """Asks for a page every 10 ms and notes how long the answer took."""
    reader, writer = await server.connect()
    while not done.is_set():
        begun = time.monotonic()
        head = await server.ask(reader, writer, PAGE)
        assert head.startswith(b"HTTP/1.1 200"), head
        latencies.append(time.monotonic() - begun)
        await asyncio.sleep(0.01)
    writer.close()


async def beside(name, server, clients):
    """Runs the clients beside a neighbour; says what the neighbour and the server's memory felt."""
    latencies, done = [], asyncio.Event()
    server.forget_peak()
    before = server.memory()
    asking = asyncio.create_task(neighbour(server, latencies, done))
    said = await clients(server)
    done.set()
    await asking
    latencies.sort()
    p50, p99 = (latencies[int(len(latencies) * p)] * 1000 for p in (0.5, 0.99))
    print(
        f"{name:42} others p50 {p50:6.1f} ms  p99 {p99:6.1f} ms  worst {latencies[-1] * 1000:6.1f} ms   "
        f"memory {before:5.0f} MiB, at most {server.memory('VmHWM'):5.0f} MiB   {said}",
        flush=True,
    )


async def lives(reader, begun):
    """How long the server keeps a connection open, and the first line of what it says."""
    data = b""
    try:
        while part := await reader.read(65536):
            data = data or part
    except ConnectionError:
        pass
    return time.monotonic() - begun, data.split(b"\r\n")[0].decode(errors="replace")


async def nothing(server):
    await asyncio.sleep(5)
    return ""


def of_many(number, first, paced=None):
    """Connections that send something and then nothing more; says how long the server keeps them."""

    async def clients(server):
        begun = time.monotonic()
        opened = []
        for _ in range(number):
            reader, writer = await server.connect()
            writer.write(first(server))
            opened.append((reader, writer))
        ends = await asyncio.gather(*(lives(reader, begun) for reader, _ in opened))
        for _, writer in opened:
            writer.close()
        longest = max(seconds for seconds, _ in ends)
        return f"{number} gone after {longest:.1f} s"

    return clients


def unread(number):
    """Clients that ask for the largest page and do not read it."""

    async def clients(server):
        import socket

        opened = []
        for _ in range(number):
            quiet = socket.socket()
            quiet.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            quiet.connect((server.host, server.port))
            quiet.sendall(server.head("GET /api/schema?format=json") * 40)
            opened.append(quiet)
        await asyncio.sleep(38)
        gone = 0
        for quiet in opened:
            # A connection that the server has closed is reset at the next write.
            try:
                quiet.sendall(b"x")
                await asyncio.sleep(0.002)
                quiet.sendall(b"x")
            except OSError:
                gone += 1
            quiet.close()
        return f"{gone} of {number} gone after 38 s"

    return clients


def bodies(number, size):
    """Bodies of which the last byte does not come."""

    async def clients(server):
        head = server.head("POST /verify", f"Content-Length: {size}", "Content-Type: application/x-www-form-urlencoded")
        opened = []
        for _ in range(number):
            reader, writer = await server.connect()
            writer.write(head + b"pasted=" + b"x" * (size - 8))
            opened.append((reader, writer))
        busy = 0
        for reader, _ in opened:
            try:
                line = await asyncio.wait_for(reader.readline(), 0.2 if busy else 2)
                busy += line.startswith(b"HTTP/1.1 503")
            except (TimeoutError, ConnectionError):
                pass
        for _, writer in opened:
            writer.close()
        return f"{busy} of {number} refused with 503"

    return clients


async def bomb(server):
    """A file of which each byte pair would be a value in memory."""
    boundary = b"b0undary"
    file = b'{"payload":[' + b"0," * 30_000_000 + b"0]}"
    body = (
        b"--" + boundary + b'\r\nContent-Disposition: form-data; name="files"; filename="a.json"\r\n\r\n'
        + file + b"\r\n--" + boundary + b"--\r\n"
    )
    kind = f"Content-Type: multipart/form-data; boundary={boundary.decode()}"
    reader, writer = await server.connect()
    begun = time.monotonic()
    writer.write(server.head("POST /verify", f"Content-Length: {len(body)}", kind, "Connection: close") + body)
    _, line = await lives(reader, begun)
    writer.close()
    return f"{len(body) >> 20} MiB sent, answered {line!r} after {time.monotonic() - begun:.1f} s"


async def hammer(server, counts, stopping):
    """Asks again and again, over new and kept connections; a refused connection is what a stopped server gives."""
    kept = None
    while True:
        try:
            reader, writer = kept or await server.connect()
        except OSError:
            return
        try:
            head = await server.ask(reader, writer, "/healthz")
            counts["answered"] += 1
        except (OSError, asyncio.IncompleteReadError) as error:
            # A kept connection may be closed while it is idle; a request that was sent must be answered.
            counts["lost"] += 1
            print("lost:", "kept" if kept else "new", type(error).__name__)
            kept = None
            continue
        goodbye = b"connection: close" in head.lower()
        kept = None if goodbye or kept else (reader, writer)
        if kept is None:
            writer.close()


async def stops(binary, number):
    counts, slowest = {"answered": 0, "lost": 0}, 0
    for _ in range(number):
        server = Server(binary)
        clients = [asyncio.create_task(hammer(server, counts, None)) for _ in range(12)]
        await asyncio.sleep(0.5)
        slowest = max(slowest, await asyncio.to_thread(server.stop))
        await asyncio.gather(*clients)
    print(
        f"{number} stops under 12 clients: {counts['answered']} answered, {counts['lost']} lost, slowest stop {slowest:.1f} s"
    )
    return counts["lost"]


async def main():
    binary = sys.argv[1]
    server = Server(binary)
    await beside("nobody else", server, nothing)
    await beside("500 half heads", server, of_many(500, lambda s: b"GET / HTTP/1.1\r\nHost: a"))
    await beside("500 silent", server, of_many(500, lambda s: b""))
    await beside("500 HTTP/2 prefaces", server, of_many(500, lambda s: b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0"))
    await beside("200 that do not read", server, unread(200))
    await beside("100 bodies of 1 MiB that do not end", server, bodies(100, 1 << 20))
    await beside("4 bodies of 60 MiB that do not end", server, bodies(4, 60 << 20))
    await beside("a bomb of 60 MB for /verify", server, bomb)
    print(f"stopped after {server.stop():.1f} s")
    return await stops(binary, 20)


sys.exit(1 if asyncio.run(main()) else 0)
