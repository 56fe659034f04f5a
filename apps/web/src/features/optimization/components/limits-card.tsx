import type { Project } from '@palier/contract';
import { formatCompactMoney } from '@palier/domain';
import { placedLabel } from '../../../lib/project-groups.ts';
import { Card } from '../../../ui/card.tsx';
import type { Optimization } from '../api/status.ts';
import { type Compared, formerFigures } from '../model/results.ts';
import styles from './comparison.module.css';
import tables from './comparison-table.module.css';
import { RunLetter } from './run-letter.tsx';

interface LimitsCardProps {
  compared: readonly Compared[];
  projects: readonly Project[];
  currency: string;
}

/** What binds each result, and what relaxing it would bring. */
export function LimitsCard({ compared, projects, currency }: LimitsCardProps) {
  const names = new Map(projects.map((project) => [project._id, placedLabel(project)]));
  // Of several projects, a rule says which ones it holds over: those of the run, ticked or not.
  const spanOf = (run: Optimization, projectId: string | null) => {
    if (run.projects.length === 1) return '';
    return projectId === null ? `${run.projects.length} projets ensemble` : (names.get(projectId) ?? '');
  };
  const lines = compared.flatMap(({ run, result }) => [
    ...result.limits.map((limit) => ({
      key: `${run._id}-${limit.project_id}-${limit.label}`,
      letter: run.letter,
      label: limit.label,
      detail: [
        limit.kind === 'distribution' ? limit.achieved : `${limit.achieved} pour ${limit.asked}`,
        spanOf(run, limit.project_id),
        formerFigures(run, projects) ?? '',
      ]
        .filter((part) => part !== '')
        .join(' · '),
      worth: limit.worth,
      note: !limit.satisfied
        ? 'non tenu'
        : limit.cost > 0.5
          ? `coûte ${formatCompactMoney(limit.cost, currency)}`
          : 'sans effet',
      tone: limit.satisfied && limit.cost <= 0.5 ? 'muted' : 'attention',
    })),
    ...result.problems.map((problem) => ({
      key: `${run._id}-${problem}`,
      letter: run.letter,
      label: problem,
      detail: '',
      worth: null,
      note: '',
      tone: 'muted',
    })),
  ]);
  return (
    <Card title="Ce qui limite">
      {lines.length === 0 ? (
        <p className={`${tables.padded} muted`}>Aucune contrainte ne retient ces résultats.</p>
      ) : (
        <ul className={styles.limits}>
          {lines.map((line) => (
            <li key={line.key}>
              <RunLetter letter={line.letter} />
              <span className="spacer">
                {line.label} {line.detail && <span className="muted small">{line.detail}</span>}
                {line.worth && <span className={`${styles.worth} small muted`}>{line.worth}</span>}
              </span>
              <b className={line.tone}>{line.note}</b>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
