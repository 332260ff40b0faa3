import { awake } from "../support/pages.mjs";
import { expect, test } from "../support/test";

test("the number of reviews is computed in the page as numbers change, without asking the site @scripting", async ({ page, accessible }) => {
  await page.goto("/how-many-reviews?projects=40&judges=10&visit=10&hours=2");
  await awake(page);
  await expect(page.getByRole("heading", { name: "3 reviews for each project" })).toBeVisible();
  await accessible();
  const asked: string[] = [];
  // Browsers ask for the icon when they like.
  page.on("request", (request) => request.url().includes("/assets/") || asked.push(request.url()));
  await page.getByLabel("Judges", { exact: true }).fill("20");
  await expect(page.getByRole("heading", { name: "6 reviews for each project" })).toBeVisible();
  expect(asked).toEqual([]);
  await expect(page).toHaveURL(/judges=20/);
  await page.getByLabel("Judges", { exact: true }).fill("0");
  await expect(page.getByText("Judges: enter a whole number from 2 to 200.")).toBeVisible();
});

test("a browser that takes no more addresses still computes @scripting", async ({ page }) => {
  await page.goto("/how-many-reviews?projects=40&judges=10&visit=10&hours=2");
  await awake(page);
  await page.evaluate(() => {
    history.replaceState = () => {
      throw new DOMException("more than 100 times per 30 seconds", "SecurityError");
    };
  });
  // The second number comes while the first is computed.
  await page.getByLabel("Judges", { exact: true }).evaluate((field: HTMLInputElement) => {
    for (const judges of ["11", "20"]) {
      field.value = judges;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  });
  await expect(page.getByRole("heading", { name: "6 reviews for each project", exact: true })).toBeVisible();
  await expect(page).toHaveURL(/judges=10/);
});

test("the browser computes what the server does @scripting", async ({ page }) => {
  for (const path of ["/how-many-reviews?projects=33&judges=9&visit=7&hours=1.5", "/play?strict=25&erratic=10&boost=35&luck=3"]) {
    const [place, query] = path.split("?");
    await page.goto(`${place}?${query.replace(/\d+$/, "4")}`);
    await awake(page);
    const server = await (await page.request.get(path)).text();
    const last = query.split("&").at(-1)?.split("=") ?? [];
    await page.locator(`[name=${last[0]}]`).fill(last[1]);
    await expect(page).toHaveURL(new RegExp(`${last[0]}=${last[1].replace(".", "\\.")}$`));
    const drawn = await page.locator("#answer").evaluate((element) => element.textContent);
    const served = await page.evaluate((html) => new DOMParser().parseFromString(html, "text/html").querySelector("#answer")?.textContent, server);
    expect(drawn).toBe(served);
  }
});

test("a visitor makes a judge strict and gives another a friend", async ({ page, accessible }, { project }) => {
  await page.goto("/play");
  const scripting = project.name === "scripting";
  if (scripting) await awake(page);
  await accessible();
  await page.getByLabel(/Mara has a friend/).fill("50");
  if (!scripting) await page.getByRole("button", { name: "Show the answer" }).click();
  await expect(page.getByText("No calculation can tell a friend from an honest admirer.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Rankings, table" }).getByRole("row")).toHaveCount(9);
});
