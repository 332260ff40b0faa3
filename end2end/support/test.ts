// What every browser test starts from: `import { expect, test } from "../support/test"`.
import AxeBuilder from "@axe-core/playwright";
import { type APIRequestContext, type Page, test as plain } from "@playwright/test";

export { expect } from "@playwright/test";

/** The demo's accounts. */
export const PEOPLE = {
  organizer: { email: "organizer@demo.example", token: "evh_demo_organizer_0000000000000000000000000000" },
  judge1: { email: "judge1@demo.example", token: "evh_demo_judge_one_0000000000000000000000000000" },
  judge2: { email: "judge2@demo.example", token: "evh_demo_judge_two_0000000000000000000000000000" },
  participant: { email: "participant@demo.example", token: "evh_demo_participant_00000000000000000000000000" },
} as const;

export type Person = keyof typeof PEOPLE;

type Fixtures = {
  /** Whether this project's pages run scripts. */
  scripting: boolean;
  /** Signs the page's visitor in by the form. */
  signIn: (person: Person, next?: string) => Promise<void>;
  /** The API with a person's token. */
  api: (person: Person) => Promise<APIRequestContext>;
  /** Fails where axe finds anything on the page as it stands. Without scripting axe cannot run; then it does nothing. */
  accessible: (page?: Page) => Promise<void>;
  /** Fails a test whose pages broke behind its back: 5xx, script errors, refused by the policy, a request to a third party. */
  quiet: void;
};

export const test = plain.extend<Fixtures>({
  scripting: async ({ javaScriptEnabled }, use) => use(javaScriptEnabled !== false),

  signIn: async ({ page }, use) => {
    await use(async (person, next) => {
      const { email } = PEOPLE[person];
      await page.goto(next ? `/login?next=${encodeURIComponent(next)}` : "/login");
      await page.locator("input[name=email]").fill(email);
      await page.locator("input[name=password]").fill(`${email.split("@")[0]}-demo-password`);
      await page.locator("form:has(input[name=password]) button:not([type=button])").first().click();
      await page.waitForURL((url) => url.pathname !== "/login");
    });
  },

  api: async ({ playwright, baseURL }, use) => {
    const opened: APIRequestContext[] = [];
    await use(async (person) => {
      const headers = { Authorization: `Bearer ${PEOPLE[person].token}` };
      const context = await playwright.request.newContext({ baseURL, extraHTTPHeaders: headers });
      opened.push(context);
      return context;
    });
    for (const context of opened) await context.dispose();
  },

  accessible: async ({ page, scripting }, use) => {
    await use(async (other = page) => {
      if (!scripting) return;
      const { violations } = await new AxeBuilder({ page: other }).analyze();
      const found = violations.map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.html).join("\n  ")}`);
      if (found.length > 0) throw new Error(`axe on ${other.url()}:\n${found.join("\n")}`);
    });
  },

  quiet: [
    async ({ page, baseURL }, use) => {
      const broken: string[] = [];
      page.on("pageerror", (error) => broken.push(`script error: ${error.message}`));
      page.on("console", (message) => {
        const text = message.text();
        // A page that answers 404 or 422 on purpose is reported like this too; the status is looked at below.
        if (message.type() === "error" && !text.startsWith("Failed to load resource")) broken.push(`console: ${text}`);
      });
      page.on("response", (response) => {
        if (response.status() >= 500) broken.push(`${response.status()} ${response.url()}`);
      });
      page.on("request", (request) => {
        const url = request.url();
        if (/^(https?|wss?):/.test(url) && new URL(url).origin !== new URL(baseURL ?? "").origin) broken.push(`third party: ${url}`);
      });
      await use();
      if (broken.length > 0) throw new Error(`behind the test's back:\n${broken.join("\n")}`);
    },
    { auto: true },
  ],
});
