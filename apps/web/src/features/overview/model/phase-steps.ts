import type { Project, ProjectStats } from '@palier/contract';
import {
  addDays,
  dataDate,
  daysBetween,
  formatCompactMoney,
  formatPercent,
  formatQuantity,
  type Group,
  isPhaseOngoing,
  ongoingPhase,
  type PhaseState,
  phaseDecision,
  phaseEnd,
  phaseState,
  pricedPhase,
  readNumber,
} from '@palier/domain';
import { countOf } from '../../../lib/french.ts';

export interface StepLine {
  term: string;
  value: string;
  note?: string;
  tone?: 'good' | 'attention';
}
/** A phase validated before its first day is neither past nor to be decided. */
export type StepState = PhaseState | 'validated';

export interface PhaseStep {
  state: StepState;
  badge: string | null;
  lines: StepLine[];
}

interface Figures {
  /** false: the reader may not see costs. */
  costs?: boolean;
  project: Project;
  stats: ProjectStats | undefined;
  total: Group | null;
  today: string;
}

/**
 * What is made so far against what the forecast of the phase, kept when it was validated, gives for the days gone
 * by: « 86 % du prévu à date ».
 */
function againstForecast(
  actual: number | null,
  expected: number | null,
  elapsed: number,
): Pick<StepLine, 'note' | 'tone'> {
  if (actual === null || expected === null || expected <= 0 || elapsed <= 0) return {};
  // As it reads: what is written « 100 % » is not short of its forecast.
  const percent = Math.round((100 * actual) / (expected * elapsed));
  return {
    note: `${formatPercent(percent, 0)} du prévu à date`,
    tone: percent >= 100 ? 'good' : 'attention',
  };
}

/** Share of the ongoing phase's days that the data cover, between 0 and 1. */
function elapsedShare(project: Project, today: string): number {
  const index = ongoingPhase(project, today);
  const start = index === null ? undefined : project.phases[index]?.start_date;
  if (index === null || !start) return 1;
  return Math.min(
    1,
    (daysBetween(start, dataDate(project, today)) + 1) / daysBetween(start, phaseEnd(project, index)),
  );
}

function ongoingLines({ project, total, today, costs = true }: Figures): StepLine[] {
  const elapsed = elapsedShare(project, today);
  const sales = readNumber(total, 'phase_sales');
  const profit = readNumber(total, 'phase_profit');
  return [
    {
      term: 'CA à date',
      value: formatCompactMoney(sales, project.catalog_currency),
      ...againstForecast(sales, readNumber(total, 'ongoing_phase_forecast.sales'), elapsed),
    },
    ...(costs
      ? [
          {
            term: 'Marge à date',
            value: formatCompactMoney(profit, project.accounting_currency),
            ...againstForecast(profit, readNumber(total, 'ongoing_phase_forecast.profit'), elapsed),
          },
        ]
      : []),
    {
      term: 'Taux moyen',
      value: formatPercent(readNumber(total, 'phase_sales_discount_pct')),
      note: 'des ventes',
    },
  ];
}

function workedLines({ project, stats, total }: Figures): StepLine[] {
  const count = stats?.discount_count ?? 0;
  const reviewed = stats?.discount_pct_reviewed_count ?? 0;
  return [
    {
      term: 'CA prévu',
      value: formatCompactMoney(readNumber(total, 'phase_forecast.sales'), project.catalog_currency),
    },
    {
      term: 'Revus',
      value: stats ? `${formatQuantity(reviewed)} sur ${formatQuantity(count)}` : '-',
      note: count > 0 ? formatPercent((100 * reviewed) / count) : undefined,
    },
    {
      term: 'Taux moyen',
      value: formatPercent(readNumber(total, 'phase_forecast.sales_discount_pct')),
      note: 'des ventes',
    },
  ];
}

