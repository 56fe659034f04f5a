import type { RouteOutput } from '@palier/contract';
import { formatCompactMoney, formatDelta, formatQuantity } from '@palier/domain';
import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Skeleton } from '../../../ui/marks.tsx';
import type { Selection } from '../api/discounts.ts';
import { tryDiscount } from '../api/what-if.ts';
import { percentText } from '../cells/discount.tsx';

type WhatIf = RouteOutput<'projects.what_if'>;
type Figure = 'sales_qty' | 'sales' | 'profit' | 'stock';

const change = (effect: WhatIf, figure: Figure): number =>
  (effect.after[figure] ?? 0) - (effect.before[figure] ?? 0);

/** What each discount would change for a selection, the one of most margin marked; a click chooses it. */
export function LevelEffects(props: {
  project: string;
  version: number | undefined;
  selection: Selection;
  levels: readonly number[];
  chosen: number | null;
  catalog: string;
  accounting: string;
  onChoose: (level: number) => void;
}): ReactNode {
  const { project, version, selection, levels, chosen, catalog, accounting, onChoose } = props;
  const answers = useQueries({
    queries: levels.map((level) => tryDiscount(project, version, selection, level)),
  });
  if (answers.some(({ isError }) => isError)) return null;
  const margins = answers.map(({ data }) => (data ? change(data, 'profit') : Number.NEGATIVE_INFINITY));
  const best = margins.every(Number.isFinite) ? margins.indexOf(Math.max(...margins)) : -1;
  return (
    <table className="t">
      <caption className="visually-hidden">Effet de chaque démarque, d’ici la fin du projet</caption>
      <thead>
        <tr>
          <th scope="col">Effet de chaque démarque</th>
          {['Produits', 'Unités', 'CA', 'Marge', 'Stock'].map((title) => (
            <th key={title} scope="col" className="n">
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
                {index === best && <span className="mut sm"> meilleure marge</span>}
              </th>
              {effect ? (
                <>
                  <td className="n">{formatQuantity(effect.discount_count)}</td>
                  <td className="n">{formatDelta(change(effect, 'sales_qty'))}</td>
                  <td className="n">{formatCompactMoney(change(effect, 'sales'), catalog, true)}</td>
                  <td className="n b">{formatCompactMoney(change(effect, 'profit'), accounting, true)}</td>
                  <td className="n">{formatDelta(change(effect, 'stock'))}</td>
                </>
              ) : (
                <td colSpan={5}>
                  <Skeleton width="60%" />
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
