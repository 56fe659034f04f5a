import {
  type DiscountEdit,
  effectiveDiscount,
  goalLabel,
  isOptimizationGoal,
  OPTIMIZATION_GOALS,
} from '@palier/domain';
import { brokenInFile, brokenReason } from '../../../http/broken-text.ts';
import type { DiscountRow } from '../../discounts/index.ts';
import { neutralise } from '../../exports/index.ts';
import type { Headings, Role } from './headings.ts';

/** A scenario, as goals name it. */
export interface NamedScenario {
  _id: string;
  name: string;
}

/** What is wrong with a cell: its column as the file names it, what it says, why, and what stays in its place. */
export interface CellFault {
  column: string;
  value: string | null;
  reason: string;
  kept: string | null;
}

/** One row of a file: its cells by what they say; undefined where the file has no such column. */
export type RowCells = Record<Role | 'effective', string | undefined>;

export interface ReadContext {
  headings: Headings;
  /** The file's own headings, for the report. */
  names: readonly string[];
  scenarios: readonly NamedScenario[];
}

type Read<T> = { value: T } | { fault: string } | null;

const NONE = '-';
const AUTO = 'automatique';

/** What the cells of a row say of its line that the line does not have yet; or what is wrong with one of them. */
export function readRow(
  cells: RowCells,
  line: DiscountRow,
  context: ReadContext,
): { edit: DiscountEdit; fault: CellFault | null; isOtherwiseComputed: boolean } {
  const { is_listing } = context.headings;
  const edit: DiscountEdit = { comment: commentOf(cells, line) };
  const faultOf = (role: Role, reason: string, kept: string | null) => ({
    ...{ edit, isOtherwiseComputed: false },
    fault: { column: columnName(role, context), value: cells[role] || null, reason, kept },
  });
  const discount = is_listing || cells.discount ? readDiscount(cells.discount, line) : null;
  const chosen = pointsText(line.discount_pct_user) || AUTO;
  if (discount && 'fault' in discount) return faultOf('discount', discount.fault, chosen);
  if (discount) edit.discount_pct_user = discount.value;
  const included = is_listing || cells.included ? readIncluded(cells.included, line) : null;
  if (included && 'fault' in included) return faultOf('included', included.fault, yesNo(line.included));
  if (included) edit.included = included.value;
  const goal = is_listing || cells.goal ? readGoal(cells.goal, line, context.scenarios) : null;
  if (goal && 'fault' in goal) return faultOf('goal', goal.fault, goalText(line, context.scenarios) || NONE);
  if (goal) edit.optimization_goal = goal.value;
  const isAlone = !(discount || included || goal);
  const said = line.discount_pct_update_description?.trim() ?? '';
  const broken = brokenInFile(edit.comment ?? '');
  if (broken) return faultOf('comment', brokenReason(broken), said || NONE);
  if (isAlone && is_listing && cells.comment && edit.comment !== said)
    return faultOf('comment', LONE_COMMENT, said || NONE);
  return { edit, fault: null, isOtherwiseComputed: isAlone && isOtherwiseComputed(cells, line) };
}

const LONE_COMMENT = 'un commentaire accompagne un changement, et cette ligne n’en a pas';

/**
 * Whether the discount that the listing computes is another one in the file. Nothing tells somebody's typing there from a
 * file older than the plan or than its own import: it is counted and said, never taken for an edit.
 */
function isOtherwiseComputed({ effective }: RowCells, line: DiscountRow): boolean {
  const stood = effectiveDiscount(line);
  return effective !== undefined && pointsOf(effective) !== (stood ?? 0) && effective !== pointsText(stood);
}

/** The reason that the row gives; what the export protected of the line's own is the line's own. */
function commentOf({ comment }: Pick<RowCells, 'comment'>, line: DiscountRow): string | null {
  const said = line.discount_pct_update_description?.trim();
  return said && comment === neutralise(said) ? said : comment || null;
}

function columnName(role: Role, { headings, names }: ReadContext): string {
  return names[headings.at[role]] ?? '';
}

