import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberOf, readRetailer } from '../test/read-retailer.ts';
import { GARMENT_KINDS } from './garments/kinds.ts';

/** The day that the first files speak of. */
const DATA_DATE = '2026-07-05';

const small = readRetailer({ products: 120, seed: 3 });

describe('a generated retailer', () => {
  it('gives the same bytes for the same seed, and others for another', () => {
    const again = readRetailer({ products: 120, seed: 3 });
    expect(Object.fromEntries(again.files)).toEqual(Object.fromEntries(small.files));
    expect(readRetailer({ products: 120, seed: 4 }).files.get('produits.csv')).not.toBe(
      small.files.get('produits.csv'),
    );
  });

  it('gives every product a name and a code of its own, in correct French typography', () => {
    const products = new Map(small.table('produits.csv').map((row) => [row.code_produit, row.libellé ?? '']));
    expect(new Set(products.values()).size).toBe(products.size);
    expect(products.size).toBe(120);
    for (const name of products.values()) {
      expect(name).toMatch(/^\p{Lu}/u);
      expect(name).not.toMatch(/'|\s\s|^\s|\s$|undefined/);
    }
  });

  it('opens with the products of the design', () => {
    const first = small.table('produits.csv')[0];
    expect(first).toMatchObject({
      code_produit: 'AU-26E-4417',
      libellé: 'Robe midi portefeuille Isaure',
      marque: 'Aurelle',
      couleur: 'Vert sauge',
      prix_ttc: '79,99',
    });
  });

  it('keeps prices believable: cost 3.1 to 4.4 times below the price, base price without the 20 % tax', () => {
    for (const row of small.table('produits.csv')) {
      const price = numberOf(row.prix_ttc);
      expect(price / numberOf(row.prix_revient)).toBeGreaterThan(3.09);
      expect(price / numberOf(row.prix_revient)).toBeLessThan(4.42);
      expect(numberOf(row.prix_ht)).toBeCloseTo(price / 1.2, 1);
      expect(row.prix_ttc).toMatch(/(,99|,00)$/);
    }
  });

  it('sells at prices that end as the chain’s labels do, loyalty vouchers aside', () => {
    const ends = (cents: number): boolean => {
      if (cents >= 10_000) return [0, 99].includes(cents % 100);
      return cents % 100 === 99 || (cents < 3_000 && cents % 100 === 49);
    };
    const isVoucher = (cents: number): boolean =>
      [-1, 0, 1]
        .map((step) => Math.round(cents / 0.9) + step)
        .some((label) => ends(label) && Math.round(label * 0.9) === cents);
    const tickets = [...small.files]
      .filter(([name]) => /^ventes-2026-0[67]/.test(name))
      .flatMap(([, text]) => text.trim().split('\n').slice(1));
    const paid = tickets.map((row) => {
      const [, , , quantity, amount, reason] = row.split(';');
      return { cents: Math.round((100 * numberOf(amount)) / numberOf(quantity)), reason };
    });
    expect(paid.length).toBeGreaterThan(500);
    expect(paid.filter(({ cents, reason }) => !(reason ? isVoucher(cents) : ends(cents)))).toEqual([]);
    const vouchers = paid.filter(({ reason }) => reason === 'Carte de fidélité');
    expect(vouchers.length / paid.length).toBeGreaterThan(0.02);
    expect(vouchers.length / paid.length).toBeLessThan(0.06);
  });

  it('leaves a few costs out when asked to, and changes nothing else', () => {
    const flawed = readRetailer({ products: 400, seed: 3, flaws: true });
    const whole = readRetailer({ products: 400, seed: 3 });
    const missing = flawed.table('produits.csv').filter((row) => row.prix_revient === '');
    const products = new Set(missing.map((row) => row.code_produit));
    expect(products.size).toBeGreaterThan(0);
    expect(products.size).toBeLessThan(12);
    expect(flawed.files.get('stock.csv')).toBe(whole.files.get('stock.csv'));
  });

  it('is not overstocked: most of the season is sold before the third round, and few products are best-sellers', () => {
    const shop = readRetailer({ products: 600, seed: 3 });
    const season = new Map<string, { sold: number; left: number; best: boolean }>();
    for (const row of shop.table('produits.csv'))
      if (row.dernière_saison === 'Été 2026' && !/Permanent/.test(row.étiquettes ?? ''))
        season.set(row.code_produit ?? '', {
          ...{ sold: 0, left: 0 },
          best: /Best-seller/.test(row.étiquettes ?? ''),
        });
    const of = (sku = '') => season.get(sku.slice(0, sku.lastIndexOf('-')));
    for (const row of shop.sales()) {
      const product = of(row.sku);
      if (product) product.sold += numberOf(row.quantité);
    }
    for (const row of shop.table('stock.csv')) {
      const product = of(row.sku);
      if (product) product.left += numberOf(row.quantité);
    }
    const all = [...season.values()];
    const sum = (of: (one: (typeof all)[number]) => number) => all.reduce((total, one) => total + of(one), 0);
    expect(sum(({ left }) => left) / sum(({ sold, left }) => sold + left)).toBeLessThan(0.25);
    expect(sum(({ best }) => Number(best)) / all.length).toBeLessThan(0.15);
  });

  it('counts the stock of seasons that are over on the Sundays before their rounds, and after their end', () => {
    const counted = small.table('stock-operations-passees.csv');
    expect([...new Set(counted.map(({ date_stock }) => date_stock))].sort()).toEqual([
      ...['2025-06-22', '2025-06-29', '2025-07-06', '2025-07-13', '2025-07-27'],
      '2026-01-04',
      '2026-01-11',
      '2026-01-18',
      '2026-01-25',
      '2026-02-08',
    ]);
    const past = small.projects.filter(({ working_phase }) => working_phase === null);
    expect(past.map(({ name }) => name.split('/')[0])).toEqual(['Soldes hiver 2026', 'Soldes été 2025']);
    const codes = new Set(past.flatMap((one) => Object.keys(one.previous_discount_pcts)));
    for (const { sku = '' } of counted) expect(codes.has(sku.slice(0, sku.lastIndexOf('-')))).toBe(true);
  });

  it('draws a picture for every product, at the path its row gives', () => {
    for (const row of small.table('produits.csv')) {
      expect(small.files.get(row.photo ?? '')).toMatch(/^<svg .*<\/svg>$/);
    }
    expect(GARMENT_KINDS.length).toBeGreaterThan(30);
  });

  it('has 104 weeks of history or more, until the eve of the data date', () => {
    const dates = small
      .sales()
      .map((row) => row.date ?? '')
      .sort();
    expect((dates[0] ?? '') <= '2024-07-05').toBe(true);
    expect(dates.at(-1)).toBe('2026-07-05');
    expect(new Set(small.table('stock.csv').map((row) => row.date))).toEqual(new Set(['2026-07-05']));
  });

  it('says the rounds before the worked one for every product of every project, with one leader a group', () => {
    const codes = new Set(small.table('produits.csv').map((row) => row.code_produit));
    const leaders = small.projects.filter((project) => project.is_project_group_leader);
    expect(leaders.map((project) => project.project_group_id)).toEqual([
      'soldes-ete-2026-femme',
      'soldes-ete-2026-homme',
    ]);
    let lines = 0;
    for (const project of small.projects) {
      const done = project.phases.filter((phase) => phase.start_date <= DATA_DATE).length;
      expect(project.working_phase).toBe(project.end_date <= DATA_DATE ? null : done);
      for (const [code, points] of Object.entries(project.previous_discount_pcts)) {
        lines++;
        expect(codes.has(code)).toBe(true);
        expect(points).toHaveLength(done);
        expect(points).toEqual(points.toSorted((a, b) => a - b));
        for (const one of points) expect([0, ...project.discount_pct_range]).toContain(one);
      }
    }
    expect(lines).toBeGreaterThan(40);
  });

  it('is in the middle of its summer soldes, has winter behind and September ahead', () => {
    const stages = new Map(
      small.projects.map((project) => [project.name.split('/')[0], project.working_phase]),
    );
    expect(Object.fromEntries(stages)).toEqual({
      'Soldes été 2026': 2,
      'Soldes hiver 2026': null,
      'Soldes été 2025': null,
      'Ventes privées septembre 2026': 0,
    });
    const summer = small.projects.find((project) => project.name === 'Soldes été 2026/Femme/Prêt-à-porter');
    expect(summer?.phases.map((phase) => phase.start_date)).toEqual([
      '2026-06-24',
      '2026-07-01',
      '2026-07-08',
      '2026-07-15',
    ]);
    expect(summer?.end_date).toBe('2026-07-22');
  });

  it('has more of the summer its history opens on when asked to, and leaves every other product as it was', () => {
    const more = readRetailer({ products: 120, seed: 3, former: 30 });
    const known = new Set(small.table('produits.csv').map(({ sku }) => sku));
    const added = more.table('produits.csv').filter(({ sku }) => !known.has(sku));
    expect(new Set(added.map(({ code_produit }) => code_produit)).size).toBe(30);
    expect(new Set(added.map(({ saison }) => saison))).toEqual(new Set(['Été 2024']));
    const rowsOf = (sales: readonly Record<string, string>[]): string[] =>
      sales
        .filter(({ sku = '' }) => known.has(sku))
        .map((row) => Object.values(row).join(';'))
        .sort();
    expect(rowsOf(more.sales())).toEqual(rowsOf(small.sales()));
    const others = more.sales().filter(({ sku = '' }) => !known.has(sku));
    expect(
      others
        .map(({ date }) => date ?? '')
        .sort()
        .at(-1),
    ).toMatch(/^2024-08/);
    expect(() => readRetailer({ products: 20, former: 21 })).toThrow('former');
  });

  it('compares like with like: what is always on sale is in last summer as in this one, and alone in September', () => {
    const release = new Map(small.table('produits.csv').map((row) => [row.code_produit ?? '', row.saison]));
    const seasons = (operation: string) =>
      new Set(
        small.projects
          .filter(({ name }) => name.startsWith(`${operation}/Femme/Prêt-à-porter`))
          .flatMap(({ previous_discount_pcts }) => Object.keys(previous_discount_pcts))
          .map((code) => release.get(code)),
      );
    expect(seasons('Soldes été 2026')).toEqual(new Set(['Été 2026', 'Permanent']));
    expect(seasons('Soldes été 2025')).toEqual(new Set(['Été 2025', 'Permanent']));
    expect(seasons('Ventes privées septembre 2026')).toEqual(new Set(['Permanent']));
  });

  it('writes old weeks of a large catalogue by product, and the last 13 day by day', () => {
    const compact = readRetailer({ products: 60, seed: 3, granularity: 'compact' });
    const weekly = [...compact.files.keys()]
      .filter((path) => path.startsWith('ventes-hebdo-'))
      .flatMap(compact.table);
    const daily = [...compact.files.keys()].filter((path) => /^ventes-2/.test(path)).flatMap(compact.table);
    const mondays = weekly.map((row) => new Date(`${row.semaine_du}T00:00:00Z`).getUTCDay());
    expect(new Set(mondays)).toEqual(new Set([1]));
    expect(daily.map((row) => row.date ?? '').sort()[0]).toBe('2026-04-06');
    const units = [...weekly, ...daily].reduce((sum, row) => sum + numberOf(row.quantité), 0);
    expect(units).toBe(compact.counts.units);
  });
});

describe('the books of a retailer balance', () => {
  it('for any seed: units received are sold, in stock or withdrawn, and no price rises during soldes', () => {
    let products = 0;
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e9 }),
        fc.constantFrom('maison_brume' as const, 'atelier_lisiere' as const),
        (seed, retailer) => {
          products += checkBooks(readRetailer({ seed, retailer, products: 24 }));
        },
      ),
      { numRuns: 12 },
    );
    expect(products).toBe(12 * 24);
  });
});

