import type { Project } from '@palier/contract';
import { DEFAULT_VIEW_NAME, firstViewParameters, lackReason } from '@palier/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { errorMessage } from '../../../lib/api/errors.ts';
import { getSettings } from '../../../lib/calls/get-settings.ts';
import { listProjects } from '../../../lib/calls/list-projects.ts';
import { fr } from '../../../lib/fr.ts';
import { missingFacts } from '../../../lib/missing-facts.ts';
import { paths } from '../../../lib/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { MissingData } from '../../../ui/missing-data.tsx';
import { Page } from '../../../ui/page.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { createView, listViews } from '../api/queries.ts';
import { ListingSkeleton } from '../rows/listing-skeleton.tsx';
import { ListingScreen } from './listing-screen.tsx';
import type { ValidationPanel } from './panel-types.ts';
import { useListingState } from './use-listing-state.ts';

/** The first user of an organisation without views makes « Tous les produits », once. */
function useDefaultView(count: number | undefined): void {
  const queryClient = useQueryClient();
  const asked = useRef(false);
  useEffect(() => {
    if (count !== 0 || asked.current) return;
    asked.current = true;
    createView({ name: DEFAULT_VIEW_NAME, shared: true, parameters: firstViewParameters() })
      .then(() => queryClient.invalidateQueries({ queryKey: ['views'] }))
      .catch((error: unknown) => console.error('default view', error));
  }, [count, queryClient]);
}

function NoProducts({ project }: { project: Project }): ReactNode {
  const preparing = project.snapshot?.status === 'requested' || project.snapshot?.status === 'running';
  return (
    <Page>
      <EmptyState
        icon={preparing ? 'clock' : 'box'}
        title={preparing ? 'Les données du projet sont en préparation' : 'Ce projet n’a encore aucun produit'}
        action={
          preparing ? undefined : (
            <LinkButton tone="primary" icon="upload" to={paths.imports()}>
              Importer des données
            </LinkButton>
          )
        }
      >
        {project.snapshot?.error ??
          (preparing
            ? 'Le calcul des indicateurs est en cours\u202f: le listing s’ouvrira dès qu’il sera prêt.'
            : lackReason('products'))}
      </EmptyState>
    </Page>
  );
}

interface ListingPageProps {
  projectId: string;
  /** The dialog that validates the worked phase. */
  validation: ValidationPanel;
}

/** The listing of a project: loads what the screen needs before its rows. */
export function ListingPage({ projectId, validation }: ListingPageProps): ReactNode {
  const projects = useQuery(listProjects());
  const settings = useQuery(getSettings());
  const views = useQuery(listViews());
  const handle = useListingState(projectId, settings.data, views.data);
  useDefaultView(views.data?.length);
  const project = projects.data?.find(({ _id }) => _id === projectId);
  const failed = [projects, settings, views].find(({ error }) => error !== null);
  if (failed && (!project || !handle)) {
    return (
      <Page>
        <ErrorState title={fr.errors.load} onRetry={() => void failed.refetch()}>
          {errorMessage(failed.error)}
        </ErrorState>
      </Page>
    );
  }
  if (!project || !handle || !settings.data || !views.data) return <ListingSkeleton />;
  const missing = missingFacts(project);
  if (missing && !missing.shown) {
    return (
      <Page>
        <MissingData {...missing} importPath={missing.importAgain ? paths.imports() : null} />
      </Page>
    );
  }
  if (project.snapshot?.discount_count === 0) return <NoProducts project={project} />;
  return (
    <ListingScreen
      key={projectId}
      project={project}
      projects={projects.data ?? []}
      settings={settings.data}
      views={views.data}
      handle={handle}
      validation={validation}
    />
  );
}
