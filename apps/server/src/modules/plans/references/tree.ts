import type { PlanLines } from '@palier/analytics';
import { groupKey } from '@palier/domain';

/** Levels of the tree whose groups are more than this get no references: too many scales to be read. */
const MAX_GROUPS = 2000;

/** The groups of lines at every level that is asked for, the whole selection first. */
export interface GroupTree {
  /** Keys of every group, level after level. */
  keys: (string | null)[][];
  /** The number of each line's group at the deepest level, and how many these are. */
  group: Int32Array;
  group_count: number;
  /** Figures of every group, in the order of `keys`, from those of the groups of the deepest level. */
  addUp<T>(deepest: readonly T[], add: (parts: readonly T[]) => T): T[];
}

interface Level {
  keys: (string | null)[][];
  /** The group of this level that each group of the answer belongs to. */
  numberOf: number[];
}

/** A level of too many groups ends the tree: lines are then told apart by the one before. */
export function groupTree(lines: PlanLines, depth: number): GroupTree {
  const levels: Level[] = [];
  for (let length = 1; length <= depth; length++) {
    const level = levelOf(lines, length);
    if (level.keys.length > MAX_GROUPS) break;
    levels.push(level);
  }
  const deepest = levels.at(-1);
  const ancestors = levels.map((level) => ancestorsOf(level, deepest?.numberOf ?? []));
  return {
    keys: [[], ...levels.flatMap(({ keys }) => keys)],
    group: deepest
      ? lines.group_of.map((group) => deepest.numberOf[group] ?? -1)
      : new Int32Array(lines.line_count),
    group_count: deepest?.keys.length ?? 1,
    addUp: (figures, add) => [
      ...(figures.length > 0 ? [add(figures)] : []),
      ...levels.flatMap(({ keys }, at) => {
        const parts = keys.map((): (typeof figures)[number][] => []);
        figures.forEach((own, group) => {
          parts[ancestors[at]?.[group] ?? -1]?.push(own);
        });
        return parts.map(add);
      }),
    ],
  };
}

function levelOf({ group_keys }: PlanLines, length: number): Level {
  const keys: (string | null)[][] = [];
  const numbers = new Map<string, number>();
  const numberOf = group_keys.map((own) => {
    const outer = own.slice(0, length);
    const text = groupKey(outer);
    const known = numbers.get(text) ?? keys.push(outer) - 1;
    numbers.set(text, known);
    return known;
  });
  return { keys, numberOf };
}

/** The group of a level that each group of the deepest one is within. */
function ancestorsOf(level: Level, deepest: readonly number[]): number[] {
  const found: number[] = [];
  deepest.forEach((number, answer) => {
    found[number] = level.numberOf[answer] ?? -1;
  });
  return found;
}
