import { isDeepStrictEqual } from 'node:util';
import { InvalidQueryError } from '@palier/analytics';
import type { Framing } from '@palier/domain';
import type { Tx } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import { requireWhole } from '../../perimeter.ts';
import { JobFailure, type JobRun } from '../../queue/types.ts';
import { type ProjectScope, systemScope } from '../../scope.ts';
import {
  allLines,
  type DecisionChanges,
  type DiscountRow,
  type LineChanges,
  levelsOf,
  publishWritten,
  type Written,
  withConsequences,
  writeLines,
} from '../discounts/index.ts';
import { holdRequester, type Requester, requesterPerimeter, userNames } from '../organizations/index.ts';
import { openProject, takeVersion } from '../projects/index.ts';
import { baseDiscount, framingOf, readStatements, type Statements } from './evaluate.ts';
import {
  forgetRemoved,
  listRules,
  type RuleLine,
  type RuleRow,
  replaceRuleLines,
  requesterOf,
  ruleLines,
  updateRule,
} from './repository.ts';
import { ruleContext, ruleFault } from './service.ts';

type Needs = Pick<Deps, 'database' | 'facts' | 'events'>;

/** Applies a project's rulebook to its lines: one activity, which can be undone. */
export async function runRules(deps: Needs, run: JobRun): Promise<void> {
  const project = await projectOf(deps, run);
  const hold = await requireRights(deps, project);
  const rules = await listRules(deps.database.db, project);
  await refuseFaults(deps, project, rules);
  const statements = await deps.facts.use(project, (facts) =>
    readStatements(facts, rules, {
      onRule: (index) => run.progress(`Règle ${index + 1} sur ${rules.length}`, (0.8 * index) / rules.length),
    }).catch((error: unknown) => {
      if (!(error instanceof InvalidQueryError)) throw error;
      throw new JobFailure('Une règle porte sur un champ que ce projet n’a plus : corrigez sa requête.');
    }),
  );
  if (!statements) throw new JobFailure('Les données du projet sont en préparation.');
  run.signal.throwIfAborted();
  run.progress('Écriture des démarques', 0.85);
  await publishWritten(deps.events, project, await writeRules(deps, project, rules, { statements, hold }));
}

/** A rule that means nothing any more, or asks what the project no longer offers, is said by its name: nothing is rounded. */
async function refuseFaults(deps: Needs, project: ProjectScope, rules: readonly RuleRow[]): Promise<void> {
  const context = await ruleContext(deps, project);
  for (const rule of rules.filter(({ active }) => active)) {
    const fault = ruleFault(rule, context);
    if (!fault) continue;
    const why = fault.code === 'invalid_query' ? fault.details.join(' ') : fault.message;
    throw new JobFailure(`Règle ${rule.position + 1} « ${rule.name} » : ${why}`);
  }
}

/** The project, acted on in the name of who asked. */
async function projectOf({ database: { db } }: Needs, run: JobRun): Promise<ProjectScope> {
  const system = systemScope(run.organization_id);
  const user_id = await requesterOf(db, system, run.job_id);
  const user_name = user_id ? (await userNames(db, system)).get(user_id) : undefined;
  const scope = user_id && user_name ? { ...system, user_id, user_name } : system;
  return openProject(db, scope, run.project_id ?? '').catch((error) => {
    throw error instanceof ApiError ? new JobFailure('Ce projet n’existe plus.') : error;
  });
}

/** Applying rules is an act on all the project, by whoever asked for it. @returns what holds her rights until a transaction ends */
async function requireRights(
  { database: { db }, facts }: Needs,
  project: ProjectScope,
): Promise<(tx: Tx) => Promise<void>> {
  const requester: Requester = { user_id: project.user_id, permission: 'canEditRules' };
  const perimeter = await requesterPerimeter(db, project, requester);
  await requireWhole(facts, { ...project, perimeter }).catch((error: unknown) => {
    throw error instanceof ApiError ? new JobFailure(error.message) : error;
  });
  return (tx) => holdRequester(tx, project, requester, perimeter);
}

async function writeRules(
  { database: { db } }: Needs,
  project: ProjectScope,
  rules: readonly RuleRow[],
  { statements, hold }: { statements: Statements; hold: (tx: Tx) => Promise<void> },
): Promise<Written> {
  return inTransaction(db, async (tx) => {
    await hold(tx);
    const row = await takeVersion(tx, project, 'process_rules').catch((error: unknown) => {
      // Closed while the rules were read: trying again would not help.
      throw error instanceof ApiError ? new JobFailure(error.message) : error;
    });
    const levels = levelsOf(row);
    const former = await ruleLines(tx, project);
    const changes: LineChanges[] = [];
    const given: RuleLine[] = [];
    for (const line of await allLines(tx, project)) {
      const known = former.get(line.discount_id);
      const framing = framingOf(line, known, statements, levels);
      const base = baseDiscount(line, known);
      if (framing.discount_pct_auto !== null && framing.discount_pct_auto !== base) {
        given.push({
          discount_id: line.discount_id,
          base_discount_pct_auto: base,
          given_discount_pct_auto: framing.discount_pct_auto,
        });
      }
      const changed = changesOf(line, framing);
      if (changed) changes.push({ discount_id: line.discount_id, changes: changed });
    }
    const written = await writeLines(tx, project, changes, {
      kind: 'rules',
      comment: null,
      details: {
        rules: rules.filter(({ active }) => active).map(({ rule_id, name }) => ({ id: rule_id, name })),
      },
      version: row.version,
    });
    await replaceRuleLines(tx, project, given);
    await forgetRemoved(tx, project);
    for (const { rule_id } of rules) {
      const discount_count = statements.counts.get(rule_id) ?? 0;
      await updateRule(tx, project, rule_id, { state: 'processed', discount_count });
    }
    return written;
  });
}

/** The columns of a line that its rules change; null when it has them all already. */
function changesOf(
  line: DiscountRow,
  { overruled: _, decided_by: __, ...framed }: Framing,
): DecisionChanges | null {
  const entries = Object.entries(framed).filter(
    ([column, value]) => !isDeepStrictEqual(line[column as keyof DiscountRow], value),
  );
  return entries.length === 0 ? null : withConsequences(line, Object.fromEntries(entries));
}
