// States shown by colour stay visible under the pointer, with the focus, in light and dark, and in contrast themes.
import type { Locator, Page } from "@playwright/test";
import { openReview } from "../support/review";
import { expect, test } from "../support/test";

// Without this, a colour is measured in the middle of its transition.
test.use({ contextOptions: { reducedMotion: "reduce" } });

/** Scores that are chosen by a tap: one row of buttons, and two. */
const SCALES = ["Quality", "Impact"];

test("a chosen score is seen under the pointer and with the focus, in light and dark @scripting", async ({ page, slug, signIn }) => {
  await signIn("judge1");
  await openReview(page, slug, `Lantern 0 of ${slug}`);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const criterion of SCALES) {
      const scale = page.getByRole("group", { name: criterion });
      // Nothing differs between values but where they stand: each in one theme, one in the other.
      const radios = await scale.getByRole("radio").all();
      for (const radio of colorScheme === "light" ? radios : radios.slice(-1)) {
        const value = await radio.getAttribute("value");
        const where = `${criterion} ${value}, ${colorScheme}`;
        // The click leaves the pointer on the score, and the focus too.
        await radio.click();
        await expect(radio).toBeChecked();
        const box = radio.locator("xpath=following-sibling::span");
        expect.soft(await box.evaluate((span) => span.matches(":hover, label:hover *")), `${where} is under the pointer`).toBe(true);
        expect.soft(await contrast(box), `${where}, under the pointer`).toBeGreaterThanOrEqual(4.5);
        await page.keyboard.press("Shift+Tab");
        await page.keyboard.press("Tab");
        expect.soft(await radio.evaluate((input) => input.matches(":checked:focus-visible")), `${where} has the focus`).toBe(true);
        expect.soft(await contrast(box), `${where}, focused under the pointer`).toBeGreaterThanOrEqual(4.5);
        await page.mouse.move(0, 0);
        expect.soft(await contrast(box), `${where}, focused`).toBeGreaterThanOrEqual(4.5);
      }
      // An unchosen score still answers the pointer, and can be read.
      const other = scale.getByRole("radio", { checked: false }).first().locator("xpath=following-sibling::span");
      const before = await other.evaluate((span) => getComputedStyle(span).backgroundColor);
      await other.hover({ force: true });
      expect.soft(await other.evaluate((span) => getComputedStyle(span).backgroundColor), `${criterion}, ${colorScheme}`).not.toBe(before);
      expect.soft(await contrast(other), `${criterion}, unchosen, ${colorScheme}`).toBeGreaterThanOrEqual(4.5);
    }
  }
});

test("in a contrast theme everything shown by a background is still visible @scripting", async ({ page, slug, api, signIn }) => {
  // One review is in, so that the bar on the list has come some way.
  const judge = await api("judge1");
  const [task] = await (await judge.get("/api/judge/assignments")).json();
  const saved = await judge.post(`/api/judge/assignments/${task.id}/review`, { data: { scores: { quality: 3, impact: 5, polish: 50 }, submit: true } });
  expect(saved.status()).toBe(200);
  await signIn("judge1");
  await page.emulateMedia({ forcedColors: "active" });
  await openReview(page, slug, `Lantern 2 of ${slug}`);
  for (const criterion of SCALES) {
    const scale = page.getByRole("group", { name: criterion });
    await scale.getByRole("radio").nth(1).click();
    for (const pointer of ["on it", "elsewhere"]) {
      if (pointer === "elsewhere") await page.mouse.move(0, 0);
      const chosen = await ground(scale.locator(":checked + span"));
      const unchosen = await ground(scale.locator(":not(:checked) + span").first());
      expect.soft(chosen, `${criterion}, pointer ${pointer}`).not.toBe(unchosen);
      expect.soft(await contrast(scale.locator(":checked + span")), `${criterion}, pointer ${pointer}`).toBeGreaterThanOrEqual(4.5);
    }
  }

  await page.goto("/judge");
  const bar = page.locator("progress").and(page.locator(":not([value='0'])")).first();
  const [reached, rest] = await ends(bar, page);
  expect.soft(reached, "how far the bar has come").not.toEqual(rest);
  expect.soft(await bar.evaluate((element) => getComputedStyle(element).borderTopStyle), "the bar has an edge").toBe("solid");
  expect.soft(await ground(page.locator(".site-bar nav > [aria-current]"), "::after"), "the dot in the header").not.toBe(await ground(page.locator("body")));

  await page.goto("/events/demo-published/results");
  expect.soft(await ground(page.locator(".tabs [aria-current]").first(), "::after"), "the current tab's line").not.toBe(await ground(page.locator("body")));

  await page.context().clearCookies();
  await page.goto("/login");
  const [main, quiet] = [page.locator(".button.main").first(), page.locator(".button:not(.main)").first()];
  expect.soft(await ground(main), "the main button").not.toBe(await ground(quiet));
  expect.soft(await contrast(main), "the main button's word").toBeGreaterThanOrEqual(4.5);
});

/** The colour behind an element, or behind a part of it. */
function ground(element: Locator, part?: string): Promise<string> {
  return element.evaluate((each, part) => getComputedStyle(each, part).backgroundColor, part);
}

/** The painted colours near the two ends of a bar. Its parts have no computed style that a script may read. */
async function ends(bar: Locator, page: Page): Promise<number[][]> {
  const picture = [...(await bar.screenshot())];
  return page.evaluate(async (bytes) => {
    const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: "image/png" }));
    const paint = new OffscreenCanvas(image.width, image.height).getContext("2d")!;
    paint.drawImage(image, 0, 0);
    const middle = Math.floor(image.height / 2);
    return [5, image.width - 5].map((x) => [...paint.getImageData(x, middle, 1, 1).data]);
  }, picture);
}

/** The contrast of an element's text with its own ground, as WCAG counts it. */
function contrast(element: Locator): Promise<number> {
  return element.evaluate((each) => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 1;
    const paint = canvas.getContext("2d", { willReadFrequently: true })!;
    // Computed colours come as oklch; a painted pixel is plain red, green and blue.
    const luminance = (colour: string) => {
      paint.fillStyle = colour;
      paint.fillRect(0, 0, 1, 1);
      const [r, g, b] = [...paint.getImageData(0, 0, 1, 1).data].map((byte) => {
        const share = byte / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const style = getComputedStyle(each);
    const [light, dark] = [luminance(style.color), luminance(style.backgroundColor)].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  });
}
