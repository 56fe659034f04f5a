import type { Import, RouteOutput } from '@palier/contract';
import { foldText, IMPORT_KIND_LABELS, questionKey } from '@palier/domain';
import { SHARE_FAULT, shareTyped } from '../../../lib/typed-share.ts';

export type Inspection = RouteOutput<'imports.inspect'>['data'][number];
export type ImportKind = Inspection['kinds'][number];
export type ImportReport = NonNullable<Import['report']>;

export const kindLabels: Record<ImportKind, string> = IMPORT_KIND_LABELS;

/** What says a week beside, or instead of, a date. */
const WEEKS = [
  ['week_number', 'Semaine'],
  ['period_number', 'Période fiscale'],
  ['year', 'Année'],
] as const;

/** What says a month beside its year. */
const MONTHS = [
  ['month_number', 'Mois (à côté de son année)'],
  ['day_number', 'Jour du mois'],
] as const;

/** What each canonical column is called on screen, by kind; those with true must be there. */
export const columnsOfKind: Record<
  ImportKind,
  readonly (readonly [column: string, label: string, required?: true])[]
> = {
  items: [
    ['item_group_id', 'Code produit', true],
    ['item_id', 'SKU'],
    ['name', 'Nom'],
    ['title', 'Libellé'],
    ['brand', 'Marque'],
    ['section', 'Rayon'],
    ['family', 'Famille'],
    ['subfamily', 'Sous-famille'],
    ['color', 'Couleur'],
    ['size', 'Taille'],
    ['supplier', 'Fournisseur'],
    ['release_season', 'Saison de lancement'],
    ['last_season', 'Dernière saison'],
    ['on_sale_date', 'Mise en vente'],
    ['price', 'Prix TTC'],
    ['reduced_price', 'Prix démarqué TTC'],
    ['base_price', 'Prix HT'],
    ['cost', 'Coût HT'],
    ['vat_rate', 'Taux de TVA'],
    ['currency', 'Devise du prix'],
    ['cost_currency', 'Devise du coût'],
    ['supplier_rebate_pct', 'Remise fournisseur'],
    ['image_url', 'Image'],
    ['tags', 'Étiquettes'],
    ['ranking_key', 'Clé de classement'],
    ['stock_qty', 'Stock'],
  ],
  sales: [
    ['date', 'Date', true],
    ...WEEKS,
    ...MONTHS,
    ['item_group_id', 'Code produit', true],
    ['item_id', 'SKU'],
    ['size', 'Taille'],
    ['location_code', 'Magasin'],
    ['quantity', 'Quantité', true],
    ['amount', 'Montant TTC'],
    ['base_amount', 'Montant HT'],
    ['unit_price', 'Prix unitaire payé TTC'],
    ['base_unit_price', 'Prix unitaire payé HT'],
    ['returned_quantity', 'Quantité retournée'],
    ['returned_amount', 'Montant remboursé'],
    ['currency', 'Devise'],
    ['discount_pct', 'Démarque'],
    ['reduction', 'Genre de la remise'],
    ['ticket', 'Numéro de ticket'],
    ['ticket_line', 'Ligne du ticket'],
    ['movement', 'Type de mouvement'],
    ['state', 'État de la commande'],
    ['cancelled', 'Ligne annulée (oui ou non)'],
  ],
  stock: [
    ['item_group_id', 'Code produit', true],
    ['item_id', 'SKU'],
    ['size', 'Taille'],
    ['inventory_code', 'Lieu de stock'],
    ['quantity', 'Quantité', true],
    ['date', 'Date de l’état'],
    ...WEEKS,
    ...MONTHS,
  ],
  prices: [
    ['item_group_id', 'Code produit', true],
    ['item_id', 'SKU'],
    ['size', 'Taille'],
    ['price_list_id', 'Liste de prix'],
    ['from_date', 'À partir du'],
    ['price', 'Prix TTC', true],
    ['reduced_price', 'Prix démarqué TTC'],
    ['base_price', 'Prix HT'],
    ['currency', 'Devise'],
  ],
  orders: [
    ['item_group_id', 'Code produit', true],
    ['item_id', 'SKU'],
    ['size', 'Taille'],
    ['expected_date', 'Attendu le', true],
    ['quantity', 'Quantité', true],
    ['received_quantity', 'Quantité déjà reçue'],
    ['inventory_code', 'Lieu de stock'],
  ],
  forecasts: [
    ['item_group_id', 'Code produit', true],
    ['item_id', 'SKU'],
    ['size', 'Taille'],
    ['from_date', 'À partir du', true],
    ['to_date', 'Jusqu’au'],
    ['discount_pct', 'Démarque'],
    ['quantity', 'Quantité prévue', true],
    ['elasticity', 'Élasticité'],
  ],
  places: [
    ['code', 'Code', true],
    ['name', 'Nom'],
    ['kind', 'Genre'],
    ['country', 'Pays'],
    ['city', 'Ville'],
    ['postal_code', 'Code postal ou département'],
    ['currency', 'Devise'],
    ['vat_rate', 'Taux de TVA'],
  ],
  control: [
    ['date', 'Mois', true],
    ['place', 'Lieu'],
    ['revenue', 'CA TTC'],
    ['quantity', 'Pièces'],
    ['stock', 'Stock de fin de mois'],
  ],
  rates: [
    ['currency', 'Devise', true],
    ['date', 'À partir du', true],
    ['rate', 'Valeur d’une unité, dans la devise de l’enseigne', true],
    ['quoted_rate', 'Unités pour une de la devise de l’enseigne'],
  ],
  equivalents: [
    ['old_code', 'Ancien code', true],
    ['new_code', 'Nouveau code', true],
    ['date', 'À partir du'],
  ],
  packs: [
    ['pack_code', 'Code du lot', true],
    ['component_code', 'Article du lot', true],
    ['quantity', 'Pièces par lot'],
  ],
  projects: [['name', 'Nom', true]],
};

