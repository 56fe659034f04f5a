import type { Rule, RuleConflict, RuleSummary } from '@palier/contract';
import {
  formatCompactMoney,
  formatMoney,
  formatQuantity,
  MISSING,
  type SummaryContext,
} from '@palier/domain';
import type { DragEvent, KeyboardEvent } from 'react';
import { countOf, french, plural } from '../../../lib/french.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { Tag } from '../../../ui/tag.tsx';
import styles from './rule-list.module.css';
import { RuleSentence } from './rule-sentence.tsx';

/** What is known of a rule beside what it says. */
interface RuleMarks {
  effect: RuleSummary['data'][number] | undefined;
  conflicts: readonly RuleConflict[];
  unsaved: boolean;
}

interface RuleItemProps extends RuleMarks {
  rule: Rule;
  rules: readonly Rule[];
  context: SummaryContext;
  currency: string;
  /** The run at whose prices costs are counted. */
  pricedBy: string | null;
  selected: boolean;
  over: boolean;
  /** Why nothing may be changed; null when it may. */
  readOnly: string | null;
  onOpen: () => void;
  onSwitch: (active: boolean) => void;
  /** Moves it by so many places. */
  onMove: (by: number) => void;
  drag: { onStart: () => void; onOver: () => void; onDrop: () => void; onEnd: () => void };
}

const STATES = { new: 'brouillon', edited: 'modifiée', processed: null } as const;

const STATE_TITLES = {
  new: 'Elle n’a pas encore été appliquée aux démarques',
  edited: 'Elle a changé depuis qu’elle a été appliquée',
} as const;

function Marks({
  rule,
  rules,
  effect,
  conflicts,
  unsaved,
}: Pick<RuleItemProps, 'rule' | 'rules'> & RuleMarks) {
  const state = STATES[rule.state];
  const title = rule.state === 'processed' ? undefined : STATE_TITLES[rule.state];
  return (
    <>
      {state ? <Tag title={title}>{state}</Tag> : null}
      {unsaved ? <Tag tone="computed">non enregistrée</Tag> : null}
      {rule.active ? null : <Tag>désactivée</Tag>}
      {effect?.fault ? (
        <Tag tone="negative" title={effect.fault}>
          {effect.fault}
        </Tag>
      ) : null}
      {conflicts
        .filter(({ winner_id }) => winner_id !== null)
        .map(({ winner_id, discount_count }) => (
          <Tag key={winner_id} tone="attention">
            <Icon name="warning" size={12} />
            {`${formatQuantity(discount_count)} en conflit avec la règle ${rules.findIndex(({ _id }) => _id === winner_id) + 1}`}
          </Tag>
        ))}
    </>
  );
}

function Cost({ effect, currency, pricedBy }: Pick<RuleItemProps, 'effect' | 'currency' | 'pricedBy'>) {
  const cost = effect?.merit_cost ?? null;
  const costly = cost !== null && cost >= 0.5;
  const title = costly
    ? `Sans elle, la meilleure marge après invendus de ces produits gagnerait ${formatMoney(cost, currency)} d’ici la fin du projet, les autres règles gardées${pricedBy ? french(`, ce qu’elle libère étant payé au prix des contraintes du plan « ${pricedBy} »`) : ''}`
    : cost === null
      ? 'Pas connu : règle désactivée ou fautive, coûts que vous ne voyez pas, ou produits sans prévision'
      : 'Elle ne retient pas la meilleure marge après invendus de ses produits';
  return (
    <span className={styles.amount} title={effect ? title : undefined}>
      <b className={costly ? 'attention' : 'muted'}>
        {cost === null ? MISSING : formatCompactMoney(costly ? -cost : 0, currency)}
      </b>
      <span className="small muted">coût en marge</span>
    </span>
  );
}

/** A rule in the list: its place, what it says, its products, what it costs, and whether it is on. */
export function RuleItem(props: RuleItemProps) {
  const {
    rule,
    context,
    currency,
    pricedBy,
    selected,
    over,
    readOnly,
    effect,
    onOpen,
    onSwitch,
    onMove,
    drag,
  } = props;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onMove(event.key === 'ArrowUp' ? -1 : 1);
  };
  const onDragStart = (event: DragEvent): void => {
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', rule.name);
    drag.onStart();
  };
  const count = effect?.discount_count ?? null;
  return (
    <li
      data-rule={rule._id}
      data-selected={selected || undefined}
      data-over={over || undefined}
      data-off={!rule.active || undefined}
      draggable={readOnly === null}
      onDragStart={onDragStart}
      onDragOver={(event) => {
        event.preventDefault();
        drag.onOver();
      }}
      onDrop={(event) => {
        event.preventDefault();
        drag.onDrop();
      }}
      onDragEnd={drag.onEnd}
    >
      <button
        type="button"
        className={styles.handle}
        disabled={readOnly !== null}
        aria-label={`Déplacer la règle ${rule.position + 1}, ${rule.name}`}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        title={readOnly ?? 'Glissez pour changer l’ordre (ou Alt et les flèches)'}
        onKeyDown={onKeyDown}
      >
        <Icon name="drag" />
      </button>
      <span className={styles.place}>{rule.position + 1}</span>
      <button type="button" className={styles.opener} aria-pressed={selected} onClick={onOpen}>
        <span className={styles.name}>
          <b>{rule.name}</b>
          <Marks {...props} />
        </span>
        <span className={styles.sentence}>
          <RuleSentence rule={rule} context={context} />
        </span>
      </button>
      <span className={styles.amount} title={count === null ? undefined : countOf(count, 'produit')}>
        <b>{count === null ? '…' : formatQuantity(count)}</b>
        <span className="small muted">{plural(count ?? 0, 'produit', 'produits')}</span>
      </span>
      <Cost {...{ effect, currency, pricedBy }} />
      <Switch
        label={`Appliquer la règle ${rule.position + 1}, ${rule.name}`}
        checked={rule.active}
        disabled={readOnly !== null}
        title={readOnly ?? undefined}
        onChange={onSwitch}
      />
    </li>
  );
}
