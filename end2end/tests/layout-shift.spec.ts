// Nothing on a page moves while it loads.
import { pages } from "../support/pages.mjs";
import { layoutShifts } from "../support/layout-shift";
import { expect, test } from "../support/test";

test.setTimeout(90_000);

/** The pages that people judge the portal by, and those of an evening, by visitor. */
const WATCHED = {
  nobody: ["home", "event-demo-published", "gallery", "gallery-list", "project", "results", "results-how", "guide-organizers"],
  participant: ["home", "event", "vote"],
  judge1: ["home", "judge", "review", "review-submitted"],
  organizer: ["home", "manage-demo-judging", "board-demo-judging", "coverage", "calibration-demo-published", "audit"],
};

for (const person of ["nobody", "participant", "judge1", "organizer"] as const) {
  test(`nothing moves while a page of ${person} loads @scripting`, async ({ api, visitor }) => {
    const list = (await pages(async (who, path) => (await (await api(who === "nobody" ? undefined : who)).get(path)).json()))[person];
    for (const name of WATCHED[person]) {
      const { path } = list.find((each) => each.name === name)!;
      for (const width of [360, 1280]) {
        // A browser that knows nothing: no font is kept.
        const page = await visitor(person === "nobody" ? undefined : person);
        await page.setViewportSize({ width, height: 740 });
        expect.soft(await layoutShifts(page, path), `${name}, ${width} px`).toEqual([]);
        await page.context().close();
      }
    }
  });
}
