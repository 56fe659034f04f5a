import {
  type Collection,
  formatCompact,
  formatCompactMoney,
  formatMoney,
  formatPercent,
  formatPercentDelta,
  formatQuantity,
  groupLeader,
} from '@palier/domain';
import { Link } from 'react-router';
import { countOf } from '../../../lib/french.ts';
import { paths } from '../../../lib/paths.ts';
import { PerimeterTag } from '../../../lib/session/perimeter-tag.tsx';
import { useCosts } from '../../../lib/session/use-costs.ts';
import { cardClass } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Avatar, ProgressBar, Skeleton } from '../../../ui/marks.tsx';
import { Scale } from '../../../ui/scale.tsx';
import { Table } from '../../../ui/table.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { gapToLastYear, type ReferencesByProject, salesAgainst, salesMarks } from '../model/against.ts';
import { budgetShare, reviewedShare, salesTerm } from '../model/figures.ts';
import type { OperationRow, Row } from '../model/rows.ts';
import { hasResults, operationPhaseLabel, projectPhase, spanDates } from '../model/state.ts';
import styles from './operation-table.module.css';
import { useReferences } from './use-references.ts';

/** Where a row leads. */
export function rowPath(row: Row): string {
  return paths.collection(collectionOf(row));
}

function collectionOf(row: Row): Collection {
  if (row.kind === 'operation') return { type: 'operation', id: row.label };
  if (row.kind === 'group') return { type: 'project-group', id: row.groupId };
  return { type: 'project', id: row.project._id };
}

/** Where the post-mortem of a row is read. */
export function resultsPath(row: Row): string {
  return paths.results(collectionOf(row));
}

/** Currency of a row's money: its projects' own; they are of one currency in one operation. */
export function rowCurrency(row: Row): string {
  return row.projects[0]?.catalog_currency ?? 'EUR';
}

const headings = [{ label: 'Produits' }, { label: 'Stock, pièces', spare: true }, { label: 'Valeur stock' }];

export interface OperationTableProps {
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
  return (
    <section className={cardClass(styles.frame)} aria-label="Opérations et projets">
      <Table className={styles.table}>
        <thead>
          <TableHead />
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow
              key={row.key}
              row={row}
              open={!closed.has(row.key)}
              today={today}
              references={references}
              onToggle={onToggle}
            />
          ))}
        </tbody>
      </Table>
    </section>
  );
}

function TableHead() {
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
      <th scope="col" className="figure" title="CA jusqu’à la fin, face aux mêmes jours de l’an dernier">
        /{'\u202f'}N−1
      </th>
      <th scope="col" className={styles.scales}>
        <span className={styles.past}>N−1</span> <span className={styles.best}>optimum</span>{' '}
        <span className={styles.planned}>prévu</span>
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
  onToggle,
}: {
  row: Row;
  open: boolean;
  today: string;
  references: ReferencesByProject;
  onToggle: ((key: string) => void) | undefined;
}) {
  const { figures } = row;
  const currency = rowCurrency(row);
  const costs = useCosts();
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
      <AgainstCells row={row} references={references} />
      {costs && (
        <td
          className="figure"
          data-figure="merit"
          title={formatMoney(figures.profit_after_leftovers, currency)}
        >
          {formatCompactMoney(figures.profit_after_leftovers, row.projects[0]?.accounting_currency ?? 'EUR')}
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

/** Who leads the work: of a project, of the one that leads its group; an operation says what it holds. */
function PilotCell({ row }: { row: Row }) {
  if (row.kind === 'operation') return <td className={`muted small ${styles.contents}`}>{contents(row)}</td>;
  const pilot = groupLeader(row.projects)?.pilot ?? null;
  if (!pilot) return <td className="muted">-</td>;
  return (
    <td>
      <span className="side-by-side" title={pilot.name}>
        <Avatar name={pilot.name} small />
        <span className={styles.pilot}>{row.kind === 'group' ? `${pilot.name}, pilote` : pilot.name}</span>
      </span>
    </td>
  );
}

/** The turnover to the end against last year's, and on the scale of last year's and the best attainable. */
function AgainstCells({ row, references }: { row: Row; references: ReferencesByProject }) {
  const currency = rowCurrency(row);
  const against = salesAgainst(row.projects, references, row.figures.sales);
  const gap = gapToLastYear(against);
  const marks = against ? salesMarks(against, currency) : [];
  return (
    <>
      <td className={gap === null ? 'figure muted' : `figure ${gap < 0 ? 'attention' : styles.ahead}`}>
        {gap === null ? '-' : formatPercentDelta(gap, 1)}
      </td>
      <td className={styles.scales}>
        {against && marks.length > 0 && (
          <Scale
            value={against.sales}
            marks={marks}
            width="100%"
            label={`${salesTerm(row.projects)}, ${row.label} : ${formatCompactMoney(against.sales, currency)}, ${marks.map(({ label }) => label).join(', ')}`}
          />
        )}
      </td>
    </>
  );
}

function contents(row: OperationRow): string {
  const projects = countOf(row.projects.length, 'projet', 'projets');
  return row.groupCount > 0 ? `${countOf(row.groupCount, 'groupe', 'groupes')}, ${projects}` : projects;
}

function PhaseCells({ row, today }: { row: Row; today: string }) {
  if (row.kind === 'operation') {
    return (
      <>
        <td>
          <Tag large tone={row.state === 'ongoing' ? 'good' : 'neutral'}>
            {operationPhaseLabel(row.projects, today)}
          </Tag>
        </td>
        <td>{spanDates(row.projects)}</td>
      </>
    );
  }
  if (row.kind === 'group') {
    return (
      <>
        <td />
        <td />
      </>
    );
  }
  const phase = projectPhase(row.project);
  return (
    <>
      <td>
        <span className={`${styles.state} ${styles[phase.kind] ?? ''}`} />
        {phase.label}
      </td>
      <td>{phase.dates}</td>
    </>
  );
}

function ShareCell({
  share,
  label,
  tone,
  limit,
}: {
  share: number | null;
  label: string;
  tone: 'good' | 'neutral';
  limit?: number;
}) {
  if (share === null) return <span className="muted">-</span>;
  const over = limit !== undefined && share > limit;
  return (
    <span className={`side-by-side ${styles.share}`}>
      <ProgressBar share={share} label={label} tone={over ? 'attention' : tone} />
      <span className={over ? 'figure attention strong' : 'figure'}>{formatPercent(share * 100, 0)}</span>
    </span>
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
