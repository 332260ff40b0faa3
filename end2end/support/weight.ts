import { get } from "node:http";

/** What comes over the wire, in bytes, to a browser that takes brotli. */
export function weight(url: string, cookie = ""): Promise<number> {
  return new Promise((done, failed) => {
    get(url, { headers: { "accept-encoding": "br", cookie } }, (answer) => {
      let bytes = 0;
      answer.on("data", (part: Buffer) => (bytes += part.length));
      answer.on("end", () => done(bytes));
    }).on("error", failed);
  });
}
