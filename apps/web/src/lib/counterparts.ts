import type { Project } from '@palier/contract';
import { isEarlierCounterpart, isOver, isPhasePast } from '@palier/domain';
import { operationOf } from './project-groups.ts';

/** An earlier operation beside which the projects shown can be read: the counterpart of each of them. */
export interface Counterpart {
  operation: string;
  projects: Project[];
  /** The first phases only, while the projects shown have not gone further; left out: all. */
  phaseCount?: number;
}

/** The earlier operations of the same kind that have a counterpart, gone as far, of every project shown; latest first. */
export function counterpartsOf(shown: readonly Project[], all: readonly Project[]): Counterpart[] {
  const [first] = shown;
  if (!first) return [];
  const phaseCount = Math.max(...shown.map(pastCount));
  const earlier = all.filter((one) => shown.some((own) => isEarlierCounterpart(one, own)));
  const operations = [...new Set(earlier.map(operationOf))];
  return operations
    .flatMap((operation): Counterpart[] => {
      const projects = shown.flatMap((own) => {
        const found = earlier.find(
          (one) => operationOf(one) === operation && isEarlierCounterpart(one, own) && isSameMoney(one, own),
        );
        return found ? [found] : [];
      });
      if (projects.length < shown.length || projects.some((one) => pastCount(one) === 0)) return [];
      const over = shown.every((own) => isOver(own));
      return [{ operation, projects, ...(!over && { phaseCount }) }];
    })
    .sort((a, b) => startOf(b).localeCompare(startOf(a)));
}

const pastCount = (project: Project): number =>
  project.phases.filter((_, index) => isPhasePast(project, index)).length;
const startOf = ({ projects }: Counterpart): string => projects[0]?.phases[0]?.start_date ?? '';
const isSameMoney = (one: Project, other: Project): boolean =>
  one.catalog_currency === other.catalog_currency && one.accounting_currency === other.accounting_currency;
