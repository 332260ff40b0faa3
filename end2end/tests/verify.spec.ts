import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { deflateRawSync } from "node:zlib";
import type { APIRequestContext, Page, Request } from "@playwright/test";
import { awake } from "../support/pages.mjs";
import { expect, test } from "../support/test";

const EVENT = "demo-published";

type Given = { name: string; mimeType: string; buffer: Buffer };

const file = (name: string, text: string | Buffer): Given => ({ name, mimeType: "application/octet-stream", buffer: Buffer.from(text) });

/** Beside an answer, the tool is folded away. */
async function unfold(page: Page): Promise<void> {
  await page.getByText("Check something else").click();
}

/** The files of the published event that an organizer can save, and those that anyone can. */
async function records(as: APIRequestContext) {
  const read = async (path: string) => {
    const answer = await as.get(`/api/events/${EVENT}/${path}`);
    expect(answer.status(), path).toBe(200);
    return answer.text();
  };
  const [results, bundle, audit] = [await read("results/signed"), await read("export/bundle.json"), await read("export/audit.csv")];
  const row = audit.split("\r\n").findIndex((line) => line.includes(",run.created,"));
  expect(row).toBeGreaterThan(0);
  return {
    results: file("results.json", results),
    bundle: file("bundle.json", bundle),
    audit: file(`${EVENT}-audit.csv`, audit),
    tampered: file(`${EVENT}-audit.csv`, audit.replace(",run.created,", ",run.creeted,")),
    row,
    link: `/verify#${deflateRawSync(results).toString("base64url")}`,
  };
}

/** The page's requests from here on. */
function requests(page: Page): string[] {
  const seen: string[] = [];
  page.on("request", (request: Request) => {
    // A worker of the one-file verifier begins with one of these, and no network has it.
    if (!/^(blob|data):/.test(request.url())) seen.push(`${request.method()} ${request.url()}`);
  });
  return seen;
}

const answer = (page: Page) => page.locator("#answer-title");
const lines = (page: Page, name: string) => page.locator("section.verify-file").filter({ has: page.getByRole("heading", { name, exact: true }) });

async function opened(page: Page, path = "/verify"): Promise<void> {
  await page.goto(path);
  await awake(page);
}

/** Chooses files; the page checks them at once. */
async function choose(page: Page, ...files: Given[]): Promise<void> {
  await page.locator("#files").setInputFiles(files);
}

test("chosen files are checked in the page without sending anything, even without a network @scripting", async ({ page, context, api, accessible }) => {
  const { results, bundle, audit, tampered, row } = await records(await api("organizer"));
  await opened(page);
  await expect(page.getByText("Nothing leaves this device")).toBeVisible();
  const seen = requests(page);
  await context.setOffline(true);

  await choose(page, results, bundle, audit);
  await expect(answer(page)).toHaveText("All 3 files hold.");
  await expect(answer(page)).toBeFocused();
  await expect(page.locator(".verify-verdict.tone-good .mark")).toBeVisible();
  await expect(lines(page, "bundle.json")).toContainText("Every number for");
  await expect(lines(page, "bundle.json")).toContainText("The computed ranking matches results.json in every number.");
  await accessible();

  await choose(page, tampered, results);
  await expect(answer(page)).toHaveText(`One of the two files failed the check: ${EVENT}-audit.csv, at row ${row}.`);
  await expect(lines(page, `${EVENT}-audit.csv`)).toContainText(`Row ${row} was changed`);
  await expect(lines(page, "results.json").locator(".pill")).toHaveText("holds");
  await accessible();

  await choose(page, audit);
  await expect(answer(page)).toHaveText(`${EVENT}-audit.csv holds as far as it can be checked.`);
  await expect(lines(page, `${EVENT}-audit.csv`)).toContainText("Without a signed head, this check cannot tell");
  await accessible();
  expect(seen).toEqual([]);
});

