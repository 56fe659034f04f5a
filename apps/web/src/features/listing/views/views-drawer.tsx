import type { View } from '@palier/contract';
import { canEditView, mayChangeReach, NEW_VIEW } from '@palier/domain';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { notifySuccess } from '../../../lib/notifications.ts';
import { clashOf } from '../../../lib/seen/clash.ts';
import { usePermission, useSession } from '../../../lib/session/use-session.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Drawer } from '../../../ui/dialog.tsx';
import { Checkbox, TextField } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { createView, deleteView, updateView } from '../api/queries.ts';
import type { PanelProps } from '../screen/panel-types.ts';
import shared from '../shared.module.css';
import { openFirstText, partialText, viewParameters } from './view-draft.ts';
import styles from './views-drawer.module.css';

interface Draft {
  name: string;
  description: string;
  shared: boolean;
  is_partial: boolean;
  is_default: boolean;
}

const NEW_DRAFT: Draft = {
  name: '',
  description: '',
  shared: NEW_VIEW.shared,
  is_partial: false,
  is_default: false,
};

/** Why sharing a view, or what opens first for all, is out of reach. */
export const NO_SHARING = 'Votre compte n’a pas le droit de partager des vues.';

function ViewForm({
  draft,
  canShare,
  onChange,
  onSave,
  onCancel,
}: {
  draft: Draft;
  canShare: boolean;
  onChange: (draft: Draft) => void;
  onSave: () => void;
  onCancel: () => void;
}): ReactNode {
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      <TextField
        label="Nom"
        placeholder={NEW_VIEW.name}
        value={draft.name}
        autoFocus
        onChange={(name) => onChange({ ...draft, name })}
      />
      <TextField
        label="Description"
        value={draft.description}
        onChange={(description) => onChange({ ...draft, description })}
      />
      <Checkbox
        label={<span title={canShare ? undefined : NO_SHARING}>Partagée avec toute l’équipe</span>}
        checked={draft.shared}
        disabled={!canShare}
        onChange={(shared) => onChange({ ...draft, shared })}
      />
      <Checkbox
        label={`Partielle\u202f: ne change que ${partialText(null)}`}
        checked={draft.is_partial}
        onChange={(is_partial) => onChange({ ...draft, is_partial })}
      />
      <Checkbox
        label={openFirstText(draft.shared)}
        checked={draft.is_default}
        onChange={(is_default) => onChange({ ...draft, is_default })}
      />
      <div className="side-by-side">
        <Button tone="dark" type="submit">
          Enregistrer
        </Button>
        <Button tone="quiet" onClick={onCancel}>
          Annuler
        </Button>
      </div>
    </form>
  );
}

