import type { KeptLines } from '@palier/contract';
import type { QueryTree } from '@palier/domain';
import { countOf, plural } from '../french.ts';
import { dismissNotification, notifyLasting } from '../notifications.ts';
import { sessionStore } from '../session/state.ts';

/** What an act has not done to the lines that it has left. */
type KeptAct = 'reviewed' | 'unreviewed' | 'changed';

const LEFT: Record<KeptAct, (count: number) => string> = {
  reviewed: (count) => plural(count, 'n’a pas été marqué revu', 'n’ont pas été marqués revus'),
  unreviewed: (count) => plural(count, 'garde sa marque', 'gardent leur marque'),
  changed: (count) => plural(count, 'n’a pas été modifié', 'n’ont pas été modifiés'),
};

function authors(names: readonly string[], own: string): string {
  const [first, ...others] = names.map((name) => (name === own ? 'vous dans un autre onglet' : name));
  if (first === undefined) return '';
  const [second, third] = others;
  if (second === undefined) return ` par ${first}`;
  return third === undefined ? ` par ${first} et ${second}` : ` par ${first}, ${second} et d’autres`;
}

/** « 3 produits changés entre-temps par Claire Vasseur n’ont pas été marqués revus. » */
export function keptText({ discount_count: count, user_names }: KeptLines, act: KeptAct, own = ''): string {
  const products = countOf(count, 'produit changé', 'produits changés');
  return `${products} entre-temps${authors(user_names, own)} ${LEFT[act](count)}.`;
}

/** The products that an act has left, as a filter; null: too many to be named. */
export function keptFilter({ discount_count, item_group_ids }: KeptLines): QueryTree | null {
  if (item_group_ids.length < discount_count) return null;
  return {
    combinator: 'and',
    rules: [{ field: 'item_group_id', operator: 'in', value: [...item_group_ids] }],
  };
}

/** What is said of the last act on many lines. */
let said: number | undefined;

/**
 * Says which lines an act on many has left as a colleague wrote them, and shows them; until it is read, or another act on
 * many is done. `narrow`: how a listing shows some lines; null where they are of several.
 */
export function tellKept(
  kept: KeptLines | undefined,
  act: KeptAct,
  narrow: ((parameters: { searchQuery: QueryTree }) => void) | null,
): void {
  if (said !== undefined) dismissNotification(said);
  said = undefined;
  if (!kept) return;
  const filter = narrow && keptFilter(kept);
  said = notifyLasting(
    keptText(kept, act, sessionStore.get().user?.name),
    filter && { label: 'Les voir', run: () => narrow({ searchQuery: filter }) },
  );
}
