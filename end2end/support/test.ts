// What every browser test starts from: `import { expect, test } from "../support/test"`.
import { type APIRequestContext, type BrowserContext, type Page, test as plain } from "@playwright/test";
import { findings } from "./axe";
import { meanDemo, type Person, sessionOf, tokenOf } from "./people";
import { ownScripts } from "./plain";

export { expect } from "@playwright/test";
export type Person = keyof typeof TOKENS;

type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;

type Fixtures = {
  /** Whether this project's pages run scripts. */
  scripting: boolean;
  /** Signs the page's visitor in. The form is filled in once for each person in each worker; then their session is used. */
  signIn: (person: Person, page?: Page) => Promise<void>;
  /** Another visitor, in a browser of their own. */
  visitor: (person?: Person) => Promise<Page>;
  /** The API with a person's token; without one, as nobody. */
  api: (person?: Person) => Promise<APIRequestContext>;
  /** The API as the tests' site admin, whom the start of the server made. */
  staff: APIRequestContext;
  /** The same site admin, signed in to a browser of their own: the admin area takes no token. */
  admin: Page;
  /** Fails where axe finds anything on the page as it stands. Without scripting axe cannot run; then it does nothing. */
  accessible: (page?: Page) => Promise<void>;
  /** Statuses that the pages' own requests are refused with on purpose; what a navigation answers is the test's to look at. */
  refused: number[];
  /** Fails a test whose pages broke behind its back: 5xx, script errors, refused by the policy, a dialog, a third party asked. */
  quiet: (context: BrowserContext) => void;
};

type Workers = { sessions: Map<Person, Cookies> };

export const test = plain.extend<Fixtures, Workers>({
  refused: [[], { option: true }],

  scripting: async ({ javaScriptEnabled }, use) => use(javaScriptEnabled !== false),

  sessions: [async ({}, use) => use(new Map()), { scope: "worker" }],

  signIn: async ({ page, sessions }, use) => {
    await use(async (person, other = page) => {
      const context = other.context();
      const known = sessions.get(person);
      if (known) return context.addCookies(known);
      await signInWith(other, `${person}@demo.example`, `${person}-demo-password`);
      sessions.set(person, await context.cookies());
    });
  },

  visitor: async ({ browser, quiet, signIn }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (person) => {
      const context = await browser.newContext();
      opened.push(context);
      quiet(context);
      const page = await context.newPage();
      if (person) await signIn(person, page);
      return page;
    });
    for (const context of opened) await context.close();
  },

  api: async ({ playwright, baseURL }, use) => {
    const opened: APIRequestContext[] = [];
    await use(async (person) => {
      const extraHTTPHeaders: Record<string, string> = person ? { Authorization: `Bearer ${TOKENS[person]}` } : {};
      const context = await playwright.request.newContext({ baseURL, extraHTTPHeaders });
      opened.push(context);
      return context;
    });
    for (const context of opened) await context.dispose();
  },

  admin: async ({ browser, quiet }, use) => {
    const password = process.env.EVENHAND_STAFF_PASSWORD;
    if (!password) throw new Error("EVENHAND_URL names a server that runs: then EVENHAND_STAFF_PASSWORD must hold a site admin's password");
    const context = await browser.newContext();
    quiet(context);
    const page = await context.newPage();
    await signInWith(page, STAFF, password);
    await use(page);
    await context.close();
  },

  staff: async ({ playwright, baseURL }, use) => {
    const token = process.env.EVENHAND_STAFF_TOKEN;
    if (!token) throw new Error("EVENHAND_URL names a server that runs: then EVENHAND_STAFF_TOKEN must hold a site admin's token");
    const context = await playwright.request.newContext({ baseURL, extraHTTPHeaders: { Authorization: `Bearer ${token}` } });
    await use(context);
    await context.dispose();
  },

  accessible: async ({ page, scripting }, use) => {
    await use(async (other = page) => {
      if (!scripting) return;
      // A text that fades in has no contrast yet: what moves is looked at where it comes to rest.
      await other.evaluate(() => {
        const ends = (animation: Animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime);
        for (const animation of document.getAnimations().filter(ends)) animation.finish();
      });
      const found = await findings(other);
      if (found.length > 0) throw new Error(`axe on ${other.url()}:\n${found.join("\n")}`);
    });
  },

  quiet: [
    async ({ context, baseURL, refused }, use) => {
      const broken: string[] = [];
      const own = new URL(baseURL ?? "").origin;
      const listen = (to: BrowserContext) => {
        to.on("weberror", (error) => broken.push(`script error: ${error.error().message}`));
        // Chromium tells here of what the policy refuses, with scripting off too.
        to.on("console", (message) => {
          const text = message.text();
          // A page that answers 404 or 422 on purpose is reported like this too; the status is looked at below.
          if (message.type() === "error" && !text.startsWith("Failed to load resource")) broken.push(`console: ${text}`);
        });
        to.on("dialog", (dialog) => {
          broken.push(`dialog: ${dialog.message()}`);
          void dialog.dismiss();
        });
        to.on("response", (response) => {
          const [status, url] = [response.status(), response.url()];
          if (status >= 500) broken.push(`${status} ${url}`);
          // What a page loads is there; only pages may be missing.
          if (status >= 400 && !refused.includes(status) && !response.request().isNavigationRequest()) broken.push(`${status} ${url}`);
        });
        to.on("request", (request) => {
          const url = request.url();
          if (/^(https?|wss?):/.test(url) && new URL(url).origin !== own) broken.push(`third party: ${url}`);
        });
      };
      listen(context);
      await use(listen);
      if (broken.length > 0) throw new Error(`behind the test's back:\n${broken.join("\n")}`);
    },
    { auto: true },
  ],
});

async function signInWith(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/login");
  await page.locator("#email").fill(email);
  await page.locator("#password").fill(password);
  await page.locator("form:has(#password)").getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname !== "/login");
}
