import type { ColumnDefinition } from './column.ts';
import { COLUMNS } from './columns.ts';
import type { Aggregation, FieldDefinition, FieldType } from './field.ts';
import { FIELDS, findField } from './fields.ts';
import { SECTION_IDS, type SectionId, sectionLabel } from './section.ts';

const TYPE_LABELS: Record<FieldType, string> = {
  string: 'texte',
  number: 'nombre',
  integer: 'entier',
  date: 'date',
  boolean: 'oui/non',
  percent: '%',
  money: 'montant',
  score: 'note',
  list: 'liste',
};

const SOURCE_LABELS: Record<FieldDefinition['source'], string> = {
  static: 'instantané',
  decision: 'décision',
  computed: 'calculé',
};

/** A cell of a Markdown table. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const code = (id: string): string => `\`${id}\``;
const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(heads), `|${heads.map(() => '---').join('|')}|`, ...rows.map(row)].join('\n');
}

/** How a group's value comes from its lines, in words. */
function aggregationText(aggregation: Aggregation): string {
  switch (aggregation.kind) {
    case 'sum':
      return 'somme';
    case 'weighted_mean':
      return `moyenne pondérée par ${code(aggregation.weight)}`;
    case 'harmonic_mean':
      return `Σ ${code(aggregation.weight)} / Σ (${code(aggregation.weight)} / valeur)`;
    case 'ratio': {
      const ratio = `Σ ${code(aggregation.numerator)} / Σ ${code(aggregation.denominator)}`;
      const whole = aggregation.complement ? `1 − ${ratio}` : ratio;
      return aggregation.scale === undefined ? whole : `${aggregation.scale} × (${whole})`;
    }
    case 'min':
      return 'plus petite valeur';
    case 'max':
      return 'plus grande valeur';
    case 'distinct':
      return 'valeurs distinctes';
    case 'distinct_count':
      return 'nombre de valeurs distinctes';
    case 'range':
      return 'de la plus petite à la plus grande';
    case 'elementwise_sum':
      return 'somme jour par jour';
    case 'bucket_sum':
      return 'somme par clé';
    case 'none':
      return 'aucune';
  }
}

const CURRENCIES = { catalog: ' (catalogue)', accounting: ' (comptable)' } as const;

function typeText({ type, unit, currency }: FieldDefinition): string {
  const what = unit ? `${TYPE_LABELS[type]}, ${unit}` : TYPE_LABELS[type];
  return currency ? what + CURRENCIES[currency] : what;
}

function usesText(field: FieldDefinition): string {
  const uses = [
    field.filterable ? 'filtre' : null,
    field.groupable ? 'groupe' : null,
    field.in_rulebook ? 'règles' : null,
    field.ranks.length > 0 ? 'rangs' : null,
    field.lazy ? 'à la demande' : null,
    field.technical ? 'technique' : null,
  ];
  return uses.filter((use) => use !== null).join(', ');
}

function fieldsOf(section: SectionId): string {
  const rows = FIELDS.filter((field) => field.section === section && !field.rank_of).map((field) => [
    code(field.id),
    field.label,
    field.description,
    typeText(field),
    aggregationText(field.aggregation),
    SOURCE_LABELS[field.source],
    usesText(field),
  ]);
  if (rows.length === 0) return '';
  const heads = ['Champ', 'Libellé', 'Sens', 'Type', 'Valeur d’un groupe', 'Source', 'Usages'];
  return `### Champs\n\n${table(heads, rows)}`;
}

function placeText({ fixed, read_only, optimization_only, edition }: ColumnDefinition): string {
  const places = [
    fixed ? 'à gauche' : null,
    read_only ? 'toujours là' : null,
    optimization_only ? 'avec optimisation' : null,
    edition ? 'en édition' : null,
  ];
  return places.filter((place) => place !== null).join(', ');
}

function columnsOf(section: SectionId): string {
  const rows = COLUMNS.filter((column) => column.section === section).map((column) => [
    code(column.id),
    column.label,
    column.tooltip ?? '',
    String(column.width),
    column.sort_field ? code(column.sort_field) : '',
    column.fields.map(code).join(', '),
    placeText(column),
  ]);
  if (rows.length === 0) return '';
  const heads = ['Colonne', 'Libellé', 'Infobulle', 'Largeur (px)', 'Tri', 'Champs', 'Place'];
  return `### Colonnes\n\n${table(heads, rows)}`;
}

/** Fields without any column: for filters, rules, groups and exports. */
function unshownFields(): number {
  const shown = new Set(COLUMNS.flatMap(({ fields }) => fields));
  return FIELDS.filter((field) => !field.rank_of && !field.technical && !shown.has(field.id)).length;
}

const rankedCount = (): number => FIELDS.filter(({ ranks }) => ranks.length > 0).length;

/** The catalogue of fields and columns as a Markdown page: the text of docs/catalogue.md. */
export function cataloguePage(): string {
  const own = FIELDS.filter(({ rank_of }) => !rank_of).length;
  const price = findField('price')?.ranks ?? [];
  const sections = SECTION_IDS.map((section) => {
    const parts = [fieldsOf(section), columnsOf(section)].filter(Boolean);
    return `## ${sectionLabel(section)} (${code(section)})\n\n${parts.join('\n\n')}`;
  });
  return `${[
    '# Catalogue des champs et des colonnes',
    'Page écrite par `node scripts/catalogue.mjs` d’après `packages/domain/src/catalogue` : ne la modifiez pas à la main. Pour ajouter un champ : [adding-a-field.md](adding-a-field.md).',
    `${own} champs, ${COLUMNS.length} colonnes. ${rankedCount()} champs ont deux rangs par déciles, de 1 à 10 : parmi tous les produits du projet, et parmi ceux de même clé de classement (${price.map(code).join(' et ')} pour le prix). ${unshownFields()} champs n’ont pas de colonne : ils servent aux filtres, aux groupes, aux règles et aux exports.`,
    'Source : « instantané », calculé une fois par version des données ; « décision », choisi par les utilisateurs, les règles ou l’optimisation ; « calculé », d’après les deux au moment de la question. Usages : filtrer, grouper, écrire des règles, avoir des rangs ; « à la demande », seulement quand on le demande ; « technique », sert à calculer d’autres champs.',
    ...sections,
  ].join('\n\n')}\n`;
}
