import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';
import { brokenCharacter } from '../http/broken-text.ts';
import type { IdentityStore } from './types.ts';

/** Lets oidc-provider keep its objects in our store, one model by kind of object. */
export function createAdapterFactory(store: IdentityStore): AdapterFactory {
  return (model) => createAdapter(store, model);
}

function createAdapter(store: IdentityStore, model: string): Adapter {
  return {
    async upsert(id, payload, expiresIn) {
      await store.upsert(model, id, {
        payload: { ...payload },
        grant_id: payload.grantId ?? null,
        uid: payload.uid ?? null,
        expires_at: expiresIn === undefined ? null : new Date(Date.now() + expiresIn * 1000),
      });
    },
    // A client may be named inside a token, which the door does not open; a broken name is nobody's.
    find: async (id) => (brokenCharacter(id) ? undefined : asPayload(await store.find(model, id))),
    findByUid: async (uid) => asPayload(await store.findByUid(model, uid)),
    // Only the device flow has user codes, and it is off.
    findByUserCode: async () => undefined,
    consume: (id) => store.consume(model, id),
    async destroy(id) {
      await store.take(model, id);
    },
    revokeByGrantId: (grantId) => store.destroyByGrant(model, grantId),
  };
}

function asPayload(stored: Record<string, unknown> | undefined): AdapterPayload | undefined {
  return stored;
}
