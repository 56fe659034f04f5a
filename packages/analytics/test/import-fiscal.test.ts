import { NRF_CALENDAR } from '@palier/domain';
import { afterAll, describe, expect, it } from 'vitest';
import { deskKeeper } from './files.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

const ASKS = { accept_likely: false };

function sales(heading: string, values: readonly string[], quantity = 1): string {
  const rows = values.map(
    (value, index) => `${value};R00${index};M01;${quantity};${(quantity * 10).toFixed(2)}`,
  );
  return `${[`${heading};code_produit;magasin;quantité;montant_ttc`, ...rows].join('\n')}\n`;
}

async function sent(text: string, mapping = {}) {
  const { put, send } = await desk();
  return send([await put('ventes.csv', text)], { mapping: { ...ASKS, ...mapping } });
}

const NRF = { answers: { fiscal_calendar: 'nrf' } };

describe('Fiscal weeks', () => {
  // By the calendar of the NRF, fiscal 2026 starts on Sunday 1 February 2026: its week 14 on Sunday 3 May.
  it.each([
    ['Fiscal Week', ['202614', '202615'], ['2026-05-04', '2026-05-11']],
    ['Semaine fiscale', ['2026-W14', '2026-W15'], ['2026-05-04', '2026-05-11']],
    ['Retail week', ['S14 2026', 'S15 2026'], ['2026-05-04', '2026-05-11']],
    ['Week', ['FY26-W14', 'FY26-W15'], ['2026-05-04', '2026-05-11']],
    ['Fiscal Year;Fiscal Week', ['2026;14', '2026;15'], ['2026-05-04', '2026-05-11']],
    ['Exercice;Semaine', ['2026;14', '2026;15'], ['2026-05-04', '2026-05-11']],
    ['Fiscal Year;Fiscal Period;Fiscal Week', ['2026;3;2', '2026;3;4'], ['2026-04-13', '2026-04-27']],
    ['Période 4-5-4', ['2026-P03-W2', '2026-P03-W4'], ['2026-04-13', '2026-04-27']],
    ['Période', ['P3W2 FY26', 'P3W4 FY26'], ['2026-04-13', '2026-04-27']],
    // A period is all of its days.
    ['Fiscal Period', ['202603', '202604'], ['2026-04-05', '2026-05-30']],
    ['Période', ['2026-P03', '2026-P04'], ['2026-04-05', '2026-05-30']],
  ])(
    '[IMPEX-03] of « %s » written %s are asked about, and read as answered',
    async (heading, values, [first_date, last_date]) => {
      const text = sales(heading, values, 70);
      const asked = await sent(text);
      expect(asked.report.questions).toMatchObject([{ key: 'fiscal_calendar', code: 'fiscal_calendar' }]);
      expect(asked.folder).toBeNull();
      const { report } = await sent(text, NRF);
      expect(report.files).toMatchObject([{ kind: 'sales', rows_kept: 2, first_date, last_date }]);
      expect(report.totals).toMatchObject({ sale_quantity: 140, sale_amount: 1400 });
    },
  );

  it('are of ISO where a file numbers them without a word of it, and the report says so', async () => {
    const { report } = await sent(sales('Year;Week', ['2026;23', '2026;24']));
    expect(report.files).toMatchObject([{ first_date: '2026-06-01', last_date: '2026-06-08' }]);
    expect(report.readings).toContain(
      'ventes.csv : « Week » est lue en semaines ISO, du lundi au dimanche\u202f: la dernière va du 08/06/2026 au 14/06/2026.',
    );
    const french = await sent(sales('Année;Semaine', ['2026;23', '2026;24']));
    expect(french.report.readings.join()).not.toContain('semaines ISO');
  });

  it('may be ISO weeks, where nothing is said of periods', async () => {
    const text = sales('Fiscal Week', ['FY26-W14']);
    const [question] = (await sent(text)).report.questions;
    expect(question?.choices.map(({ value }) => value)).toEqual(['iso', 'nrf']);
    const { report } = await sent(text, { answers: { fiscal_calendar: 'iso' } });
    expect(report.files).toMatchObject([{ first_date: '2026-03-30' }]);
    const periods = (await sent(sales('Période 4-4-5', ['2026-P03-W2']))).report.questions[0];
    expect(periods?.choices.map(({ label }) => label)).toEqual(['Calendrier 4-4-5', 'Calendrier 4-4-5']);
  });

  it('are asked about once: the organisation remembers', async () => {
    const { put, send } = await desk();
    const first = await send([await put('a.csv', sales('Fiscal Week', ['202614']))], {
      mapping: { ...ASKS, ...NRF },
    });
    expect(first.manifest?.settings.fiscal_calendar).toEqual(NRF_CALENDAR);
    const { report } = await send([await put('b.csv', sales('Semaine fiscale', ['2026-W16']))], {
      mapping: ASKS,
    });
    expect(report.questions).toEqual([]);
    expect(report.files).toMatchObject([{ first_date: '2026-05-18' }]);
  });

  it('of two files are one question', async () => {
    const { put, send } = await desk();
    const files = [
      await put('ventes-a.csv', sales('Fiscal Week', ['202614'])),
      await put('ventes-b.csv', sales('Semaine fiscale', ['2026-W16'])),
    ];
    const { report } = await send(files, { mapping: ASKS });
    expect(report.questions).toHaveLength(1);
  });

  it('follow the calendar that the organisation set, its 53rd week with it', async () => {
    const settings = {
      fiscal_calendar: { year: 2024, first_day: '2024-02-04', pattern: '4-5-4', leap: 'nearest' },
    };
    const text = sales('Fiscal Week', ['2023-W53', '2024-W52', '2024-W53']);
    const { report } = await sent(text, { settings });
    expect(report.questions).toEqual([]);
    expect(report.files).toMatchObject([
      // 28 January 2024 is the Sunday of the 53rd week of fiscal 2023; fiscal 2024 has none.
      { rows_kept: 2, rows_rejected: 1, first_date: '2024-01-29', last_date: '2025-01-27' },
    ]);
  });

  it('leave plain days and plain ISO weeks as they are', async () => {
    for (const [heading, value] of [
      ['Date comptable', '2026-05-04'],
      ['Semaine', '2026-W19'],
      ['Année;Semaine', '2026;19'],
    ] as const) {
      const { report } = await sent(sales(heading, [value]));
      expect(report.questions).toEqual([]);
      expect(report.files).toMatchObject([{ first_date: '2026-05-04' }]);
    }
  });
});
