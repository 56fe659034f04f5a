import { conflict } from '../../http/errors.ts';

/** Rules with one at a place, or just above another. @throws 409 when that one is gone */
export function movedIn(
  order: readonly string[],
  rule_id: string,
  { position, below }: { position: number | undefined; below: string | null | undefined },
): string[] {
  if (below === rule_id) return [...order];
  const others = order.filter((id) => id !== rule_id);
  if (below && !others.includes(below))
    throw conflict('La règle au-dessus de laquelle vous placez celle-ci n’existe plus.');
  const last = below === null ? others.length : position;
  others.splice(below ? others.indexOf(below) : (last ?? others.length), 0, rule_id);
  return others;
}
