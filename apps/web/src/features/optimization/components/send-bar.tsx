import type { Project } from '@palier/contract';
import { formatQuantity } from '@palier/domain';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { countOf } from '../../../lib/french.ts';
import { leaveActivity } from '../../../lib/left-activities.ts';
import { notifySuccess } from '../../../lib/notifications.ts';
import { withProgress } from '../../../lib/progress.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, SelectField } from '../../../ui/field.tsx';
import { PageFoot } from '../../../ui/page-foot.tsx';
import { useSendToListing } from '../api/optimizations.ts';
import type { Optimization } from '../api/status.ts';
import { runLetters, runResult } from '../model/results.ts';
import type { Choices } from './differences.tsx';
import styles from './send-bar.module.css';

export interface SendBarProps {
  /** The run that lines take, but those of `choices`. */
  base: Optimization;
  choices: Choices;
  onBase: (id: string) => void;
  onSent: () => void;
  runs: readonly Optimization[];
  projects: readonly Project[];
  listing: (projectId: string) => string;
}

/** Sends one result, or several, to the listings of the projects. */
export function SendBar({ base: run, choices, onBase, onSent, runs, projects, listing }: SendBarProps) {
  const [removeOthers, setRemoveOthers] = useState(false);
  const send = useSendToListing();
  const navigate = useNavigate();
  const projectIds = projects
    .filter((project) => run.projects.includes(project._id))
    .map((project) => project._id);
  const result = runResult(run, projectIds);
  const count = result?.discount_count ?? 0;
  const picked = Object.keys(choices).length;
  const ready = projectIds.length > 0;
  const submit = async () => {
    const sending = {
      // The last one named decides the lines that were given none.
      optimization_ids: [...new Set(Object.values(choices)), run._id],
      project_ids: projectIds,
      remove_unspecified: removeOthers,
      ...(picked > 0 && { choices: { ...choices } }),
    };
    try {
      const { data } = await withProgress(() => send.mutateAsync(sending));
      const changed = data.reduce((sum, receipt) => sum + receipt.discount_count, 0);
      notifySuccess(`${countOf(changed, 'démarque changée', 'démarques changées')} dans le listing.`);
      for (const { project_id, activity_id } of data)
        if (activity_id) leaveActivity(project_id, { activity_id, label: `Optimisation « ${run.name} »` });
      onSent();
      const [only] = projectIds;
      if (only && projectIds.length === 1) navigate(listing(only));
    } catch {
      // The client has notified the failure, and nothing was written.
    }
  };
  return (
    <PageFoot className={styles.footer}>
      <SelectField
        label="Résultat à envoyer"
        hideLabel
        value={run._id}
        onChange={onBase}
        options={runs.map((other, index) => ({
          value: other._id,
          label: `${runLetters[index] ?? ''} · ${other.name}`,
        }))}
      />
      <Checkbox
        label="Retirer les autres résultats du listing"
        checked={removeOthers}
        onChange={setRemoveOthers}
      />
      <span className="spacer muted small">
        {result?.infeasibility && (
          <b className="attention">Plan impossible : le plus proche, règles dépassées. </b>
        )}
        {picked > 0 && `${countOf(picked, 'produit pris', 'produits pris')} d’un autre résultat. `}
        {result &&
          result.keptByHand > 0 &&
          `${countOf(result.keptByHand, 'démarque saisie', 'démarques saisies')} à la main gardées.`}
      </span>
      <Button tone="primary" disabled={!ready || send.isPending} onClick={() => void submit()}>
        {`Envoyer ${formatQuantity(count)} démarques au listing`}
      </Button>
    </PageFoot>
  );
}
