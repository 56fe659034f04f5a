import { isDeepStrictEqual } from 'node:util';
import { MAX_RULES, type NewRule, type Rulebook, type RuleChanges, type RuleVersion } from '@palier/contract';
import {
  editedState,
  findField,
  newRuleName,
  newRuleNumber,
  queryFaultSentences,
  type RuleContext,
  type RuleState,
  ruleFaultMessage,
  ruleFaults,
} from '@palier/domain';
import type { Tx } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { ApiError, invalid, notFound, refused } from '../../http/errors.ts';
import { isId, newId } from '../../ids.ts';
import { requireWhole } from '../../perimeter.ts';
import type { ProjectScope, Scope } from '../../scope.ts';
import { levelsOf } from '../discounts/index.ts';
import { openProject, readForChange, readProject, requireState } from '../projects/index.ts';
import { changeSeen, deleteSeen, type SeenOf } from '../seen/index.ts';
import { movedIn } from './moved-in.ts';
import { presentRule } from './present.ts';
import {
  addVersion,
  deleteRule,
  everyName,
  insertRule,
  isProcessing,
  lastProcessing,
  listRules,
  listVersions,
  projectOfRule,
  type RuleContent,
  type RuleRow,
  removedRules,
  updateRule,
} from './repository.ts';

type Needs = Pick<Deps, 'database' | 'queue' | 'facts'>;

/** Changes the rulebook, which no processing may be reading. @throws 404, 409, 422 once the project is closed */
async function changing<T>(deps: Needs, project: ProjectScope, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(deps.database.db, async (tx) => {
    // Held: nobody else changes the rulebook meanwhile, or has it processed.
    if ((await readForChange(tx, project)).working_phase === null)
      throw refused('La dernière démarque est validée : les règles ne changent plus.');
    if (await isProcessing(tx, project)) throw new ApiError('rules_processing');
    return work(tx);
  });
}

export type CheckedRule = Pick<
  RuleChanges,
  'query' | 'discount_spec_by' | 'discount_spec_map' | 'discount_spec_map_type'
>;

/** What the project's rules are checked against: its fields, the retailer's own too, and its levels. */
export async function ruleContext(
  { database: { db }, facts }: Pick<Needs, 'database' | 'facts'>,
  project: ProjectScope,
): Promise<Required<Pick<RuleContext, 'findField' | 'levels'>>> {
  const own = (await facts.use(project, async (found) => found.fields())) ?? [];
  const fields = new Map(own.map((field) => [field.id, field]));
  const levels = levelsOf(await readProject(db, project, project.project_id));
  return { findField: (id) => fields.get(id) ?? findField(id), levels };
}

/** What is wrong with a rule, in a sentence; null when it may be kept. */
export function ruleFault(
  rule: CheckedRule,
  context: Awaited<ReturnType<typeof ruleContext>>,
): { code: 'invalid_query' | 'refused'; message: string; details: string[] } | null {
  const faults = ruleFaults(rule, context);
  if (rule.query && faults.includes('invalid_query')) {
    const fieldLabel = (id: string) => context.findField(id)?.label ?? id;
    const details = queryFaultSentences(rule.query, { ...context, rulebook: true, fieldLabel });
    return { code: 'invalid_query', message: ruleFaultMessage('invalid_query', rule), details };
  }
  const [fault] = faults;
  return fault ? { code: 'refused', message: ruleFaultMessage(fault, rule, context), details: faults } : null;
}

/** @throws 400 for a query that means nothing, 422 for what a rule cannot say */
export async function checkRule(
  deps: Pick<Needs, 'database' | 'facts'>,
  project: ProjectScope,
  rule: CheckedRule,
): Promise<void> {
  requireSound(rule, await ruleContext(deps, project));
}

function requireSound(rule: CheckedRule, context: Awaited<ReturnType<typeof ruleContext>>): void {
  const fault = ruleFault(rule, context);
  if (fault) throw new ApiError(fault.code, fault.message, { faults: fault.details });
}

