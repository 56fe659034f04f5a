import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { applyLiveEvent } from './apply-live-event.ts';

const job = {
  _id: 'j1',
  kind: 'optimization' as const,
  subject_id: 'o1',
  project_id: 'p1',
  label: 'Optimisation',
  status: 'running' as const,
  stage: null,
  progress: 0.1,
  error: null,
  created_by: 'u',
  created_at: '2026-07-05T08:00:00Z',
  finished_at: null,
};

function setUp() {
  const queryClient = new QueryClient();
  queryClient.setQueryData(['jobs'], { data: [job] });
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue();
  const refreshed = () => invalidate.mock.calls.map(([filters]) => filters?.queryKey);
  return { queryClient, refreshed };
}

describe('an event of the server', () => {
  it('moves the progress of a known job without asking again', () => {
    const { queryClient, refreshed } = setUp();
    void applyLiveEvent(queryClient, {
      type: 'optimization',
      data: { _id: 'o1', status: 'running', progress: 0.6 },
    });
    expect(queryClient.getQueryData<{ data: (typeof job)[] }>(['jobs'])?.data[0]?.progress).toBe(0.6);
    expect(refreshed()).not.toContainEqual(['jobs']);
  });

  it('asks for the jobs and the projects again when a job is over', () => {
    const { queryClient, refreshed } = setUp();
    void applyLiveEvent(queryClient, {
      type: 'optimization',
      data: { _id: 'o1', status: 'completed', progress: 1 },
    });
    expect(refreshed()).toEqual([['jobs'], ['optimizations'], ['projects']]);
  });

  it('asks for places, price lists and product fields again when an import is over', () => {
    const { queryClient, refreshed } = setUp();
    const data = { _id: 'i1', status: 'running' as const, progress: 0.5 };
    void applyLiveEvent(queryClient, { type: 'import', data });
    expect(refreshed()).not.toContainEqual(['item-fields']);
    void applyLiveEvent(queryClient, { type: 'import', data: { ...data, status: 'completed' } });
    for (const key of ['items', 'item-fields', 'inventories', 'sales-locations', 'price-lists'])
      expect(refreshed()).toContainEqual([key]);
  });

  it('refreshes the figures of a project that has changed since it was read, when its stream opens', () => {
    const { queryClient, refreshed } = setUp();
    queryClient.setQueryData(['projects'], { data: [{ _id: 'p1', version: 3 }] });
    void applyLiveEvent(queryClient, { type: 'opened', data: { project_id: 'p1', version: 3 } });
    void applyLiveEvent(queryClient, { type: 'opened', data: { project_id: 'p2', version: 9 } });
    expect(refreshed()).toEqual([]);
    void applyLiveEvent(queryClient, { type: 'opened', data: { project_id: 'p1', version: 4 } });
    expect(refreshed()).toContainEqual(['projects', 'p1', 'stats']);
    expect(refreshed()).toContainEqual(['projects']);
  });

  it("refreshes a project's figures when somebody changes its discounts", () => {
    const { queryClient, refreshed } = setUp();
    void applyLiveEvent(queryClient, { type: 'discounts', data: { project_id: 'p1' } });
    expect(refreshed()).toContainEqual(['projects', 'p1', 'stats']);
  });

  it('of a project that the bell asks to sign has the bell read again: somebody else may have signed', () => {
    const { queryClient, refreshed } = setUp();
    queryClient.setQueryData(['news'], { unread: 1, data: [{ kind: 'submitted', project_id: 'p1' }] });
    void applyLiveEvent(queryClient, { type: 'project', data: { project_id: 'p2', change: 'updated' } });
    expect(refreshed()).toEqual([['projects']]);
    void applyLiveEvent(queryClient, { type: 'project', data: { project_id: 'p1', change: 'updated' } });
    expect(refreshed()).toContainEqual(['news']);
  });

  it('of an unknown kind changes nothing', () => {
    const { queryClient, refreshed } = setUp();
    void applyLiveEvent(queryClient, { type: 'weather', data: {} });
    expect(refreshed()).toEqual([]);
  });
});
