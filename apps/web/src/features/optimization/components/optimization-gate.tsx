import type { Project } from '@palier/contract';
import { OUTSIDE_PERIMETER } from '@palier/domain';
import type { ReactNode } from 'react';
import { french } from '../../../lib/french.ts';
import { useLack } from '../../../lib/session/use-refusal.ts';
import { Page } from '../../../ui/page.tsx';
import { EmptyState } from '../../../ui/states.tsx';

interface OptimizationGateProps {
  projects: readonly Pick<Project, 'reach'>[];
  children: ReactNode;
}

/** Optimisation for who may read plans: they are of whole projects, and judged by their margin. */
export function OptimizationGate({ projects, children }: OptimizationGateProps) {
  const lack = useLack('canSeeCosts');
  const outside = projects.some(({ reach }) => reach === 'part') ? OUTSIDE_PERIMETER.project : null;
  const reason = lack ?? outside;
  if (reason === null) return children;
  return (
    <Page stacked>
      <title>Optimisation · Palier</title>
      <EmptyState
        icon="lock"
        title={lack ? 'L’optimisation montre des marges' : 'L’optimisation porte sur des projets entiers'}
      >
        {french(reason)}
      </EmptyState>
    </Page>
  );
}
