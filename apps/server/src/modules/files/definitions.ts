import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FileProblem, newAllowance, openZip, type SourceFile, unpack } from '@palier/analytics';
import { newProjectSchema } from '@palier/contract';
import { z } from 'zod';
import { brokenPlace } from '../../http/broken-text.ts';
import { ApiError } from '../../http/errors.ts';
import { columnOf, plainHeading, readDay, readTable, TABLE_BYTES, type Table } from './tables.ts';

export const definitionSchema = newProjectSchema.extend({
  owner: z.string().optional(),
  /** Discounts of the rounds before the worked one, in points, by product. */
  previous_discount_pcts: z.record(z.string(), z.array(z.number().min(0).max(100))).optional(),
});
export type Definition = z.infer<typeof definitionSchema>;
export interface DefinitionError {
  file: string;
  line: number;
  column: string;
  value: string | null;
  reason: string;
}
export interface Definitions {
  definitions: Definition[];
  errors: DefinitionError[];
}

const MAX_PROJECTS = 2000;

const fileSchema = z.union([
  z.object({ projects: z.array(z.unknown()) }).transform(({ projects }) => projects),
  z.array(z.unknown()),
]);

/** Project definitions of a JSON, CSV or XLSX file; null when the file is about something else. */
export async function readDefinitions(
  file: SourceFile,
  folder = dirname(file.path),
): Promise<Definitions | null> {
  // What comes beside definitions, and is larger than any, is the retailer's data.
  if ((await stat(file.path)).size > TABLE_BYTES) return null;
  if (/\.json$/i.test(file.name)) return parseJson(file.name, await readFile(file.path, 'utf8'));
  if (!/\.(csv|tsv|txt|xlsx)$/i.test(file.name)) return null;
  const table = await readTable(file, folder);
  return isDefinitionTable(table) ? parseTable(file.name, table) : null;
}

function parseJson(name: string, text: string): Definitions | null {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new ApiError('invalid_file', `Le fichier ${name} n’est pas du JSON.`);
  }
  const list = fileSchema.safeParse(content);
  if (!list.success) return null;
  if (list.data.length > MAX_PROJECTS)
    throw new ApiError('invalid_file', `Le fichier ${name} définit plus de ${MAX_PROJECTS} projets.`);
  const result: Definitions = { definitions: [], errors: [] };
  for (const [index, entry] of list.data.entries()) check(entry, name, index + 1, result);
  return result;
}

const MAX_ERRORS = 500;

function check(entry: unknown, file: string, line: number, result: Definitions): void {
  const parsed = definitionSchema.safeParse(entry);
  const broken = parsed.success ? brokenPlace(parsed.data) : null;
  if (parsed.success && !broken) {
    result.definitions.push(parsed.data);
    return;
  }
  if (broken && result.errors.length < MAX_ERRORS) result.errors.push({ file, line, ...broken, value: null });
  for (const issue of parsed.error?.issues ?? []) {
    if (result.errors.length >= MAX_ERRORS) return;
    result.errors.push({
      file,
      line,
      column: issue.path.join('.'),
      value: null,
      reason: 'valeur incorrecte ou absente',
    });
  }
}

const NAMES = {
  name: ['name', 'nom', 'projet', 'nom_projet', 'operation'],
  section: ['section', 'rayon'],
  group: ['project_group_id', 'groupe', 'groupe_projet', 'project_group'],
  leader: ['is_project_group_leader', 'leader', 'mene_le_groupe'],
  owner: ['owner', 'pilote', 'responsable'],
  data_date: ['data_date', 'date_donnees'],
  start: ['start_date', 'date_debut', 'debut'],
  end: ['end_date', 'date_fin', 'fin'],
  range: ['discount_pct_range', 'demarques_permises', 'taux'],
  products: ['item_group_ids', 'produits', 'codes_produit'],
  field: ['selection_field', 'champ_selection'],
  values: ['selection_values', 'valeurs_selection'],
} as const;

function isDefinitionTable({ headings }: Table): boolean {
  return (
    columnOf(headings, NAMES.name) >= 0 &&
    (phaseColumns(headings).length > 0 || columnOf(headings, NAMES.start) >= 0)
  );
}

