import { expect, test } from "../support/test";

// The board is on the way.
test.use({ passed: [/\/manage$/] });

test("an organizer calibrates, previews, publishes and corrects @plain", async ({ page, slug, api, visitor, signIn, accessible }) => {
  const judge = await api("judge1");
  const anonymous = await api();
  const tasks = await (await judge.get("/api/judge/assignments")).json();
  const task = tasks.find((each: { event: string; status: string }) => each.event === slug && each.status === "pending");
  const event = await (await anonymous.get(`/api/events/${slug}`)).json();
  const scores = Object.fromEntries(event.criteria.map((each: { key: string; max_value: number }) => [each.key, each.max_value]));
  const saved = await judge.post(`/api/judge/assignments/${task.id}/review`, { data: { scores, submit: true } });
  expect(saved.status()).toBe(200);

  const other = await visitor();

  // The run is the organizer's alone.
  await signIn("organizer");
  await page.goto(`/events/${slug}/manage`);
  await page.getByRole("navigation", { name: "Moments" }).getByRole("link", { name: "Decide" }).click();
  await expect(page.getByText("Run the calibration first")).toBeVisible();
  await page.getByRole("button", { name: "Run the calibration" }).click();
  await expect(page.getByRole("heading", { name: "Judges in run 1" })).toBeVisible();
  await expect(page.getByText("Nothing has changed since run 1. A new run would give the same ranking.")).toBeVisible();
  await accessible();
  await page.getByRole("link", { name: "Publish run 1" }).click();
  await expect(page.getByText("Judging is not over.")).toBeVisible();
  await accessible();
  await page.getByRole("link", { name: "Preview the results page" }).click();
  await expect(page.getByText("Preview of run 1. Only organizers see it.")).toBeVisible();
  const preview = await (await (await api("organizer")).get(`/api/events/${slug}/results`)).json();
  expect(preview).toMatchObject({ run: 1, published_at: null });
  await expect(page.getByRole("table").locator("tbody tr[id]")).toHaveCount(preview.projects.length);

  // Published, everybody sees it: the page and the API say the same.
  await page.getByRole("link", { name: "Check the judges and publish" }).click();
  await page.getByRole("link", { name: "Publish run 1" }).click();
  // Without the tick nothing is published, and the page says what is missing.
  const [unticked] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === "POST"),
    page.getByRole("button", { name: "Publish run 1" }).click(),
  ]);
  expect(unticked.status()).toBe(422);
  await page.getByRole("alert").getByRole("link", { name: "Tick the box to confirm that you have read the warnings." }).click();
  await expect(page.getByLabel("I have read the warnings above.")).toBeFocused();
  await accessible();
  await page.getByLabel("I have read the warnings above.").check();
  await page.getByRole("button", { name: "Publish run 1" }).click();
  // The link to the box left its fragment, which a redirect keeps.
  await expect(page).toHaveURL(new RegExp(`/events/${slug}/results\\?published=1(#consent)?$`));
  await expect(page.getByText("Published. Run 1 is public now.")).toBeVisible();
  await other.goto(`/events/${slug}`);
  await expect(other.getByRole("heading", { name: "The results are out" })).toBeVisible();
  const published = await (await anonymous.get(`/api/events/${slug}/results`)).json();
  expect(published.published_at).not.toBeNull();
  expect(published.projects).toEqual(preview.projects);
  expect((await other.goto(`/events/${slug}/results?columns=all`))?.status()).toBe(200);
  const rows = other.getByRole("table").locator("tbody tr[id]");
  await expect(rows).toHaveCount(published.projects.length);
  for (const nth of [0, published.projects.length - 1]) {
    const entry = published.projects[nth];
    const [low, high] = entry.rank_interval;
    const row = rows.nth(nth);
    await expect(row.locator(".ranking-place")).toContainText(String(entry.rank));
    await expect(row.getByRole("rowheader")).toContainText(entry.title);
    await expect(row.locator(".ranking-calibrated")).toHaveText(entry.calibrated.toFixed(3));
    await expect(row.locator(".ranking-range")).toContainText(low === high ? String(low) : `${low}–${high}`);
  }
  await accessible(other);
  await other.getByRole("link", { name: "How this ranking was made" }).click();
  await expect(other.getByText(published.input_digest)).toBeVisible();

  // A later run changes nothing for the public, until it is published as a correction that says why.
  const second = await (await api("judge2")).get("/api/judge/assignments");
  const hers = (await second.json()).find((each: { event: string; status: string }) => each.event === slug && each.status === "pending");
  const low = Object.fromEntries(event.criteria.map((each: { key: string; min_value: number }) => [each.key, each.min_value]));
  expect((await (await api("judge2")).post(`/api/judge/assignments/${hers.id}/review`, { data: { scores: low, submit: true } })).status()).toBe(200);
  await page.goto(`/events/${slug}/manage/calibration`);
  await page.getByRole("button", { name: "Run the calibration" }).click();
  await page.getByRole("link", { name: "Replace run 1 with run 2" }).click();
  await page.getByLabel("I have read the warnings above.").check();
  const [refused] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === "POST"),
    page.getByRole("button", { name: "Replace run 1 with run 2" }).click(),
  ]);
  expect(refused.status()).toBe(422);
  await page.getByRole("alert").getByRole("link", { name: "Say why the published results are corrected." }).click();
  await expect(page.getByLabel("Reason for the correction")).toBeFocused();
  await accessible();
  await page.getByLabel("Reason for the correction").fill("A judge was <late>.");
  await page.getByRole("button", { name: "Replace run 1 with run 2" }).click();
  await other.goto(`/events/${slug}/results`);
  await expect(other.getByText("Corrected. These results replace those of run 1.")).toBeVisible();
  await expect(other.getByText("A judge was <late>.")).toBeVisible();
});
