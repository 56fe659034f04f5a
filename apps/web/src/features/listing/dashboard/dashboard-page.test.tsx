import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getProjectSummary } from '../../../lib/calls/get-project-summary.ts';
import { newGroup } from '../../../test/new-group.ts';
import { newProject, newStats } from '../../../test/new-project.ts';
import { Distribution } from './dashboard-page.tsx';
import { TableFigures } from './table-figures.tsx';

it('products without a discount and those at 0 % are one line, as on the page of the project', () => {
  const bucket = (discount_pct: number | null, discount_count: number) => ({
    ...{ discount_pct, discount_count, sum_stock_qty: discount_count },
    ...{ discount_count_pct: discount_count, sum_stock_qty_pct: discount_count },
  });
  const stats = newStats({ discount_pct: [bucket(0, 10), bucket(40, 60), bucket(null, 30)] });
  render(<Distribution stats={stats} />);
  const rows = screen.getAllByRole('row').map(({ textContent }) => (textContent ?? '').replace(/\s/g, ' '));
  expect(rows.filter((row) => row.startsWith('Pas de démarque'))).toHaveLength(1);
  expect(rows.find((row) => row.startsWith('Pas de démarque'))).toContain('40');
});

it('the season’s sell-through of today is not called as the one forecast, which Aperçu and the plans have', () => {
  const project = newProject();
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const figures = { season_sell_through_pct: 48, forecast: { sell_through_pct: 62 } };
  const summary = { ...newGroup({}), ...figures } as ReturnType<typeof newGroup>;
  client.setQueryData(getProjectSummary(project._id).queryKey, { summary, discount_count: 100 });
  render(
    <QueryClientProvider client={client}>
      <TableFigures project={project} find={() => null} />
    </QueryClientProvider>,
  );
  expect(screen.queryByText('Écoulement saison')).toBeNull();
  const term = screen.getByText('Écoulement saison, aujourd’hui');
  expect(term.parentElement?.textContent?.replace(/\s/g, ' ')).toContain('48 %');
});
