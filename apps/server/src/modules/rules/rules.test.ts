import type {
  RouteOutput,
  Rule,
  Rulebook,
  RuleEffect,
  RulePreview,
  RuleSummary,
  RuleVersion,
} from '@palier/contract';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../ids.ts';
import { systemScope } from '../../scope.ts';
import { startTestApp, type TestApp, userOf } from '../../test/app.ts';
import {
  choose,
  importShop,
  linesOf,
  ORGANIZATION,
  openProject as startProject,
} from '../../test/small-shop.ts';
import { findStandings, type StandingRow } from '../discounts/index.ts';
import { waitForJobs } from '../jobs/index.ts';
import { openProject } from '../projects/index.ts';
import { standingsOf } from './evaluate.ts';
import { RuleSummaries } from './summaries.ts';

let test: TestApp;
let project_id: string;
beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importShop(test, [
    { code: 'L1', brand: 'Lune', price: 30 },
    { code: 'L2', brand: 'Lune', price: 90 },
    { code: 'E1', brand: 'Éclat', price: 60 },
    { code: 'E2', brand: 'Éclat', price: 60 },
  ]);
  project_id = (await startProject(test, 'Soldes/Femme'))._id;
});
afterAll(() => test?.close());
/** Whether the rules of a test were applied: only then do lines keep a trace of them. */
let applied = false;
afterEach(async () => {
  for (const rule of (await rulebook()).data) await ask('DELETE', `/rules/${rule._id}`);
  if (applied) await process();
  applied = false;
  await choose(test, project_id, { L1: null, L2: null, E1: null, E2: null });
});

async function ask<T>(
  method: InjectOptions['method'],
  path: string,
  payload?: unknown,
  person: 'claire' | 'paul' = 'claire',
) {
  const answer = await test.ask(person, {
    ...(method && { method }),
    url: `/api${path}`,
    ...(payload !== undefined && { payload: payload as object }),
  });
  return answer as { status: number; body: T };
}
const rulebook = async () => (await ask<Rulebook>('GET', `/projects/${project_id}/rules`)).body;
const add = async (rule: unknown) => (await ask<Rule>('POST', `/projects/${project_id}/rules`, rule)).body;
async function process() {
  applied = true;
  const answer = await ask<{ processing_rule_count: number }>(
    'POST',
    `/projects/${project_id}/rules/process`,
  );
  await waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
  return answer;
}
const equals = (field: string, value: unknown) => ({
  combinator: 'and',
  rules: [{ field, operator: 'equals', value }],
});
const fixed = (name: string, query: unknown, discount: unknown) => ({
  ...{ name, query, discount_spec_map_type: 'fixed', discount_spec_map: { '*': discount } },
});

