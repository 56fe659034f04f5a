import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dismissNotification, notificationStore } from '../notifications.ts';
import { api, filenameOf, quietApi } from './client.ts';
import { connectSession } from './transport.ts';

/** Answers of the network, in order; the last one repeats. */
function answer(...responses: { status: number; body: string }[]) {
  let call = 0;
  return vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    const given = responses[Math.min(call, responses.length - 1)];
    call += 1;
    return new Response(given?.body ?? '', { status: given?.status ?? 200 });
  });
}

describe('the two API clients', () => {
  const onForbidden = vi.fn();
  const getToken = vi.fn(async ({ fresh }: { fresh: boolean }) => (fresh ? 'fresh' : 'old'));

  const outsideOf = vi.fn((_covers: string, _project?: string): string | null => null);
  const lackOf = vi.fn((_permissions: readonly string[]): string | null => null);

  beforeEach(() => connectSession({ getToken, onForbidden, lackOf, outsideOf }));
  afterEach(() => {
    dismissNotification();
    vi.restoreAllMocks();
    onForbidden.mockReset();
    lackOf.mockReset();
    outsideOf.mockReset();
  });

  it('[ERR-01] the first notifies a failure, the second does not, and both reject', async () => {
    answer({ status: 500, body: '{"error":"Boum","code":"internal"}' });
    await expect(quietApi.call('projects.list', {})).rejects.toMatchObject({ status: 500, code: 'internal' });
    expect(notificationStore.get().show).toBe(false);
    await expect(api.call('projects.list', {})).rejects.toMatchObject({ message: 'Boum' });
    expect(notificationStore.get().show).toBe(true);
  });

  it('an act on a whole project of which the user reaches a part is said in place, and not sent', async () => {
    const sent = vi.spyOn(globalThis, 'fetch');
    outsideOf.mockImplementation((covers, id) => (covers === 'project' && id === 'p' ? 'En partie.' : null));
    const asked = quietApi.call('rules.process', { params: { id: 'p' } });
    await expect(asked).rejects.toMatchObject({ code: 'not_allowed', message: 'En partie.' });
    expect(sent).not.toHaveBeenCalled();
  });

  it('a call that the user is known not to be allowed is said in place, and not sent', async () => {
    const sent = vi.spyOn(globalThis, 'fetch');
    lackOf.mockImplementation((permissions) => (permissions.includes('canImport') ? 'Non.' : null));
    await expect(api.call('imports.cancel', { params: { id: 'i' } })).rejects.toMatchObject({
      code: 'not_allowed',
    });
    expect(sent).not.toHaveBeenCalled();
    expect(onForbidden).not.toHaveBeenCalled();
    expect(notificationStore.get().msg).toBe('Non.');
  });

  it("[ERR-02] the notification is the answer's error field", async () => {
    answer({ status: 500, body: '{"error":"Boum"}' });
    await expect(api.call('projects.list', {})).rejects.toThrow();
    expect(notificationStore.get().msg).toBe('Boum');
  });

  it.each(['', '{}', '<html>', '{"error":12}'])(
    '[ERR-03] without an error field (%s) it is the unknown error',
    async (body) => {
      answer({ status: 500, body });
      await expect(api.call('projects.list', {})).rejects.toThrow();
      expect(notificationStore.get()).toMatchObject({
        msg: "Une erreur inconnue s'est produite",
        options: { color: 'error', timeout: null },
      });
    },
  );

  it('[GUARD-05] a 403 goes to the session, whichever client made the call, and is not notified', async () => {
    answer({ status: 403, body: '{"error":"Accès refusé","code":"forbidden"}' });
    await expect(quietApi.call('projects.list', {})).rejects.toThrow();
    await expect(api.call('projects.list', {})).rejects.toThrow();
    expect(onForbidden).toHaveBeenCalledTimes(2);
    expect(notificationStore.get().show).toBe(false);
  });

  it('a 403 of who has just lost the right is said in place, whichever of her calls learns it; one of who had none is not', async () => {
    let rights = 'before';
    const renewRights = vi.fn(async () => {
      rights = 'after';
    });
    connectSession({ getToken, onForbidden, lackOf, outsideOf, rights: () => rights, renewRights });
    answer({ status: 403, body: '{"error":"Vous ne voyez qu’une partie.","code":"forbidden"}' });
    const refused = { code: 'not_allowed', message: 'Vous ne voyez qu’une partie.' };
    const calls = await Promise.allSettled([
      quietApi.call('projects.list', {}),
      quietApi.call('lessons.list', {}),
    ]);
    expect(calls).toMatchObject([{ reason: refused }, { reason: refused }]);
    expect(onForbidden).not.toHaveBeenCalled();
    await expect(quietApi.call('projects.list', {})).rejects.toMatchObject({ code: 'forbidden' });
    expect(onForbidden).toHaveBeenCalledTimes(1);
    // What reads the rights does not wait for itself.
    renewRights.mockClear();
    await expect(quietApi.call('me.get', {})).rejects.toMatchObject({ status: 403 });
    expect(renewRights).not.toHaveBeenCalled();
  });

  it('a 401 is tried once more with a fresh token', async () => {
    const fetched = answer({ status: 401, body: '{}' }, { status: 200, body: '{"data":[]}' });
    await expect(quietApi.call('projects.list', {})).resolves.toEqual({ data: [] });
    const tokens = fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('authorization'));
    expect(tokens).toEqual(['Bearer old', 'Bearer fresh']);
  });

  it('a second 401 is an error', async () => {
    const fetched = answer({ status: 401, body: '{"error":"Session expirée"}' });
    await expect(quietApi.call('projects.list', {})).rejects.toThrow('Session expirée');
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  it('no answer at all says that the server does not answer', async () => {
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(quietApi.call('projects.list', {})).rejects.toMatchObject({ status: 0, code: 'network' });
  });
});

describe('file names', () => {
  it.each([
    ['attachment; filename="démarques.csv"', 'démarques.csv'],
    ["attachment; filename=x.csv; filename*=UTF-8''d%C3%A9marques.xlsx", 'démarques.xlsx'],
    [null, null],
    ['attachment', null],
  ])('[IMPEX-02] reads the name of the file in %s', (header, name) => {
    expect(filenameOf(header)).toBe(name);
  });
});
