import type { Project } from '@palier/contract';
import { DEMO_TODAY } from '@palier/demo';
import {
  allowedLevels,
  discountLevels,
  type Line,
  type LinePage,
  type QueryRule,
  type QueryTree,
} from '@palier/domain';
import { hoursOf } from './hours.ts';
import type { Call, People } from './people.ts';

/** What somebody knows of some products that the optimiser does not. */
interface Hand {
  who: keyof People;
  /** Hour of the day, UTC. */
  hour: string;
  /** null: all products. */
  rule: QueryRule | null;
  sort: string;
  order: 'asc' | 'desc';
  /** Levels deeper than the plan, or less deep. */
  step: 1 | -1;
  count: number;
  comment: string;
}

const isIn = (field: string, value: string): QueryRule => ({ field, operator: 'contains', value });

const HANDS: readonly Hand[] = [
  {
    ...{
      who: 'ines',
      hour: '09:35',
      rule: null,
      sort: 'stock_coverage.weeks',
      order: 'asc',
      step: -1,
      count: 3,
    },
    comment: 'Il se vend encore : on tient le prix une semaine de plus.',
  },
  {
    ...{
      who: 'marion',
      hour: '10:05',
      rule: null,
      sort: 'stock_coverage.weeks',
      order: 'desc',
      step: 1,
      count: 4,
    },
    comment: 'Couverture trop longue, une marche de plus.',
  },
  {
    ...{
      who: 'claire',
      hour: '11:30',
      rule: isIn('tags', 'Tailles cassées'),
      sort: 'stock_qty',
      order: 'asc',
    },
    ...{ step: 1, count: 4, comment: 'Tailles cassées : on solde ce qui reste.' },
  },
  {
    ...{
      who: 'marion',
      hour: '12:10',
      rule: isIn('family', 'Vestes'),
      sort: 'stock_qty',
      order: 'desc',
      step: 1,
      count: 3,
    },
    comment: 'La place est prise en août par les manteaux.',
  },
  {
    ...{ who: 'ines', hour: '12:25', rule: isIn('family', 'Robes'), sort: 'stock_qty', order: 'desc' },
    ...{ step: 1, count: 3, comment: 'Les concurrents sont plus bas sur les robes : on s’aligne.' },
  },
];

/** What is kept for long, or sells by itself, is not deepened by hand. */
const LEFT_ALONE: readonly string[] = ['Permanent', 'Best-seller'];

const filterOf = (rule: QueryRule): QueryTree => ({ combinator: 'and', rules: [rule] });

/** Discounts chosen by hand against the plan, each with its reason, by several people. */
export async function chooseByHand(project: Project, people: People): Promise<void> {
  const { discount_pct_range, discount_step } = project;
  const levels = discountLevels({ discount_pct_range, discount_step });
  const at = hoursOf(DEMO_TODAY);
  for (const { who, hour, rule, sort, order, step, count, comment } of HANDS) {
    const filter = rule ? `&filter=${encodeURIComponent(JSON.stringify(filterOf(rule)))}` : '';
    const { data } = await people[who]<LinePage>(
      'GET',
      `/projects/${project._id}/discounts?included=true&sort=${sort}&order=${order}&size=600${filter}`,
    );
    const edits = data
      .flatMap((line) => {
        const discount_pct_user = nextLevel(line, levels, step);
        return discount_pct_user === undefined ? [] : [[line._id, { discount_pct_user, comment }] as const];
      })
      .slice(0, count);
    if (edits.length > 0)
      await at(hour, () =>
        people[who]('PUT', `/projects/${project._id}/discounts`, Object.fromEntries(edits)),
      );
  }
}

/** The allowed level next to the discount of the plan, neither none nor the deepest; none where a hand or a tag says so. */
function nextLevel(line: Line, levels: readonly number[], step: 1 | -1): number | undefined {
  if (line.discount_pct_user !== null || line.tags?.some((tag) => LEFT_ALONE.includes(tag))) return undefined;
  const allowed = allowedLevels(line, levels);
  const place = allowed.indexOf(line.discount_pct ?? -1);
  const next = allowed[place + step];
  return place < 0 || next === 0 || next === levels.at(-1) ? undefined : next;
}

/** Share of the families that are seen. */
const REVIEWED_SHARE = 0.6;

/** Marion has seen the largest families; the smallest wait for the person who opens the demo. */
export async function reviewFamilies({ _id }: Project, { marion }: People): Promise<void> {
  const { data } = await marion<{ data: { keys: (string | null)[]; discount_count: number }[] }>(
    'GET',
    `/projects/${_id}/discounts/groups?by=family&size=50`,
  );
  const named = data
    .filter(({ keys }) => keys[0] !== null)
    .sort((a, b) => b.discount_count - a.discount_count);
  for (const { keys } of named.slice(0, Math.ceil(named.length * REVIEWED_SHARE)))
    await marion('PUT', `/projects/${_id}/discounts/reviews`, {
      filter: filterOf({ field: 'family', operator: 'equals', value: keys[0] ?? '' }),
    });
}

/** Every product of a project has been seen. */
export async function reviewAll({ _id }: Project, call: Call): Promise<void> {
  await call('PUT', `/projects/${_id}/discounts/reviews`, { filter: null });
}
