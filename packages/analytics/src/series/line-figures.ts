import { join as joinPath } from 'node:path';
import { daysBetween, type SerieDays } from '@palier/domain';
import { quoteText } from '../database/sql.ts';
import { leftSql, profitSql, realisedProfitSql, salesSql } from '../formulas.ts';
import { DAY_FILE, LINE_FILE, listSalesOf, pctOf, qtyOf, salesOf } from './record.ts';
import type { CountedSerie } from './types.ts';

export const fileOf = ({ folder }: CountedSerie, name: string): string =>
  `read_parquet(${quoteText(joinPath(folder, name))})`;

/** A phase counted, and SQL of the part of its units that its counted days have. */
interface Flow {
  phase: SerieDays;
  part: string;
  days: number;
}

const isWhole = (held: SerieDays, counted: SerieDays): boolean =>
  held.from_date === counted.from_date && held.to_date === counted.to_date;

export function flowsOf({ phases, spans }: CountedSerie): Flow[] {
  return phases.flatMap((phase) => {
    const counted = spans.find(({ project_phase }) => project_phase === phase.project_phase);
    if (!counted) return [];
    const days = daysBetween(counted.from_date, counted.to_date) + 1;
    return [{ phase, days, part: isWhole(phase, counted) ? '1' : `w.part_${phase.project_phase}` }];
  });
}

/** SQL of the part of each phase's units that are gone by the last day counted. */
function goneParts({ phases, spans }: CountedSerie): string[] {
  const last = spans.at(-1);
  return phases.map((phase) => {
    if (!last || phase.project_phase > last.project_phase) return '0';
    if (phase.project_phase < last.project_phase || phase.to_date === last.to_date) return '1';
    return `w.gone_${phase.project_phase}`;
  });
}

/** Whether its phases are counted whole or not at all: no shape of a family is asked for. */
export const isCountedWhole = (serie: CountedSerie): boolean => partsSql(serie) === '';

/** Parts of phases by family, for those that are not counted whole; empty when all are. */
function partsSql(serie: CountedSerie): string {
  const columns = serie.spans.flatMap((span) => {
    const held = serie.phases.find(({ project_phase }) => project_phase === span.project_phase);
    if (!held || isWhole(held, span)) return [];
    const [from, to] = [span.from_date, span.to_date].map((day) => daysBetween(span.start_date, day));
    const phase = span.project_phase;
    return [
      `sum(share) FILTER (phase = ${phase} AND day BETWEEN ${from} AND ${to}) AS part_${phase}`,
      `sum(share) FILTER (phase = ${phase} AND day <= ${to}) AS gone_${phase}`,
    ];
  });
  if (columns.length === 0) return '';
  return `LEFT JOIN (SELECT family, ${columns.join(', ')} FROM ${fileOf(serie, DAY_FILE)} GROUP BY family) w USING (family)`;
}

const total = (terms: readonly string[]): string => `(${terms.length > 0 ? terms.join(' + ') : '0'})`;
const times = (value: string, part: string): string => (part === '1' ? value : `${value} * ${part}`);

/** What a line of a series sells over some of its phases, as SQL; the formulas are the listing's and the post-mortem's. */
export function flowSql(kind: CountedSerie['kind'], flows: readonly Pick<Flow, 'phase' | 'part'>[]) {
  const sum = (of: (phase: SerieDays) => string): string =>
    total(flows.map(({ phase, part }) => times(`(${of(phase)})`, part)));
  const qty = sum(qtyOf);
  if (kind === 'forecast')
    return {
      qty,
      sales: sum((phase) => salesSql('price', pctOf(phase), qtyOf(phase))),
      list_sales: sum((phase) => `price * ${qtyOf(phase)}`),
      profit: sum((phase) => profitSql('base_price', pctOf(phase), 'cost', qtyOf(phase))),
    };
  const sales = sum(salesOf);
  const realised = realisedProfitSql({ sales, qty, price: 'price', base_price: 'base_price', cost: 'cost' });
  // Without a sale, nothing was earned whatever is known of the product.
  const profit = `CASE WHEN ${qty} = 0 AND ${sales} = 0 THEN 0 ELSE ${realised} END`;
  return { qty, sales, list_sales: sum(listSalesOf), profit };
}

/** SELECT of a row for each line of a series: its figures over the days counted, and what is left on the last of them. */
export function lineSelect(serie: CountedSerie): string {
  const flows = flowsOf(serie);
  const gone = goneParts(serie);
  const { qty, sales, list_sales, profit } = flowSql(serie.kind, flows);
  const days = flows.reduce((sum, flow) => sum + flow.days, 0);
  const pct = `${total(flows.map(({ phase, days: own }) => `${pctOf(phase)} * ${own}`))} / ${Math.max(1, days)}`;
  const sold = total(serie.phases.map((phase, at) => times(qtyOf(phase), gone[at] ?? '0')));
  const since = total(serie.phases.map((phase, at) => `${qtyOf(phase)} * (1 - ${gone[at] ?? '0'})`));
  const all = gone.every((part) => part === '1');
  const left =
    serie.kind === 'forecast' ? leftSql('(stock - upcoming)', sold) : all ? 'stock' : `(stock + ${since})`;
  const season =
    serie.kind === 'forecast' ? `(season + upcoming + ${sold})` : all ? 'season' : `(season - ${since})`;
  return `SELECT line_id, ${qty} AS qty, ${sales} AS sales, ${list_sales} AS list_sales, ${profit} AS profit,
      ${pct} AS pct, stock, ${left} AS left_qty, ${season} AS season_qty, price, cost
    FROM ${fileOf(serie, LINE_FILE)} ${partsSql(serie)}`;
}