function checkBooks(retailer: ReturnType<typeof readRetailer>): number {
  const items = retailer.table('produits.csv');
  const places = new Map(retailer.table('places.csv').map((row) => [row.code, row.type]));
  const left = balance(retailer, items);
  for (const row of retailer.table('stock.csv')) {
    expect(numberOf(row.quantité)).toBeGreaterThan(0);
    expect(places.get(row.code_lieu)).toMatch(/^(magasin|entrepôt)$/);
    take(left, row.sku, row.quantité);
  }
  for (const row of retailer.sales()) {
    expect(numberOf(row.quantité)).toBeGreaterThan(0);
    expect(numberOf(row.montant_ttc)).toBeGreaterThan(0);
    expect(places.get(row.magasin)).toMatch(/^(magasin|web)$/);
    take(left, row.sku, row.quantité);
  }
  expect([...left.values()].filter((units) => units !== 0)).toEqual([]);
  for (const line of retailer.truth) {
    expect(line.size_shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 3);
    expect(line.elasticity).toBeLessThan(0);
    const summer = line.discounts.filter(([day]) => day >= '2026-06-24').map(([, points]) => points);
    expect(summer).toEqual(summer.toSorted((a, b) => a - b));
  }
  return retailer.truth.length;
}

/** Units received and not withdrawn, by variant. */
function balance(
  retailer: ReturnType<typeof readRetailer>,
  items: Record<string, string>[],
): Map<string, number> {
  const left = new Map<string, number>();
  for (const line of retailer.truth) {
    const skus = items.filter((row) => row.code_produit === line.item_group_id).map((row) => row.sku ?? '');
    expect(skus.length).toBe(line.received.length);
    skus.forEach((sku, index) => {
      left.set(sku, (line.received[index] ?? 0) - (line.withdrawn[index] ?? 0));
    });
  }
  return left;
}

