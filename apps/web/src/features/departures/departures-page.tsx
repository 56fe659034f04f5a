import type { Departures, Project } from '@palier/contract';
import {
  ABSENCE_TEXTS,
  DISCOUNT_KIND_LABELS,
  formatCompactMoney,
  formatMoney,
  formatPercent,
  formatQuantity,
  phaseLabel,
} from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { momentText } from '../../lib/activity-time.ts';
import { errorMessage } from '../../lib/api/errors.ts';
import { fr } from '../../lib/fr.ts';
import { countOf, french } from '../../lib/french.ts';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/marks.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { Table, TableHead } from '../../ui/table.tsx';
import styles from './departures-page.module.css';
import { listDepartures } from './list-departures.ts';

type Departed = Departures['data'][number];

/** The products that somebody decided of and that new figures no longer have, each with why. */
export function DeparturesPage({ project }: { project: Project }) {
  const { data, isPending, isError, error, refetch } = useQuery(listDepartures(project._id));
  return (
    <Page stacked>
      <title>{`Produits sortis de ${project.name} · Palier`}</title>
      <header>
        <h1>Produits décidés, sortis du projet</h1>
        <p className="muted">
          {french(
            'Ils étaient décidés, revus ou commentés, et les derniers chiffres ne les ont plus : leur stock, leur CA prévu et leur budget n’y comptent plus. Ce qui en était décidé est gardé, et revient avec eux, même si la démarque est validée entre-temps.',
          )}
        </p>
      </header>
      {isError && (
        <ErrorState title={fr.errors.load} onRetry={() => void refetch()}>
          {errorMessage(error)}
        </ErrorState>
      )}
      {isPending && <Skeleton height={160} />}
      {data?.count === 0 && (
        <EmptyState icon="check" title="Aucun produit décidé n’a quitté le projet">
          Ceux que de prochaines données feraient sortir seront nommés ici.
        </EmptyState>
      )}
      {data && data.count > 0 && <DepartedTable departures={data} project={project} />}
    </Page>
  );
}

function DepartedTable({ departures, project }: { departures: Departures; project: Project }) {
  const { count, data } = departures;
  const others = count - data.length;
  return (
    <Card title={titleOf(departures)} note={sumsOf(departures, project)}>
      <div className={styles.scroll}>
        <Table className={styles.table}>
          <TableHead
            titles={[
              ...['Produit', 'Pourquoi', 'Sorti'],
              ...['Démarque', 'Stock', 'CA prévu', 'Budget'].map((figure) => ({ figure })),
              'Modifié par',
            ]}
          />
          <tbody>
            {data.map((line) => (
              <DepartedRow key={`${line.activity_id} ${line.discount_id}`} line={line} project={project} />
            ))}
          </tbody>
        </Table>
      </div>
      {others > 0 && (
        <p className="small muted">{`et ${countOf(others, 'autre produit', 'autres produits')}`}</p>
      )}
    </Card>
  );
}

/** Figures are those of the phase worked as the product left. */
function DepartedRow({ line, project }: { line: Departed; project: Project }) {
  const { project_phase: phase, catalog_currency: currency } = { ...project, ...line };
  return (
    <tr data-code={line.item_group_id} className={line.returned ? 'muted' : undefined}>
      <th scope="row">
        {line.title ?? line.item_group_id} <span className="muted small">{line.item_group_id}</span>
      </th>
      <td>{line.returned ? 'Revenu dans le projet depuis' : ABSENCE_TEXTS[line.reason]}</td>
      <td title={phaseLabel(project.phases[phase], phase)}>{momentText(line.left_at)}</td>
      <td className="figure">
        {formatPercent(line.discount_pct)} <span className="tiny muted">{howText(line)}</span>
      </td>
      <td className="figure">{formatQuantity(line.stock_qty)}</td>
      <td className="figure">{formatMoney(line.sales, currency)}</td>
      <td className="figure">{formatMoney(line.discount_budget, currency)}</td>
      <td>{line.decided_by ?? '-'}</td>
    </tr>
  );
}

/** Where the discount came from, and whether it was seen: « choisie, revue ». */
function howText({ discount_kind, included, reviewed }: Departed): string {
  return [
    discount_kind && DISCOUNT_KIND_LABELS[discount_kind].toLowerCase(),
    !included && 'produit exclu',
    reviewed && 'revue',
  ]
    .filter(Boolean)
    .join(', ');
}

function titleOf({ away_count }: Departures): string {
  if (away_count === 0) return 'Tous sont revenus';
  return countOf(away_count, 'produit sorti', 'produits sortis');
}

/** What those that are not back stood for; nothing where not all of them are named. */
function sumsOf({ count, data }: Departures, { catalog_currency }: Project): string | null {
  const away = data.filter(({ returned }) => !returned);
  if (count > data.length || away.length === 0) return null;
  const sum = (pick: (line: Departed) => number | null): number | null => {
    const known = away.flatMap((line) => pick(line) ?? []);
    return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
  };
  const [stock, sales, budget] = [
    sum(({ stock_qty }) => stock_qty),
    sum((line) => line.sales),
    sum(({ discount_budget }) => discount_budget),
  ];
  return [
    stock !== null && countOf(stock, 'pièce'),
    sales !== null && `${formatCompactMoney(sales, catalog_currency)} de CA prévu`,
    budget !== null && `${formatCompactMoney(budget, catalog_currency)} de budget`,
  ]
    .filter(Boolean)
    .join(' · ');
}
