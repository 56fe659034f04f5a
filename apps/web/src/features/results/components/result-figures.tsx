import {
  formatCompactMoney,
  formatDelta,
  formatPercent,
  formatPoints,
  formatQuantity,
  isShown,
} from '@palier/domain';
import { french } from '../../../lib/french.ts';
import { cardClass } from '../../../ui/card.tsx';
import { Scale, type ScaleMark } from '../../../ui/scale.tsx';
import type { Reference } from '../model/compared.ts';
import { type Comparison, leftOfPlan, type SeasonUnits } from '../model/sum-results.ts';
import styles from './results.module.css';

interface Currencies {
  catalog: string;
  accounting: string;
}

interface Figure {
  label: string;
  value: number | null;
  planned: number | null;
  /** Of what is known only at the end, while the gap to the plan is known already. */
  gap?: number | null;
  reference: number | null;
  text: (value: number | null) => string;
  delta: (value: number) => string;
  /** Whether more is better; 0: neither. */
  good: 1 | 0 | -1;
}

interface Totals {
  total: Comparison;
  left: number | null;
  merit: number | null;
  /** Known when all is over; else the margin stands in its place. */
  season: SeasonUnits | null;
  /** All is over: what is known at the end is known, or will never be. */
  over: boolean;
  currencies: Currencies;
  reference: Reference;
}

function figuresOf(totals: Totals): Figure[] {
  const { total, left, merit, season, reference } = totals;
  const { catalog, accounting } = totals.currencies;
  const { planned, real } = total;
  // Without the plan of all, the gap is that of a part: its card says of which.
  const gap = planned && total.gap;
  const before = reference.total;
  const plannedLeft = leftOfPlan(left, total);
  // What the plan would have sold more, or less, of the same stock.
  const more = left === null || plannedLeft === null ? null : left - plannedLeft;
  const money = (currency: string) => ({
    text: (value: number | null) => formatCompactMoney(value, currency),
    delta: (value: number) => formatCompactMoney(value, currency, true),
  });
  const pieces = { text: formatQuantity, delta: (value: number) => formatDelta(value) };
  return [
    {
      label: 'CA',
      value: real.sales,
      planned: planned?.sales ?? null,
      reference: before?.sales ?? null,
      ...money(catalog),
      good: 1,
    },
    {
      label: 'Marge après invendus',
      ...{ value: merit, planned: isShown(merit) && gap ? merit - gap.total : null, gap: gap?.total ?? null },
      reference: reference.merit,
      ...{ ...money(accounting), good: 1 },
    },
    {
      label: 'Stock restant',
      value: left,
      planned: plannedLeft,
      ...{ reference: reference.left, ...pieces, good: 0 },
    },
    season
      ? sellThroughOf(season, more, reference.season)
      : {
          label: 'Marge',
          value: real.profit,
          planned: planned?.profit ?? null,
          reference: before?.profit ?? null,
          ...money(accounting),
          good: 1,
        },
    {
      label: 'Budget de démarque',
      value: real.discount_budget,
      planned: planned?.discount_budget ?? null,
      reference: before?.discount_budget ?? null,
      ...money(catalog),
      good: 0,
    },
  ];
}

function sellThroughOf(
  { sold, available }: SeasonUnits,
  more: number | null,
  before: SeasonUnits | null,
): Figure {
  const share = (units: number) => (100 * units) / available;
  return {
    label: 'Écoulement saison',
    value: share(sold),
    planned: more === null ? null : share(sold + more),
    reference: before && (100 * before.sold) / before.available,
    ...{ text: (value) => formatPercent(value), delta: (value) => formatPoints(value, 1) },
    good: 1,
  };
}

/** The figures of what is past, each on the scale of its plan and of what it is set beside. */
export function ResultFigures(props: Totals) {
  return (
    <div className={cardClass(styles.figures)}>
      {figuresOf(props).map((figure) => (
        <FigureBox key={figure.label} figure={figure} before={props.reference.label} over={props.over} />
      ))}
    </div>
  );
}

function FigureBox({ figure, before, over }: { figure: Figure; before: string; over: boolean }) {
  const { label, value, planned, reference, text, delta, good } = figure;
  const gap = isShown(value) && isShown(planned) ? value - planned : (figure.gap ?? null);
  const tone = gap === null || good === 0 ? 'muted' : gap * good < 0 ? 'attention' : 'good';
  const marks: ScaleMark[] = [
    ...(isShown(reference) ? [{ kind: 'reference' as const, value: reference, label: before }] : []),
    ...(isShown(planned) ? [{ kind: 'optimum' as const, value: planned, label: 'Prévu' }] : []),
  ];
  const sentence = french(
    `${label} : ${text(value)}${isShown(planned) ? `, prévu ${text(planned)}` : ''}${isShown(reference) ? `, ${before} ${text(reference)}` : ''}`,
  );
  return (
    <div className={styles.figure}>
      <div className={`side-by-side ${styles.named}`}>
        <span className="muted unbroken">{label}</span>
        <span className="spacer" />
        {gap !== null && <span className={`small unbroken ${tone}`}>{french(`${delta(gap)} / prévu`)}</span>}
      </div>
      <span className={styles.value}>{text(value)}</span>
      {isShown(value) && marks.length > 0 && <Scale value={value} marks={marks} label={sentence} />}
      {isShown(value) || over ? (
        <div className="side-by-side small muted">
          <span className="unbroken">{french(`${before} ${text(reference)}`)}</span>
          <span className="spacer" />
          <span className="unbroken">{french(`Prévu ${text(planned)}`)}</span>
        </div>
      ) : (
        <span className="small muted">Se compte à la fin de l’opération</span>
      )}
    </div>
  );
}
