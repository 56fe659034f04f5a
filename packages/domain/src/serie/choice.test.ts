import { describe, expect, it } from 'vitest';
import { serieId, serieLabel, serieOfId } from './choice.ts';
import { isEarlierCounterpart, isEarlierEdition } from './edition.ts';

describe('the name of a series', () => {
  it('is the same whether what it has not is null or left out, and another for another series', () => {
    const plan = { serie_date: '2026-07-06', kind: 'forecast' } as const;
    expect(serieId(plan)).toBe(serieId({ ...plan, scenario_id: null, season: null, name: null }));
    const all = [
      plan,
      { ...plan, kind: 'sales' as const },
      { ...plan, scenario_id: 's' },
      { ...plan, season: 's' },
      { ...plan, project_phase: 0 },
      { ...plan, name: 's' },
      { ...plan, name: '~s' },
    ];
    expect(new Set(all.map(serieId)).size).toBe(all.length);
  });

  it('is read back from its id, whatever its names hold; a text that is no id is none', () => {
    const full = {
      serie_date: '2026-07-06',
      kind: 'sales',
      scenario_id: 's-1',
      season: 'Été ~ 2025, fin',
    } as const;
    for (const name of [
      { ...full, project_phase: 0, name: 'Prévu, ~100 %' },
      { ...full, scenario_id: null, season: null, project_phase: 3, name: null },
      {
        serie_date: '2026-07-06',
        kind: 'forecast' as const,
        scenario_id: null,
        season: null,
        project_phase: null,
        name: null,
      },
    ]) {
      expect(serieId(name)).not.toContain(',');
      expect(serieOfId(serieId(name))).toEqual(name);
    }
    for (const text of [
      '',
      'x',
      '2026-07-06',
      '2026-07-06~ventes',
      '6 juillet~sales',
      '2026-07-06~sales~%',
      '2026-07-06~sales~~~x',
      `${serieId(full)}~~a~b`,
    ])
      expect(serieOfId(text), text).toBeNull();
  });

  it('reads as French', () => {
    const none = { scenario_name: null, phase_label: null, name: null };
    expect(serieLabel('plan', none)).toBe('Plan');
    expect(serieLabel('run', { ...none, scenario_name: 'Marge' })).toBe('Scénario « Marge »');
    expect(serieLabel('validated', { ...none, phase_label: 'Démarque 2' })).toBe('Démarque 2, validée');
    expect(serieLabel('imported', { ...none, name: 'Outil d’avant' })).toBe('Outil d’avant');
  });
});

describe('an earlier edition', () => {
  const edition = (name: string, start_date: string) => ({ name, phases: [{ start_date }] });
  const own = edition('Soldes été 2026/Femme/Robes', '2026-06-24');

  it.each([
    ['Soldes été 2025/Femme/Robes', '2025-06-25', true],
    ['SOLDES ETE 2024/femme/robes', '2024-06-26', true],
    ['Soldes été 2025/Femme/Jupes', '2025-06-25', false],
    ['Soldes hiver 2025/Femme/Robes', '2025-01-08', false],
    ['Soldes été 2027/Femme/Robes', '2027-06-23', false],
    ['Soldes été 2026/Femme/Robes', '2025-06-25', false],
  ])('%s begun on %s: %s', (name, start, expected) => {
    expect(isEarlierEdition(edition(name, start), own)).toBe(expected);
  });

  it('numbers that are no years tell projects apart', () => {
    expect(
      isEarlierEdition(
        edition('Soldes 2025/Lot 12', '2025-01-01'),
        edition('Soldes 2026/Lot 13', '2026-01-01'),
      ),
    ).toBe(false);
    expect(
      isEarlierEdition(edition('Soldes E25/Robes', '2025-06-01'), edition('Soldes E26/Robes', '2026-06-01')),
    ).toBe(true);
  });
});

describe('an earlier operation that a project can be set beside', () => {
  const edition = (name: string, start_date: string) => ({ name, phases: [{ start_date }] });
  const own = edition('Soldes été 2026/Femme/Robes', '2026-06-24');

  it.each([
    ['Soldes été 2025/Femme/Robes', '2025-06-25', true],
    ['Soldes hiver 2026/femme/ROBES', '2026-01-07', true],
    ['Soldes hiver 2027/Femme/Robes', '2027-01-07', false],
    ['Soldes hiver 2026/Femme/Jupes', '2026-01-07', false],
    ['Ventes privées printemps 2026/Femme/Robes', '2026-04-07', false],
    ['Soldes été 2026/Femme/Robes', '2026-06-23', false],
  ])('%s begun on %s: %s', (name, start, expected) => {
    expect(isEarlierCounterpart(edition(name, start), own)).toBe(expected);
  });

  it('a project that is its whole operation has another as its counterpart', () => {
    const [before, after] = [edition('Soldes 2025', '2025-01-08'), edition('Soldes 2026', '2026-01-07')];
    expect(isEarlierCounterpart(before, after)).toBe(true);
    expect(isEarlierCounterpart(edition('Soldes 2025/Femme', '2025-01-08'), after)).toBe(false);
  });
});
