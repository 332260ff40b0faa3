// Mail, delivered by `evenhand send` to a mail server that is not ours (npm's smtp-server): over STARTTLS and TLS, signed in for.
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { SMTPServer } from "smtp-server";

import { sql } from "../support/database";
import { type Portal, startPortal } from "../support/server";
import { expect, test } from "../support/test";

const folder = resolve(import.meta.dirname, "../support/mail");
const authority = resolve(folder, "ca.crt");

/** What arrived at a mail server. */
interface Arrived {
  to: string;
  user: string;
  secure: boolean;
  text: string;
}

/** A mail server; `gone@…` does not exist there, and `grey@…` has to be asked twice. */
async function mailServer(secure: boolean): Promise<{ url: string; arrived: Arrived[]; close: () => Promise<void> }> {
  const arrived: Arrived[] = [];
  const asked = new Set<string>();
  const refusal = (code: number, words: string) => Object.assign(new Error(words), { responseCode: code });
  const server = new SMTPServer({
    secure,
    key: readFileSync(resolve(folder, "localhost.key")),
    cert: readFileSync(resolve(folder, "localhost.crt")),
    onAuth: ({ username, password }, _, done) =>
      password === "pass/word" ? done(null, { user: username }) : done(refusal(535, "5.7.8 wrong password")),
    onRcptTo: ({ address }, _, done) => {
      const again = asked.has(address);
      asked.add(address);
      if (address.startsWith("gone@")) return done(refusal(550, "5.1.1 no such user"));
      if (address.startsWith("grey@") && !again) return done(refusal(450, "4.7.1 come again"));
      done();
    },
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        const [{ address }] = session.envelope.rcptTo;
        const text = Buffer.concat(parts).toString();
        arrived.push({ to: address, user: String(session.user), secure: session.secure, text });
        done();
      });
    },
  });
  await new Promise<void>((listens) => server.listen(0, "127.0.0.1", listens));
  const { port } = server.server.address() as AddressInfo;
  const url = `${secure ? "smtps" : "smtp"}://judging:pass%2Fword@localhost:${port}`;
  return { url, arrived, close: () => new Promise((closed) => server.close(closed)) };
}

test.describe("mail @scripting", () => {
  let portal: Portal;

  test.beforeAll(async () => {
    test.setTimeout(120_000);
    portal = await startPortal({ EVENHAND_DEMO: "off", EVENHAND_LIMITS: "off" });
    portal.run(["user", "add", "root@mail.example", "--staff", "--password-stdin"], "the password of root");
  });
  test.afterAll(() => portal.stop());

  for (const secure of [false, true]) {
    test(`is delivered over ${secure ? "TLS" : "STARTTLS"}, once`, async ({ page }) => {
      const server = await mailServer(secure);
      const settings = { EVENHAND_SMTP_URL: server.url, EVENHAND_SMTP_CA: authority, EVENHAND_MAIL_FROM: "Jury <jury@mail.example>" };
      const name = secure ? "tls" : "starttls";
      for (const to of [`${name}@mail.example`, `gone@${name}.example`, `grey@${name}.example`]) {
        await page.goto(`${portal.url}/login/link`);
        await page.getByLabel("E-mail").fill(to);
        await page.locator("main form button").first().click();
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      }
      // A server that nobody vouches for hears neither the password nor the mail.
      await portal.send({ EVENHAND_SMTP_URL: server.url.replace("smtp:", "smtps:") });
      expect(server.arrived).toEqual([]);
      sql("update mail_outbox set due_at = now()", portal.socket);
      await portal.send(settings);
      await portal.send(settings);
      expect(server.arrived.map(({ to, user, secure }) => ({ to, user, secure }))).toEqual([
        { to: `${name}@mail.example`, user: "judging", secure: true },
      ]);
      const { text } = server.arrived[0];
      expect(text).toContain("From: Jury <jury@mail.example>\r\n");
      expect(text).toContain("Auto-Submitted: auto-generated\r\n");
      expect(text).toMatch(/Message-ID: <mail-\d+-\d+@127\.0\.0\.1>|Message-ID: <mail-\d+-\d+@\[127\.0\.0\.1\]>/);
      sql("update mail_outbox set due_at = now()", portal.socket);
      await portal.send(settings);
      expect(server.arrived.map(({ to }) => to)).toEqual([`${name}@mail.example`, `grey@${name}.example`]);
      await server.close();
      // A site admin sees what did not arrive.
      await page.goto(`${portal.url}/login?next=/admin/mail`);
      await page.getByLabel("E-mail").fill("root@mail.example");
      await page.getByLabel("Password").fill("the password of root");
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await expect(page.getByRole("row", { name: `gone@${name}.example` })).toContainText("Not delivered");
      await page.getByRole("link", { name: `gone@${name}.example` }).click();
      await expect(page.getByText("the address does not exist")).toBeVisible();
    });
  }
});
