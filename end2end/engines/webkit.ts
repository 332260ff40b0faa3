// Debian's WebKit, which is the engine of Safari and of every browser on an iPhone, driven by WebKitWebDriver in W3C's protocol.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { addressIn, type Engine, type Script, type Window } from "./engine";

/** The member that holds an element, by the protocol. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** The way from a page to webkit-window.py. */
type Told = { webkit: { messageHandlers: { evenhand: { postMessage(words: string): void } } } };

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listens) => server.listen(0, "127.0.0.1", listens));
  const { port } = server.address() as { port: number };
  await new Promise((closed) => server.close(closed));
  return port;
}

/** Asks again until there is something. */
async function until<T>(there: () => Promise<T>): Promise<T> {
  for (;;) {
    const found = await there();
    if (found) return found;
    await new Promise((later) => setTimeout(later, 20));
  }
}

/** Starts the driver and one window. It needs an X server: `script/test engines` runs it under Xvfb. */
export async function startWebKit(): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), "evenhand-webkit-"));
  const [printed, hearing] = ["printed.pdf", "heard"].map((name) => join(folder, name));
  const port = await freePort();
  // In a container root has no user namespaces for its sandbox; sounds and accessibility would look for services that are not there.
  const env = { ...process.env, EVENHAND_ENGINE: folder, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1", NO_AT_BRIDGE: "1", GIO_USE_VFS: "local", HOME: folder };
  const driver = spawn("WebKitWebDriver", [`--port=${port}`], { env, stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise<void>((done) => driver.once("exit", () => done()));
  let said = "";
  driver.stderr.on("data", (bytes: Buffer) => (said += bytes.toString()));

  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body && JSON.stringify(body) });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`WebKit, ${path}: ${value.error}: ${value.message}`);
    return value;
  };
  let gone = false;
  void ended.then(() => (gone = true));
  await until(async () => {
    if (gone) throw new Error(`WebKitWebDriver ended:\n${said}`);
    return ask("GET", "/status").catch(() => undefined);
  });
  const options = { binary: resolve(import.meta.dirname, "webkit-window.py"), args: [] };
  const wanted = { "webkitgtk:browserOptions": options, timeouts: { script: 60_000, pageLoad: 60_000, implicit: 0 } };
  const { sessionId } = await ask<{ sessionId: string }>("POST", "/session", { capabilities: { alwaysMatch: wanted } }).catch((error: Error) => {
    driver.kill();
    throw new Error(`${error.message}\n${said}`);
  });
  const session = `/session/${sessionId}`;

  let told = 0;
  const heard = () => (existsSync(hearing) ? readFileSync(hearing, "utf8").split("\n").slice(0, -1) : []);

  const windowOf = (handle: string): Window => {
    // The protocol's commands go to one current window.
    const here = async <T>(method: string, path: string, body?: object): Promise<T> => {
      await ask("POST", `${session}/window`, { handle });
      return ask<T>(method, session + path, body);
    };
    const find = async (css: string) => (await here<Record<string, string>>("POST", "/element", { using: "css selector", value: css }))[ELEMENT];
    const run = async <T, A extends unknown[]>(script: Script<T, A>, ...args: A): Promise<T> => {
      const text = `const done = arguments[arguments.length - 1]; Promise.resolve().then(() => (${script})(...[...arguments].slice(0, -1))).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
      const { value, error } = await here<{ value: T; error?: string }>("POST", "/execute/async", { script: text, args });
      if (error) throw new Error(error);
      return value;
    };
    return {
      open: async (address) => void (await here("POST", "/url", { url: addressIn(address) })),
      run,
      click: async (css) => {
        // The driver scrolls to its edge at most, where a bar may lie over it.
        await run((css) => document.querySelector(css)?.scrollIntoView({ block: "center" }), css);
        await here("POST", `/element/${await find(css)}/click`, {});
      },
      type: async (css, text) => void (await here("POST", `/element/${await find(css)}/value`, { text })),
      choose: async (css, path) => void (await here("POST", `/element/${await find(css)}/value`, { text: path })),
      print: async () => {
        rmSync(printed, { force: true });
        await run(() => (globalThis as unknown as Told).webkit.messageHandlers.evenhand.postMessage("print"));
        await until(async () => {
          const failed = heard().find((line) => line.startsWith("not printed"));
          if (failed) throw new Error(failed);
          return existsSync(printed);
        });
        return readFileSync(printed);
      },
      close: async () => void (await here("DELETE", "/window")),
    };
  };
  const first = windowOf(await ask<string>("GET", `${session}/window`));
  return {
    first,
    enter: async (cookies) => {
      // Cookies are set for the site that is open.
      await first.open("/login");
      await ask("DELETE", `${session}/cookie`);
      for (const { name, value } of cookies) await ask("POST", `${session}/cookie`, { cookie: { name, value, path: "/" } });
    },
    another: async () => windowOf((await ask<{ handle: string }>("POST", `${session}/window/new`, { type: "window" })).handle),
    heard: () => {
      const all = heard();
      return all.slice(told, (told = all.length));
    },
    stop: async () => {
      await ask("DELETE", session).catch(() => {});
      driver.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
