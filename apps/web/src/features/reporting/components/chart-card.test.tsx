import { SERIE_METRICS, type SerieMetric } from '@palier/domain';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { newReport } from '../../../test/new-series.ts';
import { FIRST_REPORT } from '../model/report-state.ts';
import { ChartCard } from './chart-card.tsx';

it('a difference of rates is in points, on the axis and under the pointer', () => {
  const metric = SERIE_METRICS.find(({ id }) => id === 'sales_discount_pct') as SerieMetric;
  const figures = (pct: number) => ({ sales: 100, sales_discount_pct: pct });
  const report = newReport({
    total: { key: null, series: [figures(41.9), figures(40)] },
    data: [{ key: 'Robes', series: [figures(41.9), figures(40)] }],
  } as Parameters<typeof newReport>[0]);
  const { container } = render(
    <ChartCard
      {...{ report, metric, metrics: [metric], dimensions: ['family'], level: 'famille', reference: 1 }}
      {...{ titles: ['Plan', '2025'], names: ['Plan', '2025'], colors: ['#000', '#111'] }}
      state={{ ...FIRST_REPORT, form: 'gaps' }}
      scale={{ unit: '%', divisor: 1, digits: 1 }}
      currencies={{ catalog: 'EUR', accounting: 'EUR' }}
      onChange={() => undefined}
    />,
  );
  expect(screen.getByText('pts')).toBeDefined();
  const bars = container.querySelector('[data-part="group"]');
  if (bars) fireEvent.pointerEnter(bars);
  const said = (container.textContent ?? '').replace(/[\u00a0\u202f]/g, ' ');
  expect(said).toContain('Plan+1,9 pt');
  expect(said).not.toContain('1,9 %');
});
