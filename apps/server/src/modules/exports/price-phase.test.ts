import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FROM_HISTORY } from '../../db/migrations/0008-validated-discounts.ts';
import { systemScope } from '../../scope.ts';
import { startTestApp, type TestApp } from '../../test/app.ts';
import {
  bringProjects,
  choose,
  importShop,
  ORGANIZATION,
  openProject,
  type ShopProduct,
} from '../../test/small-shop.ts';
import { waitForJobs } from '../jobs/index.ts';

const PRODUCTS: ShopProduct[] = [
  { code: 'A1', price: 59.9 },
  { code: 'A2', price: 40 },
  { code: 'B1', price: 29.99, sizes: ['38', '40', '42'] },
  { code: 'B2', price: 12.5, sizes: [] },
  { code: 'C1', price: 199 },
];
const PHASES = [
  { name: null, start_date: '2026-07-01', last_day: '14/07/2026' },
  { name: 'Deuxième', start_date: '2026-07-15', last_day: '28/07/2026' },
  { name: null, start_date: '2026-07-29', last_day: '25/08/2026' },
];
const LABELS = ['Démarque 1', 'Deuxième', 'Démarque 3'];

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importShop(test, PRODUCTS);
});
afterAll(() => test?.close());

const newProject = async (name: string, more: Record<string, unknown> = {}): Promise<string> =>
  (
    await openProject(test, name, {
      phases: PHASES.map(({ name: phase, start_date }) => ({ name: phase, start_date })),
      ...more,
    })
  )._id;

async function download(project: string, phase?: number, more = '') {
  const query = `${phase === undefined ? '?' : `?phase=${phase}`}${more}`;
  const answer = await test.app.inject({
    url: `/api/projects/${project}/export/prices-csv${query}`,
    headers: { host: 'localhost:4600', authorization: `Bearer ${await test.token('claire')}` },
  });
  const name = decodeURIComponent(
    /filename\*=UTF-8''(.*)$/.exec(String(answer.headers['content-disposition']))?.[1] ?? '',
  );
  const rows =
    answer.statusCode === 200 ? parse(answer.body, { delimiter: ';', columns: true, bom: true }) : [];
  return { status: answer.statusCode, name, rows: rows as Record<string, string>[], body: answer.body };
}

async function validate(project: string, working_phase: number | null): Promise<void> {
  const { status, body } = await test.ask('claire', {
    method: 'PUT',
    url: `/api/projects/${project}`,
    payload: { working_phase },
  });
  if (status !== 200) throw new Error(`not validated: ${JSON.stringify(body)}`);
}

/** As projects were reopened before a closed one kept its calendar: no act does it today, their files stay right. */
const reopen = (project: string, working_phase: number) =>
  test.deps.database.db
    .updateTable('project')
    .set((eb) => ({ working_phase, version: eb('version', '+', 1) }))
    .where('project_id', '=', project)
    .execute();

