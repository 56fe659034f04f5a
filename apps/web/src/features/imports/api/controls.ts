import type { ControlTotal } from '@palier/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api/client.ts';
import { getControls } from '../../../lib/calls/get-controls.ts';

/** Replaces the till's totals. */
export function useSetControls() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (totals: ControlTotal[]) => api.call('controls.set', { body: { totals } }),
    onSuccess: (controls) => queryClient.setQueryData(getControls().queryKey, controls),
  });
}
