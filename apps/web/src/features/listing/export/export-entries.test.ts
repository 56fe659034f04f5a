import { describe, expect, it, vi } from 'vitest';
import { exportEntries } from './export-entries.ts';

const TEMPLATES = [
  { id: 'listing', name: 'Listing', format: 'csv', kind: 'listing' },
  { id: 'prices', name: 'Prix pour les magasins', format: 'xlsx', kind: 'prices' },
] as const;
const project = (working_phase: number | null) => ({
  phases: [
    { start_date: '2026-06-24' },
    { name: 'Relance', start_date: '2026-07-01' },
    { start_date: '2026-07-08' },
  ],
  end_date: '2026-08-01',
  working_phase,
});
const entriesAt = (working_phase: number | null, onExport = vi.fn()) =>
  exportEntries(TEMPLATES, project(working_phase), onExport).map((entry) =>
    [entry.label, 'note' in entry ? entry.note : ''].filter(Boolean).join(' · '),
  );

describe('the files that a listing gives', () => {
  it('[API-22] are the prices of the validated phases and of the worked one, never of those to come', () => {
    expect(entriesAt(1)).toEqual([
      'Listing · CSV',
      'Prix pour les magasins',
      'Démarque 1 · validée · 24 → 30 juin · XLSX',
      'Relance · non validée · 1er → 7 juil. · XLSX',
    ]);
    expect(entriesAt(0)).toHaveLength(3);
  });

  it('are the prices of every phase once the project is closed', () => {
    expect(entriesAt(null).slice(2)).toEqual([
      'Démarque 1 · validée · 24 → 30 juin · XLSX',
      'Relance · validée · 1er → 7 juil. · XLSX',
      'Démarque 3 · validée · 8 → 31 juil. · XLSX',
    ]);
  });

  it('say the phase that is asked for, and none for a listing', () => {
    const onExport = vi.fn();
    for (const entry of exportEntries(TEMPLATES, project(1), onExport)) {
      if (entry.kind === 'action') entry.onSelect();
    }
    expect(onExport.mock.calls).toEqual([['listing'], ['prices', 0], ['prices', 1]]);
  });
});
