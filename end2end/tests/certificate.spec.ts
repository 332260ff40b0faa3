import { readFile } from "node:fs/promises";
import { inflateRawSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { PNG } from "pngjs";
import decode from "qr/decode.js";
import { makeEvent, unique } from "../support/event";
import { sheets } from "../support/sheets";
import { expect, test, type Person } from "../support/test";

/** The width of the code on paper, in millimetres: what the sheet's print style says. */
const PRINTED = 62;

const WHOSE: { person: Person; of: string; name: string; says: RegExp }[] = [
  { person: "judge1", of: "judge", name: "Ada Okafor", says: /reviewed \d+ projects as a judge of/ },
  { person: "participant", of: "participant", name: "Noor Haddad", says: /Rank \d+ of \d+/ },
];

/** What a camera reads off the page as it is drawn. */
async function scanned(page: Page): Promise<string> {
  const { width, height, data } = PNG.sync.read(await page.locator(".qr").screenshot());
  return decode({ width, height, data });
}

/** The document in a link, as docs/provenance.md says. */
function unfolded(link: string): string {
  return inflateRawSync(Buffer.from(link.split("#")[1], "base64url")).toString();
}

test.describe("of the published event", () => {
  // As a phone shows it.
  test.use({ deviceScaleFactor: 2 });

  for (const { person, of, name, says } of WHOSE) {
    test(`the code of a ${of}'s certificate can be scanned, and holds the file to keep @plain`, async ({ page, baseURL, signIn, accessible }) => {
      await signIn(person);
      await page.goto("/me");
      await page.locator(`a[href="/events/demo-published/certificate/${of}"]`).click();
      const sheet = page.locator(".certificate-sheet");
      await expect(sheet).toContainText(name);
      await expect(sheet).toContainText(says);
      await accessible();

      const link = await scanned(page);
      expect(link.startsWith(`${baseURL}/verify#`)).toBe(true);
      await expect(page.getByRole("link", { name: "Check it now" })).toHaveAttribute("href", link);
      const document = unfolded(link);
      const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Signed record as a file" }).click()]);
      expect(download.suggestedFilename()).toBe(`demo-published-${of}-record.json`);
      expect(await readFile(await download.path(), "utf8")).toBe(document);

      await page.getByLabel("Include a hash of my e-mail address").check();
      const [badge] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save as Open Badge" }).click()]);
      expect(badge.suggestedFilename()).toBe(`demo-published-${of}-badge.jwt`);
      const claims = Buffer.from((await readFile(await badge.path(), "utf8")).split(".")[1], "base64url").toString();
      expect(JSON.parse(claims).credentialSubject.identifier).toHaveLength(2);
      const profile = await page.getByRole("link", { name: "Add to LinkedIn" }).getAttribute("href");
      expect(profile).toMatch(/^https:\/\/www\.linkedin\.com\/profile\/add\?startTask=CERTIFICATION_NAME&/);
    });

    test(`the code of a ${of}'s certificate opens the check without sending anything @scripting`, async ({ page, signIn }) => {
      await signIn(person);
      await page.goto(`/events/demo-published/certificate/${of}`);
      const link = await scanned(page);
      const printed = await page.locator(".certificate-sheet .certificate-words").innerText();
      const sent: string[] = [];
      page.on("request", (asked) => sent.push(`${asked.method()} ${asked.url()} ${asked.postData() ?? ""}`));
      await page.goto(link);
      await expect(page.locator("#answer-title")).toHaveText("This certificate is genuine.");
      // Everything on the sheet is shown, so that a reader notices a changed rank.
      const said = page.locator(".verify-statement");
      await expect(said.locator(".verify-name")).toHaveText(name);
      await expect(said.locator(".verify-kind")).toHaveText(printed.split("\n")[0]);
      await expect(said.locator(".verify-event")).toHaveText("Within Reach: Accessible Tools Jam");
      const rank = /Rank (\d+ of \d+)/.exec(printed)?.[1];
      const count = /reviewed (\d+ projects)/.exec(printed)?.[1];
      for (const words of [rank, count, ...(of === "participant" ? ["Tactile Transit", "Stop by Touch"] : [])]) {
        if (words) await expect(said).toContainText(words);
      }
      expect(rank ?? count).toBeTruthy();
      const packed = link.split("#")[1];
      expect(sent.filter((asked) => asked.startsWith("POST") || asked.replace(link, "").includes(packed.slice(0, 40)))).toEqual([]);
    });
  }
});

test("a certificate prints on one upright sheet of A4 and of Letter, with the longest names too, and its code is not too fine for a phone @scripting", async ({
  visitor,
  staff,
  api,
}) => {
  await fits(await visitor("judge1"), "demo-published/certificate/judge");
  await fits(await visitor("participant"), "demo-published/certificate/participant");
  const slug = unique("long");
  const typed = "Wilhelmina Featherstonehaugh-Szczepańska and Her Extraordinarily Longwinded Team".slice(0, 80);
  await makeEvent(staff, slug, { submissions: [-48, 24], typed });
  const as = await api("participant");
  const mine = (await (await as.get(`/api/events/${slug}/projects`)).json()).find((project: { title: string }) => project.title.startsWith("Lantern 0"));
  const renamed = await as.patch(`/api/projects/${mine.id}`, { data: { title: `${typed} `.repeat(3).slice(0, 200) } });
  expect(renamed.status()).toBe(200);
  await fits(await visitor("organizer"), `${slug}/certificate/judge?judge=third@${slug}.example`);
  await fits(await visitor("participant"), `${slug}/certificate/participant`);
});

/** Fails unless the certificate at this path fits its sheet, and its code is as large as it must be. */
async function fits(page: Page, path: string): Promise<void> {
  await page.goto(`/events/${path}`);
  for (const format of ["A4", "Letter"]) {
    const pdf = await page.pdf({ format });
    expect(sheets(pdf), `${path}, ${format}`).toBe(1);
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf.toString("latin1")) ?? [];
    expect(Number(width), "upright").toBeLessThan(Number(height));
  }
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const drawn = await page.locator(".qr").evaluate((code) => {
    const sheet = getComputedStyle(code.closest(".certificate-sheet") as Element);
    return { pixels: code.getBoundingClientRect().width, modules: (code as SVGSVGElement).viewBox.baseVal.width, ground: sheet.backgroundColor };
  });
  expect(Math.round((drawn.pixels * 25.4) / 96), "millimetres").toBe(PRINTED);
  expect(PRINTED / drawn.modules, "millimetres a module").toBeGreaterThanOrEqual(0.4);
  expect(drawn.ground, "the sheet is light in every theme").toBe("rgb(255, 255, 255)");
}
