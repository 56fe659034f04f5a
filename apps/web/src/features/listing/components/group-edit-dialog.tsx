import { formatQuantity } from '@palier/domain';
import { type ReactNode, useEffect, useState } from 'react';
import { errorMessage } from '../../../lib/api/errors.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { Skeleton } from '../../../ui/marks.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { editGroup, type GroupEditReceipt, undoActivity } from '../api/discounts.ts';
import { percentText } from '../cells/discount.tsx';
import { groupTitle } from '../cells/product.tsx';
import { selectionOfGroup } from '../model/selection-of.ts';
import { EffectTable } from './effect-table.tsx';
import { LevelEffects } from './level-effects.tsx';
import type { PanelProps } from './panel-types.ts';

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

/** Gives a discount to a whole group, after saying to how many lines and with what effect. */
export function GroupEditDialog(props: PanelProps & { groupId: string; value: number | null }): ReactNode {
  const { project, listing, session, selection, context, groupId, onClose } = props;
  const group = listing.tree?.store.node(groupId)?.group ?? null;
  const [value, setValue] = useState(props.value);
  const [comment, setComment] = useState('');
  const [receipt, setReceipt] = useState<GroupEditReceipt | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [target] = useState(() => (group ? selectionOfGroup(selection, context.grouping, group) : selection));
  useEffect(() => {
    let live = true;
    setReceipt(null);
    setError(null);
    editGroup(project._id, target, { discount_pct_user: value }, true)
      .then((answer) => {
        if (live) setReceipt(answer);
      })
      .catch((failure: unknown) => {
        if (live) setError(errorMessage(failure));
      });
    return () => {
      live = false;
    };
  }, [project._id, target, value]);
  const title = group ? groupTitle(group, context) : 'la sélection';
  const apply = async (): Promise<void> => {
    setBusy(true);
    const ancestors = listing.tree ? [groupId, ...listing.tree.store.ancestors(groupId)] : [];
    let activity: string | null = null;
    const run = async (): Promise<void> => {
      session.markBefore(ancestors);
      const answer = await editGroup(
        project._id,
        target,
        { discount_pct_user: value, ...(comment ? { comment } : {}) },
        false,
      );
      activity = answer.activity_id;
      await listing.refresh();
    };
    const revert = async (): Promise<void> => {
      if (activity) await undoActivity(project._id, activity);
      await listing.refresh();
    };
    try {
      await run();
      // Remembered once it has succeeded: what failed is not to be undone.
      session.history.add({ label: `${title} à ${percentText(value)}`, run, revert });
      onClose();
    } catch (failure) {
      setFailed(errorMessage(failure));
      setBusy(false);
    }
  };
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
          <Button tone="dark" disabled={busy || count === null || count === 0} onClick={() => void apply()}>
            {count === null
              ? 'Calcul de l’effet…'
              : `Donner ${value === null ? 'la démarque automatique' : percentText(value)} à ${formatQuantity(count)} produit${count >= 2 ? 's' : ''}`}
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
