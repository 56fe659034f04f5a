import { describe, expect, it } from 'vitest';
import { parseDiscount, parseInclusion } from './clipboard-cells.ts';

describe('values typed or pasted', () => {
  it('[EDIT-01] reads a discount as people and spreadsheets write it', () => {
    expect(['40', '40 %', '40\u202f%', '-40', '\u221240 %', '0,4', '0'].map(parseDiscount)).toEqual([
      40, 40, 40, 40, 40, 40, 0,
    ]);
  });

  it('gives the automatic discount back for an emptied cell, and refuses the rest', () => {
    expect([parseDiscount(''), parseDiscount(' auto ')]).toEqual([null, null]);
    expect([parseDiscount('beaucoup'), parseDiscount('4x')]).toEqual([undefined, undefined]);
  });

  it('[COL-35] reads an inclusion', () => {
    expect(['oui', 'NON', '1', 'faux', '?'].map(parseInclusion)).toEqual([
      true,
      false,
      true,
      false,
      undefined,
    ]);
  });
});
