import type { TreeNode } from '../../../ui/grid/types.ts';

/** Groups that an address names one by one: beyond, a link opens the first ones only. */
const MOST = 500;
const MARK_LENGTH = 5;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Begins a text that names the closed groups: all others are open. */
const ALL_BUT = '*';

/** Every group open. */
export const ALL_OPEN = ALL_BUT;

/** Tells whether a group of this id is open. */
export interface OpenGroups {
  has: (id: string) => boolean;
}

type NodeState = Pick<TreeNode<unknown>, 'id' | 'depth' | 'open' | 'leaf' | 'status'>;

/**
 * Five characters that stand for a group's id (FNV-1a on UTF-16 units, 30 bits kept): group keys are sentences,
 * and hundreds of them would not fit an address. Two of a thousand groups share a mark once in two thousand trees.
 */
function markOf(id: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  let rest = (hash ^ (hash >>> 15)) >>> 2;
  let mark = '';
  for (let digit = 0; digit < MARK_LENGTH; digit += 1) {
    mark += DIGITS[rest & 63];
    rest >>>= 6;
  }
  return mark;
}

/**
 * The open groups of a tree as written in an address, null when none is open. When more are open than closed and
 * the whole tree is known, the closed ones are named instead, so that « Tout ouvrir » is one character.
 */
export function encodeOpenGroups(nodes: Iterable<NodeState>): string | null {
  const open: string[] = [];
  const closed: string[] = [];
  let known = true;
  for (const { id, depth, ...node } of nodes) {
    if (depth < 0) continue;
    (node.open ? open : closed).push(id);
    known &&= node.leaf || node.status === 'loaded';
  }
  if (open.length === 0) return null;
  const named = known && closed.length < open.length ? closed : open;
  return (named === closed ? ALL_BUT : '') + named.slice(0, MOST).map(markOf).join('');
}

/** The groups that an address says open; null when it says nothing. */
export function decodeOpenGroups(text: string | null): OpenGroups | null {
  if (!text) return null;
  const allBut = text.startsWith(ALL_BUT);
  const named = new Set(text.slice(allBut ? 1 : 0).match(/.{5}/gu));
  return { has: (id) => named.has(markOf(id)) !== allBut };
}
