import { type Kysely, sql } from 'kysely';

const statements = [
  // What the label of each line's price bears, with its selling price, as they were when the phase was validated; not
  // known of phases validated before. Variants only where they are sold at other prices than their product.
  'alter table validated_discount add column list_price double precision',
  'alter table validated_discount add column price double precision',
  'alter table validated_discount add column variants jsonb',
  // The rate that the price stands at, in points, where its label has an ending.
  'alter table phase_forecast add column real_pct double precision',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
