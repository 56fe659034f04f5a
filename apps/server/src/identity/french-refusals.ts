import type Provider from 'oidc-provider';
import { NO_SUCH_ADDRESS } from '../http/errors.ts';

// What oidc-provider says in English to programs. Its codes are the protocol's and stay. Sentences have the letters that
// OAuth allows in a description (RFC 6749, 5.2): no accent, no typographic sign.

const SENTENCES: Readonly<Record<string, string>> = {
  invalid_grant: "Ce code ou ce jeton n'est plus valable.",
  invalid_client: 'Application inconnue.',
  unauthorized_client: "Cette application n'a pas ce droit.",
  invalid_token: "Ce jeton n'est pas valable.",
  invalid_scope: "Cette permission n'existe pas.",
  insufficient_scope: "Ce jeton n'a pas cette permission.",
  invalid_target: "Cette audience n'est pas celle de Palier.",
  unsupported_grant_type: "Ce mode de connexion n'est pas pris en charge.",
  invalid_dpop_proof: "Cette preuve DPoP n'est pas valable.",
  server_error: "Une erreur inconnue s'est produite.",
};
const NOT_VALID = "La demande n'est pas valide.";

/** What a description says is missing. */
const MISSING: readonly [RegExp, (text: string) => string[]][] = [
  [/^missing required parameters? /, (text) => [...text.matchAll(/'(\w+)'/g)].map(([, name]) => name ?? '')],
  [/^no client authentication mechanism provided$/, () => ['client_id']],
  [/^no access token provided$/, () => ['access_token']],
];

function sentenceOf(error: string, description: string): string {
  const missing = MISSING.find(([pattern]) => pattern.test(description))?.[1](description) ?? [];
  return missing.length > 0 ? `Il manque : ${missing.join(', ')}.` : (SENTENCES[error] ?? NOT_VALID);
}

/** Words refusals in French on their way out, and answers an address that is none as the API does. */
export function refuseInFrench(provider: Provider): void {
  provider.use(async (context, next) => {
    await next();
    const { body } = context;
    if (context.status === 404 && (body === undefined || body === null)) {
      context.status = 404;
      context.body = NO_SUCH_ADDRESS;
    } else if (typeof body === 'object' && body !== null && isRefusal(body))
      context.body = { ...body, error_description: sentenceOf(body.error, body.error_description ?? '') };
  });
}

function isRefusal(body: object): body is { error: string; error_description?: string } {
  return 'error' in body && typeof body.error === 'string';
}
