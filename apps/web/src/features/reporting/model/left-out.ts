import { countOf } from '../../../lib/french.ts';
import type { Report } from './rows.ts';

/** Which projects a report does not count, and what they lack: one sentence for those that lack the same series. */
export function leftOutSentences(
  projects: Pick<Report['left_out_projects'][number], 'name' | 'missing'>[],
  series: readonly { label: string }[],
): string[] {
  const alike = Map.groupBy(projects, ({ missing }) => missing.join());
  return [...alike.values()].map((group) => {
    const lacked = (group[0]?.missing ?? []).flatMap((place) => series[place]?.label ?? []).join(', ');
    const [only, ...others] = group.map(({ name }) => name);
    if (others.length === 0) return `${only} n’est pas compté : il n’a pas ${lacked}`;
    const names = group.map(({ name }) => placeOf(name)).join(', ');
    return `${countOf(group.length, 'projet n’est pas compté', 'projets ne sont pas comptés')}, sans ${lacked} : ${names}`;
  });
}

/** A project's name inside its operation, which the page bears already. */
const placeOf = (name: string): string => name.split('/').slice(1).join('/') || name;
