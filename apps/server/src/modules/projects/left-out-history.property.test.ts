import { leftOutOnArrival } from '@palier/domain';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { FROM_JOURNAL } from '../../db/migrations/0036-left-out-phases.ts';
import { inTransaction } from '../../db/transaction.ts';
import { newId } from '../../ids.ts';
import type { ProjectScope } from '../../scope.ts';
import { addDemoUsers } from '../../test/app.ts';
import { eachDatabase } from '../../test/stores.ts';
import { addLines } from '../discounts/index.ts';
import { editLines } from '../discounts/service.ts';
import { goBackPhase } from './go-back.ts';
import { openProject, takeVersion } from './index.ts';
import { validatePhase } from './phases.ts';
import { readProject } from './service.ts';

// Random histories of projects: what is kept of the phases that lines took no part in, and what the journal tells of
// them, are what the history was.

const CLAIRE = {
  ...{ organization_id: 'org_maison_brume', user_id: 'claire', user_name: 'Claire' },
  permissions: { canEditAll: true, canValidate: true, canManageProjects: true },
};
const events = { publish: async () => {}, subscribe: () => () => {} };
const NO_PRICE = { list_price: null, price: null, variants: null };
const PHASES = 3;

type Act = { kind: 'include'; line: number } | { kind: 'validate' } | { kind: 'back' } | { kind: 'arrive' };
const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('include' as const), line: fc.nat(5) }) },
    { weight: 3, arbitrary: fc.constant({ kind: 'validate' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'back' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'arrive' as const }) },
  ),
  { minLength: 6, maxLength: 16 },
);

/** A line as the history says that it is. */
interface Told {
  included: boolean;
  /** Of each validated phase: whether it took part, and what it was as the phase was validated; null: not there. */
  parts: (boolean | null)[];
}

eachDatabase('what lines took no part in', ({ database }) => {
  beforeAll(() => addDemoUsers({ database: database() }));

  async function makeProject(): Promise<ProjectScope> {
    const project_id = newId();
    const phases = Array.from({ length: PHASES }, (_, at) => ({
      name: null,
      start_date: `2098-0${at + 1}-01`,
    }));
    await database().executeSql(
      `insert into project (project_id, organization_id, name, end_date, discount_pct_range, created_by, working_phase, phases, snapshot_version, snapshot_summary)
       values ($1, 'org_maison_brume', $2, '2099-01-01', '[20,30,40]', 'claire', 0, $3, 1, '{"data_date": "2097-12-01", "line_count": 3, "warehouse_version": 1}')`,
      [project_id, `Histoire/${project_id}`, JSON.stringify(phases)],
    );
    return openProject(database().db, CLAIRE, project_id);
  }

  /** Plays a history on a project and on what it is told to be. */
  async function play(project: ProjectScope, history: readonly Act[]): Promise<Map<string, Told>> {
    const { db } = database();
    const lines = new Map<string, Told>();
    let worked = 0;
    const arrive = () =>
      inTransaction(db, async (tx) => {
        const { version } = await takeVersion(tx, project, 'refresh');
        const arrival = { isFirst: lines.size === 0, previous_discount_pcts: [], validated: worked };
        const line = {
          ...{ discount_id: newId(), item_group_id: `g${lines.size}`, previous_discount_pcts: [] },
          ...{ left_out_phases: leftOutOnArrival(arrival), signed_prices: [] },
        };
        await addLines(tx, project, [line], { version, validated_phases: worked });
        lines.set(line.discount_id, { included: true, parts: Array.from({ length: worked }, () => null) });
      });
    for (let at = 0; at < 3; at++) await arrive();
    for (const act of history) {
      if (act.kind === 'arrive') await arrive();
      if (act.kind === 'include' && worked < PHASES) {
        const [id, line] = [...lines][act.line % lines.size] ?? [];
        if (!id || !line) continue;
        await editLines({ db, events }, project, { [id]: { included: !line.included } });
        line.included = !line.included;
      }
      if (act.kind === 'validate' && worked < PHASES) {
        const next = worked + 1 < PHASES ? worked + 1 : null;
        await inTransaction(db, (tx) => validatePhase(tx, project, next, null, () => NO_PRICE));
        for (const line of lines.values()) line.parts.push(line.included);
        worked += 1;
      }
      if (act.kind === 'back' && worked > 0) {
        const row = await readProject(db, project, project.project_id);
        await inTransaction(db, (tx) => goBackPhase(tx, project, row, 'Essai'));
        for (const line of lines.values()) line.included = line.parts.pop() ?? line.included;
        worked -= 1;
      }
    }
    return lines;
  }

  async function stored(project: ProjectScope): Promise<Map<string, number[]>> {
    const rows = await database()
      .db.selectFrom('discount')
      .select(['discount_id', 'left_out_phases'])
      .where('project_id', '=', project.project_id)
      .execute();
    return new Map(rows.map((row) => [row.discount_id, row.left_out_phases]));
  }

  it('are the phases that were validated without them, as they are kept and as the journal tells them', async () => {
    await fc.assert(
      fc.asyncProperty(acts, async (history) => {
        const project = await makeProject();
        const lines = await play(project, history);
        const told = new Map(
          [...lines].map(([id, { parts }]) => [
            id,
            parts.flatMap((part, phase) => (part === true ? [] : [phase])),
          ]),
        );
        expect(await stored(project)).toEqual(told);
        await sql`update discount set left_out_phases = '{}'`.execute(database().db);
        for (const statement of FROM_JOURNAL) await sql.raw(statement).execute(database().db);
        expect(await stored(project)).toEqual(told);
      }),
      { numRuns: 15 },
    );
  }, 200_000);
});
