import {
  addDays,
  formatDateRange,
  formatShortDate,
  type Horizon,
  horizonDays,
  phaseLabel,
} from '@palier/domain';
import { french } from './french.ts';

interface Calendar {
  phases: readonly { name?: string | null; start_date: string }[];
  end_date: string;
  working_phase?: number | null;
}

/** « jusqu’au 21 juil. », « 8 → 14 juil. »: the days that figures of a horizon are of; empty without a worked phase. */
export function horizonText(project: Calendar, horizon: Horizon): string {
  const days = horizonDays(project, horizon);
  if (!days) return '';
  const last = addDays(days.to, -1);
  return french(horizon === 'end' ? `jusqu’au ${formatShortDate(last)}` : formatDateRange(days.from, last));
}

/** The choices of the switch: the worked phase by its name, or to the end. */
export function horizonOptions(project: Calendar): { value: Horizon; label: string }[] {
  const index = project.working_phase ?? 0;
  return [
    { value: 'phase', label: phaseLabel(project.phases[index], index) },
    { value: 'end', label: 'Jusqu’à la fin' },
  ];
}
