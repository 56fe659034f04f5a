import type { Results } from '@palier/contract';
import { formatCoefficient, formatPercent, formatPoints, LEAST_LINES } from '@palier/domain';
import { french } from '../../../lib/french.ts';
import { Card } from '../../../ui/card.tsx';
import { Table, TableHead } from '../../../ui/table.tsx';
import styles from './results.module.css';

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
          {objective.map(({ discount_pct, objective_pct, real_pct, line_count }) => (
            <tr key={discount_pct}>
              <th scope="row">{formatPercent(discount_pct, 0)}</th>
              <td className="figure muted">{formatPercent(objective_pct, 0)}</td>
              <td className="figure" title={french(`${line_count} produits`)}>
                <b>{formatPercent(real_pct, 0)}</b>
              </td>
              <td className="figure muted">
                {objective_pct === null ? '-' : formatPoints(real_pct - objective_pct)}
              </td>
              <td className={styles.shares}>
                <span className={styles.shareBar}>
                  <span className={styles.realShare} style={{ width: `${(100 * real_pct) / widest}%` }} />
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
      </Table>
      <p className="small muted">{french('barre : réel · trait orange : objectif')}</p>
    </Card>
  );
}

/** How many times faster products sold in each phase at each discount than before the operation. */
export function AccelerationCard({ results }: { results: Results }) {
  const { phases, acceleration } = results;
  const levels = [...new Set(acceleration.map(({ discount_pct }) => discount_pct))].sort((a, b) => a - b);
  return (
    <Card title="Accélération mesurée" note="× le rythme des quatre semaines d’avant l’opération">
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
                    title={found && french(`${found.line_count} produits`)}
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
      <p className="small muted">
        {french(`huit chances sur dix d’être dans l’intervalle ; « - » : moins de ${LEAST_LINES} produits`)}
      </p>
    </Card>
  );
}
