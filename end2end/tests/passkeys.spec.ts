// Passkeys with Chromium's own device. `server/tests/integration/api/passkeys.rs` has the answers that a real one never gives.
import { createServer } from "node:net";
import type { Page } from "@playwright/test";
import { type Portal, startPortal } from "../support/server";
import { expect, test as base } from "../support/test";

type Fixtures = {
  /** Somebody's page in a browser of its own, with a device that unlocks by itself. */
  page: Page;
};
type Workers = { portal: Portal; home: string };

const NORA = { email: "nora@x.example", password: "a password of the operator" };

/** A port that nobody listens on. Passkeys belong to an address, so the portal has to know it before it starts. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listens) => server.listen(0, "127.0.0.1", listens));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  if (!address || typeof address === "string") throw new Error("no port");
  return address.port;
}

const test = base.extend<Fixtures, Workers>({
  home: [
    async ({}, use) => {
      // Browsers make no passkeys for a number.
      await use(`http://localhost:${await freePort()}`);
    },
    { scope: "worker" },
  ],
  portal: [
    async ({ home }, use) => {
      const bind = `127.0.0.1:${new URL(home).port}`;
      const portal = await startPortal({ EVENHAND_LIMITS: "off", EVENHAND_BIND: bind, EVENHAND_BASE_URL: home });
      portal.run(["user", "add", NORA.email, "--name", "Nora", "--staff", "--password-stdin"], NORA.password);
      await use(portal);
      await portal.stop();
    },
    { scope: "worker", timeout: 300_000 },
  ],
  page: async ({ browser, portal, home, scripting }, use) => {
    expect(portal.url).toBe(home.replace("localhost", "127.0.0.1"));
    const context = await browser.newContext({ baseURL: home, javaScriptEnabled: scripting });
    const page = await context.newPage();
    const device = await context.newCDPSession(page);
    await device.send("WebAuthn.enable");
    await device.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await use(page);
    await context.close();
  },
});

async function typePassword(page: Page): Promise<void> {
  await page.goto("/login?next=%2Fme");
  await page.getByLabel("E-mail").fill(NORA.email);
  await page.getByLabel("Password").fill(NORA.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.locator("details.account-menu > summary").click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL((url) => url.pathname === "/");
}

test("a passkey signs in alone and after the password, and a recovery code takes its place once @scripting", async ({ page, accessible }) => {
  const main = page.getByRole("main");
  await typePassword(page);
  await expect(page).toHaveURL("/me");
  await page.getByRole("link", { name: "Passkeys" }).click();
  await accessible(page);
  await page.getByLabel("Name").fill("Phone of the test");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page).toHaveURL("/me/passkeys?done=added");
  await expect(main).toContainText("Phone of the test");
  // A name that is refused is beside its own passkey, and not beside a new one.
  const phone = page.getByRole("row", { name: /Phone of the test/ });
  await phone.getByText("Rename").click();
  await phone.getByLabel("Name").fill("x".repeat(121));
  await phone.getByRole("button", { name: "Save name" }).click();
  await expect(phone.getByLabel("Name")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByRole("region", { name: "Add a passkey" }).getByLabel("Name")).not.toHaveAttribute("aria-invalid", "true");
  await accessible(page);
  await phone.getByLabel("Name").fill("Phone of the test, renamed");
  await phone.getByRole("button", { name: "Save name" }).click();
  await expect(main).toContainText("Phone of the test, renamed");
  await page.getByRole("button", { name: "Make ten recovery codes" }).click();
  await expect(main).toContainText("Your new recovery codes");
  const codes = await main.locator("ol code").allTextContents();
  expect(codes).toHaveLength(10);
  await accessible(page);

  await signOut(page);
  await page.goto("/login?next=%2Fme");
  await page.getByRole("link", { name: "Sign in with a passkey" }).click();
  await page.getByRole("button", { name: "Use your passkey" }).click();
  await expect(page).toHaveURL("/me");
  await expect(main).toContainText(NORA.email);

  await page.goto("/me/passkeys");
  await page.getByLabel("Ask for a passkey after the password").check();
  await page.getByRole("region", { name: "After the password" }).getByRole("button", { name: "Save" }).click();
  await expect(main).toContainText("asks for your passkey as well");
  await signOut(page);
  await typePassword(page);
  await expect(main).toContainText("You are not signed in yet");
  await accessible(page);
  await page.getByRole("button", { name: "Use your passkey" }).click();
  await expect(page).toHaveURL("/me");

  await signOut(page);
  await typePassword(page);
  await page.getByLabel("Recovery code").fill(codes[0]);
  await page.getByRole("button", { name: "Use this code" }).click();
  await expect(page).toHaveURL("/me");
  await signOut(page);
  await typePassword(page);
  await page.getByLabel("Recovery code").fill(codes[0]);
  await page.getByRole("button", { name: "Use this code" }).click();
  await expect(main).toContainText("This recovery code is wrong, or it was used before");
  await accessible(page);
  await page.goto("/me");
  await expect(page).toHaveURL(/\/login/);
});

test("without scripting, the pages say that passkeys need it @no-scripting", async ({ page }) => {
  await page.goto("/login/passkey");
  // Playwright reads no text of `noscript`.
  await expect(page.getByRole("main").locator("noscript p")).toBeVisible();
  await page.getByRole("link", { name: "Sign in another way" }).click();
  await expect(page).toHaveURL("/login");
});
