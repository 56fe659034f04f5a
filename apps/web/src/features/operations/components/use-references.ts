import type { Project } from '@palier/contract';
import { useQueries } from '@tanstack/react-query';
import { readProjectReferences } from '../../../lib/calls/read-project-references.ts';
import type { ReferencesByProject } from '../model/against.ts';

/** What each project's figures are read against, as they come; those without figures or a phase to work on have none. */
export function useReferences(projects: readonly Project[]): ReferencesByProject {
  const asked = projects.filter(
    ({ overview, working_phase }) => working_phase !== null && (overview?.discount_count ?? 0) > 0,
  );
  return useQueries({
    queries: asked.map(({ _id }) => readProjectReferences(_id)),
    combine: (answers) =>
      new Map(asked.map(({ _id }, index) => [_id, answers[index]?.data?.whole ?? null] as const)),
  });
}
