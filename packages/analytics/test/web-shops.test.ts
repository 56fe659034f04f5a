import { afterAll, describe, expect, it } from 'vitest';
import { deskKeeper } from './files.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

const ASKING = { mapping: { accept_likely: false } };

const PRODUCTS = `Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Inventory Qty,Variant Price,Image Src,Cost per item
robe-lin,Robe lin,<p>Lin</p>,Maison,Robes,"été, lin",TRUE,Couleur,Bleu,Taille,36,RL-36,4,80.00,https://a/1.jpg,20
robe-lin,,,,,,,,Bleu,,38,RL-38,6,80.00,https://a/2.jpg,20
robe-lin,,,,,,,,,,,,,,https://a/3.jpg,
sac,Sac,,Autre,Sacs,,TRUE,Title,Default Title,,,SAC-1,3,30.00,,10
`;

const ORDERS = `Name,Email,Financial Status,Currency,Subtotal,Total,Discount Amount,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Lineitem discount,Cancelled at,Refunded Amount
#1001,a@b.fr,paid,EUR,160.00,165.00,0.00,2026-06-01 10:20:00 +0200,1,Robe lin,80.00,RL-36,0.00,,0.00
#1001,a@b.fr,,,,,,2026-06-01 10:20:00 +0200,1,Robe lin,80.00,RL-38,0.00,,
#1002,c@d.fr,refunded,EUR,80.00,80.00,0.00,2026-06-02 11:00:00 +0200,1,Robe lin,80.00,RL-36,0.00,,80.00
#1003,e@f.fr,paid,EUR,190.00,190.00,0.00,2026-06-03 11:00:00 +0200,1,Sac,30.00,SAC-1,0.00,2026-06-04 09:00:00 +0200,0.00
#1003,e@f.fr,,,,,,,2,Robe lin,80.00,RL-38,0.00,,
#1004,g@h.fr,partially_refunded,EUR,110.00,110.00,0.00,2026-06-05 11:00:00 +0200,1,Robe lin,80.00,RL-36,0.00,,30.00
#1004,g@h.fr,,,,,,,1,Sac,30.00,SAC-1,0.00,,
#1005,i@j.fr,paid,EUR,72.00,72.00,8.00,2026-06-06 11:00:00 +0200,1,Robe lin,80.00,RL-36,0.00,,0.00
`;

describe('exports of a Shopify shop', () => {
  it('gives every variant what its product says, a size by its option’s name, and no article to a picture', async () => {
    const { put, send } = await desk();
    const { report, folder } = await send([await put('products_export.csv', PRODUCTS)], ASKING);
    expect(folder).not.toBeNull();
    expect(report.questions).toEqual([]);
    expect(report.totals).toMatchObject({ item_group_count: 2, item_count: 3, stock_quantity: 13 });
    expect(report.quality.map(({ code }) => code)).not.toContain('no_brand');
  });

  it('sells neither a refunded nor a cancelled order, nor what was refunded or taken off, and says so', async () => {
    const { put, send } = await desk();
    const files = [await put('products_export.csv', PRODUCTS), await put('orders_export.csv', ORDERS)];
    const { report } = await send(files, ASKING);
    expect(report.questions).toEqual([]);
    expect(report.error_count).toBe(0);
    // 160 of #1001, 110 − 30 of #1004, 72 of #1005.
    expect(report.totals).toMatchObject({ sale_quantity: 5, sale_amount: 312, last_sale_date: '2026-06-06' });
    const said = report.readings.map((reading) => reading.replace(/[\u00a0\u202f]/g, ' '));
    expect(said.filter((reading) => reading.startsWith('orders_export.csv'))).toEqual([
      'orders_export.csv : 2 commandes annulées ou remboursées en entier (4 pièces, 270,00 €) ne sont pas comptées comme vendues.',
      'orders_export.csv : 1 commande remboursée en partie : 30,00 € sont retirés des lignes au prorata ; le fichier ne dit pas quelles pièces sont revenues, toutes comptent.',
      'orders_export.csv : 1 commande avec une remise sur le total : 8,00 € sont retirés des lignes au prorata.',
    ]);
  });
});

describe('exports of a WooCommerce shop', () => {
  it('finds the product of each variation, its size and its categories, and no article that is none', async () => {
    const { put, send } = await desk();
    const text = `ID,Type,SKU,Name,Published,Visibility in catalog,In stock?,Stock,Sale price,Regular price,Categories,Tags,Images,Parent,Attribute 1 name,Attribute 1 value(s)
10,variable,ROBE,Robe lin,1,visible,1,,,,"Femme > Robes, Soldes",,https://a/1.jpg,,Taille,"36, 38"
11,variation,ROBE-36,Robe lin - 36,1,visible,1,4,,80,,,,ROBE,Taille,36
12,variation,ROBE-38,Robe lin - 38,1,visible,1,6,,80,,,,id:10,Taille,38
13,simple,SAC,Sac,1,visible,1,3,,30,Accessoires,,,,,
`;
    const file = await put('wc-product-export-30-6-2026.csv', text);
    const { report } = await send([file], ASKING);
    expect(report.questions).toEqual([]);
    expect(report.totals).toMatchObject({ item_group_count: 2, item_count: 3, stock_quantity: 13 });
    const sales = 'date;sku;quantité;montant ttc\n28/06/2026;ROBE-38;1;80,00\n28/06/2026;SAC;1;30,00\n';
    const next = await send([await put('ventes.csv', sales)], ASKING);
    expect(next.report.quality.map(({ code }) => code)).not.toContain('unknown_product');
  });
});

describe('extracts of SAP', () => {
  it('leaves of the schedule lines of orders what was not received', async () => {
    const { put, send } = await desk();
    const items = 'code_produit;sku;taille;prix_ttc\nR1;100001;36;80\n';
    const lines =
      'EBELN;EBELP;ETENR;MATNR;WERKS;EINDT;MENGE;WEMNG\n4500001;00010;0001;100001;M001;20270915;50.000;20.000\n4500001;00010;0002;100001;M001;20271015;30.000;0.000\n';
    const files = [await put('articles.csv', items), await put('eket.csv', lines)];
    const { report } = await send(files, ASKING);
    expect(report.totals).toMatchObject({ order_quantity: 60 });
  });
});
