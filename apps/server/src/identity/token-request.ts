import { IncomingMessage } from 'node:http';
import { readBody } from './request.ts';

/** The token endpoint takes JSON as well as a form; oidc-provider reads forms only, so JSON is rewritten as one. */
export async function asFormRequest(request: IncomingMessage): Promise<IncomingMessage> {
  if (request.method !== 'POST' || !/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
    return request;
  const form = formOf(await readBody(request));
  const rewritten = new IncomingMessage(request.socket);
  rewritten.method = request.method;
  rewritten.url = request.url;
  rewritten.httpVersion = request.httpVersion;
  rewritten.headers = {
    ...request.headers,
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(Buffer.byteLength(form)),
  };
  // Otherwise its end would count as a broken request, and close the connection.
  rewritten.complete = true;
  rewritten.push(form);
  rewritten.push(null);
  return rewritten;
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
