import { lossSentence } from '@palier/domain';
import { type ReactNode, useState } from 'react';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FieldError, TextField } from '../../../ui/field.tsx';
import { Skeleton } from '../../../ui/marks.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import type { CellContext } from '../cells/context.ts';
import { EffectTable } from '../edit/effect-table.tsx';
import type { GroupEditing } from './use-group-edit.ts';

interface GroupDialogProps {
  title: string;
  editing: GroupEditing;
  context: CellContext;
  /** The days of the figures: « jusqu’au 21 juil. ». */
  days: string;
  /** The button's text for so many products. */
  action: (count: number, busy: boolean) => string;
  /** What the undo list calls it. */
  label: string;
  onClose: () => void;
  /** What is chosen, above its effect. */
  children: ReactNode;
  /** What else is known of the effect, under it. */
  details?: ReactNode;
}

/** An edit of every line of a group: what is chosen, its effect, a comment, and the button that says to how many. */
export function GroupDialog(props: GroupDialogProps): ReactNode {
  const { title, editing, context, days, action, label, onClose, children, details } = props;
  const { receipt, error, failed, busy, apply } = editing;
  const [comment, setComment] = useState('');
  const count = receipt?.discount_count ?? null;
  const lost = lossSentence(receipt?.loss?.warnings ?? [], context.accounting_currency);
  return (
    <Dialog
      title={title}
      open
      onClose={onClose}
      width={560}
      actions={
        <>
          <Button onClick={onClose}>Annuler</Button>
          <Button tone="dark" disabled={busy || !count} onClick={() => void apply(label, comment)}>
            {count === null ? 'Calcul de l’effet…' : action(count, busy)}
          </Button>
        </>
      }
    >
      {children}
      {error ? <ErrorState title="L’effet n’a pas pu être calculé">{error}</ErrorState> : null}
      {receipt ? (
        <EffectTable
          effect={receipt}
          days={days}
          catalog={context.catalog_currency}
          accounting={context.accounting_currency}
        />
      ) : error ? null : (
        <Skeleton height={180} />
      )}
      {lost && <AlertBox>{lost}</AlertBox>}
      {details}
      <TextField
        label="Commentaire"
        value={comment}
        onChange={setComment}
        placeholder="Pourquoi ce choix ? (facultatif)"
      />
      {failed ? <FieldError role="alert">{`Rien n’a changé\u202f: ${failed}`}</FieldError> : null}
    </Dialog>
  );
}
