import type { ControlTotal } from '@palier/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ApiClient, api, formApi } from '../../../lib/api/client.ts';
import { getControls } from '../../../lib/calls/get-controls.ts';
import { clashOf } from '../../../lib/seen/clash.ts';

/** Changes the till's totals as they stand now: another tab, or an import, may have brought others since they were read. */
export function useSetControls() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (change: (totals: readonly ControlTotal[]) => ControlTotal[]) => {
      try {
        return await changeStanding(change, formApi);
      } catch (error) {
        if (!clashOf(error)) throw error;
        // One total is added or taken: as well of those that a colleague has just left.
        return changeStanding(change, api);
      }
    },
    onSuccess: (controls) => queryClient.setQueryData(getControls().queryKey, controls),
  });
}

async function changeStanding(
  change: (totals: readonly ControlTotal[]) => ControlTotal[],
  client: Pick<ApiClient, 'call'>,
) {
  const { data } = await client.call('controls.get', {});
  return client.call('controls.set', { body: { totals: change(data), seen: { totals: data } } });
}
