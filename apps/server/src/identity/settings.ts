import { IdentitySettingsError } from './errors.ts';
import type { IdentitySettings, SignInSettings } from './types.ts';

/** Client and audience of the embedded broker. */
export const CLIENT_ID = 'palier-web';
export const AUDIENCE = 'urn:palier:api';

/**
 * Reads how people sign in from PALIER_OIDC_ISSUER, PALIER_OIDC_CLIENT_ID, PALIER_OIDC_CLIENT_SECRET,
 * PALIER_OIDC_SCOPE, PALIER_OIDC_TRUST_EMAIL, PALIER_AUTH0_DOMAIN, PALIER_AUTH0_CLIENT_ID,
 * PALIER_AUTH0_AUDIENCE and PALIER_AUTH0_ORGANIZATION; demo users when none is set, with PALIER_DEMO_PASSWORD.
 * @throws IdentitySettingsError with one French sentence.
 */
export function readSignInSettings(
  environment: Readonly<Record<string, string | undefined>>,
): SignInSettings {
  const { PALIER_OIDC_ISSUER: issuer, PALIER_AUTH0_DOMAIN: domain } = environment;
  if (issuer && domain) {
    throw new IdentitySettingsError(
      'PALIER_OIDC_ISSUER et PALIER_AUTH0_DOMAIN ne vont pas ensemble : gardez l’un des deux.',
    );
  }
  if (domain) {
    return {
      kind: 'direct',
      domain: domain.replace(/^https:\/\//, '').replace(/\/+$/, ''),
      client_id: required(environment, 'PALIER_AUTH0_CLIENT_ID'),
      audience: required(environment, 'PALIER_AUTH0_AUDIENCE'),
      ...(environment.PALIER_AUTH0_ORGANIZATION && { organization: environment.PALIER_AUTH0_ORGANIZATION }),
    };
  }
  if (!issuer) return demo(environment);
  const secret = environment.PALIER_OIDC_CLIENT_SECRET;
  const scope = environment.PALIER_OIDC_SCOPE;
  return {
    kind: 'federated',
    issuer,
    client_id: required(environment, 'PALIER_OIDC_CLIENT_ID'),
    ...(secret && { client_secret: secret }),
    ...(scope && { scope }),
    trust_email: isYes(environment.PALIER_OIDC_TRUST_EMAIL),
  };
}

function demo({
  PALIER_DEMO,
  PALIER_DEMO_PASSWORD,
}: Readonly<Record<string, string | undefined>>): SignInSettings {
  const password = PALIER_DEMO_PASSWORD?.trim();
  if (password && password.length < 8) {
    throw new IdentitySettingsError('PALIER_DEMO_PASSWORD doit avoir au moins 8 caractères.');
  }
  return { kind: 'demo', ...(password && { password }), ...(isYes(PALIER_DEMO) && { in_production: true }) };
}

function isYes(text: string | undefined): boolean {
  return ['1', 'true', 'oui'].includes(text ?? '');
}

function required(environment: Readonly<Record<string, string | undefined>>, name: string): string {
  const value = environment[name];
  if (!value)
    throw new IdentitySettingsError(`Il manque la variable ${name} pour la connexion des utilisateurs.`);
  return value;
}

/** Refuses settings that would be unsafe or could never work. */
export function checkSettings(settings: IdentitySettings): void {
  const { sign_in: signIn, production } = settings;
  if (signIn.kind === 'demo' && production && !signIn.in_production && !settings.allow_demo_in_production) {
    throw new IdentitySettingsError(
      'Les utilisateurs de démonstration sont refusés en production : réglez PALIER_OIDC_ISSUER, ou PALIER_DEMO=oui pour les accepter quand même.',
    );
  }
  if (signIn.kind !== 'federated') return;
  const issuer = URL.parse(signIn.issuer);
  if (!issuer || !['http:', 'https:'].includes(issuer.protocol)) {
    throw new IdentitySettingsError(`PALIER_OIDC_ISSUER n’est pas une adresse : ${signIn.issuer}`);
  }
  if (issuer.protocol === 'http:' && production) {
    throw new IdentitySettingsError('PALIER_OIDC_ISSUER doit commencer par https:// en production.');
  }
}
