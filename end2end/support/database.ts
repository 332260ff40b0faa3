// The tests' database, for what no page and no API can do: moving a window while somebody is at work.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Where the private cluster of the server under test listens; undefined where there is none. */
export function socket(data: string): string | undefined {
  const pid = join(data, "postgres/data/postmaster.pid");
  // The fifth line, as PostgreSQL documents the file.
  return existsSync(pid) ? readFileSync(pid, "utf8").split("\n")[4] : undefined;
}

/** Ends an event's judging at this moment. */
export function closeJudging(slug: string): void {
  close(slug, "judging");
}

/** Ends one of an event's windows at this moment. */
export function close(slug: string, stage: "submissions" | "judging" | "voting"): void {
  if (!/^[a-z0-9-]+$/.test(slug)) throw new Error(`no slug: ${slug}`);
  sql(`update event set ${stage}_close = clock_timestamp() where slug = '${slug}'`);
}

/** Runs a statement in the database of the server under test, or of another portal with this socket. */
export function sql(text: string, host = process.env.EVENHAND_SOCKET): void {
  if (!host) throw new Error("EVENHAND_SOCKET must name the folder of the server's database socket");
  execFileSync("psql", ["-X", "-q", "-v", "ON_ERROR_STOP=1", "-h", host, "-U", "evenhand", "-d", "evenhand", "-c", text], { stdio: "pipe" });
}
