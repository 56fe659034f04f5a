import type { PriceTemplateBody } from '@palier/contract';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, formApi, quietApi } from '../../lib/api/client.ts';
import type { PriceShow } from './model/price-view.ts';

const PAGE = 50;

interface PricesAsked {
  phase: number;
  show: PriceShow;
  template_id: string;
  q: string;
}

/** The prices of a phase, page after page; they move with every decision. */
export function listPrices(projectId: string, asked: PricesAsked) {
  const { q, ...query } = asked;
  return infiniteQueryOptions({
    queryKey: ['projects', projectId, 'stats', 'prices', asked],
    queryFn: ({ signal, pageParam: offset }) =>
      quietApi.call(
        'prices.list',
        { params: { id: projectId }, query: { ...query, ...(q && { q }), size: PAGE, offset } },
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((count, { data }) => count + data.length, 0);
      return shown < last.total ? shown : undefined;
    },
    staleTime: 0,
  });
}

/** The layouts that a price file may have. */
export function listPriceTemplates() {
  return queryOptions({
    queryKey: ['price-templates'],
    queryFn: ({ signal }) => quietApi.call('price_templates.list', {}, signal),
    select: (answer) => answer.data,
  });
}

/** Adds a template, or writes one again. */
export function useSavePriceTemplate() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body, seen }: { id: string | null; body: PriceTemplateBody; seen: object }) =>
      id === null
        ? api.call('price_templates.create', { body })
        : formApi.call('price_templates.update', { params: { id }, body: { ...body, seen } }),
    // A refusal too may come from a template that is no longer the one on screen.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['price-templates'] }),
  });
}

export function useDeletePriceTemplate() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, seen }: { id: string; seen: object }) =>
      formApi.call('price_templates.delete', { params: { id }, body: { seen } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['price-templates'] }),
  });
}
