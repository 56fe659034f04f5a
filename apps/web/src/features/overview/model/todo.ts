import type { Project } from '@palier/contract';
import {
  daysBetween,
  isClosed,
  ongoingPhase,
  phaseEnd,
  type QueryRule,
  type QueryTree,
} from '@palier/domain';
import { countOf, french } from '../../../lib/french.ts';
import type { IconName } from '../../../ui/icon.tsx';

export interface TodoTopic {
  key: string;
  icon: IconName;
  tone: 'attention' | '';
  title: string;
  filter: QueryTree;
  /** The mode of the listing in which it is dealt with; left out: reading. */
  mode?: 'discount' | 'review';
  /** What to do about it, when it is not to look at the products. */
  action?: 'propose';
  sentence: (count: number) => string;
}

function all(...rules: QueryRule[]): QueryTree {
  return { combinator: 'and', rules };
}

/** Coverage, in weeks, from which a stock does not sell. */
const slowWeeks = 26;

/** Under this part of what was forecast to be sold by now, a product sells badly. */
const lateOf = 0.6;

/** A discount that multiplies the units forecast by no more than this sells nothing more: most often, stock is short. */
const noBoost = 1.02;

/** In points of what the whole ongoing phase was forecast to sell: its days gone by, at the share that is late. */
function lateShare(project: Project): number {
  const day = project.data_date;
  const index = day ? ongoingPhase(project, day) : null;
  const start = index === null ? undefined : project.phases[index]?.start_date;
  if (!day || index === null || !start) return 0;
  const gone = (daysBetween(start, day) + 1) / daysBetween(start, phaseEnd(project, index));
  return Math.round(100 * lateOf * Math.min(1, gone));
}

type Topic = Omit<TodoTopic, 'sentence'> & { one: string; many: string };

/**
 * What may ask for a decision in a project; each is counted and valued by the server. A closed project asks for none.
 *
 * @param costs whether the reader may see costs
 */
export function todoTopics(project: Project, costs = true): TodoTopic[] {
  if (isClosed(project)) return [];
  return [...decisionTopics(project), ...salesTopics(project), ...DATA_TOPICS]
    .filter(({ key }) => costs || !OF_COSTS.includes(key))
    .map(({ one, many, ...topic }) => ({ ...topic, sentence: (count) => french(countOf(count, one, many)) }));
}

/** Topics that only a reader of costs may ask about. */
const OF_COSTS: readonly string[] = ['below-cost', 'cost'];

/** What is decided, or is to be. */
function decisionTopics(project: Project): Topic[] {
  const shallow = project.discount_pct_range[0] ?? 20;
  return [
    {
      key: 'undecided',
      icon: 'target',
      tone: 'attention',
      title: 'Sans démarque',
      action: 'propose',
      filter: all({ field: 'discount_pct', operator: 'is_not_set' }),
      one: 'produit sans démarque : calculer une proposition',
      many: 'produits sans démarque : calculer une proposition',
    },
    {
      key: 'changed',
      mode: 'review',
      icon: 'refresh',
      tone: 'attention',
      title: 'Modifiés depuis leur revue',
      filter: all({ field: 'changed_since_review', operator: 'equals', value: true }),
      one: 'produit revu dont la démarque a changé depuis',
      many: 'produits revus dont la démarque a changé depuis',
    },
    {
      key: 'slow',
      mode: 'discount',
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
      mode: 'discount',
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
      key: 'below-cost',
      mode: 'discount',
      icon: 'shield',
      tone: '',
      title: 'Vente à perte',
      filter: all({ field: 'below_cost', operator: 'equals', value: true }),
      one: 'produit dont la démarque fait vendre sous le coût',
      many: 'produits dont la démarque fait vendre sous le coût',
    },
  ];
}

/** What sells otherwise than it was forecast, or would sell as much without the discount. */
function salesTopics(project: Project): Topic[] {
  return [
    {
      key: 'late',
      mode: 'discount',
      icon: 'activity',
      tone: 'attention',
      title: 'La démarque en cours se vend mal',
      filter: all({ field: 'ongoing_phase_completion.sales_qty', operator: 'lt', value: lateShare(project) }),
      one: 'produit loin sous sa prévision à ce jour',
      many: 'produits loin sous leur prévision à ce jour',
    },
    {
      key: 'idle',
      mode: 'discount',
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
      key: 'no-effect',
      mode: 'discount',
      icon: 'undo',
      tone: '',
      title: 'Démarque sans effet',
      filter: all(
        { field: 'discount_pct_incr', operator: 'gt', value: 0 },
        { field: 'sales_boost', operator: 'lte', value: noBoost },
      ),
      one: 'produit que sa nouvelle démarque ne fait pas vendre plus qu’au prix plein',
      many: 'produits que leur nouvelle démarque ne fait pas vendre plus qu’au prix plein',
    },
  ];
}

/** What the data lack. */
const DATA_TOPICS: readonly Topic[] = [
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
    // What is nearly sold out lacks its sizes too, and asks nothing.
    filter: all(
      { field: 'availability_pct', operator: 'lt', value: 20 },
      { field: 'stock_qty_rank', operator: 'gte', value: 8 },
    ),
    one: 'produit des plus gros stocks qui manque, quatre fois sur cinq, dans la taille et le magasin où il s’est vendu',
    many: 'produits des plus gros stocks qui manquent, quatre fois sur cinq, dans la taille et le magasin où ils se sont vendus',
  },
];
