import { quoteText } from '../database/sql.ts';
import { listedSql } from '../warehouse/price-history.ts';
import { isReducedSql } from '../warehouse/reduced-list.ts';
import { type CheckContext, ownPrice, present, type QualityCheck, some } from './check.ts';

/** Two prices closer than this share of one are the same, rounded otherwise. */
const SAME_PRICE = 0.005;

/** SQL of a price as it is written in a file. */
const written = (price: string): string => `replace(printf('%.2f', ${price}), '.', ',')`;

/**
 * Products whose articles say another price than every list of theirs in the same currency: `item_group_id`, `said`,
 * `listed`. Dated prices come before those of the articles, which have no date.
 */
const differing = ({ prefix, dataDate, paid }: CheckContext): string => `
  SELECT item_group_id, max(said) AS said, max(listed) AS listed FROM (
    SELECT r.item_group_id, coalesce(i.price, g.price) AS said, r.price AS listed
    FROM (SELECT item_group_id, item_id, currency, arg_max_null(${listedSql('price')}, from_date) AS price FROM "${prefix}price"
      WHERE from_date <= DATE '${dataDate}' AND price > 0 AND NOT ${isReducedSql('price_list_id')} AND price_list_id IS DISTINCT FROM ${paid === null ? 'NULL' : quoteText(paid)}
      GROUP BY item_group_id, item_id, price_list_id, currency) r
    JOIN "${prefix}item_group" g USING (item_group_id) LEFT JOIN "${prefix}item" i ON i.item_id = r.item_id
    WHERE r.price IS NOT NULL AND g.currency IS NOT DISTINCT FROM r.currency)
  WHERE said > 0 GROUP BY item_group_id HAVING bool_and(abs(said - listed) > ${SAME_PRICE} * listed)`;

/** What is looked for in list prices. */
export const PRICE_CHECKS: readonly QualityCheck[] = [
  {
    code: 'article_price_differs',
    severity: 'warning',
    actions: ['accept'],
    select: (
      context,
    ) => `SELECT d.item_group_id, d.item_group_id || ' : ' || ${written('said')} || ' pour ' || ${written('listed')} AS example,
      coalesce(s.quantity, 0) * ${ownPrice(context.prefix, 'g')} AS amount
      FROM (${differing(context)}) d JOIN "${context.prefix}item_group" g USING (item_group_id)
      LEFT JOIN (SELECT item_group_id, sum(quantity) AS quantity FROM (${present(context.prefix)}) GROUP BY 1) s USING (item_group_id)`,
    label: (count) =>
      some(
        count,
        'produit dont les articles disent un autre prix que son tarif',
        'produits dont les articles disent un autre prix que leur tarif',
      ),
    effect:
      'Le prix daté du tarif est gardé, celui des articles ne sert pas. Si c’est un nouveau prix, envoyez-le en fichier de prix, avec son premier jour.',
  },
];
