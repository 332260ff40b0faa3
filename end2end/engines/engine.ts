// What the steps need of an engine. Each is driven in its own way (firefox.ts, webkit.ts); the steps are the same.
import type { Session } from "../support/people";

/** The windows are as large as a phone. */
export const SIZE = { width: 390, height: 844 };

/** What runs in the page, also a promise. */
export type Script<T, A extends unknown[]> = (...args: A) => T | Promise<T>;

/** A window of a browser. */
export interface Window {
  /** Opens an address, or a path of the site, and waits until it is loaded. */
  open(address: string): Promise<void>;
  run<T, A extends unknown[]>(script: Script<T, A>, ...args: A): Promise<T>;
  click(css: string): Promise<void>;
  type(css: string, text: string): Promise<void>;
  /** Chooses a file. */
  choose(css: string, path: string): Promise<void>;
  /** The page on A4, as PDF. */
  print(): Promise<Buffer>;
  close(): Promise<void>;
}

/** A browser that runs, with nothing kept of earlier runs. */
export interface Engine {
  first: Window;
  /** Whoever was signed in is not any more; these cookies are. */
  enter(session: Session): Promise<void>;
  /** Another window of the same person. */
  another(): Promise<Window>;
  /** What went wrong in its pages since this was asked last: script errors, what the policy refused. */
  heard(): string[];
  stop(): Promise<void>;
}

/** The whole address of a path of the site. */
export function addressIn(address: string): string {
  return new URL(address, process.env.EVENHAND_URL).href;
}
