// Mail, delivered by `evenhand send` to a mail server that is not ours, over TLS and STARTTLS; and what an organizer reads of it.
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import type { Page } from "@playwright/test";
import { sql } from "../support/database";
import { makeEvent } from "../support/event";
import { AUTHORITY, startMailServer } from "../support/mail_server";
import { signInWith } from "../support/pages.mjs";
import { type Portal, startPortal } from "../support/server";
import { expect, test as plain } from "../support/test";

const ROOT = "root@mail.example";
const PASSWORD = "the password of root";

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** These tests have an installation of their own, without the demo: whoever sends takes all mail that is due. */
const test = plain.extend<object, { portal: Portal }>({
  portal: [
    async ({}, use) => {
      // The server itself only has to know that mail leaves, and the address for its links.
      const bind = `127.0.0.1:${await freePort()}`;
      const mail = { EVENHAND_SMTP_URL: "smtp://mail.example", EVENHAND_BIND: bind, EVENHAND_BASE_URL: `http://${bind}` };
      const portal = await startPortal({ EVENHAND_DEMO: "off", EVENHAND_LIMITS: "off", ...mail });
      portal.run(["user", "add", ROOT, "--staff", "--password-stdin"], PASSWORD);
      await use(portal);
      await portal.stop();
    },
    { scope: "worker", timeout: 300_000 },
  ],
  baseURL: async ({ portal }, use) => use(portal.url),
});

async function invite(page: Page, people: string, addresses: string[]): Promise<void> {
  await page.goto(`${people}/invite`);
  await page.getByRole("textbox", { name: "People" }).fill(addresses.join("\n"));
  await page.getByRole("button", { name: "Check the list" }).click();
  // No mail leaves before somebody says so.
  const send = page.getByRole("checkbox", { name: "Send the mails now" });
  await expect(send).not.toBeChecked();
  await send.check();
  await page.getByRole("button", { name: `Invite ${addresses.length} people` }).click();
  await expect(page.getByRole("row", { name: addresses[0] })).toContainText("Link made");
}

for (const secure of [true, false]) {
  test(`mail goes out over ${secure ? "TLS" : "STARTTLS"} once, a second time where it was put off, and an organizer reads what was refused @scripting`, async ({
    page,
    portal,
    playwright,
    accessible,
  }) => {
    const slug = secure ? "tls" : "starttls";
    const bearer = { Authorization: `Bearer ${portal.run(["token", "create", ROOT])}` };
    const staff = await playwright.request.newContext({ baseURL: portal.url, extraHTTPHeaders: bearer });
    await makeEvent(staff, slug, { submissions: [-2, -1], judging: [-1, 1], settings: { time_zone: "Europe/Vienna" } }, portal.socket);
    await staff.dispose();
    const people = `/events/${slug}/manage/people`;
    await signInWith(page, ROOT, PASSWORD);
    const [nora, gone, grey] = ["nora", "gone", "grey"].map((name) => `${name}@${slug}.example`);
    await invite(page, people, [nora, gone, grey]);

    const server = await startMailServer(secure);
    const due = () => sql("update mail_outbox set due_at = now(), leased_until = null where sent_at is null", portal.socket);
    // A server that nobody vouches for hears neither password nor mail.
    await portal.send({ EVENHAND_SMTP_URL: server.url.replace("smtp:", "smtps:") });
    expect(server.arrived).toEqual([]);
    due();
    const settings = { EVENHAND_SMTP_URL: server.url, EVENHAND_SMTP_CA: AUTHORITY, EVENHAND_MAIL_FROM: "Jury <jury@mail.example>" };
    await portal.send(settings);
    await portal.send(settings);
    const who = () => server.arrived.map(({ to, user, secure }) => ({ to, user, secure }));
    expect(who()).toEqual([{ to: nora, user: "judging", secure: true }]);
    const { text } = server.arrived[0];
    expect(text).toContain("From: Jury <jury@mail.example>\r\n");
    expect(text).toContain("Auto-Submitted: auto-generated\r\n");
    expect(text).toMatch(/^Message-ID: <mail-\d+-\d+@\[127\.0\.0\.1\]>\r$/m);

    // What was put off goes at its time; what was refused does not go again.
    due();
    await portal.send(settings);
    expect(who()).toEqual([nora, grey].map((to) => ({ to, user: "judging", secure: true })));
    await server.close();

    await page.goto(`/events/${slug}/manage`);
    await expect(page.getByRole("main")).toContainText("1 invitation could not be delivered by mail.");
    await page.goto(`${people}/invitations?state=undelivered`);
    await expect(page.getByRole("main")).toContainText("It could not be delivered: the address does not exist.");
    await expect(page.getByRole("main")).not.toContainText(nora);
    await page.getByRole("link", { name: gone }).click();
    await expect(page.getByRole("main")).toContainText("The mail server said: 550 5.1.1 no such user");
    await page.getByRole("button", { name: "Open the mail" }).click();
    await expect(page.getByRole("main")).toContainText("Accept or decline here:");
    // It ends by the clocks of the event's place.
    await expect(page.getByRole("main")).toContainText(/It ends on \d+ \w+ \d{4}, \d\d:\d\d CES?T\./);
    await accessible();
  });
}
