import { formatQuantity } from '@palier/domain';
import { type ReactNode, useState } from 'react';
import { countOf } from '../../../lib/french.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { Skeleton } from '../../../ui/marks.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { percentText } from '../cells/discount.tsx';
import { groupTitle } from '../cells/product.tsx';
import { EffectTable } from '../edit/effect-table.tsx';
import { LevelEffects } from '../edit/level-effects.tsx';
import type { PanelProps } from '../screen/panel-types.ts';
import { useGroupEdit } from './use-group-edit.ts';

const REFUSAL_LABELS: Record<string, string> = {
  below_shield: 'sous le minimum des règles',
  above_shield: 'au-dessus du maximum des règles',
  below_previous: 'déjà plus démarqués',
  not_a_level: 'démarque non proposée',
};

function refusedText(refused: Readonly<Record<string, number>>): string | null {
  const parts = Object.entries(refused).filter(([, count]) => count > 0);
  if (parts.length === 0) return null;
  const count = parts.reduce((sum, [, value]) => sum + value, 0);
  const reasons = parts
    .map(([reason, value]) => `${formatQuantity(value)} ${REFUSAL_LABELS[reason] ?? reason}`)
    .join(', ');
  return `${formatQuantity(count)} produit${count >= 2 ? 's' : ''} ne changer${count >= 2 ? 'ont' : 'a'} pas\u202f: ${reasons}.`;
}

/** « Donner 50 % à 68 513 produits »; while they are written, that they are. */
function applyText(busy: boolean, count: number | null, value: number | null): string {
  if (count === null) return 'Calcul de l’effet…';
  const products = countOf(count, 'produit', 'produits');
  if (busy) return `Écriture de ${products}…`;
  return `Donner ${value === null ? 'la démarque automatique' : percentText(value)} à ${products}`;
}

/** Gives a discount to a whole group, after saying to how many lines and with what effect. */
export function GroupEditDialog(props: PanelProps & { groupId: string; value: number | null }): ReactNode {
  const { project, context, groupId, onClose } = props;
  const [value, setValue] = useState(props.value);
  const [comment, setComment] = useState('');
  const { group, target, receipt, error, failed, busy, apply } = useGroupEdit(props, groupId, {
    discount_pct_user: value,
  });
  const title = group ? groupTitle(group, context) : 'la sélection';
  const count = receipt?.discount_count ?? null;
  const refused = receipt ? refusedText(receipt.refused) : null;
  return (
    <Dialog
      title={`Démarque de ${title}`}
      open
      onClose={onClose}
      width={560}
      actions={
        <>
          <Button onClick={onClose}>Annuler</Button>
          <Button
            tone="dark"
            disabled={busy || count === null || count === 0}
            onClick={() => void apply(`${title} à ${percentText(value)}`, comment)}
          >
            {applyText(busy, count, value)}
          </Button>
        </>
      }
    >
      <SelectField
        label="Démarque"
        value={value === null ? 'auto' : String(value)}
        options={[
          { value: 'auto', label: 'Automatique' },
          ...context.levels.map((level) => ({ value: String(level), label: percentText(level) })),
        ]}
        onChange={(text) => setValue(text === 'auto' ? null : Number(text))}
      />
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
      {refused ? <p className="att">{refused}</p> : null}
      {receipt ? (
        <LevelEffects
          project={project._id}
          version={receipt.version}
          selection={target}
          levels={context.levels}
          chosen={value}
          catalog={context.catalog_currency}
          accounting={context.accounting_currency}
          onChoose={setValue}
        />
      ) : null}
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
