import { describe, expect, it } from 'vitest';
import {
  departmentOf,
  departmentsOf,
  nextSoldes,
  soldesFaults,
  soldesGoodsDay,
  soldesPeriods,
  soldesPhases,
} from './soldes.ts';

const starts = (year: number, department: string | null): string[] =>
  soldesPeriods(year, department).map(({ first_day }) => first_day);

describe('the legal dates of soldes', () => {
  it('are the country’s: second Wednesday of January, last of June, and the one before when it falls late', () => {
    expect(starts(2023, null)).toEqual(['2023-01-11', '2023-06-28']);
    expect(starts(2024, null)).toEqual(['2024-01-10', '2024-06-26']);
    // The second Wednesday is the 14th, the last one the 24th.
    expect(starts(2026, null)).toEqual(['2026-01-07', '2026-06-24']);
    expect(starts(2027, null)).toEqual(['2027-01-06', '2027-06-23']);
    expect(soldesPeriods(2023, null)[0]?.last_day).toBe('2023-02-07');
    expect(soldesPeriods(2026, null)[1]?.last_day).toBe('2026-07-21');
    expect(soldesPeriods(2019, null)[1]).toMatchObject({ first_day: '2019-06-26', last_day: '2019-08-06' });
    expect(soldesPeriods(2010, null)).toEqual([]);
  });

  it('are others at the borders, on the coast and overseas, as they were published', () => {
    expect(soldesPeriods(2023, '54')[0]).toMatchObject({ first_day: '2023-01-02', last_day: '2023-01-29' });
    expect(starts(2016, '57')[0]).toBe('2016-01-02');
    expect(starts(2022, '88')[0]).toBe('2022-01-03');
    expect(starts(2019, '06')[1]).toBe('2019-07-03');
    expect(starts(2019, '2A')[1]).toBe('2019-07-10');
    expect(soldesPeriods(2023, '971')[0]).toMatchObject({ first_day: '2023-01-07', last_day: '2023-02-03' });
    expect(starts(2019, '971')[1]).toBe('2019-09-28');
    expect(starts(2023, '972')).toEqual(['2023-01-11', '2023-10-05']);
    expect(starts(2019, '974')).toEqual(['2019-09-07', '2019-02-02']);
    expect(soldesPeriods(2023, '975')[0]).toMatchObject({ first_day: '2023-01-18', last_day: '2023-02-14' });
    expect(starts(2019, '975')[1]).toBe('2019-07-17');
    expect(soldesPeriods(2023, '977')[0]).toMatchObject({ first_day: '2023-05-06', last_day: '2023-06-02' });
    expect(starts(2018, '978')[1]).toBe('2018-10-13');
    expect(starts(2023, '976')[0]).toBe('2023-01-11');
  });

  it('were moved for a year, where they were', () => {
    expect(soldesPeriods(2020, null)[1]).toMatchObject({ first_day: '2020-07-15', last_day: '2020-08-11' });
    expect(starts(2021, '2B')[1]).toBe('2021-07-14');
  });

  it('go by the département of a place’s postal code', () => {
    const codes = [
      '75001',
      '6',
      '06000',
      '01000',
      '1000',
      '20000',
      '20200',
      '97150',
      '97400',
      '2b',
      '',
      'Lyon',
    ];
    expect(codes.map(departmentOf)).toEqual([
      '75',
      '06',
      '06',
      '01',
      '01',
      '2A',
      '2B',
      '978',
      '974',
      '2B',
      null,
      null,
    ]);
  });

  it('are those of the places chosen, abroad aside', () => {
    const places = [
      { code: 'A', country: 'France', postal_code: '06000' },
      { code: 'B', country: 'Allemagne', postal_code: '54290' },
      { code: 'C', country: null, postal_code: null },
    ];
    expect(departmentsOf(places, [])).toEqual(['06', null]);
    expect(departmentsOf(places, ['A'])).toEqual(['06']);
    expect(departmentsOf(places, ['B'])).toEqual([]);
    expect(departmentsOf([], [])).toEqual([null]);
    expect(
      soldesFaults({ name: 'Soldes', phases: [{ start_date: '2026-11-25' }], end_date: '2026-12-01' }, []),
    ).toEqual([]);
  });

  it('ask that goods were on sale a month before the period', () => {
    expect(soldesGoodsDay('2026-06-24', [null])).toBe('2026-05-24');
    expect(soldesGoodsDay('2026-07-08', ['75'])).toBe('2026-05-24');
    expect(soldesGoodsDay('2027-01-06', [null])).toBe('2026-12-06');
    expect(soldesGoodsDay('2026-03-31', [null])).toBe('2026-02-28');
  });

  it('are proposed from a day on, once for each set of dates', () => {
    const [one, ...others] = nextSoldes('2026-11-23', ['75', '69', null]);
    expect([one?.first_day, others]).toEqual(['2027-01-06', []]);
    expect(nextSoldes('2026-05-01', ['75', '06']).map(({ first_day }) => first_day)).toEqual([
      '2026-06-24',
      '2026-07-01',
    ]);
    expect(nextSoldes('2026-07-01', [null])[0]?.first_day).toBe('2026-06-24');
  });
});

describe('a markdown called « soldes »', () => {
  const phases = [
    { name: 'Avant-première', start_date: '2026-06-24' },
    { name: null, start_date: '2026-07-08' },
  ];
  const summer = { name: 'Soldes été 2026/Femme/Robes', phases, end_date: '2026-07-22' };

  it('is known by its operation’s name or its own', () => {
    expect(soldesPhases(summer)).toEqual([0, 1]);
    expect(
      soldesPhases({ name: 'Été/Robes', phases: [{ name: 'SOLDE', start_date: '2026-06-24' }] }),
    ).toEqual([0]);
    for (const name of ['Pré-soldes/Robes', 'Hors soldes/Robes', 'Été/Soldes', 'Consoldes/Robes'])
      expect(soldesPhases({ name, phases })).toEqual([]);
  });

  it('is inside the dates of each place, or the phase outside is said with the nearest dates', () => {
    expect(soldesFaults(summer, ['75'])).toEqual([]);
    expect(soldesFaults(summer, ['75', '06'])).toMatchObject([
      { phase: 0, period: { place: 'Alpes-Maritimes, Pyrénées-Orientales', first_day: '2026-07-01' } },
    ]);
    const late = { ...summer, end_date: '2026-07-29' };
    expect(soldesFaults(late, [null])).toMatchObject([
      { phase: 1, first_day: '2026-07-08', last_day: '2026-07-28', period: { last_day: '2026-07-21' } },
    ]);
    const november = { name: 'Soldes/Robes', phases: [{ start_date: '2026-11-25' }], end_date: '2026-12-23' };
    expect(soldesFaults(november, [null])).toMatchObject([{ period: { first_day: '2027-01-06' } }]);
    expect(soldesFaults({ ...november, name: 'Ventes privées/Robes' }, [null])).toEqual([]);
  });
});
