import { type ReactNode, useState } from 'react';
import { countOf } from '../../../lib/french.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Skeleton } from '../../../ui/marks.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { groupTitle } from '../cells/product.tsx';
import { EffectTable } from '../edit/effect-table.tsx';
import type { PanelProps } from '../screen/panel-types.ts';
import { useGroupEdit } from './use-group-edit.ts';

/** Takes a whole group in or out of the markdown, after saying how many products change and with what effect. */
export function GroupInclusionDialog(props: PanelProps & { groupId: string; included: boolean }): ReactNode {
  const { context, groupId, included, onClose } = props;
  const { group, receipt, error, failed, busy, apply } = useGroupEdit(props, groupId, { included });
  const [comment, setComment] = useState('');
  const name = group ? groupTitle(group, context) : 'la sélection';
  const count = receipt?.discount_count ?? null;
  const verb = included ? 'Inclure' : 'Exclure';
  return (
    <Dialog
      title={`${verb} ${name}`}
      open
      onClose={onClose}
      width={560}
      actions={
        <>
          <Button onClick={onClose}>Annuler</Button>
          <Button
            tone="dark"
            disabled={busy || count === null || count === 0}
            onClick={() => void apply(`${verb} ${name}`, comment)}
          >
            {count === null
              ? 'Calcul de l’effet…'
              : `${busy ? 'Écriture de' : verb} ${countOf(count, 'produit', 'produits')}${busy ? '…' : ''}`}
          </Button>
        </>
      }
    >
      <p>
        {included
          ? 'Ces produits reprennent leur démarque choisie ou automatique.'
          : 'Ces produits gardent le prix de la démarque précédente. Ils restent dans le projet et peuvent y être inclus de nouveau.'}
      </p>
      {error ? <ErrorState title="L’effet n’a pas pu être calculé">{error}</ErrorState> : null}
      {receipt ? (
        <EffectTable
          effect={receipt}
          catalog={context.catalog_currency}
          accounting={context.accounting_currency}
        />
      ) : error ? null : (
        <Skeleton height={180} />
      )}
      <TextField
        label="Commentaire"
        value={comment}
        onChange={setComment}
        placeholder="Pourquoi ce choix ? (facultatif)"
      />
      {failed ? (
        <p className="field-error" role="alert">
          {`Rien n’a changé\u202f: ${failed}`}
        </p>
      ) : null}
    </Dialog>
  );
}
