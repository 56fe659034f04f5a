import type { IdentityStore } from './types.ts';

const ENDED_GRANT = 'EndedGrant';
/** How long a grant is taken as it was last read: a token works at most so long after its logout. */
const KEEP_MS = 5000;
const MAX_KEPT = 10_000;

/** Grants that a logout ended while access tokens made from them had not expired yet, known to every process. */
export interface EndedGrants {
  /** Until their last access token expires. */
  end(grant_id: string, lifetime_seconds: number): Promise<void>;
  has(grant_id: string): Promise<boolean>;
}

export function createEndedGrants(store: IdentityStore, now: () => number = Date.now): EndedGrants {
  const known = new Map<string, { ended: boolean; until: number }>();
  const keep = (grant_id: string, ended: boolean, until: number): boolean => {
    if (known.size >= MAX_KEPT) known.clear();
    known.set(grant_id, { ended, until });
    return ended;
  };
  return {
    async end(grant_id, lifetime_seconds) {
      const expires_at = new Date(now() + lifetime_seconds * 1000);
      await store.upsert(ENDED_GRANT, grant_id, { payload: {}, grant_id: null, uid: null, expires_at });
      keep(grant_id, true, expires_at.getTime());
    },
    async has(grant_id) {
      const last = known.get(grant_id);
      if (last && last.until > now()) return last.ended;
      return keep(grant_id, (await store.find(ENDED_GRANT, grant_id)) !== undefined, now() + KEEP_MS);
    },
  };
}
