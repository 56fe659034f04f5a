import type { PlanComparison, Project, SendingPreview } from '@palier/contract';
import { formatDelta, formatQuantity, type Horizon } from '@palier/domain';
import { Table } from '../../../ui/table.tsx';
import { type Currencies, comparisonRows, MERIT_LABEL } from '../model/comparison.ts';
import { comparisonDays, endText } from '../model/days.ts';
import { sinceText } from '../model/since.ts';
import tables from './comparison-table.module.css';
import styles from './simple-result.module.css';

export interface SimpleComparisonProps {
  comparison: PlanComparison;
  projects: readonly Project[];
  horizon: Horizon;
  currencies: Currencies;
  /** What the proposal loses: its figures are red. */
  loss: SendingPreview['loss'];
}

/** A proposal beside doing nothing and the plan in force, on the same lines and days. */
export function SimpleComparison(props: SimpleComparisonProps) {
  const { comparison, projects, horizon, currencies, loss } = props;
  const lost = new Set((loss?.warnings ?? []).map(({ kind }) => kind));
  const losesMerit = lost.has('below_current') || lost.has('below_nothing');
  const rows = comparisonRows(comparison, { horizon, currencies, until: endText(projects), impossible: [] });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take the focus
    <section className={tables.scroll} aria-label="Chiffres de la proposition" tabIndex={0}>
      <Table className={tables.table}>
        <thead>
          <tr>
            <th scope="col">{comparisonDays(projects, horizon)}</th>
            <th scope="col" className="figure">
              Ne rien faire
            </th>
            <th scope="col" className={`figure ${tables.current}`}>
              Actuel
              <span className="muted tiny">{sinceText(comparison.current_since)}</span>
            </th>
            <th scope="col" className="figure">
              Proposition
            </th>
            <th scope="col" className="figure">
              Face à l’actuel
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const red = losesMerit && row.label === MERIT_LABEL;
            return (
              <tr key={row.label} className={red ? styles.lost : undefined}>
                <th scope="row">
                  {row.label}
                  {row.note && <span className="muted tiny">{row.note}</span>}
                </th>
                <td className="figure muted">{row.nothing}</td>
                <td className={`figure ${tables.current}`}>{row.current}</td>
                <td className="figure">
                  <b>{row.cells[0]?.text}</b>
                </td>
                <td className={red ? 'figure strong' : 'figure computed strong'}>{row.cells[0]?.change}</td>
              </tr>
            );
          })}
          {loss && (
            <tr className={lost.has('below_cost') ? styles.lost : undefined}>
              <th scope="row">Produits vendus sous leur coût</th>
              <td />
              <td className={`figure ${tables.current}`}>{formatQuantity(loss.current_below_cost_count)}</td>
              <td className="figure">
                <b>{formatQuantity(loss.below_cost_count)}</b>
              </td>
              <td className="figure strong">
                {formatDelta(loss.below_cost_count - loss.current_below_cost_count)}
              </td>
            </tr>
          )}
        </tbody>
      </Table>
    </section>
  );
}
