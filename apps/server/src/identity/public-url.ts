import type { IncomingMessage } from 'node:http';

/**
 * Cookies and redirects are bound to one address. A page opened under another name (127.0.0.1, the machine's name)
 * must move there first. Only pages are moved, not calls by programs; and behind a proxy, which rewrites Host as it
 * likes, none is: this server speaks no TLS, so an https address has a proxy in front.
 */
export function redirectToPublicUrl(request: IncomingMessage, origin: string): string | undefined {
  const { host, via, forwarded, accept = '' } = request.headers;
  if (request.method !== 'GET' || !accept.includes('text/html')) return undefined;
  const proxied =
    via ?? forwarded ?? request.headers['x-forwarded-for'] ?? request.headers['x-forwarded-host'];
  if (!host || proxied || origin.startsWith('https:') || host === new URL(origin).host) return undefined;
  return new URL(request.url ?? '/', origin).origin === origin
    ? `${origin}${request.url ?? '/'}`
    : `${origin}/`;
}

/** Makes oidc-provider see every request at the public address, whatever Host or proxy headers were sent. */
export function pinToPublicUrl(request: IncomingMessage, origin: string): void {
  const { protocol, host } = new URL(origin);
  request.headers.host = host;
  request.headers['x-forwarded-host'] = host;
  request.headers['x-forwarded-proto'] = protocol.slice(0, -1);
}
