import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { axisOf, CHART_WIDTH, insideChart, Scale } from './chart-frame.tsx';
import { DailyChart } from './daily-chart.tsx';

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

it('a day of one sale at most has no line of another « 1 » at half of it', () => {
  const { container } = render(
    <DailyChart
      {...{ from: '2026-07-01', units: [0, 1, 0], forecast: [0.4], prices: [null, 1.2, null] }}
      {...{ unit: '€', phases: [] }}
    />,
  );
  const said = [...container.querySelectorAll('svg text')].map(({ textContent }) => textContent);
  // Of units, and of the price.
  expect(said.filter((text) => text === '1')).toHaveLength(2);
  expect(said).toEqual(expect.arrayContaining(['0,5', '1']));
});
