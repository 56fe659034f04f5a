import type { Session } from '../database/session.ts';
import type { CheckContext, QualityCheck, QualityIssue, SalesSums } from './check.ts';
import { QUALITY_CHECKS } from './checks.ts';

const EXAMPLES = 5;

function selects(prefix: string): SalesSums {
  return {
    groups: `SELECT item_group_id, min(date) AS first_date, sum(amount) AS amount,
      sum(amount - quantity * list_price) FILTER (quantity > 0 AND list_price > 0 AND amount > quantity * list_price * 1.02) AS above_list
    FROM "${prefix}sale" GROUP BY item_group_id`,
    days: `SELECT date, sum(quantity) AS quantity, sum(amount) AS amount FROM "${prefix}sale" GROUP BY date`,
    places: `SELECT location_code, sum(amount) AS amount FROM "${prefix}sale" GROUP BY location_code`,
  };
}

const TABLES: SalesSums = { groups: 'quality_groups', days: 'quality_days', places: 'quality_places' };

/** Sums the sales of a warehouse attached under a prefix once, for all the checks. */
async function sumSales(session: Session, prefix: string): Promise<SalesSums> {
  const { groups, days, places } = selects(prefix);
  await session.run(`CREATE OR REPLACE TEMP TABLE ${TABLES.groups} AS ${groups}`);
  await session.run(`CREATE OR REPLACE TEMP TABLE ${TABLES.days} AS ${days}`);
  await session.run(`CREATE OR REPLACE TEMP TABLE ${TABLES.places} AS ${places}`);
  return TABLES;
}

/** The same sums as queries, for one check alone. */
function inlineSums(prefix: string): SalesSums {
  const { groups, days, places } = selects(prefix);
  return { groups: `(${groups})`, days: `(${days})`, places: `(${places})` };
}

async function runCheck(
  session: Session,
  check: QualityCheck,
  context: CheckContext,
): Promise<QualityIssue | null> {
  const [row] = await session.rows<{ count: number; amount: number | null; examples: string[] | null }>(
    `WITH found AS (${check.select(context)})
     SELECT (SELECT count(*) FROM found) AS count, (SELECT sum(amount) FROM found) AS amount,
       (SELECT list(example) FROM (SELECT example FROM found ORDER BY amount DESC NULLS LAST, example LIMIT ${EXAMPLES})) AS examples`,
  );
  if (!row || row.count === 0) return null;
  return {
    code: check.code,
    label: check.label(row.count),
    severity: check.severity,
    count: row.count,
    examples: row.examples ?? [],
    amount: row.amount,
    effect: check.effect,
    actions: check.actions,
  };
}

function contextOf(
  prefix: string,
  dataDate: string | null,
  sales: SalesSums,
  paid: string | null = null,
): CheckContext {
  return {
    prefix,
    paid,
    dataDate: /^\d{4}-\d{2}-\d{2}$/.test(dataDate ?? '') ? (dataDate as string) : '2200-01-01',
    sales,
  };
}

/** What is doubtful in a warehouse attached under a prefix, the gravest first. */
export async function qualityReport(
  session: Session,
  prefix: string,
  dataDate: string | null,
  paid: string | null,
): Promise<QualityIssue[]> {
  const issues: QualityIssue[] = [];
  const context = contextOf(prefix, dataDate, await sumSales(session, prefix), paid);
  for (const check of QUALITY_CHECKS) {
    const issue = await runCheck(session, check, context);
    if (issue) issues.push(issue);
  }
  const rank = { error: 0, warning: 1, info: 2 };
  return issues.sort((left, right) => rank[left.severity] - rank[right.severity]);
}

/** Excluding these does not leave products out: their identical rows count once. */
const COUNTED_ONCE = { duplicate_sale: 'sale', duplicate_stock: 'stock' } as const;

/** The tables whose identical rows count once, of the checks that are excluded. */
export function countedOnce(codes: readonly string[]): ('sale' | 'stock')[] {
  return codes.flatMap((code) => COUNTED_ONCE[code as keyof typeof COUNTED_ONCE] ?? []);
}

/** Every product that these checks are about, but those whose rows are counted once instead. */
export async function excludedProducts(
  session: Session,
  prefix: string,
  dataDate: string | null,
  codes: readonly string[],
): Promise<string[]> {
  const found = new Set<string>();
  for (const code of codes.filter((name) => !(name in COUNTED_ONCE)))
    for (const id of await qualityProducts(session, prefix, dataDate, code)) found.add(id);
  return [...found].sort();
}

/** The products that an issue is about, for « exclure ». Empty when the issue is not about products. */
export async function qualityProducts(
  session: Session,
  prefix: string,
  dataDate: string | null,
  code: string,
): Promise<string[]> {
  const check = QUALITY_CHECKS.find((candidate) => candidate.code === code);
  if (!check?.actions.includes('exclude')) return [];
  const rows = await session.rows<{ item_group_id: string }>(
    `SELECT DISTINCT item_group_id FROM (${check.select(contextOf(prefix, dataDate, inlineSums(prefix)))}) WHERE item_group_id IS NOT NULL ORDER BY 1`,
  );
  return rows.map(({ item_group_id }) => item_group_id);
}