// First: new endings compute every project again.
it('the price file of a project closed, reopened, closed again and over is of the phase that it says', async () => {
  const project = await newProject('Prix/Fin');
  const jobs = () => waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
  const send = async (method: 'POST' | 'PUT', path: string, payload: object) => {
    const { status, body } = await test.ask('claire', {
      ...{ method, url: `/api/projects/${project}${path}`, payload },
    });
    expect(status, JSON.stringify(body)).toBe(200);
    await jobs();
  };
  const expectPhase = async (phase: number, asked?: number) => {
    const { name, rows } = await download(project, asked);
    const expected = await signedIn(project, phase);
    expect(expected.size).toBeGreaterThan(0);
    expect(shown(rows)).toEqual(fileOf(expected, phase, true));
    expect(name).toContain(`${LABELS[phase]} du ${PHASES[phase]?.start_date}.csv`);
  };
  await choose(test, project, { A1: 20, C1: 30 });
  await validate(project, 1);
  await choose(test, project, { A1: 40, B1: 20 });
  await validate(project, 2);
  await choose(test, project, { A1: 50, B2: 30 });
  await validate(project, null);
  await jobs();
  const files = async () =>
    Promise.all(PHASES.map(async (_, phase) => (await download(project, phase)).body));
  // Closed: the last phase by default, to the last day of the project.
  await expectPhase(2);
  for (const phase of PHASES.keys()) await expectPhase(phase, phase);
  const closed = await files();
  // Reopened: the last phase is worked again, the last validated one is the one before.
  await send('POST', '/reopening', { reason: 'Erreur de taux' });
  await expectPhase(1);
  const worked = await download(project, 2);
  expect(worked.name).toContain('Démarque 3 du 2026-07-29 - non validée.csv');
  expect(shown(worked.rows)).toEqual(
    fileOf(await decisionsNow(project, await signedIn(project, 1)), 2, false),
  );
  await choose(test, project, { B2: 60 });
  await validate(project, null);
  await jobs();
  await expectPhase(2);
  expect((await files()).slice(0, 2)).toEqual(closed.slice(0, 2));
  // Over: the data have gone past its end. Nothing of its files moves, nor with a rule of endings that comes then.
  const before = await files();
  await send('PUT', '', { data_date: '2026-09-10' });
  const rule = { price_list_id: null, from_price: 0, to_price: null, max_distance_pct: null };
  const nines = { ...rule, rounding: 'down', points: { kind: 'endings', cents: [99] } };
  const setEndings = (rules: object[]) =>
    test.ask('claire', { method: 'PUT', url: '/api/price-endings', payload: { rules } });
  expect((await setEndings([nines])).status).toBe(200);
  await jobs();
  expect(await files()).toEqual(before);
  await expectPhase(2);
  expect((await setEndings([])).status).toBe(200);
  await jobs();
});

