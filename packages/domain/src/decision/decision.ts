import { DECISION_COLUMNS, type DecisionColumn, type DecisionSqlType } from './columns.ts';

type Columns = typeof DECISION_COLUMNS;
export type DecisionName = keyof Columns;

/** Values by the type of their column, as answers have them: a moment is ISO 8601 text. */
interface Values extends Record<DecisionSqlType, unknown> {
  boolean: boolean;
  integer: number;
  text: string;
  timestamptz: string;
  bigint: number;
  'integer[]': number[];
  'uuid[]': string[];
}

/** The same as a row of PostgreSQL gives them. */
interface StoredValues extends Omit<Values, 'timestamptz'> {
  timestamptz: Date;
}

type ValueOf<N extends DecisionName, V extends Record<DecisionSqlType, unknown>> =
  | V[Columns[N]['sql']]
  | (Columns[N] extends { initial: null } ? null : never);

/** What is decided for a line. */
export type Decision = { [N in DecisionName]: ValueOf<N, Values> };
/** The same, as PostgreSQL's row has it. */
export type StoredDecision = { [N in DecisionName]: ValueOf<N, StoredValues> };

type Having<T> = { [N in DecisionName]: Columns[N] extends T ? N : never }[DecisionName];
/** Columns that the database fills in when a line is added. */
export type StartedColumn = Having<{ initial: unknown }>;
/** Columns that a user's edit may set. */
export type EditedColumn = Having<{ written: 'edit' }>;
/** Columns that an activity may set: edits and commands. */
export type ChangedColumn = EditedColumn | Having<{ written: 'command' }>;
/** Kinds of activity that edits are. */
export type EditActivity = Columns[EditedColumn]['activity'];

/** The columns with their names, in the list's order. */
export const DECISION_LIST: readonly ({ name: DecisionName } & DecisionColumn)[] = Object.entries(
  DECISION_COLUMNS,
).map(([name, column]) => ({ name: name as DecisionName, ...column }));

/** Columns that an activity may set. */
export const CHANGED_COLUMNS = namesOf<ChangedColumn>(({ written }) => written !== 'write');
/** Columns that a user's edit may set. */
export const EDITED_COLUMNS = namesOf<EditedColumn>(({ written }) => written === 'edit');

function namesOf<N extends DecisionName>(isWanted: (column: DecisionColumn) => boolean): readonly N[] {
  return DECISION_LIST.filter(isWanted).map(({ name }) => name as N);
}

/** The decision of a line for which nothing was decided yet. */
export const NO_DECISION: Readonly<Decision> = {
  ...(Object.fromEntries(
    DECISION_LIST.map(({ name, initial }): [string, unknown] => [name, initial]),
  ) as Decision),
  version: 0,
};

/** The part of a decision that users edit; a missing key is left alone. */
export type EditedValues = Partial<Pick<Decision, EditedColumn>>;

/** An edit of a line: what is decided anew, and why. A null discount gives back the automatic value. */
export interface DiscountEdit extends EditedValues {
  comment?: string | null;
  /** It undoes the edit that took the line's review, which is given back if the discount is again the one seen. */
  gives_review_back?: boolean;
}

/** The edited columns of a line or an edit, without what else it has. */
export function editedValues(from: EditedValues): EditedValues {
  const values: EditedValues = {};
  for (const name of EDITED_COLUMNS) if (from[name] !== undefined) copyValue(name, from, values);
  return values;
}

/** The values of a line that an edit replaces. */
export function formerValues(line: EditedValues, edit: DiscountEdit): EditedValues {
  const former: EditedValues = {};
  for (const name of EDITED_COLUMNS)
    if (edit[name] !== undefined) copyValue(name, line[name] === undefined ? NO_DECISION : line, former);
  return former;
}

function copyValue<N extends EditedColumn>(name: N, from: EditedValues, to: EditedValues): void {
  to[name] = from[name];
}

/** Whether an edit changes nothing on the stored line; the comment is ignored. */
export function isEditEqual(edit: DiscountEdit, line: EditedValues): boolean {
  return EDITED_COLUMNS.every(
    (name) => edit[name] === undefined || edit[name] === (line[name] ?? NO_DECISION[name]),
  );
}

/** The activity that an edit of these columns is: that of the main thing it changes; null when it edits none. */
export function editActivity(columns: ReadonlySet<string>): EditActivity | null {
  const main = EDITED_COLUMNS.find((name) => columns.has(name));
  return main ? DECISION_COLUMNS[main].activity : null;
}
