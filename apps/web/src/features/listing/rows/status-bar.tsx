import { formatNumber, formatPercent, formatQuantity, formatWholeMoney } from '@palier/domain';
import type { ReactNode } from 'react';
import { countOf } from '../../../lib/french.ts';
import { useCosts } from '../../../lib/session/use-costs.ts';
import shared from '../shared.module.css';
import { DensityProposal } from './density-proposal.tsx';
import styles from './status-bar.module.css';
import type { RangeSums } from './sums.ts';

interface StatusBarProps {
  sums: RangeSums | null;
  /** The days of the horizon chosen, and those to the end. */
  days: { chosen: string; end: string };
  /** What the sum of sales is called. */
  salesLabel: string;
  /** Products listed; null until it is known. */
  count: number | null;
  catalog_currency: string;
  accounting_currency: string;
  validation: boolean;
  objective: boolean;
  compact: boolean;
  onCompact: () => void;
  onShortcuts: () => void;
}

function Fact({ label, value }: { label: string; value: string }): ReactNode {
  return (
    <span>
      {`${label} `}
      <b>{value}</b>
    </span>
  );
}

function Sums({
  sums,
  days,
  salesLabel,
  catalog,
  accounting,
}: {
  sums: RangeSums;
  days: StatusBarProps['days'];
  salesLabel: string;
  catalog: string;
  accounting: string;
}): ReactNode {
  const costs = useCosts();
  const number = (value: number | null): string =>
    sums.kind === 'number' ? formatNumber(value) : formatPercent(value);
  return (
    <>
      <span>
        <b>{`${formatQuantity(sums.cells)} cellules`}</b>
        {sums.column ? ` dans ${sums.column}` : ''}
      </span>
      {sums.kind === 'number' ? <Fact label="Somme" value={number(sums.sum)} /> : null}
      <Fact label="Moyenne" value={number(sums.average)} />
      <Fact label="Min" value={number(sums.minimum)} />
      <Fact label="Max" value={number(sums.maximum)} />
      {sums.kind === 'discount' ? (
        <>
          <Fact label={`${salesLabel} ${days.chosen}`} value={formatWholeMoney(sums.sales, catalog)} />
          {costs && (
            <Fact
              label={`Marge après invendus ${days.end}`}
              value={formatWholeMoney(sums.merit, accounting)}
            />
          )}
          <Fact label={`Stock restant ${days.chosen}`} value={formatQuantity(sums.stock)} />
        </>
      ) : null}
    </>
  );
}

function Key({ keys, children }: { keys: string; children: ReactNode }): ReactNode {
  return (
    <span>
      <kbd>{keys}</kbd> {children}
    </span>
  );
}

/** What the selected cells add up to, and the keys of the moment. */
export function StatusBar(props: StatusBarProps): ReactNode {
  const { sums, validation } = props;
  return (
    <footer className={styles.status}>
      <span className={styles.figures} aria-live="polite">
        {sums ? (
          <Sums
            sums={sums}
            days={props.days}
            salesLabel={props.salesLabel}
            catalog={props.catalog_currency}
            accounting={props.accounting_currency}
          />
        ) : validation ? (
          <>
            <Key keys="Espace">marque revu et descend</Key>
            <Key keys="Maj Espace">tout le groupe</Key>
            <Key keys="Ctrl Z">annule</Key>
          </>
        ) : props.count === null ? null : (
          <span>
            <b>{countOf(props.count, 'produit', 'produits')}</b> dans le filtre
          </span>
        )}
      </span>
      <span className="spacer" />
      {/* Beside the figures of a selection there is no room for it. */}
      {sums ? null : <DensityProposal compact={props.compact} onCompact={props.onCompact} />}
      {props.objective ? (
        <span className={shared.wideOnly}>
          Objectif de répartition <i className={styles.medianMark} />
        </span>
      ) : null}
      <span className={shared.wideOnly}>Répartition du stock : magasins · entrepôt · commandé</span>
      <button type="button" className={styles.shortcuts} onClick={props.onShortcuts}>
        <kbd>?</kbd> Raccourcis
      </button>
    </footer>
  );
}
