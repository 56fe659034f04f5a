import type { View } from '@palier/contract';
import { canEditView, NEW_VIEW } from '@palier/domain';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formApi } from '../../../lib/api/client.ts';
import { errorMessage } from '../../../lib/api/errors.ts';
import { notifySuccess } from '../../../lib/notifications.ts';
import { clashOf } from '../../../lib/seen/clash.ts';
import { REPLACE } from '../../../lib/seen/clash-notice.tsx';
import { useSeen } from '../../../lib/seen/use-seen.ts';
import { usePermission, useSession } from '../../../lib/session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, FieldError, TextField } from '../../../ui/field.tsx';
import { updateView } from '../api/queries.ts';
import type { ListingStateHandle } from '../screen/use-listing-state.ts';
import styles from './view-band.module.css';
import { openFirstText, partialText, viewParameters } from './view-draft.ts';
import { NO_SHARING } from './views-drawer.tsx';

/** The active view when it is being edited and may be; null otherwise. */
export function useEditedView({ state, view }: ListingStateHandle): View | null {
  const user_id = useSession().user?.sub ?? '';
  const canEditSharedViews = usePermission('canEditSharedViews');
  if (state.mode !== 'namedView' || !view) return null;
  return canEditView(view, { user_id, canEditSharedViews }) ? view : null;
}

/**
 * The edition of the active view: what it is called, and everything that the listing shows, saved together or given up
 * together.
 */
export function ViewBand({ view, handle }: { view: View; handle: ListingStateHandle }): ReactNode {
  const queryClient = useQueryClient();
  const canShare = usePermission('canEditSharedViews');
  const [draft, setDraft] = useState({
    name: view.name,
    description: view.description ?? '',
    shared: view.shared,
    is_partial: view.is_partial,
    is_default: view.is_default,
  });
  const seen = useSeen(view);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const save = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const body = {
        ...draft,
        name: draft.name.trim() || NEW_VIEW.name,
        description: draft.description.trim() || null,
        parameters: viewParameters(draft.is_partial, handle.state.parameters, view),
      };
      await updateView(view._id, { ...body, seen: seen.of(body) }, formApi);
      await queryClient.invalidateQueries({ queryKey: ['views'] });
      handle.change({ mode: 'none' });
      notifySuccess('Vue enregistrée');
    } catch (failure) {
      seen.refused(failure);
      setError(clashOf(failure)?.message ?? `Vue non enregistrée\u202f: ${errorMessage(failure)}`);
      // « Renoncer » then shows what stands.
      if (clashOf(failure)) void queryClient.invalidateQueries({ queryKey: ['views'] });
      setBusy(false);
    }
  };
  const giveUp = (): void => {
    handle.reset();
    handle.change({ mode: 'none' }, true);
  };
  return (
    <form
      className={styles.band}
      aria-label="Modification de la vue"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <p className={styles.about}>
        <b>Modification de la vue</b>
        <span className="muted small">colonnes, filtre, tri et groupes compris</span>
      </p>
      <TextField
        label="Nom"
        hideLabel
        placeholder={NEW_VIEW.name}
        value={draft.name}
        onChange={(name) => setDraft({ ...draft, name })}
      />
      <TextField
        label="Description"
        hideLabel
        placeholder="Description"
        value={draft.description}
        onChange={(description) => setDraft({ ...draft, description })}
      />
      <Checkbox
        label={<span title={canShare ? undefined : NO_SHARING}>Partagée</span>}
        checked={draft.shared}
        disabled={!canShare && !view.shared}
        onChange={(shared) => setDraft({ ...draft, shared })}
      />
      <Checkbox
        label={<span title={`Ne change que ${partialText(view)}`}>Partielle</span>}
        checked={draft.is_partial}
        onChange={(is_partial) => setDraft({ ...draft, is_partial })}
      />
      <Checkbox
        label={openFirstText(draft.shared)}
        checked={draft.is_default}
        disabled={!canShare && draft.shared}
        onChange={(is_default) => setDraft({ ...draft, is_default })}
      />
      <span className="spacer" />
      {error ? <FieldError role="alert">{error}</FieldError> : null}
      <Button onClick={giveUp}>Renoncer</Button>
      <Button tone="dark" type="submit" disabled={busy}>
        {seen.clash ? REPLACE : 'Enregistrer la vue'}
      </Button>
    </form>
  );
}
