import { useQuery } from '@tanstack/react-query';
import { readReferences } from '../api/queries.ts';
import type { GroupReferences } from '../edit/use-references.ts';

/** What a project's included products, and their groups, are read against. */
export type FindReferences = (keys: readonly (string | null)[]) => GroupReferences | null;

/** Finds the references of a group by its keys, of all without keys; null until they are known. */
export function useTableReferences(project: string, by: string): FindReferences {
  const { data } = useQuery(readReferences(project, { included: true }, [by], null));
  return (keys) =>
    data?.data.find(
      (group) => group.keys.length === keys.length && group.keys.every((key, at) => key === keys[at]),
    ) ?? null;
}
