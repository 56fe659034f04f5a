import { formatCompactMoney, formatPercent, formatQuantity } from '@palier/domain';
import { Link } from 'react-router';
import { countOf } from '../../../lib/french.ts';
import { today as todayOf } from '../../../lib/today.ts';
import { cardClass } from '../../../ui/card.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { figuresNote, reviewedShare, salesTerm } from '../model/figures.ts';
import { resultsPath, rowCurrency, rowPath } from '../model/row-places.ts';
import type { Row } from '../model/rows.ts';
import { hasResults, operationPhaseLabel, projectPhase } from '../model/state.ts';
import styles from './operation-cards.module.css';

const kindClass = { operation: styles.operation, group: styles.group, project: '' };

/** The same rows as cards, for reading on a small screen. */
export function OperationCards({ rows }: { rows: readonly Row[] }) {
  return (
    <ul className={styles.cards}>
      {rows.map((row) => (
        <li key={row.key} className={cardClass(kindClass[row.kind])}>
          <CardOf row={row} />
        </li>
      ))}
    </ul>
  );
}

function CardOf({ row }: { row: Row }) {
  const today = todayOf();
  const { figures } = row;
  const share = reviewedShare(figures);
  const note = figuresNote(row.projects);
  return (
    <>
      <div className="side-by-side">
        <Link className="strong" to={rowPath(row)}>
          {row.label}
        </Link>
        <span className="spacer" />
        {row.kind === 'operation' && (
          <Tag tone={row.state === 'ongoing' ? 'good' : 'neutral'}>
            {operationPhaseLabel(row.projects, today)}
          </Tag>
        )}
        {hasResults(row.projects) && (
          <Link className="link small" to={resultsPath(row)} aria-label={`Bilan de ${row.label}`}>
            Bilan
          </Link>
        )}
        {row.alertCount > 0 && <Tag tone="attention">{countOf(row.alertCount, 'alerte', 'alertes')}</Tag>}
      </div>
      {row.kind === 'project' && <p className="muted small">{projectPhase(row.project).label}</p>}
      {note && <p className="muted small">{note}</p>}
      {row.kind !== 'group' && (
        <dl className={styles.figures}>
          <Figure term="Produits" value={formatQuantity(figures.discount_count)} />
          <Figure
            term={salesTerm(row.projects)}
            value={formatCompactMoney(figures.sales, rowCurrency(row))}
          />
          <Figure term="Revus" value={formatPercent(share === null ? null : share * 100, 0)} />
        </dl>
      )}
    </>
  );
}

function Figure({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  );
}
