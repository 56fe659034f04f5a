import { formatCompactMoney, formatDelta, formatQuantity } from '@palier/domain';
import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCosts } from '../../../lib/session/use-costs.ts';
import { Skeleton } from '../../../ui/marks.tsx';
import { Table } from '../../../ui/table.tsx';
import type { Selection } from '../api/discounts.ts';
import { tryDiscount } from '../api/what-if.ts';
import { percentText } from '../cells/discount-text.ts';

type Figure = 'sales_qty' | 'sales' | 'profit_after_leftovers' | 'stock';

/** What changes of some figures, before and after. */
type Change<F extends Figure> = Record<'before' | 'after', Partial<Record<F, number | null>>>;

const change = <F extends Figure>(effect: Change<F>, figure: F): number =>
  (effect.after[figure] ?? 0) - (effect.before[figure] ?? 0);

/** Under so many euros two margins are the same. */
const SAME = 0.01;

/**
 * Which of the discounts gives the most « marge après invendus »; -1 until all are known, and when none would give more than what is decided:
 * a discount that changes nothing is no advice.
 */
export function bestLevel(effects: readonly (Change<'profit_after_leftovers'> | undefined)[]): number {
  const margins = effects.map((effect) => (effect ? change(effect, 'profit_after_leftovers') : Number.NaN));
  const most = Math.max(...margins);
  return most > SAME ? margins.indexOf(most) : -1;
}

/** What each discount would change for a selection, the best of them marked; a click chooses it. */
export function LevelEffects(props: {
  project: string;
  version: number | undefined;
  selection: Selection;
  levels: readonly number[];
  chosen: number | null;
  /** « jusqu’au 21 juil. » */
  days: string;
  catalog: string;
  accounting: string;
  onChoose: (level: number) => void;
}): ReactNode {
  const { project, version, selection, levels, chosen, days, catalog, accounting, onChoose } = props;
  const costs = useCosts();
  const answers = useQueries({
    queries: levels.map((level) => tryDiscount(project, version, selection, level)),
  });
  if (answers.some(({ isError }) => isError)) return null;
  const best = bestLevel(answers.map(({ data }) => data));
  return (
    <Table>
      <caption className="visually-hidden">Effet de chaque démarque, {days}</caption>
      <thead>
        <tr>
          <th scope="col">Effet de chaque démarque</th>
          {['Produits', 'Unités', 'CA prévu', ...(costs ? ['Marge ap. inv.'] : []), 'Stock'].map((title) => (
            <th key={title} scope="col" className="figure">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {levels.map((level, index) => {
          const effect = answers[index]?.data;
          return (
            <tr key={level} aria-current={level === chosen ? 'true' : undefined}>
              <th scope="row">
                <button type="button" className="link" onClick={() => onChoose(level)}>
                  {percentText(level)}
                </button>
                {index === best && <span className="muted small"> au mieux</span>}
              </th>
              {effect ? (
                <>
                  <td className="figure">{formatQuantity(effect.discount_count)}</td>
                  <td className="figure">{formatDelta(change(effect, 'sales_qty'))}</td>
                  <td className="figure">{formatCompactMoney(change(effect, 'sales'), catalog, true)}</td>
                  {costs && (
                    <td className="figure strong">
                      {formatCompactMoney(change(effect, 'profit_after_leftovers'), accounting, true)}
                    </td>
                  )}
                  <td className="figure">{formatDelta(change(effect, 'stock'))}</td>
                </>
              ) : (
                <td colSpan={costs ? 5 : 4}>
                  <Skeleton width="60%" />
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
