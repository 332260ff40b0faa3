// Starts the built binary on a free port, with a fresh data folder and the demo, and stops it after the tests.
// EVENHAND_URL names a server that runs already (EVENHAND_STAFF_TOKEN and EVENHAND_STAFF_PASSWORD are then those of its
// site admin admin@end2end.example, and EVENHAND_SOCKET is the folder of its database's socket); EVENHAND_BIN another binary.
import { execFile, execFileSync, spawn } from "node:child_process";
import { chmodSync, createWriteStream, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { socket } from "./database";
import { STAFF } from "./pages.mjs";
import { openSessions } from "./people";

const root = resolve(import.meta.dirname, "../..");
const PATIENCE = 120_000;

/** A portal that runs for tests. */
export interface Portal {
  /** Its address. */
  url: string;
  /** The folder of its private PostgreSQL's socket. */
  socket?: string;
  /** The code that makes the first account; only where there was none at the start. */
  setupCode?: string;
  /** Runs a command of the binary on its data. */
  run: (words: string[], input?: string) => string;
  /** Runs `evenhand send --once` with these settings, beside what the test does meanwhile; fails where it fails. */
  send: (settings: Record<string, string>) => Promise<void>;
  /** Starts `evenhand send` with the portal's settings, and returns once it sends. What it returns stops it. */
  startSender: () => Promise<() => Promise<void>>;
  /** Stops it, and fails if it did not end well. */
  stop: () => Promise<void>;
}

/** Starts a portal of its own, with these settings. */
export async function startPortal(settings: Record<string, string>): Promise<Portal> {
  const binary = process.env.EVENHAND_BIN ?? resolve(root, process.env.CARGO_TARGET_DIR ?? "target", "debug/evenhand");
  if (!existsSync(binary)) throw new Error(`${binary} is missing: script/test builds it`);

  const data = mkdtempSync(join(tmpdir(), "evenhand-end2end-"));
  // As root the database's own user must be able to pass.
  chmodSync(data, 0o755);
  const results = join(root, "end2end/test-results");
  mkdirSync(results, { recursive: true });
  const logFile = `${data}.log`;
  const log = createWriteStream(logFile);

  const { DATABASE_URL: _, ...environment } = process.env;
  const env = { ...environment, EVENHAND_BIND: "127.0.0.1:0", EVENHAND_DATA_DIR: join(data, "data"), ...settings };
  const child = spawn(binary, ["serve"], { cwd: data, env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<number | null>((done) => child.once("exit", done));
  let text = "";
  const address = new Promise<string>((found, failed) => {
    const look = (bytes: Buffer) => {
      log.write(bytes);
      if (text.length > 100_000) return;
      // Colours of a terminal may stand around the words.
      text += bytes.toString().replace(/\x1b\[[0-9;]*m/g, "");
      const match = /listening on (http:\/\/[\d.:[\]a-f]+)/.exec(text);
      if (match) found(match[1]);
    };
    child.stdout.on("data", look);
    child.stderr.on("data", look);
    ended.then((code) => failed(new Error(`evenhand ended with ${code} before it listened:\n${text}`)));
    setTimeout(() => failed(new Error(`evenhand does not listen after ${PATIENCE} ms:\n${text}`)), PATIENCE).unref();
  });

  const stop = async () => {
    child.kill("SIGTERM");
    const code = await ended;
    log.end();
    rmSync(data, { recursive: true, force: true });
    if (code !== 0) throw new Error(`evenhand ended with ${code}:\n${readFileSync(logFile, "utf8").slice(-2000)}`);
    rmSync(logFile, { force: true });
  };
  try {
    const url = await address;
    await ready(url);
    const run = (words: string[], input = "") => execFileSync(binary, words, { cwd: data, env, input, encoding: "utf8" }).trim();
    const send = (sending: Record<string, string>) =>
      new Promise<void>((done, failed) => {
        const words = { env: { ...env, EVENHAND_BASE_URL: url, ...sending }, cwd: data };
        execFile(binary, ["send", "--once"], words, (error, _, said) => (error ? failed(new Error(`${error.message}\n${said}`)) : done()));
      });
    const startSender = async () => {
      const settings = { ...env, EVENHAND_BASE_URL: url };
      const sender = spawn(binary, ["send"], { cwd: data, env: settings, stdio: ["ignore", "ignore", "pipe"] });
      const gone = new Promise<void>((done) => sender.once("exit", () => done()));
      await new Promise<void>((begun, failed) => {
        let said = "";
        sender.stderr.on("data", (bytes: Buffer) => {
          said += bytes.toString();
          if (said.includes("sending")) begun();
        });
        gone.then(() => failed(new Error(`evenhand send ended:\n${said}`)));
      });
      return async () => {
        sender.kill("SIGTERM");
        await gone;
      };
    };
    return { url, socket: socket(join(data, "data")), setupCode: /setup code (\S+?):? /.exec(text)?.[1], run, send, startSender, stop };
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
}

export default async function server(): Promise<() => Promise<void>> {
  if (process.env.EVENHAND_URL) {
    const password = process.env.EVENHAND_STAFF_PASSWORD;
    if (!password) throw new Error("EVENHAND_URL names a server that runs: then EVENHAND_STAFF_PASSWORD must hold a site admin's password");
    await openSessions(process.env.EVENHAND_URL, password);
    return async () => {};
  }
  // The tests are many visitors from one address.
  const portal = await startPortal({ EVENHAND_DEMO: "on", EVENHAND_LIMITS: process.env.EVENHAND_LIMITS ?? "off" });
  try {
    process.env.EVENHAND_URL = portal.url;
    process.env.EVENHAND_SOCKET = portal.socket;
    // Tests that need an event of their own bring it in as a site admin, whom only the command line makes.
    process.env.EVENHAND_STAFF_PASSWORD = randomBytes(16).toString("hex");
    portal.run(["user", "add", STAFF, "--staff", "--password-stdin"], process.env.EVENHAND_STAFF_PASSWORD);
    process.env.EVENHAND_STAFF_TOKEN = portal.run(["token", "create", STAFF]);
    await openSessions(portal.url, process.env.EVENHAND_STAFF_PASSWORD);
  } catch (error) {
    await portal.stop().catch(() => {});
    throw error;
  }
  return portal.stop;
}

/** The demo is seeded before the server says that it is ready. */
async function ready(url: string): Promise<void> {
  const until = Date.now() + PATIENCE;
  let last = "no answer";
  while (Date.now() < until) {
    const answer = await fetch(`${url}/readyz`).catch((error: Error) => error);
    if (answer instanceof Response && answer.ok) return;
    last = answer instanceof Response ? `${answer.status} ${await answer.text()}` : answer.message;
    await new Promise((later) => setTimeout(later, 100));
  }
  throw new Error(`${url}/readyz: ${last}`);
}
