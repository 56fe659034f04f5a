import { formatCompactMoney, formatPercent, formatPercentDelta, groupLeader } from '@palier/domain';
import { countOf } from '../../../lib/french.ts';
import { Avatar, ProgressBar } from '../../../ui/marks.tsx';
import { Scale } from '../../../ui/scale.tsx';
import { Tag } from '../../../ui/tag.tsx';
import {
  type EarlierSales,
  gapToBefore,
  type ReferencesByProject,
  salesAgainst,
  salesMarks,
} from '../model/against.ts';
import { salesTerm } from '../model/figures.ts';
import { rowCurrency } from '../model/row-places.ts';
import type { OperationRow, Row } from '../model/rows.ts';
import { operationPhaseLabel, projectPhase, spanDates } from '../model/state.ts';
import styles from './operation-table.module.css';

/** Who leads the work: of a project, of the one that leads its group; an operation says what it holds. */
export function PilotCell({ row }: { row: Row }) {
  if (row.kind === 'operation')
    return (
      <td className={`muted small unbroken ${styles.contents}`} title={contents(row)}>
        {projectCount(row)}
      </td>
    );
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

/** The turnover to the end against what came before, and on the scale of that and the best attainable. */
export function AgainstCells({
  row,
  references,
  earlier,
  before,
}: {
  row: Row;
  references: ReferencesByProject;
  earlier: EarlierSales;
  /** The name of what came before. */
  before: string;
}) {
  const currency = rowCurrency(row);
  const against = salesAgainst(row.projects, references, row.figures.sales, earlier);
  const gap = gapToBefore(against);
  const marks = against ? salesMarks(against, currency, before) : [];
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

const projectCount = ({ projects }: OperationRow): string => countOf(projects.length, 'projet', 'projets');

/** Its groups are on the lines below: they are said to whoever has closed them. */
function contents(row: OperationRow): string {
  const projects = projectCount(row);
  return row.groupCount > 0 ? `${countOf(row.groupCount, 'groupe', 'groupes')}, ${projects}` : projects;
}

/** Where the work stands, and the days it is of. */
export function PhaseCells({ row, today }: { row: Row; today: string }) {
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

/** A share as a bar and a figure; over its limit it asks for attention. */
export function ShareCell({
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
  if (share === null)
    return (
      <span className={`side-by-side ${styles.share} ${styles.unknown}`}>
        <span className="figure muted">-</span>
      </span>
    );
  const over = limit !== undefined && share > limit;
  return (
    <span className={`side-by-side ${styles.share}`}>
      <ProgressBar share={share} label={label} tone={over ? 'attention' : tone} />
      <span className={over ? 'figure attention strong' : 'figure'}>{formatPercent(share * 100, 0)}</span>
    </span>
  );
}
