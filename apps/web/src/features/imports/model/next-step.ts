import { countOf, knownTotal, LACK_TEXTS, plural } from '@palier/domain';
import type { ImportReport } from './columns.ts';

/** Something that an operation needs and the data do not have yet. */
export interface Lacking {
  /** What is missing and what it costs. */
  text: string;
  /** What to do about it. */
  remedy: string;
}

const noStock = 'Aucune pièce en stock : rien ne serait à démarquer.';

/** What is missing in the data to plan markdowns, the most serious first, each with its remedy. */
export function lackingData({ totals, quality }: ImportReport): Lacking[] {
  const total = (name: string): number | null => knownTotal(totals, name);
  const found = (code: string): number => quality.find((issue) => issue.code === code)?.count ?? 0;
  const lacking: Lacking[] = [];
  if (total('item_group_count') === 0)
    lacking.push({
      text: 'Aucun produit : une opération n’aurait rien à démarquer.',
      remedy: 'Importez la liste des articles, avec leur code, leur prix et leur coût.',
    });
  // What was never received leaves projects without forecasts, which they say in the same words.
  const stock = total('stock_quantity');
  if (!stock)
    lacking.push({
      text: stock === null ? LACK_TEXTS.stock.withheld : noStock,
      remedy: 'Importez le stock par produit, taille et lieu.',
    });
  if (total('sale_quantity') === null)
    lacking.push({
      text: LACK_TEXTS.sales.withheld,
      remedy: 'Importez les ventes des douze derniers mois au moins, par jour ou par ticket.',
    });
  if (found('missing_price') > 0)
    lacking.push({
      text: `Prix de vente manquant pour ${countOf(found('missing_price'), 'produit')} : ${plural(found('missing_price'), 'il ne peut pas être démarqué', 'ils ne peuvent pas être démarqués')}.`,
      remedy: 'Importez une liste de prix, ou désignez la colonne du prix dans le fichier des articles.',
    });
  if (found('missing_cost') > 0)
    lacking.push({
      text: `Coût manquant pour ${countOf(found('missing_cost'), 'produit')} : ni marge ni marge après invendus pour ${plural(found('missing_cost'), 'lui', 'eux')}.`,
      remedy: 'Désignez la colonne du coût, ou donnez une part du prix TTC dans les options de l’import.',
    });
  return lacking;
}
