import { errors, importJWK, type JWTPayload, type JWTVerifyGetKey, jwtVerify, SignJWT } from 'jose';
import { InvalidTokenError } from './errors.ts';
import type { IdentityKeys } from './secrets.ts';
import type { VerifiedToken } from './types.ts';

export interface TokenRules {
  issuer: string;
  audience: string;
  keys: JWTVerifyGetKey;
}

/**
 * Checks an access token: RS256 by one of the issuer's keys, for our audience, neither expired nor early.
 * @throws InvalidTokenError for whatever is wrong with the token itself.
 */
export async function verifyBearer(
  token: string,
  { issuer, audience, keys }: TokenRules,
): Promise<VerifiedToken> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms: ['RS256'],
      requiredClaims: ['sub', 'exp', 'iat'],
      clockTolerance: 5,
    });
    return present(payload);
  } catch (error) {
    if (!(error instanceof errors.JOSEError) || error instanceof errors.JWKSTimeout) throw error;
    throw new InvalidTokenError(reasonOf(error));
  }
}

function present(payload: JWTPayload): VerifiedToken {
  if (typeof payload.sub !== 'string' || payload.sub === '' || payload.exp === undefined) {
    throw new InvalidTokenError('titulaire absent');
  }
  // The database stores no such text: it is the subject of nothing that we know.
  if (`${payload.sub}${payload.org_id}`.includes('\u0000'))
    throw new InvalidTokenError('titulaire illisible');
  return {
    sub: payload.sub,
    org_id: text(payload.org_id),
    email: text(payload.email),
    name: text(payload.name),
    grant_id: text(payload.gid),
    expires_at: payload.exp,
  };
}

function reasonOf(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return 'il a expiré';
  if (error instanceof errors.JWTClaimValidationFailed) return `revendication « ${error.claim} » incorrecte`;
  return 'il n’est pas signé par notre service de connexion';
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export interface TokenContent {
  issuer: string;
  audience: string;
  client_id: string;
  sub: string;
  org_id: string;
  lifetime_seconds: number;
}

/** Signs an access token like those of the token endpoint. */
export async function signAccessToken(keys: IdentityKeys, content: TokenContent): Promise<string> {
  const [key] = keys.signing;
  if (!key) throw new Error('No signing key.');
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({
    azp: content.client_id,
    client_id: content.client_id,
    org_id: content.org_id,
    scope: 'api',
  })
    .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', ...(key.kid && { kid: key.kid }) })
    .setIssuer(content.issuer)
    .setAudience(content.audience)
    .setSubject(content.sub)
    .setIssuedAt(now)
    .setExpirationTime(now + content.lifetime_seconds)
    .sign(await importJWK(key, 'RS256'));
}
