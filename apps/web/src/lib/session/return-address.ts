/** Addresses that may not be returned to: they would show an old error, or run a callback again. */
const never = ['/auth-info', '/404'];

/** Keeps an address to come back to only when it is a page of this application; '/' otherwise. */
export function safeReturnAddress(address: string | undefined): string {
  if (!address || !/^\/(?![/\\])/.test(address)) return '/';
  const { origin, pathname, search, hash } = new URL(address, window.location.origin);
  if (origin !== window.location.origin || never.includes(pathname)) return '/';
  return pathname + search + hash;
}

/** Whether this address is the provider's answer: its query has a `state`. */
export function isCallback(search: string): boolean {
  return new URLSearchParams(search).has('state');
}
