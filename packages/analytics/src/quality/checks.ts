import { type CheckContext, ownPrice, present, type QualityCheck, some } from './check.ts';
import { CODE_CHECKS } from './code-checks.ts';
import { PRICE_CHECKS } from './price-checks.ts';

function stockByGroup(prefix: string): string {
  return `SELECT item_group_id, sum(quantity) AS quantity FROM (${present(prefix)}) GROUP BY item_group_id`;
}

function products(prefix: string, condition: string): string {
  return `SELECT g.item_group_id, g.item_group_id AS example, coalesce(s.quantity, 0) * ${ownPrice(prefix, 'g')} AS amount
   FROM "${prefix}item_group" g LEFT JOIN (${stockByGroup(prefix)}) s USING (item_group_id) WHERE ${condition}`;
}

/** Whole weeks from the first sale to the data date, those without any sale at zero. */
function weeks({ dataDate, sales }: CheckContext): string {
  return `
  SELECT w.week, coalesce(quantity, 0) AS quantity, amount FROM (
    SELECT unnest(generate_series(date_trunc('week', first_date + 6), last_monday, INTERVAL 7 DAY))::DATE AS week FROM (
      SELECT min(date) AS first_date, date_trunc('week', least(DATE '${dataDate}', max(date) + CASE WHEN bool_and(isodow(date) = 1) THEN 6 ELSE 0 END) - 6) AS last_monday
      FROM ${sales.days} WHERE date <= DATE '${dataDate}')) w
  LEFT JOIN (SELECT date_trunc('week', date)::DATE AS week, sum(quantity) AS quantity, sum(amount) AS amount FROM ${sales.days} GROUP BY 1) s USING (week)`;
}

