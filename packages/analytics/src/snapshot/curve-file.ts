import { readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../database/database.ts';
import type { PathColumns, SnapshotManifest } from './types.ts';

/**
 * `curve.bin`: the demand curves as plain float32, line after line: phase_qty (L), phase_p10 (L), phase_p90 (L),
 * rest_qty (L × L) and, where T phases are told apart, phase_mean (T × L), dispersion and stock. A page reads its few
 * lines where they are; the optimiser reads it whole.
 */
export const CURVE_FILE = 'curve.bin';

/** How many levels the curves have, and how many phases they tell apart: 0 where the later ones are taken together. */
export interface CurveShape {
  levels: number;
  phases: number;
}

/** The shape of a snapshot's curves. */
export const curveShape = ({
  discount_levels,
  path_phases = 0,
}: Pick<SnapshotManifest, 'discount_levels' | 'path_phases'>): CurveShape => ({
  levels: discount_levels.length,
  phases: path_phases,
});

const pairedSize = (levels: number): number => 3 * levels + levels * levels;
const curveSize = ({ levels, phases }: CurveShape): number =>
  pairedSize(levels) + (phases > 0 ? phases * levels + 2 : 0);

/** What values a path, out of a line's numbers; null where the later phases are taken together. */
export function pathOf(curve: Float32Array, { levels, phases }: CurveShape) {
  if (phases === 0) return null;
  const start = pairedSize(levels);
  const [dispersion = 1, stock = 0] = curve.subarray(start + phases * levels);
  return { phase_mean: curve.subarray(start, start + phases * levels), dispersion, stock };
}

/** Where a line's numbers of the later phases together are. */
export const restOf = (curve: Float32Array, levels: number): Float32Array =>
  curve.subarray(3 * levels, pairedSize(levels));

const BATCH = 4096;

interface Arrays {
  phase_qty: ArrayLike<number>;
  phase_p10: ArrayLike<number>;
  phase_p90: ArrayLike<number>;
  rest_qty: ArrayLike<number>;
  path?: { [Name in keyof PathColumns]: ArrayLike<number> } | null;
}

/** Copies one line's arrays into its place. */
function place(target: Float32Array, at: number, shape: CurveShape, line: Arrays, from: number): void {
  const { levels, phases } = shape;
  for (let level = 0; level < levels; level++) {
    target[at + level] = line.phase_qty[from * levels + level] ?? Number.NaN;
    target[at + levels + level] = line.phase_p10[from * levels + level] ?? Number.NaN;
    target[at + 2 * levels + level] = line.phase_p90[from * levels + level] ?? Number.NaN;
  }
  for (let index = 0; index < levels * levels; index++)
    target[at + 3 * levels + index] = line.rest_qty[from * levels * levels + index] ?? Number.NaN;
  if (phases === 0) return;
  const means = at + pairedSize(levels);
  for (let index = 0; index < phases * levels; index++)
    target[means + index] = line.path?.phase_mean[from * phases * levels + index] ?? 0;
  target[means + phases * levels] = line.path?.dispersion[from] ?? 1;
  target[means + phases * levels + 1] = line.path?.stock[from] ?? 0;
}

/** Writes the curves of `lines` lines given as arrays over all lines. */
export async function writeCurveFile(
  folder: string,
  lines: number,
  shape: CurveShape,
  curves: Arrays,
): Promise<void> {
  const file = await open(join(folder, CURVE_FILE), 'w');
  const size = curveSize(shape);
  try {
    for (let start = 0; start < lines; start += BATCH) {
      const count = Math.min(BATCH, lines - start);
      const part = new Float32Array(count * size);
      for (let index = 0; index < count; index++) place(part, index * size, shape, curves, start + index);
      await file.write(Buffer.from(part.buffer));
    }
  } finally {
    await file.close();
  }
}

/** Writes it from the snapshot's `curve` table. */
export async function writeCurveFileFrom(
  database: Database,
  folder: string,
  shape: CurveShape,
): Promise<void> {
  const file = await open(join(folder, CURVE_FILE), 'w');
  try {
    const path =
      shape.phases > 0 ? ', {phase_mean: phase_mean, dispersion: [dispersion], stock: [stock]} AS path' : '';
    const rows = database.stream<Arrays & { line_no: number }>(`SELECT *${path} FROM curve ORDER BY line_no`);
    for await (const batch of rows) {
      const part = new Float32Array(batch.length * curveSize(shape));
      for (const [index, row] of batch.entries()) place(part, index * curveSize(shape), shape, row, 0);
      await file.write(Buffer.from(part.buffer));
    }
  } finally {
    await file.close();
  }
}

export interface CurveReader {
  /** The curves of some lines, each with the numbers that `CURVE_FILE` says. */
  read(lines: readonly number[]): Promise<Float32Array[]>;
  close(): Promise<void>;
}

/** Up to so many reads are made at once, where they stand: each takes microseconds. */
const AT_ONCE = 100;

/** Lines this near are read with those between them: that takes less than another reading. */
const NEAR = 16;

/** Lines that follow each other closely, read together: where they start and end among those asked. */
function neighbours(lines: readonly number[]): { start: number; end: number }[] {
  const runs: { start: number; end: number }[] = [];
  for (let start = 0; start < lines.length; ) {
    let end = start + 1;
    const gap = (): number => (lines[end] as number) - (lines[end - 1] as number);
    while (end < lines.length && gap() > 0 && gap() <= NEAR) end++;
    runs.push({ start, end });
    start = end;
  }
  return runs;
}

export async function openCurveFile(folder: string, shape: CurveShape): Promise<CurveReader> {
  const file = await open(join(folder, CURVE_FILE), 'r');
  const bytes = curveSize(shape) * Float32Array.BYTES_PER_ELEMENT;
  /**
   * Lines in the order asked. The reads of a page do not wait for a thread: DuckDB's answers to others hold them all,
   * and a page's thirty reads would queue thirty times.
   */
  const read = async (lines: readonly number[]): Promise<Float32Array[]> => {
    const found = new Array<Float32Array>(lines.length);
    const runs = neighbours(lines);
    for (const { start, end } of runs) {
      const first = lines[start] as number;
      const part = new Uint8Array(((lines[end - 1] as number) - first + 1) * bytes);
      const position = first * bytes;
      if (runs.length <= AT_ONCE) readSync(file.fd, part, 0, part.length, position);
      else await file.read(part, 0, part.length, position);
      for (let index = start; index < end; index++)
        found[index] = new Float32Array(
          part.buffer,
          ((lines[index] as number) - first) * bytes,
          curveSize(shape),
        );
    }
    return found;
  };
  return { read, close: () => file.close() };
}
