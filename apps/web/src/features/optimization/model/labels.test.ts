import { expect, it } from 'vitest';
import { placeLabels } from './labels.ts';

it('names of points that are near one another do not cover each other, nor leave the frame', () => {
  const names = ['Ne rien faire', 'Actuel', 'Marge sous budget', 'Écouler 91 %', 'Prudent'];
  const points = names.map((text, n) => ({ key: text, text, left: 400 + 6 * n, top: 100 + 3 * n }));
  const frame = { left: 56, right: 464, top: 20, bottom: 256 };
  const placed = placeLabels(points, frame);
  const boxes = placed.map(({ text, x, y, anchor }) => {
    const width = 6 * text.length;
    const left = anchor === 'start' ? x : x - width;
    return { left, right: left + width, top: y - 10, bottom: y + 3 };
  });
  boxes.forEach((box, n) => {
    expect(box.left).toBeGreaterThanOrEqual(frame.left);
    expect(box.right).toBeLessThanOrEqual(frame.right);
    for (const other of boxes.slice(n + 1)) {
      const apart =
        box.right <= other.left ||
        other.right <= box.left ||
        box.bottom <= other.top ||
        other.bottom <= box.top;
      expect(apart, names[n]).toBe(true);
    }
  });
});
