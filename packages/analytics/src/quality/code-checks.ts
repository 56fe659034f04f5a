import { present, type QualityCheck, some } from './check.ts';

/** Codes that do not find their product. */
export const CODE_CHECKS: readonly QualityCheck[] = [
  {
    code: 'unknown_product',
    severity: 'error',
    actions: ['accept'],
    select: ({ prefix, sales }) => `SELECT s.item_group_id, s.item_group_id AS example, amount
      FROM ${sales.groups} s ANTI JOIN "${prefix}item_group" g USING (item_group_id)`,
    label: (count) =>
      some(
        count,
        'produit vendu est absent du fichier des articles',
        'produits vendus sont absents du fichier des articles',
      ),
    effect:
      'Leurs ventes sont gardées, mais ne comptent dans aucune prévision : elles rejoindront leur produit dès que le fichier des articles le contiendra.',
  },
  {
    code: 'unknown_stock',
    severity: 'error',
    actions: ['accept'],
    select: ({
      prefix,
    }) => `SELECT s.item_group_id, s.item_group_id || ' : ' || sum(s.quantity)::BIGINT || ' pièces' AS example, NULL::DOUBLE AS amount
      FROM (${present(prefix)}) s ANTI JOIN "${prefix}item_group" g USING (item_group_id) GROUP BY s.item_group_id HAVING sum(s.quantity) > 0`,
    label: (count) =>
      some(
        count,
        'produit en stock est absent du fichier des articles',
        'produits en stock sont absents du fichier des articles',
      ),
    effect:
      'Leur stock est gardé, mais n’entre dans aucun projet : comparez les codes des deux fichiers (zéros en tête, coloris), ou envoyez les articles qui manquent.',
  },
  {
    code: 'damaged_code',
    severity: 'error',
    actions: ['exclude', 'accept'],
    select: ({ prefix }) => `SELECT item_group_id, code AS example, NULL::DOUBLE AS amount FROM (
        SELECT item_group_id, item_id AS code FROM "${prefix}item" UNION SELECT item_group_id, item_group_id FROM "${prefix}item_group"
        UNION SELECT item_group_id, item_id FROM "${prefix}stock")
      WHERE regexp_full_match(code, '\\d([.,]\\d+)?[eE]\\+\\d+')`,
    label: (count) => some(count, 'code abîmé par un tableur', 'codes abîmés par un tableur'),
    effect:
      'Un tableur a remplacé ces codes par un nombre arrondi : plusieurs articles peuvent n’en faire qu’un, et leurs ventes ne les retrouvent pas. Mettez la colonne au format texte avant d’exporter, puis renvoyez le fichier.',
  },
];
