import type { GivenLine, ProjectFacts } from '@palier/analytics';
import type { RouteOutput } from '@palier/contract';
import { foldText, serieId } from '@palier/domain';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import type { ProjectScope, Scope } from '../../../scope.ts';
import { lineIdsByProduct } from '../../discounts/index.ts';
import type { NamedTable } from '../../files/index.ts';
import { readTables, type StagedFile } from '../../imports/index.ts';
import { listProjects, type ProjectRow, proveListed } from '../../projects/index.ts';
import { nameOf, presentSeries, readAsked } from '../choices.ts';
import { heldDays } from '../phases.ts';
import { type RecordNeeds, tellOfSeries, write } from '../record.ts';
import { listSeries, markHeld, type SerieKey } from '../repository.ts';
import { HEADINGS, readSerieTable, type SerieTable } from './headings.ts';
import { numberWritingOf } from './numbers.ts';
import { type GivenRow, readSerieRow } from './read.ts';

type Needs = RecordNeeds & Pick<Deps, 'readers'>;
type Report = RouteOutput<'series.import'>;

const MAX_ERRORS = 500;

/** A row that was understood, with where it stands. */
interface TakenRow extends GivenRow {
  file: string;
  columns: SerieTable['columns'];
}

/** What an import finds of its rows. */
interface Findings {
  errors: Report['errors'];
  kept: Map<string, number>;
}

/** Records the series of some files, each row by row: a bad row is named and left, the others are taken. */
export async function importSeries(deps: Needs, scope: Scope, files: readonly StagedFile[]): Promise<Report> {
  const { db } = deps.database;
  const tables = await readTables(deps.readers, scope, files, HEADINGS);
  const projects = await listProjects(db, scope);
  const { rows, ...read } = understand(tables, projects);
  const findings: Findings = { errors: read.errors, kept: new Map() };
  const made = new Set<string>();
  for (const row of projects) {
    const own = rows.filter(({ project_id }) => project_id === row.project_id);
    if (own.length === 0) continue;
    const project = proveListed(scope, row);
    for (const key of await recordRows(deps, project, row, own, findings)) made.add(key);
  }
  return {
    series: await madeSeries(deps, scope, rows, made),
    files: tables.map(({ name, table }) => ({
      ...{ file: name, rows_read: table.rows.length, rows_kept: findings.kept.get(name) ?? 0 },
    })),
    errors: findings.errors
      .sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line)
      .slice(0, MAX_ERRORS),
    error_count: findings.errors.length,
    unknown_headings: read.unknown,
  };
}

/** The rows of the files as they are understood, and what is wrong with the others. */
function understand(
  tables: readonly NamedTable[],
  projects: readonly ProjectRow[],
): { rows: TakenRow[]; errors: Report['errors']; unknown: string[] } {
  const byName = new Map(projects.map((row) => [foldText(row.name), row]));
  const rows: TakenRow[] = [];
  const errors: Report['errors'] = [];
  const unknown = new Set<string>();
  for (const { name: file, table } of tables) {
    const { columns, rows: texts, unknown: others } = readSerieTable(file, table);
    for (const heading of others) unknown.add(heading);
    const how = { usual: file.replace(/\.[^.]+$/, ''), writing: numberWritingOf(texts) };
    for (const text of texts) {
      if (Object.values(text.text).every((cell) => cell === '')) continue;
      const row = readSerieRow(text, byName, how);
      if ('role' in row) {
        const { role, reason } = row;
        const value = text.text[role] || null;
        errors.push({ file, line: text.line, column: columns[role], value, reason });
      } else rows.push({ ...row, file, columns });
    }
  }
  return { rows, errors, unknown: [...unknown] };
}

const keyText = ({ serie_date, kind, name }: GivenRow): string => `${serie_date} ${kind} ${name}`;

