import type { NewRule, RuleChanges } from '@palier/contract';
import {
  editedState,
  findField,
  newRuleName,
  RULE_FAULT_MESSAGES,
  type RuleState,
  ruleFaults,
} from '@palier/domain';
import type { Tx } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { ApiError, invalid, notFound, refused } from '../../http/errors.ts';
import { isId, newId } from '../../ids.ts';
import type { ProjectScope, Scope } from '../../scope.ts';
import { openProject, readProject } from '../projects/index.ts';
import {
  deleteRule,
  insertRule,
  isProcessing,
  listRules,
  lockRulebook,
  projectOfRule,
  type RuleContent,
  type RuleRow,
  updateRule,
} from './repository.ts';

type Needs = Pick<Deps, 'database' | 'queue' | 'facts'>;

const MAX_RULES = 200;

/** Changes the rulebook, which no processing may be reading. @throws 409 */
async function changing<T>(deps: Needs, project: ProjectScope, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(deps.database.db, async (tx) => {
    await lockRulebook(tx, project);
    if (await isProcessing(tx, project)) throw new ApiError('rules_processing');
    return work(tx);
  });
}

/** @throws 400 for a query that means nothing, 422 for what a rule cannot say */
export async function checkRule(
  { facts }: Pick<Needs, 'facts'>,
  project: ProjectScope,
  rule: Pick<RuleChanges, 'query' | 'discount_spec_by' | 'discount_spec_map' | 'discount_spec_map_type'>,
): Promise<void> {
  const own = (await facts.use(project, async (found) => found.fields())) ?? [];
  const fields = new Map(own.map((field) => [field.id, field]));
  const faults = ruleFaults(rule, { findField: (id) => fields.get(id) ?? findField(id) });
  if (faults.includes('invalid_query')) throw new ApiError('invalid_query');
  const [fault] = faults;
  if (fault) throw refused(RULE_FAULT_MESSAGES[fault], { faults });
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
    return added.flatMap((id) => all.filter(({ rule_id }) => rule_id === id));
  });
}

async function newContent(tx: Tx, project: ProjectScope, rule: NewRule, count: number): Promise<RuleContent> {
  const rule_id = rule._id ?? newId();
  if (!isId(rule_id)) throw invalid('L’identifiant d’une règle est un UUID.');
  if (await projectOfRule(tx, project, rule_id)) throw refused('Cette règle existe déjà.');
  return {
    rule_id,
    name: rule.name ?? newRuleName(count),
    query: rule.query ?? null,
    discount_spec_by: rule.discount_spec_by ?? null,
    discount_spec_map: rule.discount_spec_map ?? null,
    discount_spec_map_type: rule.discount_spec_map_type ?? null,
    position: Math.min(rule.position ?? count, count),
    state: 'new',
    discount_count: null,
  };
}

async function renumber(tx: Tx, project: ProjectScope, order: readonly string[]): Promise<void> {
  const positions = new Map((await listRules(tx, project)).map((row) => [row.rule_id, row.position]));
  for (const [position, rule_id] of order.entries()) {
    if (positions.get(rule_id) !== position) await updateRule(tx, project, rule_id, { position });
  }
}

/** The project of a rule. @throws 404 */
async function openRule({ database: { db } }: Needs, scope: Scope, rule_id: string): Promise<ProjectScope> {
  const project_id = isId(rule_id) ? await projectOfRule(db, scope, rule_id) : null;
  if (!project_id) throw notFound('Cette règle');
  return openProject(db, scope, project_id);
}

/** Changes a rule; a new position moves the others. @throws 400, 404, 409, 422 */
export async function editRule(
  deps: Needs,
  scope: Scope,
  rule_id: string,
  changes: RuleChanges,
): Promise<RuleRow> {
  const project = await openRule(deps, scope, rule_id);
  const before = await ruleOf(deps, project, rule_id);
  await checkRule(deps, project, { ...before, ...changes } as RuleChanges);
  return changing(deps, project, async (tx) => {
    const { position, ...content } = changes;
    const order = (await listRules(tx, project)).map((row) => row.rule_id);
    if (!order.includes(rule_id)) throw notFound('Cette règle');
    await updateRule(tx, project, rule_id, {
      ...(content as Partial<RuleContent>),
      state: editedState(before.state as RuleState),
    });
    if (position !== undefined) {
      order.splice(order.indexOf(rule_id), 1);
      order.splice(position, 0, rule_id);
      await renumber(tx, project, order);
    }
    return ruleOf({ database: { db: tx } }, project, rule_id);
  });
}

async function ruleOf(
  { database: { db } }: { database: { db: Parameters<typeof listRules>[0] } },
  project: ProjectScope,
  rule_id: string,
): Promise<RuleRow> {
  const row = (await listRules(db, project)).find((rule) => rule.rule_id === rule_id);
  if (!row) throw notFound('Cette règle');
  return row;
}

/** Deletes a rule; what it gave goes when the rulebook is next processed. @throws 404, 409 */
export async function removeRule(deps: Needs, scope: Scope, rule_id: string): Promise<void> {
  const project = await openRule(deps, scope, rule_id);
  await changing(deps, project, (tx) => deleteRule(tx, project, rule_id));
}

/** The rulebook, and how many of its rules are being applied. */
export async function readRulebook(
  { database: { db } }: Pick<Deps, 'database'>,
  project: ProjectScope,
): Promise<{ rules: RuleRow[]; processing_rule_count: number }> {
  const rules = await listRules(db, project);
  return { rules, processing_rule_count: (await isProcessing(db, project)) ? Math.max(1, rules.length) : 0 };
}

/** Has the rulebook applied to the project's lines. @throws 409 without data, or when it is under way */
export async function processRules(deps: Needs, project: ProjectScope): Promise<number> {
  const { snapshot_version } = await readProject(deps.database.db, project, project.project_id);
  if (snapshot_version === 0) throw new ApiError('snapshot_missing');
  const count = await changing(deps, project, async (tx) => {
    await deps.queue.add(tx, project, { kind: 'rules', project_id: project.project_id });
    return (await listRules(tx, project)).length;
  });
  await deps.queue.wake('rules');
  return Math.max(1, count);
}
