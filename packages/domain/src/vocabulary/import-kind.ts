/** What a retailer's file may hold, as screens and the command say it. */
export const IMPORT_KIND_LABELS = {
  items: 'Produits',
  sales: 'Ventes',
  stock: 'Stocks',
  prices: 'Prix',
  orders: 'Commandes',
  forecasts: 'Prévisions',
  places: 'Lieux',
  rates: 'Taux de change',
  equivalents: 'Équivalences',
  packs: 'Lots',
  control: 'Contrôle',
  projects: 'Projets',
} as const;
