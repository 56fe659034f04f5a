import { render } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { expect, it } from 'vitest';
import { PAGE_SIZE } from './use-listing-tree.ts';
import { WideRow } from './wide-row.tsx';

/** The row that loads more, with so many lines left. */
function textOf(left: number): string {
  const node = { leaf: true, total: left, children: [], more: 'idle', error: null };
  const row = { kind: 'more', depth: 0, parent: null, node };
  const props = { row, tree: null, nothing: null, onWiden: () => undefined };
  return (
    render(<WideRow {...(props as unknown as ComponentProps<typeof WideRow>)} />).container.textContent ?? ''
  );
}

it('one line more is said as one', () => {
  expect(textOf(1)).toBe('Afficher 1 produit de plus');
  expect(textOf(PAGE_SIZE + 1)).toContain('1 restant ensuite');
});
