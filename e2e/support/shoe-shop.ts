/** A small English-speaking shoe retailer's files in the documented format: comma, decimal point, English headings. */
export interface CustomerFile {
  name: string;
  text: string;
}

const SIZES = ['38', '39', '40', '41', '42'];
const MODELS = ['Derby', 'Chelsea Boot', 'Sneaker', 'Loafer', 'Sandal', 'Ankle Boot'];
const COLORS = ['Black', 'Cognac', 'White', 'Navy'];
const SHOPS = ['S01', 'S02', 'S03'];
const FIRST_DAY = Date.UTC(2026, 1, 2);
const DAYS = 140;

/** Small, fixed pseudo-randomness: the same files at every run. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const day = (index: number) => new Date(FIRST_DAY + index * 86_400_000).toISOString().slice(0, 10);
const csv = (rows: readonly (readonly (string | number)[])[]) =>
  `${rows.map((row) => row.join(',')).join('\n')}\n`;

/** 24 shoes in 5 sizes and 3 shops over 20 weeks. */
export function shoeShopFiles(): CustomerFile[] {
  const random = sequence(7);
  const products = MODELS.flatMap((model, m) =>
    COLORS.map((color, c) => ({ code: `SH-${m}${c}`, model, color, price: 59 + 15 * m })),
  );
  const items = products.flatMap(({ code, model, color, price }) =>
    SIZES.map((size) => [
      `${code}-${size}`,
      code,
      `${model} ${color}`,
      'Northway',
      'Shoes',
      model,
      color,
      size,
      price.toFixed(2),
      (price * 0.34).toFixed(2),
      '2026-01-26',
    ]),
  );
  const sales = products.flatMap(({ code, price }) =>
    Array.from({ length: DAYS }, (_, index) => index).flatMap((index) =>
      SHOPS.filter(() => random() < 0.12).map((shop) => [
        day(index),
        `${code}-${SIZES[Math.floor(random() * SIZES.length)]}`,
        shop,
        1,
        price.toFixed(2),
      ]),
    ),
  );
  const stock = products.flatMap(({ code }) =>
    SIZES.flatMap((size) => SHOPS.map((shop) => [`${code}-${size}`, shop, Math.floor(random() * 12)])),
  );
  const places = SHOPS.map((shop, index) => [
    shop,
    `Shop ${index + 1}`,
    'store',
    'FR',
    ['Paris', 'Lyon', 'Lille'][index] ?? '',
  ]);
  return [
    {
      name: 'items.csv',
      text: csv([
        [
          'sku',
          'product_code',
          'name',
          'brand',
          'section',
          'family',
          'color',
          'size',
          'price',
          'cost',
          'on_sale_date',
        ],
        ...items,
      ]),
    },
    { name: 'sales.csv', text: csv([['date', 'sku', 'store_code', 'quantity', 'amount'], ...sales]) },
    { name: 'stock.csv', text: csv([['sku', 'inventory_code', 'stock_qty'], ...stock]) },
    { name: 'places.csv', text: csv([['code', 'name', 'kind', 'country', 'city'], ...places]) },
  ];
}
