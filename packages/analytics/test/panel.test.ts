import { join } from 'node:path';
import { addDays, dayNumber } from '@palier/domain';
import { afterAll, describe, expect, it } from 'vitest';
import { draftSnapshot, type SnapshotProject, type WeeklyPanelData } from '../src/index.ts';
import { deskKeeper } from './files.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

const DATA_DATE = '2026-07-05';

const monday = (back: number): string => addDays(DATA_DATE, 1 - 7 * back);

/** The panel of two years of a retailer that sold two units a week since the Monday so many weeks before. */
async function panelOf(soldWeeks: number): Promise<WeeklyPanelData> {
  const home = await desk();
  const sales = Array.from({ length: soldWeeks }, (_, week) => `${monday(week + 1)};R1;2;240`);
  const { folder } = await home.send([
    await home.put('articles.csv', 'Référence;Libellé;Prix TTC;Prix de revient\nR1;Robe;120;20\n'),
    await home.put('stock.csv', 'Référence;Stock\nR1;10\n'),
    await home.put('ventes.csv', ['Date;Référence;Qté;Montant TTC', ...sales].join('\n')),
  ]);
  return panelOfLines(home.folder, folder, {});
}

async function panelOfLines(
  home: string,
  folder: string | null,
  selection: SnapshotProject['selection'],
): Promise<WeeklyPanelData> {
  const draft = await draftSnapshot({
    temp_folder: join(home, 'temp'),
    warehouse_folder: folder ?? '',
    snapshot_folder: join(home, 'snapshot'),
    version: 1,
    project: {
      ...{ project_id: 'p1', data_date: DATA_DATE, end_date: '2026-08-05', working_phase: 0 },
      phases: [{ name: null, start_date: '2026-07-15' }],
      ...{ discount_pct_range: [20], discount_levels: [0, 20], selection },
      ...{ accounting_currency: 'EUR', catalog_currency: 'EUR', season_start_date: '2026-02-01' },
    },
    newId: () => crypto.randomUUID(),
  });
  const panel = await draft.extractPanel({ weeks: 104 });
  await draft.discard();
  return panel;
}

describe('the weeks that demand is learnt from', () => {
  it('begin with the first sale known: those before it are not weeks without sales', async () => {
    const { panel } = await panelOf(30);
    expect(panel.week_count).toBe(30);
    expect(panel.first_week_day).toBe(dayNumber(addDays(DATA_DATE, 1 - 7 * 30)));
    expect([...panel.units]).toEqual(Array.from({ length: 30 }, () => 2));
    expect([...panel.first_week]).toEqual([0]);
  });

  it('are as many as asked of a longer history, and a quarter at least', async () => {
    expect((await panelOf(110)).panel.week_count).toBe(104);
    const { panel } = await panelOf(3);
    expect(panel.week_count).toBe(13);
    expect([...panel.units].filter((units) => units > 0)).toEqual([2, 2, 2]);
  });

  it('are the same for the projects of one import, whichever products are theirs', async () => {
    const home = await desk();
    const codes = ['R1', 'R2', 'J1', 'J2'];
    const articles = codes.map((code, price) => `${code};Article;${code[0]};${50 + price};20`);
    const sales = codes.flatMap((code, units) =>
      Array.from({ length: 20 }, (_, week) => `${monday(week + 1)};${code};${units + 1};${50 * (units + 1)}`),
    );
    const { folder } = await home.send([
      await home.put(
        'articles.csv',
        ['Référence;Libellé;Famille;Prix TTC;Prix de revient', ...articles].join('\n'),
      ),
      await home.put('stock.csv', ['Référence;Stock', ...codes.map((code) => `${code};10`)].join('\n')),
      await home.put('ventes.csv', ['Date;Référence;Qté;Montant TTC', ...sales].join('\n')),
    ]);
    const panels = ['R', 'J'].map((family) =>
      panelOfLines(home.folder, folder, {
        item_query: { combinator: 'and', rules: [{ field: 'family', operator: 'equals', value: family }] },
      }),
    );
    const [dresses, skirts] = await Promise.all(panels);
    expect(skirts?.panel).toEqual(dresses?.panel);
    const rows = (of: WeeklyPanelData | undefined) =>
      Array.from(of?.line_rows ?? [], (row) => of?.product_ids[row]);
    expect(rows(dresses)).toEqual(['R1', 'R2']);
    expect(rows(skirts)).toEqual(['J1', 'J2']);
  });
});
