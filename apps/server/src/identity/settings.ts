import { IdentitySettingsError } from './errors.ts';
import type { IdentitySettings, SignInSettings } from './types.ts';

/** Client and audience of the embedded broker. */
export const CLIENT_ID = 'palier-web';
export const AUDIENCE = 'urn:palier:api';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads how people sign in from the environment: PALIER_OIDC_ISSUER, _CLIENT_ID, _CLIENT_SECRET, _SCOPE and
 * _TRUST_EMAIL for the company's provider; PALIER_AUTH0_DOMAIN, _CLIENT_ID, _AUDIENCE and _ORGANIZATION for a tenant;
 * demo users when neither is set, with PALIER_DEMO_PASSWORD. PALIER_SIGN_IN_MAX_AGE (seconds) goes with all.
 * @throws IdentitySettingsError with one French sentence.
 */
export function readSignInSettings(environment: Environment): SignInSettings {
  const { PALIER_OIDC_ISSUER: issuer, PALIER_AUTH0_DOMAIN: domain } = environment;
  if (issuer && domain) {
    throw new IdentitySettingsError(
      'PALIER_OIDC_ISSUER et PALIER_AUTH0_DOMAIN ne vont pas ensemble : gardez l’un des deux.',
    );
  }
  const max_age = readMaxAge(environment.PALIER_SIGN_IN_MAX_AGE);
  const signIn = domain
    ? direct(domain, environment)
    : issuer
      ? readFederated(issuer, environment)
      : demo(environment);
  return { ...signIn, ...(max_age !== undefined && { max_age }) };
}

function direct(domain: string, environment: Environment): SignInSettings {
  const organization = environment.PALIER_AUTH0_ORGANIZATION;
  return {
    kind: 'direct',
    domain: domain.replace(/^https:\/\//, '').replace(/\/+$/, ''),
    client_id: requireSetting(environment, 'PALIER_AUTH0_CLIENT_ID'),
    audience: requireSetting(environment, 'PALIER_AUTH0_AUDIENCE'),
    ...(organization && { organization }),
  };
}

function readFederated(issuer: string, environment: Environment): SignInSettings {
  const { PALIER_OIDC_CLIENT_SECRET: client_secret, PALIER_OIDC_SCOPE: scope } = environment;
  return {
    kind: 'federated',
    issuer,
    client_id: requireSetting(environment, 'PALIER_OIDC_CLIENT_ID'),
    ...(client_secret && { client_secret }),
    ...(scope && { scope }),
    trust_email: isYes(environment.PALIER_OIDC_TRUST_EMAIL),
  };
}

function demo({ PALIER_DEMO_PASSWORD }: Environment): SignInSettings {
  const password = PALIER_DEMO_PASSWORD?.trim();
  if (password && password.length < 8) {
    throw new IdentitySettingsError('PALIER_DEMO_PASSWORD doit avoir au moins 8 caractères.');
  }
  return { kind: 'demo', ...(password && { password }) };
}

function readMaxAge(text: string | undefined): number | undefined {
  if (!text) return undefined;
  if (!/^[1-9]\d{1,8}$/.test(text)) {
    throw new IdentitySettingsError('PALIER_SIGN_IN_MAX_AGE attend un nombre de secondes, au moins 10.');
  }
  return Number(text);
}

function isYes(text: string | undefined): boolean {
  return ['1', 'true', 'oui'].includes(text ?? '');
}

function requireSetting(environment: Environment, name: string): string {
  const value = environment[name];
  if (!value)
    throw new IdentitySettingsError(`Il manque la variable ${name} pour la connexion des utilisateurs.`);
  return value;
}

/** Refuses settings that would be unsafe or could never work. */
export function checkSettings(settings: IdentitySettings): void {
  const { sign_in: signIn, production } = settings;
  if (signIn.kind === 'demo' && production) {
    throw new IdentitySettingsError(
      'Les utilisateurs de démonstration sont refusés en production : réglez PALIER_OIDC_ISSUER pour passer par votre fournisseur d’identité.',
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