describe('the phase of the price file', () => {
  let project: string;
  it('[API-22] is the worked one, said « non validée », until one is validated', async () => {
    project = await newProject('Prix/Avant');
    await choose(test, project, { A1: 30, B1: 20 });
    const { name, rows } = await download(project);
    expect(name).toBe(
      'Prix - Avant - Prix pour les magasins (CSV) - Démarque 1 du 2026-07-01 - non validée.csv',
    );
    expect(rows.map((row) => row['Code produit'])).toEqual(['A1', 'A1', 'B1', 'B1', 'B1']);
    expect(rows[0]).toMatchObject({
      ...{
        'Démarque (%)': '30',
        'Prix démarqué': '41,93',
        'À partir du': '01/07/2026',
        'Jusqu’au': '14/07/2026',
      },
      ...{ Phase: 'Démarque 1', Statut: 'Non validée' },
    });
  });

  it('a phase to come has no prices, one that is not there is not found, a listing has none', async () => {
    const toCome = await download(project, 2);
    expect([toCome.status, JSON.parse(toCome.body).code]).toEqual([422, 'refused']);
    expect(JSON.parse(toCome.body).error).toContain('« Démarque 3 » est à venir');
    expect((await download(project, 3)).status).toBe(404);
    expect((await download(project, undefined, 'phase=x')).status).toBe(400);
    const listing = await test.ask('claire', { url: `/api/projects/${project}/export/listing-csv?phase=0` });
    expect(listing.status).toBe(400);
  });

  it('is the last validated one by default, with what was validated and its own days', async () => {
    await validate(project, 1);
    await choose(test, project, { A1: 50, A2: 40 });
    const last = await download(project);
    expect(last.name).toBe('Prix - Avant - Prix pour les magasins (CSV) - Démarque 1 du 2026-07-01.csv');
    expect(last.rows.map((row) => [row['Code produit'], row['Démarque (%)'], row.Statut])).toEqual([
      ...[
        ['A1', '30', 'Validée'],
        ['A1', '30', 'Validée'],
      ],
      ...Array(3).fill(['B1', '20', 'Validée']),
    ]);
    expect(new Set(last.rows.map((row) => `${row['À partir du']} ${row['Jusqu’au']}`))).toEqual(
      new Set(['01/07/2026 14/07/2026']),
    );
    const worked = await download(project, 1);
    expect(worked.name).toContain('Deuxième du 2026-07-15 - non validée.csv');
    expect(worked.rows.filter((row) => row['Code produit'] === 'A1')[0]).toMatchObject({
      ...{ 'Démarque (%)': '50', 'À partir du': '15/07/2026', Statut: 'Non validée', Phase: 'Deuxième' },
    });
  });

  it('hides from shops nothing that the listing hides of its own decisions; the search and the filter choose', async () => {
    await act(project, 'A1', { included: false });
    await choose(test, project, { B1: 40 });
    const codes = async (more: string) => [
      ...new Set((await download(project, 0, more)).rows.map((row) => row['Code produit'])),
    ];
    expect(await codes('&included=true&hide_zero=true')).toEqual(['A1', 'B1']);
    expect(await codes('&q=b1')).toEqual(['B1']);
  });

  it('a product left out keeps the price that it was marked down to, said « Reconduite »', async () => {
    const project = await newProject('Prix/Exclus');
    await choose(test, project, { A1: 30, A2: 0, B2: 20 });
    await act(project, 'A2', { included: false });
    await validate(project, 1);
    await choose(test, project, { B2: 40 });
    await act(project, 'A1', { included: false });
    const rowsFound = (rows: Record<string, string>[]) =>
      rows.map((row) => [row.SKU, row['Démarque (%)'], row.Statut]);
    expect(rowsFound((await download(project, 0)).rows)).toEqual([
      ...[
        ['A1-S', '30', 'Validée'],
        ['A1-M', '30', 'Validée'],
        ['B2', '20', 'Validée'],
      ],
    ]);
    const kept = [
      ['A1-S', '30', 'Reconduite, non validée'],
      ['A1-M', '30', 'Reconduite, non validée'],
    ];
    expect(rowsFound((await download(project, 1)).rows)).toEqual([...kept, ['B2', '40', 'Non validée']]);
    await validate(project, 2);
    expect(rowsFound((await download(project, 1)).rows)).toEqual([
      ...kept.map(([sku, pct]) => [sku, pct, 'Reconduite']),
      ['B2', '40', 'Validée'],
    ]);
  });

  it('of a finished project that came with its discounts has those of each phase', async () => {
    const definition = {
      ...{ name: 'Prix/Repris', end_date: '2026-08-26', working_phase: null, data_date: '2026-07-01' },
      phases: PHASES.map(({ name, start_date }) => ({ name, start_date })),
      previous_discount_pcts: { A1: [0, 20, 50], B2: [30, 30, 40] },
    };
    const [repris = ''] = await bringProjects(test, [definition]);
    const rowsFound = async (phase?: number) =>
      (await download(repris, phase)).rows.map((row) => [row.SKU, row['Démarque (%)'], row['À partir du']]);
    const expected = (a1: string, b2: string, day: string) => [
      ...[
        ['A1-S', a1, day],
        ['A1-M', a1, day],
        ['B2', b2, day],
      ],
    ];
    expect(await rowsFound(0)).toEqual(expected('0', '30', '01/07/2026'));
    expect(await rowsFound(1)).toEqual(expected('20', '30', '15/07/2026'));
    expect(await rowsFound()).toEqual(expected('50', '40', '29/07/2026'));
  });

  it('nothing is known of, is refused', async () => {
    const nothing = await download(await newProject('Prix/Vide', { working_phase: null }));
    expect(nothing.status).toBe(422);
    expect(JSON.parse(nothing.body).error).toBe('Aucun prix n’a été validé pour « Démarque 3 ».');
  });
});

