import type { LessonChanges, NewLesson } from '@palier/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, formApi, quietApi } from '../../../lib/api/client.ts';
import { listLessons } from '../../../lib/calls/list-lessons.ts';

/** The rules of a project, to be kept as a lesson. */
export function getProjectRules(projectId: string) {
  return queryOptions({
    queryKey: ['projects', projectId, 'rules', 'kept'],
    queryFn: ({ signal }) => quietApi.call('rules.list', { params: { id: projectId } }, signal),
    select: (answer) => answer.data,
  });
}

/** Keeping, changing and forgetting a lesson. */
export function useLessons() {
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: listLessons().queryKey });
  const keep = useMutation({
    mutationFn: (body: NewLesson) => api.call('lessons.create', { body }),
    onSettled,
  });
  const change = useMutation({
    mutationFn: ({ id, changes, seen }: { id: string; changes: LessonChanges; seen: object }) =>
      formApi.call('lessons.update', { params: { id }, body: { ...changes, seen } }),
    onSettled,
  });
  const forget = useMutation({
    mutationFn: ({ id, seen }: { id: string; seen: object }) =>
      formApi.call('lessons.delete', { params: { id }, body: { seen } }),
    onSettled,
  });
  return { keep, change, forget };
}
