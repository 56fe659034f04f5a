import type { Results } from '@palier/contract';
import { formatCoefficient, formatPercent, formatPoints, isShown, LEAST_LINES } from '@palier/domain';
import { useState } from 'react';
import { countOf, french } from '../../../lib/french.ts';
import { Card } from '../../../ui/card.tsx';
import { depthColor } from '../../../ui/colors.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { Table, TableHead } from '../../../ui/table.tsx';
import { measuredPaces } from '../model/paces.ts';
import { AccelerationChart, AccelerationLegend } from './acceleration-chart.tsx';
import styles from './results.module.css';

/** A sum of shares; null when one of them is not known. */
function sumOf(objective: Results['objective'], name: 'objective_pct' | 'real_pct'): number | null {
  const shares = objective.map((one) => one[name]);
  return shares.every(isShown) ? shares.reduce((sum, share) => sum + share, 0) : null;
}

/** The share of products at each discount of the last past phase, beside the objective. */
export function ObjectiveCard({ objective }: { objective: Results['objective'] }) {
  const widest = Math.max(
    1,
    ...objective.map(({ real_pct, objective_pct }) => Math.max(real_pct, objective_pct ?? 0)),
  );
  return (
    <Card title="Objectif et réel" note="part des produits, dernière démarque passée">
      <Table>
        <TableHead
          titles={[
            'Démarque',
            { figure: 'Objectif' },
            { figure: 'Réel' },
            { figure: 'Écart' },
            { hidden: 'Parts' },
          ]}
        />
        <tbody>
          {objective.map(({ discount_pct, objective_pct, real_pct, line_count }, index) => (
            <tr key={discount_pct}>
              <th scope="row">{formatPercent(discount_pct, 0)}</th>
              <td className="figure muted">{formatPercent(objective_pct, 0)}</td>
              <td className="figure" title={countOf(line_count, 'produit')}>
                <b>{formatPercent(real_pct, 0)}</b>
              </td>
              <td className="figure muted">
                {objective_pct === null ? '-' : formatPoints(real_pct - objective_pct)}
              </td>
              <td className={styles.shares}>
                <span className={styles.shareBar}>
                  <span
                    className={styles.realShare}
                    style={{
                      width: `${(100 * real_pct) / widest}%`,
                      background: depthColor(index, objective.length),
                    }}
                  />
                  {objective_pct !== null && (
                    <i
                      className={styles.objectiveMark}
                      style={{ left: `${(100 * objective_pct) / widest}%` }}
                    />
                  )}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td className="figure muted">{formatPercent(sumOf(objective, 'objective_pct'), 0)}</td>
            <td className="figure">
              <b>{formatPercent(sumOf(objective, 'real_pct'), 0)}</b>
            </td>
            <td />
            <td className={`small muted ${styles.shares}`}>
              {french('barre : réel · trait orange : objectif')}
            </td>
          </tr>
        </tfoot>
      </Table>
    </Card>
  );
}

const FORMS = [
  { value: 'chart', label: 'Graphique' },
  { value: 'table', label: 'Tableau' },
] as const;
type Form = (typeof FORMS)[number]['value'];

/** How many times faster products sold in each phase at each discount than before the operation. */
export function AccelerationCard({ results }: { results: Results }) {
  const [form, setForm] = useState<Form>('chart');
  const isDrawn = form === 'chart' && measuredPaces(results.acceleration).paces.length > 0;
  return (
    <Card
      title="Accélération mesurée"
      tools={
        <>
          {isDrawn && <AccelerationLegend phases={results.phases} />}
          <Segmented
            small
            label="Forme de l’accélération"
            value={form}
            options={[...FORMS]}
            onChange={setForm}
          />
        </>
      }
    >
      {isDrawn ? <AccelerationChart results={results} /> : <AccelerationTable results={results} />}
      <p className="small muted">
        {french(
          `× le rythme des quatre semaines d’avant l’opération ; huit chances sur dix d’être dans l’intervalle ; ${isDrawn ? 'absent' : '« - »'} : moins de ${LEAST_LINES} produits`,
        )}
      </p>
    </Card>
  );
}

function AccelerationTable({ results: { phases, acceleration } }: { results: Results }) {
  const levels = [...new Set(acceleration.map(({ discount_pct }) => discount_pct))].sort((a, b) => a - b);
  return (
    <Table>
      <TableHead titles={['Taux', ...phases.map(({ label }) => ({ figure: label }))]} />
      <tbody>
        {levels.map((level) => (
          <tr key={level}>
            <th scope="row">{formatPercent(level, 0)}</th>
            {phases.map(({ project_phase }) => {
              const found = acceleration.find(
                (one) => one.project_phase === project_phase && one.discount_pct === level,
              );
              const known = found && found.low !== null && found.high !== null;
              return (
                <td
                  key={project_phase}
                  className="figure"
                  title={found && countOf(found.line_count, 'produit')}
                >
                  {known ? <b>{formatCoefficient(found.ratio)}</b> : '-'}
                  {known && (
                    <span className={`small muted ${styles.interval}`}>
                      {french(`${formatCoefficient(found.low)} à ${formatCoefficient(found.high)}`)}
                    </span>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