/** `phase_1`, « Démarque 2 », `date_demarque_3`: positions in the order of their numbers. */
function phaseColumns(headings: readonly string[]): number[] {
  return headings
    .map((heading, position) => ({
      number: /^(?:date_(?:debut_)?|debut_)?(?:phase|demarque)_?(\d+)$/.exec(plainHeading(heading))?.[1],
      position,
    }))
    .filter(({ number }) => number !== undefined)
    .sort((a, b) => Number(a.number) - Number(b.number))
    .map(({ position }) => position);
}

function parseTable(file: string, table: Table): Definitions {
  if (table.rows.length > MAX_PROJECTS)
    throw new ApiError('invalid_file', `Le fichier ${file} définit plus de ${MAX_PROJECTS} projets.`);
  const result: Definitions = { definitions: [], errors: [] };
  const phases = phaseColumns(table.headings);
  for (const { line, cells } of table.rows) {
    const text = (names: readonly string[]) => cells[columnOf(table.headings, names)]?.trim() || undefined;
    const starts = (phases.length > 0 ? phases : [columnOf(table.headings, NAMES.start)]).flatMap(
      (position) => cells[position]?.trim() || [],
    );
    const bad = starts.find((start) => readDay(start) === null);
    if (bad !== undefined) {
      if (result.errors.length >= MAX_ERRORS) continue;
      result.errors.push({
        file,
        line,
        column: 'phases',
        value: bad,
        reason: 'date non reconnue (AAAA-MM-JJ ou JJ/MM/AAAA)',
      });
      continue;
    }
    const range = text(NAMES.range)
      ?.split(/[|,; ]+/)
      .map(Number);
    const entry = {
      name: text(NAMES.name),
      section: text(NAMES.section),
      project_group_id: text(NAMES.group),
      is_project_group_leader:
        text(NAMES.leader) === undefined
          ? undefined
          : /^(1|oui|vrai|true|x)$/i.test(text(NAMES.leader) ?? ''),
      owner: text(NAMES.owner),
      data_date: day(text(NAMES.data_date)),
      end_date: day(text(NAMES.end)),
      phases: starts.map((start) => ({ name: null, start_date: readDay(start) })),
      discount_pct_range: range,
      selection: selectionOf(text(NAMES.products), text(NAMES.field), text(NAMES.values)),
    };
    check(
      Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined)),
      file,
      line,
      result,
    );
  }
  return result;
}

const day = (text: string | undefined) => (text === undefined ? undefined : (readDay(text) ?? text));

function selectionOf(products: string | undefined, field: string | undefined, values: string | undefined) {
  if (products) return { item_group_ids: products.split('|').map((code) => code.trim()) };
  if (!field || !values) return undefined;
  const list = values.split('|').map((value) => value.trim());
  return { item_query: { combinator: 'and', rules: [{ field, operator: 'in', value: list }] } };
}

type SizedFile = SourceFile & { size_bytes: number };

/** Definitions of a file or of an archive; null when it is about something else. @throws 422 invalid_file */
export function readDefinitionsOf(file: SizedFile, folder: string): Promise<Definitions | null> {
  return /\.zip$/i.test(file.name) ? readZip(folder, file) : readDefinitions(file, folder);
}

/** Definitions that a zip carries beside the retailer's files. */
async function readZip(folder: string, file: SizedFile): Promise<Definitions | null> {
  const named = /(projet|project|operation)[^/]*\.(json|csv|xlsx)$/i;
  const allowance = (await newAllowance(folder)).ofArchive(file.size_bytes);
  const zip = await openZip(file.path).catch((cause: unknown) => {
    throw archiveError(file, cause);
  });
  try {
    for (const [index, entry] of zip.entries.entries()) {
      if (!named.test(entry.name) || entry.size > TABLE_BYTES) continue;
      const path = join(folder, `definitions-${index}`);
      await unpack(entry, path, allowance).catch((cause: unknown) => {
        throw archiveError(file, cause);
      });
      const own = await readDefinitions({ path, name: entry.name }, folder);
      if (own) return own;
    }
    return null;
  } finally {
    zip.close();
  }
}

function archiveError({ name }: SizedFile, cause: unknown): unknown {
  if (!(cause instanceof FileProblem)) return cause;
  return new ApiError('invalid_file', `L’archive ${name} n’a pas pu être lue : ${cause.message}.`);
}
