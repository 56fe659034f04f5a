import type { IncomingMessage, ServerResponse } from 'node:http';
import { createLocalJWKSet, createRemoteJWKSet } from 'jose';
import { verifyBearer } from './bearer.ts';
import { createBroker } from './broker.ts';
import { DEMO_USERS } from './demo-users.ts';
import { createEndedGrants } from './ended-grants.ts';
import { IdentitySettingsError, InvalidTokenError } from './errors.ts';
import { redirectToPublicUrl } from './public-url.ts';
import { sendJson } from './request.ts';
import { issueScriptToken } from './script-token.ts';
import { loadDemoPassword, loadKeys, publicKeySet } from './secrets.ts';
import { AUDIENCE, CLIENT_ID, checkSettings } from './settings.ts';
import type { BrowserSettings, Identity, IdentityDependencies } from './types.ts';

const BROKER_PATHS = /^\/(authorize|oauth|v2|idp|userinfo|oidc|\.well-known)(\/|\?|$)/;
const BROWSER_SETTINGS_PATH = /^\/idp\/config\.json(\?|$)/;

/**
 * Sign-in: the embedded broker, or an Auth0 tenant when so configured, and the check of bearer tokens.
 * @throws IdentitySettingsError with one French sentence for the operator.
 */
export async function createIdentity(dependencies: IdentityDependencies): Promise<Identity> {
  checkSettings(dependencies.settings);
  const { sign_in: signIn } = dependencies.settings;
  return signIn.kind === 'direct' ? createDirect(dependencies, signIn) : createEmbedded(dependencies);
}

async function createEmbedded(dependencies: IdentityDependencies): Promise<Identity> {
  const { settings } = dependencies;
  const origin = new URL(settings.public_url).origin;
  const keys = await loadKeys(settings.data_folder);
  const password =
    settings.sign_in.kind === 'demo'
      ? await loadDemoPassword(settings.data_folder, settings.sign_in.password)
      : undefined;
  const ended = createEndedGrants(dependencies.store);
  const broker = createBroker({ dependencies, origin, keys, ended, password });
  const rules = { issuer: `${origin}/`, audience: AUDIENCE, keys: createLocalJWKSet(publicKeySet(keys)) };

  return {
    owns: (url) => BROKER_PATHS.test(url),
    async handle(request, response, address) {
      if (BROWSER_SETTINGS_PATH.test(request.url ?? '')) {
        const { max_age } = settings.sign_in;
        const shared = { domain: '', client_id: CLIENT_ID, audience: AUDIENCE };
        sendBrowserSettings(response, { ...shared, ...(max_age && { max_age }) });
        return;
      }
      await broker(request, response, address);
    },
    async verify(token) {
      const verified = await verifyBearer(token, rules);
      const { grant_id } = verified;
      if (grant_id !== undefined && (await ended.has(grant_id)))
        throw new InvalidTokenError('la session est terminée');
      return verified;
    },
    issueToken: (account, lifetime_seconds) =>
      issueScriptToken({ origin, keys, account, production: settings.production, lifetime_seconds }),
    redirectToPublicUrl: (request) => redirectToPublicUrl(request, origin),
    external_origins: [],
    demoSignIn:
      password === undefined ? undefined : { password, emails: DEMO_USERS.map(({ email }) => email) },
  };
}

function createDirect(
  { settings }: IdentityDependencies,
  signIn: Extract<IdentityDependencies['settings']['sign_in'], { kind: 'direct' }>,
): Identity {
  const issuer = `https://${signIn.domain}/`;
  const rules = {
    issuer,
    audience: signIn.audience,
    keys: createRemoteJWKSet(new URL('.well-known/jwks.json', issuer)),
  };
  const origin = new URL(settings.public_url).origin;
  return {
    owns: (url) => BROWSER_SETTINGS_PATH.test(url),
    async handle(_request: IncomingMessage, response) {
      const { kind: _, ...shared } = signIn;
      sendBrowserSettings(response, shared);
    },
    verify: (token) => verifyBearer(token, rules),
    issueToken: async () => {
      throw new IdentitySettingsError(
        'Les jetons sont émis par votre fournisseur d’identité, pas par Palier.',
      );
    },
    redirectToPublicUrl: (request) => redirectToPublicUrl(request, origin),
    external_origins: [new URL(issuer).origin],
    demoSignIn: undefined,
  };
}

function sendBrowserSettings(response: ServerResponse, settings: BrowserSettings): void {
  sendJson(response, 200, settings);
}
