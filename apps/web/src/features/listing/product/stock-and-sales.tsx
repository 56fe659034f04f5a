import type { Product, Project } from '@palier/contract';
import {
  addDays,
  coverageAtPace,
  coverageScore,
  currencySymbol,
  formatQuantity,
  LACK_TEXTS,
  phaseEnd,
  readNumber,
  workedDiscount,
} from '@palier/domain';
import type { ReactNode } from 'react';
import { french } from '../../../lib/french.ts';
import { PartsBar, Score } from '../../../ui/marks.tsx';
import { Table } from '../../../ui/table.tsx';
import { alignFigure } from '../cells/figures.tsx';
import { forecastLengths, forecastSpans } from '../cells/forecast-lengths.ts';
import { forecastDays } from '../cells/sparkline.tsx';
import type { Line } from '../rows/row.ts';
import { workedPhase } from '../screen/project-view.ts';
import { DailyChart } from './daily-chart.tsx';
import { FanChart, type FanPoint } from './fan-chart.tsx';
import type { ProductPart } from './part.ts';
import styles from './stock-and-sales.module.css';

interface SizesProps {
  product: Pick<Product, 'variants'> | undefined;
  line: Line;
}

export function Sizes({ product, line }: SizesProps): ReactNode {
  const variants = product?.variants ?? [];
  if (variants.length === 0) return null;
  if (readNumber(line, 'stock_qty') === null)
    return <UncountedSizes sizes={variants.map(({ size }) => size)} />;
  const highest = Math.max(1, ...variants.map(({ stock_qty }) => stock_qty));
  const shops = variants.reduce((sum, variant) => sum + variant.in_store_stock_qty, 0);
  const forecast = readNumber(line, 'stock_coverage.weeks');
  const total = variants.reduce((sum, variant) => sum + variant.stock_qty, 0);
  // The total is of the same definition as its sizes: at the pace of the last weeks, not of the forecast.
  const weekly = variants.reduce((sum, variant) => sum + (variant.weekly_sales_qty ?? 0), 0);
  const weeks = coverageAtPace(total, weekly);
  const grade = coverageScore(weeks);
  return (
    <section>
      <h3>Stock par taille</h3>
      <Table className={styles.sizes}>
        <thead>
          <tr>
            <th scope="col">Taille</th>
            <th scope="col" className="figure">
              Magasins
            </th>
            <th scope="col" className="figure">
              Entrepôt
            </th>
            <th scope="col" className="figure">
              Total
            </th>
            <td />
            <th
              scope="col"
              className="figure"
              title="Semaines pour vendre 75\u202f% du stock au rythme des 4 dernières"
            >
              Couv. au rythme actuel, sem.
            </th>
            <td />
          </tr>
        </thead>
        <tbody>
          {variants.map((variant, index) => {
            const grade = variant.stock_coverage?.cv_score;
            const inWarehouse = variant.stock_qty - variant.in_store_stock_qty;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: two variants may share a size
              <tr key={`${variant.size}-${index}`}>
                <th scope="row">{variant.size ?? '-'}</th>
                <td className="figure">{formatQuantity(variant.in_store_stock_qty)}</td>
                <td className="figure">{formatQuantity(inWarehouse)}</td>
                <td className="figure">{formatQuantity(variant.stock_qty)}</td>
                <td style={{ width: 72 }}>
                  <span style={{ display: 'block', width: `${(100 * variant.stock_qty) / highest}%` }}>
                    <PartsBar
                      height={6}
                      label={`${variant.stock_qty} en stock`}
                      parts={[
                        {
                          key: 'shops',
                          value: variant.in_store_stock_qty,
                          color: 'var(--navy-700)',
                          label: 'Magasins',
                        },
                        { key: 'warehouse', value: inWarehouse, color: 'var(--navy-300)', label: 'Entrepôt' },
                      ]}
                    />
                  </span>
                </td>
                <td className="figure">{alignFigure(variant.stock_coverage?.weeks)}</td>
                <td>{grade ? <Score grade={grade} /> : null}</td>
              </tr>
            );
          })}
          <tr className={styles.total}>
            <th scope="row">Total</th>
            <td className="figure">{formatQuantity(shops)}</td>
            <td className="figure">{formatQuantity(total - shops)}</td>
            <td className="figure">{formatQuantity(total)}</td>
            <td />
            <td className="figure">{alignFigure(weeks)}</td>
            <td>{grade ? <Score grade={grade} /> : null}</td>
          </tr>
        </tbody>
      </Table>
      {forecast === null ? null : (
        <p className="muted small">
          {french(`Couverture du listing : ${alignFigure(forecast)} sem., selon la prévision`)}
        </p>
      )}
    </section>
  );
}