/** Changes a line by its product's code. */
async function act(project: string, code: string, edit: Record<string, unknown>): Promise<void> {
  const { db } = test.deps.database;
  const { discount_id } = await db
    .selectFrom('discount')
    .select('discount_id')
    .where('project_id', '=', project)
    .where('item_group_id', '=', code)
    .executeTakeFirstOrThrow();
  const { status, body } = await test.ask('claire', {
    method: 'PUT',
    url: `/api/projects/${project}/discounts`,
    payload: { [discount_id]: edit },
  });
  if (status !== 200) throw new Error(`refused: ${JSON.stringify(body)}`);
}

/** As rules or a plan do: automatic discounts and shields, under a version of the project's. */
async function setAutomatic(
  project: string,
  code: string,
  auto: number | null,
  [min, max]: readonly [number | null, number | null],
): Promise<void> {
  await sql`with next as (
      update project set version = version + 1 where project_id = ${project}::uuid returning version
    ) update discount set discount_pct_auto = ${auto}::integer, discount_pct_min = ${min}::integer,
        discount_pct_max = ${max}::integer, version = (select version from next)
      where project_id = ${project}::uuid and item_group_id = ${code}`.execute(test.deps.database.db);
}

interface PrintedPrice {
  pct: number;
  carried: boolean;
}
/** What each phase's file must say by product: recomputed from the rows of the database alone. */
type Expected = Map<string, PrintedPrice>;

async function decisionsNow(project: string, before: Expected | undefined): Promise<Expected> {
  const { rows } = await sql<{
    item_group_id: string;
    included: boolean;
    pct: number | null;
  }>`select item_group_id, included, coalesce(discount_pct_user, case when discount_pct_auto is not null
      then least(greatest(discount_pct_auto, discount_pct_min), discount_pct_max) end) as pct
    from discount where project_id = ${project}::uuid`.execute(test.deps.database.db);
  const expected: Expected = new Map();
  for (const { item_group_id, included, pct } of rows) {
    const former = before?.get(item_group_id)?.pct ?? 0;
    if (included && pct !== null) expected.set(item_group_id, { pct, carried: false });
    else if (former > 0) expected.set(item_group_id, { pct: former, carried: true });
  }
  return expected;
}

function fileOf(expected: Expected, phase: number, validated: boolean): Record<string, string>[] {
  return PRODUCTS.flatMap(({ code, price = 0, sizes = ['S', 'M'] }) => {
    const rowsFound = expected.get(code);
    if (!rowsFound) return [];
    const cents = Math.floor((Math.round((price ?? 0) * 100) * (100 - rowsFound.pct) + 50) / 100);
    const signed = rowsFound.carried ? 'Reconduite' : 'Validée';
    const open = rowsFound.carried ? 'Reconduite, non validée' : 'Non validée';
    return (sizes.length > 0 ? sizes.map((size) => `${code}-${size}`) : [code]).map((SKU) => ({
      ...{
        SKU,
        'Démarque (%)': String(rowsFound.pct),
        'Prix démarqué': (cents / 100).toFixed(2).replace('.', ','),
      },
      'À partir du': (PHASES[phase]?.start_date ?? '').split('-').reverse().join('/'),
      ...{ 'Jusqu’au': PHASES[phase]?.last_day ?? '', Phase: LABELS[phase] ?? '' },
      Statut: validated ? signed : open,
    }));
  });
}

const COLUMNS = ['SKU', 'Démarque (%)', 'Prix démarqué', 'À partir du', 'Jusqu’au', 'Phase', 'Statut'];

async function checkFiles(
  project: string,
  worked: number | null,
  signed: readonly Expected[],
): Promise<void> {
  for (const phase of PHASES.keys()) {
    const validated = phase < (worked ?? PHASES.length);
    const { status, rows } = await download(project, phase);
    const expected = validated
      ? signed[phase]
      : phase === worked && (await decisionsNow(project, signed[phase - 1]));
    if (!expected || (validated && expected.size === 0)) {
      expect(status, `phase ${phase}`).toBe(422);
      continue;
    }
    const rowsFound = rows.map((row) => Object.fromEntries(COLUMNS.map((column) => [column, row[column]])));
    expect(rowsFound, `phase ${phase}, worked ${worked}`).toEqual(fileOf(expected, phase, validated));
  }
}

