import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SignInClient } from './sign-in-client.ts';
import {
  answerSilently,
  createTestProvider,
  failure,
  heldLock,
  openClient,
  openTestPopup,
  postAnswer,
  resetPage,
  signInByPopup,
  silentFrame,
  type TestProvider,
  testLocks,
  until,
} from './test/test-provider.ts';

const timers = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] as const;
const cookie = 'auth0.palier-web.is.authenticated';

let provider: TestProvider;
beforeEach(() => {
  provider = createTestProvider();
});
afterEach(resetPage);

const signIn = (client: SignInClient, answer: Record<string, unknown> = {}) =>
  signInByPopup(provider, client, answer);

const now = () => Math.floor(Date.now() / 1000);

describe('the sign-in window', () => {
  it('[AUTH-04] is 400 by 600', async () => {
    const { popup, features } = openTestPopup();
    const done = openClient().popup();
    postAnswer(provider, await until(() => popup.location.href));
    await done;
    expect(features()).toMatch(/width=400,height=600/);
    expect(popup.closed).toBe(true);
  });

  it('[AUTH-05] gives up after 60 s, and closes', async () => {
    vi.useFakeTimers({ toFake: [...timers] });
    const { popup } = openTestPopup();
    const failed = failure(openClient().popup());
    await until(() => popup.location.href);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(popup.closed).toBe(false);
    await vi.advanceTimersByTimeAsync(1_500);
    expect((await failed).code).toBe('timeout');
    expect(popup.closed).toBe(true);
  });

  it('[ERR-12] closed by the user is an error of its own', async () => {
    vi.useFakeTimers({ toFake: [...timers] });
    const { popup } = openTestPopup();
    const failed = failure(openClient().popup());
    await until(() => popup.location.href);
    popup.close();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(await failed).toMatchObject({ code: 'cancelled', message: 'Popup closed' });
  });

  it('that the browser blocked is an error of its own', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null);
    expect((await failure(openClient().popup())).code).toBe('popup_open');
  });

  it('[AUTH-28] an answer with another state is refused', async () => {
    const error = await failure(signIn(openClient(), { state: 'autre' }));
    expect(error.message).toBe('Invalid state');
    expect(provider.exchanges).toHaveLength(0);
  });

  it('[ERR-08] access_denied is an error there', async () => {
    const answer = { error: 'access_denied', error_description: 'Connexion annulée' };
    expect((await failure(signIn(openClient(), answer))).code).toBe('access_denied');
  });
});

describe('the token request', () => {
  it('[AUTH-15] is tried three times when the network fails', async () => {
    provider.answer = () => Promise.reject(new TypeError('Failed to fetch'));
    const error = await failure(signIn(openClient()));
    expect(provider.exchanges).toHaveLength(3);
    expect(error.code).toBe('unavailable');
  });

  it('[ERR-13] refused without a code is request_error', async () => {
    provider.answer = () => Response.json({}, { status: 500 });
    expect((await failure(signIn(openClient()))).code).toBe('request_error');
    expect(provider.exchanges).toHaveLength(1);
  });

  it('[ERR-09] mfa_required carries the token that continues the sign-in', async () => {
    provider.answer = () => Response.json({ error: 'mfa_required', mfa_token: 't' }, { status: 403 });
    expect(await failure(signIn(openClient()))).toMatchObject({ code: 'mfa_required', mfa_token: 't' });
  });

  it('[AUTH-31][ERR-14] gives up after 10 s, three times', async () => {
    vi.useFakeTimers({ toFake: [...timers] });
    provider.answer = () => new Promise(() => undefined);
    const failed = failure(signIn(openClient()));
    await until(() => provider.exchanges.length === 1);
    await vi.advanceTimersByTimeAsync(9_900);
    expect(provider.exchanges).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(provider.exchanges).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await failed).toMatchObject({ code: 'timeout', message: 'Timeout when executing fetch' });
  });
});

