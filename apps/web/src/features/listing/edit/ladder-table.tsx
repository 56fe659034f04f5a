import type { RouteOutput } from '@palier/contract';
import {
  currencySymbol,
  discountFault,
  formatCompactMoney,
  formatDelta,
  formatQuantity,
} from '@palier/domain';
import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCosts } from '../../../lib/session/use-costs.ts';
import type { Selection } from '../api/discounts.ts';
import { tryDiscount } from '../api/what-if.ts';
import { percentText } from '../cells/discount-text.ts';
import { priceText } from '../cells/figures.tsx';
import type { Line } from '../rows/row.ts';
import styles from './discount-editor.module.css';
import { lineAtLevels } from './effect.ts';

/** What a group's ladder is asked about: its lines, in the project as it is. */
export interface TriedGroup {
  project: string;
  version: number | undefined;
  selection: Selection;
}

export interface LadderProps {
  /** null for a group. */
  line: Line | null;
  tried: TriedGroup | null;
  value: number | null;
  draft: number | null;
  levels: readonly number[];
  catalog_currency: string;
  accounting_currency: string;
  onPick: (level: number) => void;
}

/** What a level gives, to the project's end. */
interface Rung {
  price: string;
  sales_qty: number | null;
  sales: number | null;
  merit: number | null;
  /** Against what is decided; only a group says it, a line's row does. */
  change?: { sales_qty: number; sales: number; merit: number };
}

/** The levels shown: one in two where there are too many for the width. */
function shownLevels(levels: readonly number[]): readonly number[] {
  return levels.length > 8 ? levels.filter((level) => level % 10 === 0) : levels;
}

/** The ladder of a product: from its curve, at once. */
export function LineLadder(props: LadderProps & { line: Line }): ReactNode {
  const rungs = new Map<number, Rung>(
    lineAtLevels(props.line).map(({ level, price, sales_qty, sales, profit_after_leftovers: merit }) => [
      level,
      { price: priceText(price, props.catalog_currency), sales_qty, sales, merit },
    ]),
  );
  return <Ladder {...props} rungs={rungs} compact={false} />;
}

/** What labels would bear, from the lowest to the highest. */
type LabelPrices = RouteOutput<'projects.what_if'>['label_prices'];

/** The ladder of a group: what the server says of each level, before any is chosen. */
export function GroupLadder(props: LadderProps & { tried: TriedGroup }): ReactNode {
  const { levels, catalog_currency } = props;
  const { project, version, selection } = props.tried;
  const shown = shownLevels(levels);
  const answers = useQueries({
    queries: shown.map((level) => tryDiscount(project, version, selection, level)),
  });
  const labels = ({ low, high }: LabelPrices): string =>
    low === high
      ? priceText(low, catalog_currency)
      : `${priceText(low, catalog_currency)}\u202f–\u202f${priceText(high, catalog_currency)}`;
  const rungs = new Map(
    shown.flatMap((level, index): [number, Rung][] => {
      const effect = answers[index]?.data;
      if (!effect) return [];
      const { before, after, label_prices } = effect;
      const change = {
        sales_qty: (after.sales_qty ?? 0) - (before.sales_qty ?? 0),
        sales: (after.sales ?? 0) - (before.sales ?? 0),
        merit: (after.profit_after_leftovers ?? 0) - (before.profit_after_leftovers ?? 0),
      };
      const merit = after.profit_after_leftovers ?? null;
      return [
        [
          level,
          { price: labels(label_prices), sales_qty: after.sales_qty, sales: after.sales, merit, change },
        ],
      ];
    }),
  );
  return <Ladder {...props} levels={shown} rungs={rungs} compact />;
}

function Ladder(
  props: LadderProps & {
    rungs: ReadonlyMap<number, Rung>;
    /** Amounts of a group are in k€. */
    compact: boolean;
  },
): ReactNode {
  const { line, levels, draft, rungs, compact, catalog_currency, accounting_currency } = props;
  const costs = useCosts();
  const shown = shownLevels(levels);
  const isRefused = (level: number): boolean => line !== null && discountFault(level, line, levels) !== null;
  const merits = [...rungs].map(([level, { merit }]) => ({
    level,
    merit: merit ?? Number.NEGATIVE_INFINITY,
  }));
  const best = merits.length === shown.length ? Math.max(...merits.map(({ merit }) => merit)) : Number.NaN;
  const mark = (level: number): string => {
    if (isRefused(level)) return 'hors bornes';
    if (level === draft) return 'choisi';
    if (level === props.value) return 'avant';
    if (compact && rungs.get(level)?.merit === best) return 'au mieux';
    return level === line?.discount_pct_opti ? 'optimum' : ' ';
  };
  const cellClass = (level: number): string =>
    [isRefused(level) ? styles.refused : '', level === draft ? styles.chosen : ''].join(' ').trim();
  const money = (value: number | null | undefined, currency: string): string =>
    compact ? formatCompactMoney(value, currency) : formatQuantity(value);
  const row = (
    label: string,
    text: (rung: Rung) => string,
    change?: (moved: NonNullable<Rung['change']>) => string,
  ): ReactNode => (
    <tr>
      <th scope="row">{label}</th>
      {shown.map((level) => {
        const rung = rungs.get(level);
        return (
          <td key={level} className={cellClass(level)}>
            {rung ? text(rung) : '…'}
            {rung?.change && change && level === draft ? (
              <em className={styles.moved}>{change(rung.change)}</em>
            ) : null}
          </td>
        );
      })}
    </tr>
  );
  return (
    <table>
      <thead>
        <tr>
          <td />
          {shown.map((level) => (
            <th key={level} scope="col" className={cellClass(level)}>
              <button
                type="button"
                tabIndex={-1}
                disabled={isRefused(level)}
                onMouseDown={(event) => {
                  event.preventDefault();
                  props.onPick(level);
                }}
              >
                {percentText(level)}
                <span className={styles.mark}>{mark(level)}</span>
              </button>
            </th>
          ))}
        </tr>
      </thead>
      {rungs.size > 0 || compact ? (
        <tbody>
          {row(`Prix, ${currencySymbol(catalog_currency)}`, ({ price }) => price)}
          {row(
            'Quantité',
            ({ sales_qty }) => formatQuantity(sales_qty),
            ({ sales_qty }) => formatDelta(sales_qty),
          )}
          {row(
            compact ? 'CA prévu' : `CA prévu, ${currencySymbol(catalog_currency)}`,
            ({ sales }) => money(sales, catalog_currency),
            ({ sales }) => formatCompactMoney(sales, catalog_currency, true),
          )}
          {costs &&
            row(
              'Marge après invendus',
              ({ merit }) => money(merit, accounting_currency),
              ({ merit }) => formatCompactMoney(merit, accounting_currency, true),
            )}
        </tbody>
      ) : null}
    </table>
  );
}
