import { afterAll, expect, it } from 'vitest';
import { deskKeeper } from './files.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

it('[IMPEX-03] a Swiss chain with shops in euros: its currency is asked, its months and rates are read, nothing is added', async () => {
  const { put, send } = await desk();
  const files = [
    await put('Artikel.csv', 'Artikelnummer;Bezeichnung;VP CHF;VP EUR\nC1;Pull;120.00;114.00\n'),
    await put(
      'Filialen.csv',
      'Filiale;Bezeichnung;Ort;Währung\nGE01;Genève Rive;Genève;CHF\nMU04;Mulhouse;Mulhouse;EUR\n',
    ),
    await put(
      'Verkauf.csv',
      "Datum;Filiale;Artikelnummer;Grösse;Menge;Betrag inkl. MwSt;Währung\n03.11.2025;GE01;C1;36;10;1'200.00;CHF\n04.11.2025;MU04;C1;36;1;114.00;EUR\n",
    ),
    await put('Kurse.csv', 'Datum;Währung;Kurs\n01.11.2025;EUR;0.9350\n08.11.2025;EUR;0.9357\n'),
    await put(
      'Kasse.csv',
      "Monat;Filiale;Umsatz\n11.2025;GE01;1'200.00\n11.2025;MU04;120.00\n12.2025;GE01;0.00\n12.2025;MU04;0.00\n",
    ),
  ];
  const { report } = await send(files, { mapping: { accept_likely: false }, check: true });
  expect(report.ignored_files).toEqual([]);
  expect(report.questions.map(({ text, choices }) => [text, choices.map(({ label }) => label)])).toEqual([
    [
      'Dans « Kurs », que veut dire 0,935 pour EUR ?',
      ['1 EUR vaut 0,935 dans la devise de l’enseigne', '0,935 EUR valent 1 dans la devise de l’enseigne'],
    ],
    [
      expect.stringMatching(/Kurse\.csv donne le cours de EUR\. Quelle est la devise de l’enseigne \?$/),
      ['CHF', 'EUR'],
    ],
  ]);
  expect(report.currency).toBe('CHF');
  expect(report.files.find(({ kind }) => kind === 'control')).toMatchObject({
    rows_kept: 4,
    first_date: '2025-11-01',
  });
  expect(report.gaps).toMatchObject([
    { place: expect.stringMatching(/MU04|Mulhouse/), expected: 120, found: 114 },
  ]);
});

it.each(['2026-06', '06/2026', '06.2026', 'juin 2026', 'Juni 2026'])(
  '[IMPEX-03] the till’s months may be written %s',
  async (month) => {
    const { put, send } = await desk();
    const lines = ['Lyon', 'Lille', 'Metz', 'Brest'].map((place) => `${month};${place};100,00`);
    const { report } = await send([await put('caisse.csv', `Mois;Magasin;CA TTC\n${lines.join('\n')}\n`)], {
      mapping: { accept_likely: false },
      check: true,
    });
    expect(report.questions).toEqual([]);
    expect(report.files).toMatchObject([{ kind: 'control', rows_kept: 4, first_date: '2026-06-01' }]);
  },
);
