import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SerieDays } from '@palier/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../src/database/database.ts';
import type { ProjectFacts } from '../src/index.ts';
import { openProject } from '../src/listing/project.ts';
import { SerieTables } from '../src/series/held.ts';
import type { CountedSerie, SerieContent } from '../src/series/types.ts';
import { newRandom, randomDecisions, randomProject } from './random-project.ts';
import { writeProject } from './written-project.ts';

const temp_folder = join(tmpdir(), `palier-series-${process.pid}`);
const made = randomProject(11, 60);
const uuid = (index: number): string =>
  `019a0000-0000-7000-8000-${String((index * 7919) % 9973).padStart(12, '0')}`;
const project = {
  ...made,
  lines: made.lines.map((line, index) => ({
    ...line,
    _id: uuid(index),
    family: ['Robes', 'Pulls', null][index % 3],
  })),
};
const BY = project.catalogue.find(({ id, groupable }) => groupable && id.startsWith('text_'))?.id ?? 'brand';

const phase = (project_phase: number, start_date: string, last_date: string): SerieDays => ({
  ...{ project_phase, start_date, last_date, from_date: start_date, to_date: last_date },
});
const PHASES = [
  phase(0, '2026-01-02', '2026-01-11'),
  phase(1, '2026-01-12', '2026-01-21'),
  phase(2, '2026-01-22', '2026-01-31'),
];
const RANDOM = newRandom(3);
/** Parts of later phases whose first is whole, as of a product that sells out before the last. */
const SPLIT = [1, 0].map((first) =>
  Float64Array.from(project.lines, (_, line) => (line === 0 ? first : Math.abs(first - RANDOM.next()))),
);

let database: Database;
let folder: string;
let facts: ProjectFacts;

const open = (mostRows?: number): Promise<ProjectFacts> =>
  openProject(
    { database, temp_folder, series: new SerieTables(database, mostRows) },
    { project_id: 'p', folder, catalogue: project.catalogue },
  );

async function record(name: string, content: SerieContent): Promise<CountedSerie> {
  const own = join(temp_folder, 'serie', name);
  await facts.recordSerie({ folder: own, phases: PHASES, content, over: false });
  return { folder: own, kind: 'forecast', phases: PHASES, spans: PHASES };
}

let plan: CountedSerie;
/** Two lines of three, in another order than the facts'. */
let other: CountedSerie;

beforeAll(async () => {
  database = await openDatabase({ temp_folder, memory_limit: '200MB', connections: 4 });
  folder = await writeProject(project);
  facts = await open();
  await facts.applyDecisions(randomDecisions(project, newRandom(5), 1, 0.7));
  plan = await record('plan', { source: 'plan', split: SPLIT });
  const some = project.lines.filter((_, index) => index % 3 > 0);
  other = await record('other', {
    ...{ source: 'given', kind: 'forecast' },
    lines: some.map(({ _id }, index) => ({
      ...{ line_id: _id, qty: [index, 1, 2.5], discount_pct: [20, index % 5 ? 30 : null, 40] },
    })),
  });
});
afterAll(async () => {
  await facts.close();
  database.close();
  for (const path of [folder, temp_folder]) await rm(path, { recursive: true, force: true });
});

const tables = async (): Promise<number> => {
  const [row] = await database.rows<{ held: number }>(
    `SELECT count(*)::DOUBLE AS held FROM duckdb_tables() WHERE table_name LIKE 'serie\\_%' ESCAPE '\\'`,
  );
  return row?.held ?? 0;
};

describe('[SERIES-01] series read beside the facts', () => {
  it('has the lines that all have, whatever the order of their files and the days counted', async () => {
    const part = PHASES.slice(0, 2).map((span, index) =>
      index === 1 ? { ...span, to_date: '2026-01-15' } : span,
    );
    for (const spans of [PHASES, part]) {
      const series = [plan, other].map((serie) => ({ ...serie, spans }));
      const groups = await facts.seriesGroups({ series, by: [BY], filter: null });
      expect(groups.reduce((sum, { series: [own] }) => sum + (own?.line_count ?? 0), 0)).toBe(40);
      expect(await facts.seriesLineCounts({ series, by: [], filter: null })).toEqual([60, 40]);
      // The lines of the other: its own units, part by part.
      const days = await facts.seriesDays({ series, filter: null });
      for (const [place, own] of days.entries()) {
        const total = groups.reduce((sum, { series: all }) => sum + (all[place]?.sales_qty ?? 0), 0);
        expect(own.reduce((sum, { sales_qty }) => sum + (sales_qty ?? 0), 0)).toBeCloseTo(total, 3);
      }
    }
    const [whole] = await facts.seriesGroups({ series: [other], by: [], filter: null });
    expect(whole?.series[0]?.sales_qty).toBe(40 * 3.5 + (39 * 40) / 2);
  });

  it('gives up what was not asked for the longest, never what is being read, and all when closed', async () => {
    await facts.close();
    expect(await tables()).toBe(0);
    facts = await open(60);
    await facts.applyDecisions(randomDecisions(project, newRandom(5), 1, 0.7));
    // Groups come in no order: the report sorts them when it nests them.
    const ask = async (series: CountedSerie[]) =>
      (await facts.seriesGroups({ series, by: [BY], filter: null })).sort((left, right) =>
        String(left.keys[0]).localeCompare(String(right.keys[0])),
      );
    const alone = await ask([plan]);
    expect(await tables()).toBe(1);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        ask(index % 3 === 0 ? [plan, other] : index % 3 === 1 ? [plan] : [other]),
      ),
    );
    for (const [index, answer] of answers.entries()) if (index % 3 === 1) expect(answer).toEqual(alone);
    expect(await tables()).toBe(1);
  });

  it('a series whose files are gone fails the question, and the next asks its files again', async () => {
    const gone = { ...plan, folder: join(temp_folder, 'serie', 'later') };
    const ask = () => facts.seriesGroups({ series: [gone], by: [], filter: null });
    await expect(ask()).rejects.toThrow();
    await record('later', { source: 'plan', split: SPLIT });
    expect(await ask()).toEqual(await facts.seriesGroups({ series: [plan], by: [], filter: null }));
  });
});
