import { effectiveDiscount, standingDiscount } from '@palier/domain';
import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../../../db/database.ts';
import type { StoredAgainst } from '../../../db/tables/project-tables.ts';
import type { ProjectScope } from '../../../scope.ts';
import { touchedLines } from '../../activities/index.ts';
import { allLines, type DiscountRow } from '../../discounts/index.ts';
import type { LineModel } from '../../engine/index.ts';
import { ruleNames } from '../../rules/index.ts';
import { nearestLevel } from './keep.ts';

export interface KeptDecisions {
  project_phase: number;
  recommended_count: number;
  against: StoredAgainst[];
}

/** What a line's price will stand at, what was recommended, and how the two came to differ. */
interface Decided extends Pick<StoredAgainst, 'discount_pct' | 'recommended_pct' | 'origin'> {
  line: DiscountRow;
}

/**
 * Keeps what is signed against the recommendation, with what the demand model says of both discounts, so that what it
 * brought can be estimated when the phase is past. The recommendation is the optimised discount, else the automatic one.
 * Call it in the transaction of the validation, before the lines have their history.
 */
export async function keepDecisions(
  tx: Tx,
  project: ProjectScope,
  project_phase: number,
  model: LineModel | null,
): Promise<void> {
  const decided = (await allLines(tx, project)).flatMap((line) => decisionOf(line) ?? []);
  const others = decided.filter(({ discount_pct, recommended_pct }) => discount_pct !== recommended_pct);
  const worked = model?.worked?.project_phase === project_phase ? model : null;
  const rows = new Map(worked?.ids.map((id, index) => [id, index]));
  const names = await ruleNames(tx, project);
  const against = others.map(({ line, ...one }): StoredAgainst => {
    const row = rows.get(line.discount_id);
    return {
      ...{ discount_id: line.discount_id, ...one, reason: reasonOf(line, one.origin, names) },
      ...(worked && row !== undefined ? effectOf(worked, row, one) : NO_EFFECT),
    };
  });
  const kept = { recommended_count: decided.length, against: JSON.stringify(against) };
  await tx
    .insertInto('phase_decision')
    .values({ project_id: project.project_id, project_phase, ...kept })
    .onConflict((conflict) => conflict.columns(['project_id', 'project_phase']).doUpdateSet(kept))
    .execute();
}

/** Null for a line that nothing was recommended for, or that has no price in the phase. */
function decisionOf(line: DiscountRow): Decided | null {
  const automatic = effectiveDiscount({ ...line, discount_pct_user: null });
  const recommended_pct = line.discount_pct_opti ?? automatic;
  const standing = standingDiscount({
    included: line.included,
    discount_pct: effectiveDiscount(line),
    previous_discount_pct: line.previous_discount_pcts.at(-1) ?? null,
  });
  if (recommended_pct === null || (!standing && line.included)) return null;
  const origin = !line.included ? 'left_out' : line.discount_pct_user !== null ? 'hand' : 'rule';
  return { line, discount_pct: standing?.discount_pct ?? 0, recommended_pct, origin };
}

function reasonOf(
  { discount_pct_update_description, applied_discount_rule_ids }: DiscountRow,
  origin: StoredAgainst['origin'],
  names: ReadonlyMap<string, string>,
): string | null {
  if (origin !== 'rule') return discount_pct_update_description?.trim() || null;
  return applied_discount_rule_ids.flatMap((id) => names.get(id) ?? []).join(', ') || null;
}

type Effect = Pick<StoredAgainst, 'effect' | 'effect_sd' | 'stock_qty'>;
const NO_EFFECT: Effect = { effect: null, effect_sd: 0, stock_qty: 0 };

/** How many times more or less the recommended discount would be asked for, by the model of the day. */
function effectOf(
  model: LineModel,
  row: number,
  { discount_pct, recommended_pct }: Pick<Decided, 'discount_pct' | 'recommended_pct'>,
): Effect {
  const count = model.levels.length;
  const mean = (pct: number) =>
    model.phase_mean[row * model.phase_count * count + nearestLevel(model, pct / 100)] ?? 0;
  const [decided, recommended] = [mean(discount_pct), mean(recommended_pct)];
  const apart = Math.abs(Math.log((100 - recommended_pct) / (100 - discount_pct)));
  const effect_sd = (model.elasticity_sd[row] ?? 0) * apart;
  const known = decided > 0 && recommended > 0 && Number.isFinite(effect_sd);
  return known
    ? { effect: recommended / decided, effect_sd, stock_qty: model.stock[row] ?? 0 }
    : { ...NO_EFFECT, stock_qty: model.stock[row] ?? 0 };
}

/** What was decided against the recommendation in the phases that kept it, in order. */
export async function keptDecisions(db: DbOrTx, project: ProjectScope): Promise<KeptDecisions[]> {
  return db
    .selectFrom('phase_decision')
    .select(['project_phase', 'recommended_count', 'against'])
    .where('project_id', '=', project.project_id)
    .orderBy('project_phase')
    .execute();
}

/** Who last decided lines before a phase was validated, by line: a user's id. */
export async function authorsOf(
  db: DbOrTx,
  project: ProjectScope,
  project_phase: number,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ discount_id: string; user_id: string }>`
    select distinct on (l.discount_id) l.discount_id, a.user_id
    from ${touchedLines(project, { ids })} l
      join activity a on a.project_id = l.project_id and a.activity_id = l.activity_id
    where a.project_id = ${project.project_id} and l.discount_id = any(${[...ids]}::uuid[]) and a.undone_by is null
      and (l.new_values ? 'discount_pct_user' or l.new_values ? 'included') and a.kind <> 'phase'
      and a.version < (select max(version) from activity where project_id = ${project.project_id}
        and kind = 'phase' and (details ->> 'phase')::int = ${project_phase})
    order by l.discount_id, a.version desc`.execute(db);
  return new Map(rows.map(({ discount_id, user_id }) => [discount_id, user_id]));
}
