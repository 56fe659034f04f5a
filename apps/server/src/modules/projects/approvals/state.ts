import type { PhaseApproval, SignatureState } from '@palier/contract';
import {
  actRefusal,
  causeSentence,
  readNumber,
  signatureCauseName,
  signatureRefusal,
  withDelegation,
  workedDiscount,
} from '@palier/domain';
import type { Deps } from '../../../deps.ts';
import { isAllowed, type ProjectScope } from '../../../scope.ts';
import { type DiscountRow, lapsedLines } from '../../discounts/index.ts';
import { signsFor, userNames } from '../../organizations/index.ts';
import { lackOfRow, stateOfRow } from '../acts.ts';
import type { ProjectRow } from '../repository.ts';
import { readProject } from '../service.ts';
import { areDaysChanged, arePricesChanged } from './decide.ts';
import { signatureNeed } from './need.ts';
import { areOnTheirWay, PRICES_ON_THEIR_WAY } from './prices.ts';
import { type ApprovalRow, listApprovals } from './repository.ts';
import { projectSigners } from './signers.ts';

type Needs = Pick<Deps, 'database' | 'facts'>;

/** Lapsed lines named one by one; the others are counted. */
const NAMED_LINES = 100;

/** The signature of the worked phase: whether it is asked and why, what waits, what lapsed of it, and who signs. */
export async function readSignatureState(deps: Needs, project: ProjectScope): Promise<SignatureState> {
  const { db } = deps.database;
  const row = await readProject(db, project, project.project_id);
  const { rule, needed, causes } = await signatureNeed(deps, project, row);
  const approvals = await listApprovals(db, project);
  const waiting = approvals.find(({ approval_id }) => approval_id === row.submission_id) ?? null;
  const signers = await projectSigners(deps, project, row);
  const away = signsFor(project, signers, waiting?.to_user_id ?? null);
  const names = await userNames(db, project);
  const lapsed = await readLapsed(deps, project, { row, waiting, names });
  const price_endings = await deps.facts.use(project, async (own) => own.manifest().price_endings ?? []);
  const late = waiting !== null && areOnTheirWay(waiting, { price_endings });
  const { all_count: _, ...shown } = lapsed;
  const seesCosts = isAllowed(project, 'canSeeCosts');
  return {
    needed,
    causes: causes.map((cause) => ({
      cause: cause.cause,
      passed: cause.passed,
      name: signatureCauseName(cause.cause),
      sentence: causeSentence(cause, seesCosts),
    })),
    mode: rule.policy.mode,
    own_signature: rule.policy.own_signature,
    ...{ set_by: rule.set_by, set_at: rule.set_at },
    submission: waiting && presentApproval(waiting, names),
    lapsed: shown,
    signers,
    signs_for: away?.name ?? null,
    refusal:
      waiting &&
      (refusalOf(project, row, { waiting, away: away?.user_id ?? null, lapsed, rule }) ??
        (late ? PRICES_ON_THEIR_WAY : null)),
    history: approvals.map((approval) => presentApproval(approval, names)),
  };
}

interface Asked {
  waiting: ApprovalRow;
  away: string | null;
  lapsed: Lapsed;
  rule: { policy: { own_signature: boolean } };
}

function refusalOf(
  project: ProjectScope,
  row: ProjectRow,
  { waiting, away, lapsed, rule }: Asked,
): string | null {
  const permissions = withDelegation(project.permissions, away);
  const refusal = actRefusal('approve', stateOfRow(row), permissions, { lack: lackOfRow(row) });
  return (
    refusal?.reason ??
    signatureRefusal({
      submitted_by: waiting.submitted_by,
      signer_id: project.user_id,
      own_signature: rule.policy.own_signature,
      lapsed_count: lapsed.all_count,
      days_changed: lapsed.days_changed,
      prices_changed: lapsed.prices_changed,
    })
  );
}

/** What lapsed as the caller sees it, and how much of it there is. */
type Lapsed = SignatureState['lapsed'] & { all_count: number };

interface Waiting {
  row: ProjectRow;
  waiting: ApprovalRow | null;
  names: ReadonlyMap<string, string>;
}

async function readLapsed(
  { database, facts }: Needs,
  project: ProjectScope,
  { row, waiting, names }: Waiting,
): Promise<Lapsed> {
  if (!waiting) return { count: 0, all_count: 0, days_changed: false, prices_changed: false, lines: [] };
  const all = await lapsedLines(database.db, project, waiting.version);
  const titles = await lineTitles(
    facts,
    project,
    all.map(({ line }) => line.discount_id),
  );
  // Lines that the caller sees; what is outside her perimeter is not there for her. Of a line that no figure is of any
  // more, nobody knows whose it was.
  const found = all.filter(({ line }) => !project.perimeter || titles.has(line.discount_id));
  const shown = found.slice(0, NAMED_LINES);
  return {
    count: found.length,
    all_count: all.length,
    days_changed: areDaysChanged(waiting, row),
    prices_changed: await arePricesChanged(database.db, project, waiting, row),
    lines: shown.map(({ line, seen, seen_price }) => ({
      discount_id: line.discount_id,
      item_group_id: line.item_group_id,
      title: titles.get(line.discount_id)?.title ?? null,
      seen_pct: seen?.worked_pct ?? 0,
      worked_pct: workedDiscount(line),
      seen_price,
      price: titles.get(line.discount_id)?.price ?? null,
      ...lastChange(line, waiting, names),
    })),
  };
}

/** Who changed a line's discount since it was submitted; nobody where its price alone is another. */
function lastChange(
  { version, discount_pct_update_user: user_id, discount_pct_update_date: at }: DiscountRow,
  waiting: ApprovalRow,
  names: ReadonlyMap<string, string>,
) {
  const isSince = Number(version) > Number(waiting.version) && at !== null && at >= waiting.submitted_at;
  if (!isSince) return { changed_by: null, changed_at: null };
  return { changed_by: names.get(user_id ?? '') ?? user_id, changed_at: at.toISOString() };
}

interface NamedLine {
  title: string | null;
  /** What its label bears. */
  price: number | null;
}

/** The names of lines' products, with their prices. */
export async function lineTitles(
  facts: Deps['facts'],
  project: ProjectScope,
  ids: readonly string[],
): Promise<Map<string, NamedLine>> {
  const titles = new Map<string, NamedLine>();
  if (ids.length === 0) return titles;
  await facts.use(project, async (own) => {
    for await (const rows of own.rows({ line_ids: [...ids] }))
      for (const line of rows)
        titles.set(line._id, {
          title: line.title ?? line.name ?? null,
          price: readNumber(line, 'label_price') ?? null,
        });
  });
  return titles;
}

function presentApproval(row: ApprovalRow, names: ReadonlyMap<string, string>): PhaseApproval {
  return {
    ...{ approval_id: row.approval_id, phase: row.project_phase, label: row.label },
    ...{ submitted_by: row.submitted_by, submitted_name: row.submitted_name },
    submitted_at: row.submitted_at.toISOString(),
    word: row.word,
    to_user_id: row.to_user_id,
    to_name: names.get(row.to_user_id ?? '') ?? null,
    decision: row.decision,
    decided_name: row.decided_name,
    decided_at: row.decided_at?.toISOString() ?? null,
    decision_word: row.decision_word,
    for_name: row.for_name,
  };
}
