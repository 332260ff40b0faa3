// What every browser test starts from: `import { expect, test } from "../support/test"`.
import { type APIRequestContext, type BrowserContext, type Page, test as plain } from "@playwright/test";
import { findings } from "./axe";
import { makeEvent, unique } from "./event";
import { meanDemo, type Person, sessionOf, tokenOf } from "./people";
import { ownScripts } from "./plain";

export { expect } from "@playwright/test";
export type { Person } from "./people";

/** What a test may name among its parameters. A helper takes some of it, by its type: `Fixtures["signIn"]`. */
export type Fixtures = {
  /** Whether this project's pages run scripts. */
  scripting: boolean;
  /** Signs the page's visitor in, without the form: as a person of the event that the test has made, or else of the demo. */
  signIn: (person: Person, page?: Page) => Promise<void>;
  /** Another visitor, in a browser of their own. */
  visitor: (person?: Person) => Promise<Page>;
  /** The API with a person's token; without one, as nobody. */
  api: (person?: Person) => Promise<APIRequestContext>;
  /** The API as the tests' site admin, whom the start of the server made. */
  staff: APIRequestContext;
  /** The slug of an ordinary event that the test has for itself: see `makeEvent`. A test that names it has the event, also where it does
   *  not read the slug; one that wants another event calls `makeEvent`. */
  slug: string;
  /** The same site admin, signed in to a browser of their own: the admin area takes no token. */
  admin: Page;
  /** Fails where axe finds anything on the page as it stands. Without scripting axe cannot run; then it does nothing. */
  accessible: (page?: Page) => Promise<void>;
  /** Paths of pages that have scripts of their own, which a test marked @plain only reads and leaves by a link: see `plain.ts`. */
  passed: RegExp[];
  /** Begins each test with the demo's people; a fixture that is automatic comes before all that a test names. */
  people: void;
  /** Statuses that the pages' own requests are refused with on purpose; what a navigation answers is the test's to look at. */
  refused: number[];
  /** Fails a test whose pages broke behind its back: 5xx, script errors, refused by the policy, a dialog, a third party asked; where it
   *  is marked @plain, a script of a page's own. */
  quiet: (context: BrowserContext) => void;
};

export const test = plain.extend<Fixtures>({
  passed: [[], { option: true }],

  refused: [[], { option: true }],

  scripting: async ({ javaScriptEnabled }, use) => use(javaScriptEnabled !== false),

  signIn: async ({ page }, use) => {
    await use((person, other = page) => other.context().addCookies(sessionOf(person)));
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
      const extraHTTPHeaders: Record<string, string> = person ? { Authorization: `Bearer ${tokenOf(person)}` } : {};
      const context = await playwright.request.newContext({ baseURL, extraHTTPHeaders });
      opened.push(context);
      return context;
    });
    for (const context of opened) await context.dispose();
  },

  admin: async ({ browser, quiet }, use) => {
    const context = await browser.newContext();
    quiet(context);
    await context.addCookies(sessionOf("staff"));
    await use(await context.newPage());
    await context.close();
  },

  staff: async ({ playwright, baseURL }, use) => {
    const token = process.env.EVENHAND_STAFF_TOKEN;
    if (!token) throw new Error("EVENHAND_URL names a server that runs: then EVENHAND_STAFF_TOKEN must hold a site admin's token");
    const context = await playwright.request.newContext({ baseURL, extraHTTPHeaders: { Authorization: `Bearer ${token}` } });
    await use(context);
    await context.dispose();
  },

  slug: async ({ staff }, use) => {
    const slug = unique("own");
    await makeEvent(staff, slug);
    await use(slug);
  },

  accessible: async ({ page, scripting }, use) => {
    await use(async (other = page) => {
      // Without this, a page that a click led to is looked at while half of it is there.
      await other.waitForLoadState("load");
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

  people: [
    async ({}, use) => {
      meanDemo();
      await use();
    },
    { auto: true },
  ],

  quiet: [
    async ({ context, baseURL, refused, passed }, use, { tags }) => {
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
          if (tags.includes("@plain")) broken.push(...ownScripts(request, passed));
          if (/^(https?|wss?):/.test(url) && new URL(url).origin !== own) broken.push(`third party: ${url}`);
        });
      };
      listen(context);
      await use(listen);
      // What pages do from here on is no part of the test: a request that a route held back may get through now.
      const found = broken.join("\n");
      // A route that still waits for its answer while the page closes would fail the test after its end.
      for (const routed of [context, ...context.pages()]) await routed.unrouteAll({ behavior: "ignoreErrors" });
      if (found) throw new Error(`behind the test's back:\n${found}`);
    },
    { auto: true },
  ],
});
