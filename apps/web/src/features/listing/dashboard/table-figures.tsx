import type { Project } from '@palier/contract';
import { formatCompactMoney, formatPercent, formatQuantity, readNumber } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { getProjectSummary } from '../../../lib/calls/get-project-summary.ts';
import { horizonOptions, horizonText, salesLabel } from '../../../lib/horizon-text.ts';
import { saidTotal } from '../../../lib/said-total.ts';
import { useCosts } from '../../../lib/session/use-costs.ts';
import { useHorizon } from '../../../lib/use-horizon.ts';
import { FigureRow } from '../../../ui/key-figures.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import styles from './dashboard-page.module.css';
import { horizonOf, ReadFigure, type ReadMeasure } from './read-figure.tsx';
import type { FindReferences } from './use-table-references.ts';

const forecastsOf = (project: Project): readonly { measure: ReadMeasure; name: string }[] => [
  { measure: 'sales', name: salesLabel(project) },
  { measure: 'profit_after_leftovers', name: 'Marge après invendus' },
  { measure: 'stock', name: 'Stock restant' },
];

/** The project's figures, the forecasts on the scale of their references. */
export function TableFigures({ project, find }: { project: Project; find: FindReferences }) {
  const [horizon, chooseHorizon] = useHorizon();
  const costs = useCosts();
  const { data } = useQuery(getProjectSummary(project._id));
  const total = saidTotal(project, data?.summary ?? null);
  const count = data?.discount_count ?? null;
  const figures = [
    { term: 'Produits', value: formatQuantity(count) },
    {
      term: 'Revus',
      value: (
        <>
          {formatQuantity(total?.discount_pct_reviewed_count)}
          <span className={styles.note}>{` sur ${formatQuantity(count)}`}</span>
        </>
      ),
    },
    {
      term: 'Stock',
      value: (
        <>
          {formatQuantity(readNumber(total, 'stock_qty'))}
          <span className={styles.note}>
            {' '}
            {formatCompactMoney(readNumber(total, 'stock_retail_value'), project.catalog_currency)}
          </span>
        </>
      ),
    },
    // « Écoulement saison » alone is the one forecast at the end of the days said beside it.
    {
      term: 'Écoulement saison, aujourd’hui',
      value: formatPercent(readNumber(total, 'season_sell_through_pct')),
    },
    ...forecastsOf(project)
      .filter(({ measure }) => costs || measure !== 'profit_after_leftovers')
      .map(({ measure, name }) => ({
        term: `${name}, ${horizonText(project, horizonOf(measure, horizon))}`,
        value: (
          <ReadFigure
            group={total}
            measure={measure}
            horizon={horizon}
            references={find([])}
            currencies={project}
            name={name}
            legend
          />
        ),
      })),
  ];
  return (
    <FigureRow figures={figures}>
      <div className={styles.days}>
        <Segmented
          small
          label="Jours des prévisions"
          value={horizon}
          options={horizonOptions(project)}
          onChange={chooseHorizon}
        />
      </div>
    </FigureRow>
  );
}
