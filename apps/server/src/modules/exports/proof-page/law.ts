import {
  formatDate,
  LAW_LEVEL_LABELS,
  LAW_RULE_KEYS,
  LAW_RULES,
  type LawPeriod,
  type LawPolicy,
  SEASON_LABELS,
  standsOn,
} from '@palier/domain';
import { type Html, html } from '../../../http/html.ts';
import type { PricePhase } from '../price-phase.ts';

/** What the law is of a phase: the organisation's choices, and what its rules are read with; null where they are not. */
export interface ProofLaw {
  policy: LawPolicy;
  period: LawPeriod | null;
}

/** The rules with their texts and dates, and what the organisation lets each do. */
export function lawOf({ law, pricing: { phase } }: { law: ProofLaw; pricing: { phase: PricePhase } }): Html {
  const rows = LAW_RULE_KEYS.map((key) => {
    const { label, source, from, until, checks } = LAW_RULES[key];
    const days =
      until === null ? `depuis le ${formatDate(from)}` : `${formatDate(from)} → ${formatDate(until)}`;
    const level = law.period === null ? 'Non contrôlée' : LAW_LEVEL_LABELS[law.policy[key]];
    const stands = standsOn(LAW_RULES[key], phase.first_day);
    return html`<tr><td><b>${label}</b></td><td>${spaced(source)}, <small>${days}</small></td><td>${spaced(checks)}</td><td>${stands ? level : 'Pas en vigueur ce jour-là'}</td></tr>
`;
  });
  return html`<table>
<thead><tr><th>Règle</th><th>Texte</th><th>Ce qui est contrôlé</th><th>Réglage</th></tr></thead>
<tbody>
${rows}</tbody></table>
<p style="margin: 8px 0 4px">${soldesText(law.period)}</p>`;
}

function soldesText(period: LawPeriod | null): string {
  if (period === null)
    return 'Tous les lieux du projet sont hors de France\u202f: ces règles n’y sont pas contrôlées.';
  if (!period.is_soldes) return 'La démarque n’est pas dite «\u202fsoldes\u202f».';
  if (period.faults.length === 0)
    return 'La démarque est dite «\u202fsoldes\u202f», dans les dates légales des lieux du projet.';
  const legal = period.faults.map(
    ({ period: { season, place, first_day, last_day } }) =>
      `${SEASON_LABELS[season]}, ${place}\u202f: du ${formatDate(first_day)} au ${formatDate(last_day)}`,
  );
  return `La démarque est dite «\u202fsoldes\u202f» et sort des dates légales (${legal.join('\u202f; ')}).`;
}

const spaced = (text: string): string => text.replaceAll(/ ([;:»])/g, '\u202f$1').replaceAll('« ', '«\u202f');
