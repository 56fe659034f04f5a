import type { Rule, Rulebook, RuleConflict } from '@palier/contract';
import { combineQueries } from '@palier/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { formApi } from '../../../lib/api/client.ts';
import { useCreateRules, useDeleteRule, useProcessRules, useUpdateRule } from '../api/rules.ts';
import { copyOf, draftOf, newDraft, type RuleDraft } from '../model/draft.ts';
import { contentOf, useRuleDrafts } from './use-rule-drafts.ts';

/** Everything that the discounts of a project are shown by is asked again once its rules have been applied. */
function useRefreshWhenApplied(projectId: string, processing: boolean): void {
  const queryClient = useQueryClient();
  const was = useRef(processing);
  useEffect(() => {
    if (was.current && !processing) void queryClient.invalidateQueries({ queryKey: ['projects', projectId] });
    was.current = processing;
  }, [processing, projectId, queryClient]);
}

/** What may be done about a conflict, at once: the rule goes above its winner, or leaves it the products. */
function remediesOf(
  { data: rules }: Rulebook,
  update: ReturnType<typeof useUpdateRule>['mutate'],
  drop: (id: string) => void,
) {
  return {
    swap: ({ rule_id: id, winner_id }: RuleConflict): void => {
      if (winner_id !== null) update({ id, changes: { before: winner_id } });
    },
    exclude: ({ rule_id: id, item_group_ids }: RuleConflict): void => {
      const rule = rules.find(({ _id }) => _id === id);
      if (!rule) return;
      const out = { field: 'item_group_id', operator: 'not_in', value: item_group_ids } as const;
      const query = combineQueries(rule.query, { combinator: 'and', rules: [out] });
      update({ id, changes: { query }, seen: { query: rule.query } }, { onSuccess: () => drop(id) });
    },
  };
}

/** The rule that one is put above when it is moved to a place of the screen: its own place may be another by then. */
function belowAt({ data }: Rulebook, moved: string, position: number): string | null {
  return data.filter(({ _id }) => _id !== moved)[position]?._id ?? null;
}

/** The rule that the address opens, and whether it is tried off. */
function useOpenRule() {
  const [search, setSearch] = useSearchParams();
  const selected = search.get('regle');
  // Whom an answer finds: the rule that was asked for, even before the address says so.
  const latest = useRef(selected);
  const open = (id: string | null): void => {
    latest.current = id;
    // At once: what is pressed next must not be written into the rule that is being left.
    setSearch(id ? { regle: id } : {}, { replace: true, flushSync: true });
  };
  useEffect(() => {
    latest.current = selected;
  }, [selected]);
  /** After an answer: whoever has gone to another rule meanwhile stays there. */
  const openFrom = (before: string, id: string | null): void => {
    if (latest.current === before) open(id);
  };
  return { selected, off: search.has('sans'), open, openFrom };
}

/** Rules as they are being written, the one that is open, and what is done with them. */
export function useRulebook(projectId: string, rulebook: Rulebook) {
  const { selected, off, open, openFrom } = useOpenRule();
  const writing = useRuleDrafts();
  const { drafts, drop } = writing;
  const [removed, setRemoved] = useState<Rule | null>(null);
  const create = useCreateRules(projectId);
  const update = useUpdateRule(projectId);
  const rewrite = useUpdateRule(projectId, formApi);
  const remove = useDeleteRule(projectId);
  const process = useProcessRules(projectId);
  useRefreshWhenApplied(projectId, rulebook.processing_rule_count > 0);
  const rule = rulebook.data.find(({ _id }) => _id === selected);
  const kept = rule && { ...draftOf(rule), ...(off && { active: false }) };
  const draft = (selected ? drafts[selected] : undefined) ?? kept;
  const put = (changed: RuleDraft): void =>
    writing.put(changed, rule?._id === changed._id ? rule : undefined);
  const begin = (fresh: RuleDraft): void => {
    put(fresh);
    open(fresh._id);
  };
  const save = async (): Promise<void> => {
    if (!draft) return;
    const { _id } = draft;
    const isSaved = await writing.write(draft, rule, async (seen) => {
      if (seen) return rewrite.mutateAsync({ id: _id, changes: contentOf(draft), seen });
      await create.mutateAsync([draft]);
    });
    if (isSaved) openFrom(_id, _id);
  };
  const deleteRule = async (): Promise<void> => {
    if (rule) {
      const isGone = await writing.remove(rule, (seen) => remove.mutateAsync({ id: rule._id, seen }));
      if (!isGone) return;
      setRemoved(rule);
    }
    if (!draft) return;
    drop(draft._id);
    openFrom(draft._id, null);
  };
  const undoDelete = async (): Promise<void> => {
    if (!removed) return;
    await create.mutateAsync([{ ...draftOf(removed), position: removed.position }]);
    setRemoved(null);
    open(removed._id);
  };
  const added = Object.values(drafts).filter(({ _id }) => !rulebook.data.some((one) => one._id === _id));
  return {
    ...{ drafts, selected, rule, draft, removed, open, put, save, deleteRule, undoDelete },
    ...remediesOf(rulebook, update.mutate, drop),
    /** Somebody has changed the open rule since its draft began. */
    clash: writing.clashOf(selected),
    busy: create.isPending || update.isPending || rewrite.isPending || remove.isPending,
    abandon: () => {
      if (draft) drop(draft._id);
      open(rule ? rule._id : null);
    },
    // A number given to a rule that is not saved yet is not given to another.
    add: () => begin(newDraft(rulebook.next_rule_number + added.length)),
    added,
    duplicate: () => draft && begin(copyOf(draft)),
    addSet: create.mutate,
    move: ({ _id: id }: Rule, position: number) =>
      update.mutate({ id, changes: { before: belowAt(rulebook, id, position) } }),
    setActive: (switched: Rule, active: boolean) => {
      const { _id, ...seen } = draftOf(switched);
      const written = drafts[_id];
      if (written) put({ ...written, active });
      // What she is saving of it at this moment is her own.
      update.mutate({ id: _id, changes: { active }, ...(!rewrite.isPending && { seen }) });
    },
    process: () => process.mutate(null),
    isAsking: process.isPending,
  };
}
