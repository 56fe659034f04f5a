import { amount, CURRENCY, date, type KindSpec, text } from './column-spec.ts';

export const PLACES: KindSpec = {
  kind: 'places',
  required: [['code']],
  file_words: [
    ...['magasin', 'lieu', 'place', 'store', 'site', 'entrepot', 'boutique', 'succursale', 'almacen'],
    ...['tienda', 'filialverz', 'filialliste', 'filialen', 'negozi', 'punti_vendita', 'winkels'],
  ],
  columns: [
    text(
      'code',
      'code_magasin',
      'code_lieu',
      'code_entrepot',
      'code_site',
      'id_magasin',
      'store_id',
      'location_code',
      'magasin',
      'site',
    ),
    text('name', 'nom', 'libelle', 'enseigne', 'nom_magasin', 'libelle_magasin'),
    text('kind', 'type', 'nature', 'type_lieu', 'type_de_lieu'),
    text('country', 'pays', 'code_pays'),
    text('city', 'ville', 'commune'),
    text(
      'postal_code',
      ...['code_postal', 'cp', 'zip', 'zip_code', 'postcode', 'departement', 'code_departement', 'dept'],
      ...['numero_departement', 'num_departement', 'no_departement'],
    ),
    CURRENCY,
    amount('vat_rate', 'tva', 'taux_tva', 'taux_de_tva', 'vat', 'tax_rate'),
  ],
};

/** Project definitions are recognised here and read by the server. */
export const PROJECTS: KindSpec = {
  kind: 'projects',
  required: [['name'], ['phase_1', 'start_date', 'phases']],
  file_words: ['projet', 'project', 'operation'],
  columns: [
    text('name', 'nom', 'projet', 'nom_projet', 'operation'),
    date('start_date', 'date_debut', 'debut'),
    date('end_date', 'date_fin', 'fin'),
    date('phase_1', 'demarque_1', 'date_demarque_1', 'debut_demarque_1', 'phase1'),
    text('phases', 'demarques'),
  ],
};
