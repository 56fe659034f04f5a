import type { IncomingMessage, ServerResponse } from 'node:http';
import { readCookie } from './request.ts';

const DAYS_SECONDS = 90 * 86_400;

/** Ports of one host share their cookies. */
function cookieName(origin: string): string {
  const { port } = new URL(origin);
  return `palier.device${port && `.${port}`}`;
}

/** The mark of a browser that signed in: a random text without personal data. */
export function readDevice(request: IncomingMessage, origin: string): string | undefined {
  const value = readCookie(request, cookieName(origin));
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
}

export function rememberDevice(response: ServerResponse, device: string, origin: string): void {
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  response.appendHeader(
    'set-cookie',
    `${cookieName(origin)}=${device}; Path=/idp/login; Max-Age=${DAYS_SECONDS}; HttpOnly; SameSite=Lax${secure}`,
  );
}
