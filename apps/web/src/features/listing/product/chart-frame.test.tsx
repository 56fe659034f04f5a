import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { axisOf, CHART_WIDTH, insideChart, Scale } from './chart-frame.tsx';

it('a text at the end of a chart is moved until none of it is cut, one in the middle stays', () => {
  const words = 'choisi, optimum';
  expect(insideChart(CHART_WIDTH - 10, words, '12 €') + (words.length * 6) / 2).toBeLessThanOrEqual(
    CHART_WIDTH,
  );
  expect(insideChart(4, words) - (words.length * 6) / 2).toBeGreaterThanOrEqual(0);
  expect(insideChart(200, words)).toBe(200);
});

it('a scale has round values in their unit', () => {
  render(
    <svg>
      <title>Échelle</title>
      <Scale axis={axisOf([-475, 1583], 140, 34)} from={46} to={400} text={(value) => `${value} €`} />
    </svg>,
  );
  expect(screen.getAllByText(/€$/).map((text) => text.textContent)).toEqual(['0 €', '1000 €']);
});
