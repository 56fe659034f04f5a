import {
  CHECK_TOTALS,
  type ControlGap,
  checkTotalText,
  formatCompactMoney,
  formatDelta,
  knownTotal,
  monthLabel,
} from '@palier/domain';
import { useState } from 'react';
import { french } from '../../../lib/french.ts';
import { Card } from '../../../ui/card.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Table } from '../../../ui/table.tsx';
import { Tag } from '../../../ui/tag.tsx';
import {
  type Effect,
  type Measure,
  measureFormat,
  measures,
  monthsWith,
  otherAmounts,
  placeCurrencies,
  placeHeadings,
  sumOf,
} from '../model/check.ts';
import type { ImportReport } from '../model/columns.ts';
import { gapShort } from '../model/controls.ts';
import styles from './check-view.module.css';
import { GapsList } from './gaps-list.tsx';
import tables from './import-table.module.css';
import { PriceChanges } from './price-changes.tsx';

/** What an import would change: revenue, units and stock by month and place, then in all. */
export function EffectCard({ report, effect }: { report: ImportReport; effect: Effect }) {
  const [measure, setMeasure] = useState<Measure>('revenue');
  return (
    <Card
      title="Ce qui va changer"
      note={report.unchanged ? 'rien' : undefined}
      tools={<Segmented small label="Mesure" value={measure} onChange={setMeasure} options={[...measures]} />}
    >
      <PriceChanges effect={effect} currency={report.currency} />
      <EffectTable effect={effect} measure={measure} currency={report.currency} gaps={report.gaps} />
      <Totals report={report} />
      {report.readings.length > 0 && (
        <section className={`small ${styles.readings}`} aria-label="Ce qui est compté autrement que lu">
          {report.readings.map((reading) => (
            <p key={reading}>{french(reading)}</p>
          ))}
        </section>
      )}
      {report.gaps.length > 0 && <GapsList gaps={report.gaps} currency={report.currency} />}
    </Card>
  );
}

interface EffectTableProps {
  effect: Effect;
  measure: Measure;
  currency: string;
  /** The till's totals that the data would not have. */
  gaps: readonly ControlGap[];
}

function EffectTable({ effect, measure, currency, gaps }: EffectTableProps) {
  const rows = monthsWith(effect, measure);
  const shown = effect.months.map(({ month }) => month);
  const headings = placeHeadings(effect);
  const currencies = placeCurrencies(effect, currency);
  const inPlace = (index: number): string => currencies[index] ?? currency;
  if (rows.length === 0)
    return (
      <p className={`${tables.padded} muted`}>Aucune donnée de cette mesure, ni avant ni après cet import.</p>
    );
  return (
    <div className={tables.scroll}>
      <Table className={styles.effect}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Mois</span>
            </th>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ month, cells }) => (
            <tr key={month ?? 'avant'}>
              <th scope="row">{monthLabel(month, shown)}</th>
              {cells.map((cell, index) => (
                <Change
                  key={headings[index]}
                  values={cell[measure]}
                  format={measureFormat(measure, inPlace(index))}
                  gap={gapOf(gaps, effect, { month, index, measure })}
                  currency={inPlace(index)}
                />
              ))}
            </tr>
          ))}
        </tbody>
        {rows.length > 1 && measure !== 'stock' && (
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              {headings.map((heading, index) => (
                <Change
                  key={heading}
                  values={sumOf(
                    rows.flatMap(({ cells }) => cells.slice(index, index + 1)),
                    measure,
                  )}
                  format={measureFormat(measure, inPlace(index))}
                  gap={null}
                  currency={currency}
                />
              ))}
            </tr>
          </tfoot>
        )}
      </Table>
    </div>
  );
}

/** The gap to the till of a cell: of a place, or of all of them in the last column. */
function gapOf(
  gaps: readonly ControlGap[],
  { places, other_count }: Effect,
  { month, index, measure }: { month: string | null; index: number; measure: Measure },
): ControlGap | null {
  const isTotal = index === places.length + (other_count > 0 ? 1 : 0);
  const place = places[index];
  const own = gaps.filter((gap) => gap.month === month && gap.measure === measure);
  const found = own.find((gap) =>
    isTotal
      ? gap.place === null
      : place !== undefined && gap.place !== null && [gap.place, gap.place_name].includes(place.name),
  );
  return found ?? null;
}

/** The figure after the import, and what changes; « = » when nothing does. */
function Change({
  values: [before, after],
  format,
  gap,
  currency,
}: {
  values: readonly [number, number];
  format: (value: number) => string;
  gap: ControlGap | null;
  currency: string;
}) {
  const difference = after - before;
  const sign = difference > 0 ? '+' : '';
  // Sums of amounts in another order may differ by less than a cent.
  const same = Math.abs(difference) < 0.005;
  return (
    <td className={gap ? styles.gapCell : undefined}>
      <b>{format(after)}</b>
      <span className={same ? styles.same : styles.change}>
        {same ? '=' : `${sign}${format(difference)}`}
      </span>
      {gap && <span className={styles.gapFigure}>{gapShort(gap, currency)} / caisse</span>}
    </td>
  );
}

/** All of the organisation's data, before and after. */
function Totals({ report }: { report: ImportReport }) {
  const { totals, totals_before: before, currency } = report;
  return (
    <dl className={styles.totals}>
      {CHECK_TOTALS.map(({ name, label }) => {
        const now = knownTotal(totals, name);
        const then = before && knownTotal(before, name);
        const difference = (now ?? 0) - (then ?? 0);
        return (
          <div key={name}>
            <dt>{label}</dt>
            <dd>
              {before && <span className="muted">{checkTotalText(name, then, currency)} →</span>}
              <b>{checkTotalText(name, now, currency)}</b>
              {Math.abs(difference) >= 0.005 && (
                <Tag tone="computed">
                  {name === 'sale_amount'
                    ? formatCompactMoney(difference, currency, true)
                    : formatDelta(difference)}
                </Tag>
              )}
            </dd>
          </div>
        );
      })}
      {otherAmounts(report).map(({ currency: other, before: then, after: now }) => (
        <div key={other}>
          <dt>{`CA en ${other}, toutes dates`}</dt>
          <dd>
            {before && <span className="muted">{formatCompactMoney(then, other)} →</span>}
            <b>{formatCompactMoney(now, other)}</b>
            {Math.abs(now - then) >= 0.005 && (
              <Tag tone="computed">{formatCompactMoney(now - then, other, true)}</Tag>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
