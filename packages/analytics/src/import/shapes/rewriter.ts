import { countOf, plural } from '@palier/domain';
import { FileProblem } from '../../errors.ts';
import { figureOf } from './figures.ts';
import type { Layout } from './layout.ts';
import { filledCells, isSizeRow, isSubhead, movedHeadingsAt, movesHeadings, repeatsHeadings } from './row.ts';
import type { RowRewriter, WrittenRow } from './row-rewriter.ts';
import { RowsAbove } from './rows-above.ts';
import { shareAmount } from './whole-amounts.ts';

/** The column made of rows that name what stands below them. */
export const SUBHEAD_HEADING = 'Rubrique';

/** By what the amounts of a whole row are shared. */
const OF_COLUMNS = { Taille: 'de ses tailles', Date: 'de ses dates', Magasin: 'de ses lieux' } as const;

/** Turns the rows of a laid-out table into one record a row. */
export class Rewriter implements RowRewriter {
  readonly #layout: Layout;
  /** What each column of the pivot stands for from here on. */
  readonly #labels: Map<number, string>;
  #subhead = '';
  /** The last row that says its first columns, and whether some did not. */
  #above: readonly string[] = [];
  #hasFilled = false;
  readonly #rows = new RowsAbove();
  #totals = 0;
  /** Headings of the amounts that were shared. */
  readonly #shared = new Set<string>();

  constructor(layout: Layout) {
    this.#layout = layout;
    this.#labels = new Map(
      layout.pivot?.positions.map((position) => [
        position,
        layout.pivot?.labels?.get(position) ?? layout.headings[position] ?? '',
      ]),
    );
  }

  get headings(): string[] {
    const { headings, base, pivot, subheads } = this.#layout;
    return [
      ...base.map((position) => headings[position] ?? ''),
      ...(subheads ? [SUBHEAD_HEADING] : []),
      ...(pivot?.bands ? [pivot.bands.heading] : []),
      ...(pivot ? [pivot.heading, ...pivot.measures.map(({ heading }) => heading)] : []),
    ];
  }

  /** The records of one row: none of a heading said again, a total or the name of what follows. */
  records(row: readonly string[], line: number): WrittenRow[] {
    if (movesHeadings(row, this.#layout.headings)) throw new FileProblem(movedHeadingsAt(line));
    return this.#rowsOf(row).map((written) => ({ row: written, line }));
  }

  #rowsOf(given: readonly string[]): string[][] {
    const { headings, base, pivot, subheads } = this.#layout;
    if (filledCells(given).length === 0) return [];
    const isTotal = this.#rows.isTotal(given);
    if (isTotal) {
      this.#rows.add(given, isTotal);
      this.#totals++;
      return [];
    }
    const row = this.#filled(given);
    if (this.#takesLabels(row) || repeatsHeadings(row, headings, base)) return [];
    if (subheads && isSubhead(row)) {
      this.#subhead = row[filledCells(row)[0] ?? 0]?.trim() ?? '';
      return [];
    }
    this.#rows.add(given, false);
    const kept = [...base.map((position) => row[position] ?? ''), ...(subheads ? [this.#subhead] : [])];
    return pivot ? this.#unfold(row, kept) : [kept];
  }

  /** A row with what stands above its blanks, where they say the same again. */
  #filled(row: readonly string[]): readonly string[] {
    const { filled_down: positions = [] } = this.#layout;
    const [first] = positions;
    if (first === undefined) return row;
    if ((row[first] ?? '').trim() !== '') {
      this.#above = row;
      return row;
    }
    this.#hasFilled = true;
    return row.map((cell, position) => (positions.includes(position) ? (this.#above[position] ?? '') : cell));
  }

  /** Whether a row says what the columns stand for from there on; its first text names the family. */
  #takesLabels(row: readonly string[]): boolean {
    const { pivot, subheads, base } = this.#layout;
    if (!pivot || !isSizeRow(row, pivot.positions)) return false;
    for (const position of pivot.positions) this.#labels.set(position, row[position]?.trim() ?? '');
    const [named] = base.filter((position) => (row[position] ?? '').trim() !== '');
    if (subheads && named !== undefined && !repeatsHeadings(row, this.#layout.headings, base))
      this.#subhead = row[named]?.trim() ?? '';
    return true;
  }

  #unfold(row: readonly string[], kept: readonly string[]): string[][] {
    const { measures = [], bands } = this.#layout.pivot ?? {};
    const found = new Map<string, { keys: string[]; values: string[] }>();
    for (const [index, { positions }] of measures.entries())
      for (const position of positions) {
        const label = this.#labels.get(position) ?? '';
        const value = row[position]?.trim() ?? '';
        if (label === '' || value === '') continue;
        const keys = [...(bands ? [bands.titles.get(position) ?? ''] : []), label];
        const { values } = found.get(keys.join('\t')) ?? { values: measures.map(() => '') };
        values[index] = this.#inPieces(value, row);
        found.set(keys.join('\t'), { keys, values });
      }
    const rows = [...found.values()].map(({ keys, values }) => [...kept, ...keys, ...values]);
    this.#share(rows);
    return rows;
  }

  /** What a size counts in all: what one box has of it, times the boxes of its row. */
  #inPieces(value: string, row: readonly string[]): string {
    const { boxes } = this.#layout;
    const [count, times] = [value, boxes === undefined ? '' : (row[boxes] ?? '')].map((cell) => cell.trim());
    const isWhole = [count, times].every((cell) => /^\d+$/.test(cell ?? ''));
    return boxes !== undefined && isWhole ? String(Number(count) * Number(times)) : value;
  }

  /** Shares the amounts of a whole row among its records, by what each counts: repeated, they would add up. */
  #share(rows: readonly string[][]): void {
    const { base, whole } = this.#layout;
    if (!whole || rows.length < 2) return;
    const weights = rows.map((row) => figureOf(row.at(-1)));
    for (const position of whole.positions) {
      const at = base.indexOf(position);
      const shares = shareAmount(rows[0]?.[at] ?? '', weights, whole.decimal);
      if (shares === null) continue;
      for (const [index, row] of rows.entries()) row[at] = shares[index] ?? '';
      this.#shared.add(this.#layout.headings[position] ?? '');
    }
  }

  notes(): string[] {
    const columns = OF_COLUMNS[this.#layout.pivot?.heading ?? 'Date'];
    const { filled_down = [], headings } = this.#layout;
    const named = filled_down.map((position) => `« ${headings[position] ?? ''} »`).join(', ');
    const filled = this.#hasFilled
      ? [`${named}\u202f: les cellules vides prennent la valeur au-dessus.`]
      : [];
    const boxed =
      this.#layout.boxes === undefined
        ? []
        : [`« ${headings[this.#layout.boxes] ?? ''} » multiplie le contenu de chaque taille.`];
    const shared = [...this.#shared].map(
      (heading) => `« ${heading} » est de toute la ligne : il est partagé au prorata ${columns}.`,
    );
    const lines = `${countOf(this.#totals, 'ligne')} de total n’y ${plural(this.#totals, 'est pas comptée', 'sont pas comptées')}.`;
    const left = this.#totals > 0 ? [lines] : [];
    return [...filled, ...boxed, ...shared, ...left];
  }
}
