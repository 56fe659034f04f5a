import type { ProductDetail, ProductView } from '@palier/analytics';
import type { Product } from '@palier/contract';
import {
  addDays,
  coverageAtPace,
  coverageScore,
  discountFault,
  EIGHT_IN_TEN,
  evaluateLine,
  isShown,
  type Line,
  type LineForecast,
  rateAt,
  stockAtPhase,
  workedDiscount,
} from '@palier/domain';
import { CORRECTION_REASONS } from '@palier/engine';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { notFound } from '../../../http/errors.ts';
import { isAllowed, knowingCosts, type ProjectScope } from '../../../scope.ts';
import { findLines, levelsOf, lineIdsByProduct } from '../../discounts/index.ts';
import { type LineModel, readModel } from '../../engine/index.ts';
import { readRemovedLevels, rulesAt } from '../../law/index.ts';
import { type ProjectRow, readProject } from '../../projects/index.ts';
import { isGivenByRules } from '../../rules/index.ts';
import { lineChoice } from '../repository.ts';
import type { Listing } from '../service.ts';
import { type ForecastFacts, type Origin, reasonsFor } from './reasons.ts';

type Needs = Pick<Deps, 'folders' | 'database' | 'facts'>;
const HISTORY_DAYS = 180;

/** A product in a project: its line, what it sold, what each discount would give, and why this one. */
export async function readProduct(
  deps: Needs,
  listing: Listing,
  project: ProjectScope,
  item_group_id: string,
): Promise<Product> {
  const { db } = deps.database;
  const id = (await lineIdsByProduct(db, project)).get(item_group_id);
  if (!id) throw notFound('Ce produit');
  const row = await readProject(db, project, project.project_id);
  const line = await listing.line(project, id);
  // Figures are worked out with the cost; who may not see it is answered without what tells it.
  const costed = await listing.line(knowingCosts(project), id);
  const { series, data_date } = await listing.query(project, async (facts) => ({
    series: await facts.series({ line_ids: [id], days: HISTORY_DAYS }),
    data_date: facts.manifest().data_date,
  }));
  const view = viewOf(row, data_date);
  const detail = await deps.facts
    .useCounted(project, (warehouse) => warehouse.product(item_group_id, view))
    .catch(() => null);
  const [serie] = series;
  const levels = await levelFigures(deps, project, row, id, costed);
  const demand = await demandOf(deps, row, id);
  const elasticity = demand?.elasticity ?? null;
  return {
    item_group_id,
    line,
    ...(serie && {
      daily_sales: { from_date: serie.from_date, qty: serie.qty, price: paidPrices(serie, detail) },
    }),
    ...(detail && {
      variants: presentVariants(detail),
      places: detail.places,
      prices: detail.prices,
      orders: detail.orders,
    }),
    levels,
    elasticity,
    ...(demand && { forecast_source: demand.forecast_source }),
    reasons: reasonsFor(line, {
      levels,
      ...(await originOf(db, project, line)),
      response_source: demand?.response_source ?? null,
      ...demand?.at(workedDiscount(line)),
      currency: row.accounting_currency,
      costs: isAllowed(project, 'canSeeCosts'),
      working_phase: row.working_phase,
    }),
  };
}

/** What the journal and the rules tell of where a line's discount comes from. */
async function originOf(db: Db, project: ProjectScope, line: Line): Promise<Origin> {
  const { _id: discount_id, discount_pct_user, discount_pct_auto } = line;
  if (typeof discount_pct_user === 'number') {
    const choice = await lineChoice(db, project, { discount_id, discount_pct_user });
    return choice?.kind === 'rules' ? { moved_by_rules: true } : { chosen_by: choice?.user_name ?? null };
  }
  if (typeof discount_pct_auto !== 'number') return {};
  return { given_by_rules: await isGivenByRules(db, project, { discount_id, discount_pct_auto }) };
}

