import { createHash } from 'node:crypto';
import type { Account, AccountDirectory, IdentityStore } from './types.ts';

/** Who holds a session: an account of ours, or a person known to the company's provider alone. */
export interface Holder {
  sub: string;
  email: string | undefined;
  name: string | undefined;
  account: Account | undefined;
}

/** What a federated provider says of a person. */
export interface FederatedProfile {
  issuer: string;
  subject: string;
  email: string | undefined;
  /** The provider vouches for the e-mail, or is trusted to. */
  email_proved: boolean;
  name: string | undefined;
}

export interface Holders {
  find(sub: string): Promise<Holder | undefined>;
  /** Finds or makes the holder of a federated sign-in; answers its `sub`. */
  admit(profile: FederatedProfile): Promise<string>;
}

const LINK = 'FederatedLink';
const STRANGER = 'Stranger';
const STRANGER_DAYS = 30;

/**
 * Looks people up in the application's users and keeps which federated identity (issuer and subject) is whose.
 * A first federated sign-in is linked to the user with the same proved e-mail, and stays linked when the e-mail changes.
 */
export function createHolders(accounts: AccountDirectory, store: IdentityStore): Holders {
  const findLinked = async (key: string): Promise<Account | undefined> => {
    const link = await store.find(LINK, key);
    return typeof link?.user_id === 'string' ? accounts.findById(link.user_id) : undefined;
  };
  return {
    async find(sub) {
      const account = await accounts.findById(sub);
      if (account) return { sub, email: account.email, name: account.name, account };
      const stranger = await store.find(STRANGER, sub);
      return stranger && { sub, email: text(stranger.email), name: text(stranger.name), account: undefined };
    },
    async admit(profile) {
      const key = federatedKey(profile);
      const known = await findLinked(key);
      if (known) return known.user_id;
      const account =
        profile.email && profile.email_proved ? await accounts.findByEmail(profile.email) : undefined;
      if (account) {
        await store.upsert(LINK, key, record({ user_id: account.user_id }, null));
        return account.user_id;
      }
      const sub = `${profile.issuer}|${profile.subject}`;
      const until = new Date(Date.now() + STRANGER_DAYS * 86_400_000);
      await store.upsert(STRANGER, sub, record({ email: profile.email, name: profile.name }, until));
      return sub;
    },
  };
}

function federatedKey({ issuer, subject }: FederatedProfile): string {
  return createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('base64url');
}

function record(payload: Record<string, unknown>, expiresAt: Date | null) {
  return { payload, grant_id: null, uid: null, expires_at: expiresAt };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
