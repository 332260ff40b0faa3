// Who takes part in a test. The demo's people are there from the start. An event that a test makes has people of its own in the same
// roles, so that no list grows with what other tests leave behind, and nobody is at work in two tests at once.
import { createHash, createHmac } from "node:crypto";
import { type Page, request } from "@playwright/test";
import { sql } from "./database";
import { signInWith, STAFF, TOKENS } from "./pages.mjs";

export type Person = keyof typeof TOKENS;

/** The cookies of a session. */
export type Session = { name: string; value: string; url?: string; domain?: string; path?: string }[];

const PEOPLE = Object.keys(TOKENS) as Person[];

/** The slug of the event whose people the running test means; undefined for the demo's. A worker runs one test at a time. */
let event: string | undefined;

/** From here on a test means the demo's people, until it makes an event. */
export function meanDemo(): void {
  event = undefined;
}

/** The address of a person. */
export function email(person: Person): string {
  return `${person}@${event ?? "demo"}.example`;
}

/** Signs somebody in by the form, for a test that ends their session, or is about signing in. */
export function signInByForm(page: Page, person: Person, next?: string): Promise<void> {
  return signInWith(page, email(person), `${person}-demo-password`, next);
}

/** A person's bearer token. */
export function tokenOf(person: Person): string {
  return event ? secret(event, person, "token") : TOKENS[person];
}

/** The session of a person, or of the tests' site admin. */
export function sessionOf(person: Person | "staff"): Session {
  if (event && person !== "staff") {
    const id = secret(event, person, "session");
    // As the server derives it: see `csrf_token` in `server/portal/src/secrets.rs`.
    const csrf = createHmac("sha256", id).update("evenhand csrf").digest("base64url");
    const url = process.env.EVENHAND_URL;
    return [{ name: "sessionid", value: id, url }, { name: "csrftoken", value: csrf, url }];
  }
  const sessions: Record<string, Session> = JSON.parse(process.env.EVENHAND_SESSIONS ?? "{}");
  if (!sessions[person]) throw new Error(`nobody signed ${person} in: support/server.ts does, before the tests`);
  return sessions[person];
}

/** The bundle has made these people in this event; now they have confirmed their addresses, and have passwords, sessions and tokens. */
export function meanPeopleOf(slug: string, socket?: string): void {
  event = slug;
  const rows = PEOPLE.map((person) => `('${person}', '${email(person)}', '${secret(slug, person, "session")}', '${secret(slug, person, "token")}')`);
  sql(
    `create temp table own (name, email, session, token) as values ${rows.join(", ")};
     update person p set confirmed_at = now(), password_hash = demo.password_hash
       from own join person demo on demo.email = own.name || '@demo.example' where p.email = own.email;
     insert into session (person_id, id_hash) select p.id, sha256(own.session::bytea) from own join person p using (email);
     insert into api_token (person_id, name, token_hash) select p.id, 'test', sha256(own.token::bytea) from own join person p using (email)`,
    socket,
  );
}

function secret(slug: string, person: Person, kind: "session" | "token"): string {
  const text = createHash("sha256").update(`${kind} of ${person} in ${slug}`).digest("base64url");
  return kind === "token" ? `evh_${text}` : text;
}

/** Signs the demo's people and the site admin in, and leaves their sessions where the tests' processes find them. */
export async function openSessions(url: string, staffPassword: string): Promise<void> {
  const people = PEOPLE.map((person) => [person, `${person}@demo.example`, `${person}-demo-password`]);
  const sessions = [...people, ["staff", STAFF, staffPassword]].map(async ([name, email, password]) => [name, await openSession(url, email, password)]);
  process.env.EVENHAND_SESSIONS = JSON.stringify(Object.fromEntries(await Promise.all(sessions)));
}

async function openSession(url: string, email: string, password: string): Promise<Session> {
  const context = await request.newContext({ baseURL: url });
  await context.get("/login");
  const token = (await context.storageState()).cookies.find(({ name }) => name === "csrftoken")?.value ?? "";
  const answer = await context.post("/login", { form: { csrfmiddlewaretoken: token, email, password }, maxRedirects: 0 });
  if (answer.status() !== 303) throw new Error(`${email} cannot sign in: ${answer.status()} ${await answer.text()}`);
  const { cookies } = await context.storageState();
  await context.dispose();
  return cookies;
}