/** The places and the day that the project's own figures are of. */
function viewOf({ selection }: ProjectRow, data_date: string): ProductView {
  const { inventories, sales_locations } = selection;
  return { data_date, inventory_codes: inventories ?? [], location_codes: sales_locations ?? [] };
}

/** Sizes with their coverage, each at its own pace. */
function presentVariants({ variants }: ProductDetail): NonNullable<Product['variants']> {
  return variants.map(({ item_id, size, stock_qty, in_store_stock_qty, weekly_sales_qty }) => {
    const weeks = coverageAtPace(stock_qty, weekly_sales_qty);
    const stock_coverage = { weeks, cv_score: coverageScore(weeks) };
    return { item_id, size, stock_qty, in_store_stock_qty, weekly_sales_qty, stock_coverage };
  });
}

/** What customers paid each day of a series; days without a sale keep the last price known. */
function paidPrices(
  serie: { from_date: string; qty: readonly number[] },
  detail: ProductDetail | null,
): (number | null)[] {
  const paid = new Map(
    (detail?.daily_sales ?? []).flatMap(({ date, qty, sales }) => (qty > 0 ? [[date, sales / qty]] : [])),
  );
  let last: number | null = null;
  return serie.qty.map((_, index) => {
    last = paid.get(addDays(serie.from_date, index)) ?? last;
    return last;
  });
}

/** Figures at every discount, and whether the line may take it. */
async function levelFigures(
  { database, facts: store }: Needs,
  project: ProjectScope,
  row: ProjectRow,
  id: string,
  line: Line,
): Promise<NonNullable<Product['levels']>> {
  const { curve } = line;
  const [decision] = await findLines(database.db, project, [id]);
  const { stock_qty, residual_value, upcoming_sales_qty: upcoming } = line;
  // Units and turnover are known without a cost; what needs it is not.
  const [base_price, cost] = [line.base_price ?? Number.NaN, line.cost ?? Number.NaN];
  const price = Array.isArray(line.price) ? line.price[0] : line.price;
  if (!curve || !decision || typeof price !== 'number') return [];
  const levels = levelsOf(row);
  const seesCosts = isAllowed(project, 'canSeeCosts');
  const own = {
    residual_value: typeof residual_value === 'number' ? residual_value : null,
    // As everywhere: the later phases stand where they are planned.
    next_discount_pcts: decision.next_discount_pcts,
  };
  const held = typeof stock_qty === 'number' ? stock_qty : 0;
  const stock = stockAtPhase(held, typeof upcoming === 'number' ? upcoming : 0);
  const facts = { ids: [id], ...columnsOf({ price, base_price, cost }), level_rate: ratesOf(curve, levels) };
  const removed = await readRemovedLevels({ database, facts: store }, project, row, facts, levels, {
    line_ids: [id],
  });
  return curve.levels.map((discount_pct, index) => {
    const figures = evaluateLine({ curve, price, base_price, cost, stock_qty: stock, ...own }, discount_pct);
    return {
      discount_pct,
      phase: presentFigures(figures?.phase),
      total: {
        ...presentFigures(figures?.total),
        profit_after_leftovers: knownOf(figures?.total.profit_after_leftovers),
      },
      phase_p10: curve.phase_p10?.[index] ?? null,
      phase_p90: curve.phase_p90?.[index] ?? null,
      allowed: discountFault(discount_pct, decision, levels) === null,
      // What is under its cost tells it.
      removed_by: rulesAt(removed?.now(0, levels.indexOf(discount_pct)) ?? 0).filter(
        (rule) => seesCosts || rule !== 'below_known_cost',
      ),
    };
  });
}

const columnsOf = (money: { price: number; base_price: number; cost: number }) => ({
  price: Float64Array.of(money.price),
  base_price: Float64Array.of(money.base_price),
  cost: Float64Array.of(money.cost),
});

/** The rates that a line's prices stand at, level by level. */
const ratesOf = (curve: Parameters<typeof rateAt>[0], levels: readonly number[]): Float64Array =>
  Float64Array.from(levels, (level) => rateAt(curve, level));

