import type { Project } from '@palier/contract';
import {
  findField,
  formatAlignedPercent,
  formatCompactMoney,
  formatQuantity,
  type Group,
  groupLabel,
  type Horizon,
  readNumber,
} from '@palier/domain';
import { Link } from 'react-router';
import { objectiveOfProducts } from '../../../lib/distribution.ts';
import { countOf } from '../../../lib/french.ts';
import { listingLink } from '../../../lib/listing-link.ts';
import { saidTotal } from '../../../lib/said-total.ts';
import { PartsBar } from '../../../ui/marks.tsx';
import { DistributionCell } from '../cells/discount-distribution.tsx';
import { GroupImage } from '../cells/picture.tsx';
import { StockDistribution } from '../cells/stock.tsx';
import { projectLevels } from '../screen/project-view.ts';
import styles from './group-table.module.css';
import { ReadFigure, type ReadMeasure } from './read-figure.tsx';
import type { FindReferences } from './use-table-references.ts';

export interface CellProps {
  group: Group;
  project: Project;
  compact: boolean;
  horizon: Horizon;
  find: FindReferences;
}

function Review({ group }: { group: Group }) {
  const { discount_pct_reviewed_count: done, discount_count: all } = group;
  const label = `${countOf(done, 'revu', 'revus')} sur ${formatQuantity(all)}`;
  return (
    <span className={`${styles.review} muted tiny`}>
      <PartsBar
        label={label}
        height={4}
        parts={[
          { key: 'done', value: done, color: 'var(--green-500)', label },
          { key: 'left', value: all - done, color: 'var(--grey-300)', label },
        ]}
      />
      {label}
    </span>
  );
}

/** A group's picture and name, which opens its products where they are decided; how many, and how many are reviewed. */
export function NameCell({ group, by, project, compact }: NameCellProps) {
  return (
    <span className={styles.name}>
      <GroupImage group={group} compact={compact} />
      <span>
        <GroupLink group={group} by={by} projectId={project._id} />
        {!compact && (
          <span className="muted tiny">{countOf(group.discount_count, 'produit', 'produits')}</span>
        )}
        <Review group={group} />
      </span>
    </span>
  );
}

interface NameCellProps extends Pick<CellProps, 'group' | 'project' | 'compact'> {
  by: string;
}

function GroupLink({ group, by, projectId }: { group: Group; by: string; projectId: string }) {
  const [key] = group.keys;
  const filter = {
    combinator: 'and' as const,
    rules: [
      key === null || key === undefined
        ? { field: by, operator: 'is_not_set' as const }
        : { field: by, operator: 'equals' as const, value: key },
    ],
  };
  const label = groupLabel(key, findField(by));
  return (
    <Link to={listingLink(projectId, { filter, mode: 'discount' })} title={label}>
      {label}
    </Link>
  );
}

export function StockCell({ group, project, compact }: CellProps) {
  const value = readNumber(group, 'stock_retail_value');
  return (
    <>
      <b>{formatQuantity(readNumber(group, 'stock_qty'))}</b>
      <span className="muted tiny">{` ${formatCompactMoney(value, project.catalog_currency)}`}</span>
      <StockDistribution row={group} group compact={compact} />
    </>
  );
}

export function SoldCell({ group }: CellProps) {
  const share = readNumber(group, 'season_sell_through_pct');
  const text = formatAlignedPercent(share);
  return (
    <>
      {text}
      {share !== null && (
        <PartsBar
          label={`Écoulement ${text}`}
          height={4}
          parts={[
            { key: 'sold', value: share, color: 'var(--navy-700)', label: text },
            { key: 'left', value: 100 - share, color: 'var(--grey-200)', label: text },
          ]}
        />
      )}
    </>
  );
}

export function DiscountCell({ group, project, compact }: CellProps) {
  const objective = objectiveOfProducts(project.objective);
  return (
    <span className={styles.discount}>
      <DistributionCell
        row={group}
        context={{ levels: projectLevels(project), objective }}
        height={compact ? 36 : 52}
      />
      <b>{formatAlignedPercent(readNumber(group, 'discount_pct'))}</b>
    </span>
  );
}

/** A forecast beside doing nothing, last year and the best attainable. */
export function ForecastCell({
  group,
  project,
  horizon,
  find,
  measure,
  name,
}: CellProps & { measure: ReadMeasure; name: string }) {
  return (
    <ReadFigure
      group={saidTotal(project, group)}
      measure={measure}
      horizon={horizon}
      references={find(group.keys)}
      currencies={project}
      name={name}
    />
  );
}
