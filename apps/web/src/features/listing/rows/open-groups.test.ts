import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type NodeStatus, ROOT_ID } from '../../../ui/grid/types.ts';
import { decodeOpenGroups, encodeOpenGroups } from './open-groups.ts';

const node = (
  id: string,
  open: boolean,
  more: { leaf?: boolean; status?: NodeStatus; depth?: number } = {},
) => ({
  ...{ id, open, depth: 0, leaf: true, status: 'idle' as NodeStatus },
  ...more,
});
const root = node(ROOT_ID, true, { depth: -1 });

describe('the open groups in the address', () => {
  it('says nothing when all are closed, and one character when all are open', () => {
    expect(encodeOpenGroups([root, node('Robes', false)])).toBeNull();
    expect(encodeOpenGroups([root, node('Robes', true), node('Vestes', true)])).toBe('*');
    expect(decodeOpenGroups(null)).toBeNull();
    expect(decodeOpenGroups('*')?.has('Robes')).toBe(true);
  });

  it('opens the same groups for whoever follows the link', () => {
    const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 40 });
    let open = 0;
    fc.assert(
      fc.property(names, fc.infiniteStream(fc.boolean()), (ids, draws) => {
        const nodes = ids.map((id) => node(id, draws.next().value === true));
        const found = decodeOpenGroups(encodeOpenGroups([root, ...nodes]));
        for (const one of nodes) {
          expect(found?.has(one.id) ?? false).toBe(one.open);
          if (one.open) open += 1;
        }
      }),
      { numRuns: 60, seed: 7 },
    );
    expect(open).toBeGreaterThan(0);
  });

  it('names the open ones while groups are still to be loaded: what is not known is not said open', () => {
    const nodes = [
      node('Robes', true, { leaf: false, status: 'loaded' }),
      node('Robes\u001fMidi', true),
      node('Vestes', false, { leaf: false }),
    ];
    const found = decodeOpenGroups(encodeOpenGroups(nodes));
    expect(found?.has('Robes\u001fMidi')).toBe(true);
    expect(found?.has('Vestes\u001fBlazer')).toBe(false);
  });

  it('names the group of a missing value as any other', () => {
    const nodes = [root, node('', true), node('Robes', false), node('Vestes', false)];
    const found = decodeOpenGroups(encodeOpenGroups(nodes));
    expect(['', 'Robes', 'Vestes'].map((id) => found?.has(id))).toEqual([true, false, false]);
    const others = [root, node('', false), node('Robes', true), node('Vestes', true)];
    expect(decodeOpenGroups(encodeOpenGroups(others))?.has('')).toBe(false);
  });

  it('stays short: of a thousand open groups among more, five hundred are named', () => {
    const nodes = Array.from({ length: 2500 }, (_, at) => node(`Famille ${at}`, at < 1000));
    expect(encodeOpenGroups(nodes)).toHaveLength(2500);
  });

  it('reads a damaged link without failing', () => {
    expect(decodeOpenGroups('abc')?.has('Robes')).toBe(false);
  });
});
