import { describe, expect, it, vi } from 'vitest';
import { TreeLoader } from './tree-loader.ts';
import type { ChildrenRequest, GridRow, TreeSource } from './types.ts';
import { ancestorsOf } from './use-grid-windows.ts';

interface Group {
  keys: string[];
  count: number;
}
interface Line {
  _id: string;
  value: number;
  slow?: number;
}
const key = (keys: string[]): string => keys.join('/');

/** Two levels: sections a, b; families x, y under each; 7 or 50 lines per family. */
function newSource(calls: string[], fail: { at?: string } = {}): TreeSource<Group, Line> {
  const families = ['a', 'b'].flatMap((section) => [
    { keys: [section, 'x'], count: 7 },
    { keys: [section, 'y'], count: 50 },
  ]);
  const sections = ['a', 'b'].map((section) => ({ keys: [section], count: 57 }));
  const lines = (group: Group): Line[] =>
    Array.from({ length: group.count }, (_, index) => ({ _id: `${key(group.keys)}#${index}`, value: index }));
  const check = (call: string): void => {
    calls.push(call);
    if (fail.at && call.startsWith(fail.at)) throw new Error('Boum');
  };
  return {
    levels: 2,
    groupKey: (group) => key(group.keys),
    parentKey: (group) => (group.keys.length > 1 ? key(group.keys.slice(0, -1)) : null),
    groupCount: (group) => group.count,
    lineKey: (line) => line._id,
    loadGroups: async ({ parent }) => {
      check(`groups ${parent ? key(parent.keys) : ''}`);
      const items = parent ? families.filter((family) => family.keys[0] === parent.keys[0]) : sections;
      return { items, cursor: null, total: 114 };
    },
    loadLevel: async (depth) => {
      check(`level ${depth}`);
      return depth === 0 ? sections : families;
    },
    loadLines: async ({ parent, after, size }: ChildrenRequest<Group>) => {
      check(`lines ${parent ? key(parent.keys) : ''} ${after ?? '-'} ${size}`);
      const all = lines(parent as Group);
      const from = Number(after ?? 0);
      const next = from + size;
      return {
        items: all.slice(from, next),
        cursor: next < all.length ? String(next) : null,
        total: all.length,
      };
    },
  };
}

function newLoader(fail: { at?: string } = {}) {
  const calls: string[] = [];
  const loader = new TreeLoader(newSource(calls, fail), {
    line_size: 30,
    group_size: 200,
    describeError: (error) => (error as Error).message,
  });
  const rows = (): string[] => loader.store.rows().map((row) => `${row.kind}:${row.id}`);
  const kinds = (kind: GridRow<Group, Line>['kind']): number =>
    loader.store.rows().filter((row) => row.kind === kind).length;
  return { loader, calls, rows, kinds };
}

