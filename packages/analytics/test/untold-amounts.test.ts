import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../src/database/database.ts';
import { attachWarehouse } from '../src/warehouse/previous.ts';
import { deskKeeper, type SendOptions } from './files.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

const PRODUCTS = Array.from({ length: 20 }, (_, at) => `P${at}`);
const ARTICLES = `code_produit;libelle;famille;prix_ttc\n${PRODUCTS.map((id) => `${id};Robe ${id};Robes;50`).join('\n')}\n`;
/** 50 from February, 35 from 24 June, 50 again from September. */
const HISTORY = `code_produit;date_debut;prix_ttc\n${PRODUCTS.flatMap((id) => [
  `${id};01/02/2026;50`,
  `${id};24/06/2026;35`,
  `${id};01/09/2026;50`,
]).join('\n')}\n`;
const KEY = 'lowered_prices:prix.csv';

/** What the sales of P0 are worth, by day, and their markdowns: from articles, prices and sales that tell no amount. */
async function amountsOf(sales: string, mapping: SendOptions['mapping'], history = HISTORY) {
  const own = await desk();
  const files = { 'articles.csv': ARTICLES, 'prix.csv': history, 'ventes.csv': sales };
  const sent = await Promise.all(Object.entries(files).map(([name, text]) => own.put(name, text)));
  const { folder, report } = await own.send(sent, { mapping: { settings: { vat_rate: 0.2 }, ...mapping } });
  const database = await openDatabase({ temp_folder: `${own.folder}/spill`, memory_limit: '100MB' });
  try {
    const rows = await database.session(async (session) => {
      await attachWarehouse(session, folder, 'w_');
      return session.rows<{ day: string; amount: number; list_price: number }>(
        "SELECT strftime(date, '%d/%m') AS day, amount, list_price FROM w_sale ORDER BY date",
      );
    });
    const told = rows.map(({ day, amount, list_price }) => `${day} ${amount} of ${list_price}`);
    return { told, questions: report.questions.map(({ key }) => key) };
  } finally {
    database.close();
  }
}

const SALES = 'date;code_produit;quantite\n15/05/2026;P0;2\n01/07/2026;P0;2\n10/09/2026;P0;2\n';

describe('[IMPEX-03] sales that tell no amount', () => {
  it('are worth the reduced price in force that day, beside the list price', async () => {
    const { told } = await amountsOf(SALES, { answers: { [KEY]: 'reduced' } });
    expect(told).toEqual(['15/05 100 of 50', '01/07 70 of 50', '10/09 100 of 50']);
  });

  it('are worth the new list price, where the prices are said to be list prices', async () => {
    const { told } = await amountsOf(SALES, { answers: { [KEY]: 'list' } });
    expect(told).toEqual(['15/05 100 of 50', '01/07 70 of 35', '10/09 100 of 50']);
  });

  it('are worth what their own discount leaves of the list price', async () => {
    const sales =
      'date;code_produit;quantite;remise_pct\n15/05/2026;P0;2;10\n01/07/2026;P0;2;40\n10/09/2026;P0;2;0\n';
    const { told } = await amountsOf(sales, { answers: { [KEY]: 'reduced' } });
    expect(told).toEqual(['15/05 90 of 50', '01/07 60 of 50', '10/09 100 of 50']);
  });

  it('are worth the paid price of the list that the settings name, whose falls are not asked about', async () => {
    const history = HISTORY.replace('prix_ttc', 'prix_ttc;tarif').replaceAll(/\n(P.*)/g, '\n$1;vente');
    const settings = { vat_rate: 0.2, paid_price_list_id: 'vente' };
    const { told, questions } = await amountsOf(SALES, { settings }, history);
    expect(told).toEqual(['15/05 100 of 50', '01/07 70 of 50', '10/09 100 of 50']);
    expect(questions).toEqual([]);
  });
});