function presentFigures(figures: LineForecast['phase'] | undefined) {
  if (!figures) return {};
  const { sales_qty, sales, profit, cogs, stock, sales_discount_pct } = figures;
  return { sales_qty, sales, profit: knownOf(profit), cogs: knownOf(cogs), stock, sales_discount_pct };
}

const knownOf = (value: number | undefined): number | null => (isShown(value) ? value : null);

interface Demand {
  elasticity: NonNullable<Product['elasticity']> | null;
  forecast_source: NonNullable<Product['forecast_source']>;
  response_source: string;
  /** What is said of the forecast at a discount in points. */
  at: (discount_pct: number) => ForecastFacts;
}

/** Who forecast the line, and where its response to discounts comes from: its own history, or its category's. */
async function demandOf({ folders }: Needs, row: ProjectRow, id: string): Promise<Demand | null> {
  const model = await readModel(folders, row.project_id, row.snapshot_version);
  const index = model?.ids.indexOf(id) ?? -1;
  if (!model || index < 0) return null;
  const forecast_source = model.given?.[index] === 1 ? 'imported' : 'computed';
  return {
    forecast_source,
    elasticity: elasticityAt(model, index),
    response_source:
      forecast_source === 'imported'
        ? 'Prévision importée'
        : isOwn(ownWeightAt(model, index))
          ? 'Sensibilité au prix estimée sur l’historique du produit'
          : 'Sensibilité au prix empruntée à la catégorie',
    at: (discount_pct) => forecastFacts(model, index, discount_pct, forecast_source),
  };
}

function forecastFacts(
  model: LineModel,
  index: number,
  discount_pct: number,
  source: Demand['forecast_source'],
): ForecastFacts {
  const { levels, phase_median, correction, correction_reason } = model;
  const level = levels.findIndex((share) => Math.abs(100 * share - discount_pct) < 0.01);
  const at = level < 0 ? -1 : index * levels.length + level;
  const reason = CORRECTION_REASONS[correction_reason?.[at] ?? -1];
  // An imported forecast takes the place of the corrected one.
  const corrected = source === 'computed' && reason !== undefined;
  return {
    median: phase_median?.[at] ?? null,
    correction: corrected ? { share: correction?.[at] ?? 0, reason } : null,
    response: level < 0 ? null : responseAt(model, index, level),
  };
}

/** What one level more makes of the demand of the worked phase; of the level before the last one for the last. */
function responseAt(model: LineModel, index: number, level: number): ForecastFacts['response'] {
  const { levels, phase_count, phase_mean } = model;
  const from = Math.max(0, Math.min(level, levels.length - 2));
  const meanAt = (at: number): number => phase_mean[index * phase_count * levels.length + at] ?? 0;
  const [before, after] = [meanAt(from), meanAt(from + 1)];
  if (levels.length < 2 || !(before > 0) || !Number.isFinite(after)) return null;
  const pctAt = (at: number): number => Math.round(100 * (levels[at] ?? 0));
  return { from: pctAt(from), to: pctAt(from + 1), share: after / before - 1 };
}

function elasticityAt(model: LineModel, index: number): Demand['elasticity'] {
  const value = model.elasticity[index] ?? Number.NaN;
  const spread = EIGHT_IN_TEN * (model.elasticity_sd[index] ?? 0);
  const own_weight = ownWeightAt(model, index);
  if (!Number.isFinite(value)) return null;
  const source = isOwn(own_weight) ? 'Estimée sur l’historique du produit' : 'Empruntée à la catégorie';
  return { value, low: value - spread, high: value + spread, own_weight, source };
}

const ownWeightAt = ({ elasticity_own_weight }: LineModel, index: number): number =>
  Math.min(1, Math.max(0, elasticity_own_weight[index] ?? 0));

const isOwn = (own_weight: number): boolean => own_weight >= 0.5;