describe('the rulebook', () => {
  it('[API-37] [API-38] [VALID-06] [RULE-02] takes a rule with the id and name of the browser, as new', async () => {
    const _id = newId();
    expect(await add({ _id })).toMatchObject({ _id, name: 'Règle #1', state: 'new', position: 0 });
    const second = await add([{ name: 'Autre' }, {}]);
    expect(second).toMatchObject({ data: [{ name: 'Autre' }, { name: 'Règle #3' }] });
    expect(await rulebook()).toMatchObject({
      data: [{ _id, position: 0 }, { position: 1 }, { position: 2 }],
      processing_rule_count: 0,
    });
    expect((await ask('POST', `/projects/${project_id}/rules`, { _id })).status).toBe(422);
  });

  it('[API-39] [STATE-32] changes a rule, and moves it', async () => {
    const one = await add(fixed('Un', null, 20));
    const two = await add(fixed('Deux', null, 30));
    await process();
    expect((await rulebook()).data.map(({ state }) => state)).toEqual(['processed', 'processed']);
    const { status, body } = await ask<Rule>('PUT', `/rules/${two._id}`, { name: 'Premier', position: 0 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'Premier', position: 0, state: 'edited' });
    expect((await rulebook()).data.map(({ _id }) => _id)).toEqual([two._id, one._id]);
    expect((await ask('PUT', `/rules/${newId()}`, { name: 'x' })).status).toBe(404);
    expect((await ask('PUT', '/rules/x', { name: 'x' })).status).toBe(404);
  });

  it('[API-40] [RULE-02] deletes a rule; another organisation’s does not exist', async () => {
    const rule = await add(fixed('Un', null, 20));
    expect((await ask('DELETE', `/rules/${rule._id}`, undefined, 'paul')).status).toBe(404);
    expect((await ask('PUT', `/rules/${rule._id}`, { name: 'x' }, 'paul')).status).toBe(404);
    expect((await ask('DELETE', `/rules/${rule._id}`)).status).toBe(204);
    expect((await rulebook()).data).toEqual([]);
    expect((await ask('DELETE', `/rules/${rule._id}`)).status).toBe(404);
  });

  it('[VALID-03] refuses a query that means nothing and what a rule cannot say', async () => {
    const query = equals('nope', 1);
    const { status, body } = await ask('POST', `/projects/${project_id}/rules`, { query });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid_query', error: 'Requête non valide' });
    const ranges = {
      ...{ discount_spec_by: 'price', discount_spec_map_type: 'range' },
      discount_spec_map: { '0..50': 20, '40..': 30 },
    };
    expect((await ask('POST', `/projects/${project_id}/rules`, ranges)).status).toBe(422);
  });

  it('[STATE-33] may not be changed while rules are being applied', async () => {
    const rule = await add(fixed('Un', null, 20));
    await test.deps.database.db
      .insertInto('job')
      .values({
        ...{ organization_id: ORGANIZATION, job_id: newId(), kind: 'rules', project_id, status: 'requested' },
        created_by: userOf('claire').user_id,
      })
      .execute();
    expect((await rulebook()).processing_rule_count).toBe(1);
    const attempts = [
      ask('PUT', `/rules/${rule._id}`, { name: 'x' }),
      ask('DELETE', `/rules/${rule._id}`),
      ask('POST', `/projects/${project_id}/rules`, {}),
      ask('POST', `/projects/${project_id}/rules/process`),
    ];
    for (const attempt of attempts)
      expect(await attempt).toMatchObject({ status: 409, body: { code: 'rules_processing' } });
    await test.deps.database.executeSql(`delete from job where kind = 'rules' and status = 'requested'`);
    expect((await rulebook()).processing_rule_count).toBe(0);
  });
});

describe('a rule that may not be kept', () => {
  it('at 37 % is refused with its sentence, not rounded, alone and when applied', async () => {
    const refusal = await ask<{ error: string }>(
      'POST',
      `/projects/${project_id}/rules`,
      fixed('x', null, 37),
    );
    expect(refusal.status).toBe(422);
    expect(refusal.body.error).toMatch(
      /^37 % n’est pas une démarque de ce projet : choisissez .*20.* ou .* %\.$/,
    );
    const span = fixed('x', null, { min: 20, max: 37 });
    expect((await ask('POST', `/projects/${project_id}/rules/preview`, span)).status).toBe(422);
    const rule = await add(fixed('Bonne', null, 20));
    expect((await ask('PUT', `/rules/${rule._id}`, { discount_spec_map: { '*': 37 } })).status).toBe(422);
  });

  it('[VALID-03] names the field that is wrong', async () => {
    const { body } = await ask('POST', `/projects/${project_id}/rules`, { query: equals('nope', 1) });
    expect(body).toMatchObject({
      ...{
        error: 'Requête non valide',
        details: { faults: ['Le champ « nope » n’existe pas dans ce projet.'] },
      },
    });
    const by = { discount_spec_by: 'discount_pct', discount_spec_map_type: 'match' };
    expect((await ask<{ error: string }>('POST', `/projects/${project_id}/rules`, by)).body.error).toContain(
      '« discount_pct »',
    );
  });
});

describe('a rule that is off', () => {
  it('says nothing of any product, and keeps its place', async () => {
    const rule = await add(fixed('Tout à 40', null, { min: 40, max: 40 }));
    await process();
    expect((await linesOf(test, project_id)).get('L1')?.discount_pct).toBe(40);
    const { body } = await ask<Rule>('PUT', `/rules/${rule._id}`, { active: false });
    expect(body).toMatchObject({ active: false, state: 'edited', position: 0 });
    const preview = await ask<RulePreview>('POST', `/projects/${project_id}/rules/preview`, {
      ...{ _id: rule._id, active: false },
    });
    // Its products are shown, without it.
    expect(preview.body).toMatchObject({ discount_count: 4, changed_count: 4 });
    await process();
    expect((await linesOf(test, project_id)).get('L1')).toMatchObject({
      ...{ discount_pct: null, applied_discount_rule_ids: [] },
    });
    expect((await rulebook()).data).toMatchObject([{ active: false, state: 'processed', discount_count: 0 }]);
  });
});