/** What the user decides for one file: its kind, and the meaning of each heading. '' = not imported. */
export interface FileChoice {
  name: string;
  kind: ImportKind | '';
  columns: Readonly<Record<string, string>>;
  /** Of its amounts that say none; '': that of the place or of the organisation. */
  currency: string;
}

/** Kinds whose files hold amounts. */
const WITH_AMOUNTS: readonly string[] = ['sales', 'items', 'prices'];

/** Whether a file's amounts may be said to be in a currency: a column of its own says it already. */
export function asksCurrency({ kind, columns }: FileChoice): boolean {
  return WITH_AMOUNTS.includes(kind) && !Object.values(columns).includes('currency');
}

/** The choices that the server's reading of the file suggests. */
export function choiceOf(file: Inspection): FileChoice {
  return {
    name: file.name,
    kind: file.kinds[0] ?? '',
    columns: Object.fromEntries(file.headings.map((heading) => [heading.heading, heading.column ?? ''])),
    currency: file.currency ?? '',
  };
}

/** The choice of another kind for a file: headings that say a column's name are taken for it, once each. */
export function withKind(choice: FileChoice, kind: ImportKind | ''): FileChoice {
  if (kind === '') return { ...choice, kind };
  const taken = new Set<string>();
  const columns: Record<string, string> = {};
  for (const [heading, present] of Object.entries(choice.columns)) {
    const known = columnsOfKind[kind].find(
      ([column, label]) =>
        !taken.has(column) &&
        (column === present || foldText(heading) === column || foldText(heading) === foldText(label)),
    );
    columns[heading] = known?.[0] ?? '';
    if (known) taken.add(known[0]);
  }
  return { ...choice, kind, columns };
}

/** Why an import may not start yet: nothing recognised, columns missing, an option unread; null when it may. */
export function blockingReason(
  choices: readonly FileChoice[],
  { vat_rate, cost_share_of_price }: Settings = usualSettings,
): string | null {
  const kept = choices.filter((choice) => choice.kind !== '');
  if (kept.length === 0) return 'Dites ce que contient au moins un fichier.';
  if (isUnreadShare(vat_rate)) return `TVA : ${SHARE_FAULT}`;
  if (isUnreadShare(cost_share_of_price)) return `Coût manquant : ${SHARE_FAULT}`;
  const lacking = kept.find((choice) => missingColumns(choice).length > 0);
  return lacking ? `${lacking.name} : il manque ${missingColumns(lacking).join(', ')}.` : null;
}

/** Required columns that another stands for: a SKU for a product's code, a week for a day, a price without taxes or reduced, what was returned. */
const INSTEAD: Readonly<Record<string, readonly string[]>> = {
  ...{
    item_group_id: ['item_id'],
    price: ['base_price', 'reduced_price'],
    date: ['week_number', 'month_number'],
  },
  ...{ quantity: ['returned_quantity'], rate: ['quoted_rate'] },
};

