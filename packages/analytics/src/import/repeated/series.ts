import { foldText } from '@palier/domain';
import { monthNamed } from '../dates/named-period.ts';

/** What a name says of when or of which state a file is, and nothing of its matter. */
const STATES = new Set(
  [
    'copie copy version v vf vdef final finale def definitif definitive corr corrige corrigee correction',
    'nouveau nouvelle new old ancien ancienne bis ter maj update updated rev revision revise',
    's sem semaine week w wk kw jour day au du to from',
    'lundi mardi mercredi jeudi vendredi samedi dimanche',
    'monday tuesday wednesday thursday friday saturday sunday',
  ].flatMap((words) => words.split(' ')),
);

const withoutExtension = (name: string): string => name.replace(/\.(csv|tsv|txt|xlsx|gz|zip)\b/gi, '');

/** The name of a file without what changes from one week, or one version, to the next: files of one series share it. */
export function seriesOf(name: string): string {
  const words = foldText(withoutExtension(name)).split(/[^a-z]+/);
  return words.filter((word) => word !== '' && !STATES.has(word) && monthNamed(word) === null).join(' ');
}

const DAY = /(20\d{2})\D?(0[1-9]|1[0-2])\D?([0-3]\d)|([0-3]?\d)\D(0?[1-9]|1[0-2])\D(20\d{2})/;

/** The day that a name says, as `2026-06-14`; '' when it says none. */
function dayIn(name: string): string {
  const [, year, month, day, otherDay, otherMonth, otherYear] = DAY.exec(name) ?? [];
  const parts = [year ?? otherYear, month ?? otherMonth, day ?? otherDay];
  return parts.some((part) => part === undefined)
    ? ''
    : parts.map((part) => part?.padStart(2, '0')).join('-');
}

/** The words and numbers of a name, its months as their numbers. */
function inOrder(name: string): string {
  const parts = foldText(name).split(/[^a-z0-9]+|(?<=[a-z])(?=\d)/);
  return parts.map((part) => monthNamed(part)?.toString() ?? part).join(' ');
}

/** Orders files of a series as their names say, the oldest first: by their day, then by their numbers and months. */
export function compareNames(left: string, right: string): number {
  const [one, other] = [withoutExtension(left), withoutExtension(right)];
  const byDay = dayIn(one).localeCompare(dayIn(other));
  return byDay !== 0 ? byDay : inOrder(one).localeCompare(inOrder(other), 'fr', { numeric: true });
}
