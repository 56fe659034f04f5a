import { act, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Line } from '../rows/row.ts';
import { ProductImage } from './picture.tsx';

const line = (code: string): Line =>
  ({ item_group_id: code, image_url: `/api/pictures/${code}.svg` }) as Line;
const shown = (container: HTMLElement): string | null =>
  container.querySelector('img')?.getAttribute('src') ?? null;

describe('the picture of a product', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is asked for once its row rests, so that rows scrolled past ask for nothing', () => {
    const { container, rerender } = render(<ProductImage line={line('A1')} size="large" />);
    expect(shown(container)).toBeNull();
    for (const code of ['A2', 'A3', 'A4']) {
      act(() => void vi.advanceTimersByTime(50));
      rerender(<ProductImage line={line(code)} size="large" />);
    }
    expect(shown(container)).toBeNull();
    act(() => void vi.advanceTimersByTime(150));
    expect(shown(container)).toBe('/api/pictures/A4.svg');
  });

  it('[COL-03] never stays on the elements that serve another product', () => {
    const { container, rerender } = render(<ProductImage line={line('B1')} size="large" />);
    act(() => void vi.advanceTimersByTime(150));
    const first = container.querySelector('img') as HTMLImageElement;
    fireEvent.load(first);
    rerender(<ProductImage line={line('B2')} size="large" />);
    expect(shown(container)).toBeNull();
    // Received already: at once, on an element of its own.
    rerender(<ProductImage line={line('B1')} size="large" />);
    expect(shown(container)).toBe('/api/pictures/B1.svg');
    expect(container.querySelector('img')).not.toBe(first);
  });

  it('[COL-03] gives way to the product’s initial when its address gives no picture', () => {
    const robe = { ...line('C1'), name: 'Robe' } as Line;
    const { container, rerender } = render(<ProductImage line={robe} size="large" />);
    act(() => void vi.advanceTimersByTime(150));
    fireEvent.error(container.querySelector('img') as HTMLImageElement);
    expect(container.textContent).toBe('R');
    rerender(<ProductImage line={line('C2')} size="large" />);
    act(() => void vi.advanceTimersByTime(150));
    expect(shown(container)).toBe('/api/pictures/C2.svg');
  });
});
