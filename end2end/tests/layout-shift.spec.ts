// Nothing on a page moves while it loads.
import { pages } from "../support/pages.mjs";
import { layoutShifts } from "../support/layout-shift";
import { expect, test } from "../support/test";

/** The pages that people judge the portal by, and those of an evening, by visitor. The ballot, the overview and the board are left out: docs/figures.md. */
const WATCHED = {
  nobody: ["home", "event-demo-published", "gallery", "project", "results", "results-how"],
  participant: ["home", "event"],
  judge1: ["judge", "review", "review-submitted"],
  organizer: ["coverage", "calibration-demo-published", "audit"],
};

for (const visitor of ["nobody", "participant", "judge1", "organizer"] as const) {
  test(`nothing moves while a page of ${visitor} loads @scripting`, async ({ page, api, signIn }) => {
    const list = (await pages(async (who, path) => (await (await api(who === "nobody" ? undefined : who)).get(path)).json()))[visitor];
    if (visitor !== "nobody") await signIn(visitor);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      for (const name of WATCHED[visitor]) {
        const path = list.find((each) => each.name === name)!.path;
        expect.soft(await layoutShifts(page, path), `${name}, ${width} px`).toEqual([]);
      }
    }
  });
}
