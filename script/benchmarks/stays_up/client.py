"""An HTTP/1.1 client that says exactly what became of a request."""

import asyncio
import json
import random


class Lost(Exception):
    """A connection ended before its answer was whole."""


class NotSent(Exception):
    """No connection could be had."""


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body


class Client:
    """One client with one connection, kept or new for each request."""

    def __init__(self, address, token=None, keep=True):
        self.address, self.token, self.keep = address, token, keep
        self.open = None

    async def connect(self):
        reader, writer = await asyncio.open_connection(*self.address, local_addr=(f"127.0.0.{random.randint(2, 99)}", 0))
        return reader, writer

    async def ask(self, method, path, body=None, patience=60):
        if self.open and self.open[0].at_eof():
            self.close()
        if not self.open:
            try:
                self.open = await self.connect()
            except OSError as error:
                raise NotSent(str(error)) from error
        try:
            return await asyncio.wait_for(self.exchange(method, path, body), patience)
        except (OSError, EOFError, asyncio.IncompleteReadError, asyncio.TimeoutError, TimeoutError) as error:
            self.close()
            raise Lost(type(error).__name__) from error

    async def exchange(self, method, path, body):
        reader, writer = self.open
        content = b"" if body is None else json.dumps(body).encode()
        head = [f"{method} {path} HTTP/1.1", f"Host: {self.address[0]}:{self.address[1]}"]
        if self.token:
            head.append(f"Authorization: Bearer {self.token}")
        if body is not None:
            head += ["Content-Type: application/json", f"Content-Length: {len(content)}"]
        writer.write("\r\n".join([*head, "", ""]).encode() + content)
        first = await reader.readuntil(b"\r\n\r\n")
        lines = first.decode("latin-1").split("\r\n")
        headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines[1:] if ": " in line)}
        answered = await reader.readexactly(int(headers.get("content-length", 0)))
        if headers.get("connection") == "close" or not self.keep:
            self.close()
        return Answer(int(lines[0].split(" ")[1]), headers, answered)

    def close(self):
        if self.open:
            self.open[1].close()
        self.open = None


def percentile(values, part):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else float("nan")


def milliseconds(values):
    return f"p50 {percentile(values, 0.5) * 1000:.1f} ms, p99 {percentile(values, 0.99) * 1000:.1f} ms"
