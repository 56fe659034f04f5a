import type { PriceEnding } from '@palier/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';

export function useSetPriceEndings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (rules: PriceEnding[]) => api.call('price_endings.set', { body: { rules } }),
    // Prices, forecasts and all that is made of them follow.
    onSuccess: () => queryClient.invalidateQueries(),
  });
}
