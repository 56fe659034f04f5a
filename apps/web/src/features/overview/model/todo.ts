import type { Project } from '@palier/contract';
import type { QueryRule, QueryTree } from '@palier/domain';
import { countOf, french } from '../../../lib/french.ts';
import type { IconName } from '../../../ui/icon.tsx';

export interface TodoTopic {
  key: string;
  icon: IconName;
  tone: 'attention' | '';
  title: string;
  filter: QueryTree;
  sentence: (count: number) => string;
}

function all(...rules: QueryRule[]): QueryTree {
  return { combinator: 'and', rules };
}

/** Coverage, in weeks, from which a stock does not sell. */
const slowWeeks = 26;

/** What may ask for a decision in a project; each is counted and valued by the server. */
export function todoTopics(project: Project): TodoTopic[] {
  const shallow = project.discount_pct_range[0] ?? 20;
  const topics: (Omit<TodoTopic, 'sentence'> & { one: string; many: string })[] = [
    {
      key: 'slow',
      icon: 'warning',
      tone: 'attention',
      title: 'Stock qui ne s’écoule pas',
      filter: all(
        { field: 'stock_coverage.weeks', operator: 'gt', value: slowWeeks },
        { field: 'discount_pct', operator: 'lte', value: shallow },
      ),
      one: `produit à plus de ${slowWeeks} semaines de couverture, à ${shallow} % ou moins`,
      many: `produits à plus de ${slowWeeks} semaines de couverture, à ${shallow} % ou moins`,
    },
    {
      key: 'optimum',
      icon: 'target',
      tone: '',
      title: 'Écart à l’optimum',
      filter: all(
        { field: 'discount_pct_opti', operator: 'is_set' },
        { field: 'discount_pct_is_optimal', operator: 'equals', value: false },
      ),
      one: 'produit à une autre démarque que l’optimum calculé',
      many: 'produits à une autre démarque que l’optimum calculé',
    },
    {
      key: 'cost',
      icon: 'file',
      tone: '',
      title: 'Coût manquant',
      filter: all({ field: 'cost', operator: 'is_not_set' }),
      one: 'produit sans coût, marge inconnue',
      many: 'produits sans coût, marge inconnue',
    },
    {
      key: 'sizes',
      icon: 'columns',
      tone: '',
      title: 'Tailles cassées',
      filter: all({ field: 'availability_pct', operator: 'lt', value: 20 }),
      one: 'produit dont moins d’une taille sur cinq est en magasin',
      many: 'produits dont moins d’une taille sur cinq est en magasin',
    },
    {
      key: 'idle',
      icon: 'activity',
      tone: 'attention',
      title: 'Aucune vente depuis 30 jours',
      filter: all(
        { field: 'sales_qty_last_30_days', operator: 'equals', value: 0 },
        { field: 'stock_qty', operator: 'gt', value: 0 },
      ),
      one: 'produit en stock sans une vente',
      many: 'produits en stock sans une vente',
    },
    {
      key: 'below-cost',
      icon: 'shield',
      tone: '',
      title: 'Vente à perte',
      filter: all({ field: 'phase_forecast.profit', operator: 'lt', value: 0 }),
      one: 'produit dont la démarque fait vendre sous le coût',
      many: 'produits dont la démarque fait vendre sous le coût',
    },
  ];
  return topics.map(({ one, many, ...topic }) => ({
    ...topic,
    sentence: (count) => french(countOf(count, one, many)),
  }));
}
