/** A snapshot or warehouse that this process holds open. */
export interface Opened<T> {
  version: number;
  value: Promise<T>;
  users: number;
  closing: boolean;
  used_at: number;
  /** Lines of decisions in memory; 0 until it is open. */
  lines: number;
}

/**
 * What stays open between two questions. A line of decisions takes about 0.4 kB: a million of them keeps the process
 * within its memory. Opening a project again reads all its decisions, so small ones stay open in numbers.
 */
export const HELD = { count: 64, lines: 1_000_000 };

/** Keys of what to close so that the rest fits: those not in use, the least recently used first. */
export function surplus<T>(shelf: ReadonlyMap<string, Opened<T>>, held = HELD): string[] {
  const idle = [...shelf].filter(([, { users, used_at }]) => users === 0 && used_at > 0);
  idle.sort(([, left], [, right]) => left.used_at - right.used_at);
  let count = shelf.size;
  let lines = [...shelf.values()].reduce((sum, entry) => sum + entry.lines, 0);
  const closed: string[] = [];
  for (const [key, entry] of idle) {
    if (count <= held.count && lines <= held.lines) break;
    count -= 1;
    lines -= entry.lines;
    closed.push(key);
  }
  return closed;
}
