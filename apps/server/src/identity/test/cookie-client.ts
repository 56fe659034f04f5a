interface Cookie {
  name: string;
  value: string;
  host: string;
  path: string;
}

/** A browser without script: keeps cookies by host and path, follows nothing by itself. */
export class CookieClient {
  #cookies: Cookie[] = [];

  async get(url: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.#send(url, { headers });
  }

  async post(
    url: string,
    form: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return this.#send(url, { method: 'POST', body: new URLSearchParams(form), headers });
  }

  /** Follows redirections by GET until an answer that is none, or until `stop` says so of a location. */
  async follow(
    response: Response,
    stop: (location: URL) => boolean = () => false,
  ): Promise<Response & { location?: URL }> {
    let current = response;
    for (let hop = 0; hop < 12; hop += 1) {
      const location = current.headers.get('location');
      if (!location) return current;
      const target = new URL(location, current.url);
      if (stop(target)) return Object.assign(current, { location: target });
      current = await this.get(target.href);
    }
    throw new Error('Too many redirections.');
  }

  cookieNames(): string[] {
    return this.#cookies.map(({ name }) => name);
  }

  async #send(url: string, init: RequestInit & { headers: Record<string, string> }): Promise<Response> {
    const { host, pathname } = new URL(url);
    const cookie = this.#cookies
      .filter(
        (one) => one.host === host && `${pathname}/`.startsWith(one.path === '/' ? '/' : `${one.path}/`),
      )
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, ...(cookie && { cookie }) },
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line, host);
    return response;
  }

  #keep(line: string, host: string): void {
    const [pair = '', ...attributes] = line.split('; ');
    const name = pair.slice(0, pair.indexOf('='));
    const value = pair.slice(pair.indexOf('=') + 1);
    const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/';
    const expires = attributes.find((one) => /^expires=/i.test(one))?.slice(8);
    this.#cookies = this.#cookies.filter(
      (one) => one.name !== name || one.path !== path || one.host !== host,
    );
    const over = expires !== undefined && Date.parse(expires) <= Date.now();
    if (!over && value) this.#cookies.push({ name, value, host, path });
  }
}
