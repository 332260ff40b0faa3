// Debian's Firefox, driven by npm's puppeteer-core in WebDriver BiDi.
import { type ElementHandle, launch, type Page } from "puppeteer-core";
import { addressIn, type Engine, type Script, SIZE, type Window } from "./engine";

/** What the dialogue proposes where a sheet says nothing else. */
const MARGIN = { top: "12.7mm", right: "12.7mm", bottom: "12.7mm", left: "12.7mm" };

/** Starts Firefox with one window. */
export async function startFirefox(): Promise<Engine> {
  const browser = await launch({
    browser: "firefox",
    executablePath: "/usr/bin/firefox-esr",
    headless: true,
    defaultViewport: SIZE,
    protocolTimeout: 120_000,
  });
  const heard: string[] = [];
  const windowOf = (page: Page): Window => {
    page.setDefaultTimeout(60_000);
    // Also what the policy refuses.
    page.on("console", (message) => message.type() === "error" && heard.push(`console: ${message.text()}`));
    page.on("pageerror", (error) => heard.push(`script error: ${error instanceof Error ? error.message : String(error)}`));
    return {
      open: async (address) => void (await page.goto(addressIn(address))),
      run: async <T, A extends unknown[]>(script: Script<T, A>, ...args: A) => {
        // While one page follows another, there is a document without an element.
        await page.waitForSelector(":root");
        return page.evaluate(script as (...args: unknown[]) => T, ...args) as Promise<T>;
      },
      click: (css) => page.locator(css).click(),
      type: async (css, text) => {
        await page.focus(css);
        await page.keyboard.type(text);
      },
      choose: async (css, path) => {
        const field = (await page.$(css)) as ElementHandle<HTMLInputElement>;
        await field.uploadFile(path);
      },
      print: async () => Buffer.from(await page.pdf({ format: "a4", margin: MARGIN })),
      close: () => page.close(),
    };
  };
  const page = await browser.newPage();
  return {
    first: windowOf(page),
    enter: async (session) => {
      await browser.deleteCookie(...(await browser.cookies()));
      await browser.setCookie(...session.map(({ name, value }) => ({ name, value, domain: new URL(addressIn("/")).hostname, path: "/" })));
    },
    another: async () => windowOf(await browser.newPage()),
    heard: () => heard.splice(0),
    stop: () => browser.close(),
  };
}
