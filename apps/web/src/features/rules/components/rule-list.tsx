import type { Rule, RuleSummary } from '@palier/contract';
import type { SummaryContext } from '@palier/domain';
import { useState } from 'react';
import { isUnsaved, type RuleDraft } from '../model/draft.ts';
import { RuleItem } from './rule-item.tsx';
import styles from './rule-list.module.css';

interface RuleListProps {
  rules: readonly Rule[];
  summary: RuleSummary | undefined;
  drafts: Readonly<Record<string, RuleDraft>>;
  context: SummaryContext;
  currency: string;
  selected: string | null;
  readOnly: string | null;
  onOpen: (id: string) => void;
  onSwitch: (rule: Rule, active: boolean) => void;
  onMove: (rule: Rule, to: number) => void;
}

/** The rules from the one that wins to the last: moved by dragging, or by Alt and the arrows. */
export function RuleList(props: RuleListProps) {
  const { rules, summary, drafts, selected, onOpen, onSwitch, onMove, ...shown } = props;
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const move = (rule: Rule, to: number): void => {
    if (to < 0 || to >= rules.length || to === rule.position) return;
    setSaid(`${rule.name} : place ${to + 1} sur ${rules.length}`);
    onMove(rule, to);
  };
  const end = (): void => {
    setDragged(null);
    setOver(null);
  };
  return (
    <>
      <ol className={styles.list} aria-label="Règles, de la première à la dernière">
        {rules.map((rule, index) => (
          <RuleItem
            key={rule._id}
            {...shown}
            pricedBy={summary?.priced_by ?? null}
            rule={rule}
            rules={rules}
            effect={summary?.data.find(({ rule_id }) => rule_id === rule._id)}
            conflicts={summary?.conflicts.filter(({ rule_id }) => rule_id === rule._id) ?? []}
            unsaved={isUnsaved(drafts[rule._id], rule)}
            selected={rule._id === selected}
            over={over === index && dragged !== index}
            onOpen={() => onOpen(rule._id)}
            onSwitch={(active) => onSwitch(rule, active)}
            onMove={(by) => move(rule, index + by)}
            drag={{
              onStart: () => setDragged(index),
              onOver: () => setOver(index),
              onDrop: () => {
                const moved = dragged === null ? undefined : rules[dragged];
                if (moved) move(moved, index);
                end();
              },
              onEnd: end,
            }}
          />
        ))}
      </ol>
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </>
  );
}
