// A team's pictures: added, described, put in order and removed; what others see of them. `server/tests/integration/api/pictures.rs` sends the
// same forms by themselves.
import { PNG } from "pngjs";
import { unique } from "../support/event";
import { expect, test } from "../support/test";

// Wrong files are refused on purpose.
test.use({ refused: [400] });

/** A PNG file of one grey and this size. */
function drawn(grey: number, width: number, height: number): Buffer {
  return PNG.sync.write(Object.assign(new PNG({ width, height }), { data: Buffer.alloc(4 * width * height, grey) }), { colorType: 2 });
}

test("a team adds pictures, says what they show, puts one first and removes one @scripting", async ({ page, api, signIn, visitor, accessible }) => {
  const word = unique("shown");
  const made = await (await api("participant")).post("/api/events/demo-submitting/projects", { data: { title: `Shown ${word}`, submit: true } });
  expect(made.status()).toBe(201);
  const { id } = await made.json();
  const [day, night] = [drawn(0x1f, 700, 450), drawn(0x1d, 300, 500)];
  await signIn("participant");
  await page.goto(`/projects/${id}/edit`);
  const pictures = page.getByRole("region", { name: "Pictures" });
  const add = async (name: string, buffer: Buffer, alt: string) => {
    await pictures.getByLabel("Add a picture").setInputFiles({ name, mimeType: "image/png", buffer });
    await pictures.getByLabel("What it shows").last().fill(alt);
    await pictures.getByRole("button", { name: "Add the picture" }).click();
  };

  // Refused: what was typed stays, and the summary leads to the field.
  await add("notes.png", Buffer.from("no picture"), "By day");
  const alert = page.getByRole("alert").filter({ hasText: "The pictures were not changed" });
  await expect(alert).toContainText("“notes.png” is not a PNG, JPEG or WebP picture.");
  await expect(pictures.getByLabel("What it shows")).toHaveValue("By day");
  await accessible();
  await add("day.png", day, "");
  await expect(alert).toContainText("Say what the picture shows");
  await add("day.png", day, "By day");
  await expect(page).toHaveURL(`/projects/${id}/edit#pictures`);
  await expect(pictures.getByRole("img", { name: "By day" })).toBeVisible();
  await add("night.png", night, "By night");
  await expect(pictures.getByRole("img")).toHaveCount(2);
  await accessible();

  // The text is saved with the order, and one beside the tick is not dropped.
  const second = pictures.locator("ol > li").nth(1);
  await second.getByLabel("What it shows").fill("By night, lit");
  await second.getByLabel("It only decorates").check();
  await pictures.getByRole("button", { name: "Show first (picture 2)" }).click();
  await expect(alert).toContainText("Untick the box, or delete the text");
  await expect(second.getByLabel("What it shows")).toHaveValue("By night, lit");
  await accessible();
  await second.getByLabel("It only decorates").uncheck();
  await pictures.getByRole("button", { name: "Show first (picture 2)" }).click();
  await expect(pictures.getByRole("img").first()).toHaveAttribute("alt", "By night, lit");
  await pictures.getByLabel("What it shows").first().fill("By night, with the lamp on");
  await pictures.getByRole("button", { name: "Save description (picture 1)" }).click();
  await expect(pictures.getByRole("img").first()).toHaveAttribute("alt", "By night, with the lamp on");

  // Everybody sees them; the first one is large, each leads to all of it, and it is there.
  const other = await visitor();
  await other.goto(`/projects/${id}`);
  const shown = other.getByRole("region", { name: "Pictures" });
  await expect(shown.getByRole("img", { name: "By night, with the lamp on" })).toBeVisible();
  await accessible(other);
  const link = shown.getByRole("link", { name: "By day (picture 2, in full)" });
  const file = await other.request.get((await link.getAttribute("href"))!);
  expect(file.headers()).toMatchObject({ "content-type": "image/webp", "cache-control": "public, max-age=3600" });

  await pictures.getByRole("button", { name: "Remove picture (picture 2)" }).click();
  await expect(pictures.getByRole("img")).toHaveCount(1);
});

test("an organizer takes a picture down @plain", async ({ page, api, signIn, visitor, accessible }) => {
  const word = unique("taken");
  const team = await api("participant");
  const made = await team.post("/api/events/demo-submitting/projects", { data: { title: `Taken ${word}`, submit: true } });
  const { id } = await made.json();
  for (const [at, file] of [drawn(0x1f, 450, 300), drawn(0x1d, 300, 500)].entries()) {
    const added = await team.post(`/api/projects/${id}/pictures`, { data: { picture: file.toString("base64"), alt: `Shot ${at + 1}` } });
    expect(added.status()).toBe(201);
  }
  const other = await visitor();
  await other.goto(`/projects/${id}`);
  await expect(other.getByText("Take a picture down")).toHaveCount(0);
  await signIn("organizer");
  await page.goto(`/projects/${id}`);
  const shown = page.getByRole("region", { name: "Pictures" });
  await accessible();
  await shown.getByText("Take a picture down").click();
  await shown.getByRole("button", { name: "Remove picture 1" }).click();
  await expect(page).toHaveURL(`/projects/${id}`);
  await expect(shown.getByRole("img")).toHaveCount(1);
  await expect(shown.getByRole("img")).toHaveAttribute("alt", "Shot 2");
});
