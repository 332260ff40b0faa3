// Tests marked @plain run once, with scripting. Their pages have no scripts but those of every page, which send no form but the one that
// signs out: what works there is what the browser does by itself, and works without scripting as well. This holds them to that.
import type { Request } from "@playwright/test";

/** Times in the reader's zone, and what this device keeps. */
const ON_EVERY_PAGE = ["/assets/times.js", "/assets/device.js", "/assets/kept.js", "/assets/typed-forms.js"];

/** What to report of a request: a script of the page's own, unless the path of the page is one of these. */
export function ownScripts(request: Request, passed: RegExp[]): string[] {
  if (request.resourceType() !== "script" || request.serviceWorker()) return [];
  const [script, page] = [new URL(request.url()).pathname, new URL(request.frame().url()).pathname];
  if (ON_EVERY_PAGE.includes(script) || passed.some((path) => path.test(page))) return [];
  return [`${page} has a script of its own, so its test is not @plain: ${script}`];
}
