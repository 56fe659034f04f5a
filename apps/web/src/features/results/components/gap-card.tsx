import { formatCompactMoney, formatMoneyDelta, isShown } from '@palier/domain';
import { countOf, french } from '../../../lib/french.ts';
import { Card } from '../../../ui/card.tsx';
import { GAP_PARTS, gapSteps } from '../model/gap-steps.ts';
import type { Comparison } from '../model/sum-results.ts';
import styles from './results.module.css';
import { Waterfall } from './waterfall.tsx';

/** Below, the parts of the gap are said to the unit. */
const TO_UNIT = 1e6;

/** The gap to the plan in margin after leftovers, split into parts that add up to it. */
export function GapCard({
  total,
  merit,
  currency,
}: {
  total: Comparison;
  /** What was earned, leftovers deducted; null when what was left is not known. */
  merit: number | null;
  currency: string;
}) {
  const { gap, line_count, compared_count } = total;
  if (!gap) return null;
  const amounts = [...GAP_PARTS.map(({ name }) => gap[name]), gap.total];
  // A sum is read across: « −300 € −1,0 k€ = −1,3 k€ » adds up for nobody.
  const isToUnit = amounts.every((amount) => Math.abs(amount) < TO_UNIT);
  const money = (value: number) =>
    isToUnit ? formatMoneyDelta(value, currency) : formatCompactMoney(value, currency, true);
  const sum = GAP_PARTS.map(({ name }) => money(gap[name])).join(' ');
  const left = line_count - compared_count;
  return (
    <Card
      title="Écart au plan"
      note="marge après invendus"
      tools={<b className="unbroken">{french(`${sum} = ${money(gap.total)}`)}</b>}
    >
      {isShown(merit) ? (
        <Waterfall gap={gap} real={merit} currency={currency} partOf={money} />
      ) : (
        <dl className={styles.parts}>
          {GAP_PARTS.map(({ name, label, note }) => (
            <div key={name}>
              <dt>{label}</dt>
              <dd className={gap[name] < 0 ? 'attention' : 'good'}>{money(gap[name])}</dd>
              <dd className="small muted">{note}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="small muted">
        {left > 0
          ? french(`${countOf(left, 'produit')} sans plan, sans prix ou sans coût : au réel, sans écart.`)
          : french('Tous les produits ont leur plan, leur prix et leur coût.')}{' '}
        {isShown(merit) && gapSteps(gap, merit).base !== 0 && french('L’axe ne part pas de zéro.')}
      </p>
    </Card>
  );
}
