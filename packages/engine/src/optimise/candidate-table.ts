import type { PathTree } from './paths.ts';

/**
 * The paths worth considering, unit by unit: candidates of unit u are `start[u] … start[u + 1] − 1`,
 * by first level ascending. A path is dropped when another with the same first level is worth at least
 * as much and uses no more of any resource.
 */
export interface CandidateTable {
  start: Int32Array;
  level: Uint8Array;
  value: Float64Array;
  /** Resource r of candidate c at `c * resource_count + r`; less is better. */
  use: Float64Array;
  resource_count: number;
  /** Levels of candidate c at `c * phase_count + p`. */
  plan: Uint8Array;
  phase_count: number;
}

/** Room taken beyond what the units seen so far call for. */
const ROOM = 1.1;
/** Growth while few units have been seen. */
const GROWTH = 1.7;
/** Units after which those to come are taken to be like them. */
const SEEN = 2_000;

/**
 * Grows the flat table as candidates arrive: to the size that the units seen so far foretell, since copying
 * the millions of a large scope again and again costs more than making them.
 */
export class CandidateWriter {
  readonly start: Int32Array;
  count = 0;
  #unit = 0;
  readonly #resources: number;
  readonly #phases: number;
  #level = new Uint8Array(1024);
  #value = new Float64Array(1024);
  #use: Float64Array;
  #plan: Uint8Array;

  constructor(units: number, resources: number, phases: number) {
    this.start = new Int32Array(units + 1);
    this.#resources = resources;
    this.#phases = phases;
    this.#use = new Float64Array(1024 * resources);
    this.#plan = new Uint8Array(1024 * phases);
  }

  /** What is pushed from now on is of this unit. */
  beginUnit(unit: number): void {
    this.#unit = unit;
    this.start[unit] = this.count;
  }

  push(tree: PathTree, leaf: number, values: Float64Array, uses: Float64Array): void {
    if (this.count === this.#level.length) this.#grow();
    const at = this.count++;
    const from = leaf * tree.phase_count;
    this.#level[at] = tree.leaf_plan[from] ?? 0;
    this.#value[at] = values[leaf] ?? 0;
    for (let r = 0; r < this.#resources; r++)
      this.#use[at * this.#resources + r] = uses[leaf * this.#resources + r] ?? 0;
    // Beyond its own phases a path stays where it is.
    for (let p = 0; p < this.#phases; p++)
      this.#plan[at * this.#phases + p] = tree.leaf_plan[from + Math.min(p, tree.phase_count - 1)] ?? 0;
  }

  #grow(): void {
    const foretold = this.count * (this.start.length / this.#unit) * ROOM;
    const size = Math.ceil(this.#unit < SEEN ? this.#level.length * GROWTH : foretold);
    const level = new Uint8Array(size);
    level.set(this.#level);
    this.#level = level;
    this.#value = grown(this.#value, size);
    this.#use = grown(this.#use, size * this.#resources);
    const plan = new Uint8Array(size * this.#phases);
    plan.set(this.#plan);
    this.#plan = plan;
  }

  finish(): CandidateTable {
    this.start[this.start.length - 1] = this.count;
    return {
      start: this.start,
      level: this.#level,
      value: this.#value,
      use: this.#use,
      resource_count: this.#resources,
      plan: this.#plan,
      phase_count: this.#phases,
    };
  }
}

function grown(values: Float64Array, size: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(size);
  larger.set(values);
  return larger;
}
