import {
  appliedRules,
  discountFault,
  formatMoneyDelta,
  formatShortDate,
  isShown,
  lineAtItsPhase,
  phaseLabel,
  previousDiscount,
} from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { momentText } from '../../../lib/activity-time.ts';
import { french } from '../../../lib/french.ts';
import { horizonText } from '../../../lib/horizon-text.ts';
import { useCosts } from '../../../lib/session/use-costs.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Avatar, PartsBar } from '../../../ui/marks.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { readLineHistory } from '../api/queries.ts';
import discountStyles from '../cells/discount.module.css';
import { boundsText, percentText } from '../cells/discount-text.ts';
import { alignFigure } from '../cells/figures.tsx';
import { lineAtLevels } from '../edit/effect.ts';
import shared from '../shared.module.css';
import { CurveChart } from './curve-chart.tsx';
import type { ProductPart } from './part.ts';
import styles from './reasons.module.css';
import { RuleEffects } from './rule-effects.tsx';
import { type ShieldCost, shieldCosts } from './shields.ts';

const RESULTS = [
  { value: 'profit_after_leftovers', label: 'Marge après invendus' },
  { value: 'sales', label: 'CA prévu' },
  { value: 'sales_qty', label: 'Unités' },
] as const;

export function Curve({ product, project, line, context }: ProductPart): ReactNode {
  const costs = useCosts();
  const results = costs ? RESULTS : RESULTS.filter(({ value }) => value !== 'profit_after_leftovers');
  const [result, setResult] = useState<(typeof RESULTS)[number]['value']>(
    costs ? 'profit_after_leftovers' : 'sales',
  );
  const rows = lineAtLevels(line).filter((row) => Number.isFinite(row[result]));
  if (rows.length < 2) return null;
  const currency =
    result === 'profit_after_leftovers'
      ? context.accounting_currency
      : result === 'sales'
        ? context.catalog_currency
        : null;
  const points = rows.map((row) => ({
    level: row.level,
    value: row[result],
    quantity: row.sales_qty,
    allowed: discountFault(row.level, line, context.levels) === null,
  }));
  return (
    <section>
      <h3>
        Résultat selon la démarque <span className="muted small">{horizonText(project, 'end')}</span>
        <span className="spacer" />
        <Segmented small label="Résultat" value={result} options={results} onChange={setResult} />
      </h3>
      <CurveChart
        points={points}
        chosen={line.discount_pct ?? null}
        kept={previousDiscount(line) ?? 0}
        currency={currency}
        label={`Résultat selon la démarque, ${horizonText(project, 'end')}`}
      />
      {product?.forecast_source && (
        <p
          className={shared.note}
        >{`Prévision ${product.forecast_source === 'imported' ? 'importée' : 'calculée par Palier'}`}</p>
      )}
    </section>
  );
}

const SHIELDS: Record<ShieldCost['kind'], string> = {
  previous: 'Un prix soldé ne remonte pas',
  floor: 'Règles, plancher',
  ceiling: 'Règles, plafond',
};

/** What binds the discount, each with what it costs; the rules themselves say it better where they are known. */
function Shields({
  line: found,
  project,
  context,
}: Pick<ProductPart, 'line' | 'project' | 'context'>): ReactNode {
  const line = lineAtItsPhase(found, project.working_phase);
  const ruled = appliedRules(line).length > 0;
  const shields = shieldCosts(line).filter(({ kind }) => kind === 'previous' || !ruled);
  return shields.map(({ kind, pct, cost }) => (
    <li key={kind}>
      <Icon name={kind === 'previous' ? 'lock' : 'shield'} />
      <span className="spacer">{`${SHIELDS[kind]}\u202f: ${percentText(pct)}`}</span>
      {cost === null ? null : cost >= 0.5 ? (
        <b className="attention">{`${formatMoneyDelta(-cost, context.accounting_currency)} de marge après invendus`}</b>
      ) : (
        <span className="muted">sans effet</span>
      )}
    </li>
  ));
}

export function Why(part: ProductPart): ReactNode {
  const { product, line } = part;
  const reasons = product?.reasons ?? [];
  return (
    <section>
      <h3>
        {isShown(line.discount_pct)
          ? `Pourquoi ${percentText(line.discount_pct)}\u202f?`
          : 'Quelle démarque\u202f?'}
      </h3>
      {reasons.length === 0 ? <p className="muted">{boundsText(line)}</p> : null}
      {reasons.map((reason) => (
        <p key={reason}>{french(reason)}</p>
      ))}
      <ul className={styles.checks}>
        <Shields {...part} />
        <RuleEffects {...part} />
      </ul>
    </section>
  );
}

export function Sensitivity({ product }: ProductPart): ReactNode {
  const elasticity = product?.elasticity;
  if (!elasticity) return null;
  const own = Math.round(100 * elasticity.own_weight);
  return (
    <section>
      <h3>Sensibilité au prix</h3>
      <p>
        <b>{alignFigure(elasticity.value)}</b>
        <span className="muted">{` (8 chances sur 10 entre ${alignFigure(elasticity.low)} et ${alignFigure(elasticity.high)})`}</span>
      </p>
      <PartsBar
        height={6}
        label={`${own} % du produit`}
        parts={[
          { key: 'own', value: own, color: 'var(--blue-500)', label: 'Du produit' },
          { key: 'borrowed', value: 100 - own, color: 'var(--blue-100)', label: 'Empruntée' },
        ]}
      />
      <p className={shared.note}>{`${own}\u202f% de l’historique du produit · ${elasticity.source}`}</p>
    </section>
  );
}

export function Decisions({ project, line }: ProductPart): ReactNode {
  const history = useQuery(readLineHistory(project._id, line.item_group_id));
  const past = line.previous_discount_pcts ?? [];
  const decided = (history.data ?? []).filter(({ kind }) => kind !== 'comment');
  return (
    <section>
      <h3>Décisions</h3>
      <ul className={styles.timeline}>
        {decided.slice(0, 8).map((activity) => (
          <li key={activity.activity_id}>
            <Avatar name={activity.user_name} small />
            <span>
              <b>{activity.user_name}</b> {activity.description}
              {activity.comment ? (
                <span className="muted">{` «\u202f${activity.comment}\u202f»`}</span>
              ) : null}
            </span>
            <time>{momentText(activity.date)}</time>
          </li>
        ))}
        {[...past].reverse().map((pct, index) => {
          const phase = past.length - 1 - index;
          return (
            <li key={phase}>
              <span className={discountStyles.step} data-part="step">
                {pct ?? '-'}
              </span>
              <span>{phaseLabel(project.phases[phase], phase)}</span>
              <time>{formatShortDate(project.phases[phase]?.start_date)}</time>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
