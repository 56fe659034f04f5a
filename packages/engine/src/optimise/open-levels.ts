import type { MarkdownProblem } from './types.ts';

/** Levels that the paths of a unit may take by phase, where some are closed in some phases; shared by units alike. */
export interface OpenLevels {
  /** Sets of the same number are the same. */
  number: number;
  /** Phases of the paths. */
  phases: number;
  /** Position of the level of no discount; −1: every level is one. */
  nought: number;
  /** As bits, at `first * phases + phase`, `first` being the phase of a path's first discount. */
  bits: Uint32Array;
}

/** Whether a level is open in a phase of a path whose first discount is in phase `first`; before it, `first` is −1. */
export const opens = (open: OpenLevels | null, first: number, phase: number, level: number): boolean =>
  open === null || first < 0 || (((open.bits[first * open.phases + phase] ?? 0) >>> level) & 1) === 1;

/** Phase of the first discount of a path that takes a level in a phase, `first` so far; −1: none yet. */
export const firstDiscount = (
  open: OpenLevels | null,
  first: number,
  phase: number,
  level: number,
): number => (first >= 0 || open === null || level <= open.nought ? first : phase);

/** Gathers the open levels of units, and numbers those alike. */
export class OpenLevelSets {
  readonly #problem: MarkdownProblem;
  readonly #known = new Map<string, OpenLevels>();
  readonly #nought: number;

  constructor(problem: MarkdownProblem) {
    this.#problem = problem;
    this.#nought = problem.levels[0] === 0 ? 0 : -1;
  }

  /**
   * What is open to all of some items, among the levels that they may take; null where nothing of it is closed. The level
   * that a person chose for an item stays open to it.
   */
  of(items: ArrayLike<number>, allowed: number, phases: number): OpenLevels | null {
    const { open_levels, phase_count } = this.#problem;
    if (!open_levels) return null;
    const bits = new Uint32Array(phases * phases);
    let isWhole = true;
    for (let first = 0; first < phases; first++)
      for (let phase = first; phase < phases; phase++) {
        let open = allowed;
        for (let n = 0; n < items.length; n++) {
          const item = items[n] ?? 0;
          open &= (open_levels[(item * phase_count + first) * phase_count + phase] ?? 0) | this.#chosen(item);
        }
        bits[first * phases + phase] = open >>> 0;
        const discounts = this.#nought < 0 ? allowed : allowed & ~1;
        if ((open & discounts) !== discounts) isWhole = false;
      }
    return isWhole ? null : this.#numbered(bits, phases);
  }

  /** The level chosen for an item, as a bit. */
  #chosen(item: number): number {
    const level = this.#problem.fixed_level[item] ?? -1;
    return level < 0 ? 0 : 1 << level;
  }

  #numbered(bits: Uint32Array, phases: number): OpenLevels {
    const key = `${phases}/${bits.join()}`;
    const known = this.#known.get(key);
    if (known) return known;
    const made = { number: this.#known.size, phases, nought: this.#nought, bits };
    this.#known.set(key, made);
    return made;
  }
}