test("dropped files and pasted texts are checked too @scripting", async ({ page, api }) => {
  const { results, audit, link } = await records(await api("organizer"));
  await opened(page);
  const seen = requests(page);
  const drop = async (...files: Given[]) => {
    const data = await page.evaluateHandle(
      (given) => {
        const data = new DataTransfer();
        for (const { name, text } of given) data.items.add(new File([text], name));
        return data;
      },
      files.map(({ name, buffer }) => ({ name, text: buffer.toString() })),
    );
    // Anywhere on the page.
    await page.dispatchEvent("h1", "dragover", { dataTransfer: data });
    await expect(page.locator(".verify-drop")).toHaveClass(/over/);
    await page.dispatchEvent("h1", "drop", { dataTransfer: data });
  };
  await drop(results, audit);
  await expect(answer(page)).toHaveText("Both files hold.");
  await expect(page.locator(".verify-drop")).not.toHaveClass(/over/);

  // What is pasted is checked with the files that are there; then alone.
  await page.locator("#files").setInputFiles([]);
  await unfold(page);
  await page.locator("#pasted").fill(results.buffer.toString());
  await page.getByRole("button", { name: "Check" }).click();
  await expect(answer(page)).toHaveText("This signed ranking is genuine.");
  await unfold(page);
  await page.locator("#pasted").fill(new URL(link, page.url()).href);
  await page.getByRole("button", { name: "Check" }).click();
  await expect(answer(page)).toHaveText("This signed ranking is genuine.");
  await unfold(page);
  await page.locator("#pasted").fill("nothing of ours");
  await page.getByRole("button", { name: "Check" }).click();
  await expect(answer(page)).toHaveText("What was pasted cannot be judged.");

  await unfold(page);
  await page.locator("#pasted").fill("");
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.getByRole("status")).toHaveText("Choose a file, or paste something.");
  expect(seen).toEqual([]);
});

test("a check that takes long says how far it is, can be stopped, and is given up for the next @scripting", async ({ page, api }) => {
  const { results, bundle } = await records(await api("organizer"));
  // More judges than any event has, each bound to the next by shared projects. Equal totals, or judges who share nothing, would
  // be done at once.
  const endless = JSON.parse(bundle.buffer.toString());
  const [run] = endless.runs;
  const lines = Array.from({ length: 42_000 }, (_, n) => {
    const [judge, nth] = [Math.floor(n / 7), n % 7];
    return { project: 1 + ((judge + nth) % 6_000), judge: `j${String(judge).padStart(5, "0")}@x.example`, total: ((judge * 37 + nth * 101) % 997) / 1000 };
  }).sort((a, b) => a.project - b.project || a.judge.localeCompare(b.judge));
  run.input = lines.map(({ project, judge, total }) => [project, null, judge, total]);
  const text = lines.map(({ project, judge, total }) => `${project},${judge},${total.toFixed(6)}\n`).join("");
  run.input_digest = createHash("sha256").update(text).digest("hex");
  await opened(page);
  await choose(page, results);
  await expect(answer(page)).toHaveText("This signed ranking is genuine.");
  await choose(page, file("endless.json", JSON.stringify(endless)));
  await expect(page.locator("#progress")).toContainText("Computing the ranking again");
  // What was found of one file is not shown beside another.
  await expect(answer(page)).toBeHidden();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByRole("status")).toHaveText("The check was stopped.");
  await expect(page.locator("#progress")).toBeEmpty();
  await expect(page.getByRole("button", { name: "Stop" })).toBeHidden();
  await choose(page, file("endless.json", JSON.stringify(endless)));
  await expect(page.getByRole("status")).toHaveText("Checking endless.json…");
  await expect(page.locator("#verify")).toHaveAttribute("aria-busy", "true");
  await choose(page, results);
  await expect(answer(page)).toHaveText("This signed ranking is genuine.");
  await expect(page.locator("section.verify-file h3")).toHaveText(["results.json"]);
  await expect(page.locator("#status")).toBeEmpty();
  await expect(page.locator("#verify")).not.toHaveAttribute("aria-busy");
});

