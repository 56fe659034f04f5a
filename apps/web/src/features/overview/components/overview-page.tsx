import type { Project } from '@palier/contract';
import { lackReason } from '@palier/domain';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../../lib/api/client.ts';
import { errorMessage } from '../../../lib/api/errors.ts';
import { getProjectStats } from '../../../lib/calls/get-project-stats.ts';
import { convertedTexts } from '../../../lib/converted-text.ts';
import { fr } from '../../../lib/fr.ts';
import { french } from '../../../lib/french.ts';
import { isComputing } from '../../../lib/is-computing.ts';
import { missingFacts } from '../../../lib/missing-facts.ts';
import { paths } from '../../../lib/paths.ts';
import { useActRefusal } from '../../../lib/session/use-refusal.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { cardClass } from '../../../ui/card.tsx';
import { DataNote } from '../../../ui/data-note.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Skeleton } from '../../../ui/marks.tsx';
import { MissingData } from '../../../ui/missing-data.tsx';
import { Page } from '../../../ui/page.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { TabsTools } from '../../../ui/tabs-tools.tsx';
import { ActivityCard } from './activity-card.tsx';
import { DataDate } from './data-date.tsx';
import { DistributionCard } from './distribution-card.tsx';
import { KeyFigures } from './key-figures.tsx';
import styles from './overview-page.module.css';
import { PhaseSteps } from './phase-steps.tsx';
import { ReliabilityCard } from './reliability-card.tsx';
import { TodoCard } from './todo-card.tsx';

/** A phase was validated, data arrived, or a setting changed: the figures of that are on their way. */
const BEFORE = french(
  'Les chiffres se recalculent : ceux de cette page sont ceux d’avant, sur les jours et les données d’alors.',
);

interface OverviewPageProps {
  project: Project;
  /** The worked phase's check list, and the way to validate it. */
  validation: ReactNode;
  tools?: ReactNode;
}

/** A project at a glance: phases, key figures, distribution against the objective, what is left to do. */
export function OverviewPage({ project, validation, tools }: OverviewPageProps) {
  const missing = missingFacts(project);
  const currencies = convertedTexts(project);
  const lost = missing !== null && !missing.shown;
  const stats = useQuery({ ...getProjectStats(project._id), enabled: !lost });
  return (
    <Page stacked>
      <title>{`${project.shortName}, aperçu · Palier`}</title>
      <h1 className="visually-hidden">{project.shortName}</h1>
      <TabsTools>
        <DataDate project={project} />
        {tools}
      </TabsTools>
      <PhaseSteps project={project} stats={stats.data} />
      {isComputing(project) && (project.data_date ?? null) !== null && (
        <p className={styles.before} role="status">
          <Icon name="activity" />
          {BEFORE}
        </p>
      )}
      {currencies && (
        <DataNote
          framed
          notes={currencies.converted}
          problems={currencies.unknown}
          action={{ label: 'Importer des taux de change', to: paths.imports() }}
        />
      )}
      {missing && (
        <MissingData
          {...missing}
          banner={missing.shown}
          importPath={missing.importAgain ? paths.imports() : null}
        />
      )}
      {!lost && stats.isError && (
        <ErrorState title={fr.errors.load} onRetry={() => void stats.refetch()}>
          {errorMessage(stats.error)}
        </ErrorState>
      )}
      {!lost && stats.isPending && <OverviewSkeleton />}
      {!lost && stats.data?.discount_count === 0 && <NoProducts project={project} />}
      {!lost && stats.data && stats.data.discount_count > 0 && (
        <>
          <KeyFigures project={project} />
          <div className={styles.columns}>
            <DistributionCard project={project} stats={stats.data} />
            <TodoCard project={project} stats={stats.data} />
            <div className={styles.side}>
              {validation}
              <ActivityCard project={project} />
            </div>
          </div>
          <ReliabilityCard project={project} />
        </>
      )}
    </Page>
  );
}

/** Why there is nothing to show: being computed, failed, or nothing selected. */
function NoProducts({ project }: { project: Project }) {
  const refresh = useMutation({
    mutationFn: () => api.call('projects.refresh_snapshot', { params: { id: project._id } }),
  });
  const refusal = useActRefusal('refresh', project);
  const { status, error } = project.snapshot ?? { status: 'none', error: null };
  if (status === 'requested' || status === 'running') {
    return (
      <EmptyState icon="activity" title="Les chiffres du projet sont en cours de calcul">
        Cette page se remplit dès qu’ils sont prêts. Son avancement est en haut de l’écran.
      </EmptyState>
    );
  }
  if (status === 'failed') {
    return (
      <ErrorState
        title="Le calcul des chiffres a échoué"
        {...(refusal === null && { onRetry: () => refresh.mutate() })}
        retryLabel="Recalculer"
      >
        {error}
      </ErrorState>
    );
  }
  return (
    <EmptyState
      title="Ce projet n’a aucun produit"
      action={
        <LinkButton tone="primary" icon="upload" to={paths.imports()}>
          Importer des données
        </LinkButton>
      }
    >
      {lackReason('products')}
    </EmptyState>
  );
}

function OverviewSkeleton() {
  return (
    <div className={cardClass(styles.wait)} role="status" aria-label="Chargement des chiffres">
      {['a', 'b', 'c', 'd'].map((line) => (
        <Skeleton key={line} width="60%" height={16} />
      ))}
    </div>
  );
}
