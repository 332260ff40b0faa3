"""Git servers as teams could have them: the machine's own git behind `git http-backend`, and servers that misbehave.

An address is /<number>/<kind>/…: so many repositories of a kind are one on disk. A kind that is not here is a folder of git's.
"""

import asyncio
import contextlib
import hashlib
import os
import subprocess
import zlib

ENDLESS = b"x" * 65_000
# As much of each as the sender reads at most: commits, bytes packed, bytes inflated.
CROWD, PACKED, INFLATED = 99_000, 12_000_000, 31_000_000


def line(text):
    data = text.encode() if isinstance(text, str) else text
    return b"%04x" % (len(data) + 4) + data


def make_repository(folder, commits, message=lambda nth: f"Number {nth}"):
    """Makes a repository with so many commits in a row; the hash of HEAD."""
    git = lambda *words, **more: subprocess.run(
        ["git", *words], cwd=folder, check=True, capture_output=True, env={**os.environ, "HOME": str(folder)}, **more
    )
    folder.mkdir(parents=True)
    git("init", "--quiet", "--bare", "--initial-branch=main")
    git("config", "uploadpack.allowFilter", "true")
    said = []
    for nth in range(1, commits + 1):
        text = message(nth)
        before = f"from :{nth - 1}\n" if nth > 1 else ""
        who = f"committer a{nth % 3} <a{nth % 3}@trial.example> {1_793_000_000 + nth} +0000"
        said.append(f"commit refs/heads/main\nmark :{nth}\n{who}\ndata {len(text)}\n{text}\n{before}\n")
    git("fast-import", "--quiet", input="".join(said).encode())
    git("repack", "-adfq")
    return git("rev-parse", "HEAD").stdout.decode().strip()