test("a certificate's link shows its record without contacting a server @scripting", async ({ page, api }) => {
  const { link } = await records(await api("organizer"));
  const seen = requests(page);
  await opened(page, link);
  await expect(answer(page)).toHaveText("This signed ranking is genuine.");
  await expect(lines(page, "The document in the link")).toContainText("Results of Within Reach");
  await page.goto(link.slice(0, -30));
  await expect(answer(page)).toHaveText("The document in the link cannot be judged.");
  await expect(lines(page, "The document in the link")).toContainText("it was cut short");
  expect(seen.filter((each) => each.includes(link.slice(10, 40)) || !each.startsWith("GET "))).toEqual([]);
});

test("an event's results open already checked @scripting", async ({ page }) => {
  await opened(page, `/verify?results=${EVENT}`);
  await expect(answer(page)).toHaveText("This signed ranking is genuine.");
  // The page holds what the site had published as it was loaded.
  await expect(lines(page, `${EVENT}-results.json`)).toContainText("No later results have changed what it says.");
  await expect(page.locator(".verify-statement .verify-kind")).toHaveText("Published ranking");
  await expect(page.locator(".verify-statement table").first().locator("tbody tr")).toHaveCount(10);
  await page.getByText("Show all 25 rows with every value").click();
  await expect(page.locator(".verify-statement details tbody tr")).toHaveCount(25);
});

test("the log and its head, saved one after the other, are valid together @scripting", async ({ page, signIn }) => {
  await signIn("organizer");
  await page.goto(`/events/${EVENT}/manage/audit`);
  const saved: Given[] = [];
  for (const name of [/^Download the log/, /^Save the signed head of row/]) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name }).click()]);
    saved.push(file(download.suggestedFilename(), await readFile(await download.path())));
  }
  await opened(page);
  await choose(page, ...saved);
  await expect(answer(page)).toHaveText("Both files hold.");
});

test("a proof of the log is checked with a policy among the files @scripting", async ({ page, api }) => {
  const site = await api("organizer");
  const read = async (path: string) => {
    const answer = await site.get(path);
    expect(answer.status(), path).toBe(200);
    return answer.text();
  };
  const results = file("results.json", await read(`/api/events/${EVENT}/results/signed`));
  const proof = await read(`/events/${EVENT}/log/results.tlog-proof`);
  const { logs } = JSON.parse(await read("/.well-known/evenhand-signing-key")) as { logs: string[] };
  const policy = file("policy.txt", `log ${logs.find((key) => key.includes(`/${EVENT}/`))}\nquorum none\n`);
  await opened(page);
  await choose(page, results, file("results.tlog-proof", proof), policy);
  await expect(lines(page, "results.tlog-proof")).toContainText(/The log .* contained row \d+, which results.json signed/);
  // With another nonce the row would be another one.
  const forged = proof.replace(/^extra .*$/m, `extra ${Buffer.alloc(32).toString("base64")}`);
  expect(forged).not.toBe(proof);
  await choose(page, results, file("results.tlog-proof", forged), policy);
  await expect(lines(page, "results.tlog-proof")).toContainText("The entry is not in the log at this place.");
});

test("without scripting a certificate's link says what to do with it @no-scripting", async ({ page, api }) => {
  const { link } = await records(await api("organizer"));
  await page.goto(link);
  await expect(page.getByText("Without scripting this page cannot read it. Copy the whole link")).toBeVisible();
});

test("keys that come with the files are not enough @scripting", async ({ page, api }) => {
  const { results } = await records(await api("organizer"));
  await opened(page);
  const keys = page.locator("#keys");
  const [own] = JSON.parse((await keys.textContent()) ?? "").keys;
  await expect(page.locator(".verify-trusted .verify-fingerprint").first()).toHaveText(/^([0-9a-f]{4} ){15}[0-9a-f]{4}$/);
  // As if the site had no key: the document's key is then unknown, and adding it to the files does not make it trusted.
  await keys.evaluate((element) => (element.textContent = '{"keys":[]}'));
  await choose(page, results);
  await expect(answer(page)).toHaveText("results.json cannot be judged.");
  await choose(page, results, file("keys.json", JSON.stringify({ keys: [own] })));
  await expect(answer(page)).toHaveText("results.json: This signed ranking is only as trustworthy as the key file that came with it.");
  await expect(lines(page, "results.json")).toContainText("Anyone could have made the document and the key together");
});

