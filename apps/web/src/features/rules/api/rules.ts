import type { NewRule, NewRuleSet, Rule, RuleChanges } from '@palier/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ApiClient, api, formApi, quietApi } from '../../../lib/api/client.ts';

/** How often a rulebook that is being applied is asked again, ms: it takes seconds. */
const PROCESSING_PERIOD = 1000;

const keyOf = (projectId: string) => ['projects', projectId, 'rules'];

/** The rulebook of a project; asked again while it is being applied. */
export function getRulebook(projectId: string) {
  return queryOptions({
    queryKey: [...keyOf(projectId), 'book'],
    queryFn: ({ signal }) => quietApi.call('rules.list', { params: { id: projectId } }, signal),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      (state.data?.processing_rule_count ?? 0) > 0 ? PROCESSING_PERIOD : false,
  });
}

/** What a rule would do at its place; nothing is written. The former answer stays until the next. */
export function previewRule(projectId: string, body: NewRule) {
  return queryOptions({
    queryKey: [...keyOf(projectId), 'preview', body],
    queryFn: ({ signal }) => quietApi.call('rules.preview', { params: { id: projectId }, body }, signal),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
  });
}

/** What a rule has been, the latest first. */
export function getHistory(projectId: string, ruleId: string) {
  return queryOptions({
    queryKey: [...keyOf(projectId), 'history', ruleId],
    queryFn: ({ signal }) =>
      quietApi.call('rules.history', { params: { id: projectId, rule: ruleId } }, signal),
    select: (answer) => answer.data,
    staleTime: 0,
  });
}

/** Rules kept for other projects. */
export function listRuleSets() {
  return queryOptions({
    queryKey: ['rule-sets'],
    queryFn: ({ signal }) => quietApi.call('rule_sets.list', {}, signal),
    select: (answer) => answer.data,
  });
}

function useRuleMutation<Input, Answer>(projectId: string, mutationFn: (input: Input) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    // A refusal too may come from a rulebook that is no longer the one on screen. The rules are waited for; what they
    // do, which takes longer, is not.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: keyOf(projectId) });
      return queryClient.invalidateQueries(
        { queryKey: [...keyOf(projectId), 'book'] },
        { cancelRefetch: false },
      );
    },
  });
}

export function useCreateRules(projectId: string) {
  return useRuleMutation(projectId, (rules: NewRule[]) =>
    api.call('rules.create', { params: { id: projectId }, body: rules }),
  );
}

/** Changes a rule; `client`: who says that a colleague has changed it meanwhile. */
export function useUpdateRule(projectId: string, client: Pick<ApiClient, 'call'> = api) {
  const queryClient = useQueryClient();
  return useRuleMutation(
    projectId,
    async ({ id, changes, seen }: { id: string; changes: RuleChanges; seen?: object }) => {
      const body = { ...changes, ...(seen && { seen }) };
      const rule = await client.call('rules.update', { params: { id }, body });
      // Known at once: what is done next to it is done to it as it has become.
      queryClient.setQueryData(
        getRulebook(projectId).queryKey,
        (book) => book && { ...book, data: book.data.map((one) => withChanges(one, rule)) },
      );
      return rule;
    },
  );
}

/** A rule as it has become, where it stands until the rulebook is read again. */
const withChanges = (one: Rule, changed: Rule): Rule =>
  one._id === changed._id ? { ...changed, position: one.position } : one;

/** Deletes a rule as it was seen. */
export function useDeleteRule(projectId: string) {
  return useRuleMutation(projectId, ({ id, seen }: { id: string; seen: object }) =>
    formApi.call('rules.delete', { params: { id }, body: { seen } }),
  );
}

export function useProcessRules(projectId: string) {
  return useRuleMutation(projectId, (_: null) => api.call('rules.process', { params: { id: projectId } }));
}

export function useRuleSets() {
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: ['rule-sets'] });
  const keep = useMutation({
    mutationFn: (body: NewRuleSet) => api.call('rule_sets.create', { body }),
    onSettled,
  });
  const forget = useMutation({
    mutationFn: (id: string) => api.call('rule_sets.delete', { params: { id } }),
    onSettled,
  });
  return { keep, forget };
}
