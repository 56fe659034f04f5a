import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration } from 'oidc-provider';

const REALM = '/realms/mode';
const CONNECT = '/protocol/openid-connect';

export interface UpstreamUser {
  sub: string;
  email: string;
  email_verified: boolean;
  name: string;
}

export interface Upstream {
  /** On 127.0.0.1, another site than localhost. */
  issuer: string;
  client_id: string;
  client_secret: string;
  users: UpstreamUser[];
  /** Paths asked, without their query. */
  requests: string[];
  close(): Promise<void>;
}

/**
 * A company's provider shaped like Keycloak: a realm in its path, its own endpoint names, a confidential client,
 * neither web_message nor our audience. Its sign-in form takes a user's `sub` as the login.
 */
export async function startUpstream(origin: string, users: UpstreamUser[]): Promise<Upstream> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const url = request.url ?? '/';
    requests.push(url.split('?')[0] ?? url);
    if (!url.startsWith(REALM)) {
      response.writeHead(404).end();
      return;
    }
    const mounted: IncomingMessage & { originalUrl?: string } = request;
    mounted.originalUrl = url;
    mounted.url = url.slice(REALM.length) || '/';
    void handle(mounted, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}${REALM}`;
  const provider = new Provider(issuer, upstreamConfiguration(origin, users));
  const handle = provider.callback();
  return {
    issuer,
    client_id: 'palier',
    client_secret: 'un-secret-d-au-moins-trente-deux-signes',
    users,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function upstreamConfiguration(origin: string, users: UpstreamUser[]): Configuration {
  return {
    clients: [
      {
        client_id: 'palier',
        client_secret: 'un-secret-d-au-moins-trente-deux-signes',
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: [`${origin}/idp/callback`],
        post_logout_redirect_uris: [origin],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    cookies: {
      keys: ['amont'],
      names: { session: 'KC_SESSION', interaction: 'KC_LOGIN', resume: 'KC_RESUME' },
    },
    routes: {
      authorization: `${CONNECT}/auth`,
      token: `${CONNECT}/token`,
      jwks: `${CONNECT}/certs`,
      userinfo: `${CONNECT}/userinfo`,
      end_session: `${CONNECT}/logout`,
    },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    findAccount: async (_context, sub) => {
      const user = users.find((one) => one.sub === sub);
      return user && { accountId: sub, claims: async () => ({ ...user }) };
    },
    features: {
      devInteractions: { enabled: true },
      // Signed out at once, without a question: id_token_hint says who asks.
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => {
          context.body = `<!doctype html><body>${form}<script>document.forms[0].insertAdjacentHTML('beforeend','<input name=logout value=yes>');document.forms[0].submit()</script>`;
        },
      },
    },
    loadExistingGrant: async (context) => {
      const { client, session, account, provider } = context.oidc;
      if (!client || !session || !account) return undefined;
      const known = session.grantIdFor(client.clientId);
      const found = known ? await provider.Grant.find(known) : undefined;
      if (found) return found;
      const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
  };
}
