import type { MailChoicesAnswer } from '@palier/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, quietApi } from '../api/client.ts';

/** What concerns the person signed in; asked again when the server says that something is new. */
export function listNews() {
  return queryOptions({
    queryKey: ['news'],
    queryFn: ({ signal }) => quietApi.call('news.list', {}, signal),
  });
}

/** Marks news as read, on all of the person's devices; all of them without ids. */
export function useReadNews() {
  const queryClient = useQueryClient();
  const { queryKey } = listNews();
  return useMutation({
    mutationFn: (ids: readonly string[] | null) =>
      quietApi.call('news.read', { body: ids === null ? {} : { ids: [...ids] } }),
    onSuccess: (answer) => queryClient.setQueryData(queryKey, answer),
  });
}

/** How each topic is sent by e-mail. */
export function readMailChoices() {
  return queryOptions({
    queryKey: ['news-choices'],
    queryFn: ({ signal }) => api.call('news.choices', {}, signal),
  });
}

/** Changes how topics are sent. */
export function useChooseMails() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (choices: Partial<MailChoicesAnswer['choices']>) =>
      api.call('news.choose', { body: choices }),
    onSuccess: (answer) => queryClient.setQueryData(readMailChoices().queryKey, answer),
  });
}
