import type { Project } from '@palier/contract';
import { formatCompactMoney, formatPercent, formatQuantity, readNumber } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getProjectSummary } from '../../lib/calls/get-project-summary.ts';
import { readProjectReferences } from '../../lib/calls/read-project-references.ts';
import { horizonText } from '../../lib/horizon-text.ts';
import { saidTotal } from '../../lib/said-total.ts';
import styles from './approval.module.css';

/** The figures that a phase is signed on, each against doing nothing. */
export function PhaseFigures({ project }: { project: Project }) {
  const summary = useQuery(getProjectSummary(project._id)).data?.summary ?? null;
  const total = saidTotal(project, summary);
  const nothing = useQuery(readProjectReferences(project._id)).data?.whole?.end.nothing ?? null;
  const days = horizonText(project, 'end');
  const sales = readNumber(total, 'forecast.sales');
  const merit = readNumber(total, 'forecast.profit_after_leftovers');
  const stock = readNumber(total, 'forecast.stock');
  const against = (value: number | null, other: number | null | undefined, say: (gap: number) => string) =>
    value === null || typeof other !== 'number' ? null : `${say(value - other)} / ne rien faire`;
  return (
    <dl className={styles.figures}>
      <Figure
        term={`CA ${days}`}
        value={formatCompactMoney(sales, project.catalog_currency)}
        note={against(sales, nothing?.sales, (gap) =>
          formatCompactMoney(gap, project.catalog_currency, true),
        )}
      />
      <Figure
        term={`Marge après invendus ${days}`}
        value={formatCompactMoney(merit, project.accounting_currency)}
        note={against(merit, nothing?.profit_after_leftovers, (gap) =>
          formatCompactMoney(gap, project.accounting_currency, true),
        )}
      />
      <Figure
        term="Stock restant"
        value={formatQuantity(stock)}
        note={against(stock, nothing?.stock, (gap) => `${gap > 0 ? '+' : ''}${formatQuantity(gap)}`)}
      />
      <Figure
        term="Taux moyen de la démarque"
        value={formatPercent(readNumber(total, 'phase_forecast.sales_discount_pct'))}
        note="des ventes"
      />
    </dl>
  );
}

function Figure({ term, value, note }: { term: string; value: ReactNode; note: string | null }) {
  return (
    <div>
      <dt className="small muted">{term}</dt>
      <dd>
        <b>{value}</b>
        {note !== null && <span className="tiny muted">{note}</span>}
      </dd>
    </div>
  );
}