describe('tree of groups and lines', () => {
  it('[LIST-01] [LIST-02] opens a group, shows its children, and hides them when it closes', async () => {
    const { loader, rows, calls } = newLoader();
    await loader.start();
    expect(rows()).toEqual(['group:a', 'group:b']);
    await loader.open('a');
    expect(rows()).toEqual(['group:a', 'group:a/x', 'group:a/y', 'group:b']);
    loader.toggle('a');
    expect(rows()).toEqual(['group:a', 'group:b']);
    await loader.open('a');
    expect(calls.filter((call) => call.startsWith('groups a'))).toHaveLength(1);
  });

  it('[LIST-22] shows placeholders while a group loads: its count up to 20, or 5 above sub-groups', async () => {
    const { loader, kinds } = newLoader();
    await loader.start();
    const opening = loader.open('a');
    expect(kinds('placeholder')).toBe(5);
    await opening;
    const small = loader.open('a/x');
    expect(kinds('placeholder')).toBe(7);
    await small;
    const large = loader.open('a/y');
    expect(kinds('placeholder')).toBe(20);
    await large;
    expect(kinds('placeholder')).toBe(0);
  });

  it('[LIST-03] opens every level with one request each, and closes them all', async () => {
    const { loader, calls, rows, kinds } = newLoader();
    await loader.start();
    await loader.openAll();
    expect(calls).toEqual(['groups ', 'level 1']);
    expect(kinds('group')).toBe(6);
    loader.closeAll();
    expect(rows()).toEqual(['group:a', 'group:b']);
    await loader.open('a');
    expect(rows()).toEqual(['group:a', 'group:a/x', 'group:a/y', 'group:b']);
  });

  it('[LIST-15] [LIST-16] pages the lines of a group by cursor, without duplicates', async () => {
    const { loader, calls, kinds } = newLoader();
    await loader.start();
    await loader.open('a');
    await loader.open('a/y');
    expect(kinds('line')).toBe(30);
    expect(kinds('more')).toBe(1);
    await loader.loadMore('a/y');
    expect(kinds('line')).toBe(50);
    expect(kinds('more')).toBe(0);
    expect(calls.slice(-2)).toEqual(['lines a/y - 30', 'lines a/y 30 30']);
  });

  it('[LIST-17] refreshes as many rows as were loaded, which stay shown meanwhile', async () => {
    const { loader, calls, kinds } = newLoader();
    await loader.start();
    await loader.open('a');
    await loader.open('a/y');
    await loader.loadMore('a/y');
    const refreshing = loader.refresh();
    expect(loader.store.getStatus()).toBe('refreshing');
    expect(kinds('line')).toBe(50);
    await refreshing;
    expect(calls.at(-1)).toBe('lines a/y - 50');
    expect(kinds('line')).toBe(50);
    expect(loader.store.getStatus()).toBe('loaded');
  });

  it('[STATE-16] [ERR-05] says a failed group in its own row and loads it on retry', async () => {
    const fail: { at?: string } = { at: 'lines a/x' };
    const { loader, kinds } = newLoader(fail);
    await loader.start();
    await loader.open('a');
    await loader.open('a/x');
    expect(loader.store.node('a/x')).toMatchObject({ status: 'error', error: 'Boum' });
    expect(kinds('group')).toBe(4);
    fail.at = undefined;
    await loader.retry('a/x');
    expect(loader.store.node('a/x')?.status).toBe('loaded');
    expect(kinds('line')).toBe(7);
  });

  it('keeps the page already shown when the next one fails, and offers it again', async () => {
    const fail: { at?: string } = {};
    const { loader, kinds } = newLoader(fail);
    await loader.start();
    await loader.open('a');
    await loader.open('a/y');
    fail.at = 'lines a/y 30';
    await loader.loadMore('a/y');
    expect(loader.store.node('a/y')).toMatchObject({ status: 'loaded', more: 'error' });
    expect(kinds('line')).toBe(30);
    fail.at = undefined;
    await loader.retry('a/y');
    expect(kinds('line')).toBe(50);
  });

  it('keeps the identity of the rows that did not change', async () => {
    const { loader } = newLoader();
    await loader.start();
    await loader.open('a');
    await loader.open('a/x');
    const before = loader.store.rows();
    loader.store.updateLine('a/x#3', (line) => ({ ...line, value: 99 }));
    const after = loader.store.rows();
    const changed = after.filter((row, index) => row !== before[index]);
    expect(changed.map((row) => row.id)).toEqual(['a/x#3']);
  });

  it('[LIST-23] asks the slow figures apart and adds them to the rows already shown', async () => {
    const calls: string[] = [];
    const source = newSource(calls);
    const loadLazy = vi.fn(
      async (lines: readonly Line[]) => new Map(lines.map((line) => [line._id, { slow: 1 }])),
    );
    const loader = new TreeLoader(
      { ...source, loadLazy },
      { line_size: 30, group_size: 200, describeError: String },
    );
    await loader.start();
    await loader.open('a');
    await loader.open('a/x');
    await vi.waitFor(() => expect(loader.store.line('a/x#0')?.line.slow).toBe(1));
    expect(loadLazy).toHaveBeenCalledTimes(1);
  });

  it('loads the open groups that come into sight only', async () => {
    const { loader, calls } = newLoader();
    await loader.start();
    await loader.openAll();
    loader.ensureLoaded(['b/x']);
    await vi.waitFor(() => expect(loader.store.node('b/x')?.status).toBe('loaded'));
    expect(calls.filter((call) => call.startsWith('lines'))).toEqual(['lines b/x - 30']);
  });
});

