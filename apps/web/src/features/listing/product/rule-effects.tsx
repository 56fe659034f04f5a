import type { Project, RuleEffect } from '@palier/contract';
import { appliedRules, formatDelta, formatMoneyDelta, formatQuantity, plural } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { Icon } from '../../../ui/icon.tsx';
import { readRuleEffects } from '../api/rule-effects.ts';
import type { CellContext } from '../cells/context.ts';
import { percentText } from '../cells/discount-text.ts';
import type { Line } from '../rows/row.ts';
import type { ListingStateHandle } from '../screen/use-listing-state.ts';
import { ruleCost } from './rule-cost.ts';
import styles from './rule-effects.module.css';
import { levelsOfMerit } from './shields.ts';

interface RuleEffectsProps {
  project: Pick<Project, '_id'>;
  line: Line;
  handle: Pick<ListingStateHandle, 'state' | 'change'>;
  context: Pick<CellContext, 'levels' | 'accounting_currency'>;
}

function askedText({ discount, overruled_by }: RuleEffect): string {
  const asked =
    typeof discount === 'number'
      ? percentText(discount)
      : [
          discount.min === null ? '' : `au moins ${percentText(discount.min)}`,
          discount.max === null ? '' : `au plus ${percentText(discount.max)}`,
        ]
          .filter(Boolean)
          .join(', ');
  return overruled_by ? `${asked} · l’emporte : ${overruled_by}` : asked;
}

function WithoutRule({ effect, line, context }: { effect: RuleEffect } & RuleEffectsProps): ReactNode {
  const cost = ruleCost(line, effect, context.levels);
  if (levelsOfMerit(line).length === 0) return null;
  if (!cost)
    return <span className="muted">Sans elle, la meilleure marge après invendus serait la même.</span>;
  return (
    <span>
      {`Sans elle, ${percentText(cost.level)} donnerait `}
      <b className="attention">{`${formatMoneyDelta(cost.merit, context.accounting_currency)} de marge après invendus`}</b>
      {` et ${formatDelta(cost.sales_qty)} ${plural(Math.round(Math.abs(cost.sales_qty)), 'unité', 'unités')} d’ici la fin.`}
    </span>
  );
}

/** The rules that take the product: what each asks, what it costs here, and the products that it takes. */
export function RuleEffects(part: RuleEffectsProps): ReactNode {
  const { project, line, handle } = part;
  const rules = appliedRules(line);
  const stamp = `${rules.map(({ id }) => id).join()} ${line.discount_pct_min} ${line.discount_pct_max} ${line.discount_pct}`;
  const { data } = useQuery({ ...readRuleEffects(project._id, line._id, stamp), enabled: rules.length > 0 });
  const show = ({ query: searchQuery }: RuleEffect): void => {
    const parameters = { ...handle.state.parameters, searchQuery, included: false };
    handle.change({ parameters, q: '', product: null });
  };
  return rules.map((rule) => {
    const effect = data?.find(({ rule_id }) => rule_id === rule.id);
    return (
      <li key={rule.id}>
        <Icon name="shield" />
        <span className="spacer">
          {`«\u202f${rule.name}\u202f»`}
          {effect ? <span className="muted">{` · ${askedText(effect)}`}</span> : null}
          {effect ? (
            <span className={styles.without}>
              <WithoutRule effect={effect} {...part} />{' '}
              <button type="button" className="link" onClick={() => show(effect)}>
                {effect.discount_count === null
                  ? 'Voir ses produits'
                  : `Voir ses produits (${formatQuantity(effect.discount_count)})`}
              </button>
              {' · '}
              <Link className="link" to={paths.rules(project._id, rule.id)}>
                Voir la règle
              </Link>
              {' · '}
              <Link
                className="link"
                to={`${paths.rules(project._id, rule.id)}&sans=`}
                title="Ce que seraient tous ses produits si elle était désactivée ; rien n’est écrit"
              >
                Essayer sans
              </Link>
            </span>
          ) : null}
        </span>
      </li>
    );
  });
}
