/**
 * The assignment of units to levels under bounds on the number of units at each level, solved exactly.
 * Starting from any multipliers, each unit takes its best priced level; that is optimal for the counts it
 * gives. Shortest paths on the graph of levels plus one outside node then move units one at a time from
 * levels above their bounds to levels below them (successive shortest paths, Ahuja, Magnanti and Orlin,
 * ch. 9): costs stay optimal for the counts at every step, hence at the end.
 */
export interface QuotaProblem {
  unit_count: number;
  level_count: number;
  /** Value of unit u at level l at `u * L + l`; −Infinity where not allowed. */
  value: Float64Array;
  least: Float64Array;
  most: Float64Array;
  /** Starting multipliers per level, any. */
  start: Float64Array;
}

export interface QuotaSolution {
  level: Uint8Array;
  /** Units that could not be brought within the bounds. */
  missing: number;
  moves: number;
}

/** Min-heap of units keyed by the loss of moving them from one level to another; stale entries are skipped. */
class MoveHeap {
  #keys: Float64Array;
  #units: Int32Array;
  #size = 0;

  constructor(capacity: number) {
    this.#keys = new Float64Array(capacity);
    this.#units = new Int32Array(capacity);
  }

  /** Adds without ordering; call `order` once after the bulk. */
  append(key: number, unit: number): void {
    if (this.#size === this.#keys.length) this.#grow();
    this.#keys[this.#size] = key;
    this.#units[this.#size++] = unit;
  }

  order(): void {
    for (let i = (this.#size >> 1) - 1; i >= 0; i--) this.#down(i);
  }

  push(key: number, unit: number): void {
    this.append(key, unit);
    let at = this.#size - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((this.#keys[parent] ?? 0) <= key) break;
      this.#swap(at, parent);
      at = parent;
    }
  }

  /** Cheapest unit still at `level`, −1 when none. */
  top(levels: Uint8Array, level: number): number {
    while (this.#size > 0 && levels[this.#units[0] ?? 0] !== level) this.#pop();
    return this.#size > 0 ? (this.#units[0] ?? -1) : -1;
  }

  get key(): number {
    return this.#keys[0] ?? 0;
  }

  #pop(): void {
    this.#size--;
    this.#swap(0, this.#size);
    this.#down(0);
  }

  #down(from: number): void {
    let at = from;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#size) return;
      if (child + 1 < this.#size && (this.#keys[child + 1] ?? 0) < (this.#keys[child] ?? 0)) child++;
      if ((this.#keys[at] ?? 0) <= (this.#keys[child] ?? 0)) return;
      this.#swap(at, child);
      at = child;
    }
  }

  #swap(a: number, b: number): void {
    const key = this.#keys[a] ?? 0;
    const unit = this.#units[a] ?? 0;
    this.#keys[a] = this.#keys[b] ?? 0;
    this.#units[a] = this.#units[b] ?? 0;
    this.#keys[b] = key;
    this.#units[b] = unit;
  }

  #grow(): void {
    const capacity = Math.max(16, this.#keys.length * 2);
    const keys = new Float64Array(capacity);
    const units = new Int32Array(capacity);
    keys.set(this.#keys);
    units.set(this.#units);
    this.#keys = keys;
    this.#units = units;
  }
}

/** Solves the quota problem exactly; `missing` > 0 when the bounds cannot all be met. */
export function assignQuotas(problem: QuotaProblem): QuotaSolution {
  const levels = problem.level_count;
  const { assigned, count } = bestLevels(problem);
  const heaps = buildHeaps(problem, assigned, count);
  const flow = startingFlow(problem, count);
  let moves = 0;
  let missing = 0;
  const limit = problem.unit_count * levels + 1;
  for (; moves < limit; moves++) {
    const path = shortestMove(problem, assigned, heaps, count, flow);
    if (path === null) break;
    applyMove(problem, assigned, heaps, count, flow, path);
  }
  for (let l = 0; l < levels; l++)
    missing += Math.max(
      0,
      (count[l] ?? 0) - (problem.most[l] ?? 0),
      (problem.least[l] ?? 0) - (count[l] ?? 0),
    );
  return { level: assigned, missing, moves };
}

function bestLevels(problem: QuotaProblem): { assigned: Uint8Array; count: Float64Array } {
  const levels = problem.level_count;
  const assigned = new Uint8Array(problem.unit_count);
  const count = new Float64Array(levels);
  for (let unit = 0; unit < problem.unit_count; unit++) {
    let best = 0;
    let bestScore = Number.NEGATIVE_INFINITY;
    for (let l = 0; l < levels; l++) {
      const score = (problem.value[unit * levels + l] ?? 0) - (problem.start[l] ?? 0);
      if (score > bestScore) {
        bestScore = score;
        best = l;
      }
    }
    assigned[unit] = best;
    count[best] = (count[best] ?? 0) + 1;
  }
  return { assigned, count };
}

function buildHeaps(problem: QuotaProblem, assigned: Uint8Array, count: Float64Array): MoveHeap[] {
  const levels = problem.level_count;
  const heaps: MoveHeap[] = [];
  for (let from = 0; from < levels; from++)
    for (let to = 0; to < levels; to++) heaps.push(new MoveHeap(from === to ? 0 : (count[from] ?? 0)));
  for (let unit = 0; unit < problem.unit_count; unit++) {
    const from = assigned[unit] ?? 0;
    const here = problem.value[unit * levels + from] ?? 0;
    for (let to = 0; to < levels; to++) {
      const there = problem.value[unit * levels + to] ?? 0;
      if (to !== from && there > Number.NEGATIVE_INFINITY)
        heaps[from * levels + to]?.append(here - there, unit);
    }
  }
  for (const heap of heaps) heap.order();
  return heaps;
}

/** Flow of each level to the outside: within its bounds, at a bound when the multiplier says so. */
function startingFlow(problem: QuotaProblem, count: Float64Array): Float64Array {
  return Float64Array.from(count, (value, l) => {
    const least = problem.least[l] ?? 0;
    const most = problem.most[l] ?? 0;
    const multiplier = problem.start[l] ?? 0;
    if (multiplier > 0) return most;
    if (multiplier < 0) return least;
    return Math.min(most, Math.max(least, value));
  });
}

/**
 * Cheapest path from a node with too many units to one with too few (Bellman and Ford; node L is the
 * outside, whose excess is what levels hand over beyond the number of units). Null when none is left.
 */
function shortestMove(
  problem: QuotaProblem,
  assigned: Uint8Array,
  heaps: MoveHeap[],
  count: Float64Array,
  flow: Float64Array,
): number[] | null {
  const levels = problem.level_count;
  const nodes = levels + 1;
  const excess = new Float64Array(nodes);
  let outside = -problem.unit_count;
  for (let l = 0; l < levels; l++) {
    excess[l] = (count[l] ?? 0) - (flow[l] ?? 0);
    outside += flow[l] ?? 0;
  }
  excess[levels] = outside;
  const cost = arcCosts(problem, assigned, heaps, flow);
  const distance = Float64Array.from(excess, (value) => (value > 0.5 ? 0 : Number.POSITIVE_INFINITY));
  const previous = new Int32Array(nodes).fill(-1);
  for (let round = 0; round < nodes; round++) {
    let changed = false;
    for (let a = 0; a < nodes; a++) {
      for (let b = 0; b < nodes; b++) {
        const through = (distance[a] ?? 0) + (cost[a * nodes + b] ?? 0);
        if (through < (distance[b] ?? 0) - 1e-12) {
          distance[b] = through;
          previous[b] = a;
          changed = true;
        }
      }
    }
    if (!changed) break;
  }
  let target = -1;
  for (let node = 0; node < nodes; node++)
    if ((excess[node] ?? 0) < -0.5 && (target < 0 || (distance[node] ?? 0) < (distance[target] ?? 0)))
      target = node;
  if (target < 0 || !Number.isFinite(distance[target] ?? 0)) return null;
  const path = [target];
  for (let node = previous[target] ?? -1; node >= 0 && path.length <= nodes; node = previous[node] ?? -1)
    path.unshift(node);
  return path;
}

function arcCosts(
  problem: QuotaProblem,
  assigned: Uint8Array,
  heaps: MoveHeap[],
  flow: Float64Array,
): Float64Array {
  const levels = problem.level_count;
  const nodes = levels + 1;
  const cost = new Float64Array(nodes * nodes).fill(Number.POSITIVE_INFINITY);
  for (let from = 0; from < levels; from++) {
    for (let to = 0; to < levels; to++) {
      const heap = heaps[from * levels + to];
      if (from !== to && heap !== undefined && heap.top(assigned, from) >= 0)
        cost[from * nodes + to] = heap.key;
    }
    if ((flow[from] ?? 0) < (problem.most[from] ?? 0)) cost[from * nodes + levels] = 0;
    if ((flow[from] ?? 0) > (problem.least[from] ?? 0)) cost[levels * nodes + from] = 0;
  }
  return cost;
}

function applyMove(
  problem: QuotaProblem,
  assigned: Uint8Array,
  heaps: MoveHeap[],
  count: Float64Array,
  flow: Float64Array,
  path: readonly number[],
): void {
  const levels = problem.level_count;
  for (let step = 0; step + 1 < path.length; step++) {
    const from = path[step] ?? 0;
    const to = path[step + 1] ?? 0;
    if (to === levels) flow[from] = (flow[from] ?? 0) + 1;
    else if (from === levels) flow[to] = (flow[to] ?? 0) - 1;
    else {
      const unit = heaps[from * levels + to]?.top(assigned, from) ?? -1;
      assigned[unit] = to;
      count[from] = (count[from] ?? 0) - 1;
      count[to] = (count[to] ?? 0) + 1;
      const here = problem.value[unit * levels + to] ?? 0;
      for (let next = 0; next < levels; next++) {
        const there = problem.value[unit * levels + next] ?? 0;
        if (next !== to && there > Number.NEGATIVE_INFINITY)
          heaps[to * levels + next]?.push(here - there, unit);
      }
    }
  }
}
