import { ApiError } from '../../../http/errors.ts';
import { columnOf, plainHeading, type Table } from '../../files/index.ts';

/** Plain headings by what they say, French and English; docs/formats.md lists them. */
const NAMES = {
  project: ['projet', 'project', 'nom_du_projet', 'project_name'],
  product: ['item_group_id', 'code_produit', 'reference', 'produit', 'code', 'product'],
  phase: ['demarque', 'phase', 'numero_de_demarque', 'project_phase', 'round'],
  serie_date: ['date', 'serie_date', 'date_de_la_serie', 'data_date'],
  name: ['serie', 'series', 'nom', 'name'],
  kind: ['type', 'kind', 'nature'],
  qty: ['quantite', 'pieces', 'unites', 'ventes_qte', 'quantity', 'units', 'sales_qty'],
  discount: ['taux', 'taux_de_demarque', 'remise', 'discount_pct', 'discount'],
  sales: ['ca', 'ca_ttc', 'chiffre_d_affaires', 'sales', 'revenue', 'turnover'],
} as const;
export type Role = keyof typeof NAMES;
const ROLES = Object.keys(NAMES) as Role[];

export const HEADINGS: readonly string[] = Object.values(NAMES).flat();
const REQUIRED: readonly [Role, string][] = [
  ['project', 'projet'],
  ['product', 'code_produit'],
  ['phase', 'demarque'],
  ['qty', 'quantite'],
];

/** What a row says, role by role, and how its file names each column. */
export interface SerieRowText {
  line: number;
  text: Record<Role, string>;
}

export interface SerieTable {
  columns: Record<Role, string>;
  rows: SerieRowText[];
  unknown: string[];
}

/** The rows of a table by what its headings mean. @throws 422 naming the column that lacks */
export function readSerieTable(name: string, { headings, rows }: Table): SerieTable {
  const at = new Map(ROLES.map((role) => [role, columnOf(headings, NAMES[role])]));
  for (const [role, heading] of REQUIRED)
    if ((at.get(role) ?? -1) < 0) {
      const found = headings.filter(Boolean).join(', ') || 'aucun';
      throw new ApiError(
        'invalid_file',
        `Le fichier ${name} n’a pas de colonne « ${heading} ». Titres lus : ${found}.`,
      );
    }
  const record = (of: (role: Role) => string): Record<Role, string> => ({
    ...{ project: of('project'), product: of('product'), phase: of('phase'), name: of('name') },
    ...{ serie_date: of('serie_date'), kind: of('kind'), qty: of('qty') },
    ...{ discount: of('discount'), sales: of('sales') },
  });
  const known = new Set(HEADINGS);
  return {
    columns: record((role) => headings[at.get(role) ?? -1] ?? ''),
    rows: rows.map(({ line, cells }) => ({
      line,
      text: record((role) => cells[at.get(role) ?? -1]?.trim() ?? ''),
    })),
    unknown: headings.filter((heading) => heading !== '' && !known.has(plainHeading(heading))),
  };
}
