import type { EndSums, FigureSums, HorizonSums, WhatIf, WhatIfEdit } from '@palier/analytics';
import type { ProjectStats, RouteOutput, WhatIfBody } from '@palier/contract';
import { judgeLoss, type LossFigures, meanDiscountPct, sharePct } from '@palier/domain';
import { definedOf } from '../../../defined.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import type { ProjectScope } from '../../../scope.ts';
import { checkOffered, levelsOf } from '../../discounts/index.ts';
import type { Listing } from '../../listing/index.ts';
import { lossThreshold } from '../../organizations/index.ts';
import { readProject, requireState } from '../../projects/index.ts';

type AskedEdit = WhatIfBody['edits'][number];
type Figures = NonNullable<ProjectStats['forecast']>;
type Answer = RouteOutput<'projects.what_if'>;

/**
 * What a set of edits would change, for the lines concerned and for the whole project; nothing is stored.
 * @throws 409 snapshot_missing without demand curves, 422 for a discount that the project does not offer
 */
export async function whatIf(
  deps: Pick<Deps, 'database'>,
  listing: Listing,
  project: ProjectScope,
  asked: readonly AskedEdit[],
): Promise<Answer> {
  const started = performance.now();
  const row = await readProject(deps.database.db, project, project.project_id);
  requireState('simulate', row);
  const wanted = asked.flatMap(({ edit }) => [
    edit.discount_pct_user ?? null,
    edit.next_discount_pct ?? null,
  ]);
  checkOffered(wanted, levelsOf(row));
  const edits: WhatIfEdit[] = [];
  for (const edit of asked) edits.push(await editOf(listing, project, edit));
  const found = await listing.query(project, async (facts) =>
    facts.manifest().has_curves ? facts.whatIf(edits) : null,
  );
  if (!found) throw new ApiError('snapshot_missing');
  const loss = judgeLoss(lossOf(found), await lossThreshold(deps.database.db, project));
  return { version: row.version, ...present(found), loss, duration_ms: performance.now() - started };
}

async function editOf(
  listing: Listing,
  project: ProjectScope,
  { edit, line_ids, ...params }: AskedEdit,
): Promise<WhatIfEdit> {
  const selection = await listing.selection(project, params);
  return { selection: line_ids ? { ...selection, line_ids } : selection, ...definedOf(edit) };
}

/** The figures of the lines that the edits are about, and of the project with them. */
function present({
  line_count,
  refused,
  project,
  held,
  before,
  after,
  label_prices,
}: WhatIf): Omit<Answer, 'version' | 'loss' | 'duration_ms'> {
  return {
    discount_count: line_count,
    ...{ refused, label_prices },
    ...compareSums(held, replacePart(held, after, before)),
    project: compareSums(project, replacePart(project, after, before)),
  };
}

/** The lines that the edits are about, judged as any plan is. */
function lossOf({ held, before, after, nothing, below_cost }: WhatIf): LossFigures {
  const merit = (sums: FigureSums): number => sums.total.profit_after_leftovers ?? 0;
  return {
    discount_count: below_cost.held,
    profit_after_leftovers: merit(held) + merit(after) - merit(before),
    nothing_profit_after_leftovers: nothing,
    current_profit_after_leftovers: merit(held),
    below_cost_count: below_cost.after,
    current_below_cost_count: below_cost.before,
    added_below_cost_count: below_cost.added,
  };
}

function compareSums(before: FigureSums, after: FigureSums) {
  return {
    before: figuresOf(before.total),
    after: figuresOf(after.total),
    phase_before: figuresOf(before.phase),
    phase_after: figuresOf(after.phase),
    discount_budget_before: before.discount_budget,
    discount_budget_after: after.discount_budget,
  };
}

/** `whole` with `more` in the place of `less`. */
function replacePart(whole: FigureSums, more: FigureSums, less: FigureSums): FigureSums {
  return {
    phase: replaceSums(whole.phase, more.phase, less.phase),
    total: replaceSums(whole.total, more.total, less.total),
    discount_budget: replaced(whole.discount_budget, more.discount_budget, less.discount_budget),
  };
}

function replaceSums<T extends HorizonSums>(whole: T, more: T, less: T): T {
  const sum = { ...whole };
  for (const name of Object.keys(whole) as (keyof HorizonSums)[])
    sum[name] = replaced(whole[name], more[name], less[name]);
  return sum;
}

/** A sum of which a part becomes another; what is known of no line stays unknown. */
const replaced = (whole: number | null, more: number | null, less: number | null): number | null =>
  whole === null ? null : whole + (more ?? 0) - (less ?? 0);

function figuresOf(sums: HorizonSums | EndSums): Figures {
  const { sales_qty, sales, profit, cogs, stock, list_sales, season_sales_qty, available_qty } = sums;
  return {
    ...{ sales_qty, sales, profit, cogs, stock },
    ...('profit_after_leftovers' in sums && {
      profit_after_leftovers: sums.profit_after_leftovers,
      discount_budget: sums.discount_budget,
    }),
    sales_discount_pct: meanDiscountPct(sales ?? Number.NaN, list_sales ?? Number.NaN),
    sell_through_pct: sharePct(season_sales_qty ?? Number.NaN, available_qty ?? Number.NaN),
  };
}