describe('what the rulebook does', () => {
  const summary = async () => (await ask<RuleSummary>('GET', `/projects/${project_id}/rules/summary`)).body;

  /** Of every product once the rulebook is applied, as a rule that asks nothing previews them. */
  const figures = async () => {
    const witness = fixed('Témoin', null, { min: 0, max: null });
    const { body } = await ask<RulePreview>('POST', `/projects/${project_id}/rules/preview`, witness);
    const after = body.effect?.after;
    return {
      merit: after?.profit_after_leftovers ?? Number.NaN,
      budget: after?.discount_budget ?? Number.NaN,
    };
  };

  it('names who wins over whom, on which products, and what each remedy would change', async () => {
    const ceiling = await add(fixed('Au plus 20', equals('brand', 'Lune'), { min: null, max: 20 }));
    const floor = await add(fixed('Au moins 40', null, { min: 40, max: null }));
    const { data, conflicts } = await summary();
    expect(data).toMatchObject([
      { rule_id: ceiling._id, discount_count: 2, fault: null },
      { rule_id: floor._id, discount_count: 4, fault: null },
    ]);
    expect(conflicts).toHaveLength(1);
    expect(conflicts[0]).toMatchObject({
      ...{ rule_id: floor._id, winner_id: ceiling._id, discount_count: 2 },
      ...{ asked: { min: 40, max: null }, winner_asked: { min: null, max: 20 } },
      ...{ discount_pct_min: 20, discount_pct_max: 20 },
    });
    expect(conflicts[0]?.item_group_ids.toSorted()).toEqual(['L1', 'L2']);
    const before = await figures();
    await ask('PUT', `/rules/${floor._id}`, { position: 0 });
    expect((await summary()).conflicts).toMatchObject([{ rule_id: ceiling._id, winner_id: floor._id }]);
    const swapped = await figures();
    expect(conflicts[0]?.swap?.profit_after_leftovers).toBeCloseTo(swapped.merit - before.merit, 6);
    expect(conflicts[0]?.swap?.discount_budget).toBeCloseTo(swapped.budget - before.budget, 6);
    expect(swapped.budget).toBeGreaterThan(before.budget);
    await ask('PUT', `/rules/${floor._id}`, { position: 1 });
    await ask('PUT', `/rules/${floor._id}`, {
      query: {
        combinator: 'and',
        rules: [{ field: 'item_group_id', operator: 'not_in', value: ['L1', 'L2'] }],
      },
    });
    expect((await summary()).conflicts).toEqual([]);
    const excluded = await figures();
    expect(conflicts[0]?.exclude?.profit_after_leftovers).toBeCloseTo(excluded.merit - before.merit, 6);
    expect(conflicts[0]?.exclude?.discount_budget).toBeCloseTo(excluded.budget - before.budget, 6);
  });
});

const sortBy = (rows: readonly StandingRow[]) =>
  rows.toSorted((one, other) => one.discount_id.localeCompare(other.discount_id));