describe('the silent renewal', () => {
  it('[AUTH-13][AUTH-14] asks in an iframe, without a prompt, with PKCE and by web message', async () => {
    const token = openClient().getToken({ fresh: false });
    const asked = await answerSilently(provider);
    expect(Object.fromEntries(asked)).toMatchObject({
      prompt: 'none',
      response_mode: 'web_message',
      response_type: 'code',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      redirect_uri: window.location.origin,
      audience: 'urn:palier:api',
    });
    expect(await token).toBe('access-1');
  });

  it('[AUTH-33] reuses a token until 60 s before its end', async () => {
    const client = openClient();
    provider.expires_in = 900;
    await signIn(client);
    const start = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: start + (900 - 63) * 1000 });
    expect(await client.getToken({ fresh: false })).toBe('access-1');
    vi.setSystemTime(start + (900 - 57) * 1000);
    const renewed = client.getToken({ fresh: false });
    await answerSilently(provider);
    expect(await renewed).toBe('access-2');
  });

  it('[AUTH-35] a token ends with the ID token when that comes first', async () => {
    const client = openClient();
    provider.expires_in = 3600;
    provider.claims = { exp: now() + 600 };
    await signIn(client);
    const start = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: start + (600 - 63) * 1000 });
    expect(await client.getToken({ fresh: false })).toBe('access-1');
    vi.setSystemTime(start + (600 - 57) * 1000);
    provider.claims = {};
    const renewed = client.getToken({ fresh: false });
    await answerSilently(provider);
    expect(await renewed).toBe('access-2');
  });

  it('calls made together share one renewal', async () => {
    const client = openClient();
    const tokens = Promise.all([1, 2, 3].map(() => client.getToken({ fresh: false })));
    await answerSilently(provider);
    expect(await tokens).toEqual(['access-1', 'access-1', 'access-1']);
    expect(provider.exchanges).toHaveLength(1);
  });

  it('[AUTH-12] login_required forgets the session here, without going to the provider’s logout', async () => {
    const client = openClient();
    await signIn(client);
    expect(document.cookie).toContain(cookie);
    const failed = failure(client.getToken({ fresh: true }));
    await answerSilently(provider, { error: 'login_required', error_description: 'Login required' });
    expect((await failed).code).toBe('login_required');
    await until(() => !document.cookie.includes(cookie));
    expect(await client.getUser()).toBeUndefined();
    expect(window.location.pathname).toBe('/');
  });

  it.each([
    'login_required',
    'consent_required',
    'interaction_required',
    'account_selection_required',
    'access_denied',
  ])('[ERR-07] %s is recognised by its code', async (code) => {
    const failed = failure(openClient().getToken({ fresh: false }));
    await answerSilently(provider, { error: code });
    expect((await failed).code).toBe(code);
  });

  it('[ERR-11] an iframe that never answers is a time-out', async () => {
    vi.useFakeTimers({ toFake: [...timers] });
    const failed = failure(openClient().getToken({ fresh: false }));
    await silentFrame();
    await vi.advanceTimersByTimeAsync(15_500);
    expect((await failed).code).toBe('timeout');
  });

  it('[AUTH-32] waits 5 s for the lock of another tab, ten times at most', async () => {
    vi.useFakeTimers({ toFake: [...timers] });
    const waits: number[] = [];
    testLocks.request = async (...args) => {
      const start = performance.now();
      return heldLock(...args).finally(() => waits.push(performance.now() - start));
    };
    const failed = failure(openClient().getToken({ fresh: false }));
    for (let attempt = 0; attempt < 12; attempt += 1) await vi.advanceTimersByTimeAsync(5_001);
    expect((await failed).code).toBe('timeout');
    expect(waits).toHaveLength(10);
    for (const wait of waits) expect(wait).toBeCloseTo(5000, -1);
  });

  it('[AUTH-32] takes the token when the lock is released meanwhile', async () => {
    vi.useFakeTimers({ toFake: [...timers] });
    let attempts = 0;
    testLocks.request = (key, options, work) => {
      attempts += 1;
      return attempts > 2 ? work({}) : heldLock(key, options, work);
    };
    const token = openClient().getToken({ fresh: false });
    await vi.advanceTimersByTimeAsync(5_001);
    await vi.advanceTimersByTimeAsync(5_001);
    await answerSilently(provider);
    expect(await token).toBe('access-1');
  });
});

describe('the callback', () => {
  it('[AUTH-30] without query is an error', async () => {
    expect((await openClient().handleCallback()).error?.message).toMatch(/no query params/i);
  });

  it('[AUTH-28] with a state that was never asked for is Invalid state', async () => {
    window.history.replaceState({}, '', '/?code=c&state=s');
    const { error } = await openClient().handleCallback();
    window.history.replaceState({}, '', '/');
    expect(error?.message).toBe('Invalid state');
  });
});

describe('logout', () => {
  it('[AUTH-29] refuses federated and localOnly together, and goes nowhere', async () => {
    const client = openClient();
    await signIn(client);
    const error = await failure(client.logout({ federated: true, localOnly: true }));
    expect(error.message).toContain('It is invalid to set both');
    expect(await client.getUser()).toBeDefined();
  });

  it('localOnly forgets the session here alone', async () => {
    const client = openClient();
    await signIn(client);
    await client.logout({ localOnly: true });
    expect(await client.getUser()).toBeUndefined();
    expect(document.cookie).not.toContain(cookie);
  });
});

describe('[ERR-10] a refresh without refresh token', () => {
  it('is missing_refresh_token, and means only that nobody is signed in', async () => {
    const { MissingRefreshTokenError } = await import('@auth0/auth0-spa-js');
    const { isRecoverable, toSessionError } = await import('./session-error.ts');
    const error = toSessionError(new MissingRefreshTokenError('urn:palier:api', 'openid'));
    expect(error.code).toBe('missing_refresh_token');
    expect(isRecoverable(error)).toBe(true);
  });
});