/** What the past phases gave: known together, so shown on the last of them. */
function pastLines({ project, total, today, costs = true }: Figures, index: number): StepLine[] {
  const next = project.phases[index + 1];
  const isLast =
    next === undefined ||
    next.start_date > dataDate(project, today) ||
    isPhaseOngoing(project, index + 1, today);
  if (!isLast) return [];
  const since = (operation: string, phase: string) => {
    const all = readNumber(total, operation);
    return all === null ? null : all - (readNumber(total, phase) ?? 0);
  };
  const note = index > 0 ? 'démarques passées' : undefined;
  const sales = since('operation_sales', 'phase_sales');
  const profit = since('operation_profit', 'phase_profit');
  return [
    { term: 'CA', value: formatCompactMoney(sales, project.catalog_currency), note },
    ...(costs
      ? [{ term: 'Marge', value: formatCompactMoney(profit, project.accounting_currency), note }]
      : []),
  ];
}

/** What is known of the later phases: they are forecast together, after the worked one. */
function laterLines({ project, total }: Figures): StepLine[] {
  const several = (project.working_phase ?? 0) + 1 < project.phases.length - 1;
  const all = readNumber(total, 'forecast.sales');
  const worked = readNumber(total, 'phase_forecast.sales');
  const rest = all === null || worked === null ? null : all - worked;
  return [
    {
      term: 'CA prévu',
      value: formatCompactMoney(rest, project.catalog_currency),
      note: several ? 'démarques à venir' : 'provisoire',
    },
    { term: 'Stock final', value: formatQuantity(readNumber(total, 'forecast.stock')), note: 'provisoire' },
  ];
}

/** What is signed of a phase that has not started: the discounts that its prices stand at. */
function validatedLines({ project, total }: Figures, index: number): StepLine[] {
  // Only the last validated phase's discounts are the lines' former ones.
  if (index !== pricedPhase(project)) return [];
  return [
    {
      term: 'Taux moyen',
      value: formatPercent(readNumber(total, 'previous_discount_pct')),
      note: 'du stock, signé',
    },
  ];
}

function badgeOf(state: StepState, index: number, { project, today }: Figures): string | null {
  const day = dataDate(project, today);
  const start = project.phases[index]?.start_date ?? day;
  if (state === 'ongoing') {
    const length = daysBetween(start, phaseEnd(project, index));
    return `En cours, jour ${daysBetween(start, day) + 1} sur ${length}`;
  }
  const days = daysBetween(day, start);
  if (state === 'validated') return `Validée, départ dans ${countOf(days, 'jour', 'jours')}`;
  if (state !== 'worked') return null;
  if (days > 0) return `Travaillée, départ dans ${countOf(days, 'jour', 'jours')}`;
  return days === 0 ? 'Travaillée, départ ce jour' : 'Travaillée, déjà commencée';
}

/** What a phase's step says. A phase both ongoing and worked is worked; later phases share one forecast. */
export function phaseStep(index: number, figures: Figures): PhaseStep {
  const { project, today, total } = figures;
  // Before its first figures nothing is past: its day is not known yet.
  if ((project.data_date ?? null) === null)
    return { state: index === project.working_phase ? 'worked' : 'upcoming', badge: null, lines: [] };
  const dated = phaseState(project, index, today);
  const signed = dated === 'upcoming' && phaseDecision(project, index) === 'validated';
  const state: StepState = signed ? 'validated' : dated;
  const badge = badgeOf(state, index, figures);
  const last = project.phases.length - 1;
  if (!total) return { state, badge, lines: [] };
  if (state === 'ongoing') return { state, badge, lines: ongoingLines(figures) };
  if (state === 'worked') return { state, badge, lines: workedLines(figures) };
  if (state === 'upcoming') return { state, badge, lines: index === last ? laterLines(figures) : [] };
  if (state === 'validated') return { state, badge, lines: validatedLines(figures, index) };
  if (state === 'past') return { state, badge, lines: pastLines(figures, index) };
  return { state, badge, lines: [] };
}

/** Last day of a phase, included. */
export function lastDay(project: Project, index: number): string {
  return addDays(phaseEnd(project, index), -1);
}
