import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openFactStore } from '../src/index.ts';
import { deskKeeper, ITEMS } from './files.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

it('the margin of past sales comes from what was paid, under whatever list price', async () => {
  const own = await desk();
  // R1 is at 80 today and was at 100: five were sold at that full price, one at half of it.
  const { folder } = await own.send([
    await own.put('produits.csv', ITEMS),
    await own.put('prix.csv', 'code_produit;date_debut;prix_ttc\nR1;2025-01-01;100\nR1;2026-01-01;80\n'),
    await own.put(
      'ventes.csv',
      'date;code_produit;taille;quantité;ca_ttc\n2025-06-30;P2;M;1;50\n2025-07-01;R1;36;5;500\n2025-07-02;R1;38;1;50\n',
    ),
  ]);
  const store = await openFactStore({ temp_folder: join(own.folder, 'temp'), memory_limit: '200MB' });
  const warehouse = await store.openWarehouse(folder ?? '');
  const answer = await warehouse.pastSales({
    ...{ from: '2025-07-01', to: '2025-08-01', queries: [], location_codes: [], by: [], currency: 'EUR' },
  });
  await warehouse.close();
  await store.close();
  if (!answer.known) throw new Error(answer.reason);
  expect(answer.data[0]).toMatchObject({ sales_qty: 6, sales: 550, discount_budget: 50 });
  expect(answer.data[0]?.profit).toBeCloseTo(550 / 1.2 - 6 * 20, 6);
});

it('the discount given is counted from the list of the project, as in its listing', async () => {
  const own = await desk();
  const { folder } = await own.send([
    await own.put('produits.csv', ITEMS),
    await own.put(
      'prix.csv',
      'code_produit;liste_prix;date_debut;prix_ttc\nR1;;2025-01-01;100\nR1;outlet;2025-01-01;70\n',
    ),
    await own.put(
      'ventes.csv',
      'date;code_produit;taille;quantité;ca_ttc\n2025-06-30;P2;M;1;50\n2025-07-01;R1;36;5;350\n2025-07-02;R1;38;1;56\n',
    ),
  ]);
  const store = await openFactStore({ temp_folder: join(own.folder, 'temp'), memory_limit: '200MB' });
  const warehouse = await store.openWarehouse(folder ?? '');
  const asked = { from: '2025-07-01', to: '2025-08-01', queries: [], location_codes: [], by: [] };
  const budgetOf = async (price_list_id: string | null) => {
    const answer = await warehouse.pastSales({ ...asked, currency: 'EUR', price_list_id });
    return answer.known ? [answer.data[0]?.sales, answer.data[0]?.discount_budget] : answer.reason;
  };
  // Five at the full price of the outlet, one at 20 % of it; 30 € a piece less than the usual list.
  const found = { usual: await budgetOf(null), outlet: await budgetOf('outlet') };
  await warehouse.close();
  await store.close();
  expect(found).toEqual({ usual: [406, 194], outlet: [406, 14] });
});
