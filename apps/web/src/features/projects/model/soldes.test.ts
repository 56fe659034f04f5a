import { describe, expect, it } from 'vitest';
import { emptyDraft } from './draft.ts';
import { soldesAdvice, soldesDatesText, withSoldesDates } from './soldes.ts';

const places = [
  { code: 'L1', country: 'France', postal_code: '59000' },
  { code: 'N1', country: 'France', postal_code: '06000' },
  { code: 'B1', country: 'Belgique', postal_code: '1000' },
];
const draft = (operation: string) => ({ ...emptyDraft('2026-11-23'), operation });

describe('the dates of a project called « soldes »', () => {
  it('are said to be outside the legal ones, which are proposed', () => {
    const advice = soldesAdvice(draft('Soldes hiver 2027'), places);
    expect(advice?.periods).toMatchObject([{ first_day: '2027-01-06', last_day: '2027-02-02' }]);
    expect(advice?.outside).toEqual(['Démarque 1', 'Démarque 2', 'Démarque 3', 'Démarque 4']);
    expect(soldesAdvice(draft('Ventes privées'), places)).toBeNull();
    expect(soldesAdvice({ ...draft('Soldes'), sales_locations: ['B1'] }, places)).toBeNull();
  });

  it('outside, are refused at validation where the organisation says so', () => {
    const said = '« Démarque 1 », « Démarque 2 » : hors des dates légales des soldes.';
    expect(soldesDatesText(['Démarque 1', 'Démarque 2'], 'warn')).toBe(said);
    expect(soldesDatesText(['Démarque 1', 'Démarque 2'], 'block')).toBe(
      `${said} L’enseigne fait bloquer : la validation sera refusée.`,
    );
    expect(soldesDatesText([], 'block')).toBe('Les démarques sont dans les dates légales des soldes.');
  });

  it('become the legal ones at once, and there is nothing left to say', () => {
    const [period] = soldesAdvice(draft('Soldes hiver 2027'), places)?.periods ?? [];
    if (!period) throw new Error('no period');
    const taken = withSoldesDates(draft('Soldes hiver 2027'), period);
    expect(taken.phases.map(({ start_date }) => start_date)).toEqual([
      ...['2027-01-06', '2027-01-13', '2027-01-20', '2027-01-27'],
    ]);
    expect(taken.end_date).toBe('2027-02-03');
    expect(soldesAdvice(taken, places)?.outside).toEqual([]);
  });
});
