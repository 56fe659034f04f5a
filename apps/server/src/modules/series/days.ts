import type { SerieDay } from '@palier/analytics';
import type { RouteOutput } from '@palier/contract';
import { addDays, daysBetween, meanDiscountPct, phaseLabel } from '@palier/domain';
import type { ProjectRow } from '../projects/index.ts';

type Day = NonNullable<RouteOutput<'series.report'>['days']>[number];

interface DaySums {
  sales_qty: number | null;
  sales: number | null;
  list_sales: number | null;
  profit: number | null;
}

/** What some series sold on each day of each phase, of all the projects together. */
export class DayTable {
  readonly #places: number;
  readonly #cells = new Map<string, { project_phase: number; day: number; sums: (DaySums | undefined)[] }>();

  constructor(places: number) {
    this.#places = places;
  }

  /** `start`: first day of the phase in the series' own calendar. */
  add(place: number, { project_phase, date, ...sums }: SerieDay, start: string, isMoneyAdded: boolean): void {
    const day = daysBetween(start, date);
    const key = `${project_phase} ${day}`;
    const cell = this.#cells.get(key) ?? { project_phase, day, sums: [] };
    this.#cells.set(key, cell);
    const own = isMoneyAdded ? sums : { ...sums, sales: null, list_sales: null, profit: null };
    cell.sums[place] = addSums(cell.sums[place], own);
  }

  /** Figures from the first day to each, in the calendar of a project. */
  present(row: Pick<ProjectRow, 'phases'>): Day[] {
    const cells = [...this.#cells.values()].sort(
      (a, b) => a.project_phase - b.project_phase || a.day - b.day,
    );
    const last = Array.from({ length: this.#places }, (_, place) =>
      cells.findLastIndex(({ sums }) => sums[place]),
    );
    const so_far: (DaySums | undefined)[] = [];
    return cells.flatMap(({ project_phase, day, sums }, at) => {
      const phase = row.phases[project_phase];
      if (!phase) return [];
      const series = last.map((end, place) => {
        const own = sums[place];
        if (own) so_far[place] = addSums(so_far[place], own);
        return at > end ? null : presentSums(so_far[place]);
      });
      return [
        {
          date: addDays(phase.start_date, day),
          ...{ project_phase, label: phaseLabel(phase, project_phase), day: day + 1, series },
        },
      ];
    });
  }
}

const NAMES = ['sales_qty', 'sales', 'list_sales', 'profit'] as const;

function addSums(one: DaySums | undefined, other: DaySums): DaySums {
  if (!one) return other;
  const sum = { ...one };
  for (const name of NAMES) {
    const [a, b] = [one[name], other[name]];
    sum[name] = a === null ? b : b === null ? a : a + b;
  }
  return sum;
}

function presentSums(sums: DaySums | undefined): Day['series'][number] {
  if (!sums) return null;
  const { sales_qty, sales, list_sales, profit } = sums;
  const priced = sales !== null && list_sales !== null;
  return {
    ...{ sales, profit, sales_qty },
    sales_discount_pct: priced ? meanDiscountPct(sales, list_sales) : null,
    discount_budget: priced ? list_sales - sales : null,
  };
}
