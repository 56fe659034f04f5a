import { StartError } from '../config.ts';

/** The bearer token is missing, forged, expired or not for us: HTTP 401. */
export class InvalidTokenError extends Error {
  readonly status = 401;
  readonly code = 'invalid_token';

  constructor(reason: string) {
    super(`Jeton d’accès refusé : ${reason}`);
    this.name = 'InvalidTokenError';
  }
}

/** Sign-in is configured in a way that cannot work or is not allowed; the message is for the operator. */
export class IdentitySettingsError extends StartError {
  override name = 'IdentitySettingsError';
}
