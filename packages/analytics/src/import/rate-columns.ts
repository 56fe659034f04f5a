import { CURRENCY, date, type KindSpec, price } from './column-spec.ts';

/** What currencies are worth, from a day on. */
export const RATES: KindSpec = {
  kind: 'rates',
  required: [['currency'], ['date'], ['rate', 'quoted_rate']],
  file_words: ['taux', 'change', 'devise', 'rate', 'fx', 'currenc'],
  columns: [
    CURRENCY,
    date('date', 'jour', 'date_taux', 'date_de_taux', 'date_effet', 'date_debut', 'valid_from', 'day'),
    // What one unit of the currency is worth in the organisation's.
    price('rate', 'taux', 'taux_de_change', 'taux_change', 'cours', 'exchange_rate', 'fx_rate'),
    // How many units of the currency one of the organisation's is worth, as central banks quote it.
    price('quoted_rate', 'taux_au_certain', 'cours_au_certain', 'cotation_au_certain'),
  ],
};