describe('what is read for the rulebook', () => {
  const scopeOf = () => openProject(test.deps.database.db, systemScope(ORGANIZATION), project_id);

  it('is the decisions as they were acknowledged, every column that decides a discount', async () => {
    const scope = await scopeOf();
    const { db } = test.deps.database;
    await add(fixed('Au moins 30', equals('brand', 'Lune'), { min: 30, max: 50 }));
    await add(fixed('Tout à 40', null, 40));
    await process();
    const codes = ['L1', 'L2', 'E1', 'E2'];
    await fc.assert(
      fc.asyncProperty(fc.subarray(codes), fc.constantFrom(null, 40, 50), async (some, points) => {
        await choose(test, project_id, Object.fromEntries(some.map((code) => [code, points])));
        const ids = [...(await linesOf(test, project_id)).values()].map(({ _id }) => _id);
        const asked = ids.slice(0, 1 + some.length);
        const read = await test.deps.facts.use(scope, (facts) => standingsOf(facts, asked));
        const stored = await findStandings(db, scope, asked);
        expect(sortBy(read ?? [])).toEqual(sortBy(stored));
      }),
      { numRuns: 8 },
    );
  });

  it('is worked out once for readers of the same state, and again after each change', async () => {
    const scope = await scopeOf();
    const summaries = new RuleSummaries(test.deps);
    const rule = await add(fixed('Tout à 40', null, 40));
    const first = await summaries.of(scope);
    const [second, third] = await Promise.all([summaries.of(scope), summaries.of(scope)]);
    expect(second).toBe(first);
    expect(third).toBe(first);
    await choose(test, project_id, { L1: 50 });
    const edited = await summaries.of(scope);
    expect(edited).not.toBe(first);
    await ask('PUT', `/rules/${rule._id}`, { name: 'Tout à 50', discount_spec_map: { '*': 50 } });
    expect((await summaries.of(scope)).data).toMatchObject([{ name: 'Tout à 50', discount_count: 4 }]);
  });

  it('tells no cost to who sees none, whoever asked before', async () => {
    await add(fixed('Tout à 40', null, { min: 40, max: 50 }));
    const url = `/api/projects/${project_id}/rules/summary`;
    const costsFor = async (who: 'claire' | 'hugo') => {
      const { body } = await test.ask(who, { url });
      return (body as RuleSummary).data.map(({ merit_cost }) => merit_cost);
    };
    expect(await costsFor('claire')).toEqual([expect.any(Number)]);
    expect(await costsFor('hugo')).toEqual([undefined]);
    expect(await costsFor('claire')).toEqual([expect.any(Number)]);
  });
});

describe('the history of a rule', () => {
  const history = async (id: string) =>
    (await ask<{ data: RuleVersion[] }>('GET', `/projects/${project_id}/rules/${id}/history`)).body.data;

  it('keeps what it was after each change, with who', async () => {
    const rule = await add(fixed('Un', null, 20));
    await ask('PUT', `/rules/${rule._id}`, { name: 'Deux', discount_spec_map: { '*': 30 } });
    expect(await history(rule._id)).toMatchObject([
      { version: 2, action: 'edited', content: { name: 'Deux', discount_spec_map: { '*': 30 } } },
      { version: 1, action: 'created', content: { name: 'Un', discount_spec_map: { '*': 20 } } },
    ]);
    expect((await history(rule._id))[0]?.user_name).toBe(userOf('claire').name);
    expect((await ask('GET', `/projects/${project_id}/rules/${newId()}/history`)).status).toBe(404);
  });

  it('[RULE-02] puts a deleted rule back as it was, until the rulebook is applied', async () => {
    const rule = await add(fixed('Tout à 40', null, 40));
    await process();
    await ask('DELETE', `/rules/${rule._id}`);
    expect(await rulebook()).toMatchObject({ data: [], removed_rule_count: 1 });
    // It still frames the lines, by its name.
    const { applied_discount_rules } = (await linesOf(test, project_id)).get('L1') ?? {};
    expect(applied_discount_rules).toEqual([{ id: rule._id, name: 'Tout à 40' }]);
    const { _id, state: _, discount_count: __, ...content } = rule;
    expect(await add({ _id, ...content })).toMatchObject({ state: 'processed', discount_count: 4 });
    expect((await rulebook()).removed_rule_count).toBe(0);
    await ask('DELETE', `/rules/${rule._id}`);
    await process();
    expect(await rulebook()).toMatchObject({ removed_rule_count: 0, last_processing: { error: null } });
  });

  it('[VALID-06] never gives a number twice', async () => {
    const number = (await rulebook()).next_rule_number;
    const rule = await add({});
    expect(rule.name).toBe(`Règle #${number}`);
    await ask('DELETE', `/rules/${rule._id}`);
    expect((await rulebook()).next_rule_number).toBe(number + 1);
    const next = await add({});
    expect(next.name).toBe(`Règle #${number + 1}`);
  });
});

