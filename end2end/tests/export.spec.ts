import { readFile } from "node:fs/promises";
import { expect, test } from "../support/test";

const EVENT = "demo-published";

/** The header row of each file; `scores` holds the event's criteria between. */
const HEADERS: Record<string, string> = {
  registrations: "user_email,name,role,tracks",
  teams: "team_id,external_id,team,member_email,joined_at",
  projects: "project_id,external_id,title,team,track,status,submitted_at,repo_url,demo_url,tags,duplicate_of",
  assignments: "assignment_id,judge_email,project_id,project,status,source,created_at",
  scores: "review_id,judge_email,project_id,project,submitted_at,CRITERIA,weighted_0_1,comment",
  results: "run,rank,rank_low,rank_high,raw_rank,project_id,project,reviews,raw_mean,calibrated,se,excluded,input_digest",
  judges: "run,judge_email,reviews,offset,scale,noise,flag",
  audit: "seq,ts,actor,action,object_type,object_id,ip,before,after,prev_hash,row_hash",
};

test("an organizer downloads the eight files", async ({ page, signIn, api }) => {
  const event = await (await (await api()).get(`/api/events/${EVENT}`)).json();
  const keys = event.criteria.map((criterion: { key: string }) => criterion.key).join(",");
  await signIn("organizer");
  await page.goto(`/events/${EVENT}/manage`);
  await page.getByRole("link", { name: "Exports" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Exports");
  for (const [kind, header] of Object.entries(HEADERS)) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: `${kind}.csv`, exact: true }).click()]);
    expect(download.suggestedFilename()).toBe(`${EVENT}-${kind}.csv`);
    const text = await readFile(await download.path(), "utf8");
    const [first, second] = text.split("\r\n");
    expect(first, kind).toBe(header.replace("CRITERIA", keys));
    expect(second?.length, `${kind} has rows`).toBeGreaterThan(0);
    expect(text.endsWith("\r\n"), kind).toBe(true);
  }
  // Each of these downloads is in the log by now; the log's own download comes last.
  const [last] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "audit.csv" }).click()]);
  const log = await readFile(await last.path(), "utf8");
  expect(log.match(/,export\.csv,/g)?.length).toBeGreaterThanOrEqual(8);
});

test("nobody else gets them, on the page or from the API", async ({ page, signIn, api, request }) => {
  for (const person of ["participant", "judge1"] as const) {
    const as = await api(person);
    for (const kind of Object.keys(HEADERS)) {
      expect((await as.get(`/api/events/${EVENT}/export/${kind}.csv`)).status(), `${person}, ${kind}`).toBe(403);
    }
  }
  for (const kind of Object.keys(HEADERS)) {
    expect((await request.get(`/api/events/${EVENT}/export/${kind}.csv`)).status(), kind).toBe(401);
  }
  expect((await (await api("organizer")).get(`/api/events/${EVENT}/export/secrets.csv`)).status()).toBe(404);

  await signIn("participant");
  const answer = await page.goto(`/events/${EVENT}/manage/exports`);
  expect(answer?.status()).toBe(403);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This account can’t do that");
  await page.goto(`/events/${EVENT}`);
  await expect(page.getByRole("link", { name: "Manage" })).toHaveCount(0);
});
