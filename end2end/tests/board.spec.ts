import { makeEvent, unique } from "../support/event";
import { expect, test } from "../support/test";

// A board that is left open: it follows what judges do, and keeps what its reader does.
test("an open board follows the judges and keeps what is open @scripting", async ({ page, api, staff, signIn, accessible }) => {
  const slug = unique("board");
  await makeEvent(staff, slug, { judging: [-2, 2] });
  await signIn("organizer");
  await page.goto(`/events/${slug}/manage`);
  await accessible();
  const summary = page.locator("#board-all summary");
  await summary.click();
  const finished = page.locator("#board-now").getByText(/planned reviews finished/);
  const before = await finished.textContent();
  await summary.focus();

  const judge = await api("judge1");
  const tasks = await (await judge.get("/api/judge/assignments")).json();
  const task = tasks.find((task: { event: string; status: string }) => task.event === slug && task.status === "pending");
  const saved = await judge.post(`/api/judge/assignments/${task.id}/review`, {
    data: { scores: { quality: 4, impact: 7, polish: 50 }, submit: true },
  });
  expect(saved.status()).toBe(200);

  await expect(finished).not.toHaveText(before ?? "");
  await expect(page.locator("#board-all details")).toHaveAttribute("open");
  await expect(summary).toBeFocused();
  await expect(page.locator("#board-stale")).toBeHidden();
});

test("without scripting the board loads itself again, until it is asked not to @no-scripting", async ({ page, slug, signIn }) => {
  await signIn("organizer");
  await page.goto(`/events/${slug}/manage`);
  await expect(page.getByText("This page loads again every 30 seconds.")).toBeVisible();
  await page.getByRole("link", { name: "Stop that" }).click();
  await expect(page.getByText("This page does not load again by itself.")).toBeVisible();
  await expect(page.locator('meta[http-equiv="refresh"]')).toHaveCount(0);
});

test.describe("without streams", () => {
  test.use({ refused: [403] });

  test("a board whose stream fails asks for the numbers instead, and says when they are old @scripting", async ({ page, staff, signIn }) => {
    const slug = unique("board");
    await makeEvent(staff, slug, { judging: [-2, 2] });
    await signIn("organizer");
    await page.clock.install();
    const asked: string[] = [];
    let answers = true;
    await page.route(`**/events/${slug}/manage/board/live*`, (route) => {
      const url = new URL(route.request().url());
      asked.push(url.search);
      // A proxy that lets no stream through.
      if (!url.search) return route.fulfill({ status: 403, body: "" });
      return answers ? route.fallback() : route.abort();
    });
    await page.goto(`/events/${slug}/manage`);
    await expect.poll(() => asked.includes("?once=yes")).toBe(true);
    const stale = page.locator("#board-stale");
    await expect(stale).toBeHidden();
    answers = false;
    await page.clock.runFor(61_000);
    await expect(stale).toBeVisible();
    await expect(stale).toContainText("The numbers below may be old.");
    answers = true;
    await page.clock.runFor(16_000);
    await expect(stale).toBeHidden();
  });
});

test("in the table of who reviews what, the figures of neighbouring judges stay apart @plain", async ({ page, signIn }) => {
  await signIn("organizer");
  await page.goto("/events/demo-judging/manage/assignments?table=1");
  const gaps = await page.locator(".coverage-judge > span").evaluateAll((figures) => {
    const boxes = figures.map((figure) => {
      const text = figure.firstChild as Text;
      text.data = "12/13";
      return text;
    }).map((text) => {
      const range = document.createRange();
      range.selectNode(text);
      return range.getBoundingClientRect();
    });
    return boxes.slice(1).map((box, at) => box.left - boxes[at].right);
  });
  expect(gaps.length).toBeGreaterThan(5);
  expect(Math.min(...gaps)).toBeGreaterThan(6);
});
