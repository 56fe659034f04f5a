import type { RouteInput } from '@palier/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { formApi, quietApi } from '../../../lib/api/client.ts';
import { getControls } from '../../../lib/calls/get-controls.ts';

/** How the organisation's imports are read and watched over. */
export function getImportSettings() {
  return queryOptions({
    queryKey: ['import-settings'],
    queryFn: ({ signal }) => quietApi.call('import_settings.get', {}, signal),
  });
}

/** Replaces them; the tolerance changes which totals are gaps. */
export function useSetImportSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RouteInput<'import_settings.set'>['body']) =>
      formApi.call('import_settings.set', { body }),
    onSuccess: (settings) => {
      queryClient.setQueryData(getImportSettings().queryKey, settings);
      void queryClient.invalidateQueries({ queryKey: getControls().queryKey });
    },
  });
}
