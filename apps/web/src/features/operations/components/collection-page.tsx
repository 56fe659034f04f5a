import type { Project } from '@palier/contract';
import {
  type Collection,
  formatCompact,
  formatCompactMoney,
  formatPercent,
  formatQuantity,
  groupName,
} from '@palier/domain';
import { useMemo } from 'react';
import { countOf } from '../../../lib/french.ts';
import { paths } from '../../../lib/paths.ts';
import { operationOf } from '../../../lib/project-groups.ts';
import { useCosts } from '../../../lib/session/use-costs.ts';
import { today as todayOf } from '../../../lib/today.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { FigureRow } from '../../../ui/key-figures.tsx';
import { Page } from '../../../ui/page.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { useIsMobile } from '../../../ui/use-window-width.ts';
import { figuresNote, reviewedShare, salesTerm, sumFigures } from '../model/figures.ts';
import { operationRows } from '../model/rows.ts';
import { operationPhaseLabel, spanDates } from '../model/state.ts';
import { AlertList } from './alert-list.tsx';
import { OperationCards } from './operation-cards.tsx';
import { OperationTable } from './operation-table.tsx';
import styles from './operations-page.module.css';

const open: ReadonlySet<string> = new Set();

/** A whole operation, or one of its groups: its figures and its projects. */
export function CollectionPage({
  collection,
  projects,
}: {
  collection: Collection;
  projects: readonly Project[];
}) {
  const today = todayOf();
  const first = projects[0];
  const operation = first ? operationOf(first) : '';
  const title = collection.type === 'operation' ? operation : groupName(projects);
  const rows = useMemo(
    () =>
      operationRows(
        projects,
        { typed: '', state: 'all', withAlerts: false, pilot: null, sort: 'name', closed: open },
        today,
      ).filter((row) => row.kind === 'project' || (row.kind === 'group' && collection.type === 'operation')),
    [projects, collection.type, today],
  );
  const mobile = useIsMobile();
  const note = figuresNote(projects);
  return (
    <Page className={styles.page}>
      <title>{`${title} · Palier`}</title>
      <PageHead>
        <h1>{title}</h1>
        <span className="muted">
          {[
            operationPhaseLabel(projects, today),
            spanDates(projects),
            countOf(projects.length, 'projet', 'projets'),
            ...(note === null ? [] : [note]),
          ].join(' · ')}
        </span>
        <span className="spacer" />
        <LinkButton icon="calendar" to={paths.timeline(operation)}>
          Calendrier
        </LinkButton>
      </PageHead>
      <CollectionFigures projects={projects} />
      {mobile ? <OperationCards rows={rows} /> : <OperationTable rows={rows} closed={open} today={today} />}
      <AlertList projects={projects} />
    </Page>
  );
}

function CollectionFigures({ projects }: { projects: readonly Project[] }) {
  const figures = sumFigures(projects);
  const currency = projects[0]?.catalog_currency ?? 'EUR';
  const share = reviewedShare(figures);
  const costs = useCosts();
  const entries = [
    { term: 'Produits', value: formatQuantity(figures.discount_count) },
    { term: 'Stock, pièces', value: formatCompact(figures.stock_qty) },
    { term: 'Valeur du stock', value: formatCompactMoney(figures.stock_retail_value, currency) },
    { term: 'Revus', value: formatPercent(share === null ? null : share * 100, 0) },
    { term: salesTerm(projects), value: formatCompactMoney(figures.sales, currency) },
    ...(costs
      ? [
          {
            term: 'Marge après invendus, jusqu’à la fin',
            value: formatCompactMoney(
              figures.profit_after_leftovers,
              projects[0]?.accounting_currency ?? 'EUR',
            ),
          },
        ]
      : []),
  ];
  return <FigureRow figures={entries} />;
}