/** Adds rules at the bottom of the rulebook, or where they say. @throws 400, 409, 422 */
export async function addRules(
  deps: Needs,
  project: ProjectScope,
  rules: readonly NewRule[],
): Promise<RuleRow[]> {
  for (const rule of rules) await checkRule(deps, project, rule);
  return changing(deps, project, async (tx) => {
    const order = (await listRules(tx, project)).map(({ rule_id }) => rule_id);
    if (order.length + rules.length > MAX_RULES) throw refused(`Un projet a au plus ${MAX_RULES} règles.`);
    const added: string[] = [];
    for (const rule of rules) {
      const content = await newContent(tx, project, rule, order.length);
      await insertRule(tx, project, content);
      order.splice(content.position, 0, content.rule_id);
      added.push(content.rule_id);
    }
    await renumber(tx, project, order);
    const all = await listRules(tx, project);
    for (const { project_id: _, ...rule } of all)
      if (added.includes(rule.rule_id)) await addVersion(tx, project, 'created', rule);
    return added.flatMap((id) => all.filter(({ rule_id }) => rule_id === id));
  });
}

async function newContent(tx: Tx, project: ProjectScope, rule: NewRule, count: number): Promise<RuleContent> {
  const rule_id = rule._id ?? newId();
  if (!isId(rule_id)) throw invalid('L’identifiant d’une règle est un UUID.');
  // One that Palier made is nobody's yet.
  if (rule._id && (await projectOfRule(tx, project, rule_id))) throw refused('Cette règle existe déjà.');
  const content: RuleContent = {
    rule_id,
    name: rule.name ?? newRuleName(count, await everyName(tx, project)),
    active: rule.active ?? true,
    query: rule.query ?? null,
    discount_spec_by: rule.discount_spec_by ?? null,
    discount_spec_map: rule.discount_spec_map ?? null,
    discount_spec_map_type: rule.discount_spec_map_type ?? null,
    position: Math.min(rule.position ?? count, count),
    state: 'new',
    discount_count: null,
  };
  return { ...content, ...(await lifeBefore(tx, project, content)) };
}

/** A rule put back as it was when it was deleted is where it was in its life: its effect is still there. */
async function lifeBefore(
  tx: Tx,
  project: ProjectScope,
  rule: RuleContent,
): Promise<Partial<Pick<RuleContent, 'state' | 'discount_count'>>> {
  const [latest] = await listVersions(tx, project, rule.rule_id);
  if (latest?.action !== 'deleted' || !latest.pending) return {};
  const { state, discount_count } = latest.content;
  return isDeepStrictEqual(saidBy(rule), saidBy(latest.content)) ? { state, discount_count } : {};
}

/** What a rule says of products. */
function saidBy(rule: Omit<RuleContent, 'rule_id'>): unknown[] {
  const { query, discount_spec_by, discount_spec_map, discount_spec_map_type, active } = rule;
  return [query, discount_spec_by, discount_spec_map, discount_spec_map_type, active];
}

async function renumber(tx: Tx, project: ProjectScope, order: readonly string[]): Promise<void> {
  const positions = new Map((await listRules(tx, project)).map((row) => [row.rule_id, row.position]));
  for (const [position, rule_id] of order.entries()) {
    if (positions.get(rule_id) !== position) await updateRule(tx, project, rule_id, { position });
  }
}

/** The project of a rule, which applies to all of it. @throws 403, 404 */
async function openRule(
  { database: { db }, facts }: Needs,
  scope: Scope,
  rule_id: string,
): Promise<ProjectScope> {
  const project_id = isId(rule_id) ? await projectOfRule(db, scope, rule_id) : null;
  if (!project_id) throw notFound('Cette règle');
  const project = await openProject(db, scope, project_id);
  await requireWhole(facts, project);
  return project;
}

/** Changes a rule; a new position moves the others. @throws 400, 404, 409 also when it is no longer as it was seen, 422 */
export async function editRule(
  deps: Needs,
  scope: Scope,
  rule_id: string,
  changes: RuleChanges,
  seen?: object,
): Promise<RuleRow> {
  const project = await openRule(deps, scope, rule_id);
  const context = await ruleContext(deps, project);
  return changing(deps, project, (tx) =>
    changeSeen(tx, project, {
      ...{ what: 'cette règle', subject: `rule ${rule_id}`, changes, seen },
      read: async () => editableOf(await ruleOf(tx, project, rule_id)),
      write: () => writeRule(tx, project, rule_id, changes, context),
    }),
  );
}

