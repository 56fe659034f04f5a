import { afterEach, describe, expect, it, vi } from 'vitest';
import { EditQueue, type PendingEdit, type QueueOptions, type SendOutcome } from './edit-queue.ts';

const edit = (to: number | null, from: number | null = null): PendingEdit => ({
  edit: { discount_pct_user: to },
  former: { discount_pct_user: from },
});

function newQueue(outcomes: SendOutcome[], more: Partial<QueueOptions> = {}) {
  const sent: Record<string, PendingEdit>[] = [];
  const kept: string[][] = [];
  const rollback = vi.fn();
  const onSaved = vi.fn();
  const queue = new EditQueue({
    send: async (edits) => {
      sent.push({ ...edits });
      return outcomes.shift() ?? { status: 'saved' };
    },
    rollback,
    onSaved,
    keep: (edits) => kept.push(Object.keys(edits)),
    ...more,
  });
  return { queue, sent, kept, rollback, onSaved };
}

const waitForQueue = (queue: EditQueue): Promise<void> =>
  vi.waitFor(() => expect(queue.state.get().unsent).toBe(0));

afterEach(() => {
  vi.useRealTimers();
});

describe('edits on their way to the server', () => {
  it('[EDIT-01] sends the edits of one gesture in one request', async () => {
    const { queue, sent, onSaved } = newQueue([]);
    queue.push({ a: edit(40) });
    queue.push({ b: edit(30) });
    await waitForQueue(queue);
    expect(sent.map((batch) => Object.keys(batch))).toEqual([['a', 'b']]);
    expect(onSaved).toHaveBeenCalledWith(['a', 'b'], {}, {});
  });

  it('[VALID-02] drops an edit equal to the stored values, its comment ignored', async () => {
    const { queue, sent } = newQueue([]);
    queue.push({ a: { edit: { discount_pct_user: 30, comment: 'x' }, former: { discount_pct_user: 30 } } });
    await waitForQueue(queue);
    expect(sent).toEqual([]);
  });

  it('[EDIT-07] gives a refused line its former value back, but not what was edited since', async () => {
    const { queue, rollback } = newQueue([{ status: 'refused' }]);
    queue.push({ a: edit(40, 20), b: edit(40, 10) });
    await Promise.resolve();
    queue.push({ b: edit(50, 40) });
    await waitForQueue(queue);
    expect(rollback).toHaveBeenCalledWith({ a: { discount_pct_user: 20 }, b: {} });
  });

  it('keeps edits while the connection is lost and sends them when it is back', async () => {
    const { queue, sent, kept } = newQueue([{ status: 'offline' }], { retry_after: 10_000 });
    queue.push({ a: edit(40) });
    await vi.waitFor(() => expect(queue.state.get().status).toBe('offline'));
    expect(kept.at(-1)).toEqual(['a']);
    queue.push({ a: edit(50) });
    await waitForQueue(queue);
    expect(sent.at(-1)?.a?.edit).toEqual({ discount_pct_user: 50 });
    expect(queue.state.get().status).toBe('saved');
    expect(kept.at(-1)).toEqual([]);
  });

  it('does not conflict with oneself when the same line is edited again before the answer', async () => {
    const { queue, sent } = newQueue([{ status: 'saved', versions: { a: 7 } }]);
    queue.push({ a: { ...edit(40), version: 6 } });
    await Promise.resolve();
    queue.push({ a: { ...edit(30, 40), version: 6 } });
    await waitForQueue(queue);
    expect(sent.map((batch) => batch.a?.version)).toEqual([6, 7]);
  });

  it('shows both values of a conflict, and sends mine over theirs when asked', async () => {
    const conflict = {
      line_id: 'a',
      mine: { discount_pct_user: 40 },
      theirs: { discount_pct_user: 30 },
      their_version: 9,
    };
    const { queue, sent } = newQueue([{ status: 'conflict', conflicts: [conflict] }]);
    queue.push({ a: { ...edit(40), version: 3 }, b: edit(20) });
    await waitForQueue(queue);
    expect(queue.state.get().conflicts).toEqual([conflict]);
    expect(Object.keys(sent[1] ?? {})).toEqual(['b']);
    queue.resolve('a', 'mine');
    await waitForQueue(queue);
    expect(sent.at(-1)?.a).toMatchObject({ edit: { discount_pct_user: 40 }, version: 9 });
    expect(queue.state.get().conflicts).toEqual([]);
  });

  describe('a line whose other field is edited while its first edit is on its way', () => {
    const goal: PendingEdit = {
      edit: { optimization_goal: 'margin' },
      former: { optimization_goal: 'clearance' },
    };
    const both = { discount_pct_user: 40, optimization_goal: 'margin' };

    it('sends both again when a conflict on another line refused the request', async () => {
      const conflict = { line_id: 'a', mine: { discount_pct_user: 40 }, theirs: { discount_pct_user: 30 } };
      const { queue, sent } = newQueue([{ status: 'conflict', conflicts: [conflict] }]);
      queue.push({ a: edit(40), b: edit(40, 20) });
      await Promise.resolve();
      queue.push({ b: goal });
      await waitForQueue(queue);
      expect(sent.at(-1)?.b?.edit).toEqual(both);
    });

    it('gives both their former values back when they are given up without a connection', async () => {
      const outcomes: SendOutcome[] = [{ status: 'offline' }, { status: 'offline' }];
      const { queue, rollback, sent } = newQueue(outcomes, { retry_after: 10_000 });
      queue.push({ a: edit(40, 20) });
      await Promise.resolve();
      queue.push({ a: goal });
      await vi.waitFor(() => expect(sent.length).toBe(2));
      await vi.waitFor(() => expect(queue.state.get().status).toBe('offline'));
      expect(queue.state.get().unsent).toBe(1);
      queue.clear();
      expect(rollback).toHaveBeenCalledWith({ a: { discount_pct_user: 20, optimization_goal: 'clearance' } });
      queue.stop();
    });

    it('keeps both for a reload', async () => {
      const kept: Record<string, PendingEdit>[] = [];
      const { queue } = newQueue([], {
        send: () => new Promise(() => {}),
        keep: (edits) => kept.push(edits),
      });
      queue.push({ a: edit(40, 20) });
      await Promise.resolve();
      queue.push({ a: goal });
      expect(kept.at(-1)?.a?.edit).toEqual(both);
      expect(queue.state.get().unsent).toBe(1);
    });
  });

  it('takes the value of a colleague when asked', async () => {
    const conflict = { line_id: 'a', mine: { discount_pct_user: 40 }, theirs: { discount_pct_user: 30 } };
    const { queue, rollback } = newQueue([{ status: 'conflict', conflicts: [conflict] }]);
    queue.push({ a: edit(40) });
    await waitForQueue(queue);
    queue.resolve('a', 'theirs');
    expect(rollback).toHaveBeenCalledWith({ a: { discount_pct_user: 30 } });
  });

  it('[STATE-20] gives up what is not sent when edition stops', async () => {
    const { queue, rollback, sent } = newQueue([{ status: 'offline' }], { retry_after: 10_000 });
    queue.push({ a: edit(40, 20) });
    await vi.waitFor(() => expect(queue.state.get().status).toBe('offline'));
    queue.clear();
    expect(rollback).toHaveBeenCalledWith({ a: { discount_pct_user: 20 } });
    expect(queue.state.get()).toMatchObject({ unsent: 0, status: 'saved' });
    expect(sent).toHaveLength(1);
    queue.stop();
  });

  it('[STATE-20] edits given up while a new try is under way do not come back', async () => {
    const tries = [Promise.withResolvers<SendOutcome>(), Promise.withResolvers<SendOutcome>()];
    let turn = 0;
    const { queue, rollback } = newQueue([], {
      send: () => tries[turn++]?.promise ?? Promise.resolve({ status: 'saved' }),
      retry_after: 600_000,
    });
    queue.push({ a: edit(40, 20) });
    tries[0]?.resolve({ status: 'offline' });
    await vi.waitFor(() => expect(queue.state.get().status).toBe('offline'));
    void queue.flush();
    expect(queue.state.get().status).toBe('offline');
    queue.clear();
    tries[1]?.resolve({ status: 'offline' });
    await waitForQueue(queue);
    expect(rollback).toHaveBeenLastCalledWith({ a: { discount_pct_user: 20 } });
    expect(queue.state.get().status).toBe('saved');
  });
});
