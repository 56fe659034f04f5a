import {
  currencySymbol,
  formatPercent,
  formatPoints,
  formatWith,
  isShown,
  meanDiscountPct,
} from '@palier/domain';
import { french } from '../../../lib/french.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Table } from '../../../ui/table.tsx';
import type { Reference } from '../model/compared.ts';
import type { Comparison, ComparisonRow } from '../model/sum-results.ts';
import styles from './results.module.css';

type Figures = Partial<NonNullable<Comparison['real']>> | null;
type Name = 'sales_qty' | 'sales' | 'profit' | 'discount_budget';

interface Measure {
  label: string;
  name: Name;
  unit: number;
  /** Whether more is better: an outlay is not. */
  good: 1 | -1;
  /** The money it is in. */
  money?: 'catalog' | 'accounting';
}

const MEASURES: readonly Measure[] = [
  { label: 'Quantité', name: 'sales_qty', unit: 1, good: 1 },
  { label: 'CA, k€', name: 'sales', unit: 1000, good: 1, money: 'catalog' },
  { label: 'Marge, k€', name: 'profit', unit: 1000, good: 1, money: 'accounting' },
  { label: 'Budget, k€', name: 'discount_budget', unit: 1000, good: -1, money: 'catalog' },
];

function amountOf(figures: Figures, { name, unit }: Measure): number | null {
  const value = figures?.[name];
  return isShown(value) ? value / unit : null;
}
const rateOf = (figures: Comparison['real'] | null): number | null =>
  figures && isShown(figures.sales) && isShown(figures.list_sales)
    ? meanDiscountPct(figures.sales, figures.list_sales)
    : null;
/** A figure of a column: always as many decimals, comma under comma. */
const inColumn = (
  value: number | null,
  digits: number,
  signDisplay: 'negative' | 'exceptZero' = 'negative',
): string => formatWith(value, { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay });
const less = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a - b);

/** Planned, real, the gap between them and last year or an earlier operation, measure by measure. */
export function ComparisonTable({
  rows,
  total,
  heading,
  currencies,
  reference,
}: {
  rows: readonly ComparisonRow[];
  total: ComparisonRow;
  heading: string;
  /** Of prices and of costs: each amount is in its own. */
  currencies: Record<'catalog' | 'accounting', string>;
  reference: Reference;
}) {
  return (
    <div className={styles.scroll}>
      <Table className={styles.comparison}>
        <thead>
          <tr>
            <th scope="col" rowSpan={2}>
              {heading}
            </th>
            {MEASURES.map(({ label, money }) => (
              <th key={label} scope="colgroup" colSpan={4} className={styles.first}>
                {money ? label.replace('€', currencySymbol(currencies[money])) : label}
              </th>
            ))}
            <th scope="colgroup" colSpan={3} className={styles.first}>
              Taux moyen, %
            </th>
          </tr>
          <tr>
            {MEASURES.flatMap(({ name }) => [
              <th key={`${name}-planned`} scope="col" className={classNames('figure', styles.first)}>
                Prévu
              </th>,
              ...['Réel', 'Écart'].map((title) => (
                <th key={`${name}-${title}`} scope="col" className="figure">
                  {title}
                </th>
              )),
              <th key={`${name}-reference`} scope="col" className="figure" title={french(reference.name)}>
                {reference.label}
              </th>,
            ])}
            {['Prévu', 'Réel', 'Écart'].map((title, index) => (
              <th key={title} scope="col" className={classNames('figure', index === 0 && styles.first)}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.key} row={row} before={reference.find(row.key, row.last_year)} />
          ))}
        </tbody>
        <tfoot>
          <Row row={total} before={reference.total} />
        </tfoot>
      </Table>
    </div>
  );
}

interface RowProps {
  row: ComparisonRow;
  /** What it is set beside. */
  before: Comparison['last_year'];
}

function Row({ row, before }: RowProps) {
  const rates = [rateOf(row.planned), rateOf(row.real)] as const;
  return (
    <tr>
      <th scope="row">
        {row.label}
        {row.note && <span className={`small muted ${styles.days}`}>{row.note}</span>}
        {row.rebuilt && (
          <span
            className={`small muted ${styles.rebuilt}`}
            title="Prévision reconstituée avec les seules semaines d’avant"
          >
            prévu reconstitué
          </span>
        )}
      </th>
      {MEASURES.map((measure) => (
        <Cells key={measure.name} {...{ row, before, measure }} />
      ))}
      <td className={classNames('figure', styles.first)}>{inColumn(rates[0], 1)}</td>
      <td className="figure">
        <b>{inColumn(rates[1], 1)}</b>
      </td>
      <td className="figure muted" title={formatPercent(rates[1], 2)}>
        {formatPoints(less(rates[1], rates[0]), 1)}
      </td>
    </tr>
  );
}

function Cells({ row, before, measure }: RowProps & { measure: Measure }) {
  const digits = measure.unit === 1 ? 0 : 1;
  const [planned, real] = [amountOf(row.planned, measure), amountOf(row.real, measure)];
  const gap = less(real, planned);
  const tone = gap === null || gap === 0 || measure.good < 0 ? 'muted' : gap > 0 ? 'good' : 'attention';
  return (
    <>
      <td className={classNames('figure muted', styles.first)}>{inColumn(planned, digits)}</td>
      <td className="figure">
        <b>{inColumn(real, digits)}</b>
      </td>
      <td className={`figure ${tone}`}>{inColumn(gap, digits, 'exceptZero')}</td>
      <td className="figure muted">{inColumn(amountOf(before, measure), digits)}</td>
    </>
  );
}
