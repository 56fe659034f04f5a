import type { Project, ProjectStats } from '@palier/contract';
import { formatDateRange, phaseLabel } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { getProjectSummary } from '../../../lib/calls/get-project-summary.ts';
import { phaseAnchor } from '../../../lib/paths.ts';
import { useCosts } from '../../../lib/session/use-costs.ts';
import { today as todayOf } from '../../../lib/today.ts';
import { cardClass } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { lastDay, type PhaseStep, phaseStep } from '../model/phase-steps.ts';
import styles from './phase-steps.module.css';

const stateClass = {
  past: styles.past,
  ongoing: styles.current,
  worked: styles.worked,
  validated: styles.validated,
  upcoming: '',
};
const stateWords = {
  past: 'passée',
  ongoing: 'en cours',
  worked: 'travaillée',
  validated: 'validée',
  upcoming: 'à venir',
} as const;

/** The phases from past to come, each with what is known of it. */
export function PhaseSteps({ project, stats }: { project: Project; stats: ProjectStats | undefined }) {
  const { data } = useQuery({ ...getProjectSummary(project._id), enabled: (stats?.discount_count ?? 0) > 0 });
  const today = todayOf();
  const costs = useCosts();
  const total = data?.summary ?? null;
  return (
    <section className={cardClass(styles.steps)} aria-label="Phases">
      <ol>
        {project.phases.map((phase, index) => (
          <Step
            key={phase.start_date}
            anchor={phaseAnchor(index)}
            label={phaseLabel(phase, index)}
            dates={formatDateRange(phase.start_date, lastDay(project, index))}
            step={phaseStep(index, { project, stats, total, today, costs })}
          />
        ))}
      </ol>
    </section>
  );
}

interface StepProps {
  /** Its place in the address. */
  anchor: string;
  label: string;
  dates: string;
  step: PhaseStep;
}

function Step({ anchor, label, dates, step }: StepProps) {
  const { hash } = useLocation();
  return (
    <li
      id={anchor}
      data-asked={hash === `#${anchor}` || undefined}
      className={`${styles.phase} ${stateClass[step.state]}`}
      aria-current={step.state === 'worked' ? 'step' : undefined}
    >
      <div className={styles.title}>
        <span className={styles.mark}>
          {(step.state === 'past' || step.state === 'validated') && <Icon name="check" size={12} />}
        </span>
        <b>{label}</b>
        <span className="muted">{dates}</span>
        {step.badge ? (
          <Tag tone={step.state === 'worked' ? 'dark' : 'good'}>{step.badge}</Tag>
        ) : (
          <span className="visually-hidden">{stateWords[step.state]}</span>
        )}
      </div>
      <dl>
        {step.lines.map((line) => (
          <div key={line.term}>
            <dt>{line.term}</dt>
            <dd>
              {line.value} {line.note && <em className={line.tone ?? 'muted'}>{line.note}</em>}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
