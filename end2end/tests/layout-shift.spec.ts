// Nothing on a page moves while it loads.
import { pages } from "../support/pages.mjs";
import { layoutShifts } from "../support/layout-shift";
import { expect, test } from "../support/test";

/** The pages that people judge the portal by, and those of an evening, by visitor. */
const WATCHED = {
  nobody: ["home", "event-demo-published", "gallery", "gallery-list", "project", "results", "results-how", "guide-organizers"],
  participant: ["home", "event", "vote"],
  judge1: ["home", "judge", "review", "review-submitted"],
  organizer: ["home", "manage-demo-judging", "coverage", "calibration-demo-published", "audit"],
};

for (const person of ["nobody", "participant", "judge1", "organizer"] as const) {
  test(`nothing moves while a page of ${person} loads @scripting`, async ({ page, api, signIn }) => {
    if (person !== "nobody") await signIn(person);
    const list = (await pages(async (who, path) => (await (await api(who === "nobody" ? undefined : who)).get(path)).json()))[person];
    for (const name of WATCHED[person]) {
      const { path } = list.find((each) => each.name === name)!;
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 740 });
        expect.soft(await layoutShifts(page, path), `${name}, ${width} px`).toEqual([]);
      }
    }
  });
}