/** Two levels whose keys may be missing: as on the wire, a missing key is the empty text. */
function newSparseSource(keys: (string | null)[][]): TreeSource<{ keys: (string | null)[] }, Line> {
  const wire = (of: readonly (string | null)[]): string => of.map((one) => one ?? '').join('\u001f');
  const at = (depth: number): { keys: (string | null)[] }[] => {
    const found = new Map(keys.map((of) => [wire(of.slice(0, depth + 1)), of.slice(0, depth + 1)]));
    return [...found.values()].map((of) => ({ keys: of }));
  };
  const lines = (of: (string | null)[] | undefined): Line[] => [
    { _id: `line of ${wire(of ?? [])}`, value: 1 },
  ];
  return {
    levels: 2,
    groupKey: (group) => wire(group.keys),
    parentKey: (group) => (group.keys.length > 1 ? wire(group.keys.slice(0, -1)) : null),
    groupCount: () => 1,
    lineKey: (line) => line._id,
    loadGroups: async ({ parent, depth }) => ({
      items: at(depth).filter((group) => !parent || wire(group.keys.slice(0, -1)) === wire(parent.keys)),
      cursor: null,
      total: keys.length,
    }),
    loadLevel: async (depth) => at(depth),
    loadLines: async ({ parent }) => ({ items: lines(parent?.keys), cursor: null, total: 1 }),
    loadPages: async (groups) =>
      new Map(
        groups.map((group) => [wire(group.keys), { items: lines(group.keys), cursor: null, total: 1 }]),
      ),
  };
}

describe('a group whose value is missing', () => {
  const KEYS = [
    ['a', 'x'],
    ['a', null],
    [null, 'x'],
    [null, null],
  ];
  const ROWS = ['a', 'a\u001fx', 'a\u001f', '', '\u001fx', '\u001f'];
  const options = { line_size: 30, group_size: 200, describeError: String };
  const newSparse = () => new TreeLoader(newSparseSource(KEYS), options);
  const groups = (loader: ReturnType<typeof newSparse>): string[] =>
    loader.store.rows().flatMap((row) => (row.kind === 'group' ? [row.id] : []));
  const lines = (loader: ReturnType<typeof newSparse>): string[] =>
    loader.store.rows().flatMap((row) => (row.kind === 'line' ? [row.id] : []));

  it('[LIST-01] is a group like the others, at the first level and below', async () => {
    const loader = newSparse();
    await loader.start();
    expect(groups(loader)).toEqual(['a', '']);
    expect(loader.store.node('')).toMatchObject({ depth: 0, open: false });
    await loader.open('');
    expect(groups(loader)).toEqual(['a', '', '\u001fx', '\u001f']);
    await loader.open('\u001f');
    expect(lines(loader)).toEqual(['line of \u001f']);
    expect(loader.store.ancestors('line of \u001f')).toEqual(['\u001f', '']);
    loader.close('');
    expect(groups(loader)).toEqual(['a', '']);
  });

  it('[LIST-03] opens and closes with all the others', async () => {
    const loader = newSparse();
    await loader.start();
    await loader.openAll();
    expect(groups(loader)).toEqual(ROWS);
    loader.ensureLoaded(['a\u001fx', 'a\u001f', '\u001fx', '\u001f']);
    await vi.waitFor(() => expect(lines(loader)).toHaveLength(4));
    loader.closeAll();
    expect(groups(loader)).toEqual(['a', '']);
  });

  it('[LIST-17] keeps its opening over a refresh, and in another tree', async () => {
    const loader = newSparse();
    await loader.start();
    await loader.open('');
    await loader.open('\u001fx');
    await loader.refresh();
    await loader.refreshGroups();
    expect(groups(loader)).toEqual(['a', '', '\u001fx', '\u001f']);
    expect(lines(loader)).toEqual(['line of \u001fx']);
    const other = newSparse();
    await other.start(loader.openIds());
    expect(loader.openIds()).toEqual(new Set(['', '\u001fx']));
    expect(groups(other)).toEqual(['a', '', '\u001fx', '\u001f']);
  });

  it('is named among the open groups above a row', async () => {
    const loader = newSparse();
    await loader.start();
    await loader.openAll();
    const rows = loader.store.rows();
    expect(ancestorsOf(rows, rows.length - 1)).toEqual(['', '\u001f']);
  });
});
