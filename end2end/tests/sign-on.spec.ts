// Single sign-on with a real provider. `server/tests/integration/api/sign_on.rs` has the answers that a real one never gives.
import type { BrowserContext, Page } from "@playwright/test";
import { ownScripts } from "../support/plain";
import { type RunningProvider, startProvider } from "../support/provider";
import { type Portal, startPortal } from "../support/server";
import { expect, test as base } from "../support/test";

type Fixtures = {
  /** A visitor in a browser of their own, on the portal that trusts the provider. */
  guest: () => Promise<Page>;
};
type Workers = { provider: RunningProvider; portal: Portal };

const test = base.extend<Fixtures, Workers>({
  provider: [
    async ({}, use) => {
      const provider = await startProvider();
      await use(provider);
      await provider.stop();
    },
    { scope: "worker" },
  ],
  portal: [
    async ({ provider }, use) => {
      const portal = await startPortal({ EVENHAND_LIMITS: "off", ...provider.settings });
      // The setup page would come before everything else.
      portal.run(["user", "add", "root@portal.example", "--staff", "--password-stdin"], "a password of the operator");
      provider.serve(portal.url);
      const stopSender = await portal.startSender();
      await use(portal);
      await stopSender();
      await portal.stop();
    },
    { scope: "worker", timeout: 300_000 },
  ],
  guest: async ({ browser, portal }, use) => {
    const [opened, own]: [BrowserContext[], string[]] = [[], []];
    await use(async () => {
      const context = await browser.newContext({ baseURL: portal.url });
      opened.push(context);
      context.on("request", (request) => own.push(...ownScripts(request, [])));
      return context.newPage();
    });
    for (const context of opened) await context.close();
    expect(own).toEqual([]);
  },
});

/** Presses the portal's button, and says at the provider who it is. */
async function signOn(page: Page, provider: RunningProvider, login: string): Promise<void> {
  const host = new URL(provider.issuer).host;
  if (new URL(page.url()).pathname !== "/login") await page.goto("/login");
  await page.getByRole("link", { name: `Sign in with ${host}` }).click();
  await expect(page).toHaveTitle("Provider");
  await page.getByLabel("Login").fill(login);
  await page.getByRole("button", { name: "Agree" }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.locator("details.account-menu > summary").click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL((url) => url.pathname === "/");
}

test("the first sign-in makes an account, the second opens it, with a new address too @plain", async ({ guest, provider, accessible }) => {
  provider.people.set("nora", { email: "nora@x.example", email_verified: true, name: "Nora Day" });
  const page = await guest();
  await page.goto("/me/tokens");
  await expect(page).toHaveURL("/login?next=%2Fme%2Ftokens");
  await accessible(page);
  await signOn(page, provider, "nora");
  await expect(page).toHaveURL("/me/tokens");
  await page.goto("/me");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nora Day");
  await expect(page.getByRole("region", { name: "Single sign-on" })).toContainText(new URL(provider.issuer).host);
  await accessible(page);
  const before = (await page.context().cookies()).find((cookie) => cookie.name === "sessionid")?.value;
  await signOut(page);
  await page.goto("/me");
  await expect(page).toHaveURL(/\/login/);

  provider.people.set("nora", { email: "nora@new.example", email_verified: true, name: "Nora Day" });
  const again = await guest();
  await signOn(again, provider, "nora");
  await again.goto("/me");
  await expect(again.getByRole("main")).toContainText("nora@x.example");
  expect((await again.context().cookies()).find((cookie) => cookie.name === "sessionid")?.value).not.toBe(before);

  // Whoever has her old address there now is somebody else.
  provider.people.set("ned", { email: "nora@x.example", email_verified: true, name: "Ned" });
  const other = await guest();
  await signOn(other, provider, "ned");
  await expect(other.getByRole("main")).toContainText("joined with another account");
  await accessible(other);
});

test("an address that is not verified opens nothing, and saying no leads back @plain", async ({ guest, provider, accessible }) => {
  provider.people.set("una", { email: "root@portal.example", email_verified: false, name: "Una" });
  const page = await guest();
  await signOn(page, provider, "una");
  await expect(page.getByRole("main")).toContainText("Your e-mail address is not verified");
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
  await accessible(page);
  await page.getByRole("link", { name: "Sign in another way" }).click();
  await expect(page.locator("#password")).toBeVisible();

  const other = await guest();
  await other.goto("/login");
  await other.getByRole("link", { name: /^Sign in with / }).click();
  await other.getByRole("button", { name: "Say no" }).click();
  await expect(other.getByRole("main")).toContainText("You stopped the sign-in");
});

test("a confirmed account is joined, parted and joined again @plain", async ({ guest, portal, provider }) => {
  const person = `eve${test.info().project.name}`;
  portal.run(["user", "add", `${person}@x.example`, "--password-stdin"], "a password of her own");
  provider.people.set(person, { email: `${person}@x.example`, email_verified: true, name: "Another name" });
  const page = await guest();
  await signOn(page, provider, person);
  await page.goto("/me");
  await expect(page.getByRole("main")).toContainText(`${person}@x.example`);
  await page.getByRole("button", { name: /^Disconnect from / }).click();
  await expect(page).toHaveURL("/me?done=parted");
  await expect(page.getByRole("region", { name: "Single sign-on" })).toHaveCount(0);
  await signOut(page);
  // The provider still knows her, and does not ask again.
  await page.goto("/login");
  await page.getByRole("link", { name: /^Sign in with / }).click();
  await expect(page).toHaveURL("/");
  await page.goto("/me");
  await expect(page.getByRole("region", { name: "Single sign-on" })).toBeVisible();
});

test("an answer that is used again, or brought by another browser, opens nothing @plain", async ({ guest, provider }) => {
  provider.people.set("rae", { email: "rae@x.example", email_verified: true, name: "Rae" });
  const [page, thief] = [await guest(), await guest()];
  // Her browser has lost its cookie, so the answer is not used.
  await page.goto("/login");
  await page.getByRole("link", { name: /^Sign in with / }).click();
  const own = (await page.context().cookies()).filter((cookie) => cookie.name === "sign-on");
  expect(own[0]).toMatchObject({ httpOnly: true, sameSite: "Lax" });
  await page.context().clearCookies({ name: "sign-on" });
  await page.getByLabel("Login").fill("rae");
  await page.getByRole("button", { name: "Agree" }).click();
  await expect(page.getByRole("main")).toContainText("This sign-in has ended");
  const answer = page.url();
  // The thief has an attempt of their own, and so a cookie.
  await thief.goto("/login/sign-on");
  await thief.goto(answer);
  await expect(thief.getByRole("main")).toContainText("This sign-in has ended");
  await page.context().addCookies(own);
  await page.goto(answer);
  await expect(page).toHaveURL("/");
  await signOut(page);
  await page.goto(answer);
  await expect(page.getByRole("main")).toContainText("This sign-in has ended");
});
