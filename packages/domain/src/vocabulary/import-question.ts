/** What a reading of files may be unsure of. The screen shows any of them in the same manner. */
export const IMPORT_QUESTION_CODES = [
  'kind',
  'heading_row',
  'date_order',
  'period',
  'decimal',
  'thousands',
  'fiscal_calendar',
  'currency',
  'tax_basis',
  'list_price',
  'lowered_prices',
  'raised_prices',
  'usual_list',
  'missing_column',
  'measure',
  'per_piece',
  'line_kinds',
  'returns',
  'cents',
  'repeated',
  'resaid_sales',
  'withdrawn_sales',
  'stock_levels',
  'stock_places',
  'left_stock',
  'left_products',
  'stock_sizes',
  'open_orders',
  'last_day',
  'sold_price',
  'cut_short',
  'hidden',
  'repair_codes',
  'code_spelling',
  'place_spelling',
  'size_spelling',
  'removal',
  'reading',
] as const;
type ImportQuestionCode = (typeof IMPORT_QUESTION_CODES)[number];

interface ImportChoice {
  value: string;
  label: string;
  /** What this reading would make of the file, in a few French words; null when the label says it all. */
  detail: string | null;
}

/** What may be read in two ways, and that Palier may not decide alone. */
export interface ImportQuestion {
  /** The same for the same file and cause at every reading: `code:file` or `code:file:column`. */
  key: string;
  code: ImportQuestionCode;
  /** Name of the file, with its sheet when it is a workbook's. */
  file: string;
  /** The heading in question, or null. */
  column: string | null;
  /** The French question. */
  text: string;
  /** What was read, a few rows and the totals in plain French; left out: the choices say it. */
  examples?: string[] | undefined;
  /** What of the file speaks against what was read; left out: nothing does. */
  doubts?: string[] | undefined;
  /** Likely reading first; none is ticked for the user. */
  choices: ImportChoice[];
}

/** What was answered: the question's key → the value of a choice. */
export type ImportAnswers = Readonly<Record<string, string>>;

/** The key of a question: the same at every reading of the same file. */
export function questionKey(code: ImportQuestionCode, file: string, column: string | null = null): string {
  return column === null ? `${code}:${file}` : `${code}:${file}:${column}`;
}

/** The key that answers every question of a sort: `reading:*`, in a mapping. */
const everyKey = (key: string): string => `${key.slice(0, key.indexOf(':'))}:*`;

/** The choice that was answered; null when there is none, or none that the question offers. */
export function answerTo(
  { key, choices }: Pick<ImportQuestion, 'key' | 'choices'>,
  answers: ImportAnswers | undefined,
): string | null {
  const answer = answers?.[key] ?? answers?.[everyKey(key)];
  return choices.find(({ value }) => value === answer)?.value ?? null;
}

/** The reading to use now: the one answered, the likely one until then. */
export function readingOf(
  question: Pick<ImportQuestion, 'key' | 'choices'>,
  answers: ImportAnswers | undefined,
): string | null {
  return answerTo(question, answers) ?? question.choices[0]?.value ?? null;
}

/** Questions of which neither answer is the likelier: what a removal would lose, a file that may lack its end… */
const EVEN: readonly ImportQuestionCode[] = ['removal', 'raised_prices', 'cut_short', 'hidden', 'reading'];

/** Whether the first choice is the likelier reading. */
export function hasLikelyChoice({ code, choices }: Pick<ImportQuestion, 'code' | 'choices'>): boolean {
  return choices.length > 1 && !EVEN.includes(code);
}

/** Questions that wait for an answer. What was read of a file is looked at once nothing else of it is asked. */
export function openQuestions<Q extends Pick<ImportQuestion, 'key' | 'code' | 'file' | 'choices'>>(
  questions: readonly Q[],
  answers: ImportAnswers | undefined,
): Q[] {
  const open = questions.filter((question) => answerTo(question, answers) === null);
  const asked = new Set(open.flatMap(({ code, file }) => (code === 'reading' ? [] : [file])));
  return open.filter(({ code, file }) => code !== 'reading' || !asked.has(file));
}
