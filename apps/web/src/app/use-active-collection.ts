import type { Project } from '@palier/contract';
import { type ActiveCollection, type Collection, isCollectionType, resolveCollection } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useMatch } from 'react-router';
import { errorMessage } from '../lib/api/errors.ts';
import { listProjects } from '../lib/calls/list-projects.ts';

export interface CollectionState {
  /** What the address names; null on screens without a collection. */
  collection: Collection | null;
  /** Its projects; null while they load and when there is none. */
  active: ActiveCollection<Project> | null;
  projects: readonly Project[];
  isLoading: boolean;
  /** Why the projects could not be loaded. */
  error: string | null;
  retry: () => void;
}

const none: readonly Project[] = [];

/** The collection that the address bar names, found among the user's projects. */
export function useActiveCollection(): CollectionState {
  const match = useMatch('/:collectionType/:collectionId/*');
  const { data: projects = none, isPending, isError, error, refetch } = useQuery(listProjects());
  const type = match?.params.collectionType ?? '';
  const id = match?.params.collectionId ?? '';
  return useMemo(() => {
    const collection = isCollectionType(type) && id !== '' ? { type, id } : null;
    return {
      collection,
      active: collection && resolveCollection(collection, projects),
      projects,
      isLoading: isPending,
      error: isError ? errorMessage(error) : null,
      retry: () => void refetch(),
    };
  }, [type, id, projects, isPending, isError, error, refetch]);
}
