import type { Project } from '@palier/contract';
import { formatQuantity } from '@palier/domain';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { countOf } from '../../../lib/french.ts';
import { notifySuccess } from '../../../lib/notifications.ts';
import { withProgress } from '../../../lib/progress.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, SelectField } from '../../../ui/field.tsx';
import { useSendToListing } from '../api/optimizations.ts';
import type { Optimization } from '../api/status.ts';
import { runLetters, runResult } from '../model/results.ts';

export type SendBarProps = {
  runs: readonly Optimization[];
  projects: readonly Project[];
  listing: (projectId: string) => string;
};

/** Sends one result, or several, to the listings of the projects. */
export function SendBar({ runs, projects, listing }: SendBarProps) {
  const [chosen, setChosen] = useState(runs[0]?._id ?? '');
  const [removeOthers, setRemoveOthers] = useState(false);
  const send = useSendToListing();
  const navigate = useNavigate();
  const run = runs.find((other) => other._id === chosen);
  const projectIds = projects
    .filter((project) => run?.projects.includes(project._id))
    .map((project) => project._id);
  const count = run ? (runResult(run, projectIds)?.discount_count ?? 0) : 0;
  const ready = run !== undefined && projectIds.length > 0;
  const submit = async () => {
    if (!run) return;
    const sending = {
      optimization_ids: [run._id],
      project_ids: projectIds,
      remove_unspecified: removeOthers,
    };
    try {
      const { data } = await withProgress(() => send.mutateAsync(sending));
      const changed = data.reduce((sum, receipt) => sum + receipt.discount_count, 0);
      notifySuccess(`${countOf(changed, 'démarque changée', 'démarques changées')} dans le listing.`);
      const [only] = projectIds;
      if (only && projectIds.length === 1) navigate(listing(only));
    } catch {
      // The client has notified the failure, and nothing was written.
    }
  };
  return (
    <div className="send op-send">
      <SelectField
        label="Résultat à envoyer"
        hideLabel
        value={chosen}
        onChange={setChosen}
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
      <span className="sp" />
      <Button tone="primary" disabled={!ready || send.isPending} onClick={() => void submit()}>
        {`Envoyer ${formatQuantity(count)} démarques au listing`}
      </Button>
    </div>
  );
}
