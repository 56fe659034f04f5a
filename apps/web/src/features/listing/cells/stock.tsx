import {
  type CoverageScore,
  coverageScore,
  formatPercent,
  formatQuantity,
  MISSING,
  readField,
  readNumber,
  sharePct,
} from '@palier/domain';
import type { ReactNode } from 'react';
import { PartsBar, Score, Skeleton } from '../../../ui/marks.tsx';
import type { Figures } from '../rows/row.ts';
import shared from '../shared.module.css';
import type { CellContext } from './context.ts';
import { alignFigure } from './figures.tsx';
import styles from './stock.module.css';

/** Where the stock stands: shops, warehouse, the site where it has its own, ordered; lengths for the eye, figures beneath. */
export function StockDistribution({
  row,
  group,
  compact,
}: {
  row: Figures;
  group: boolean;
  compact: boolean;
}): ReactNode {
  const shops = readNumber(row, 'in_store_stock_qty') ?? 0;
  const ordered = readNumber(row, 'stock_qty_on_order') ?? 0;
  const warehouse = readNumber(row, 'warehouse_stock_qty') ?? 0;
  // What is neither in a shop nor in a warehouse is at a place that sells online.
  const held = readNumber(row, 'stock_qty_on_hand') ?? shops + warehouse;
  const online = Math.max(0, held - shops - warehouse);
  const total = shops + warehouse + online + ordered;
  if (total <= 0) return <span className={shared.note}>{MISSING}</span>;
  const share = (part: number): string => formatPercent(sharePct(part, total), 0);
  const parts = [
    { key: 'shops', value: shops, color: 'var(--navy-700)', label: `Magasins : ${formatQuantity(shops)}` },
    {
      key: 'warehouse',
      value: warehouse,
      color: 'var(--navy-300)',
      label: `Entrepôt : ${formatQuantity(warehouse)}`,
    },
    ...(online > 0
      ? [
          {
            key: 'online',
            value: online,
            color: 'var(--blue-500)',
            label: `En ligne : ${formatQuantity(online)}`,
          },
        ]
      : []),
    {
      key: 'ordered',
      value: ordered,
      color: 'var(--navy-100)',
      label: `Commandé : ${formatQuantity(ordered)}`,
    },
  ];
  const label = parts.map((part) => part.label).join(', ');
  return (
    <>
      <PartsBar parts={parts} label={label} height={8} />
      {compact && !group ? null : (
        <span className={`${shared.note} ${styles.under}`}>
          {group ? (
            <>
              {`mag. ${share(shops)} · entr. ${share(warehouse)}`}
              {online > 0 && !compact ? (
                <>
                  <br />
                  {`en ligne ${share(online)}`}
                </>
              ) : null}
              {ordered > 0 && !compact ? (
                <>
                  <br />
                  {`cmd. ${share(ordered)}`}
                </>
              ) : null}
            </>
          ) : (
            `${formatQuantity(shops)} · ${formatQuantity(warehouse)} · ${formatQuantity(ordered)}${online > 0 ? ` · ${formatQuantity(online)} en ligne` : ''}`
          )}
        </span>
      )}
    </>
  );
}

export function VariantsCell({ row }: { row: Figures }): ReactNode {
  const inStore = readNumber(row, 'in_store_items_count');
  const count = readNumber(row, 'items_count');
  return (
    <>
      <span className={shared.value}>{`${formatQuantity(inStore)} / ${formatQuantity(count)}`}</span>
      <span className={shared.note}>{formatPercent(readNumber(row, 'in_store_items_pct'), 0)}</span>
    </>
  );
}

function isGrade(value: unknown): value is CoverageScore {
  return value === 'A' || value === 'B' || value === 'C';
}

/** Products per grade, when the answer counts them. */
function gradeCounts(row: Figures): Record<CoverageScore, number> | null {
  const counts = readField(row, 'stock_coverage.cv_score_counts');
  return typeof counts === 'object' && counts !== null ? (counts as Record<CoverageScore, number>) : null;
}

/** Weeks of cover with their grade; `fields` are the weeks and the grade. */
export function CoverageCell({
  row,
  weeksField,
  gradeField,
  context,
}: {
  row: Figures;
  weeksField: string;
  gradeField: string;
  context: CellContext;
}): ReactNode {
  if (readField(row, weeksField) === undefined) return <Skeleton width={44} />;
  const weeks = readNumber(row, weeksField);
  const given = readField(row, gradeField);
  const grade = isGrade(given) ? given : coverageScore(weeks);
  const counts = weeksField === 'stock_coverage.weeks' ? gradeCounts(row) : null;
  return (
    <>
      <span className={shared.pair}>
        <span className={shared.value}>{alignFigure(weeks)}</span>
        {grade ? <Score grade={grade} label={`Note de couverture ${grade}`} /> : null}
      </span>
      {counts && !context.compact ? (
        <>
          <span className={styles.grades}>
            <PartsBar
              height={6}
              label={`A : ${counts.A}, B : ${counts.B}, C : ${counts.C}`}
              parts={(['A', 'B', 'C'] as const).map((letter) => ({
                key: letter,
                value: counts[letter],
                color: `var(--score-${letter.toLowerCase()})`,
                label: `${letter} : ${counts[letter]}`,
              }))}
            />
          </span>
          <span className={shared.note}>{`${counts.A} · ${counts.B} · ${counts.C}`}</span>
        </>
      ) : null}
    </>
  );
}