interface ViewLineProps {
  view: View;
  active: boolean;
  modified: boolean;
  editable: boolean;
  removable: boolean;
  mine: boolean;
  onOpen: () => void;
  onStar: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

function ViewLine({
  view,
  active,
  modified,
  editable,
  removable,
  mine,
  onOpen,
  onStar,
  onEdit,
  onDelete,
}: ViewLineProps): ReactNode {
  const [asking, setAsking] = useState(false);
  return (
    <li className={styles.line} aria-current={active ? 'true' : undefined}>
      <IconButton
        small
        tone="quiet"
        icon="star"
        label={view.starred ? `Ne plus suivre ${view.name}` : `Suivre ${view.name}`}
        pressed={view.starred}
        disabled={!editable}
        onClick={onStar}
      />
      <button type="button" className={styles.name} data-part="view-name" onClick={onOpen}>
        <b>{view.name}</b>
        {active && modified ? <span className={shared.modified}>· modifiée</span> : null}
        <span className={shared.code} data-part="code" title={view.description || undefined}>
          {view.description || (view.shared ? 'Partagée' : 'Personnelle')}
        </span>
      </button>
      {view.is_default ? <Tag>Par défaut</Tag> : null}
      {view.is_partial ? (
        <span title={`Ne change que ${partialText(view)}`}>
          <Tag tone="computed">Partielle</Tag>
        </span>
      ) : null}
      {mine ? <Tag>Ma vue</Tag> : null}
      {asking ? (
        <Button small onClick={onDelete}>
          Confirmer
        </Button>
      ) : editable ? (
        <>
          <IconButton small tone="quiet" icon="pencil" label={`Modifier ${view.name}`} onClick={onEdit} />
          <IconButton
            small
            tone="quiet"
            icon="trash"
            label={`Supprimer ${view.name}`}
            disabled={!removable}
            onClick={() => setAsking(true)}
          />
        </>
      ) : (
        <Icon name="lock" size={14} />
      )}
    </li>
  );
}

/** Named views: open, save, save as, describe, share, star, choose the first one, delete. */
export function ViewsDrawer({ views, handle, onClose }: PanelProps): ReactNode {
  const queryClient = useQueryClient();
  const user_id = useSession().user?.sub ?? '';
  const canEditSharedViews = usePermission('canEditSharedViews');
  const [draft, setDraft] = useState<Draft | null>(null);
  const { state, view: active, modified } = handle;
  const editable = (view: View): boolean => canEditView(view, { user_id, canEditSharedViews });
  const refreshViews = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['views'] });
  const run = (work: Promise<unknown>, done?: string): void => {
    work
      .then(refreshViews)
      .then(() => {
        if (done) notifySuccess(done);
      })
      .catch((error: unknown) => {
        // What a colleague made of the view is what is saved over, or deleted, next.
        if (clashOf(error)) return refreshViews();
        console.error('views', error);
      });
  };
  const save = (): void => {
    if (!draft) return;
    const { is_partial, shared, is_default } = draft;
    const name = draft.name.trim() || NEW_VIEW.name;
    const body = { name, description: draft.description || null, shared, is_partial, is_default };
    setDraft(null);
    const creation = createView({ ...body, parameters: viewParameters(draft.is_partial, state.parameters) });
    run(
      creation.then((view) => handle.change({ view_id: view._id })),
      'Vue enregistrée',
    );
  };
  const sorted = [...views].sort(
    (left, right) =>
      Number(right.starred) - Number(left.starred) || left.name.localeCompare(right.name, 'fr'),
  );
  return (
    <Drawer title="Vues" open onClose={onClose} width={440}>
      <div className={`side-by-side ${styles.tools}`}>
        <Button
          icon="check"
          disabled={!active || !modified || !editable(active)}
          onClick={() =>
            active &&
            run(
              updateView(active._id, {
                parameters: viewParameters(active.is_partial, state.parameters, active),
                seen: { parameters: active.parameters },
              }),
              'Vue enregistrée',
            )
          }
        >
          Enregistrer
        </Button>
        <Button icon="plus" onClick={() => setDraft(NEW_DRAFT)}>
          Enregistrer sous…
        </Button>
        <Button icon="undo" disabled={!active || !modified} onClick={handle.reset}>
          Réinitialiser
        </Button>
      </div>
      {draft ? (
        <ViewForm
          draft={draft}
          canShare={canEditSharedViews}
          onChange={setDraft}
          onSave={save}
          onCancel={() => setDraft(null)}
        />
      ) : null}
      <ul className={styles.views}>
        {sorted.map((view) => (
          <ViewLine
            key={view._id}
            view={view}
            active={view._id === active?._id}
            modified={modified}
            editable={editable(view)}
            removable={mayChangeReach(view, null, { user_id, canEditSharedViews })}
            mine={view.author_id === user_id}
            onOpen={() => {
              handle.openView(view);
              onClose();
            }}
            onStar={() => run(updateView(view._id, { starred: !view.starred }))}
            onEdit={() => {
              if (view._id !== active?._id) handle.openView(view);
              handle.change({ mode: 'namedView' });
              onClose();
            }}
            onDelete={() => run(deleteView(view), 'Vue supprimée')}
          />
        ))}
      </ul>
    </Drawer>
  );
}
