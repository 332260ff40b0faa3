// What the steps start from. One engine runs for all of them, and each looks at what it heard.
import { type APIRequestContext, test as plain } from "@playwright/test";
import { meanDemo, type Person, sessionOf } from "../support/people";
import type { Engine, Window } from "./engine";
import { startFirefox } from "./firefox";
import { startWebKit } from "./webkit";

export { expect } from "@playwright/test";

const START = { Firefox: startFirefox, WebKit: startWebKit };

type Fixtures = {
  /** The engine's window. */
  window: Window;
  /** Signs its visitor in, without the form. */
  signIn: (person: Person) => Promise<void>;
  /** The API as the tests' site admin. */
  staff: APIRequestContext;
  /** Fails a test in whose pages something broke. */
  quiet: void;
};

export const test = plain.extend<Fixtures, { engineName: keyof typeof START; engine: Engine }>({
  engineName: ["Firefox", { option: true, scope: "worker" }],

  engine: [
    async ({ engineName }, use) => {
      const engine = await START[engineName]();
      await use(engine);
      await engine.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],

  window: async ({ engine }, use) => use(engine.first),

  signIn: async ({ engine }, use) => use((person) => engine.enter(sessionOf(person))),

  staff: async ({ playwright, baseURL }, use) => {
    const extraHTTPHeaders = { Authorization: `Bearer ${process.env.EVENHAND_STAFF_TOKEN}` };
    const context = await playwright.request.newContext({ baseURL, extraHTTPHeaders });
    await use(context);
    await context.dispose();
  },

  quiet: [
    async ({ engine }, use) => {
      meanDemo();
      await use();
      const heard = engine.heard();
      if (heard.length > 0) throw new Error(`behind the test's back:\n${heard.join("\n")}`);
    },
    { auto: true },
  ],
});