/** null: the cell says what the line has, or there is none. */
function readDiscount(text: string | undefined, line: DiscountRow): Read<number | null> {
  if (text === undefined) return null;
  const value = text === '' ? null : pointsOf(text);
  if (value === line.discount_pct_user) return null;
  if (Number.isNaN(value)) return { fault: 'nombre attendu' };
  return { value };
}

function readIncluded(text: string | undefined, line: DiscountRow): Read<boolean> {
  if (text === undefined) return null;
  const value = /^(1|oui|vrai|true|x|o|yes|y)$/i.test(text)
    ? true
    : /^(0|non|faux|false|n|no)$/i.test(text)
      ? false
      : null;
  if (value === null) return { fault: '« Oui » ou « Non » attendu' };
  return value === line.included ? null : { value };
}

function readGoal(
  text: string | undefined,
  line: DiscountRow,
  scenarios: readonly NamedScenario[],
): Read<string | null> {
  if (text === undefined) return null;
  const said = goalText(line, scenarios);
  // What the export writes of the line's own goal is that goal, even of a scenario that is gone or shares its name.
  if (text === said || text === neutralise(said)) return null;
  if (text === '') return { value: null };
  const wanted = goalsNamed(text, scenarios);
  const [goal] = wanted;
  if (goal === undefined) return { fault: 'objectif ou scénario inconnu' };
  if (wanted.length > 1) return { fault: 'plusieurs objectifs ou scénarios portent ce nom' };
  return goal === line.optimization_goal ? null : { value: goal };
}

function goalsNamed(text: string, scenarios: readonly NamedScenario[]): string[] {
  const folded = text.toLowerCase();
  if (isOptimizationGoal(folded)) return [folded];
  const byId = scenarios.find(({ _id }) => _id === text);
  if (byId) return [byId._id];
  const isNamed = (name: string): boolean =>
    [name, neutralise(name)].some((one) => one.trim().toLowerCase() === folded);
  return [
    ...OPTIMIZATION_GOALS.filter((goal) => isNamed(goalLabel(goal))),
    ...(folded === 'ecoulement' ? ['cogs'] : []),
    ...scenarios.filter(({ name }) => isNamed(name)).map(({ _id }) => _id),
  ];
}

function goalText({ optimization_goal }: DiscountRow, scenarios: readonly NamedScenario[]): string {
  return optimization_goal === null ? '' : goalLabel(optimization_goal, scenarios).trim();
}

/**
 * « 30 », « 30 % », « 30,0 »: points. « auto » gives the automatic discount back. A workbook keeps « 30 % » as 0.3,
 * which is no discount that a project offers.
 */
function pointsOf(text: string): number | null {
  if (/^auto(matique)?$/i.test(text)) return null;
  const plain = text.replace(/[%\s\u202f\u00a0]/g, '').replace(',', '.');
  const value = plain === '' ? Number.NaN : Number(plain);
  return value > 0 && value < 1 ? Math.round(value * 10_000) / 100 : value;
}

const pointsText = (points: number | null): string => (points === null ? '' : String(points));
const yesNo = (value: boolean): string => (value ? 'Oui' : 'Non');

/** What an edit says of a column, in the words of the file. */
export function changeTexts(
  { discount_pct_user, included, optimization_goal }: DiscountEdit,
  line: DiscountRow,
  scenarios: readonly NamedScenario[],
): { column: 'discount' | 'included' | 'goal'; from: string; to: string }[] {
  const goalOf = (goal: string | null): string => (goal === null ? NONE : goalLabel(goal, scenarios));
  const percent = (points: number | null): string => (points === null ? AUTO : `${points} %`);
  return [
    ...(discount_pct_user === undefined
      ? []
      : [
          {
            column: 'discount' as const,
            from: percent(line.discount_pct_user),
            to: percent(discount_pct_user),
          },
        ]),
    ...(included === undefined
      ? []
      : [{ column: 'included' as const, from: yesNo(line.included), to: yesNo(included) }]),
    ...(optimization_goal === undefined
      ? []
      : [{ column: 'goal' as const, from: goalOf(line.optimization_goal), to: goalOf(optimization_goal) }]),
  ];
}