describe('a set of rules', () => {
  it('is kept for the next operation, by a name that is not taken', async () => {
    const {
      _id: _,
      position: __,
      state: ___,
      ...content
    } = await add(fixed('Un', equals('brand', 'Lune'), 20));
    const { discount_count: ____, ...rule } = content;
    const set = await ask<{ _id: string }>('POST', '/rule-sets', { name: 'Soldes', rules: [rule] });
    expect(set).toMatchObject({ status: 201, body: { name: 'Soldes', rules: [{ name: 'Un' }] } });
    expect((await ask('POST', '/rule-sets', { name: 'Soldes', rules: [rule] })).status).toBe(422);
    expect(await ask('GET', '/rule-sets')).toMatchObject({ body: { data: [{ name: 'Soldes' }] } });
    expect(await ask('GET', '/rule-sets', undefined, 'paul')).toMatchObject({ body: { data: [] } });
    expect((await ask('DELETE', `/rule-sets/${set.body._id}`, undefined, 'paul')).status).toBe(404);
    expect((await ask('DELETE', `/rule-sets/${set.body._id}`)).status).toBe(204);
  });
});

describe('the preview of a rule', () => {
  const preview = (rule: unknown) => ask<RulePreview>('POST', `/projects/${project_id}/rules/preview`, rule);

  it('[RULE-05] counts its products and shows what it would change, without writing anything', async () => {
    await choose(test, project_id, { L1: 20 });
    const { status, body } = await preview(fixed('Essai', equals('brand', 'Lune'), { min: 30, max: null }));
    expect(status).toBe(200);
    expect(body).toMatchObject({ item_group_count: 2, item_count: 4, discount_count: 2, changed_count: 2 });
    expect(body.data.map((line) => [line.item_group_id, line.discount_pct, line.new_discount_pct])).toEqual(
      expect.arrayContaining([
        ['L1', 20, 30],
        ['L2', null, 30],
      ]),
    );
    expect(body.data.map(({ decided_by_rule_id: by }) => by)).not.toContain(null);
    expect((await linesOf(test, project_id)).get('L1')?.discount_pct).toBe(20);
    expect((await rulebook()).data).toEqual([]);
  });

  it('tells which rule wins over it, and that moved above it wins instead', async () => {
    const ceiling = await add(fixed('Au plus 30', equals('brand', 'Lune'), { min: null, max: 30 }));
    const draft = fixed('Au moins 50', null, { min: 50, max: null });
    const { body } = await preview(draft);
    expect(body.conflicts).toEqual([{ rule_id: ceiling._id, name: 'Au plus 30', discount_count: 2 }]);
    expect(body.data.find(({ item_group_id }) => item_group_id === 'L1')).toMatchObject({
      ...{ new_discount_pct: 30, overruled_by: 'Au plus 30' },
    });
    expect((await preview({ ...draft, position: 0 })).body.conflicts).toEqual([]);
  });

  it('[VALID-03] [VALID-04] says that a query means nothing, or that it takes nothing', async () => {
    expect(await preview({ query: equals('nope', 1) })).toMatchObject({
      ...{ status: 400, body: { error: 'Requête non valide' } },
    });
    expect((await preview(fixed('Rien', equals('brand', 'Zut'), 20))).body).toMatchObject({
      ...{ item_group_count: 0, item_count: 0, discount_count: 0, data: [] },
    });
  });
});

