import type { Call } from './people.ts';

/** Two views that a new user finds beside « Tous les produits ». */
export async function addViews(claire: Call): Promise<void> {
  const { data: views } = await claire<{ data: { name: string }[] }>('GET', '/views');
  const missing = SHARED_VIEWS.filter(({ name }) => views.every((view) => view.name !== name));
  for (const view of missing) await claire('POST', '/views', view);
}
const SHARED_VIEWS = [
  {
    name: 'Familles et sous-familles',
    description: 'Les familles, puis leurs sous-familles, avec la prévision de la démarque travaillée.',
    shared: true,
    starred: true,
    is_partial: true,
    parameters: { groupBy: ['family', 'subfamily'] },
  },
  {
    name: 'Couverture longue',
    description: 'Les produits à plus de 16 semaines de couverture, les plus lents d’abord.',
    shared: true,
    starred: false,
    is_partial: true,
    parameters: {
      groupBy: ['family'],
      searchQuery: {
        combinator: 'and',
        rules: [{ field: 'stock_coverage.weeks', operator: 'gt', value: 16 }],
      },
      sort: { field: 'stock_coverage.weeks', order: 'desc' },
    },
  },
];
