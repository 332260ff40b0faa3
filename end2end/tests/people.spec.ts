import { makeEvent, unique } from "../support/event";
import { expect, test } from "../support/test";

// An invitation leads to the judge's list.
test.use({ passed: [/^\/judge$/] });

test("an organizer pastes judges, one accepts, one gets a card, and a guest comes in @plain", async ({ page, visitor, staff, admin, accessible }) => {
  const slug = unique("people");
  await makeEvent(staff, slug, { submissions: [-2, -1], judging: [-1, 1] });
  const people = `/events/${slug}/manage/people`;
  const desk = admin;

  // Each line gets a verdict before anybody is invited.
  await desk.goto(`${people}/invite`);
  const [nora, ned] = [unique("nora"), unique("ned")];
  await desk.getByRole("textbox", { name: "People" }).fill(`"Novak, Nora" <${nora}@people.example>\n${ned}@people.example\nnobody`);
  await desk.getByRole("button", { name: "Check the list" }).click();
  await expect(desk.getByRole("main")).toContainText("2 of 3 lines would be invited. Nobody has been invited yet.");
  await expect(desk.getByRole("row", { name: /Nora Novak/ })).toContainText("New");
  await accessible(desk);
  await desk.getByRole("button", { name: "Invite 2 people" }).click();
  await expect(desk.getByRole("row", { name: /Nora Novak/ })).toContainText("No link yet");
  await accessible(desk);

  // Without mail, the organizer copies a link.
  await desk.getByRole("link", { name: "Nora Novak" }).click();
  await accessible(desk);
  await desk.getByRole("button", { name: "Create a link to copy" }).click();
  const link = new URL(await desk.locator("code.copy-text").innerText()).pathname;
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("to judge at");
  await expect(page.getByLabel("Your name")).toHaveValue("Nora Novak");
  await accessible();
  await page.getByRole("button", { name: "Accept the invitation" }).click();
  await expect(page).toHaveURL("/judge");
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This invitation has ended");

  // A card signs the same judge in on another phone.
  await desk.goto(`${people}/invitations?cards=`);
  await desk.getByRole("checkbox", { name: new RegExp(ned) }).uncheck();
  await desk.getByRole("button", { name: "Create the cards" }).click();
  await expect(desk.getByRole("listitem").filter({ hasText: "Nora Novak" })).toContainText("Scan the code to judge.");
  await accessible(desk);
  // Without its sheet a code is a black square, which no phone reads; in a dark theme it stays dark on light.
  await desk.emulateMedia({ colorScheme: "dark" });
  await expect(desk.locator(".cards-slips .qr-ground").first()).toHaveCSS("fill", "rgb(255, 255, 255)");
  const card = new URL((await desk.locator(".cards-link").first().innerText()).trim()).pathname;
  const phone = await visitor();
  await phone.goto(card);
  await expect(phone.getByRole("heading", { level: 1 })).toContainText("You accepted the invitation to judge at");
  await phone.getByRole("button", { name: "Sign in" }).click();
  await expect(phone).toHaveURL("/judge");

  // A guest waits with a number, and comes in once it was compared.
  await desk.goto(`${people}/invitations?guests=1`);
  await desk.getByRole("button", { name: "Open the room" }).click();
  await accessible(desk);
  await expect(desk.locator(".poster .qr-ground")).toHaveCSS("fill", "rgb(255, 255, 255)");
  const room = new URL((await desk.locator(".cards-link").innerText()).trim()).pathname;
  const guest = await visitor();
  await guest.goto(room);
  await accessible(guest);
  await guest.getByLabel("Your name").fill("Gus Guest");
  await guest.getByRole("button", { name: "Ask to judge" }).click();
  await expect(guest.getByRole("main")).toContainText(/\d{3}/);
  const number = /\d{3}/.exec(await guest.getByRole("main").innerText())![0];
  await accessible(guest);
  await desk.reload();
  await accessible(desk);
  await desk.getByRole("row", { name: new RegExp(number) }).getByRole("button", { name: /Confirm as judge/ }).click();
  await guest.getByRole("link", { name: "Check again" }).click();
  await guest.getByRole("button", { name: "Start judging" }).click();
  await expect(guest).toHaveURL("/judge");

  // The organizer sets a cap, and takes the role away after reading what that means.
  await desk.goto(`${people}?role=judge`);
  await accessible(desk);
  await desk.getByRole("link", { name: "Gus Guest" }).click();
  await accessible(desk);
  await desk.getByLabel("Most reviews").fill("4");
  await desk.getByRole("button", { name: "Save" }).click();
  await expect(desk.getByLabel("Most reviews")).toHaveValue("4");
  await desk.getByText("Take roles away").click();
  await expect(desk.getByRole("main")).toContainText("No assignment is lost");
  await desk.getByRole("button", { name: "Remove as judge" }).click();
  await expect(desk.getByRole("main")).not.toContainText("Gus Guest");
});
