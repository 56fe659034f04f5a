import { type ForecastFamily, formatCompactMoney, formatQuantity } from '@palier/domain';
import type { ReactNode } from 'react';
import { useCosts } from '../../../lib/session/use-costs.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Table, TableHead } from '../../../ui/table.tsx';
import type { CellContext } from '../cells/context.ts';
import shared from '../shared.module.css';
import styles from './goal-table.module.css';

export interface GoalOption {
  goal: string;
  label: string;
  /** Lines that have it now. */
  count: number | null;
  figures: Partial<Record<string, number | null>>;
}

interface GoalTableProps {
  options: readonly GoalOption[];
  /** What the present discounts give: the reference of every goal. */
  now: ForecastFamily | null;
  goal: string;
  hidden: readonly string[];
  /** « jusqu’au 21 juil. » */
  days: string;
  context: CellContext;
  onChoose: (goal: string) => void;
  onHide: (goal: string) => void;
}

function Figures({ figures, context }: { figures: ForecastFamily; context: CellContext }): ReactNode {
  return (
    <>
      {useCosts() && (
        <td className="figure">
          {formatCompactMoney(figures.profit_after_leftovers, context.accounting_currency)}
        </td>
      )}
      <td className="figure">{formatCompactMoney(figures.sales, context.catalog_currency)}</td>
      <td className="figure">{formatQuantity(figures.sales_qty)}</td>
      <td className="figure">{formatQuantity(figures.stock)}</td>
    </>
  );
}

/** The goals with what each would give until the end of the project, beside what is decided today. */
export function GoalTable(props: GoalTableProps): ReactNode {
  const { options, now, goal, hidden, days, context } = props;
  const costs = useCosts();
  return (
    <Table className={styles.goals}>
      <TableHead
        titles={[
          `Objectif, chiffres ${days}`,
          ...(costs ? [{ figure: 'Marge après invendus' }] : []),
          { figure: 'CA prévu' },
          { figure: 'Unités' },
          { figure: 'Stock restant' },
          { figure: 'L’ont déjà' },
          { hidden: 'Masquer' },
        ]}
      />
      <tbody>
        {now ? (
          <tr>
            <th scope="row" className="muted">
              Actuel
            </th>
            <Figures figures={now} context={context} />
            <td />
            <td />
          </tr>
        ) : null}
        {options.map((option) => (
          <tr key={option.goal}>
            <th scope="row">
              <label className={`${shared.radio} ${styles.choice}`}>
                <input
                  type="radio"
                  name="goal"
                  checked={goal === option.goal}
                  onChange={() => props.onChoose(option.goal)}
                />
                {option.label}
              </label>
            </th>
            <Figures figures={option.figures} context={context} />
            <td className="figure">{option.count ? formatQuantity(option.count) : '-'}</td>
            <td>
              <IconButton
                small
                tone="quiet"
                icon="eye"
                pressed={hidden.includes(option.goal)}
                label={hidden.includes(option.goal) ? `Montrer ${option.label}` : `Masquer ${option.label}`}
                onClick={() => props.onHide(option.goal)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