/** What is looked for in a customer's data before anything is decided on them. */
export const QUALITY_CHECKS: readonly QualityCheck[] = [
  ...CODE_CHECKS,
  ...PRICE_CHECKS,
  {
    code: 'negative_stock',
    severity: 'warning',
    actions: ['exclude', 'accept'],
    select: ({
      prefix,
    }) => `SELECT s.item_group_id, s.item_id || coalesce(' (' || s.inventory_code || ')', '') || ' : ' || s.quantity::BIGINT AS example,
      -s.quantity * ${ownPrice(prefix, 'g')} AS amount FROM (${present(prefix)}) s LEFT JOIN "${prefix}item_group" g USING (item_group_id) WHERE s.quantity < 0`,
    label: (count) => some(count, 'stock négatif', 'stocks négatifs'),
    effect: 'Ils comptent pour zéro : la couverture et le stock résiduel peuvent être surestimés.',
  },
  {
    code: 'missing_price',
    severity: 'error',
    actions: ['exclude', 'accept'],
    select: ({ prefix }) => products(prefix, 'coalesce(g.price, 0) <= 0'),
    label: (count) => some(count, 'produit sans prix', 'produits sans prix'),
    effect: 'Ni chiffre d’affaires ni marge ne peuvent être prévus pour eux.',
  },
  {
    code: 'missing_cost',
    severity: 'error',
    actions: ['exclude', 'accept'],
    select: ({ prefix }) => products(prefix, 'coalesce(g.cost, 0) <= 0'),
    label: (count) => some(count, 'produit sans coût', 'produits sans coût'),
    effect: 'Leur marge n’est pas calculée ; l’objectif Marge ne peut pas les optimiser.',
  },
  {
    code: 'cost_above_price',
    severity: 'warning',
    actions: ['exclude', 'accept'],
    select: ({ prefix }) =>
      products(
        prefix,
        'g.cost > g.base_price AND g.base_price > 0 AND g.currency IS NOT DISTINCT FROM g.cost_currency',
      ),
    label: (count) =>
      some(
        count,
        'produit au coût supérieur au prix hors taxes',
        'produits au coût supérieur au prix hors taxes',
      ),
    effect: 'Toute vente perd de la marge : l’optimisation les laissera sans démarque.',
  },
  {
    code: 'price_above_list',
    severity: 'warning',
    actions: ['exclude', 'accept'],
    select: ({ sales }) =>
      `SELECT item_group_id, item_group_id AS example, above_list AS amount FROM ${sales.groups} WHERE above_list IS NOT NULL`,
    label: (count) =>
      some(
        count,
        'produit vendu plus cher que son prix affiché',
        'produits vendus plus cher que leur prix affiché',
      ),
    effect:
      'Leur démarque passée compte pour zéro dans le modèle ; l’élasticité est mal estimée si le prix affiché est faux.',
  },
  {
    code: 'no_history',
    severity: 'warning',
    actions: ['exclude', 'accept'],
    select: ({ prefix, sales }) =>
      products(
        prefix,
        `s.quantity > 0 AND g.item_group_id NOT IN (SELECT item_group_id FROM ${sales.groups} WHERE item_group_id IS NOT NULL)`,
      ),
    label: (count) =>
      some(count, 'produit en stock sans aucune vente', 'produits en stock sans aucune vente'),
    effect: 'Leur demande est empruntée aux produits de la même sous-famille et du même prix.',
  },
  {
    code: 'broken_sizes',
    severity: 'info',
    actions: ['exclude', 'accept'],
    select: ({
      prefix,
    }) => `SELECT item_group_id, item_group_id || ' : ' || left_count || ' taille(s) sur ' || size_count AS example, amount FROM (
        SELECT i.item_group_id, count(*) AS size_count, count_if(coalesce(s.quantity, 0) > 0) AS left_count,
          sum(greatest(s.quantity, 0) * ${ownPrice(prefix, 'g')}) AS amount
        FROM "${prefix}item" i JOIN "${prefix}item_group" g USING (item_group_id)
        LEFT JOIN (SELECT item_id, sum(quantity) AS quantity FROM (${present(prefix)}) GROUP BY item_id) s USING (item_id)
        -- A product with stock of no known size: how much each size has left is unknown.
        WHERE i.item_group_id NOT IN (SELECT p.item_group_id FROM (${present(prefix)}) p ANTI JOIN "${prefix}item" k USING (item_group_id, item_id) WHERE p.quantity > 0)
        GROUP BY i.item_group_id) WHERE size_count >= 3 AND left_count BETWEEN 1 AND size_count / 2`,
    label: (count) => some(count, 'produit aux tailles cassées', 'produits aux tailles cassées'),
    effect: 'La demande prévue est réduite à la part des tailles qui restent.',
  },
  {
    code: 'duplicate_sale',
    severity: 'warning',
    actions: ['exclude', 'accept'],
    select: ({
      prefix,
    }) => `SELECT item_group_id, item_id || ' le ' || strftime(date, '%d/%m/%Y') || coalesce(' (' || location_code || ')', '') || ' : ' || copies || ' fois' AS example,
        amount * (copies - 1) / copies AS amount FROM "${prefix}sale" WHERE copies > 1`,
    label: (count) =>
      some(
        count,
        'vente est arrivée plusieurs fois à l’identique dans un même envoi',
        'ventes sont arrivées plusieurs fois à l’identique dans un même envoi',
      ),
    effect:
      'Elles sont additionnées : c’est juste pour des tickets, faux si une extraction a été collée deux fois. Exclure ne compte chacune qu’une fois.',
  },
  {
    code: 'duplicate_stock',
    severity: 'warning',
    actions: ['exclude', 'accept'],
    select: ({
      prefix,
    }) => `SELECT s.item_group_id, s.item_id || coalesce(' (' || s.inventory_code || ')', '') || ' : ' || s.copies || ' fois' AS example,
        s.quantity * (s.copies - 1) / s.copies * ${ownPrice(prefix, 'g')} AS amount
      FROM (${present(prefix)}) s LEFT JOIN "${prefix}item_group" g USING (item_group_id) WHERE s.copies > 1`,
    label: (count) =>
      some(
        count,
        'ligne de stock est arrivée plusieurs fois à l’identique',
        'lignes de stock sont arrivées plusieurs fois à l’identique',
      ),
    effect:
      'Elles sont additionnées : le stock et la couverture peuvent être surestimés. Exclure ne compte chacune qu’une fois.',
  },
  {
    code: 'duplicate_item',
    severity: 'warning',
    actions: ['exclude', 'accept'],
    select: ({
      prefix,
    }) => `SELECT i.item_group_id, i.item_id || ' : ' || i.conflict AS example, greatest(s.quantity, 0) * coalesce(${ownPrice(prefix, 'i')}, ${ownPrice(prefix, 'g')}) AS amount
      FROM "${prefix}item" i LEFT JOIN "${prefix}item_group" g USING (item_group_id)
      LEFT JOIN (SELECT item_id, sum(quantity) AS quantity FROM (${present(prefix)}) GROUP BY item_id) s ON s.item_id = i.item_id
      WHERE i.conflict IS NOT NULL`,
    label: (count) =>
      some(
        count,
        'article est arrivé plusieurs fois avec des valeurs différentes',
        'articles sont arrivés plusieurs fois avec des valeurs différentes',
      ),
    effect:
      'La dernière valeur lue est gardée : si ce n’est pas la bonne, prix, coûts et marges sont faux. Corrigez le fichier et renvoyez-le, ou excluez ces produits.',
  },
  {
    code: 'future_date',
    severity: 'error',
    actions: ['exclude', 'accept'],
    select: ({
      prefix,
      dataDate,
    }) => `SELECT item_group_id, item_group_id || ' le ' || strftime(date, '%d/%m/%Y') AS example, amount
        FROM "${prefix}sale" WHERE date > DATE '${dataDate}'
      UNION ALL SELECT item_group_id, 'stock de ' || item_group_id || ' le ' || strftime(date, '%d/%m/%Y'), NULL FROM "${prefix}stock" WHERE date > DATE '${dataDate}'`,
    label: (count) =>
      some(
        count,
        'vente ou stock daté après la date des données',
        'ventes ou stocks datés après la date des données',
      ),
    effect:
      'Ces lignes sont laissées de côté jusqu’à leur date : les ventes récentes peuvent être sous-estimées. Exclure écarte ces produits.',
  },
  {
    code: 'volume_jump',
    severity: 'info',
    actions: ['accept'],
    select: (context) => `SELECT NULL AS item_group_id, 'semaine du ' || strftime(week, '%d/%m/%Y') || ' : '
          || CASE WHEN quantity = 0 THEN 'aucune vente' ELSE '× ' || replace(round(quantity / usual, 1)::VARCHAR, '.', ',') END AS example, amount
      FROM (SELECT week, quantity, amount, median(quantity) OVER (ORDER BY week ROWS BETWEEN 4 PRECEDING AND 4 FOLLOWING) AS usual FROM (${weeks(context)}))
      WHERE usual > 0 AND (quantity > 3 * usual OR quantity < usual / 5) ORDER BY week`,
    label: (count) => some(count, 'semaine au volume inhabituel', 'semaines au volume inhabituel'),
    effect:
      'Un événement connu (soldes, Black Friday) est pris en compte ; un fichier oublié ou reçu en double fausserait la saisonnalité.',
  },
  {
    code: 'forecast_missing',
    severity: 'info',
    actions: ['accept'],
    select: ({
      prefix,
      dataDate,
    }) => `SELECT g.item_group_id, g.item_group_id AS example, s.quantity * ${ownPrice(prefix, 'g')} AS amount
      FROM "${prefix}item_group" g JOIN (${stockByGroup(prefix)}) s USING (item_group_id)
      WHERE s.quantity > 0 AND EXISTS (FROM "${prefix}forecast") AND g.item_group_id NOT IN (
        SELECT item_group_id FROM "${prefix}forecast" WHERE to_date > DATE '${dataDate}')`,
    label: (count) =>
      some(
        count,
        'produit en stock n’a pas de prévision importée pour la suite',
        'produits en stock n’ont pas de prévision importée pour la suite',
      ),
    effect:
      'Leur prévision est calculée par Palier ; celle des autres suit le fichier importé, dans les projets qui utilisent ces prévisions.',
  },
  {
    code: 'forecast_unknown',
    severity: 'warning',
    actions: ['accept'],
    select: ({ prefix }) => `SELECT f.item_group_id, f.item_group_id AS example, NULL::DOUBLE AS amount
      FROM "${prefix}forecast" f ANTI JOIN "${prefix}item_group" g USING (item_group_id) GROUP BY f.item_group_id`,
    label: (count) =>
      some(
        count,
        'produit prévu est absent du fichier des articles',
        'produits prévus sont absents du fichier des articles',
      ),
    effect: 'Leur prévision importée attend : elle servira dès que le fichier des articles les contiendra.',
  },
  {
    code: 'stock_on_order',
    severity: 'info',
    actions: ['accept'],
    select: ({
      prefix,
    }) => `SELECT o.item_group_id, o.item_group_id AS example, sum(o.quantity * ${ownPrice(prefix, 'g')}) AS amount
      FROM "${prefix}order" o LEFT JOIN "${prefix}item_group" g USING (item_group_id) GROUP BY o.item_group_id`,
    label: (count) => some(count, 'produit attendu en commande', 'produits attendus en commande'),
    effect: 'Ce stock compte dans les projets dont la période de livraison le comprend.',
  },
  {
    code: 'recent_first_sale',
    severity: 'info',
    actions: ['exclude', 'accept'],
    select: ({
      prefix,
      dataDate,
      sales,
    }) => `SELECT g.item_group_id, g.item_group_id AS example, coalesce(s.quantity, 0) * ${ownPrice(prefix, 'g')} AS amount
      FROM "${prefix}item_group" g JOIN ${sales.groups} f USING (item_group_id) LEFT JOIN (${stockByGroup(prefix)}) s USING (item_group_id)
      WHERE f.first_date > DATE '${dataDate}' - 30`,
    label: (count) =>
      some(count, 'produit vendu depuis moins d’un mois', 'produits vendus depuis moins d’un mois'),
    effect: 'Leur niveau de vente repose surtout sur des produits semblables.',
  },
  {
    code: 'unknown_place',
    severity: 'warning',
    actions: ['accept'],
    select: ({
      prefix,
      sales,
    }) => `SELECT NULL AS item_group_id, code AS example, sum(amount) AS amount FROM (
        SELECT location_code AS code, amount FROM ${sales.places} WHERE location_code IS NOT NULL
        UNION ALL SELECT inventory_code, 0 FROM "${prefix}stock" WHERE inventory_code IS NOT NULL GROUP BY 1)
      WHERE code NOT IN (SELECT code FROM "${prefix}place") AND EXISTS (FROM "${prefix}place") GROUP BY code`,
    label: (count) => some(count, 'lieu inconnu du fichier des lieux', 'lieux inconnus du fichier des lieux'),
    effect: 'Un lieu inconnu compte comme un magasin.',
  },
];
