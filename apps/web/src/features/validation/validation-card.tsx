import type { Project } from '@palier/contract';
import { phaseLabel } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getApproval } from '../../lib/calls/get-approval.ts';
import { getProjectStats } from '../../lib/calls/get-project-stats.ts';
import { usePhaseAction } from '../../lib/session/phase-step.ts';
import { useUnsentEdits } from '../../lib/use-unsent-edits.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ApprovalNotes } from './approval-notes.tsx';
import { GoBack } from './go-back.tsx';
import styles from './validation.module.css';
import { ValidationChecks } from './validation-checks.tsx';
import { ValidationDialog } from './validation-dialog.tsx';
import { consequence, workedPhaseName } from './validation-text.ts';

/** The worked phase's check list, and the way to validate it, or to have it signed. */
export function ValidationCard({ project }: { project: Project }) {
  const [asking, setAsking] = useState(false);
  const stats = useQuery(getProjectStats(project._id));
  const unsent = useUnsentEdits(project._id);
  const phase = workedPhaseName(project);
  const approval = useQuery({ ...getApproval(project._id), enabled: phase !== null });
  const index = project.working_phase ?? 0;
  const { label, refusal } = usePhaseAction(project, phaseLabel(project.phases[index], index));
  return (
    <>
      {phase ? (
        <Card title={label}>
          <div className={styles.card}>
            {approval.data && <ApprovalNotes project={project} state={approval.data} />}
            <ValidationChecks project={project} unsent={unsent} />
          </div>
          <div className={styles.foot}>
            <Button
              tone="primary"
              disabled={refusal !== null}
              title={refusal ?? undefined}
              onClick={() => setAsking(true)}
            >
              {label}
            </Button>
            <p className="tiny muted">{refusal ?? consequence(project, stats.data ?? null)}</p>
            <GoBack project={project} />
          </div>
        </Card>
      ) : (
        <Card title="Validation">
          <div className={styles.foot}>
            <p className="muted">Toutes les démarques de ce projet sont validées.</p>
            <GoBack project={project} />
          </div>
        </Card>
      )}
      {asking && <ValidationDialog project={project} unsent={unsent} onClose={() => setAsking(false)} />}
    </>
  );
}
