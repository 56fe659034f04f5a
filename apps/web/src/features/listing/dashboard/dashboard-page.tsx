import type { Project, ProjectStats } from '@palier/contract';
import { FIELDS, type FieldDefinition } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../../lib/api/errors.ts';
import { getProjectStats } from '../../../lib/calls/get-project-stats.ts';
import { discountName } from '../../../lib/discount-name.ts';
import { distributionLines, shownDiscounts } from '../../../lib/distribution.ts';
import { fr } from '../../../lib/fr.ts';
import { paths } from '../../../lib/paths.ts';
import { useDensity } from '../../../lib/use-density.ts';
import { IconButton, LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { DistributionTable } from '../../../ui/distribution-table.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { Skeleton } from '../../../ui/marks.tsx';
import { Page } from '../../../ui/page.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import styles from './dashboard-page.module.css';
import { GroupTable } from './group-table.tsx';
import { TableFigures } from './table-figures.tsx';
import { useTableReferences } from './use-table-references.ts';

/** Groupings offered, the first by default. */
const groupings = ['family', 'section', 'subfamily', 'brand', 'color', 'release_season', 'supplier'] as const;

/** « Tableau »: key figures, distribution, and a flat table of one grouping, each figure beside its references. */
export function DashboardPage({ project }: { project: Project }) {
  const stats = useQuery(getProjectStats(project._id));
  const [by, setBy] = useState<string>(groupings[0]);
  const [compact, toggleDensity] = useDensity();
  const find = useTableReferences(project._id, by);
  const fields: readonly FieldDefinition[] = FIELDS;
  if (stats.isError) {
    return (
      <Page>
        <ErrorState title={fr.errors.load} onRetry={() => void stats.refetch()}>
          {errorMessage(stats.error)}
        </ErrorState>
      </Page>
    );
  }
  if (stats.data?.discount_count === 0) {
    return (
      <Page>
        <EmptyState
          title="Ce projet n’a aucun produit"
          action={<LinkButton to={paths.imports()}>Importer des données</LinkButton>}
        />
      </Page>
    );
  }
  return (
    <Page stacked>
      <h1 className="visually-hidden">Tableau de {project.shortName}</h1>
      <TableFigures project={project} find={find} />
      <div className={styles.columns}>
        <Card title="Répartition des démarques">
          {stats.data ? <Distribution stats={stats.data} /> : <Skeleton width="80%" height={16} />}
        </Card>
        <Card
          title="Produits par"
          tools={
            <span className="side-by-side">
              <IconButton
                small
                icon="rows"
                label="Affichage compact"
                pressed={compact}
                onClick={toggleDensity}
              />
              <SelectField
                label="Regrouper par"
                hideLabel
                small
                value={by}
                onChange={setBy}
                options={groupings.map((value) => ({
                  value,
                  label: fields.find((field) => field.id === value)?.label ?? value,
                }))}
              />
            </span>
          }
        >
          <GroupTable key={by} project={project} by={by} compact={compact} find={find} />
        </Card>
      </div>
    </Page>
  );
}

/** Products and stock at each discount, as bars: the lines of the project’s page. */
export function Distribution({ stats }: { stats: ProjectStats }) {
  const discounts = shownDiscounts([], [], stats.discount_pct);
  const lines = distributionLines(stats.discount_pct, discounts, null, {}).map((line) => ({
    ...line,
    name: discountName(line.discount),
  }));
  return (
    <DistributionTable
      className={styles.distribution}
      lines={lines}
      barsLabel={<span className="visually-hidden">Barre</span>}
    />
  );
}
