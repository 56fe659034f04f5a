import type { Rule, RuleConflict } from '@palier/contract';
import { formatQuantity, MAX_QUERY_VALUES } from '@palier/domain';
import { countOf, plural } from '../../../lib/french.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { conflictText, remedyTexts } from '../model/rule-text.ts';
import styles from './conflicts-card.module.css';

interface ConflictsCardProps {
  conflicts: readonly RuleConflict[];
  rules: readonly Rule[];
  currency: string;
  readOnly: string | null;
  /** Puts a rule just above its winner. */
  onSwap: (conflict: RuleConflict) => void;
  /** Takes the products of the conflict out of the rule. */
  onExclude: (conflict: RuleConflict) => void;
}

/** Where rules contradict each other: who wins, what becomes of the products, and what may be done. */
export function ConflictsCard(props: ConflictsCardProps) {
  const { conflicts } = props;
  if (conflicts.length === 0) return null;
  // A product may be in several.
  const count = new Set(conflicts.flatMap(({ item_group_ids }) => item_group_ids)).size;
  return (
    <Card title="Conflits" note={<Tag tone="attention">{countOf(count, 'produit')}</Tag>}>
      <ul className={styles.list}>
        {conflicts.map((conflict) => (
          <Conflict key={`${conflict.rule_id} ${conflict.winner_id}`} {...props} conflict={conflict} />
        ))}
      </ul>
    </Card>
  );
}

function Conflict(props: ConflictsCardProps & { conflict: RuleConflict }) {
  const { conflict, rules, currency, readOnly, onSwap, onExclude } = props;
  const text = conflictText(conflict, rules);
  if (!text) return null;
  const place = (id: string | null) => rules.findIndex(({ _id }) => _id === id) + 1;
  const [own, winner] = [place(conflict.rule_id), place(conflict.winner_id)];
  const count = conflict.discount_count;
  const tooMany = count > MAX_QUERY_VALUES ? `Une règle exclut au plus ${MAX_QUERY_VALUES} produits` : null;
  return (
    <li data-conflict={`${own}-${winner}`}>
      <p>
        La règle <b>{text.rule}</b> {text.asks}.{' '}
        {text.winner ? (
          <>
            La règle <b>{text.winner}</b> {text.wins}.{' '}
          </>
        ) : null}
        {text.end}
      </p>
      <div className={styles.remedies}>
        {text.winner ? (
          <Button
            small
            disabled={readOnly !== null}
            title={readOnly ?? undefined}
            onClick={() => onSwap(conflict)}
          >{`Faire passer ${own} avant ${winner}`}</Button>
        ) : null}
        <Button
          small
          disabled={readOnly !== null || tooMany !== null}
          title={readOnly ?? tooMany ?? undefined}
          onClick={() => onExclude(conflict)}
        >
          {`Exclure ${plural(count, 'ce produit', `les ${formatQuantity(count)} produits`)} de la règle ${own}`}
        </Button>
        <span className="spacer" />
        <ul className={styles.effects} aria-label="Effet de chaque remède">
          {remedyTexts(conflict, rules, currency).map((text) => (
            <li key={text} className="small muted">
              {text}
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}