def crowded_pack(commits):
    """The pack that costs its reader most: many commits, hardly smaller as they are sent. The hash of the last one, how many, the pack."""
    objects, parent, packed = [], "", 0
    filler = "lamp " * 30
    for nth in range(min(commits, CROWD)):
        noise, who = os.urandom(40).hex(), f"a <{nth}@x> {1_793_000_000 + nth} +0000"
        said = f"tree {'0' * 40}\n{parent}author {who}\ncommitter {who}\n\n{noise}"
        data = (said + filler)[: INFLATED // CROWD].encode()
        digest = hashlib.sha1(b"commit %d\0" % len(data) + data).hexdigest()
        parent = f"parent {digest}\n"
        size = len(data)
        head, rest = bytes([0x10 | (size & 15) | 0x80]), size >> 4
        while rest > 127:
            head, rest = head + bytes([rest & 127 | 128]), rest >> 7
        stored = head + bytes([rest]) + zlib.compress(data, 6)
        packed += len(stored)
        if packed > PACKED:
            break
        objects.append(stored)
        last = digest
    body = b"PACK\0\0\0\x02" + len(objects).to_bytes(4, "big") + b"".join(objects)
    return last, len(objects), body + hashlib.sha1(body).digest()


class GitServers:
    """All of them, on one port. It counts connections that are open at once."""

    def __init__(self, root, elsewhere, crowd):
        self.root, self.elsewhere = root, elsewhere
        self.open = self.most_open = self.requests = 0
        self.crowded = crowded_pack(crowd)

    async def start(self):
        self.server = await asyncio.start_server(self.handle, "127.0.0.1", 0, backlog=1024)
        self.port = self.server.sockets[0].getsockname()[1]

    def url(self, nth, kind):
        return f"http://127.0.0.1:{self.port}/{nth}/{kind}"

    async def handle(self, reader, writer):
        self.open += 1
        self.most_open = max(self.most_open, self.open)
        try:
            with contextlib.suppress(ConnectionError, EOFError, asyncio.CancelledError):
                head = (await reader.readuntil(b"\r\n\r\n")).decode()
                self.requests += 1
                method, target, _ = head.split("\r\n", 1)[0].split(" ")
                lines = (line.split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
                headers = {name.lower(): value for name, value in lines}
                body = await reader.readexactly(int(headers.get("content-length", 0)))
                path, _, query = target.partition("?")
                _, _, kind, rest = path.split("/", 3)
                answer = getattr(self, f"answer_{kind}", None)
                if answer:
                    await answer(reader, writer, rest, body)
                else:
                    await self.by_git(writer, (method, f"/{kind}/{rest}", query), headers, body)
                await writer.drain()
        finally:
            self.open -= 1
            writer.close()

    async def by_git(self, writer, asked, headers, body):
        """One request, by CGI."""
        method, path, query = asked
        told = os.environ | {
            "GIT_PROJECT_ROOT": str(self.root), "GIT_HTTP_EXPORT_ALL": "1", "HOME": str(self.root), "PATH_INFO": path, "QUERY_STRING": query,
            "REQUEST_METHOD": method, "CONTENT_TYPE": headers.get("content-type", ""), "CONTENT_LENGTH": str(len(body)),
            "GIT_PROTOCOL": headers.get("git-protocol", ""),
        }
        pipe = asyncio.subprocess.PIPE
        git = await asyncio.create_subprocess_exec("git", "http-backend", env=told, stdin=pipe, stdout=pipe, stderr=asyncio.subprocess.DEVNULL)
        said, _ = await git.communicate(body)
        lines, _, sent = said.partition(b"\r\n\r\n")
        fields = dict(line.split(": ", 1) for line in lines.decode().split("\r\n") if ": " in line)
        self.send(writer, sent, fields.pop("Status", "200 OK"), fields.get("Content-Type", "text/plain"))

    def send(self, writer, body=b"", status="200 OK", kind="application/x-git-upload-pack-result", more=""):
        head = f"HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {len(body)}\r\nconnection: close\r\n{more}\r\n"
        writer.write(head.encode() + body)

    def refs(self, writer, rest, body, digest):
        """What a server says before it is asked for commits; whether it has said it."""
        if rest.startswith("info/refs"):
            offers = ("version 2\n", "ls-refs\n", "fetch=shallow filter\n")
            self.send(writer, line("# service=git-upload-pack\n") + b"0000" + b"".join(map(line, offers)) + b"0000")
        elif b"ls-refs" in body:
            self.send(writer, line(f"{digest} HEAD\n") + b"0000")
        else:
            return False
        return True

    async def answer_stalls(self, reader, *_):
        """Never answers."""
        await reader.read()

    async def answer_stalls_late(self, reader, writer, rest, body):
        """Says where HEAD is, and then a byte a second."""
        if not self.refs(writer, rest, body, "1" * 40):
            writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: application/x-git-upload-pack-result\r\n\r\n")
            while not reader.at_eof() and not writer.is_closing():
                writer.write(b"0")
                await writer.drain()
                await asyncio.sleep(1)

    async def answer_endless(self, reader, writer, *_):
        """Sends refs without an end."""
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: application/x-git-upload-pack-advertisement\r\n\r\n")
        while not reader.at_eof() and not writer.is_closing():
            writer.write(line(ENDLESS))
            await writer.drain()

    async def answer_redirects(self, _, writer, *__):
        self.send(writer, status="302 Found", more=f"location: {self.elsewhere}\r\n")

    async def answer_private(self, _, writer, *__):
        self.send(writer, status="401 Unauthorized")

    async def answer_gone(self, _, writer, *__):
        self.send(writer, status="404 Not Found")

    async def answer_no_git(self, _, writer, *__):
        self.send(writer, b"<!DOCTYPE html><title>A lamp</title>", kind="text/html")

    async def answer_lies(self, _, writer, rest, body):
        """Says that HEAD is a commit, and sends others."""
        if not self.refs(writer, rest, body, "2" * 40):
            self.send_pack(writer)

    async def answer_crowded(self, _, writer, rest, body):
        if not self.refs(writer, rest, body, self.crowded[0]):
            self.send_pack(writer)

    def send_pack(self, writer):
        pack = self.crowded[2]
        parts = (line(b"\x01" + pack[at : at + 65_000]) for at in range(0, len(pack), 65_000))
        self.send(writer, line("packfile\n") + b"".join(parts) + b"0000")
