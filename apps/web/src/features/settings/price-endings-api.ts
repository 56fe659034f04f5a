import type { RouteInput } from '@palier/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { formApi } from '../../lib/api/client.ts';

export function useSetPriceEndings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RouteInput<'price_endings.set'>['body']) =>
      formApi.call('price_endings.set', { body }),
    // Prices, forecasts and all that is made of them follow.
    onSuccess: () => queryClient.invalidateQueries(),
  });
}
