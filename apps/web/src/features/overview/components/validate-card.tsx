import type { Project, ProjectStats } from '@palier/contract';
import { hasWorkingPhase, phaseLabel } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { getProjectSummary } from '../../../lib/calls/get-project-summary.ts';
import { usePhaseValidation } from '../../../lib/calls/use-phase-validation.ts';
import { countOf, french } from '../../../lib/french.ts';
import { listingLink } from '../../../lib/listing-link.ts';
import { notifySuccess } from '../../../lib/notifications.ts';
import { phaseAtStart, phaseInSentence } from '../../../lib/phase-in-sentence.ts';
import { withProgress } from '../../../lib/progress.ts';
import { today } from '../../../lib/today.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { type Check, checkList } from '../model/check-list.ts';

const withoutCost = { combinator: 'and', rules: [{ field: 'cost', operator: 'is_not_set' }] } as const;

/** The worked phase's check list, and its validation. */
export function ValidateCard({ project, stats }: { project: Project; stats: ProjectStats }) {
  const [asking, setAsking] = useState(false);
  const { refusal } = usePhaseValidation(project);
  const cost = useQuery({ ...getProjectSummary(project._id, withoutCost), retry: false });
  const checks = checkList(project, stats, cost.data?.discount_count ?? null, today());
  const index = project.working_phase ?? 0;
  if (!hasWorkingPhase(project)) {
    return (
      <Card title="Validation">
        <p className="val mut">Toutes les démarques de ce projet sont validées.</p>
      </Card>
    );
  }
  const label = phaseInSentence(phaseLabel(project.phases[index], index));
  return (
    <Card title={`Valider ${label}`}>
      <ul className="chk">
        {checks.map((check) => (
          <CheckLine key={check.key} check={check} project={project} />
        ))}
      </ul>
      <div className="val">
        <Button tone="primary" disabled={refusal !== null} onClick={() => setAsking(true)}>
          Valider {label}
        </Button>
        <p className="xs mut">{refusal ?? consequence(project, stats)}</p>
      </div>
      {asking && (
        <ConfirmDialog project={project} stats={stats} label={label} onClose={() => setAsking(false)} />
      )}
    </Card>
  );
}

/** What validating will do, in full. */
function consequence(project: Project, stats: ProjectStats): string {
  const index = (project.working_phase ?? 0) + 1;
  const left = stats.discount_count - stats.discount_pct_reviewed_count;
  const next =
    index < project.phases.length
      ? `${phaseAtStart(phaseLabel(project.phases[index], index))} deviendra la démarque travaillée.`
      : 'Ce sera la dernière démarque : le projet n’aura plus de démarque travaillée.';
  if (left === 0) return next;
  const kept = left > 1 ? 'partiront avec leur démarque actuelle' : 'partira avec sa démarque actuelle';
  return `${countOf(left, 'produit non revu', 'produits non revus')} ${kept}. ${next}`;
}

function CheckLine({ check, project }: { check: Check; project: Project }) {
  return (
    <li className={check.ok ? 'ok' : 'ko'}>
      <Icon name={check.ok ? 'check' : 'warning'} />
      <span>{check.text}</span>
      {!check.ok && check.filter && (
        <Link to={listingLink(project._id, { filter: check.filter })}>Ouvrir</Link>
      )}
    </li>
  );
}

type ConfirmProps = { project: Project; stats: ProjectStats; label: string; onClose: () => void };

function ConfirmDialog({ project, stats, label, onClose }: ConfirmProps) {
  const validation = usePhaseValidation(project);
  const validate = async () => {
    onClose();
    if (await withProgress(validation.validate)) notifySuccess(`Vous avez validé ${label}.`);
  };
  return (
    <Dialog
      title={french(`Valider ${label} ?`)}
      open
      onClose={onClose}
      width={480}
      actions={
        <>
          <Button onClick={onClose}>Annuler</Button>
          <Button tone="primary" onClick={() => void validate()}>
            Valider {label}
          </Button>
        </>
      }
    >
      <p>{consequence(project, stats)}</p>
    </Dialog>
  );
}
