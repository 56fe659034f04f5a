import { join } from 'node:path';
import { readField } from '@palier/domain';
import { afterAll, describe, expect, it } from 'vitest';
import { draftSnapshot, openFactStore } from '../src/index.ts';
import { type Desk, deskKeeper } from './files.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

const TODAY = '2026-07-20';

/** A project of the day: what its products are sold at, and what the law says of their prices before 29 July. */
async function projectOf({ folder }: Desk, warehouse: string | null) {
  const draft = await draftSnapshot({
    temp_folder: join(folder, 'temp'),
    warehouse_folder: warehouse ?? '',
    snapshot_folder: join(folder, `snapshot-${crypto.randomUUID()}`),
    version: 1,
    project: {
      ...{ project_id: 'p1', data_date: TODAY, end_date: '2026-08-26', working_phase: 0 },
      phases: [{ name: null, start_date: '2026-07-29' }],
      ...{ discount_pct_range: [20, 60], discount_levels: [0, 20] },
      ...{ accounting_currency: 'EUR', catalog_currency: 'EUR', season_start_date: '2026-02-01' },
      selection: {},
    },
    newId: () => crypto.randomUUID(),
  });
  const { folder: snapshot } = await draft.finish(null);
  const store = await openFactStore({ temp_folder: join(folder, 'temp'), memory_limit: '100MB' });
  const facts = await store.openProject({ project_id: 'p1', folder: snapshot });
  const fields = ['price', 'base_price', 'prior_price', 'prior_price_state', 'sales_discount_pct', 'prices'];
  const { data } = await facts.lines({ size: 100, fields });
  await facts.close();
  await store.close();
  return new Map(data.map((line) => [line.item_group_id, (name: string) => readField(line, name)]));
}

describe('a promotion that has ended, alone in its list', () => {
  it('leaves the price of the articles, and no proof of the days that follow it', async () => {
    const home = await desk();
    const { folder, report } = await home.send([
      await home.put(
        'articles.csv',
        'code_produit;libelle;taille;prix_ttc\nR1;Robe;36;100\nR1;Robe;38;100\nR2;Jupe;U;\nR3;Top;S;40\nR3;Top;M;40\n',
      ),
      await home.put(
        'prix.csv',
        'code_produit;taille;date_debut;date_fin;prix_ttc\nR1;;01/06/2026;30/06/2026;60\nR2;;01/06/2026;30/06/2026;50\nR3;;01/01/2026;;45\nR3;S;01/06/2026;30/06/2026;30\n',
      ),
      await home.put(
        'stock.csv',
        'code_produit;taille;quantité\nR1;36;10\nR1;38;10\nR2;U;10\nR3;S;5\nR3;M;5\n',
      ),
      await home.put(
        'ventes.csv',
        'date;code_produit;taille;quantité;ca_ttc\n2026-06-10;R1;36;1;60\n2026-07-10;R1;36;1;100\n2026-07-10;R2;U;1;50\n',
      ),
    ]);
    expect(report.questions).toEqual([]);
    const doubts = report.quality.filter(({ code }) => /article_price_differs|price_above_list/.test(code));
    expect(doubts.map(({ code, examples }) => [code, examples])).toEqual([
      ['article_price_differs', ['R3 : 40,00 pour 45,00']],
    ]);
    const rows = await projectOf(home, folder);
    const of = (code: string, ...names: string[]) => names.map((name) => rows.get(code)?.(name));
    expect(of('R1', 'price', 'prices', 'prior_price_state')).toEqual([100, [100], 'unknown']);
    expect(rows.get('R1')?.('base_price')).toBeCloseTo(100 / 1.2, 6);
    // Nothing else is known of it: the last price goes on.
    expect(of('R2', 'price')).toEqual([50]);
    // That of one size gives way to its product's.
    expect(of('R3', 'price', 'prices', 'prior_price')).toEqual([45, [45], 30]);
  });
});
