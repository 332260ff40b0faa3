// Events of a test's own: made of a bundle, through the API, by the tests' site admin.
import type { APIRequestContext } from "@playwright/test";
import { meanPeopleOf } from "./people";

const HOUR = 3_600_000;

/** When a window opens and closes, in hours from now. */
type Hours = [open: number, close: number];

/** What a test can say about its event; the rest is ordinary. */
export type Wishes = {
  submissions?: Hours;
  judging?: Hours;
  /** Without it the event has no vote. */
  voting?: { mode: "account" | "code"; hours: Hours; votes: number };
  /** Stands in everything that somebody types: names, texts, tags, comments. At most 80 characters, a tag's first 40. */
  typed?: string;
  /** Further settings of the event, as a bundle names them. */
  settings?: Record<string, unknown>;
};

/** The rubric: buttons in one row, buttons in two rows, and a number. */
export const CRITERIA = [
  { key: "quality", name: "Quality", guidance: "It works.", weight: "2", min_value: 1, max_value: 5 },
  { key: "impact", name: "Impact", guidance: "Somebody is better off.", weight: "1.5", min_value: 0, max_value: 10 },
  { key: "polish", name: "Polish", guidance: "Nothing sticks out.", weight: "0.5", min_value: 0, max_value: 100 },
];

/** The total that these scores make: the weighted mean of how far up its range each lies, over those that are there. */
export function total(scores: Record<string, number>): number {
  const given = CRITERIA.filter(({ key }) => key in scores);
  const weights = given.reduce((sum, { weight }) => sum + Number(weight), 0);
  const parts = given.map(({ key, weight, min_value, max_value }) => (Number(weight) * (scores[key] - min_value)) / (max_value - min_value));
  return weights === 0 ? 0 : parts.reduce((sum, part) => sum + part, 0) / weights;
}

/** A name and slug that no other test and no earlier run has. */
export function unique(word: string): string {
  return `${word}-${Date.now().toString(36)}${Math.floor(Math.random() * 1296).toString(36)}`;
}

/**
 * Six projects; an organizer, two judges, and two judges more who have scored everything. The first two have three projects each, not
 * scored yet; the participant is on the first project's team. From here on the test means these people. `socket` is that of another
 * portal's database.
 */
export async function makeEvent(staff: APIRequestContext, slug: string, wishes: Wishes = {}, socket?: string): Promise<void> {
  await importEvent(staff, slug, bundle(slug, wishes), socket);
}

/** Imports a bundle. From here on the test means its people. */
export async function importEvent(staff: APIRequestContext, slug: string, data: object, socket?: string): Promise<void> {
  const answer = await staff.post(`/api/events/import?slug=${slug}`, { data });
  if (answer.status() !== 201) throw new Error(`import: ${answer.status()} ${await answer.text()}`);
  meanPeopleOf(slug, socket);
}

function bundle(slug: string, wishes: Wishes) {
  const at = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
  const window = (name: string, [open, close]: Hours) => ({ [`${name}_open`]: at(open), [`${name}_close`]: at(close) });
  const submissions: Hours = wishes.submissions ?? [-48, -24];
  const judging: Hours = wishes.judging ?? [-24, 24];
  const person = (ref: string, email: string, name: string, role: string) => ({ ref, email, name, roles: [role] });
  const others = [1, 2, 3, 4, 5];
  const typed = wishes.typed ? ` ${wishes.typed}` : "";
  const projects = [0, ...others].map((nth) => ({
    ref: `r${nth}`,
    team: `t${nth}`,
    track: 1,
    title: `Lantern ${nth} of ${slug}`,
    tagline: `Light number ${nth}`,
    summary: `What lantern ${nth} does.`,
    description: `How lantern ${nth} came to be.`,
    repo_url: `https://code.example/${slug}/${nth}`,
    tags: ["light", `no${nth}`],
    status: "submitted",
    submitted_at: at(Math.min(-1, submissions[1] - 1)),
  }));
  const [first] = projects;
  for (const field of ["title", "tagline", "summary", "description"] as const) first[field] += typed;
  if (typed) first.tags.push(typed.slice(1, 41).toLowerCase());
  const scored = (nth: number, judge: number) => ({
    submitted_at: at(Math.max(-1, judging[0] + 1)),
    comment: `Seen it work.${typed}`,
    scores: { quality: 1 + ((nth + judge) % 5), impact: Math.min(10, nth * 2), polish: 40 + nth * 10 },
  });
  const assignments = projects.flatMap(({ ref }, nth) => [
    { person: nth % 2 === 0 ? "j1" : "j2", project: ref, status: "pending", source: "planned" },
    ...[3, 4].map((judge) => ({ person: `j${judge}`, project: ref, status: "done", source: "planned", review: scored(nth, judge) })),
  ]);
  return {
    format: "evenhand-bundle/1",
    event: {
      name: `Lanterns ${slug}${typed}`,
      description: `A night of lanterns.${typed}`,
      ...window("submissions", submissions),
      ...window("judging", judging),
      ...(wishes.voting && {
        ...window("voting", wishes.voting.hours),
        voting_mode: wishes.voting.mode,
        votes_per_voter: wishes.voting.votes,
      }),
      ...wishes.settings,
      tracks: [{ id: 1, name: `Lights${typed}` }],
      criteria: CRITERIA.map((each) => ({ ...each, name: each.name + typed, guidance: each.guidance + typed })),
    },
    people: [
      person("o1", `organizer@${slug}.example`, "Organizer", "organizer"),
      person("j1", `judge1@${slug}.example`, "First Judge", "judge"),
      person("j2", `judge2@${slug}.example`, "Second Judge", "judge"),
      person("j3", `third@${slug}.example`, `Third Judge${typed}`, "judge"),
      person("j4", `fourth@${slug}.example`, "Fourth Judge", "judge"),
      person("p0", `participant@${slug}.example`, "Participant", "participant"),
      ...others.map((nth) => person(`p${nth}`, `p${nth}@${slug}.example`, `Person ${nth}${typed}`, "participant")),
    ],
    teams: [0, ...others].map((nth) => ({
      ref: `t${nth}`,
      name: `Team ${nth}${typed}`,
      members: [{ person: `p${nth}` }],
    })),
    projects,
    assignments,
  };
}
