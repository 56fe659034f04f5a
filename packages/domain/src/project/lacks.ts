/**
 * What a project's forecasts cannot be made without. data: nothing was imported yet; products: its selection takes none
 * of those received; stock: none was ever counted; sales: none were ever told. Unknown is not nothing: figures that need
 * it are unknown too.
 */
export const PROJECT_LACKS = ['data', 'products', 'stock', 'sales'] as const;
export type ProjectLack = (typeof PROJECT_LACKS)[number];

/** Whether a project that lacks it has no product at all: nothing to look at, to decide or to validate. */
export const leavesNothing = (lack: ProjectLack): boolean => lack === 'data' || lack === 'products';

/** What is said of it on every screen: what is missing, what it withholds and what can be done meanwhile, the remedy. */
interface LackText {
  title: string;
  withheld: string;
  meanwhile: string;
  remedy: string;
}

const BY_HAND =
  'Choisir des démarques à la main, appliquer les règles, valider et sortir les prix restent possibles.';

export const LACK_TEXTS: Readonly<Record<ProjectLack, LackText>> = {
  data: {
    title: 'Aucune donnée n’est importée',
    withheld: 'Le projet n’a encore ni produit ni chiffre.',
    meanwhile: 'Ses dates, ses taux et ses réglages se préparent dès maintenant.',
    remedy: 'Importez des produits, leurs ventes et leur stock : il se remplit aussitôt.',
  },
  products: {
    title: 'Ce projet n’a aucun produit',
    withheld: 'Sa sélection ne prend aucun produit des fichiers reçus.',
    meanwhile: 'Ses dates, ses taux et ses réglages se préparent dès maintenant.',
    remedy: 'Changez-la dans ses réglages, ou importez ces produits.',
  },
  stock: {
    title: 'Le stock n’est pas connu',
    withheld:
      'Aucun stock n’a été importé : prévisions, marges après invendus, simulation et optimisation sont impossibles.',
    meanwhile: BY_HAND,
    remedy: 'Importez un fichier de stock.',
  },
  sales: {
    title: 'Les ventes ne sont pas connues',
    withheld: 'Aucune vente n’a été importée : prévisions, simulation et optimisation sont impossibles.',
    meanwhile: BY_HAND,
    remedy: 'Importez un fichier de ventes, ou des prévisions faites ailleurs.',
  },
};

/** Why an act that needs forecasts cannot be done without them. */
export function lackReason(lack: ProjectLack): string {
  const { withheld, remedy } = LACK_TEXTS[lack];
  return `${withheld} ${remedy}`;
}
