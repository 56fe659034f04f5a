import { describe, expect, it, vi } from 'vitest';
import { newGroup } from '../../../test/new-group.ts';
import { TreeLoader } from '../../../ui/grid/tree-loader.ts';
import type { Group, Line } from '../rows/row.ts';
import type { PendingEdit, SendOutcome } from './edit-queue.ts';
import { EditSession } from './edit-session.ts';

const newLine = (id: string, more: Partial<Line> = {}): Line => ({
  _id: id,
  item_group_id: id,
  price: 100,
  base_price: 80,
  cost: 30,
  stock_qty: 50,
  discount_pct: 20,
  discount_pct_auto: 20,
  curve: { levels: [0, 20, 40], phase_qty: [5, 10, 20], rest_qty: [4, 6, 9, 0, 6, 8, 0, 0, 7] },
  phase_forecast: { sales_qty: 10, sales: 800, profit: 340, cogs: 300, stock: 40, list_sales: 1000 },
  discount_budget: 200,
  version: 1,
  ...more,
});

const testGroup = (key: string | null = 'g'): Group =>
  newGroup({
    key: key ?? '',
    keys: [key],
    depth: 0,
    discount_count: 2,
    discount_pct_reviewed_count: 0,
    discount_pct_user_count: 0,
    stock_qty: 100,
    discount_pct: 20,
    phase_forecast: { sales_qty: 20, sales: 1600, profit: 680, cogs: 600, stock: 80, list_sales: 2000 },
    discount_budget: 400,
  });

async function newSession(outcomes: SendOutcome[] = [], key: string | null = 'g') {
  const lines = [newLine('a'), newLine('b', { discount_pct_max: 20 })];
  const tree = new TreeLoader<Group, Line>(
    {
      levels: 1,
      groupKey: (group) => group.key,
      parentKey: () => null,
      groupCount: (group) => group.discount_count,
      lineKey: (line) => line._id,
      loadGroups: async () => ({ items: [testGroup(key)], cursor: null, total: 2 }),
      loadLevel: async () => [testGroup(key)],
      loadLines: async () => ({ items: lines, cursor: null, total: 2 }),
    },
    { line_size: 30, group_size: 200, describeError: String },
  );
  const onSaved = vi.fn();
  const sent: Readonly<Record<string, PendingEdit>>[] = [];
  const project = { has_optimizations: true };
  const session = new EditSession({
    levels: [0, 20, 40],
    hasOptimizations: () => project.has_optimizations,
    send: async (edits) => {
      sent.push(edits);
      return outcomes.shift() ?? { status: 'saved', versions: { a: 2 } };
    },
    keep: () => undefined,
    onSaved,
  });
  await tree.start();
  await tree.open(key ?? '');
  session.attach(tree, false);
  session.setTotal({ ...testGroup(), key: '', keys: [] });
  const line = (id: string): Line => tree.store.line(id)?.line as Line;
  const group = (): Group => tree.store.node(key ?? '')?.group as Group;
  return { session, line, group, onSaved, project, sent };
}

