import { signAccessToken } from './bearer.ts';
import { IdentitySettingsError } from './errors.ts';
import type { IdentityKeys } from './secrets.ts';
import { loadKeys } from './secrets.ts';
import { AUDIENCE, CLIENT_ID } from './settings.ts';
import type { Account, IdentitySettings } from './types.ts';

const LIFETIME_SECONDS = 3600;

export interface TokenRequest {
  origin: string;
  keys: IdentityKeys;
  account: Account;
  production: boolean;
  lifetime_seconds?: number | undefined;
}

/**
 * An access token without the sign-in page, for scripts and tests.
 * @throws IdentitySettingsError in production, where the sign-in page may not be skipped.
 */
export async function issueScriptToken({
  origin,
  keys,
  account,
  production,
  lifetime_seconds,
}: TokenRequest): Promise<string> {
  if (production) {
    throw new IdentitySettingsError(
      'Les jetons pour scripts sont refusés en production : connectez-vous par l’application.',
    );
  }
  return signAccessToken(keys, {
    issuer: `${origin}/`,
    audience: AUDIENCE,
    client_id: CLIENT_ID,
    sub: account.user_id,
    org_id: account.organization_id,
    lifetime_seconds: lifetime_seconds ?? LIFETIME_SECONDS,
  });
}

/** The same from the data folder alone, while the server runs or not.
 * @throws IdentitySettingsError */
export async function issueTokenFromFolder(
  settings: Pick<IdentitySettings, 'public_url' | 'data_folder' | 'production' | 'sign_in'>,
  account: Account,
): Promise<string> {
  if (settings.sign_in.kind !== 'demo') {
    throw new IdentitySettingsError(
      'Les jetons pour scripts sont réservés aux utilisateurs de démonstration : la connexion passe ici par un fournisseur d’identité.',
    );
  }
  const { public_url, data_folder, production } = settings;
  const keys = production ? { signing: [], cookies: [] } : await loadKeys(data_folder);
  return issueScriptToken({ origin: new URL(public_url).origin, keys, account, production });
}
