/** listing: the lines as seen. prices: the price file for shops. proof: what proves the prior prices of these. */
export const EXPORT_KINDS = ['listing', 'prices', 'proof'] as const;
export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;

/** A file that the listing's « Exporter » offers. */
export interface ExportTemplate {
  id: string;
  name: string;
  format: (typeof EXPORT_FORMATS)[number];
  kind: (typeof EXPORT_KINDS)[number];
  /** Of a listing: its columns, whatever the screen shows; those of the screen when missing. */
  columns?: readonly string[] | undefined;
}

/** The files that every organisation has until it says which it wants. */
export const EXPORT_TEMPLATES: readonly Omit<ExportTemplate, 'columns'>[] = [
  { id: 'listing-xlsx', name: 'Listing (Excel)', format: 'xlsx', kind: 'listing' },
  { id: 'listing-csv', name: 'Listing (CSV)', format: 'csv', kind: 'listing' },
  { id: 'prices-csv', name: 'Prix pour les magasins (CSV)', format: 'csv', kind: 'prices' },
  { id: 'prices-xlsx', name: 'Prix pour les magasins (Excel)', format: 'xlsx', kind: 'prices' },
  { id: 'proof-csv', name: 'Dossier de preuve des prix (CSV)', format: 'csv', kind: 'proof' },
  { id: 'proof-xlsx', name: 'Dossier de preuve des prix (Excel)', format: 'xlsx', kind: 'proof' },
];
