import { hashKey, type QueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/api/errors.ts';
import { listProjects } from '../lib/calls/list-projects.ts';
import { knownRights, reloadPermissions } from '../lib/session/permissions.ts';

/**
 * Reads again all that was missed while no event came. What she may do and see is first, it may be why the stream
 * ended: her rights, then the projects, which say of which ones only a part is hers. No call goes out that they forbid.
 */
export async function readAgain(queryClient: QueryClient): Promise<void> {
  const before = knownRights();
  await reloadPermissions();
  const areOther = before !== undefined && knownRights() !== before;
  // What was read under other rights, and is on no screen now, must not show for a moment when it is there again.
  if (areOther) queryClient.removeQueries({ type: 'inactive' });
  const { queryKey } = listProjects();
  await queryClient.refetchQueries({ queryKey, exact: true });
  const projects = hashKey(queryKey);
  await queryClient.invalidateQueries({ predicate: ({ queryHash }) => queryHash !== projects });
  if (areOther) forgetRefused(queryClient);
}

/** What is refused from now on is shown no more: a screen keeps what it had read when another reading fails. */
function forgetRefused(queryClient: QueryClient): void {
  for (const query of queryClient.getQueryCache().getAll()) {
    const { error } = query.state;
    if (error instanceof ApiError && error.status === 403) query.setState({ data: undefined });
  }
}
