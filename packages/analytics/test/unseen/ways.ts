import type { ImportAnswers } from '@palier/domain';

/** What a person who knows each file answers to what is asked of it, and then comes to its totals. */
export const WAYS: Readonly<Record<string, ImportAnswers>> = {
  'ventes semaine 24.csv': {
    'period:ventes semaine 24.csv': '2026-06-08',
  },
  'Movimenti.csv': {
    'kind:Movimenti.csv': 'sales',
  },
  'EtsySoldOrderItems2026-6.csv': {
    'kind:EtsySoldOrderItems2026-6.csv': 'sales',
    'per_piece:EtsySoldOrderItems2026-6.csv': 'piece',
  },
  'Pricing 2026.csv': {
    'kind:Pricing 2026.csv': 'prices',
    'missing_column:Pricing 2026.csv:price': 'FR',
  },
  'price changes.csv': {
    'list_price:price changes.csv': 'list',
  },
  'comptage reserve.csv': {
    'kind:comptage reserve.csv': 'stock',
  },
  'Verkäufe_CH.csv': {
    'tax_basis:Verkäufe_CH.csv': 'incl',
  },
  'Relevé corner GL.csv': {
    'date_order:Relevé corner GL.csv:Période du': 'day',
  },
  'tarif revendeurs.csv': {
    'date_order:tarif revendeurs.csv:Applicable au': 'day',
  },
  'previsions S2.csv': {
    'kind:previsions S2.csv': 'forecasts',
  },
  'pos.order.line.csv': {
    'kind:pos.order.line.csv': 'sales',
  },
  'ItemLocationResults.csv': {
    'kind:ItemLocationResults.csv': 'stock',
  },
  '7788V2.txt': {
    'line_kinds:7788V2.txt': 'Principal',
    'tax_basis:7788V2.txt': 'excl',
  },
  'Corrispettivi giugno.csv': {
    'kind:Corrispettivi giugno.csv': 'control',
  },
  'products-2026-07-01.csv': {
    'line_kinds:products-2026-07-01.csv': 'SKU',
  },
  'quotidien.xlsx': {
    'kind:quotidien.xlsx': 'sales',
  },
  'journal caisse S24.csv': {
    'returns:journal caisse S24.csv': 'returned',
  },
  'Zettle-Sales-By-Product.csv': {
    'kind:Zettle-Sales-By-Product.csv': 'sales',
    'per_piece:Zettle-Sales-By-Product.csv': 'line',
  },
  'Price Book FW26.csv': {
    'date_order:Price Book FW26.csv:Start': 'day',
  },
  'MD event wk25.csv': {
    'measure:MD event wk25.csv': 'Orig Retail',
  },
  'JRNL0626.TXT': {
    'cents:JRNL0626.TXT': 'cents',
  },
  'Demand plan.csv': {
    'kind:Demand plan.csv': 'forecasts',
  },
  'Journal des ventes.csv': {
    'line_kinds:Journal des ventes.csv': 'ART',
  },
  'VENTAS_DIA_JUN.txt': {
    'measure:VENTAS_DIA_JUN.txt': 'UDS_VTA\nUDS_DEV',
    'missing_column:VENTAS_DIA_JUN.txt': 'IMP_NETO',
    'per_piece:VENTAS_DIA_JUN.txt': 'line',
  },
  'Abverkauf KW25.csv': {
    'missing_column:Abverkauf KW25.csv:quantity': 'Abverk. Stk.',
    'missing_column:Abverkauf KW25.csv': 'Abverk. VK-Wert',
    'per_piece:Abverkauf KW25.csv': 'line',
    'period:Abverkauf KW25.csv': '2026-06-15',
  },
  'EPOS takings by PLU.csv': {
    'missing_column:EPOS takings by PLU.csv:item_group_id': 'PLU',
  },
  'Officine export produits.csv': {
    'missing_column:Officine export produits.csv:item_group_id': 'CIP13',
    'tax_basis:Officine export produits.csv': 'incl',
  },
  'commandes clients en cours.csv': {
    'kind:commandes clients en cours.csv': 'sales',
  },
  'facture 2026-118.csv': {
    'kind:facture 2026-118.csv': 'aside',
  },
  'Wareneingang Juni.csv': {
    'kind:Wareneingang Juni.csv': 'aside',
  },
  'objectifs CA juillet.csv': {
    'kind:objectifs CA juillet.csv': 'aside',
  },
  'LIGNE.csv': {
    'line_kinds:LIGNE.csv': 'FFO',
  },
  'Lagerbeholdning.csv': {
    'kind:Lagerbeholdning.csv': 'stock',
  },
  'Weekly best.csv': {
    'measure:Weekly best.csv': 'Units TW',
    'missing_column:Weekly best.csv': 'Sales TW',
    'per_piece:Weekly best.csv': 'line',
  },
  'stock par état.csv': {
    'line_kinds:stock par état.csv': 'Disponible',
  },
  'PRICEFILE.DAT': {
    'cents:PRICEFILE.DAT': 'cents',
  },
  'order_lines_export.csv': {
    'kind:order_lines_export.csv': 'sales',
    'line_kinds:order_lines_export.csv': 'complete\nshipped',
  },
  'retail sales intl.csv': {
    'measure:retail sales intl.csv': 'Net Sales EUR',
  },
  'livraisons prévues.csv': {
    'missing_column:livraisons prévues.csv:expected_date': 'Arrivée dépôt',
  },
  'DETVTE.csv': {
    'missing_column:DETVTE.csv': 'PVREEL\npiece',
    'per_piece:DETVTE.csv': 'piece',
    'tax_basis:DETVTE.csv': 'incl',
  },
  'nya priser.csv': {
    'kind:nya priser.csv': 'prices',
    'measure:nya priser.csv': 'Ord. pris',
  },
  'Produktkatalog.csv': {
    'measure:Produktkatalog.csv': 'VK',
  },
  'rappel tailles.csv': {
    'kind:rappel tailles.csv': 'stock',
  },
  'casse et démarque inconnue.csv': {
    'missing_column:casse et démarque inconnue.csv': '',
  },
  'Ventes TTC juin (copie).csv': {
    'per_piece:Ventes TTC juin (copie).csv': 'line',
    'cents:Ventes TTC juin (copie).csv': 'whole',
  },
  'Preise_Filiale.csv': {
    'measure:Preise_Filiale.csv': 'VK alt',
  },
  'reassort proposé.csv': {
    'kind:reassort proposé.csv': 'aside',
  },
  'stany magazynowe.csv': {
    'kind:stany magazynowe.csv': 'stock',
    'missing_column:stany magazynowe.csv:item_group_id': 'Indeks',
  },
  'Vendas por artigo junho.csv': {
    'missing_column:Vendas por artigo junho.csv:quantity': 'Quant.',
  },
  'open PO report.csv': {
    'missing_column:open PO report.csv:expected_date': 'Promise Date',
  },
  'LPN_INVENTORY.csv': {
    'line_kinds:LPN_INVENTORY.csv': '',
  },
  'grille tarifaire export.csv': {
    'tax_basis:grille tarifaire export.csv': 'incl',
  },
  'mouvements de stock.csv': {
    'kind:mouvements de stock.csv': 'sales',
  },
  'Salgsrapport uke 25.csv': {
    'period:Salgsrapport uke 25.csv': '2026-06-15',
  },
  'étiquettes 2e démarque.csv': {
    'kind:étiquettes 2e démarque.csv': 'prices',
  },
  'carnet wholesale.csv': {
    'kind:carnet wholesale.csv': 'aside',
  },
  'cenik.csv': {
    'kind:cenik.csv': 'prices',
    'measure:cenik.csv': 'Cena s DPH',
  },
  'All Orders Report.txt': {
    'per_piece:All Orders Report.txt': 'line',
  },
  'Soldes été – grille.csv': {
    'kind:Soldes été – grille.csv': 'prices',
  },
  'inventory_aging.csv': {
    'kind:inventory_aging.csv': 'stock',
  },
  'ventes_cumul_saison.csv': {
    'kind:ventes_cumul_saison.csv': 'stock',
  },
  'Verkaufsstatistik 2026.csv': {
    'kind:Verkaufsstatistik 2026.csv': 'sales',
  },
  'INV_BAL_WKLY.csv': {
    'kind:INV_BAL_WKLY.csv': 'stock',
    'measure:INV_BAL_WKLY.csv': 'OH_UNITS',
  },
  'Artikelbewegungen.csv': {
    'line_kinds:Artikelbewegungen.csv': 'VK',
  },
  'settlement_2026_06.csv': {
    'returns:settlement_2026_06.csv': 'returned',
  },
  'Storico ribassi.csv': {
    'date_order:Storico ribassi.csv:Dal': 'day',
  },
  'Royalties franquicias jun26.csv': {
    'kind:Royalties franquicias jun26.csv': 'aside',
  },
  'Inventario físico.csv': {
    'missing_column:Inventario físico.csv:quantity': 'Recuento 2',
  },
  'Voororders W26.csv': {
    'missing_column:Voororders W26.csv:expected_date': 'Leverweek',
  },
  'Ventes Genève.csv': {
    'tax_basis:Ventes Genève.csv': 'incl',
  },
  'Lagersaldo.csv': {
    'kind:Lagersaldo.csv': 'stock',
    'missing_column:Lagersaldo.csv:quantity': 'Saldo',
  },
  'Diario TPV.csv': {
    'line_kinds:Diario TPV.csv': 'VTA\nDEV',
  },
  'click and collect.csv': {
    'missing_column:click and collect.csv:date': 'ordered_on',
  },
  'Bestandsführung Juni.csv': {
    'missing_column:Bestandsführung Juni.csv:quantity': 'Ende',
  },
  'prijswijzigingen.csv': {
    'list_price:prijswijzigingen.csv': 'reduced',
  },
  'sell_through_report.csv': {
    'kind:sell_through_report.csv': 'stock',
  },
  'reparaties atelier.csv': {
    'missing_column:reparaties atelier.csv': 'aside',
  },
  'echantillons presse.csv': {
    'kind:echantillons presse.csv': 'aside',
  },
  'VK-Liste KW26.csv': {
    'kind:VK-Liste KW26.csv': 'sales',
    'missing_column:VK-Liste KW26.csv:quantity': 'Stk.',
  },
  'live shopping.csv': {
    'missing_column:live shopping.csv:date': 'started_at',
  },
  'lost sales.csv': {
    'missing_column:lost sales.csv:quantity': 'aside',
  },
  'Livre de police bijoux.csv': {
    'kind:Livre de police bijoux.csv': 'sales',
    'missing_column:Livre de police bijoux.csv:quantity': '1',
  },
  'Werkstattaufträge.csv': {
    'missing_column:Werkstattaufträge.csv:item_group_id': 'aside',
  },
  'Rapport des ventes - succursale.csv': {
    'tax_basis:Rapport des ventes - succursale.csv': 'incl',
  },
  'ventes au mètre.csv': {
    'missing_column:ventes au mètre.csv:item_group_id': 'Réf tissu',
  },
  'points fidélité.csv': {
    'missing_column:points fidélité.csv:quantity': 'aside',
  },
};