describe('edits in the listing', () => {
  it('an act on many lines is asked once the edits made before it are answered', async () => {
    const { session, sent } = await newSession();
    const order: string[] = [];
    session.edit({ a: { discount_pct_user: 40 } }, 'Démarque');
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    session.edit({ a: { discount_pct_user: 20 } }, 'Démarque');
    await session.act(async () => order.push(`act after ${sent.length}`));
    expect(order).toEqual(['act after 2']);
    expect(session.isSending()).toBe(false);
  });

  it('it is not asked while edits wait for the connection, which is tried again', async () => {
    const { session, sent } = await newSession([{ status: 'offline' }, { status: 'offline' }]);
    const act = vi.fn(async () => undefined);
    session.edit({ a: { discount_pct_user: 40 } }, 'Démarque');
    await expect(session.act(act)).rejects.toThrow('attendent la connexion');
    await expect(session.act(act)).rejects.toThrow('attendent la connexion');
    expect(act).not.toHaveBeenCalled();
    await session.act(act);
    expect(act).toHaveBeenCalledOnce();
    expect(sent).toHaveLength(3);
    session.stop();
  });

  it('a search that lists nothing has no figure left of what was listed before', async () => {
    const { session } = await newSession();
    session.setTotal({ ...testGroup(), key: '', keys: [] });
    const { phase_forecast: _, discount_budget: __, ...none } = testGroup();
    session.setTotal({ ...none, key: '', keys: [], discount_count: 0 });
    const total = session.total.get();
    expect(total?.discount_count).toBe(0);
    expect(total?.phase_forecast).toBeUndefined();
    expect(total?.discount_budget).toBeUndefined();
    expect(total?.before).toBeUndefined();
  });

  // A missing value's key on the wire is the empty text, as the total's; a brand may be called « total ».
  for (const key of [null, 'total']) {
    it(`[EDIT-07] moves the group of ${key ?? 'a missing value'} and the total each by its own figures`, async () => {
      const { session, group } = await newSession([], key);
      session.setTotal({ ...testGroup(), key: '', keys: [], discount_budget: 1000 });
      session.edit({ a: { discount_pct_user: 40 } }, 'Démarque');
      expect(group().discount_budget).toBe(1000);
      expect(group().before?.phase.discount_budget).toBe(400);
      expect(session.total.get()?.before?.phase.discount_budget).toBe(1000);
      expect(session.decorateGroup(testGroup(key)).before?.phase.discount_budget).toBe(400);
      session.setTotal({ ...testGroup(), key: '', keys: [], discount_budget: 1600 });
      expect(session.total.get()?.before?.phase.discount_budget).toBe(1000);
    });
  }

  it('[EDIT-07] changes the row, its group and the total at once, before any answer', async () => {
    const { session, line, group } = await newSession();
    session.edit({ a: { discount_pct_user: 40 } }, 'Démarque');
    expect(line('a')).toMatchObject({ discount_pct: 40, discount_pct_user: 40 });
    expect(group().phase_forecast).toMatchObject({ sales_qty: 30, sales: 2000 });
    expect(session.total.get()?.phase_forecast).toMatchObject({ sales_qty: 30, sales: 2000 });
    expect(session.total.get()?.before?.phase).toMatchObject({ sales_qty: 20, sales: 1600 });
  });

  it('[STATE-31] a change takes the review at once; its undo asks for it back', async () => {
    const { session, line, group, sent } = await newSession();
    session.patch({ a: { discount_pct_reviewed: true } });
    expect(group().discount_pct_reviewed_count).toBe(1);
    session.edit({ a: { discount_pct_user: 40 } }, 'Démarque');
    expect(line('a')).toMatchObject({ discount_pct_reviewed: false, review_lost_pct: 20 });
    expect(group()).toMatchObject({ discount_pct_reviewed_count: 0, changed_since_review_count: 1 });
    await vi.waitFor(() => expect(session.isSending()).toBe(false));
    await session.history.undo();
    expect(line('a').discount_pct_reviewed).toBe(true);
    expect(group()).toMatchObject({ discount_pct_reviewed_count: 1, changed_since_review_count: 0 });
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.a?.edit).toEqual({ discount_pct_user: null, gives_review_back: true });
  });

  it('[STATE-31] an edit made while a review is on its way follows it, and does not conflict with it', async () => {
    const { session, line, sent } = await newSession();
    const review = session.review(async () => ({
      ...line('b'),
      discount_pct_user: null,
      _id: 'a',
      version: 7,
    }));
    session.edit({ a: { discount_pct_user: 40 } }, 'Démarque');
    await review;
    await vi.waitFor(() => expect(sent[0]?.a?.version).toBe(7));
  });

  it('[STATE-31] a review of a line that a colleague changed leaves the edit to say so', async () => {
    const { session, line, sent } = await newSession();
    await session.review(async () => ({ ...line('a'), discount_pct_user: 20, version: 7 }));
    session.edit({ a: { discount_pct_user: 40 } }, 'Démarque');
    await vi.waitFor(() => expect(sent[0]?.a?.version).toBe(1));
  });

  it('[EDIT-07] gives everything its former value back when the server refuses', async () => {
    const { session, line, group } = await newSession([{ status: 'refused' }]);
    session.edit({ a: { discount_pct_user: 40 } }, 'Démarque');
    await vi.waitFor(() => expect(line('a').discount_pct).toBe(20));
    expect(line('a').discount_pct_user).toBeNull();
    expect(group().phase_forecast).toMatchObject({ sales_qty: 20, sales: 1600 });
    expect(session.total.get()?.phase_forecast).toMatchObject({ sales_qty: 20, sales: 1600 });
  });

  it('[EDIT-04] refuses a discount outside the shields, and says why', async () => {
    const { session, line } = await newSession();
    const refusals = session.edit({ a: { discount_pct_user: 40 }, b: { discount_pct_user: 40 } }, 'Démarque');
    expect(refusals.map((refusal) => refusal.line._id)).toEqual(['b']);
    expect(refusals[0]?.message).toContain('maximum');
    expect([line('a').discount_pct, line('b').discount_pct]).toEqual([40, 20]);
  });

  it('undoes and redoes a command of several lines as one', async () => {
    const { session, line, onSaved } = await newSession();
    session.edit({ a: { discount_pct_user: 40 }, b: { discount_pct_user: 0 } }, 'Démarque');
    await vi.waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1));
    await session.history.undo();
    expect([line('a').discount_pct, line('b').discount_pct]).toEqual([20, 20]);
    await session.history.redo();
    expect([line('a').discount_pct, line('b').discount_pct]).toEqual([40, 0]);
  });

  it('[STATE-23] shows where the discount comes from as the server says, and as the project is at that moment', async () => {
    const optimised = { versions: { a: 3 }, decisions: { a: { discount_kind: 'optimised' as const } } };
    const { session, line, onSaved, project } = await newSession([
      { status: 'saved', versions: { a: 2 } },
      { status: 'saved', versions: { a: 2 } },
      { status: 'saved', ...optimised },
    ]);
    project.has_optimizations = false;
    session.edit({ a: { discount_pct_user: 40 } }, 'Démarque');
    await vi.waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1));
    expect(line('a').discount_kind).toBe('user');
    await session.history.undo();
    await vi.waitFor(() => expect(onSaved).toHaveBeenCalledTimes(2));
    expect(line('a').discount_kind).toBe('auto');
    // A colleague has sent a plan meanwhile: the answer says so.
    session.edit({ a: { included: false } }, 'Inclusion');
    await vi.waitFor(() => expect(onSaved).toHaveBeenCalledTimes(3));
    expect(line('a').discount_kind).toBe('optimised');
  });

  it('gives a command back to undo when the server refuses to undo it', async () => {
    const { session, line, onSaved } = await newSession([
      { status: 'saved', versions: { a: 2 } },
      { status: 'refused' },
    ]);
    session.edit({ a: { discount_pct_user: 40 } }, 'Démarque');
    await vi.waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1));
    await session.history.undo();
    await vi.waitFor(() => expect(line('a').discount_pct).toBe(40));
    expect(session.history.state.get()).toMatchObject({ done: [{ label: 'Démarque' }], undone: [] });
    await session.history.undo();
    await vi.waitFor(() => expect(onSaved).toHaveBeenCalledTimes(2));
    expect(line('a').discount_pct).toBe(20);
    expect(session.history.state.get()).toMatchObject({ done: [], undone: [{ label: 'Démarque' }] });
  });

  it('puts an edit not yet acknowledged over rows that are loaded again', async () => {
    const { session } = await newSession([{ status: 'offline' }]);
    session.edit({ a: { discount_pct_user: 40 } }, 'Démarque');
    expect(session.decorateLine(newLine('a'))).toMatchObject({ discount_pct: 40 });
    await vi.waitFor(() => expect(session.queue.state.get().status).toBe('offline'));
    expect(session.decorateLine(newLine('a'))).toMatchObject({
      discount_pct: 40,
      before: { phase: { sales_qty: 10 } },
    });
    session.stop();
  });

  it('takes the figures before from the checkpoint, and none for a filter whose are not known yet', async () => {
    const { session, group } = await newSession();
    const figures = { sales_qty: 15, sales: 1200, profit: 500, stock: 85, discount_budget: 300 };
    const horizon = { ...figures, profit_after_leftovers: 450 };
    const before = { phase: horizon, end: horizon, discount_pct: null };
    session.setBaseline(() => before);
    expect(group().before).toEqual(before);
    expect(session.total.get()?.before).toEqual(before);
    session.setBaseline(() => null);
    session.setTotal({ ...testGroup(), key: '', keys: [] });
    expect(session.total.get()?.before).toBeUndefined();
  });

  it('measures the effect from a checkpoint on', async () => {
    const { session, line, group } = await newSession();
    session.edit({ a: { discount_pct_user: 40 } }, 'Démarque');
    session.checkpoint();
    expect(line('a').before).toBeUndefined();
    expect(group().before).toBeUndefined();
    expect(session.total.get()?.before).toBeUndefined();
    expect(session.history.state.get().done).toEqual([]);
  });
});
