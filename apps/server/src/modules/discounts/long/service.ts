import type { ProjectAct } from '@palier/domain';
import { actTime } from '../../../clock.ts';
import type { Db } from '../../../db/database.ts';
import { longActsOf } from '../../../db/long-acts.ts';
import { newId } from '../../../ids.ts';
import type { ProjectScope } from '../../../scope.ts';
import { type DecisionFrame, readFrame } from '../../projects/index.ts';
import { sameChanges } from '../alike-changes.ts';
import { type DecisionWrite, type LineChanges, withLossesStamped } from '../repository.ts';
import {
  type ActLines,
  applyLines,
  beginApplying,
  finishAct,
  forgetAct,
  stageAct,
  type UnfinishedAct,
  unfinishedActs,
} from './repository.ts';

/** Up to so many lines an act is one transaction: nobody waits for it longer than for two of a long one. */
const MOST_AT_ONCE = 5000;

/** How much of an act is done once it is written down. */
const STAGED = 0.35;

interface LongWritten {
  activity_id: string;
  version: number;
  ids: string[];
  /** Where every line's discount comes from has changed: the project has optimisations from now on, or no longer. */
  kinds_changed: boolean;
}

/** What an act on very many lines does. */
export interface LongPlan {
  lines: readonly LineChanges[];
  write: Omit<DecisionWrite, 'version' | 'at'>;
}

/**
 * Writes an act on very many lines in short transactions, where one would keep everybody waiting (the embedded
 * database). Null: it is to be written in one, which is so on PostgreSQL, for fewer lines, while a submission waits for
 * its signature (whose lapse is one with the act), and where the plan is null. `plan` reads what nobody changes meanwhile.
 * @throws as `takeVersion` and `plan`: nothing is changed then
 */
export async function writeLong(
  db: Db,
  project: ProjectScope,
  { act, line_count }: { act: ProjectAct; line_count: number },
  plan: (frame: DecisionFrame) => Promise<LongPlan | null>,
): Promise<LongWritten | null> {
  const acts = longActsOf(db);
  if (!acts || line_count <= MOST_AT_ONCE) return null;
  return acts.run(project.project_id, async (closeReads) => {
    const frame = await readFrame(db, project, act);
    const planned = frame.submission_id === null ? await plan(frame) : null;
    if (planned === null || planned.lines.length <= MOST_AT_ONCE) return null;
    const at = actTime();
    const { report } = planned.write;
    const lines = withLossesStamped(planned.lines, project, { kind: planned.write.kind, at });
    const parts = sameChanges(lines);
    for (const left of await unfinishedActs(db, project.project_id)) await forgetAct(db, left);
    const own: UnfinishedAct = {
      ...{
        project_id: project.project_id,
        activity_id: newId(),
        version: frame.version + 1,
        applying: false,
      },
      ...{ user_id: project.user_id, user_name: project.user_name, line_count: lines.length },
      ...{ kind: planned.write.kind, comment: planned.write.comment, details: planned.write.details ?? {} },
      ...{ created_at: at, changed_at: at, columns: columnsOf(parts) },
    };
    try {
      const staged = { ...own, details: JSON.stringify(own.details) };
      await stageAct(db, staged, parts, (share) => report?.(share * STAGED));
    } catch (error) {
      await forgetAct(db, own).catch(() => {}); // else the next act does, or the next start
      throw error;
    }
    closeReads();
    await beginApplying(db, own);
    await applyLines(db, own, (share) => report?.(STAGED + share * (1 - STAGED)));
    const optimised = (await finishAct(db, own)) ?? frame.has_optimizations;
    return {
      ...{ activity_id: own.activity_id, version: own.version },
      ids: lines.map((line) => line.discount_id),
      kinds_changed: optimised !== frame.has_optimizations,
    };
  });
}

/** What the lines of an act change, of each all or some. */
const columnsOf = ({ same, apart }: ActLines): string[] => [
  ...new Set([...same, ...apart].flatMap(({ changes }) => Object.keys(changes))),
];

/**
 * Before anybody reads: ends the acts that a process left when it died with their lines half changed, and takes back
 * those whose lines had not begun to change. None of them was acknowledged.
 */
export async function endUnfinishedActs(db: Db): Promise<void> {
  for (const act of await unfinishedActs(db)) {
    if (act.applying) {
      await applyLines(db, act);
      await finishAct(db, act);
    } else await forgetAct(db, act);
  }
}
