// An event for a whole evening of judging: five teams at five tables, two of five judges with their projects, nothing judged yet.
import type { APIRequestContext } from "@playwright/test";
import { CRITERIA, importEvent } from "./event";

const HOUR = 3_600_000;

/** The projects, the best first. */
export const PROJECTS = ["Amber", "Beacon", "Candle", "Dynamo", "Ember"];

/** The judges who are invited in the evening. */
export const INVITED = ["Juno", "Kofi", "Lena"];

/** The names of the judges who are there from the start. */
export const JUDGES = ["Ada Okafor", "Hana Suzuki"];

/** The projects of these two judges, by place. Three reviews are planned for each project: the other nine are still to be assigned. */
const GIVEN = [
  [0, 3, 4],
  [0, 1, 4],
];

/** What the judge at this place gives to a project: all see the same order, and none gives the same numbers. */
export function scores(title: string, judge: number): { quality: number; impact: number; polish: number } {
  const project = PROJECTS.findIndex((name) => title.startsWith(name));
  return { quality: 5 - project, impact: 9 - 2 * project, polish: 90 - 15 * project - 2 * judge };
}

/** Brings the event in. Judging opens in an hour; the participant is on the last team. From here on the test means these people. */
export async function makeHall(staff: APIRequestContext, slug: string): Promise<void> {
  await importEvent(staff, slug, bundle(slug));
}

function bundle(slug: string) {
  const at = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
  const person = (ref: string, email: string, name: string, role: string) => ({ ref, email, name, roles: [role] });
  const maker = (name: string) => (name === PROJECTS.at(-1) ? `participant@${slug}.example` : `${name}@${slug}.example`.toLowerCase());
  return {
    format: "evenhand-bundle/1",
    event: {
      name: `Lanterns ${slug}`,
      description: "An evening of lanterns.",
      submissions_open: at(-48),
      submissions_close: at(-3),
      judging_open: at(1),
      judging_close: at(3),
      reviews_per_project: 3,
      tracks: [{ id: 1, name: "Lights" }],
      criteria: CRITERIA,
    },
    people: [
      person("o", `organizer@${slug}.example`, "Organizer", "organizer"),
      ...JUDGES.map((name, nth) => person(`j${nth}`, `judge${nth + 1}@${slug}.example`, name, "judge")),
      ...PROJECTS.map((name, nth) => person(`p${nth}`, maker(name), `Maker of ${name}`, "participant")),
    ],
    teams: PROJECTS.map((name, nth) => ({ ref: `t${nth}`, name: `${name} crew`, members: [{ person: `p${nth}` }] })),
    projects: PROJECTS.map((name, nth) => ({
      ref: `r${nth}`,
      team: `t${nth}`,
      track: 1,
      title: `${name} of ${slug}`,
      tagline: `It glows as ${name}`,
      summary: `What ${name} does.`,
      description: `How ${name} came to be.`,
      repo_url: `https://code.example/${slug}/${nth}`,
      tags: ["light"],
      status: "submitted",
      submitted_at: at(-4),
      room: "Hall",
      place: `A${nth + 1}`,
    })),
    assignments: GIVEN.flatMap((projects, nth) => projects.map((project) => ({ person: `j${nth}`, project: `r${project}`, status: "pending", source: "planned" }))),
  };
}
