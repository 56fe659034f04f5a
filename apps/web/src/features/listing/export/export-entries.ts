import type { Project, Settings } from '@palier/contract';
import { formatDateRange, phaseDecision, phaseLabel, phaseLastDay } from '@palier/domain';
import type { MenuEntry } from '../../../ui/menu.tsx';

type Template = Settings['exportTemplates'][number];
type Calendar = Pick<Project, 'phases' | 'end_date' | 'working_phase'>;

/**
 * What may be exported: a listing as it is, a price file for each phase that has prices, with where it stands.
 * @param refusal why the user may make no price file
 */
export function exportEntries(
  templates: readonly Template[],
  project: Calendar,
  onExport: (template: string, phase?: number) => void,
  refusal: string | null = null,
): MenuEntry[] {
  return templates.flatMap((template): MenuEntry[] => {
    const { id, name, format, kind } = template;
    if (kind === 'prices') return priceEntries(template, project, onExport, refusal);
    const note = format.toUpperCase();
    return [{ kind: 'action', label: name, note, icon: 'file', onSelect: () => onExport(id) }];
  });
}

function priceEntries(
  { id, name, format }: Template,
  project: Calendar,
  onExport: (template: string, phase: number) => void,
  refusal: string | null,
): MenuEntry[] {
  const entries = project.phases.flatMap((phase, index): MenuEntry[] => {
    const decision = phaseDecision(project, index);
    if (decision === 'to_come') return [];
    const days = formatDateRange(phase.start_date, phaseLastDay(project, index));
    const state = decision === 'validated' ? 'validée' : 'non validée';
    return [
      {
        kind: 'action',
        id: `${id} ${index}`,
        label: phaseLabel(phase, index),
        note: `${state} · ${days} · ${format.toUpperCase()}`,
        icon: 'file',
        disabled: refusal !== null,
        onSelect: () => onExport(id, index),
      },
    ];
  });
  const title = refusal === null ? name : `${name}\u202f: ${refusal}`;
  return [{ kind: 'title', label: title }, ...entries];
}
