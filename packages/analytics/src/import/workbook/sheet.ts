import { FileProblem } from '../../errors.ts';
import type { Allowance } from '../allowance.ts';
import { LIMITS } from '../limits.ts';
import type { ZipEntry } from '../zip.ts';
import { unescapeText } from './strings.ts';
import type { CellStyle } from './styles.ts';
import { readXml, type XmlListener } from './xml.ts';

/** A row of a sheet: its number from 0, its cells as text up to the last that says something. */
export interface SheetRow {
  index: number;
  cells: string[];
  /** Whether a filter hides it, or a person did. */
  is_hidden: boolean;
}

export interface SheetContext {
  strings: readonly string[];
  styles: readonly CellStyle[];
  is1904: boolean;
  /** What all sheets of the workbook may still hold. */
  cells_left: number;
  days: KnownDays;
}

const DAY_MS = 86_400_000;

/** Day 1 is 1 January 1900, and the 29 February 1900 that never was is counted, as spreadsheets do. */
function dayOf(serial: number, is1904: boolean): string {
  const epoch = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30);
  const date = new Date(epoch + Math.round(serial * DAY_MS));
  return Number.isNaN(date.getTime()) ? String(serial) : date.toISOString().slice(0, 10);
}

/** Days of a workbook that were written out before: a column of dates has the same few thousand times. */
type KnownDays = Map<number, string>;

const MANY_DAYS = 100_000;

function knownDayOf(serial: number, { is1904, days }: SheetContext): string {
  const known = days.get(serial);
  if (known !== undefined) return known;
  if (days.size >= MANY_DAYS) days.clear();
  const day = dayOf(serial, is1904);
  days.set(serial, day);
  return day;
}

/** The column of `AB12`, from 0. */
function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length && at < 4; at++) {
    const letter = reference.charCodeAt(at) & ~0x20;
    if (letter < 65 || letter > 90) break;
    column = column * 26 + letter - 64;
  }
  return column - 1;
}

interface Cell {
  type: string;
  style: number;
  text: string;
}

function textOf({ type, style, text }: Cell, context: SheetContext): string {
  switch (type) {
    case 's':
      return context.strings[Number(text)] ?? '';
    case 'str':
    case 'inlineStr':
      return unescapeText(text);
    case 'b':
      return String(text === '1' || text.toLowerCase() === 'true');
    case 'd':
      return text.slice(0, 10);
    case 'e':
      return text;
  }
  if (text === '') return '';
  const number = Number(text);
  if (Number.isNaN(number)) return text;
  const { is_date = false, currency = null } = context.styles[style] ?? {};
  if (is_date) return knownDayOf(number, context);
  return currency === null ? String(number) : `${number} ${currency}`;
}

/** Puts together the rows that the marks of a sheet's XML make. */
class RowBuilder implements XmlListener {
  readonly #context: SheetContext;
  /** Whole rows not taken yet. */
  rows: SheetRow[] = [];
  #index = -1;
  #cells: string[] = [];
  #column = -1;
  #cell: Cell | null = null;
  #listening = false;
  #phonetic = false;
  #hidden = false;

  constructor(context: SheetContext) {
    this.#context = context;
  }

  open(name: string, { r, t, s, hidden }: Readonly<Record<string, string>>): void {
    if (name === 'c') {
      this.#column = r ? columnOf(r) : this.#column + 1;
      this.#cell = { type: t ?? 'n', style: s === undefined ? -1 : Number(s), text: '' };
    } else if (name === 'v') this.#listening = this.#cell !== null;
    else if (name === 't') this.#listening = this.#cell?.type === 'inlineStr' && !this.#phonetic;
    else if (name === 'rPh') this.#phonetic = true;
    else if (name === 'row') {
      this.#index = r ? Number(r) - 1 : this.#index + 1;
      this.#column = -1;
      this.#hidden = hidden === '1' || hidden === 'true';
    }
  }

  text(piece: string): void {
    if (this.#listening && this.#cell) this.#cell.text += piece;
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#listening = false;
    else if (name === 'rPh') this.#phonetic = false;
    else if (name === 'c') this.#endCell();
    else if (name === 'row') this.#endRow();
  }

  #endCell(): void {
    const value = this.#cell ? textOf(this.#cell, this.#context) : '';
    this.#cell = null;
    if (value === '') return;
    if (this.#column >= LIMITS.columns)
      throw new FileProblem(
        `cellule remplie au-delà de la ${LIMITS.columns}e colonne : effacez les colonnes de droite`,
      );
    this.#context.cells_left -= 1;
    if (this.#context.cells_left < 0) throw new FileProblem('classeur aux cellules trop nombreuses');
    while (this.#cells.length < this.#column) this.#cells.push('');
    this.#cells[Math.max(0, this.#column)] = value;
  }

  #endRow(): void {
    if (!(this.#index < LIMITS.rows)) throw new FileProblem('classeur aux lignes trop nombreuses');
    if (this.#cells.length > 0)
      this.rows.push({ index: this.#index, cells: this.#cells, is_hidden: this.#hidden });
    this.#cells = [];
  }
}

/**
 * The rows of a sheet that have something in them, read a piece at a time.
 * @throws FileProblem for a sheet that is damaged or out of measure.
 */
export async function* sheetRows(
  entry: ZipEntry,
  context: SheetContext,
  allowance: Allowance,
): AsyncGenerator<SheetRow[]> {
  const builder = new RowBuilder(context);
  for await (const _ of readXml(entry, allowance, builder)) {
    if (builder.rows.length === 0) continue;
    yield builder.rows;
    builder.rows = [];
  }
}
