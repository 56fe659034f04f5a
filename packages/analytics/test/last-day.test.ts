import { afterAll, describe, expect, it } from 'vitest';
import { deskKeeper, ITEMS } from './files.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

const HEAD = 'date;code_produit;taille;magasin;quantité;montant\n';
const DAYS = Array.from({ length: 21 }, (_, index) => `2026-06-${String(index + 10).padStart(2, '0')}`);
/** Twelve shops sell every day but Sundays, when four do. */
const USUAL = DAYS.flatMap((day) =>
  Array.from(
    { length: new Date(day).getUTCDay() === 0 ? 4 : 12 },
    (_, shop) => `${day};R1;36;M${shop};1;80\n`,
  ),
);
const soldOn = (day: string, shops: number): string =>
  Array.from({ length: shops }, (_, shop) => `${day};R1;36;M${shop};1;80\n`).join('');

describe('the day that the data speak of', () => {
  it('is the last one on which at least half of the usual places of its weekday sold', async () => {
    const { put, send } = await desk();
    // The 28th is a Sunday: four shops are all of its usual ones.
    const until = USUAL.filter((row) => row < '2026-06-29').join('');
    const sunday = await send([await put('articles.csv', ITEMS), await put('ventes.csv', HEAD + until)]);
    expect(sunday.report).toMatchObject({ data_date: '2026-06-28', questions: [] });
    const half = await send([await put('ventes-2.csv', HEAD + soldOn('2026-06-29', 6))]);
    expect(half.report).toMatchObject({ data_date: '2026-06-29', questions: [] });
  });

  it('is asked when a lone later day comes, and follows the answer until later days come', async () => {
    const { put, send } = await desk();
    await send([await put('articles.csv', ITEMS), await put('ventes.csv', HEAD + USUAL.join(''))]);
    const lone = await put('ventes-2.csv', HEAD + soldOn('2026-07-04', 2));
    const asked = await send([lone], { mapping: { accept_likely: false } });
    const [question] = asked.report.questions;
    expect(asked.report.status).toBe('refused');
    expect(question).toMatchObject({
      code: 'last_day',
      file: 'ventes-2.csv',
      text: expect.stringMatching(/04\/07\/2026, 2 lieux ont vendu, contre 12 d’habitude/),
      choices: [{ value: 'usual' }, { value: 'later' }],
    });
    const key = question?.key ?? '';
    const later = await send([lone], { mapping: { answers: { [key]: 'later' } } });
    expect(later.report).toMatchObject({ status: 'completed', data_date: '2026-07-04' });
    const items = await send([await put('articles.csv', ITEMS.replace('Robe', 'Robe longue'))]);
    expect(items.report.data_date).toBe('2026-07-04');
    const whole = await send([await put('ventes-3.csv', HEAD + soldOn('2026-07-05', 12))]);
    expect(whole.report.data_date).toBe('2026-07-05');
  });

  it('stays where it was when the answer is that the lone day is not whole', async () => {
    const { put, send } = await desk();
    await send([await put('articles.csv', ITEMS), await put('ventes.csv', HEAD + USUAL.join(''))]);
    const lone = await put('ventes-2.csv', HEAD + soldOn('2026-07-04', 2));
    const answers = { 'last_day:2026-07-04': 'usual' };
    const { report } = await send([lone], { mapping: { answers } });
    expect(report).toMatchObject({ status: 'completed', data_date: '2026-06-30' });
    // What is known of the lone day is not asked again.
    const again = await send([await put('ventes-3.csv', HEAD + soldOn('2026-06-30', 12))], {
      mapping: { accept_likely: false },
    });
    expect(again.report.questions).toEqual([]);
  });
});
