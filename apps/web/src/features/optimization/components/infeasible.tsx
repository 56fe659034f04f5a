import { formatCompactMoney, formatQuantity, GOAL_LABELS, isOptimizationGoal } from '@palier/domain';
import { countOf, french } from '../../../lib/french.ts';
import type { Optimization } from '../api/status.ts';
import styles from './infeasible.module.css';

type Infeasibility = NonNullable<NonNullable<Optimization['result_overview']>['infeasibility']>;

/** Why a run could not meet its rules: what is out of reach, how far one can go, what to relax. */
export function Infeasible({
  run,
  why,
  currency,
}: {
  run: Optimization;
  why: Infeasibility;
  currency: string;
}) {
  const goal = isOptimizationGoal(run.goal) ? GOAL_LABELS[run.goal].toLocaleLowerCase('fr-FR') : 'objectif';
  const useful = why.relaxations.filter(({ needed }) => needed !== null);
  const together = useful.some(({ with: others }) => (others?.length ?? 0) > 0);
  return (
    <section className={styles.reasons} aria-label={`Pourquoi ${run.name} est impossible`}>
      <h3>{french(`« ${run.name} » est impossible`)}</h3>
      {why.violated.map(({ label, asked, best }) => (
        <p key={label} className="small">
          {french(`${label} : ${asked} demandé`)}
          {best === null ? (
            french(' : cette règle se tient seule, pas avec les autres.')
          ) : (
            <>
              , <b>{best}</b> au mieux.
            </>
          )}
        </p>
      ))}
      {why.blocked_count > 0 && (
        <p className="small">
          {countOf(why.blocked_count, 'produit n’a', 'produits n’ont')} aucune démarque permise par leurs
          règles.
        </p>
      )}
      {useful.length > 0 && (
        <>
          <p className="small strong">
            {together ? 'Ce qui suffirait, ces règles ensemble :' : 'Ce qui suffirait, une règle à la fois :'}
          </p>
          <ul>
            {useful.map(({ label, needed, value }) => (
              <li key={label} className="small">
                <span className="spacer">{label}</span>
                <span>
                  <b>{needed}</b>
                  {value !== null && (
                    <span className="muted tiny">
                      {' '}
                      {goal} {formatCompactMoney(value, currency)}
                    </span>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {useful.length === 0 && why.relaxations.length > 1 && (
        <p className="small">Aucune règle ne suffit à elle seule : relâchez-en plusieurs.</p>
      )}
      {why.sampled_count !== null && (
        <p className="tiny muted">
          Estimé sur {formatQuantity(why.sampled_count)} produits pris dans l’ensemble.
        </p>
      )}
      <p className="tiny muted">
        Le plan le plus proche est montré quand même : rien n’est changé au listing.
      </p>
    </section>
  );
}
