import type { Project } from '@palier/contract';
import {
  formatCompactMoney,
  formatMoney,
  formatQuantity,
  HORIZON_FAMILY,
  type Horizon,
  MISSING,
} from '@palier/domain';
import { Scale, ScaleLegend } from '../../../ui/scale.tsx';
import { type GroupReferences, referenceMarks } from '../edit/use-references.ts';
import type { Group } from '../rows/row.ts';
import styles from './read-figure.module.css';

export type ReadMeasure = 'sales' | 'profit_after_leftovers' | 'stock';

interface ReadFigureProps {
  /** Whose figure it is; null until it is known. */
  group: Group | null;
  measure: ReadMeasure;
  horizon: Horizon;
  references: GroupReferences | null;
  currencies: Pick<Project, 'catalog_currency' | 'accounting_currency'>;
  /** What the figure is called, for the scale's sentence. */
  name: string;
  /** Names and values of the references under the scale. */
  legend?: boolean;
}

/** The days that a measure is read over: the margin after leftovers exists to the end alone. */
export function horizonOf(measure: ReadMeasure, horizon: Horizon): Horizon {
  return measure === 'profit_after_leftovers' ? 'end' : horizon;
}

/** A forecast of a group, with the scale of its references: doing nothing, last year, the best attainable. */
export function ReadFigure(props: ReadFigureProps) {
  const { group, measure, references, currencies, name, legend = false } = props;
  const over = horizonOf(measure, props.horizon);
  const value = group?.[HORIZON_FAMILY[over]]?.[measure] ?? null;
  const currency = {
    sales: currencies.catalog_currency,
    profit_after_leftovers: currencies.accounting_currency,
    stock: null,
  }[measure];
  const text = (figure: number | null): string =>
    currency ? formatCompactMoney(figure, currency) : formatQuantity(figure);
  if (value === null) return <span className="muted">{MISSING}</span>;
  const marks = referenceMarks(references, over, measure).map((mark) => ({
    ...mark,
    text: `${mark.label} ${text(mark.value)}`,
  }));
  const label = [`${name} ${text(value)}`, ...marks.map((mark) => mark.text)].join(' · ');
  return (
    <span className={styles.figure}>
      <b title={currency ? formatMoney(value, currency) : undefined}>{text(value)}</b>
      {marks.length > 0 && <Scale value={value} marks={marks} label={label} />}
      {legend && marks.length > 0 && <ScaleLegend marks={marks} />}
    </span>
  );
}