/** Records the series that rows of one project make. @returns their keys */
async function recordRows(
  deps: Needs,
  project: ProjectScope,
  row: ProjectRow,
  rows: readonly TakenRow[],
  findings: Findings,
): Promise<string[]> {
  const made = await deps.facts.use(project, async (facts) => {
    const known = await lineIdsByProduct(deps.database.db, project);
    const present = new Set(await facts.lineIds({}));
    const groups = new Map<string, TakenRow[]>();
    for (const one of rows) {
      const id = known.get(one.product);
      if (id !== undefined && present.has(id))
        groups.set(keyText(one), [...(groups.get(keyText(one)) ?? []), one]);
      else findings.errors.push(faultOf(one, 'product', one.product, 'produit inconnu dans ce projet'));
    }
    for (const group of groups.values())
      await recordGroup(deps, { project, row, facts, known }, group, findings);
    return [...groups.keys()];
  });
  if (made === null) throw new ApiError('snapshot_missing');
  if (made.length > 0 && (await markHeld(deps.database.db, project))) await tellOfSeries(deps, project);
  return made;
}

interface Place {
  project: ProjectScope;
  row: ProjectRow;
  facts: ProjectFacts;
  /** Lines by product code. */
  known: ReadonlyMap<string, string>;
}

const faultOf = (
  { file, line, columns }: TakenRow,
  role: keyof SerieTable['columns'],
  value: string,
  reason: string,
): Report['errors'][number] => ({ file, line, column: columns[role], value, reason });

/** Records one series; of a product's rows for one phase the last decides, and the others are named. */
async function recordGroup(
  deps: Needs,
  { project, row, facts, known }: Place,
  group: readonly TakenRow[],
  findings: Findings,
): Promise<void> {
  const [first] = group;
  if (!first) return;
  const taken = new Map<string, TakenRow>();
  for (const one of group) {
    const key = `${one.product} ${one.project_phase}`;
    const before = taken.get(key);
    if (before)
      findings.errors.push(
        faultOf(
          before,
          'product',
          before.product,
          `produit repris ligne ${one.line} : c’est elle qui compte`,
        ),
      );
    taken.set(key, one);
  }
  const numbers = [...new Set(group.map(({ project_phase }) => project_phase))].sort((a, b) => a - b);
  const phases = numbers.flatMap((index) => heldDays(row, index, '0000-01-01', '9999-12-31') ?? []);
  const lines = new Map<string, GivenLine & Record<'qty' | 'discount_pct' | 'sales', (number | null)[]>>();
  for (const one of taken.values()) {
    const line_id = known.get(one.product) ?? '';
    const blank = () => numbers.map(() => null);
    const line = lines.get(line_id) ?? { line_id, qty: blank(), discount_pct: blank(), sales: blank() };
    lines.set(line_id, line);
    const at = numbers.indexOf(one.project_phase);
    line.qty[at] = one.qty;
    line.discount_pct[at] = one.discount_pct;
    line.sales[at] = one.sales;
    findings.kept.set(one.file, (findings.kept.get(one.file) ?? 0) + 1);
  }
  const { serie_date, kind, name } = first;
  const key: SerieKey = { source: 'imported', ref: name, serie_date, kind };
  const data_date = facts.manifest().data_date;
  const signal = new AbortController().signal;
  const series = await listSeries(deps.database.db, project);
  await write(
    { deps, project, row, facts, data_date, known: series, signal },
    { ...key, scenario_id: null, scenario_name: null },
    { phases, content: { source: 'given', kind, lines: [...lines.values()] } },
  );
}

/** The series that an import made, as lists show them. */
async function madeSeries(
  deps: Needs,
  scope: Scope,
  rows: readonly TakenRow[],
  made: ReadonlySet<string>,
): Promise<Report['series']> {
  const ids = [...new Set(rows.map(({ project_id }) => project_id))];
  const projects = await readAsked(deps, scope, ids);
  const isMade = (own: { serie_date: string; kind: string; name: string | null }): boolean =>
    made.has(`${own.serie_date} ${own.kind} ${own.name}`);
  const wanted = new Set(
    projects.flatMap((project) =>
      project.series
        .map((serie) => nameOf(project, serie))
        .filter(isMade)
        .map(serieId),
    ),
  );
  return presentSeries(projects).filter(({ _id }) => wanted.has(_id));
}
