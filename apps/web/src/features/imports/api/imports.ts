import type { Import } from '@palier/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, quietApi } from '../../../lib/api/client.ts';
import { pollingPeriod } from '../../../lib/calls/list-jobs.ts';
import { downloadFile } from '../../../lib/download.ts';

/** Whether an import is still under way. */
export function isImportRunning(item: Pick<Import, 'status'>): boolean {
  return item.status === 'requested' || item.status === 'running';
}

/** The organisation's imports, newest first. */
export function listImports() {
  return queryOptions({
    queryKey: ['imports'],
    queryFn: ({ signal }) => quietApi.call('imports.list', {}, signal),
    select: (answer) => answer.data,
  });
}

/** One import: its progress, then its report. Followed every second while it runs. */
export function getImport(importId: string) {
  return queryOptions({
    queryKey: ['imports', importId],
    queryFn: ({ signal }) => quietApi.call('imports.get', { params: { id: importId } }, signal),
    refetchInterval: (query) =>
      query.state.data && isImportRunning(query.state.data) ? pollingPeriod / 5 : false,
  });
}

/** Reads the headings and first lines of files, and what each column is taken for. Nothing is imported. */
export function useInspectFiles() {
  return useMutation({
    mutationFn: ({ files, mapping }: { files: readonly File[]; mapping: string | null }) =>
      quietApi.call('imports.inspect', { files, ...(mapping && { body: { mapping } }) }),
  });
}

/** Has files read and checked; nothing is imported until the check is published. */
export function useStartCheck() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({
      files,
      mapping,
      mode,
    }: {
      files: readonly File[];
      mapping: string;
      mode: 'incremental' | 'full';
    }) => api.call('imports.create', { files, body: { mapping, mode, check: 'true' } }),
    onSuccess: (started) => {
      queryClient.setQueryData(getImport(started._id).queryKey, started);
      void queryClient.invalidateQueries({ queryKey: ['imports'] });
      void queryClient.invalidateQueries({ queryKey: ['jobs'] });
    },
  });
}

/** Reads the files of a check again with these answers; given in a row, they are sent one after the other. */
export function useRecheck(importId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    scope: { id: `recheck ${importId}` },
    mutationFn: (answers: Record<string, string>) =>
      api.call('imports.recheck', { params: { id: importId }, body: { answers } }),
    onSuccess: async (started) => {
      const { queryKey } = getImport(importId);
      // What was asked before this answer would say that the former reading is over.
      await queryClient.cancelQueries({ queryKey, exact: true });
      queryClient.setQueryData(queryKey, started);
    },
  });
}

/** Imports what a check read. When the data moved since, the check is done again: it is read anew either way. */
export function usePublish(importId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (seen: { answers: Record<string, string>; reading: string }) =>
      api.call('imports.publish', { params: { id: importId }, body: seen }),
    onSuccess: (published) => queryClient.setQueryData(getImport(importId).queryKey, published),
    onSettled: () => {
      for (const key of ['imports', 'jobs', 'projects', 'items', 'warehouse-versions'])
        void queryClient.invalidateQueries({ queryKey: [key] });
    },
  });
}

/**
 * Stops an import under way, or gives up a check; what was served before stays. `onDone` is called even when the screen
 * that asked is gone by then: an event may tell it before the answer comes.
 */
export function useCancelImport(onDone?: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (importId: string) => api.call('imports.cancel', { params: { id: importId } }),
    onSuccess: () => {
      onDone?.();
      return queryClient.invalidateQueries({ queryKey: ['imports'] });
    },
  });
}

/** Downloads a file's refused rows, to be mended and sent again. */
export function useRejectedRows() {
  return useMutation({
    mutationFn: async ({ importId, file }: { importId: string; file: number }) =>
      downloadFile(
        await api.download('imports.rejected_rows', { params: { id: importId }, query: { file } }),
        'lignes-refusees.csv',
      ),
  });
}

/** Excludes or accepts what a check found, or takes it back; projects follow by themselves. */
export function useDecideQuality(importId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ code, action }: { code: string; action: 'exclude' | 'accept' | null }) =>
      api.call('imports.decide_quality', { params: { id: importId, code }, body: { action } }),
    onSuccess: (decided) => {
      queryClient.setQueryData(getImport(importId).queryKey, decided);
      void queryClient.invalidateQueries({ queryKey: ['imports'] });
      void queryClient.invalidateQueries({ queryKey: ['jobs'] });
    },
  });
}
