import { type Kysely, sql } from 'kysely';

/** The columns that « Tous les produits » was made with: the settings', which it now follows. */
const FIRST_COLUMNS = [
  ...['img', 'price', 'stockTotal', 'stockDistribution', 'coverageScore', 'coverageStoreScore'],
  ...['salesHistory', 'avgSalesQty7d', 'avgSalesQty30d', 'discountDistribution'],
];

export async function up(db: Kysely<unknown>): Promise<void> {
  const columns = JSON.stringify(FIRST_COLUMNS);
  await sql`
    update view set parameters = parameters - 'columns'
    where name = 'Tous les produits' and shared and parameters -> 'columns' = ${columns}::jsonb
  `.execute(db);
}
