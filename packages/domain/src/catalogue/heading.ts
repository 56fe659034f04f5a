/** Words of retailers' headings that lost their accents on the way into the warehouse, as people write them. */
const ACCENTED: Readonly<Record<string, string>> = {
  matiere: 'matière',
  matieres: 'matières',
  categorie: 'catégorie',
  modele: 'modèle',
  theme: 'thème',
  reference: 'référence',
  numero: 'numéro',
  qualite: 'qualité',
  annee: 'année',
  serie: 'série',
  societe: 'société',
  createur: 'créateur',
  editeur: 'éditeur',
  element: 'élément',
  etat: 'état',
  entree: 'entrée',
  ete: 'été',
  genere: 'généré',
  univers: 'univers',
  delai: 'délai',
  duree: 'durée',
  periode: 'période',
  precedent: 'précédent',
  dernier: 'dernier',
  premiere: 'première',
  derniere: 'dernière',
  region: 'région',
  securite: 'sécurité',
  unite: 'unité',
  cote: 'côté',
  imprime: 'imprimé',
  decor: 'décor',
  decoration: 'décoration',
  epaisseur: 'épaisseur',
  etiquette: 'étiquette',
  prelevement: 'prélèvement',
  negociee: 'négociée',
  negocie: 'négocié',
  methode: 'méthode',
  fabrique: 'fabriqué',
  general: 'général',
  generale: 'générale',
};

/** A retailer's own heading, kept without case or accents, as people write it: « Matière », « Ligne produit ». */
export function headingLabel(name: string): string {
  const words = name.split(/[_\s]+/).map((word) => ACCENTED[word] ?? word);
  const text = words.join(' ').trim();
  return text.charAt(0).toLocaleUpperCase('fr-FR') + text.slice(1);
}
