import type { PhaseApproval, SignatureState } from '@palier/contract';
import { countOf, formatMoney, formatPercent, formatShortDate, plural } from '@palier/domain';
import { activityTime } from '../../lib/activity-time.ts';
import { french, upperFirst } from '../../lib/french.ts';

/** « Inès » of « Inès Dumont ». */
export const firstName = (name: string): string => name.split(' ')[0] ?? name;

/** « Ce qu’Inès », « ce que Marion ». */
export const whatSees = (name: string): string =>
  `Ce qu${/^[aeiouyhàâéèêëîïôùû]/i.test(name) ? '’' : 'e '}${name}`;

/** Why a signature is asked, or that no rule asks for one, in a sentence. */
export function needText({ mode, needed, causes }: SignatureState): string {
  if (mode === 'always') return 'Toute démarque se signe.';
  if (!needed) {
    const why = mode === 'never' ? 'Aucune règle ne demande de signature' : 'Tous les seuils sont tenus';
    return french(`${why} : signer valide la démarque.`);
  }
  const passed = causes.filter((one) => one.passed).map(({ sentence }) => sentence);
  return french(`Signature demandée : ${passed.join(' ; ')}.`);
}

/** Who set the rule, and the thresholds that are held. */
export function ruleText({
  mode,
  set_by,
  set_at,
  causes,
}: Pick<SignatureState, 'mode' | 'set_by' | 'set_at' | 'causes'>): string | null {
  if (mode === 'never' || set_by === null) return null;
  const held = causes.filter(({ passed }) => !passed).map(({ name }) => name);
  const by = `${mode === 'always' ? 'Règle fixée' : 'Seuils fixés'} par ${set_by} le ${formatShortDate(set_at?.slice(0, 10), true)}.`;
  return french(held.length === 0 ? by : `${by} Les autres sont tenus : ${held.join(', ')}.`);
}

/** How many products lapsed, or that the days or the endings of prices did. */
export function lapseText({ lapsed }: Pick<SignatureState, 'lapsed'>): string | null {
  const { count, days_changed, prices_changed } = lapsed;
  if (count === 0 && !days_changed && !prices_changed) return null;
  const days = days_changed ? 'les dates de la démarque' : null;
  const prices = prices_changed ? 'les terminaisons de prix' : null;
  const products = count > 0 ? countOf(count, 'produit', 'produits') : null;
  const what = [products, days, prices].filter(Boolean).join(' et ');
  const changed = plural(count + (days_changed || prices_changed ? 2 : 0), 'a changé', 'ont changé');
  return french(`${upperFirst(what)} ${changed} depuis la soumission : à soumettre de nouveau.`);
}

/** « 30 % → 40 % »; of a line whose list price alone is another, « 28,00 € → 17,50 € (tarif changé) ». */
export function changeText(
  { seen_pct, worked_pct, seen_price, price }: SignatureState['lapsed']['lines'][number],
  currency: string,
): string {
  if (seen_pct !== worked_pct) return `${formatPercent(seen_pct)} → ${formatPercent(worked_pct)}`;
  if (price === null) return french(`${formatMoney(seen_price, currency)} → sorti du projet`);
  return french(`${formatMoney(seen_price, currency)} → ${formatMoney(price, currency)} (tarif changé)`);
}

const ENDS = {
  signed: 'Signée',
  returned: 'Retournée',
  withdrawn: 'Retirée',
  replaced: 'Soumise de nouveau',
} as const;

/** « Soumise par Marion Roche, 10:08 : « Prête » »: a submission and what came of it, latest first. */
export function approvalTexts(approval: PhaseApproval, now: Date): string[] {
  const { submitted_name, submitted_at, word, to_name, decision, decided_name, decided_at } = approval;
  const to = to_name === null ? '' : `, à ${to_name}`;
  const asked = `Soumise par ${submitted_name}${to}, ${time(submitted_at, now)}${quoted(word)}`;
  if (decision === null || decided_at === null) return [french(asked)];
  const forName = approval.for_name === null ? '' : ` au nom de ${approval.for_name}`;
  const end = `${ENDS[decision]} par ${decided_name ?? ''}${forName}, ${time(decided_at, now)}${quoted(approval.decision_word)}`;
  return [french(end), french(asked)];
}

const time = (at: string, now: Date): string => activityTime(new Date(at), now);
const quoted = (word: string | null): string => (word === null ? '' : ` : « ${word} »`);