function take(left: Map<string, number>, sku: string | undefined, units: string | undefined): void {
  const before = left.get(sku ?? '');
  if (before === undefined) throw new RangeError(`unknown variant ${sku}`);
  left.set(sku ?? '', before - numberOf(units));
}

describe('the weeks that follow', () => {
  const options = { products: 60, seed: 3 };
  const first = readRetailer(options);
  const two = readRetailer({ ...options, until: '2026-07-12' });
  const all = readRetailer({ ...options, until: '2026-08-05' });
  const days = (retailer: typeof two): string[] =>
    retailer
      .sales()
      .map(({ date }) => date ?? '')
      .sort();

  it('come as the files of the days since the first ones: products, sales, stock of the evening, orders', () => {
    expect([...two.files.keys()].sort().filter((name) => name !== 'commandes.csv')).toEqual(
      ['produits.csv', 'stock.csv', 'ventes-2026-07.csv', 'verite/verite.json'].sort(),
    );
    expect(days(two)[0]).toBe('2026-07-06');
    expect(days(two).at(-1)).toBe('2026-07-12');
    expect(days(all).at(-1)).toBe('2026-08-05');
    expect(new Set(two.table('stock.csv').map(({ date }) => date))).toEqual(new Set(['2026-07-12']));
  });

  it('tell of the same days alike, however far they go', () => {
    const upTo = (retailer: typeof two): string[] =>
      retailer
        .sales()
        .filter(({ date }) => (date ?? '') <= '2026-07-12')
        .map((row) => Object.values(row).join(';'))
        .sort();
    expect(upTo(all)).toEqual(upTo(two));
    const codes = (retailer: typeof two) => retailer.table('produits.csv').map((row) => row.code_produit);
    expect(codes(all)).toEqual(codes(first));
  });

  it('are sold at the discounts of the price files that shops were given', () => {
    const code = 'AU-26E-4417';
    const price_files = [`Code produit;Démarque (%);À partir du\r\n${code};60;08/07/2026\r\n`];
    const priced = readRetailer({ ...options, until: '2026-07-12', price_files });
    const [truth] = priced.truth.filter(({ item_group_id }) => item_group_id === code);
    expect(truth?.discounts).toContainEqual(['2026-07-08', 60]);
    expect(() => readRetailer({ ...options, until: '2026-07-12', price_files: ['Code;Prix\n'] })).toThrow(
      'Code produit',
    );
    expect(() => readRetailer({ ...options, until: '2026-07-05' })).toThrow('until');
  });
});
