// A real OpenID provider (npm oidc-provider, certified by the OpenID Foundation) on a port of its own, with people whom a test
// makes up and changes.
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";

/** What the provider says of somebody. */
export interface Claims {
  email?: string;
  email_verified?: boolean;
  name?: string;
}

/** A provider that runs. */
export interface RunningProvider {
  /** Its address. */
  issuer: string;
  /** The settings of a portal that trusts it. */
  settings: Record<string, string>;
  /** Its people by their login; a test may change them. */
  people: Map<string, Claims>;
  /** Knows the portal that people come from; before, nobody can sign in. */
  serve: (portal: string) => void;
  /** Stops it. */
  stop: () => Promise<void>;
}

const CLIENT = { client_id: "evenhand", client_secret: "a secret that both of them know" };

/** Starts a provider without people. */
export async function startProvider(): Promise<RunningProvider> {
  const people = new Map<string, Claims>();
  let provider: Provider | undefined;
  const server = createServer(async (request, answer) => {
    if (!provider) return void answer.writeHead(503).end();
    const uid = /^\/interaction\/([\w-]+)$/.exec(request.url ?? "")?.[1];
    if (!uid) return void provider.callback()(request, answer);
    if (request.method === "GET") {
      const page = `<!doctype html><html lang="en"><title>Provider</title><form method="post">
        <label>Login <input name="login"></label><button>Agree</button><button name="no" value="yes">Say no</button></form>`;
      return void answer.writeHead(200, { "content-type": "text/html" }).end(page);
    }
    let body = "";
    for await (const chunk of request) body += chunk;
    const form = new URLSearchParams(body);
    const { params } = await provider.interactionDetails(request, answer);
    if (form.get("no")) return provider.interactionFinished(request, answer, { error: "access_denied" });
    const accountId = form.get("login") ?? "";
    const grant = new provider.Grant({ accountId, clientId: String(params.client_id) });
    grant.addOIDCScope(String(params.scope));
    const result = { login: { accountId, remember: false }, consent: { grantId: await grant.save() } };
    return provider.interactionFinished(request, answer, result);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = {
    EVENHAND_OIDC_ISSUER: issuer,
    EVENHAND_OIDC_CLIENT_ID: CLIENT.client_id,
    EVENHAND_OIDC_CLIENT_SECRET: CLIENT.client_secret,
    EVENHAND_OIDC_ALLOW_LOOPBACK: "on",
  };
  const serve = (portal: string) => {
    provider = new Provider(issuer, {
      clients: [{ ...CLIENT, redirect_uris: [`${portal}/login/sign-on/return`] }],
      claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
      cookies: { keys: ["only a test"] },
      features: { devInteractions: { enabled: false } },
      findAccount: (_, sub) => (people.has(sub) ? { accountId: sub, claims: () => ({ sub, ...people.get(sub) }) } : undefined),
      interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
      pkce: { required: () => true },
      ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    });
  };
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { issuer, settings, people, serve, stop };
}
