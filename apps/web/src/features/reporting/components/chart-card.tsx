import type { SerieMetric } from '@palier/domain';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { SelectField } from '../../../ui/field.tsx';
import { Skeleton } from '../../../ui/marks.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { barGroups, gapGroups, mainSerie } from '../model/chart.ts';
import { type Currencies, gapText, type MetricScale, wholeText } from '../model/metric.ts';
import type { ChartForm, ReportState } from '../model/report-state.ts';
import { lastGroups, type Report } from '../model/rows.ts';
import { isByDay, weekGroups } from '../model/time.ts';
import { BarsChart, type ChartProps } from './bars-chart.tsx';
import styles from './chart-card.module.css';
import { DaysChart } from './days-chart.tsx';

interface ChartCardProps {
  report: Report;
  state: ReportState;
  dimensions: readonly string[];
  /** The name of the last dimension, in a title: « famille ». */
  level: string | null;
  metric: SerieMetric;
  /** Those that may be charted: the ones shown. */
  metrics: readonly SerieMetric[];
  scale: MetricScale;
  currencies: Currencies;
  /** Of columns, and of the legend. */
  titles: readonly string[];
  names: readonly string[];
  colors: readonly string[];
  reference: number;
  onChange: (part: Partial<ReportState>) => void;
}

const SHORT: Readonly<Record<string, string>> = {
  sales: 'CA',
  profit: 'Marge',
  sales_qty: 'Ventes',
  sales_discount_pct: 'Taux',
};
const shortLabel = ({ id, label }: SerieMetric): string => SHORT[id] ?? label;

/** Beyond, the metrics of the chart are a list. */
const MOST_BUTTONS = 5;

const FORMS: readonly { value: ChartForm; label: string }[] = [
  { value: 'bars', label: 'Barres' },
  { value: 'gaps', label: 'Écarts' },
  { value: 'weeks', label: 'Par semaine' },
  { value: 'days', label: 'Cumul par jour' },
];

/** The form that can be drawn: gaps take two series, days a metric that has them. */
export function drawnForm({ form }: ReportState, metric: SerieMetric, count: number): ChartForm {
  if (form === 'gaps') return count > 1 ? form : 'bars';
  if (form === 'bars') return form;
  return isByDay(metric) ? form : 'bars';
}

/** The same selection as the table, drawn: a metric by group, its gaps, or its course. */
export function ChartCard(props: ChartCardProps) {
  const { metric, metrics, state, titles, names, colors, reference, report, scale, onChange } = props;
  const form = drawnForm(state, metric, titles.length);
  const main = mainSerie(titles.length, reference);
  const options = metrics.map((one) => ({ value: one.id, label: shortLabel(one) }));
  const choose = (charted: string): void => onChange({ charted });
  return (
    <Card className={styles.card} label="Graphique">
      <header>
        <h2>{titleOf(props, form)}</h2>
        {scale.unit && (
          <span className="muted">{form === 'gaps' && metric.type === 'percent' ? 'pts' : scale.unit}</span>
        )}
        <span className={styles.legend}>
          {titles.map((title, serie) => (
            <span key={title} className="side-by-side">
              <i
                className={classNames(styles.mark, serie === reference && titles.length > 1 && styles.line)}
                style={{ background: colors[serie] }}
              />
              {names[serie]}
            </span>
          ))}
          {titles.length > 1 && report.comparable && form !== 'days' && (
            <span className="muted">{`écart\u202f: ${titles[main]} face à ${titles[reference]}`}</span>
          )}
        </span>
        <span className="spacer" />
        {options.length > MOST_BUTTONS ? (
          <SelectField
            small
            hideLabel
            label="Mesure du graphique"
            value={metric.id}
            options={options}
            onChange={choose}
          />
        ) : (
          <Segmented
            small
            label="Mesure du graphique"
            value={metric.id}
            options={options}
            onChange={choose}
          />
        )}
        <Segmented
          small
          label="Forme du graphique"
          value={form}
          options={FORMS.map((one) => ({ ...one, ...refusalOf(one.value, props) }))}
          onChange={(next) => onChange({ form: next })}
        />
      </header>
      <Drawing {...props} form={form} />
    </Card>
  );
}

function titleOf({ metric, level }: ChartCardProps, form: ChartForm): string {
  const name = shortLabel(metric);
  if (form === 'weeks') return `${name} par semaine`;
  if (form === 'days') return `${name} depuis le premier jour`;
  const what = form === 'gaps' ? `Écart de ${name}` : name;
  return level ? `${what} par ${level}` : what;
}

/** Why a form cannot be drawn. */
function refusalOf(form: ChartForm, { metric, titles, report }: ChartCardProps) {
  if (form === 'gaps' && (titles.length < 2 || !report.comparable))
    return { disabled: true, title: 'Un écart se lit entre deux séries des mêmes jours' };
  if ((form === 'weeks' || form === 'days') && !isByDay(metric))
    return { disabled: true, title: 'Cette mesure n’est pas connue jour par jour' };
  return {};
}

function Drawing(props: ChartCardProps & { form: ChartForm }) {
  const { form, report, dimensions, metric, scale, currencies, titles, colors, reference } = props;
  const count = titles.length;
  const shared: ChartProps = {
    ...{ metric, scale, titles, colors, reference },
    label: `${titleOf(props, form)}, ${titles.join(', ')}`,
    text: (value) => wholeText(value, metric, currencies),
  };
  if (form === 'weeks' || form === 'days') {
    const { days } = report;
    if (!days)
      return (
        <div className={styles.wait} aria-busy="true">
          <Skeleton width="100%" height={160} />
        </div>
      );
    if (form === 'days') return <DaysChart {...shared} days={days} />;
    const against = count > 1 && report.comparable ? { reference, main: mainSerie(count, reference) } : null;
    return <BarsChart {...shared} groups={weekGroups(days, metric, count, against)} />;
  }
  const all = { id: 'Total', label: 'Total', node: report.total };
  const last = lastGroups(report.data, dimensions);
  const groups = barGroups(last.length > 0 ? last : [all], metric, count, report.comparable ? reference : -1);
  if (form === 'gaps')
    return (
      <BarsChart
        {...shared}
        // A difference of rates is in points.
        {...(metric.type === 'percent' && { text: (value) => gapText(value, metric) })}
        gaps
        groups={gapGroups(groups, reference)}
      />
    );
  return <BarsChart {...shared} groups={groups} />;
}
