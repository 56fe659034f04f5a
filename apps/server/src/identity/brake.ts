import { createHash, randomBytes } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { CountDecision, FailureCount, IdentityStore } from './types.ts';

/** A clock of failures: the first `free` cost nothing, each further one doubles the wait, up to `cap` seconds. */
interface Pace {
  free: number;
  cap: number;
}

/** One account from one place. */
const PAIR: Pace = { free: 3, cap: 300 };
/** One account from all places where it never signed in; one address for all accounts that never signed in there. */
const CROWD: Pace = { free: 20, cap: 30 };

const NONE: FailureCount = { failures: 0, next_at: 0, expires_at: 0 };

const FAILURES = 'SignInFailures';
const KNOWN = 'SignInKnown';
const FAILURES_LIFE_MS = 3_600_000;
const KNOWN_LIFE_MS = 90 * 86_400_000;

export interface Attempt {
  /** As typed: there may be no such account. */
  account: string;
  /** Of the connection, as the server sees it. */
  address: string;
  /** What `remember` gave to this browser, if anything. */
  device: string | undefined;
  /** Whether the password was right. */
  correct: boolean;
}

export interface Verdict {
  /** Right, and in its turn. */
  admitted: boolean;
  /** The attempt came too early: it was neither looked at nor counted. */
  early: boolean;
  /** Seconds before the next attempt from here; 0: at once. */
  wait_seconds: number;
}

export interface Brake {
  judge(attempt: Attempt): Promise<Verdict>;
  /** Makes the place of a success a known one; answers the device's token, for a cookie. */
  remember(attempt: Pick<Attempt, 'account' | 'address' | 'device'>): Promise<string>;
}

/**
 * Slows down the guessing of passwords (docs/decisions/011-sign-in-brake.md). The counts are in the store, so all
 * processes share them and a restart keeps them.
 */
export function createBrake(store: IdentityStore, now: () => number = Date.now): Brake {
  const isKnown = async (account: string, place: string) =>
    (await store.find(KNOWN, keyOf(account, place))) !== undefined;
  return {
    async judge({ account, address, device, correct }) {
      const from = `address ${network(address)}`;
      const marked = device !== undefined && (await isKnown(account, `device ${device}`));
      const known = marked || (await isKnown(account, from));
      const pair = { id: keyOf(account, marked ? `device ${device}` : from), pace: PAIR };
      const crowd = [keyOf('', from), keyOf(account, '')].map((id) => ({ id, pace: CROWD }));
      const clocks = known ? [pair] : [pair, ...crowd];
      const ids = clocks.map(({ id }) => id);
      const paces = clocks.map(({ pace }) => pace);
      return store.withFailures(FAILURES, ids, (counts) => decide(counts, paces, correct, now()));
    },
    async remember({ account, address, device = randomBytes(32).toString('base64url') }) {
      const expires_at = new Date(now() + KNOWN_LIFE_MS);
      for (const place of [`device ${device}`, `address ${network(address)}`]) {
        const record = { payload: {}, grant_id: null, uid: null, expires_at };
        await store.upsert(KNOWN, keyOf(account, place), record);
      }
      return device;
    },
  };
}

/** The first count is of the account at its place: the one that a success forgets. */
function decide(
  found: readonly FailureCount[],
  paces: readonly Pace[],
  correct: boolean,
  at: number,
): CountDecision<Verdict> {
  const counts = found.map((one) => (one.expires_at > at ? one : NONE));
  const due = Math.max(...counts.map(({ next_at }) => next_at));
  if (due > at) return { answer: { admitted: false, early: true, wait_seconds: seconds(due - at) } };
  if (correct) {
    return {
      counts: counts.map((one, index) => (index === 0 ? null : one)),
      answer: { admitted: true, early: false, wait_seconds: 0 },
    };
  }
  const next = paces.map((pace, index) => count(counts[index], pace, at));
  const wait_seconds = seconds(Math.max(...next.map(({ next_at }) => next_at)) - at);
  return { counts: next, answer: { admitted: false, early: false, wait_seconds } };
}

function count(before: FailureCount | undefined, pace: Pace, at: number): FailureCount {
  const failures = (before?.failures ?? 0) + 1;
  return { failures, next_at: at + 1000 * delayAfter(failures, pace), expires_at: at + FAILURES_LIFE_MS };
}

/** Seconds to wait after so many failures. */
export function delayAfter(failures: number, { free, cap }: Pace): number {
  return failures <= free ? 0 : Math.min(cap, 2 ** Math.min(failures - free - 1, 30));
}

const seconds = (milliseconds: number) => Math.max(0, Math.ceil(milliseconds / 1000));

/** Neither names nor addresses are kept, only digests that distinguish them; of the same size whatever was typed. */
function keyOf(account: string, place: string): string {
  const text = JSON.stringify([account.trim().toLowerCase(), place]);
  return createHash('sha256').update(text).digest('base64url');
}

/** An IPv6 subscriber has 2^64 addresses at least: they count as one. */
export function network(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':');
}
