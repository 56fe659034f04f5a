import type { Session } from '../database/database.ts';
import type { SalesSums } from './check.ts';

const selects = (prefix: string): SalesSums => ({
  groups: `SELECT item_group_id, min(date) AS first_date, sum(amount) AS amount,
      sum(amount - quantity * list_price) FILTER (quantity > 0 AND list_price > 0 AND amount > quantity * list_price * 1.02) AS above_list
    FROM "${prefix}sale" GROUP BY item_group_id`,
  days: `SELECT date, sum(quantity) AS quantity, sum(amount) AS amount FROM "${prefix}sale" GROUP BY date`,
  places: `SELECT location_code, sum(amount) AS amount FROM "${prefix}sale" GROUP BY location_code`,
});

const TABLES: SalesSums = { groups: 'quality_groups', days: 'quality_days', places: 'quality_places' };

/** Sums the sales of a warehouse attached under a prefix once, for all the checks. */
export const sumSales = async (session: Session, prefix: string): Promise<SalesSums> => {
  const { groups, days, places } = selects(prefix);
  await session.run(`CREATE OR REPLACE TEMP TABLE ${TABLES.groups} AS ${groups}`);
  await session.run(`CREATE OR REPLACE TEMP TABLE ${TABLES.days} AS ${days}`);
  await session.run(`CREATE OR REPLACE TEMP TABLE ${TABLES.places} AS ${places}`);
  return TABLES;
};

/** The same sums as queries, for one check alone. */
export const inlineSums = (prefix: string): SalesSums => {
  const { groups, days, places } = selects(prefix);
  return { groups: `(${groups})`, days: `(${days})`, places: `(${places})` };
};
