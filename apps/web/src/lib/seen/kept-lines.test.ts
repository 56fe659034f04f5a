import { expect, it } from 'vitest';
import { notificationStore } from '../notifications.ts';
import { keptFilter, keptText, tellKept } from './kept-lines.ts';

const kept = (discount_count: number, ...user_names: string[]) => ({
  ...{ discount_count, user_names, item_group_ids: ['A1', 'A2'] },
});

it('says how many products an act has left, and who had changed them', () => {
  expect(keptText(kept(3, 'Claire Vasseur'), 'reviewed')).toBe(
    '3 produits changés entre-temps par Claire Vasseur n’ont pas été marqués revus.',
  );
  expect(keptText(kept(1, 'Claire Vasseur', 'Marion Roche'), 'changed')).toBe(
    '1 produit changé entre-temps par Claire Vasseur et Marion Roche n’a pas été modifié.',
  );
  expect(keptText(kept(2, 'Anne', 'Luc', 'Paul', 'Zoé'), 'unreviewed')).toBe(
    '2 produits changés entre-temps par Anne, Luc et d’autres gardent leur marque.',
  );
  expect(keptText(kept(2), 'changed')).toBe('2 produits changés entre-temps n’ont pas été modifiés.');
});

it('her own changes of another tab are said to be hers', () => {
  expect(keptText(kept(2, 'Claire Vasseur'), 'changed', 'Claire Vasseur')).toBe(
    '2 produits changés entre-temps par vous dans un autre onglet n’ont pas été modifiés.',
  );
});

it('shows them where all of them are named', () => {
  const rules = [{ field: 'item_group_id', operator: 'in', value: ['A1', 'A2'] }];
  expect(keptFilter(kept(2))).toEqual({ combinator: 'and', rules });
  expect(keptFilter(kept(3))).toBeNull();
});

it('is said until another act on many lines is done', () => {
  tellKept(kept(2, 'Marion Roche'), 'reviewed', () => undefined);
  expect(notificationStore.get().queue).toHaveLength(1);
  tellKept(kept(1, 'Marion Roche'), 'changed', () => undefined);
  expect(notificationStore.get().queue.map(({ msg }) => msg)).toEqual([
    '1 produit changé entre-temps par Marion Roche n’a pas été modifié.',
  ]);
  tellKept(undefined, 'changed', () => undefined);
  expect(notificationStore.get().show).toBe(false);
});
