import { formatCompact, formatCompactMoney, formatMoney, formatQuantity } from '@palier/domain';
import { Link } from 'react-router';
import { useComparedOperation } from '../../../lib/compared-operation.tsx';
import { countOf, french } from '../../../lib/french.ts';
import { PerimeterTag } from '../../../lib/session/perimeter-tag.tsx';
import { useCosts } from '../../../lib/session/use-costs.ts';
import { cardClass } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Skeleton } from '../../../ui/marks.tsx';
import { Table } from '../../../ui/table.tsx';
import type { EarlierSales, ReferencesByProject } from '../model/against.ts';
import { budgetShare, figuresNote, reviewedShare, salesTerm } from '../model/figures.ts';
import { resultsPath, rowCurrency, rowPath } from '../model/row-places.ts';
import type { Row } from '../model/rows.ts';
import { hasResults } from '../model/state.ts';
import { AgainstCells, PhaseCells, PilotCell, ShareCell } from './operation-cells.tsx';
import styles from './operation-table.module.css';
import { useEarlierSales } from './use-earlier-sales.ts';
import { useReferences } from './use-references.ts';

const headings = [{ label: 'Produits' }, { label: 'Stock, pièces', spare: true }, { label: 'Valeur stock' }];

interface OperationTableProps {
  rows: readonly Row[];
  closed: ReadonlySet<string>;
  today: string;
  /** Missing where rows are always open. */
  onToggle?: (key: string) => void;
}

/** Operations, groups and projects with their key figures. */
export function OperationTable({ rows, closed, today, onToggle }: OperationTableProps) {
  const projects = new Map(rows.flatMap((row) => row.projects).map((project) => [project._id, project]));
  const references = useReferences([...projects.values()]);
  const [chosen] = useComparedOperation();
  const earlier = useEarlierSales([...projects.values()], chosen);
  const operation = earlier ? chosen : null;
  return (
    <section className={cardClass(styles.frame)} aria-label="Opérations et projets">
      <Table className={styles.table}>
        <thead>
          <TableHead operation={operation} />
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow
              key={row.key}
              row={row}
              open={!closed.has(row.key)}
              today={today}
              references={references}
              earlier={earlier}
              before={operation ?? 'N−1'}
              onToggle={onToggle}
            />
          ))}
        </tbody>
      </Table>
    </section>
  );
}

function TableHead({ operation = null }: { operation?: string | null }) {
  const costs = useCosts();
  return (
    <tr>
      <th scope="col">Opération, groupe, projet</th>
      <th scope="col">Pilote</th>
      <th scope="col">Phase</th>
      <th scope="col">Dates</th>
      {headings.map(({ label, spare }) => (
        <th key={label} scope="col" className={spare ? `figure ${styles.spare}` : 'figure'}>
          {label}
        </th>
      ))}
      <th scope="col">Revus</th>
      <th scope="col">Budget utilisé</th>
      <th scope="col" className="figure" title="CA prévu, ou réalisé d’un projet terminé">
        CA
        <span className={styles.days}>jusqu’à la fin</span>
      </th>
      <th
        scope="col"
        className="figure"
        title={french(
          `CA jusqu’à la fin, face ${operation === null ? 'aux mêmes jours de l’an dernier' : `au CA réalisé des mêmes démarques de ${operation}`}`,
        )}
      >
        /{'\u202f'}
        {operation === null ? 'N−1' : 'comparé'}
      </th>
      <th scope="col" className={styles.scales}>
        <span className={styles.past}>{operation === null ? 'N−1' : 'comparé'}</span>{' '}
        <span className={styles.best}>optimum</span> <span className={styles.planned}>prévu</span>
      </th>
      {costs && (
        <th scope="col" className="figure" title="Marge après invendus, jusqu’à la fin de chaque projet">
          Marge ap. inv.
          <span className={styles.days}>jusqu’à la fin</span>
        </th>
      )}
      <th scope="col" className={styles.centred}>
        Alertes
      </th>
    </tr>
  );
}

