import { hashKey, type QueryClient } from '@tanstack/react-query';
import { listProjects } from '../lib/calls/list-projects.ts';
import { reloadPermissions } from '../lib/session/permissions.ts';

/**
 * Reads again all that was missed while no event came. What she may do and see is first, it may be why the stream
 * ended: her rights, then the projects, which say of which ones only a part is hers. No call goes out that they forbid.
 */
export async function readAgain(queryClient: QueryClient): Promise<void> {
  await reloadPermissions();
  const { queryKey } = listProjects();
  await queryClient.refetchQueries({ queryKey, exact: true });
  const projects = hashKey(queryKey);
  await queryClient.invalidateQueries({ predicate: ({ queryHash }) => queryHash !== projects });
}
