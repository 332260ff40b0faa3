// The evening of an organizer on a new installation: from the first account to printed signs and a judge's first review.
import { type Portal, startPortal } from "../support/server";
import { expect, test as plain } from "../support/test";

/** Each test has an installation of its own, without the demo. */
const test = plain.extend<{ portal: Portal }>({
  portal: async ({}, use) => {
    const portal = await startPortal({ EVENHAND_DEMO: "off", EVENHAND_LIMITS: "off" });
    await use(portal);
    await portal.stop();
  },
  baseURL: async ({ portal }, use) => use(portal.url),
});

const PROJECTS = ["Kite", "Oar", "Lamp", "Bell", "Drum", "Sled"];
const HEAD = "Project Title,Table Number,Submission Url,Project Status,About The Project,Opt-In Prizes,Built With,Submitter First Name,Submitter Last Name,Submitter Email";

for (const width of [360, 1280]) {
  test.describe(`at ${width} pixels`, () => {
    test.use({ viewport: { width, height: 800 } });
    test.setTimeout(120_000);

    test("a new organizer sets up an event by the evening", async ({ page, portal, visitor, accessible }) => {
      const main = page.getByRole("main");
      const press = (name: string | RegExp) => page.getByRole("button", { name }).click();

      // The first account, and the first event.
      await page.goto("/");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Set up this portal");
      await page.getByLabel("Setup code").fill(portal.setupCode ?? "");
      await page.getByLabel("E-mail").fill("ada@evening.example");
      await page.getByLabel("Name").fill("Ada");
      await page.getByLabel("Password").fill("a long evening indeed");
      await accessible();
      await press("Create the first account");
      await expect(page).toHaveURL("/events/new");
      await page.getByLabel("Name", { exact: true }).fill("Harbour Hack");
      await accessible();
      await press("Create the event");
      const manage = "/events/harbour-hack/manage";
      await page.goto(manage);
      await accessible();

      // Tracks, criteria and terms.
      await page.goto(`${manage}/settings/tracks`);
      await page.getByLabel("Name", { exact: false }).first().fill("Sea");
      await press("Save tracks");
      await page.goto(`${manage}/settings/criteria`);
      await page.getByLabel("Name", { exact: false }).first().fill("Quality");
      await accessible();
      await press("Save criteria");
      await page.goto(`${manage}/settings`);
      await page.getByLabel("Reviews per project").fill("2");
      await press("Save judging and voting");

      // Judges, from a pasted list.
      await page.goto(`${manage}/people/invite`);
      await page.getByLabel("Invite as").selectOption("judge");
      await page.getByRole("textbox", { name: "People" }).fill("Nora Novak <nora@evening.example>\nned@evening.example\n\"Oak, Olga\" <olga@evening.example>");
      await press("Check the list");
      await expect(main).toContainText("3 lines would be invited");
      await press("Invite 3 people");
      await accessible();
      const judges = [];
      for (const name of ["Nora Novak", "ned@evening.example", "Olga Oak"]) {
        await page.goto(`${manage}/people/invitations`);
        await page.getByRole("link", { name }).click();
        await press("Create a link to copy");
        const link = await page.locator("code.copy-text").innerText();
        const judge = await visitor();
        await judge.goto(link);
        const typed = judge.getByLabel("Your name");
        if (!(await typed.inputValue())) await typed.fill("Ned");
        await judge.getByRole("button", { name: "Accept the invitation" }).click();
        await expect(judge).toHaveURL("/judge");
        judges.push(judge);
      }

      // Projects, from another portal's report.
      const row = (name: string, n: number) =>
        `${name},T${n + 1},https://devpost.com/software/${name},Submitted (Gallery/Visible),About ${name}.,,rust,${name},Team,${name}@evening.example`;
      await page.goto(`${manage}/projects/import`);
      const csv = [HEAD, ...PROJECTS.map(row)].join("\n");
      await page.getByLabel("File", { exact: true }).setInputFiles({ name: "report.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
      await press("Preview the import");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Preview of the import");
      await accessible();
      await press("Import 6 projects");
      await expect(page.getByText("6 projects added, 0 projects changed")).toBeVisible();

      // Who judges what.
      await page.goto(`${manage}/assignments/plan`);
      await accessible();
      await press("Write 12 assignments");
      await expect(main).toContainText("12");
      await accessible();

      // The floor, and what is printed.
      await page.goto(`${manage}/floor/plan`);
      await page.getByLabel("Places", { exact: true }).fill("Hall: A1-A6");
      await page.getByLabel("Projects that have a place keep it").uncheck();
      await press("Show the plan");
      await press("Move 6 projects");
      await expect(page.getByRole("row", { name: /Bell/ })).toContainText("Hall, A1");
      for (const print of ["signs", "list", "judges", "scores"]) {
        await page.goto(`${manage}/floor/print/${print}`);
        await accessible();
      }
      await page.goto(`${manage}/floor/print/signs`);
      await expect(page.locator(".paper-sign")).toHaveCount(6);

      // A judge opens the first project.
      await judges[0].goto("/judge");
      await judges[0].getByRole("main").getByRole("link", { name: new RegExp(PROJECTS.join("|")) }).first().click();
      await judges[0].getByRole("radio", { name: "4", exact: true }).first().check({ force: true });
      await judges[0].getByRole("button", { name: "Submit review" }).click();
      await expect(judges[0].getByRole("main")).toContainText(/submitted/i);

      // What is still missing is said on the overview.
      await page.goto(manage);
      await accessible();
    });
  });
}
