import { layoutShifts } from "../support/layout-shift";
import { expect, test } from "../support/test";

const PAGES = [
  "/",
  "/events/demo-submitting",
  "/events/demo-published/projects",
  "/events/demo-published/projects?view=list&sort=title",
  "/guides/organizers",
];

for (const width of [360, 1280]) {
  test(`nothing moves while the public pages load, ${width} px wide @scripting`, async ({ visitor }) => {
    for (const path of PAGES) {
      // A browser that knows nothing: no font is kept.
      const page = await visitor();
      await page.setViewportSize({ width, height: 740 });
      expect.soft(await layoutShifts(page, path), path).toEqual([]);
    }
  });
}

test("nothing moves on the home page of each role @scripting", async ({ visitor }) => {
  for (const person of ["participant", "judge1", "organizer"] as const) {
    const page = await visitor(person);
    expect.soft(await layoutShifts(page, "/"), person).toEqual([]);
  }
});