test("without scripting the form checks @no-scripting", async ({ page, api }) => {
  const { results, bundle, tampered, row, link } = await records(await api("organizer"));
  await page.goto("/verify");
  await expect(page.getByText("Your files are sent to this site, checked, and not kept.")).toBeVisible();
  await choose(page, results, bundle);
  await page.getByRole("button", { name: "Check" }).click();
  await expect(answer(page)).toHaveText("Both files hold.");
  await expect(lines(page, "bundle.json")).toContainText("in every number");
  await unfold(page);
  await choose(page, tampered);
  await page.locator("#pasted").fill(new URL(link, page.url()).href);
  await page.getByRole("button", { name: "Check" }).click();
  await expect(answer(page)).toHaveText(`One of the two files failed the check: ${EVENT}-audit.csv, at row ${row}.`);
  await expect(page.locator("#pasted")).toHaveValue(/verify#/);
  await unfold(page);
  await page.locator("#pasted").fill("");
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page).toHaveTitle(/^Error: /);
  await page.getByRole("link", { name: "Choose a file, or paste something." }).click();
  await expect(page.locator("#files")).toBeFocused();
});

test("the one-file verifier checks from disk with the network cut @scripting", async ({ page, browser, api, quiet }, testInfo) => {
  const { results, bundle, audit, tampered, row, link } = await records(await api("organizer"));
  await opened(page);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Save this check as one file" }).click()]);
  expect(download.suggestedFilename()).toBe("evenhand-verify.html");
  const saved = testInfo.outputPath("evenhand-verify.html");
  await writeFile(saved, await readFile(await download.path()));

  const context = await browser.newContext({ offline: true });
  quiet(context);
  const disk = await context.newPage();
  const address = pathToFileURL(saved).href;
  const seen = requests(disk);
  await opened(disk, address);
  await expect(disk.locator(".verify-trusted .verify-fingerprint").first()).toHaveText((await page.locator(".verify-trusted .verify-fingerprint").first().textContent()) ?? "");
  await choose(disk, results, bundle, audit);
  await expect(answer(disk)).toHaveText("All 3 files hold.");
  await expect(lines(disk, "bundle.json")).toContainText("The computed ranking matches results.json in every number.");
  await choose(disk, tampered, results);
  await expect(answer(disk)).toHaveText(`One of the two files failed the check: ${EVENT}-audit.csv, at row ${row}.`);
  await expect(disk.locator(".verify-verdict.tone-bad")).toBeVisible();
  await disk.goto(address + link.slice(link.indexOf("#")));
  await expect(answer(disk)).toHaveText("This signed ranking is genuine.");
  expect(seen.filter((each) => !each.startsWith(`GET ${address}`))).toEqual([]);
  await context.close();
});

test("the verifier weighs little @scripting @weight", async ({ page }) => {
  const weights: Record<string, number> = {};
  const client = await page.context().newCDPSession(page);
  await client.send("Network.enable");
  const names = new Map<string, string>();
  client.on("Network.responseReceived", ({ requestId, response }) => names.set(requestId, new URL(response.url).pathname));
  client.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    weights[names.get(requestId) ?? requestId] = encodedDataLength;
  });
  await opened(page);
  const module = await page.request.get(`${await page.locator("#verify").getAttribute("data-module")}`, { headers: { "accept-encoding": "br" } });
  expect(module.headers()["content-encoding"]).toBe("br");
  weights["/pkg/verify.wasm"] = Number(module.headers()["content-length"]);
  expect(weights["/verify"]).toBeLessThan(8_000);
  expect(weights["/pkg/verify.wasm"]).toBeLessThan(286_000);
});
