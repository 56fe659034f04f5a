import { amount, date, exact, GROUP_ID, ITEM_ID, type KindSpec, QUANTITY, SIZE } from './column-spec.ts';

/** Forecasts made elsewhere: units that a product would sell in a period at a discount, were there stock enough. */
export const FORECASTS: KindSpec = {
  kind: 'forecasts',
  required: [['item_group_id', 'item_id'], ['from_date'], ['quantity']],
  file_words: ['prevision', 'forecast', 'prevu', 'demand'],
  columns: [
    GROUP_ID,
    ITEM_ID,
    SIZE,
    date(
      'from_date',
      ...[
        'date',
        'semaine_du',
        'semaine',
        'date_debut',
        'debut',
        'du',
        'debut_phase',
        'debut_demarque',
        'lundi',
      ],
      ...['week', 'week_start', 'week_of', 'start_date', 'from', 'phase_start'],
    ),
    date(
      'to_date',
      ...['date_fin', 'fin', 'au', 'fin_phase', 'fin_demarque', 'end_date', 'to', 'week_end', 'phase_end'],
    ),
    exact(
      'discount_pct',
      ...['demarque', 'remise', 'taux', 'taux_demarque', 'taux_remise', 'niveau_demarque', 'palier'],
      ...['discount', 'discount_level', 'discount_rate', 'markdown', 'markdown_pct'],
    ),
    {
      ...exact(
        'quantity',
        ...['prevision', 'previsions', 'quantite_prevue', 'qte_prevue', 'unites_prevues', 'ventes_prevues'],
        ...['demande', 'demande_prevue', 'forecast', 'forecast_qty', 'forecast_quantity', 'forecast_units'],
        ...['sales_forecast', 'demand', 'demand_forecast', 'base_units', 'unites_de_base'],
        ...QUANTITY,
      ),
      minimum: 0,
    },
    amount('elasticity', 'elasticite', 'elasticite_prix', 'price_elasticity'),
  ],
};
