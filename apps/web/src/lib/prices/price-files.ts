import { queryOptions } from '@tanstack/react-query';
import { quietApi } from '../api/client.ts';

/** The price files of a project, the last first. */
export function listPriceFiles(projectId: string) {
  return queryOptions({
    queryKey: ['projects', projectId, 'price-files'],
    queryFn: ({ signal }) => quietApi.call('price_files.list', { params: { id: projectId } }, signal),
    select: (answer) => answer.data,
  });
}

/** How many prices of a file's phase have changed since; it moves with every decision. */
export function countPriceChanges(projectId: string, fileId: string) {
  return queryOptions({
    queryKey: ['projects', projectId, 'stats', 'price-changes', fileId],
    queryFn: ({ signal }) =>
      quietApi.call('price_files.changes', { params: { id: projectId, fileId } }, signal),
  });
}
