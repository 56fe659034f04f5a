import type { ImportQuestion } from '@palier/domain';
import type { Session } from '../database/session.ts';
import type { Previous } from '../warehouse/previous.ts';
import { checkCancelled } from './cancelled.ts';
import { type SettledDecimals, settleDecimals, withDecimalSign } from './decimals/settle.ts';
import { ownDollar } from './dollar.ts';
import type { Feed } from './plan.ts';
import type { Plan } from './plan-types.ts';
import { readingProblem } from './reading-problem.ts';
import { shapeOf } from './shape.ts';
import type { Source } from './source.ts';
import { stageFeed } from './stage.ts';
import type { Staged } from './staged.ts';
import type { ImportRequest } from './types.ts';

/** Reads every feed of the plan; a file that cannot be read joins those left aside, with the reason. */
export async function stageAll(
  session: Session,
  work: ImportRequest,
  plan: Plan,
  { manifest }: Previous,
): Promise<Staged[]> {
  const staged: Staged[] = [];
  const { answers, settings } = work.mapping ?? {};
  const time_zone = settings?.time_zone ?? work.usual?.time_zone ?? manifest?.settings.time_zone;
  const usual_order = work.usual?.date_order ?? manifest?.settings.date_order;
  const usual_currency = settings?.currency ?? manifest?.settings.currency;
  const dollar = ownDollar(
    plan.feeds.map(({ source }) => source),
    usual_currency,
  );
  const usual_fiscal =
    settings?.fiscal_calendar ?? work.usual?.fiscal_calendar ?? manifest?.settings.fiscal_calendar;
  const feeds = plan.feeds
    .filter(({ kind }) => kind !== 'projects')
    .map(
      (feed): Feed => ({
        ...(usual_order && { usual_order }),
        ...feed,
        ...(answers && { answers }),
        ...(time_zone && { time_zone }),
        ...(usual_currency && { usual_currency }),
        ...(dollar && { dollar }),
        ...(usual_fiscal && { usual_fiscal }),
      }),
    );
  const bytes = feeds.reduce((sum, { source }) => sum + source.size_bytes, 0);
  let read = 0;
  const decimals = new Map<Source, SettledDecimals>();
  const asked = new Map<string, ImportQuestion>();
  for (const [index, feed] of feeds.entries()) {
    checkCancelled(work.signal);
    work.onProgress?.({ stage: 'read', label: `Lecture de ${feed.source.name}`, share: read / bytes });
    read += feed.source.size_bytes;
    work.onFile?.(feed.source.name);
    try {
      const written =
        decimals.get(feed.source) ?? (await decimalsOf(session, work, { feeds, source: feed.source, asked }));
      decimals.set(feed.source, written);
      const table = await stageFeed(session, withDecimals(feed, written), `stage_${index}`);
      const { question } = written;
      staged.push(question ? { ...table, questions: [question, ...table.questions] } : table);
    } catch (error) {
      plan.ignored.push({ name: feed.source.name, reason: readingProblem(error) });
    }
  }
  return staged;
}

/** How the numbers of a source are written, unless it was said for the whole import. */
async function decimalsOf(
  session: Session,
  { mapping }: ImportRequest,
  { feeds, source, asked }: { feeds: readonly Feed[]; source: Source; asked: Map<string, ImportQuestion> },
): Promise<SettledDecimals> {
  if (source.format !== 'csv' || mapping?.settings?.decimal) return { source, answer: null, question: null };
  const own = feeds.filter((feed) => feed.source === source);
  const shape = shapeOf(source.headings);
  const how = { answers: mapping?.answers, asked: asked.get(shape) };
  const settled = await settleDecimals(session, source, own, how);
  if (settled.question) asked.set(shape, settled.question);
  return settled;
}

function withDecimals(feed: Feed, { source, answer }: SettledDecimals): Feed {
  const read = { ...feed, source };
  return answer === null ? read : withDecimalSign(read, answer);
}
