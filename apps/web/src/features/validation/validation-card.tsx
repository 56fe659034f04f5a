import type { Project } from '@palier/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getProjectStats } from '../../lib/calls/get-project-stats.ts';
import { useValidationRefusal } from '../../lib/session/use-validation-refusal.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { GoBack } from './go-back.tsx';
import styles from './validation.module.css';
import { ValidationChecks } from './validation-checks.tsx';
import { ValidationDialog } from './validation-dialog.tsx';
import { consequence, workedPhaseName } from './validation-text.ts';

/** The worked phase's check list, and the way to validate it. */
export function ValidationCard({ project }: { project: Project }) {
  const [asking, setAsking] = useState(false);
  const stats = useQuery(getProjectStats(project._id));
  const refusal = useValidationRefusal();
  const phase = workedPhaseName(project);
  return (
    <>
      {phase ? (
        <Card title={`Valider ${phase}`}>
          <div className={styles.card}>
            <ValidationChecks project={project} unsent={0} />
          </div>
          <div className={styles.foot}>
            <Button
              tone="primary"
              disabled={refusal !== null}
              title={refusal ?? undefined}
              onClick={() => setAsking(true)}
            >
              Valider {phase}
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
      {asking && <ValidationDialog project={project} onClose={() => setAsking(false)} />}
    </>
  );
}
