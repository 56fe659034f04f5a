import type { Project } from '@palier/contract';
import {
  awaitsClosing,
  budgetCeiling,
  daysBetween,
  formatCompactMoney,
  formatPercent,
  hasWorkingPhase,
  isObjectiveSet,
  phaseInSentence,
  phaseLabel,
} from '@palier/domain';
import { countOf, french } from '../../../lib/french.ts';
import { missingFacts } from '../../../lib/missing-facts.ts';

export interface Alert {
  key: string;
  severity: 'blocking' | 'attention';
  text: string;
  note?: string;
}

/** Days before the start of the worked phase from which products left to review are an alert. */
const reviewDays = 7;
/** Age of the data, in days, from which they are said to be old. */
const oldDataDays = 10;

function dataAlerts(project: Project): Alert[] {
  const { snapshot } = project;
  const missing = missingFacts(project);
  if (missing) return [{ key: 'missing', severity: 'blocking', text: missing.title, note: missing.text }];
  if (snapshot?.status === 'failed')
    return [
      {
        key: 'failed',
        severity: 'blocking',
        text: 'Le dernier calcul des chiffres a échoué',
        note: snapshot.error ?? undefined,
      },
    ];
  if (snapshot?.status === 'none')
    return [{ key: 'none', severity: 'blocking', text: 'Aucun chiffre : importez des données' }];
  if (project.overview?.discount_count === 0)
    return [{ key: 'empty', severity: 'blocking', text: 'La sélection ne prend aucun produit' }];
  return [];
}

function reviewAlerts(project: Project, today: string): Alert[] {
  const { overview, working_phase } = project;
  if (!overview || working_phase === null || working_phase === undefined) return [];
  const phase = project.phases[working_phase];
  const left = (overview.discount_count ?? 0) - (overview.discount_pct_reviewed_count ?? 0);
  if (!phase || left <= 0) return [];
  const days = daysBetween(project.data_date ?? today, phase.start_date);
  if (days > reviewDays) return [];
  const when =
    days < 0
      ? 'déjà commencée'
      : days === 0
        ? 'départ aujourd’hui'
        : `départ dans ${countOf(days, 'jour', 'jours')}`;
  return [
    {
      key: 'review',
      severity: 'attention',
      text: `${countOf(left, 'produit à revoir', 'produits à revoir')} pour ${phaseInSentence(phaseLabel(phase, working_phase))}`,
      note: when,
    },
  ];
}

function budgetAlerts(project: Project): Alert[] {
  const ceiling = budgetCeiling(project.objective);
  const used = project.overview?.discount_budget;
  if (ceiling === null || ceiling <= 0 || used === null || used === undefined || used <= ceiling) return [];
  return [
    {
      key: 'budget',
      severity: 'attention',
      text: `Budget de démarque dépassé, ${formatPercent((100 * used) / ceiling, 0)} du plafond`,
      note: formatCompactMoney(used - ceiling, project.catalog_currency, true),
    },
  ];
}

/** Its last day is past and its phases were never all validated: its figures stay unknown until somebody closes it. */
function closingAlert(project: Project): Alert {
  const index = project.working_phase ?? 0;
  return {
    key: 'closing',
    severity: 'attention',
    text: `${phaseLabel(project.phases[index], index)} jamais validée, les dates du projet sont passées`,
    note: 'validez pour clore',
  };
}

/** What asks for someone's attention in a project, the most blocking first. */
export function projectAlerts(project: Project, today: string): Alert[] {
  if (awaitsClosing(project)) return [...dataAlerts(project), closingAlert(project)].map(inFrench);
  const objective: Alert[] =
    hasWorkingPhase(project) && !isObjectiveSet(project.objective)
      ? [{ key: 'objective', severity: 'attention', text: 'Objectif de répartition à fixer' }]
      : [];
  const age = project.data_date ? daysBetween(project.data_date, today) : 0;
  const working = hasWorkingPhase(project) && today <= project.end_date;
  const old: Alert[] =
    working && age > oldDataDays
      ? [{ key: 'old', severity: 'attention', text: `Données vieilles de ${countOf(age, 'jour', 'jours')}` }]
      : [];
  return [
    ...dataAlerts(project),
    ...reviewAlerts(project, today),
    ...budgetAlerts(project),
    ...objective,
    ...old,
  ].map(inFrench);
}

const inFrench = (alert: Alert): Alert => ({ ...alert, text: french(alert.text) });
