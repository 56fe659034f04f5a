import { IncomingMessage } from 'node:http';
import { brokenCharacter } from '../http/broken-text.ts';
import { RequestError, readBytes } from './request.ts';

const TOKEN_PATH = '/oauth/token';

// No text of sign-in has a NUL: no record of ours has one, and the database takes none.

/** @throws RequestError 400 */
export function checkAddress({ url = '' }: Pick<IncomingMessage, 'url'>): void {
  refuseBroken(url);
}

/** @throws RequestError 400, 413 */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  return refuseBroken((await readBytes(request)).toString('utf8'));
}

/**
 * A request as oidc-provider reads it, once its form is checked. JSON for the token endpoint is rewritten as a form, the
 * only thing it takes.
 * @throws RequestError 400, 413
 */
export async function asFormRequest(request: IncomingMessage): Promise<IncomingMessage> {
  if (request.method !== 'POST') return request;
  const bytes = await readBytes(request);
  const form = isJsonForTokens(request) ? Buffer.from(formOf(bytes.toString('utf8'))) : bytes;
  refuseBroken(form.toString('utf8'));
  return rewritten(request, form);
}

const isJsonForTokens = (request: IncomingMessage): boolean =>
  addressOf(request).path === TOKEN_PATH &&
  /^application\/json\b/i.test(request.headers['content-type'] ?? '');

/** The path of a request, and what follows its question mark. */
export function addressOf({ url = '/' }: Pick<IncomingMessage, 'url'>): { path: string; query: string } {
  const at = url.indexOf('?');
  return at < 0 ? { path: url, query: '' } : { path: url.slice(0, at), query: url.slice(at + 1) };
}

/** @throws RequestError in letters that OAuth allows in its descriptions */
function refuseBroken(encoded: string): URLSearchParams {
  const fields = new URLSearchParams(encoded);
  for (const text of [...fields].flat()) {
    const character = brokenCharacter(text);
    if (character) throw new RequestError(400, `Signe interdit dans la demande : ${character}.`);
  }
  return fields;
}

/** The same request with this form, to be read from its first byte. */
function rewritten(request: IncomingMessage, form: Buffer): IncomingMessage {
  const copy = new IncomingMessage(request.socket);
  copy.method = request.method;
  copy.url = request.url;
  copy.httpVersion = request.httpVersion;
  copy.headers = {
    ...request.headers,
    ...(isJsonForTokens(request) && {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(form.length),
    }),
  };
  // Otherwise its end would count as a broken request, and close the connection.
  copy.complete = true;
  copy.push(form);
  copy.push(null);
  return copy;
}

/** Anything but an object of texts becomes an empty form, which the endpoint refuses in its own words. */
function formOf(text: string): string {
  try {
    const body: unknown = JSON.parse(text);
    if (body === null || typeof body !== 'object' || Array.isArray(body)) return '';
    return new URLSearchParams(
      Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ).toString();
  } catch {
    return '';
  }
}