function TableRow({
  row,
  open,
  today,
  references,
  earlier,
  before,
  onToggle,
}: {
  row: Row;
  open: boolean;
  today: string;
  references: ReferencesByProject;
  earlier: EarlierSales;
  before: string;
  onToggle: ((key: string) => void) | undefined;
}) {
  const { figures } = row;
  const currency = rowCurrency(row);
  const accounting = row.projects[0]?.accounting_currency ?? 'EUR';
  const costs = useCosts();
  const note = figuresNote(row.projects);
  return (
    <tr className={styles[row.kind]}>
      <th scope="row" style={{ paddingLeft: 16 + row.depth * 28 }}>
        <span className="side-by-side">
          {row.kind === 'project' || !onToggle ? (
            <span className={styles.indent} />
          ) : (
            <button
              type="button"
              aria-expanded={open}
              aria-label={open ? `Fermer ${row.label}` : `Ouvrir ${row.label}`}
              onClick={() => onToggle(row.key)}
            >
              <Icon name={open ? 'chevron-down' : 'chevron-right'} />
            </button>
          )}
          <Link to={rowPath(row)}>{row.label}</Link>
          {row.kind === 'project' && <PerimeterTag projects={row.projects} />}
          {row.kind === 'group' && (
            <span className={`muted small ${styles.count}`}>
              {countOf(row.projects.length, 'projet', 'projets')}
            </span>
          )}
          {note && <span className={`muted small ${styles.note}`}>{note}</span>}
          {hasResults(row.projects) && (
            <>
              <span className="spacer" />
              <Link
                className={`link small ${styles.results}`}
                to={resultsPath(row)}
                aria-label={`Bilan de ${row.label}`}
              >
                Bilan
              </Link>
            </>
          )}
        </span>
      </th>
      <PilotCell row={row} />
      <PhaseCells row={row} today={today} />
      <td className="figure">{figures.discount_count > 0 ? formatQuantity(figures.discount_count) : '-'}</td>
      <td className={`figure ${styles.spare}`} title={formatQuantity(figures.stock_qty)}>
        {formatCompact(figures.stock_qty)}
      </td>
      <td className="figure" title={formatMoney(figures.stock_retail_value, currency)}>
        {formatCompactMoney(figures.stock_retail_value, currency)}
      </td>
      <td>
        <ShareCell share={reviewedShare(figures)} label={`Produits revus de ${row.label}`} tone="good" />
      </td>
      <td>
        <ShareCell
          share={budgetShare(figures)}
          label={`Budget utilisé de ${row.label}`}
          tone="neutral"
          limit={1}
        />
      </td>
      <td
        className="figure strong"
        data-figure="sales"
        title={`${salesTerm(row.projects)} : ${formatMoney(figures.sales, currency)}`}
      >
        {formatCompactMoney(figures.sales, currency)}
      </td>
      <AgainstCells row={row} references={references} earlier={earlier} before={before} />
      {costs && (
        <td
          className="figure"
          data-figure="merit"
          title={formatMoney(figures.profit_after_leftovers, accounting)}
        >
          {formatCompactMoney(figures.profit_after_leftovers, accounting)}
        </td>
      )}
      <td className={styles.centred}>
        {row.alertCount > 0 ? (
          <span className={styles.alerts}>{formatQuantity(row.alertCount)}</span>
        ) : (
          <span className="muted">-</span>
        )}
      </td>
    </tr>
  );
}

/** The table's shape while the projects load. */
export function OperationTableSkeleton() {
  const lines = ['a', 'b', 'c', 'd', 'e', 'f'];
  return (
    <section className={cardClass(styles.frame)} aria-busy="true" aria-label="Chargement des opérations">
      <Table className={styles.table}>
        <thead>
          <TableHead />
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line} className={styles.project}>
              <th scope="row" style={{ paddingLeft: 16 }}>
                <Skeleton width={160} />
              </th>
              {['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12', '13'].map((cell) => (
                <td key={cell}>
                  <Skeleton width={56} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
