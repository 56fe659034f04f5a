import type { ControlTotal } from '@palier/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api/client.ts';
import { getControls } from '../../../lib/calls/get-controls.ts';

/** Changes the till's totals as they stand now: another tab, or an import, may have brought others since they were read. */
export function useSetControls() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (change: (totals: readonly ControlTotal[]) => ControlTotal[]) => {
      const { data } = await api.call('controls.get', {});
      return api.call('controls.set', { body: { totals: change(data) } });
    },
    onSuccess: (controls) => queryClient.setQueryData(getControls().queryKey, controls),
  });
}
