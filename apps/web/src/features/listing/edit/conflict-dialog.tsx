import type { DiscountEdit } from '@palier/domain';
import type { ReactNode } from 'react';
import { useStore } from '../../../lib/store.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Table } from '../../../ui/table.tsx';
import { percentText } from '../cells/discount-text.ts';
import { lineTitle } from '../cells/product.tsx';
import type { ListingTree } from '../rows/use-listing-tree.ts';
import type { EditSession } from './edit-session.ts';

function valueText(edit: DiscountEdit, asked: DiscountEdit): string {
  if (asked.included !== undefined) return edit.included === false ? 'Exclu' : 'Inclus';
  return edit.discount_pct_user === null || edit.discount_pct_user === undefined
    ? 'Automatique'
    : percentText(edit.discount_pct_user);
}

/** The value inside a button's sentence: « Garder la démarque automatique », « Mettre 60 % ». */
function valueInSentence(edit: DiscountEdit, asked: DiscountEdit): string {
  if (asked.included !== undefined) return edit.included === false ? 'l’exclusion' : 'l’inclusion';
  const text = valueText(edit, asked);
  return text === 'Automatique' ? 'la démarque automatique' : text;
}

/** The name of whoever changed the line; an id says nothing to a person. */
function authorOf(name: string | null | undefined): string {
  return name && !/^[0-9a-f-]{36}$/i.test(name) ? name : 'quelqu’un d’autre';
}

/** Two people changed the same product: both values, and the choice. */
export function ConflictDialog({
  session,
  listing,
}: {
  session: EditSession;
  listing: ListingTree;
}): ReactNode {
  const { conflicts } = useStore(session.queue.state);
  const [conflict] = conflicts;
  if (!conflict) return null;
  const line = listing.tree?.store.line(conflict.line_id)?.line;
  const theirs = (): void => session.queue.resolve(conflict.line_id, 'theirs');
  return (
    <Dialog
      title="Modifié entre-temps"
      open
      onClose={theirs}
      width={480}
      actions={
        <>
          <Button onClick={theirs}>{`Garder ${valueInSentence(conflict.theirs, conflict.mine)}`}</Button>
          <Button tone="dark" onClick={() => session.queue.resolve(conflict.line_id, 'mine')}>
            {`Mettre ${valueInSentence(conflict.mine, conflict.mine)}`}
          </Button>
        </>
      }
    >
      <p>
        <b>{line ? lineTitle(line) : 'Ce produit'}</b>
        {` a été modifié par ${authorOf(conflict.their_name)} pendant que vous le modifiiez.`}
      </p>
      <Table>
        <tbody>
          <tr>
            <th scope="row">Sa valeur</th>
            <td className="figure">{valueText(conflict.theirs, conflict.mine)}</td>
          </tr>
          <tr>
            <th scope="row">La vôtre</th>
            <td className="figure">{valueText(conflict.mine, conflict.mine)}</td>
          </tr>
        </tbody>
      </Table>
    </Dialog>
  );
}
