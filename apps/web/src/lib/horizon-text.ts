import {
  addDays,
  formatDateRange,
  formatShortDate,
  type Horizon,
  horizonDays,
  isClosed,
  isOver,
  phaseLabel,
} from '@palier/domain';
import { french } from './french.ts';

interface Calendar {
  phases: readonly { name?: string | null; start_date: string }[];
  end_date: string;
  working_phase?: number | null;
  data_date?: string | null;
}

/**
 * « jusqu’au 21 juil. », « 8 → 14 juil. »: the days that figures of a horizon are of; empty without a phase. Those of a
 * phase that has begun are the ones left.
 */
export function horizonText(project: Calendar, horizon: Horizon): string {
  const days = horizonDays(project, horizon);
  if (!days) return '';
  if (days.from >= days.to) return 'aucun jour à venir';
  const last = addDays(days.to, -1);
  if (isOver(project)) return french(formatDateRange(days.from, last));
  return french(horizon === 'end' ? `jusqu’au ${formatShortDate(last)}` : formatDateRange(days.from, last));
}

/** What sales to come, or past ones once all is over, are called: a figure that nobody forecasts is not « prévu ». */
export const salesLabel = (project: Calendar): string => (isOver(project) ? 'CA réalisé' : 'CA prévu');

/** The choices of the switch: the worked phase by its name, or to the end. */
export function horizonOptions(project: Calendar): { value: Horizon; label: string }[] {
  const index = project.working_phase ?? project.phases.length - 1;
  return [
    { value: 'phase', label: phaseLabel(project.phases[index], index) },
    { value: 'end', label: isClosed(project) ? 'Toute l’opération' : 'Jusqu’à la fin' },
  ];
}
