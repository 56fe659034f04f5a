import * as client from 'openid-client';
import { IdentitySettingsError } from './errors.ts';
import type { FederatedProfile } from './holders.ts';
import type { IdentityStore, SignInSettings } from './types.ts';

export type FederatedSettings = Extract<SignInSettings, { kind: 'federated' }>;

export interface FederatedStart {
  /** The form this sign-in belongs to; the answer is accepted for no other. */
  interaction_uid: string;
  /** Ask the provider for the password again. */
  fresh: boolean;
  login_hint: string | undefined;
}

export interface FederatedAnswer {
  profile: FederatedProfile;
  /** Kept to end the provider's session at logout. */
  id_token: string | undefined;
}

/** Sign-in at the company's own provider. */
export interface Federation {
  start(start: FederatedStart): Promise<URL>;
  /** The form that a returning `state` belongs to. */
  interactionOf(state: string): Promise<string | undefined>;
  /** Exchanges the answer. Rejects when it is not the one asked for, or when the provider refused. */
  complete(interactionUid: string, query: string): Promise<FederatedAnswer>;
  /** Where to end the provider's session; undefined when it has no such page. */
  logoutUrl(idToken: string, returnTo: string): Promise<URL | undefined>;
}

const PENDING = 'FederatedPending';
const PENDING_MINUTES = 60;

/** The provider refused, or the person cancelled there. */
export class FederatedRefusal extends Error {
  readonly error: string;

  constructor(error: string, description: string | undefined) {
    super(description ?? error);
    this.name = 'FederatedRefusal';
    this.error = error;
  }
}

export function createFederation(
  settings: FederatedSettings,
  origin: string,
  store: IdentityStore,
): Federation {
  const configuration = lazily(() => discover(settings));
  const callback = `${origin}/idp/callback`;
  return {
    async start({ interaction_uid, fresh, login_hint }) {
      const state = client.randomState();
      const nonce = client.randomNonce();
      const verifier = client.randomPKCECodeVerifier();
      const url = client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: callback,
        scope: settings.scope ?? 'openid profile email',
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        ...(fresh && { prompt: 'login' }),
        ...(login_hint && { login_hint }),
      });
      const expires_at = new Date(Date.now() + PENDING_MINUTES * 60_000);
      const payload = { interaction_uid, nonce, verifier };
      await store.upsert(PENDING, state, { payload, grant_id: null, uid: null, expires_at });
      return url;
    },
    async interactionOf(state) {
      const pending = await store.find(PENDING, state);
      return typeof pending?.interaction_uid === 'string' ? pending.interaction_uid : undefined;
    },
    async complete(interactionUid, query) {
      const answer = new URL(`${callback}?${query}`);
      const state = answer.searchParams.get('state') ?? '';
      const pending = await store.take(PENDING, state);
      if (pending?.interaction_uid !== interactionUid) throw new FederatedRefusal('invalid_state', undefined);
      const error = answer.searchParams.get('error');
      if (error) throw new FederatedRefusal(error, answer.searchParams.get('error_description') ?? undefined);
      const config = await configuration();
      const tokens = await client.authorizationCodeGrant(config, answer, {
        expectedState: state,
        expectedNonce: String(pending.nonce),
        pkceCodeVerifier: String(pending.verifier),
        idTokenExpected: true,
      });
      return { profile: await profileOf(config, tokens, settings), id_token: tokens.id_token };
    },
    async logoutUrl(idToken, returnTo) {
      const config = await configuration();
      if (!config.serverMetadata().end_session_endpoint) return undefined;
      return client.buildEndSessionUrl(config, {
        id_token_hint: idToken,
        post_logout_redirect_uri: returnTo,
      });
    },
  };
}

async function discover(settings: FederatedSettings): Promise<client.Configuration> {
  const issuer = new URL(settings.issuer);
  try {
    return await client.discovery(
      issuer,
      settings.client_id,
      settings.client_secret,
      settings.client_secret ? undefined : client.None(),
      { timeout: 10, ...(issuer.protocol === 'http:' && { execute: [client.allowInsecureRequests] }) },
    );
  } catch (error) {
    throw new IdentitySettingsError(
      `Le fournisseur d’identité ${settings.issuer} ne répond pas comme prévu : ${error instanceof Error ? error.message : error}`,
    );
  }
}

/** Claims of the ID token, completed by /userinfo when the provider keeps the e-mail for it. */
async function profileOf(
  config: client.Configuration,
  tokens: client.TokenEndpointResponse & client.TokenEndpointResponseHelpers,
  settings: FederatedSettings,
): Promise<FederatedProfile> {
  const claims = tokens.claims();
  if (!claims) throw new FederatedRefusal('invalid_token', 'ID token missing');
  const more =
    claims.email === undefined && config.serverMetadata().userinfo_endpoint
      ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
      : undefined;
  const email = more?.email ?? claims.email;
  const verified = more?.email === undefined ? claims.email_verified : more.email_verified;
  const name = claims.name ?? more?.name;
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: typeof email === 'string' ? email : undefined,
    email_proved: verified === true || settings.trust_email === true,
    name: typeof name === 'string' ? name : undefined,
  };
}

/** Runs once when first needed; a failure is forgotten, so that the next caller tries again. */
function lazily<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
