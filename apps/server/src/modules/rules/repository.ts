import { type Selectable, sql } from 'kysely';
import { playedTime } from '../../clock.ts';
import type { DbOrTx, Tx } from '../../db/database.ts';
import type { RuleContents, RuleTable, RuleVersionTable } from '../../db/tables/rule-tables.ts';
import { findOwner } from '../../recent-projects.ts';
import type { ProjectScope, Scope } from '../../scope.ts';

export type RuleRow = Selectable<RuleTable>;
export type RuleContent = RuleContents & { rule_id: string };
export type RuleVersionRow = Selectable<RuleVersionTable>;

/** The rulebook, the rule that wins first. */
export async function listRules(db: DbOrTx, project: ProjectScope): Promise<RuleRow[]> {
  return db
    .selectFrom('rule')
    .selectAll()
    .where('project_id', '=', project.project_id)
    .orderBy('position')
    .orderBy('rule_id')
    .execute();
}

/** The project of a rule, among the caller's organisation's own. */
export async function projectOfRule(db: DbOrTx, scope: Scope, rule_id: string): Promise<string | null> {
  return findOwner(scope, (projects) =>
    db
      .selectFrom('rule')
      .select('project_id')
      .where('rule_id', '=', rule_id)
      .where(sql<boolean>`project_id in ${projects}`)
      .executeTakeFirst(),
  );
}

export async function insertRule(tx: Tx, project: ProjectScope, rule: RuleContent): Promise<void> {
  await tx
    .insertInto('rule')
    .values({
      ...rule,
      project_id: project.project_id,
      query: jsonOf(rule.query),
      discount_spec_map: jsonOf(rule.discount_spec_map),
    })
    .execute();
}

export async function updateRule(
  tx: Tx,
  project: ProjectScope,
  rule_id: string,
  changes: Partial<Omit<RuleContent, 'rule_id'>>,
): Promise<void> {
  const { query, discount_spec_map, ...plain } = changes;
  await tx
    .updateTable('rule')
    .set({
      ...plain,
      ...(query !== undefined && { query: jsonOf(query) }),
      ...(discount_spec_map !== undefined && { discount_spec_map: jsonOf(discount_spec_map) }),
    })
    .where('project_id', '=', project.project_id)
    .where('rule_id', '=', rule_id)
    .execute();
}

const jsonOf = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

export async function deleteRule(tx: Tx, project: ProjectScope, rule_id: string): Promise<void> {
  await tx
    .deleteFrom('rule')
    .where('project_id', '=', project.project_id)
    .where('rule_id', '=', rule_id)
    .execute();
}

/** Whether the project's rules are being applied, or about to be. */
export async function isProcessing(db: DbOrTx, project: ProjectScope): Promise<boolean> {
  const row = await db
    .selectFrom('job')
    .select('job_id')
    .where('organization_id', '=', project.organization_id)
    .where('project_id', '=', project.project_id)
    .where('kind', '=', 'rules')
    .where('status', 'in', ['requested', 'running'])
    .executeTakeFirst();
  return row !== undefined;
}

/** How the rulebook was last applied; undefined when it never was. */
export async function lastProcessing(db: DbOrTx, project: ProjectScope) {
  return db
    .selectFrom('job')
    .select(['started_at', 'finished_at', 'error'])
    .where('organization_id', '=', project.organization_id)
    .where('project_id', '=', project.project_id)
    .where('kind', '=', 'rules')
    .where('status', 'in', ['completed', 'failed'])
    .orderBy('job_id', 'desc')
    .executeTakeFirst();
}

/** Keeps what a rule is after a change of it, or was before it was deleted. */
export async function addVersion(
  tx: Tx,
  project: ProjectScope,
  action: RuleVersionRow['action'],
  { rule_id, ...content }: RuleContent,
): Promise<void> {
  const versions = await listVersions(tx, project, rule_id);
  await tx
    .insertInto('rule_version')
    .values({
      ...{ project_id: project.project_id, rule_id, action, user_name: project.user_name },
      version: (versions[0]?.version ?? 0) + 1,
      content: JSON.stringify(content),
      pending: action === 'deleted' && content.state !== 'new',
      at: playedTime(),
    })
    .execute();
}

/** What a rule has been, the latest first. */
export async function listVersions(
  db: DbOrTx,
  project: ProjectScope,
  rule_id: string,
): Promise<RuleVersionRow[]> {
  return db
    .selectFrom('rule_version')
    .selectAll()
    .where('project_id', '=', project.project_id)
    .where('rule_id', '=', rule_id)
    .orderBy('version', 'desc')
    .execute();
}

