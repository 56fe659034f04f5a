import { formatQuantity, type ImportQuestion, questionKey } from '@palier/domain';
import type { Session } from '../../database/session.ts';
import { quoteIdentifier } from '../../database/sql.ts';
import type { Staged } from '../staged.ts';
import type { Repeated } from './find.ts';

/** The answer that counts every line, and the one that counts those of the last file. */
export const ADD = 'add';
export const LAST = 'last';

type Asked = Pick<ImportQuestion, 'text' | 'choices'>;

export const nameOf = ({ feed }: Staged): string => feed.source.name;

async function piecesOf(session: Session, { table, days }: Staged): Promise<number> {
  const [row] = await session.rows<{ pieces: number | null }>(
    `SELECT sum(quantity) AS pieces FROM ${quoteIdentifier(days ?? table)} WHERE NOT refused`,
  );
  return row?.pieces ?? 0;
}

async function sumPieces(session: Session, files: readonly Staged[]): Promise<number> {
  let sum = 0;
  for (const file of files) sum += await piecesOf(session, file);
  return sum;
}

async function askSales(
  session: Session,
  { files, otherwise = false }: Repeated,
  once: readonly (Staged | null)[],
): Promise<Asked> {
  const last = files.at(-1);
  const whole = await sumPieces(session, files);
  const kept = once.flatMap((file) => file ?? []);
  const counted = await sumPieces(session, kept);
  const others = files.slice(0, -1).map((file) => `« ${nameOf(file)} »`);
  return {
    text: `« ${last ? nameOf(last) : ''} » redit des ventes de ${others.join(', ')}\u202f: ${otherwise ? 'les mêmes quantités chaque jour, autrement détaillées' : 'les mêmes lignes, aux mêmes jours'}. Les compter une fois\u202f?`,
    choices: [
      {
        value: LAST,
        label: otherwise
          ? `Une fois, celles de « ${last ? nameOf(last) : ''} »`
          : 'Une fois, celles du dernier fichier',
        detail: `${formatQuantity(counted)} pièces vendues`,
      },
      { value: ADD, label: 'Toutes', detail: `${formatQuantity(whole)} pièces vendues` },
    ],
  };
}

const COUNTED = { stock: 'stock', orders: 'reste à livrer' } as const;

async function askCounts(
  session: Session,
  kind: keyof typeof COUNTED,
  files: readonly Staged[],
): Promise<Asked> {
  const choices: ImportQuestion['choices'] = [];
  for (const file of files.toReversed())
    choices.push({
      value: file === files.at(-1) ? LAST : nameOf(file),
      label: `Celui de « ${nameOf(file)} »`,
      detail: `${formatQuantity(await piecesOf(session, file))} pièces`,
    });
  const whole = await sumPieces(session, files);
  choices.push({ value: ADD, label: 'La somme de tous', detail: `${formatQuantity(whole)} pièces` });
  return {
    text: `Ces ${files.length} fichiers comptent les mêmes articles aux mêmes lieux. Quel est le ${COUNTED[kind]}\u202f?`,
    choices,
  };
}

/** Asks how lines that several files say are counted, those of the last file first. `once`: sales with each day of one file. */
export async function askRepeated(
  session: Session,
  repeated: Repeated,
  once: readonly (Staged | null)[],
): Promise<ImportQuestion | null> {
  const { kind, files } = repeated;
  const last = files.at(-1);
  if (!last) return null;
  const asked =
    kind === 'sales' ? await askSales(session, repeated, once) : await askCounts(session, kind, files);
  const [key, file] = [questionKey('repeated', nameOf(last), kind), nameOf(last)];
  return { key, code: 'repeated', file, column: null, ...asked };
}
