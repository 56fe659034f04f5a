import {
  LAW_RULE_KEYS,
  LAW_RULES,
  type LawLevel,
  type LawPolicy,
  type LawRuleKey,
  type QueryTree,
  type ValidationCheck,
} from '@palier/domain';
import { french } from '../../../lib/french.ts';
import type { TagTone } from '../../../ui/tag.tsx';

/** A rule that stands above those of any project. */
export interface LockedRule {
  key: 'ladder' | LawRuleKey;
  label: string;
  /** What it holds, in a sentence. */
  says: string;
  /** What it does, in a word or two. */
  does: string;
  tone: TagTone;
  /** What it finds in the worked phase, and the products to look at; null: nothing, or not known. */
  found: { text: string; filter: QueryTree | null } | null;
}

const DOES: Readonly<Record<LawLevel, Pick<LockedRule, 'does' | 'tone'>>> = {
  note: { does: 'note', tone: 'neutral' },
  warn: { does: 'avertit', tone: 'attention' },
  block: { does: 'bloque la validation', tone: 'negative' },
};

/** Palier's own: no rule and no choice goes against it. */
const LADDER_RULE: LockedRule = {
  key: 'ladder',
  label: 'Un prix démarqué ne remonte pas',
  says: 'Tous les produits gardent au moins la démarque de la phase précédente.',
  does: 'toujours tenue',
  tone: 'dark',
  found: null,
};

/** The rules above the project's, with what the organisation chose of each and what the worked phase's checks found. */
export function lockedRules(policy: LawPolicy, checks: readonly ValidationCheck[]): LockedRule[] {
  const ofLaw = LAW_RULE_KEYS.map((key): LockedRule => {
    const { label, checks: says } = LAW_RULES[key];
    const check = checks.find((one) => one.key === key && (one.state !== 'ok' || one.detail !== null));
    const found = check ? { text: french(check.text), filter: check.filter } : null;
    return { key, label, says: french(says), ...DOES[policy[key]], found };
  });
  return [LADDER_RULE, ...ofLaw];
}

/** « 4 avertissent, 1 bloque la validation » */
export function lockedText(policy: LawPolicy): string {
  const count = (level: LawLevel): number => LAW_RULE_KEYS.filter((key) => policy[key] === level).length;
  const [noted, warned, blocking] = [count('note'), count('warn'), count('block')];
  const part = (some: number, one: string, many: string): string[] =>
    some === 0 ? [] : [`${some} ${some === 1 ? one : many}`];
  return [
    ...part(blocking, 'bloque la validation', 'bloquent la validation'),
    ...part(warned, 'avertit', 'avertissent'),
    ...part(noted, 'note', 'notent'),
  ].join(', ');
}
