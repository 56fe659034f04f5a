import { afterAll, describe, expect, it } from 'vitest';
import { periodNamed } from '../src/import/dates/named-period.ts';
import { deskKeeper } from './files.ts';
import { rows, sentTo } from './sent-file.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

const TODAY = '2026-07-06';

const sent = async (name: string, lines: readonly string[], answers?: Record<string, string>) =>
  sentTo(await desk(), name, lines, answers, TODAY);
const week = (day: string, number: number, has_year: boolean) => ({ kind: 'week', day, has_year, number });
const month = (day: string, number: number, has_year: boolean) => ({ kind: 'month', day, has_year, number });

describe('[IMPEX-03] what a name says of the days of its rows', () => {
  it.each([
    ['Ventes 2026-W25.csv', week('2026-06-15', 25, true)],
    ['Abverkauf KW25.csv', week('2026-06-15', 25, false)],
    ['Salgsrapport uke 25.csv', week('2026-06-15', 25, false)],
    ['ventes semaine 52.csv', week('2025-12-22', 52, false)],
    ['Ventes du 15/06/2026 au 21/06/2026', week('2026-06-15', 0, true)],
    ['Sales 06/15/2026 - 06/21/2026', week('2026-06-15', 0, true)],
    ['Period 2026-06-01 - 2026-06-30', month('2026-06-01', 6, true)],
    ['ventes_2026_06.csv', month('2026-06-01', 6, true)],
    ['Corrispettivi giugno.csv', month('2026-06-01', 6, false)],
    ['ventes décembre.csv', month('2025-12-01', 12, false)],
  ])('%s', (name, wanted) => {
    expect(periodNamed([name], TODAY)).toEqual(wanted);
  });

  it.each([
    'previsions S2.csv',
    'orders-2026-07-01.csv',
    'linesheet FW26.csv',
    'marques.csv',
    'stock au 30-06-2026.csv',
    'items-2026-06-01-2026-06-29.csv',
  ])('%s says no week and no month', (name) => {
    expect(periodNamed([name], TODAY)).toBeNull();
  });

  const sales = ['Magasin;Réf;Qté vendue;CA TTC', ...rows((i) => `Lyon;R${i};2;10,00`)];

  it('dates sales without a date by the week that their file is named after, and says so', async () => {
    const { asked, files, readings } = await sent('Ventes 2026-S25.csv', sales);
    expect(asked).toEqual([]);
    expect(files).toMatchObject([{ kind: 'sales', total_quantity: 24, first_date: '2026-06-15' }]);
    expect(readings).toContain(
      'Ventes 2026-S25.csv : aucune colonne de dates : ses ventes sont datées d’après son nom ou son titre, la semaine du 15/06/2026.',
    );
  });

  it('asks of which year where the name does not say it', async () => {
    const { asked, questions } = await sent('Ventes S25.csv', sales);
    expect(asked).toEqual(['period']);
    const [latest, before] = questions[0]?.choices ?? [];
    const { files } = await sent('Ventes S25.csv', sales, { 'period:Ventes S25.csv': before?.value ?? '' });
    expect(files).toMatchObject([{ first_date: before?.value, total_quantity: 24 }]);
    expect(latest?.value).not.toBe(before?.value);
  });

  it('spreads over its days what is of a whole month', async () => {
    const { asked, files, read } = await sent('Ventes mai 2026.csv', sales);
    expect(asked).toEqual([]);
    expect(files).toMatchObject([{ total_quantity: 24, total_amount: 120 }]);
    const [days] = await read<{ days: number; units: number }>(
      'SELECT count(DISTINCT date)::INTEGER AS days, sum(quantity)::INTEGER AS units FROM w_sale',
    );
    expect(days?.units).toBe(24);
    expect(days?.days).toBeGreaterThan(1);
  });

  it('reads months in columns, of the year that the name says', async () => {
    const lines = ['Réf;Jan;Fév;Mars;Avr', ...rows((i) => `R${i};1;2;${i % 3};0`)];
    const { read, questions } = await sent('ventes 2026.csv', lines);
    expect(questions).toEqual([]);
    expect(
      await read(
        'SELECT month(date)::INTEGER AS month, sum(quantity)::INTEGER AS units FROM w_sale GROUP BY 1 HAVING units > 0 ORDER BY 1',
      ),
    ).toEqual([
      { month: 1, units: 12 },
      { month: 2, units: 24 },
      { month: 3, units: 12 },
    ]);
  });
});

describe('[IMPEX-03] a column that no heading gives', () => {
  const lines = ['Dzień sprzedaży;Réf;Qté;Montant TTC', ...rows((i) => `${10 + i}/06/2026;R${i};1;10,00`)];

  it('is asked for, with the columns that could be it, and what was designated is read', async () => {
    const { asked, questions } = await sent('ventes.csv', lines);
    expect(asked).toEqual(['missing_column']);
    expect(questions[0]?.text).toBe('Pour des ventes, il manque la date\u202f: désignez une colonne.');
    expect(questions[0]?.choices.map(({ value }) => value)).toEqual(['Dzień sprzedaży', 'aside']);
    const key = questions[0]?.key ?? '';
    const read = await sent('ventes.csv', lines, { [key]: 'Dzień sprzedaży' });
    expect(read.files).toMatchObject([{ kind: 'sales', total_quantity: 12, first_date: '2026-06-10' }]);
    const left = await sent('ventes.csv', lines, { [key]: 'aside' });
    expect(left.files).toEqual([]);
    expect(left.ignored_files).toMatchObject([{ name: 'ventes.csv', reason: 'laissé de côté' }]);
  });
});

describe('[IMPEX-03] sizes that count what a box has in it', () => {
  it('are multiplied by the boxes where the file proves it, and it is said', async () => {
    const { asked, files, readings } = await sent('commandes.csv', [
      'N° cde;Fournisseur;Réf;Cartons;S;M;L;Pièces par carton;Livraison',
      ...rows((i) => `C1;Opus;R${i};${2 + (i % 3)};1;2;1;4;15/08/2027`),
    ]);
    expect(asked).toEqual([]);
    expect(files).toMatchObject([{ kind: 'orders', total_quantity: 144 }]);
    expect(readings).toContain('commandes.csv : « Cartons » multiplie le contenu de chaque taille.');
  });

  it('are pieces where nothing proves it', async () => {
    const { files } = await sent('commandes.csv', [
      'N° cde;Fournisseur;Réf;Cartons;S;M;L;Total;Livraison',
      ...rows((i) => `C1;Opus;R${i};${2 + (i % 3)};1;2;1;4;15/08/2027`),
    ]);
    expect(files).toMatchObject([{ kind: 'orders', total_quantity: 48 }]);
  });
});

describe('[IMPEX-03] a price of several pieces', () => {
  it('is asked about where neither its heading nor its figures say that it is of one', async () => {
    const lines = (heading: string) => [
      `Date;Réf;Qté;${heading}`,
      ...rows((i) => `${10 + i}/06/2026;R${i};${1 + (i % 3)};${20 + i},90`),
    ];
    expect((await sent('ventes.csv', lines('Prix'))).asked).toEqual(['per_piece']);
    expect((await sent('ventes.csv', lines('Prix unitaire'))).asked).toEqual([]);
    const whole = await sent('ventes.csv', lines('Prix'), { 'per_piece:ventes.csv': 'line' });
    expect(whole.files[0]?.total_amount).toBeCloseTo(316.8, 2);
  });
});
