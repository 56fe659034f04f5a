import { describe, expect, it } from 'vitest';
import { type GridColumn, type GridRow, ROOT_ID } from '../../../ui/grid/types.ts';
import type { Group, Line } from '../rows/row.ts';
import { refusalText } from './refusal-text.ts';
import { blockEdits } from './use-grid-editing.ts';

const newLine = (title: string): Line => ({ _id: title, item_group_id: title, title });
const lines = ['A', 'B', 'C', 'D'].map(newLine);
const rows: GridRow<Group, Line>[] = lines.map((line) => ({
  ...{ kind: 'line', id: line._id, depth: 0, parent: ROOT_ID },
  line,
}));
const columns: GridColumn[] = [
  { id: 'editionDiscount', label: 'Démarque', section: 'edition', section_label: 'Édition', width: 100 },
];
const OFFER = { levels: [0, 20, 30, 40], catalog_currency: 'EUR' };
const range = { top: 0, left: 0, bottom: 3, right: 0 };

describe('prices pasted in the place of discounts', () => {
  it('are the nearest discounts whose prices they are; one that is none is named with its neighbours', () => {
    const rates = [0, 25, 25, 40];
    const priced = rows.map((row, at) =>
      row.kind === 'line'
        ? {
            ...row,
            line: {
              ...row.line,
              ...{ price: 49.99, included: true, previous_discount_pcts: [] },
              curve: { levels: OFFER.levels, rates: at === 1 ? rates : null, phase_qty: [], rest_qty: [] },
            },
          }
        : row,
    );
    const block = [['29,99'], ['37,49 €'], ['39.99 €'], ['31,00 €']];
    const { edits, unread } = blockEdits(priced, columns, range, block, OFFER);
    // 20 % and 30 % of the second both cost 37,49 €, which is 25,006 % off: 30 % is nearer.
    expect(edits).toEqual({
      A: { discount_pct_user: 40 },
      B: { discount_pct_user: 30 },
      C: { discount_pct_user: 20 },
    });
    expect(refusalText([], unread)?.replaceAll(/\s/g, ' ')).toBe(
      '1 produit n’a pas changé. D : aucune démarque de ce produit ne le met à 31,00 € : 34,99 € à 30 % ou 29,99 € à 40 %.',
    );
  });
});

describe('what a pasted block could not do', () => {
  it('is counted whole and named: the discounts that are refused, and the texts that are none', () => {
    const { edits, unread } = blockEdits(rows, columns, range, [['30'], ['35'], ['abc'], ['95']], OFFER);
    expect(Object.keys(edits)).toEqual(['A', 'B', 'D']);
    const message = 'Cette démarque n’est pas proposée par le projet.';
    const refusals = [lines[1], lines[3]].flatMap((line, at) =>
      line ? [{ line, pct: at ? 95 : 35, message }] : [],
    );
    expect(refusalText(refusals, unread)?.replaceAll('\u202f', ' ')).toBe(
      '3 produits n’ont pas changé. B, 35 % : cette démarque n’est pas proposée par le projet ; ' +
        'D, 95 % : cette démarque n’est pas proposée par le projet ; ' +
        'C : « abc » n’est pas une valeur de cette colonne.',
    );
  });

  it('says nothing when all was done, and does not list a hundred products', () => {
    expect(refusalText([], [])).toBeNull();
    const many = Array.from({ length: 100 }, (_, at) => ({
      line: newLine(`${at}`),
      text: 'x',
    }));
    expect(refusalText([], many)).toContain('et 96 autres.');
  });
});

it('says that selected lines which are not loaded yet have not changed', () => {
  const said = (count: number) => refusalText([], [], count)?.replaceAll('\u202f', ' ');
  expect(said(1)).toMatch(/^1 ligne sélectionnée n’est pas chargée et n’a pas changé : /);
  expect(said(23)).toMatch(/^23 lignes sélectionnées ne sont pas chargées et n’ont pas changé : /);
  expect(said(0)).toBeUndefined();
});