/** Acts drawn; more of them tell more, and take longer. */
const ACTS = process.env.PALIER_THOROUGH ? 400 : 70;

const codes = fc.constantFrom(...PRODUCTS.map(({ code }) => code));
const level = fc.constantFrom(0, 20, 30, 40, 50, 60);
const shield = fc.option(level, { nil: null });
const acts = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('choose' as const), code: codes, pct: shield }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('include' as const), code: codes, included: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('auto' as const),
      code: codes,
      auto: shield,
      shields: fc.tuple(shield, shield),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('validate' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('reopen' as const), at: fc.integer({ min: 0, max: 2 }) }),
  },
);

/** The discounts signed for each phase, as the migration reads them from what was written before it. */
async function fromHistory(project: string): Promise<unknown[]> {
  const { db } = test.deps.database;
  await db.deleteFrom('validated_discount').where('project_id', '=', project).execute();
  for (const statement of FROM_HISTORY) await sql.raw(statement).execute(db);
  return signedRows(project);
}

const signedRows = (project: string): Promise<unknown[]> =>
  test.deps.database.db
    .selectFrom('validated_discount')
    .select(['project_phase', 'discount_id', 'discount_pct', 'carried'])
    .where('project_id', '=', project)
    .orderBy('project_phase')
    .orderBy('discount_id')
    .execute();

/** What was signed of a phase, as the database has it. */
async function signedIn(project: string, phase: number): Promise<Expected> {
  const { rows } = await sql<{ item_group_id: string; pct: number; carried: boolean }>`
    select d.item_group_id, v.discount_pct as pct, v.carried from validated_discount v
    join discount d on d.project_id = v.project_id and d.discount_id = v.discount_id
    where v.project_id = ${project}::uuid and v.project_phase = ${phase}`.execute(test.deps.database.db);
  return new Map(rows.map(({ item_group_id, ...price }) => [item_group_id, price]));
}

const shown = (rows: readonly Record<string, string>[]) =>
  rows.map((row) => Object.fromEntries(COLUMNS.map((column) => [column, row[column]])));

it('the price file of every phase is what was decided in it, whatever was done before and after', async () => {
  const project = await newProject('Hasard');
  const seen = { validated: 0, closed: 0, reopened: 0 };
  const signed: Expected[] = [];
  let worked: number | null = 0;
  for (const one of fc.sample(acts, { numRuns: ACTS, seed: 11 })) {
    if (one.kind === 'validate' && worked !== null) {
      signed[worked] = await decisionsNow(project, signed[worked - 1]);
      worked = worked + 1 < PHASES.length ? worked + 1 : null;
      seen.validated += 1;
      if (worked === null) seen.closed += 1;
    } else if (one.kind === 'reopen' && worked === null) {
      worked = one.at;
      seen.reopened += 1;
      await reopen(project, worked);
      await checkFiles(project, worked, signed);
      continue;
    } else {
      if (one.kind === 'choose') await act(project, one.code, { discount_pct_user: one.pct }).catch(() => {});
      if (one.kind === 'include') await act(project, one.code, { included: one.included });
      if (one.kind === 'auto') await setAutomatic(project, one.code, one.auto, one.shields);
      continue;
    }
    await validate(project, worked);
    if (seen.closed === 1 && seen.reopened === 0) {
      const before = await signedRows(project);
      expect(await fromHistory(project)).toEqual(before);
    }
    await checkFiles(project, worked, signed);
  }
  await checkFiles(project, worked, signed);
  expect(Math.min(seen.closed, seen.reopened)).toBeGreaterThan(1);
});