/** Rules deleted and not put back since the rulebook was last applied. */
export async function removedRules(db: DbOrTx, project: ProjectScope): Promise<number> {
  const rows = await db
    .selectFrom('rule_version as v')
    .leftJoin('rule as r', (join) =>
      join.onRef('r.project_id', '=', 'v.project_id').onRef('r.rule_id', '=', 'v.rule_id'),
    )
    .select('v.rule_id')
    .distinct()
    .where('v.project_id', '=', project.project_id)
    .where('v.pending', '=', true)
    .where('r.rule_id', 'is', null)
    .execute();
  return rows.length;
}

/** The rulebook is applied: nothing deleted is left in the lines. */
export async function forgetRemoved(tx: Tx, project: ProjectScope): Promise<void> {
  await tx
    .updateTable('rule_version')
    .set({ pending: false })
    .where('project_id', '=', project.project_id)
    .where('pending', '=', true)
    .execute();
}

/** Every name that a rule of the project has or had. */
export async function everyName(db: DbOrTx, project: ProjectScope): Promise<string[]> {
  const rows = await db
    .selectFrom('rule_version')
    .select(sql<string>`content ->> 'name'`.as('name'))
    .distinct()
    .where('project_id', '=', project.project_id)
    .execute();
  return [...rows, ...(await listRules(db, project))].map(({ name }) => name);
}

/** Who asked for a job. */
export async function requesterOf(db: DbOrTx, scope: Scope, job_id: string): Promise<string | null> {
  const row = await db
    .selectFrom('job')
    .select('created_by')
    .where('organization_id', '=', scope.organization_id)
    .where('job_id', '=', job_id)
    .executeTakeFirst();
  return row?.created_by ?? null;
}

/** SQL of the phase whose rules speak: the worked one, the last of a closed project. */
const workedPhase = ({ project_id }: ProjectScope) =>
  sql<number>`(select coalesce(working_phase, jsonb_array_length(phases) - 1) from project where project_id = ${project_id}::uuid)`;

export interface RuleLine {
  discount_id: string;
  base_discount_pct_auto: number | null;
  given_discount_pct_auto: number;
}

/** What rules gave to each line when they were last processed. Sent as one text: thousands of rows take long to be decoded. */
export async function ruleLines(db: DbOrTx, project: ProjectScope): Promise<Map<string, RuleLine>> {
  const found = await db
    .selectFrom('rule_line')
    .select(
      sql<
        string | null
      >`json_agg(json_build_array(discount_id, base_discount_pct_auto, given_discount_pct_auto))::text`.as(
        'lines',
      ),
    )
    .where('project_id', '=', project.project_id)
    .where('project_phase', '=', workedPhase(project))
    .executeTakeFirst();
  const lines: [string, number | null, number][] = JSON.parse(found?.lines ?? '[]');
  return new Map(
    lines.map(([discount_id, base_discount_pct_auto, given_discount_pct_auto]) => [
      discount_id,
      { discount_id, base_discount_pct_auto, given_discount_pct_auto },
    ]),
  );
}

export async function replaceRuleLines(
  tx: Tx,
  project: ProjectScope,
  lines: readonly RuleLine[],
): Promise<void> {
  await tx
    .deleteFrom('rule_line')
    .where('project_id', '=', project.project_id)
    .where('project_phase', '=', workedPhase(project))
    .execute();
  if (lines.length === 0) return;
  await sql`
    insert into rule_line (project_id, project_phase, discount_id, base_discount_pct_auto, given_discount_pct_auto)
    select ${project.project_id}::uuid, ${workedPhase(project)}, discount_id, base_discount_pct_auto, given_discount_pct_auto
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as l(discount_id uuid, base_discount_pct_auto integer, given_discount_pct_auto integer)`.execute(tx);
}

/** Names of a project's rules, for the lines that they frame: those deleted since have the last one that they had. */
export async function ruleNames(db: DbOrTx, project: ProjectScope): Promise<Map<string, string>> {
  const { project_id } = project;
  const { rows } = await sql<{ rule_id: string; name: string }>`
    (select distinct on (rule_id) rule_id, content ->> 'name' as name from rule_version
      where project_id = ${project_id}::uuid order by rule_id, version desc)
    union all
    select rule_id, name from rule where project_id = ${project_id}::uuid`.execute(db);
  return new Map(rows.map((row) => [row.rule_id, row.name]));
}

/** Whether the automatic discount that a line has is one that rules gave it when they were last processed. */
export async function isGivenByRules(
  db: DbOrTx,
  project: ProjectScope,
  { discount_id, discount_pct_auto }: { discount_id: string; discount_pct_auto: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('rule_line')
    .select('given_discount_pct_auto')
    .where('project_id', '=', project.project_id)
    .where('project_phase', '=', workedPhase(project))
    .where('discount_id', '=', discount_id)
    .executeTakeFirst();
  return row?.given_discount_pct_auto === discount_pct_auto;
}