/** Where no stock was ever imported, a size has an unknown one, not none. */
function UncountedSizes({ sizes }: { sizes: readonly (string | null)[] }): ReactNode {
  const named = sizes.filter((size) => size !== null);
  return (
    <section>
      <h3>Stock par taille</h3>
      <p className="muted small">
        {french(
          `${LACK_TEXTS.stock.title}${named.length > 0 ? ` ; tailles du produit : ${named.join(', ')}` : ''}.`,
        )}
      </p>
    </section>
  );
}

/** The discounts of a line by phase: past, worked, planned. */
function phaseDiscounts(line: Line): (number | null)[] {
  const past = line.previous_discount_pcts ?? [];
  const worked = line.project_phase ?? past.length;
  const unknown = Array.from({ length: Math.max(0, worked - past.length) }, () => null);
  const now = line.discount_pct ?? null;
  // A marked-down price does not go back up: what is planned is at least the present one.
  const next = (line.next_discount_pcts ?? []).map((pct) => (pct === null ? null : Math.max(pct, now ?? 0)));
  return [...unknown, ...past, now, ...next];
}

export function Daily({ product, project, line }: ProductPart): ReactNode {
  const daily = product?.daily_sales;
  if (!daily || daily.qty.length === 0) return null;
  const units = daily.qty.slice(-45);
  const skipped = daily.qty.length - units.length;
  const from = addDays(daily.from_date, skipped);
  const prices = (daily.price ?? []).slice(-units.length);
  const last = addDays(from, units.length - 1);
  const spans = forecastSpans(line, forecastLengths(project, last));
  const discounts = phaseDiscounts(line);
  const phases = project.phases.map(({ start_date }, index) => ({
    date: start_date,
    label: `D${index + 1}`,
    discount: discounts[index] ?? null,
  }));
  return (
    <section>
      <h3>
        Ventes par jour et prix
        <span className={styles.legend}>
          <i style={{ background: 'var(--navy-700)' }} /> ventes{' '}
          {spans.length > 0 ? (
            <>
              <i className={styles.aheadKey} /> prévues{' '}
            </>
          ) : null}
          <i className={styles.lineKey} style={{ background: 'var(--orange-500)' }} /> prix
        </span>
      </h3>
      <DailyChart
        from={from}
        units={units}
        forecast={forecastDays(spans)}
        prices={prices}
        unit={currencySymbol(project.catalog_currency)}
        phases={phases}
      />
    </section>
  );
}

interface FanProps {
  product: Pick<Product, 'levels'> | undefined;
  line: Line;
  project: Pick<Project, 'phases' | 'working_phase' | 'end_date'>;
}

/** Stock at the end of the worked phase and of the project, from the levels' figures. */
function fanPoints({ line, product, project }: FanProps): FanPoint[] {
  const phase = workedPhase(project);
  const chosen = product?.levels?.find(({ discount_pct }) => discount_pct === workedDiscount(line));
  const stock = (line.phase_forecast?.stock ?? 0) + (line.phase_forecast?.sales_qty ?? 0);
  if (!phase || !chosen || stock <= 0) return [];
  const end = phaseEnd(project, phase.index);
  const nothing = product?.levels?.find(
    ({ discount_pct }) => discount_pct === (line.previous_discount_pcts?.at(-1) ?? 0),
  );
  const best = product?.levels?.find(({ discount_pct }) => discount_pct === line.discount_pct_opti);
  const spread = (chosen.phase_p90 ?? 0) - (chosen.phase_p10 ?? 0);
  const leftAfter = (sold: number | null | undefined): number => Math.max(0, stock - (sold ?? 0));
  const start = project.phases[phase.index]?.start_date ?? end;
  const points: FanPoint[] = [
    { date: start, median: stock, low: stock, high: stock, nothing: stock, best: stock },
    {
      date: end,
      median: leftAfter(chosen.phase.sales_qty),
      low: leftAfter(chosen.phase_p90),
      high: leftAfter(chosen.phase_p10),
      nothing: nothing ? leftAfter(nothing.phase.sales_qty) : null,
      best: best ? leftAfter(best.phase.sales_qty) : null,
    },
  ];
  if (end < project.end_date) {
    const median = leftAfter(chosen.total.sales_qty);
    points.push({
      date: project.end_date,
      median,
      low: Math.max(0, median - spread),
      high: Math.min(stock, median + spread),
      nothing: nothing ? leftAfter(nothing.total.sales_qty) : null,
      best: best ? leftAfter(best.total.sales_qty) : null,
    });
  }
  return points;
}

export function Fan(props: FanProps): ReactNode {
  const points = fanPoints(props);
  if (points.length === 0) return null;
  return (
    <section>
      <h3>
        Stock restant prévu
        <span className={styles.legend}>
          <i className={styles.lineKey} style={{ background: 'var(--blue-700)' }} /> prévu{' '}
          <i style={{ background: 'var(--blue-100)' }} /> 8 chances sur 10
        </span>
      </h3>
      <FanChart points={points} />
    </section>
  );
}
