import type { Results } from '@palier/contract';
import { formatCompactMoney, formatQuantity } from '@palier/domain';
import { useState } from 'react';
import { countOf, french, plural } from '../../../lib/french.ts';
import { Card } from '../../../ui/card.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Table, TableHead } from '../../../ui/table.tsx';
import { type AgainstRow, type AgainstSum, addDecisions } from '../model/sum-decisions.ts';
import styles from './decisions-card.module.css';

const VIEWS = [
  { value: 'reasons', label: 'Par raison' },
  { value: 'people', label: 'Par personne' },
] as const;

interface DecisionsCardProps {
  results: readonly Results[];
  currency: string;
}

/** What was signed against the recommendation, and what it brought: an estimate, with where it holds. */
export function DecisionsCard({ results, currency }: DecisionsCardProps) {
  const [view, setView] = useState<(typeof VIEWS)[number]['value']>('reasons');
  const decisions = addDecisions(results);
  const title = 'Décisions contre la recommandation';
  if (!decisions)
    return (
      <Card title={title}>
        <p className={`muted ${styles.text}`}>
          {french(
            'Rien à dire encore : aucune démarque passée n’a gardé ce qui était recommandé à sa validation.',
          )}
        </p>
      </Card>
    );
  const { total, people } = decisions;
  const rows = view === 'people' && people ? people : decisions.reasons;
  return (
    <Card
      title={title}
      note={french('marge après invendus, estimée')}
      tools={
        people && <Segmented small label="Décisions" value={view} options={[...VIEWS]} onChange={setView} />
      }
    >
      {total.line_count === 0 ? (
        <p className={`muted ${styles.text}`}>{french('Tout a été signé comme recommandé.')}</p>
      ) : (
        <DecisionTable
          heading={view === 'people' ? 'Personne' : 'Raison donnée'}
          {...{ rows, currency, total }}
        />
      )}
      <p className={`small muted ${styles.text}`}>
        {french(
          `${among(decisions.recommended_count)}Le rythme réel du produit est gardé ; l’effet de l’autre prix est celui que le modèle donnait à la validation. Entre parenthèses : huit chances sur dix, si tous les produits se trompent ensemble.`,
        )}
        {total.valued_count < total.line_count &&
          french(
            ` ${formatQuantity(total.line_count - total.valued_count)} sans prix, sans coût ou sans effet connu ne sont pas estimées.`,
          )}
      </p>
    </Card>
  );
}

/** How many were recommended in all, where it is known. */
function among(count: number | null): string {
  if (count === null) return '';
  return `Sur ${countOf(count, 'démarque recommandée', 'démarques recommandées')} et ${plural(count, 'signée', 'signées')}. `;
}

interface DecisionTableProps {
  heading: string;
  rows: readonly AgainstRow[];
  total: AgainstSum;
  currency: string;
}

function DecisionTable({ heading, rows, total, currency }: DecisionTableProps) {
  const widest = Math.max(1e-9, ...rows.map(({ value }) => Math.abs(value ?? 0)));
  return (
    <Table className={styles.table}>
      <TableHead
        titles={[
          heading,
          { figure: 'Démarques' },
          { hidden: 'Barre' },
          { figure: 'Gagné ou perdu' },
          { figure: 'Intervalle' },
        ]}
      />
      <tbody>
        {rows.map((row) => (
          <tr key={row.label}>
            <th scope="row">{row.label}</th>
            <td className="figure">{formatQuantity(row.line_count)}</td>
            <td className={styles.bars}>
              <Bar value={row.value} widest={widest} />
            </td>
            <Amounts sum={row} currency={currency} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{french('Ensemble')}</th>
          <td className="figure">{formatQuantity(total.line_count)}</td>
          <td />
          <Amounts sum={total} currency={currency} />
        </tr>
      </tfoot>
    </Table>
  );
}

/** From the middle: to the right what was gained, to the left what was lost. */
function Bar({ value, widest }: { value: number | null; widest: number }) {
  if (value === null) return null;
  const width = `${(50 * Math.abs(value)) / widest}%`;
  return value < 0 ? (
    <span className={styles.lost} style={{ width, right: '50%' }} />
  ) : (
    <span className={styles.gained} style={{ width, left: '50%' }} />
  );
}

function Amounts({ sum: { value, low, high }, currency }: { sum: AgainstSum; currency: string }) {
  if (value === null || low === null || high === null)
    return (
      <>
        <td className="figure muted">-</td>
        <td className="figure muted">-</td>
      </>
    );
  const money = (amount: number) => formatCompactMoney(amount, currency, true);
  return (
    <>
      <td className={`figure strong ${value < 0 ? 'attention' : 'good'}`}>{money(value)}</td>
      <td className="figure small muted">{french(`(${money(low)} à ${money(high)})`)}</td>
    </>
  );
}
