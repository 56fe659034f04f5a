import { formatCompactMoney, formatDelta, formatQuantity } from '@palier/domain';
import type { ReactNode } from 'react';
import { upperFirst } from '../../../lib/french.ts';
import { useCosts } from '../../../lib/session/use-costs.ts';
import { Table, TableHead } from '../../../ui/table.tsx';

type Figures = Partial<
  Record<
    'sales_qty' | 'sales' | 'profit' | 'profit_after_leftovers' | 'stock' | 'discount_budget',
    number | null
  >
>;

/** What an edit would change, as its rehearsal says. */
export interface RehearsedEffect {
  before?: Figures | undefined;
  after?: Figures | undefined;
}

interface EffectRow {
  label: string;
  before: number | null | undefined;
  after: number | null | undefined;
  money: string | null;
}

/** Units, turnover, margin, stock left and budget to the project's end, before and after. */
export function EffectTable({
  effect,
  days,
  catalog,
  accounting,
}: {
  effect: RehearsedEffect;
  /** « jusqu’au 21 juil. » */
  days: string;
  catalog: string;
  accounting: string;
}): ReactNode {
  const { before, after } = effect;
  const costs = useCosts();
  const rows: EffectRow[] = [
    { label: 'Unités vendues', before: before?.sales_qty, after: after?.sales_qty, money: null },
    { label: 'CA prévu', before: before?.sales, after: after?.sales, money: catalog },
    ...(costs
      ? [
          { label: 'Marge', before: before?.profit, after: after?.profit, money: accounting },
          {
            label: 'Marge après invendus',
            before: before?.profit_after_leftovers,
            after: after?.profit_after_leftovers,
            money: accounting,
          },
        ]
      : []),
    { label: 'Stock restant', before: before?.stock, after: after?.stock, money: null },
    {
      label: 'Budget',
      before: before?.discount_budget,
      after: after?.discount_budget,
      money: catalog,
    },
  ];
  const text = (value: number | null | undefined, money: string | null): string =>
    money ? formatCompactMoney(value, money) : formatQuantity(value);
  const change = ({ before: from, after: to, money }: EffectRow): string => {
    if (typeof from !== 'number' || typeof to !== 'number') return '-';
    return money ? formatCompactMoney(to - from, money, true) : formatDelta(to - from);
  };
  return (
    <Table>
      <TableHead titles={[upperFirst(days), { figure: 'Avant' }, { figure: 'Après' }, { figure: 'Effet' }]} />
      <tbody>
        {rows.map((row) => (
          <tr key={row.label}>
            <th scope="row">{row.label}</th>
            <td className="figure">{text(row.before, row.money)}</td>
            <td className="figure strong">{text(row.after, row.money)}</td>
            <td className="figure computed strong">{change(row)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
