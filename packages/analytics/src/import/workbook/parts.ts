import { posix } from 'node:path';
import { FileProblem } from '../../errors.ts';
import type { Allowance } from '../allowance.ts';
import { LIMITS } from '../limits.ts';
import type { Zip, ZipEntry } from '../zip.ts';
import { readPart } from './xml.ts';

/** A workbook's sheets of cells in their order, and the parts that they share. */
export interface WorkbookParts {
  sheets: { name: string; entry: ZipEntry; is_hidden: boolean }[];
  strings: ZipEntry | undefined;
  styles: ZipEntry | undefined;
  /** Days count from 1904, as old Macs did. */
  is1904: boolean;
}

interface Relation {
  id: string;
  type: string;
  target: string;
}

async function relationsOf(
  find: (path: string) => ZipEntry | undefined,
  path: string,
  allowance: Allowance,
): Promise<Relation[]> {
  const folder = posix.dirname(path);
  const entry = find(posix.join(folder, '_rels', `${posix.basename(path)}.rels`));
  const relations: Relation[] = [];
  if (!entry) return relations;
  await readPart(entry, allowance, {
    open: (name, { Id, Type, Target }) => {
      if (name !== 'Relationship' || !Id || !Type || !Target) return;
      if (relations.length >= LIMITS.entries) throw new FileProblem('classeur aux parties trop nombreuses');
      const target = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target);
      relations.push({ id: Id, type: posix.basename(Type), target });
    },
  });
  return relations;
}

/** Where a workbook's parts are. @throws FileProblem when it has no sheet of cells, or too many */
export async function findParts(zip: Zip, allowance: Allowance): Promise<WorkbookParts> {
  const entries = new Map(zip.entries.map((entry) => [entry.name.toLowerCase(), entry]));
  const find = (path: string): ZipEntry | undefined => entries.get(path.toLowerCase());
  const [main] = (await relationsOf(find, '', allowance)).filter(({ type }) => type === 'officeDocument');
  const path = main?.target ?? 'xl/workbook.xml';
  if (/\.bin$/i.test(path)) throw new FileProblem('classeur binaire (.xlsb) : enregistrez-le en .xlsx');
  const workbook = find(path);
  if (!workbook) throw new FileProblem('classeur sans feuille');
  const relations = await relationsOf(find, path, allowance);
  const named: { name: string; id: string; is_hidden: boolean }[] = [];
  let is1904 = false;
  await readPart(workbook, allowance, {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
      if (name !== 'sheet') return;
      if (named.length >= LIMITS.sheets)
        throw new FileProblem(`classeur de plus de ${LIMITS.sheets} feuilles`);
      const [, id] = Object.entries(attributes).find(([key]) => /:id$/i.test(key)) ?? [];
      const is_hidden = /hidden$/i.test(attributes.state ?? '');
      named.push({ name: attributes.name ?? '', id: id ?? '', is_hidden });
    },
  });
  const partOf = (type: string): ZipEntry | undefined => {
    const relation = relations.find((one) => one.type === type);
    return relation && find(relation.target);
  };
  const sheets = named.flatMap(({ id, ...sheet }) => {
    const relation = relations.find((one) => one.id === id && one.type === 'worksheet');
    const entry = relation && find(relation.target);
    return entry ? [{ ...sheet, entry }] : [];
  });
  if (sheets.length === 0) throw new FileProblem('classeur sans feuille');
  return { sheets, strings: partOf('sharedStrings'), styles: partOf('styles'), is1904 };
}
