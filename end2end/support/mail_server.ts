// A mail server that is not ours: npm's smtp-server, with the certificate of support/mail.
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { SMTPServer } from "smtp-server";

const folder = resolve(import.meta.dirname, "mail");

/** The authority that the server's certificate comes from. */
export const AUTHORITY = resolve(folder, "ca.crt");
const PASSWORD = "pass/word";

/** A mail that the server took. */
export interface Arrived {
  to: string;
  user: string;
  secure: boolean;
  text: string;
}

/** A server that runs for a test. */
export interface MailServer {
  /** Its address, with user and password, as EVENHAND_SMTP_URL takes it. */
  url: string;
  arrived: Arrived[];
  close: () => Promise<void>;
}

/** Starts a server with TLS from the first byte, or with STARTTLS. It doesn't know `gone@…`, and takes mail for `grey@…` the second time. */
export async function startMailServer(secure: boolean): Promise<MailServer> {
  const arrived: Arrived[] = [];
  const asked = new Set<string>();
  const refusal = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode });
  const server = new SMTPServer({
    secure,
    key: readFileSync(resolve(folder, "localhost.key")),
    cert: readFileSync(resolve(folder, "localhost.crt")),
    onAuth: ({ username, password }, _, done) =>
      password === PASSWORD ? done(null, { user: username }) : done(refusal(535, "5.7.8 wrong password")),
    onRcptTo: ({ address }, _, done) => {
      const again = asked.has(address);
      asked.add(address);
      if (address.startsWith("gone@")) return done(refusal(550, "5.1.1 no such user"));
      if (address.startsWith("grey@") && !again) return done(refusal(450, "4.7.1 come again"));
      done();
    },
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        const [{ address }] = session.envelope.rcptTo;
        const text = Buffer.concat(parts).toString();
        arrived.push({ to: address, user: String(session.user), secure: session.secure, text });
        done();
      });
    },
  });
  // A client that trusts no certificate breaks off, which the server reports. Without a listener it would end the tests.
  server.on("error", () => {});
  await new Promise<void>((listens) => server.listen(0, "127.0.0.1", listens));
  const { port } = server.server.address() as AddressInfo;
  const url = `${secure ? "smtps" : "smtp"}://judging:${encodeURIComponent(PASSWORD)}@localhost:${port}`;
  return { url, arrived, close: () => new Promise((closed) => server.close(closed)) };
}