/** Columns that the chosen kind needs and no heading gives. */
export function missingColumns(choice: FileChoice): string[] {
  if (choice.kind === '') return [];
  const given = new Set(Object.values(choice.columns));
  const isGiven = (column: string): boolean => given.has(column);
  return columnsOfKind[choice.kind]
    .filter(([column, , required]) => required && !isGiven(column) && !INSTEAD[column]?.some(isGiven))
    .map(([, label]) => label);
}

export interface Settings {
  decimal: '' | ',' | '.';
  date_order: '' | 'day' | 'month';
  cost_share_of_price: string;
  currency: string;
  vat_rate: string;
  time_zone: string;
}

export const usualSettings: Settings = {
  ...{ decimal: '', date_order: '', cost_share_of_price: '' },
  ...{ currency: '', vat_rate: '', time_zone: '' },
};

/** Whether a share was typed that cannot be read: the import would go without it. */
export const isUnreadShare = (text: string): boolean => text.trim() !== '' && shareTyped(text) === null;

/** Headings and what each becomes; those of products that are none of our columns are kept as attributes. */
function columnsSent({ kind, columns }: FileChoice): Record<string, string> {
  const sent = Object.entries(columns).map(([heading, column]): [string, string] => [
    heading,
    column === '' && kind === 'items' ? `attributes.${heading}` : column,
  ]);
  return Object.fromEntries(sent.filter(([, column]) => column !== ''));
}

/** What the user does not want of what the server would read. */
const leftAside = (choices: readonly FileChoice[], files: readonly Inspection[]): string[] =>
  choices
    .filter(
      ({ name, kind }) => kind === '' && files.some((file) => file.name === name && file.kinds.length > 0),
    )
    .map(({ name }) => name);

/** The currencies that the user gave to files, or took back. */
function currenciesSaid(
  choices: readonly FileChoice[],
  files: readonly Inspection[],
): [name: string, currency: string | null][] {
  return choices.flatMap(({ name, currency }) => {
    const before = files.find((file) => file.name === name)?.currency ?? '';
    return currency === before ? [] : [[name, currency === '' ? null : currency]];
  });
}

/** The lines that the user chose for the headings of files, as answers. */
function headingAnswers(rows: Readonly<Record<string, number>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(rows).map(([name, line]) => [questionKey('heading_row', name), String(line)]),
  );
}

/** The mapping that reads files under chosen headings, and nothing else. */
export const headingsMapping = (rows: Readonly<Record<string, number>>): string =>
  JSON.stringify({ answers: headingAnswers(rows) });

/** Which files to read for a table: its own, the workbook of a sheet, or all of them for the contents of an archive. */
export function filesHolding<F extends { name: string }>(files: readonly F[], name: string): readonly F[] {
  const own = files.filter((file) => name === file.name || name.startsWith(`${file.name} (`));
  return own.length > 0 ? own : files;
}

/** The mapping as the API reads it: only what differs from the server's own reading needs to be in it. */
export function mappingOf(
  choices: readonly FileChoice[],
  files: readonly Inspection[],
  { settings, heading_rows = {} }: { settings: Settings; heading_rows?: Readonly<Record<string, number>> },
): string {
  const changed = choices.filter((choice) => {
    const file = files.find((other) => other.name === choice.name);
    if (!file || choice.kind === '') return false;
    const own = choiceOf(file);
    return (
      own.kind !== choice.kind ||
      file.headings.some(({ heading }) => own.columns[heading] !== choice.columns[heading])
    );
  });
  const aside = leftAside(choices, files);
  const currencies = currenciesSaid(choices, files);
  const share = shareTyped(settings.cost_share_of_price);
  const vat_rate = shareTyped(settings.vat_rate);
  return JSON.stringify({
    settings: {
      ...(settings.decimal && { decimal: settings.decimal }),
      ...(settings.date_order && { date_order: settings.date_order }),
      ...(share !== null && { cost_share_of_price: share === 0 ? null : share }),
      ...(settings.currency && { currency: settings.currency }),
      ...(vat_rate !== null && { vat_rate }),
      ...(settings.time_zone && { time_zone: settings.time_zone }),
    },
    files: changed.map((choice) => ({
      match: choice.name,
      kind: choice.kind,
      columns: columnsSent(choice),
    })),
    ...(aside.length > 0 && { left_aside: aside }),
    ...(currencies.length > 0 && { currencies: Object.fromEntries(currencies) }),
    ...(Object.keys(heading_rows).length > 0 && { answers: headingAnswers(heading_rows) }),
  });
}