describe('applying the rules', () => {
  it('[API-41] [RULE-04] [ENT-10] shows the new discounts, shields and rules in the listing, as one activity', async () => {
    const floor = await add(fixed('Plancher Lune', equals('brand', 'Lune'), { min: 30, max: 50 }));
    const given = await add(fixed('Tout à 40', null, 40));
    expect((await process()).body).toEqual({ processing_rule_count: 2 });
    const lines = await linesOf(test, project_id);
    expect(lines.get('L1')).toMatchObject({
      discount_pct: 40,
      discount_pct_min: 30,
      discount_pct_max: 50,
      applied_discount_rules: [
        { id: floor._id, name: 'Plancher Lune' },
        { id: given._id, name: 'Tout à 40' },
      ],
    });
    expect(lines.get('E1')).toMatchObject({ discount_pct: 40, discount_pct_min: null });
    const names = new Map((await rulebook()).data.map(({ _id, name }) => [_id, name]));
    for (const line of lines.values())
      expect(line.applied_discount_rules).toEqual(
        line.applied_discount_rule_ids?.map((id) => ({ id, name: names.get(id) })),
      );
    expect((await rulebook()).data.map(({ discount_count }) => discount_count)).toEqual([2, 4]);
    const { body } = await ask<{ data: { kind: string }[] }>(
      'GET',
      `/projects/${project_id}/activity?size=1`,
    );
    expect(body.data).toMatchObject([
      { kind: 'rules', discount_count: 4, user_id: userOf('claire').user_id, can_undo: true },
    ]);
  });

  it('tells of each rule of a line what the line would be without it', async () => {
    const floor = await add(fixed('Plancher Lune', equals('brand', 'Lune'), { min: 30, max: null }));
    const ceiling = await add(fixed('Au plus 20', null, { min: null, max: 20 }));
    await process();
    const idOf = async (code: string): Promise<string> =>
      (await linesOf(test, project_id)).get(code)?._id ?? '';
    const id = await idOf('L1');
    const { body } = await ask<{ data: RuleEffect[] }>('GET', `/discounts/${id}/rules`);
    expect(body.data).toMatchObject([
      {
        ...{ rule_id: floor._id, name: 'Plancher Lune', discount_count: 2, overruled_by: null },
        ...{ query: equals('brand', 'Lune'), without: { discount_pct_min: null, discount_pct_max: 20 } },
      },
      {
        ...{ rule_id: ceiling._id, overruled_by: 'Plancher Lune' },
        without: { discount_pct_min: 30, discount_pct_max: null },
      },
    ]);
    expect((await ask('GET', `/discounts/${id}/rules`, undefined, 'paul')).status).toBe(404);
    await ask('DELETE', `/rules/${floor._id}`);
    await ask('DELETE', `/rules/${ceiling._id}`);
    expect((await ask('GET', `/discounts/${id}/rules`)).body).toEqual({ data: [] });
  });

  it('tells of the rules of a line beside one on a field that the project no longer has', async () => {
    const sound = await add(fixed('Plancher Lune', equals('brand', 'Lune'), { min: 30, max: null }));
    const gone = await add(fixed('Rayon', equals('brand', 'Lune'), { min: 40, max: null }));
    // A restored version of the data may lack a column of the retailer.
    await test.deps.database.executeSql(
      `update rule set query = '${JSON.stringify(equals('attributes.rayon', 'A'))}' where rule_id = '${gone._id}'`,
    );
    const id = (await linesOf(test, project_id)).get('L1')?._id ?? '';
    const { body } = await ask<{ data: RuleEffect[] }>('GET', `/discounts/${id}/rules`);
    expect(body.data).toMatchObject([{ rule_id: sound._id, without: { discount_pct_min: null } }]);
  });

  it('[RULE-03] gives each value of the field its discount, and each interval of a figure', async () => {
    await add({
      ...{ discount_spec_by: 'price', discount_spec_map_type: 'range' },
      discount_spec_map: { '..50': { min: null, max: 10 }, '80..': { min: 50, max: null } },
    });
    await add({
      ...{ discount_spec_by: 'brand', discount_spec_map_type: 'match' },
      discount_spec_map: { Lune: 20, Éclat: 30 },
    });
    await process();
    const lines = await linesOf(test, project_id);
    const discounts = [...lines].map(([code, line]) => [code, line.discount_pct]);
    expect(Object.fromEntries(discounts)).toEqual({ L1: 10, L2: 50, E1: 30, E2: 30 });
  });

  it('[RULE-03] counts the products whose value it gives a discount, not all that it reads', async () => {
    const { body } = await ask<RulePreview>('POST', `/projects/${project_id}/rules/preview`, {
      ...{ discount_spec_by: 'brand', discount_spec_map_type: 'match', discount_spec_map: { Lune: 20 } },
    });
    const lines = await linesOf(test, project_id);
    const pieces = ['L1', 'L2'].reduce((sum, code) => sum + (lines.get(code)?.stock_qty ?? Number.NaN), 0);
    expect(body).toMatchObject({ item_group_count: 4, discount_count: 2, sum_stock_qty: pieces });
  });

  it('[VALID-05] reads a field’s values only for a rule that goes by it, value by value', async () => {
    const discounts = async (rule: object) => {
      const { body } = await ask<RulePreview>('POST', `/projects/${project_id}/rules/preview`, rule);
      return Object.fromEntries(body.data.map((line) => [line.item_group_id, line.new_discount_pct]));
    };
    const discount_spec_map = { '*': 20, Lune: 40 };
    const all = { L1: 20, L2: 20, E1: 20, E2: 20 };
    const match = { discount_spec_map_type: 'match', discount_spec_map };
    expect(await discounts({ ...match, discount_spec_by: 'brand' })).toEqual({ ...all, L1: 40, L2: 40 });
    expect(await discounts({ ...match, discount_spec_by: null })).toEqual(all);
    expect(await discounts({ ...match, discount_spec_by: 'brand', discount_spec_map_type: 'fixed' })).toEqual(
      all,
    );
  });

  it('the higher rule wins, and a choice by hand stays inside the shields', async () => {
    await choose(test, project_id, { E1: 10, E2: 40 });
    await add(fixed('Au plus 30', null, { min: null, max: 30 }));
    await add(fixed('Au moins 50', equals('brand', 'Lune'), { min: 50, max: null }));
    await process();
    const lines = await linesOf(test, project_id);
    expect(lines.get('L1')).toMatchObject({ discount_pct_min: 30, discount_pct_max: 30, discount_pct: 30 });
    expect(lines.get('E1')).toMatchObject({ discount_pct_user: 10, discount_pct_max: 30 });
    expect(lines.get('E2')).toMatchObject({ discount_pct_user: 30 });
    const why = async (code: string): Promise<string> =>
      (await ask<RouteOutput<'products.get'>>('GET', `/projects/${project_id}/products/${code}`)).body
        .reasons?.[0] ?? '';
    expect(await why('E1')).toContain(`choisi à la main par ${userOf('claire').name}`);
    expect(await why('E2')).toContain('ramenée par les règles à 30');
    expect(await why('L1')).toContain('vient des règles');
    const refusedEdit = await ask('PUT', `/projects/${project_id}/discounts`, {
      [lines.get('E1')?._id ?? '']: { discount_pct_user: 40 },
    });
    expect(refusedEdit.status).toBe(422);
  });

  it('applied twice changes nothing more; without rules, lines are as before them', async () => {
    await add(fixed('Tout à 40', null, 40));
    await process();
    const { body: first } = await ask<{ data: { activity_id: string }[] }>(
      'GET',
      `/projects/${project_id}/activity?size=1`,
    );
    await process();
    const { body: second } = await ask<typeof first>('GET', `/projects/${project_id}/activity?size=1`);
    expect(second.data[0]?.activity_id).toBe(first.data[0]?.activity_id);
    const [rule] = (await rulebook()).data;
    await ask('PUT', `/rules/${rule?._id}`, { discount_spec_map: { '*': 20 } });
    await process();
    expect((await linesOf(test, project_id)).get('L1')?.discount_pct).toBe(20);
    await ask('DELETE', `/rules/${rule?._id}`);
    await process();
    expect((await linesOf(test, project_id)).get('L1')).toMatchObject({
      ...{ discount_pct: null, discount_pct_min: null, applied_discount_rules: [] },
    });
  });

  it('is undone from the journal', async () => {
    await add(fixed('Tout à 40', null, { min: 40, max: 40 }));
    await process();
    const { body } = await ask<{ data: { activity_id: string }[] }>(
      'GET',
      `/projects/${project_id}/activity?size=1`,
    );
    const undone = await ask('POST', `/projects/${project_id}/activity/${body.data[0]?.activity_id}/undo`);
    expect(undone.status).toBe(200);
    expect((await linesOf(test, project_id)).get('L1')).toMatchObject({
      ...{ discount_pct: null, discount_pct_min: null, applied_discount_rule_ids: [] },
    });
  });

  it('waits for the project’s data', async () => {
    const { body } = await ask<{ _id: string }>('POST', '/projects', {
      ...{ name: 'Vide', selection: { item_group_ids: ['L1'] } },
    });
    await test.deps.database.executeSql(
      `update project set snapshot_version = 0 where project_id = '${body._id}'`,
    );
    expect(await ask('POST', `/projects/${body._id}/rules/process`)).toMatchObject({
      status: 409,
      body: { code: 'snapshot_missing' },
    });
  });
});