async function writeRule(
  tx: Tx,
  project: ProjectScope,
  rule_id: string,
  { position, before: below, ...content }: RuleChanges,
  context: Awaited<ReturnType<typeof ruleContext>>,
): Promise<RuleRow> {
  const before = await ruleOf(tx, project, rule_id);
  // What others changed of it meanwhile is part of what is checked.
  requireSound({ ...before, ...content } as RuleChanges, context);
  const order = (await listRules(tx, project)).map((row) => row.rule_id);
  await updateRule(tx, project, rule_id, {
    ...(content as Partial<RuleContent>),
    state: editedState(before.state as RuleState),
  });
  if (position !== undefined || below !== undefined)
    await renumber(tx, project, movedIn(order, rule_id, { position, below }));
  const { project_id: _, ...after } = await ruleOf(tx, project, rule_id);
  await addVersion(tx, project, 'edited', after);
  return { project_id: project.project_id, ...after };
}

/** What people set of a rule. */
function editableOf({ state: _, discount_count: __, project_id: ___, rule_id: ____, ...content }: RuleRow) {
  return content;
}

async function ruleOf(tx: Tx, project: ProjectScope, rule_id: string): Promise<RuleRow> {
  const row = (await listRules(tx, project)).find((rule) => rule.rule_id === rule_id);
  if (!row) throw notFound('Cette règle');
  return row;
}

/** Deletes a rule; what it gave goes when the rulebook is next processed. @throws 404, 409 also when it is no longer as it was seen */
export async function removeRule(
  deps: Needs,
  scope: Scope,
  rule_id: string,
  { seen }: SeenOf = {},
): Promise<void> {
  const project = await openRule(deps, scope, rule_id);
  await changing(deps, project, async (tx) => {
    const { project_id: _, ...rule } = await ruleOf(tx, project, rule_id);
    await deleteSeen(tx, project, {
      ...{ what: 'cette règle', subject: `rule ${rule_id}`, seen },
      read: async () => editableOf({ project_id: project.project_id, ...rule }),
    });
    await addVersion(tx, project, 'deleted', rule);
    await deleteRule(tx, project, rule_id);
    const order = (await listRules(tx, project)).map((row) => row.rule_id);
    await renumber(tx, project, order);
  });
}

/** The rulebook, how it was last applied, and whether it is being. */
export async function readRulebook(
  { database: { db } }: Pick<Deps, 'database'>,
  project: ProjectScope,
): Promise<Rulebook> {
  const rules = await listRules(db, project);
  const last = await lastProcessing(db, project);
  return {
    // Counted when the rulebook was applied, of the whole project.
    data: rules.map((rule) => presentRule(project.perimeter ? { ...rule, discount_count: null } : rule)),
    processing_rule_count: (await isProcessing(db, project)) ? Math.max(1, rules.length) : 0,
    removed_rule_count: await removedRules(db, project),
    next_rule_number: newRuleNumber(rules.length, await everyName(db, project)),
    last_processing: last?.finished_at
      ? {
          finished_at: last.finished_at.toISOString(),
          duration_ms: last.finished_at.getTime() - (last.started_at ?? last.finished_at).getTime(),
          error: last.error,
        }
      : null,
  };
}

/** What a rule has been, the latest first. @throws 404 for a rule that never was */
export async function ruleHistory(
  { database: { db } }: Pick<Deps, 'database'>,
  project: ProjectScope,
  rule_id: string,
): Promise<RuleVersion[]> {
  const versions = isId(rule_id) ? await listVersions(db, project, rule_id) : [];
  if (versions.length === 0) throw notFound('Cette règle');
  return versions.map(
    ({ version, at, user_name, action, content: { state: _, discount_count: __, ...content } }) => ({
      ...{ version, at: at.toISOString(), user_name, action, content },
    }),
  );
}

/** Has the rulebook applied to the project's lines. @throws 409 without data, or when it is under way */
export async function processRules(deps: Needs, project: ProjectScope): Promise<number> {
  requireState('process_rules', await readProject(deps.database.db, project, project.project_id));
  const count = await changing(deps, project, async (tx) => {
    await deps.queue.add(tx, project, { kind: 'rules', project_id: project.project_id });
    return (await listRules(tx, project)).length;
  });
  await deps.queue.wake('rules');
  return Math.max(1, count);
}
