import { describe, expect, it } from 'vitest';
import { LiveChanges } from './live-changes.ts';

const event = (data: Record<string, unknown>) => ({
  type: 'discounts',
  data: { project_id: 'p', user_id: 'marion', user_name: 'Marion Roche', ids: ['a'], ...data },
});

describe('what others change while one looks', () => {
  it('is gathered line by line with who changed it, then forgotten', () => {
    const changes = new LiveChanges('p', 'claire');
    expect(changes.add(event({}))).toBe(true);
    expect(changes.add(event({ ids: ['b'], user_name: 'Paul' }))).toBe(true);
    const { everything, names } = changes.take();
    expect(everything).toBe(false);
    expect([...names]).toEqual([
      ['a', 'Marion Roche'],
      ['b', 'Paul'],
    ]);
    expect(changes.take().names.size).toBe(0);
  });

  it('asks nothing for another project nor for my own lines', () => {
    const changes = new LiveChanges('p', 'claire');
    expect(changes.add(event({ project_id: 'other' }))).toBe(false);
    expect(changes.add(event({ user_id: 'claire' }))).toBe(false);
    expect(changes.add({ type: 'weather', data: {} })).toBe(false);
  });

  it('is also what I change in another tab, which this one does not show yet', () => {
    const changes = new LiveChanges('p', 'claire', (id, version) => id === 'a' && version <= 7);
    expect(changes.add(event({ user_id: 'claire', version: 7 }))).toBe(false);
    expect(changes.add(event({ user_id: 'claire', version: 8 }))).toBe(true);
    expect([...changes.take().names]).toEqual([['a', null]]);
  });

  it('says which versions wrote the lines named, which are seen once they are read', () => {
    const changes = new LiveChanges('p', 'claire');
    changes.add(event({ version: 7 }));
    changes.add(event({ version: 8, user_id: 'claire' }));
    changes.add(event({ version: 9, ids: ['b'] }));
    expect(changes.take().versions).toEqual([7, 9]);
    expect(changes.take().versions).toEqual([]);
    expect(changes.versionOf(event({ version: 8, user_id: 'claire' }))).toBe(8);
    expect(changes.versionOf(event({ version: 8, project_id: 'other' }))).toBeNull();
    expect(changes.versionOf({ type: 'reconnected', data: {} })).toBeNull();
  });

  it('asks for everything after a whole group, and says by whom when one person alone did it', () => {
    const changes = new LiveChanges('p', 'claire');
    changes.add(event({ ids: null }));
    expect(changes.take()).toMatchObject({ everything: true, by: 'Marion Roche' });
    changes.add(event({ ids: null }));
    changes.add(event({ user_name: 'Paul' }));
    expect(changes.take()).toMatchObject({ everything: true, by: null });
  });

  it('asks for everything, without an author, once the connection is back', () => {
    const changes = new LiveChanges('p', 'claire');
    expect(changes.add({ type: 'reconnected', data: {} })).toBe(true);
    expect(changes.take()).toMatchObject({ everything: true, by: null });
  });

  it('asks for everything when the project has new figures, and for nothing while they are computed', () => {
    const changes = new LiveChanges('p', 'claire');
    const figures = (status: string, project_id = 'p') => ({
      type: 'snapshot',
      data: { _id: 's', project_id, status },
    });
    expect(changes.add(figures('running'))).toBe(false);
    expect(changes.add(figures('completed', 'other'))).toBe(false);
    expect(changes.add(figures('completed'))).toBe(true);
    expect(changes.take()).toMatchObject({ everything: true, by: null });
  });
});
