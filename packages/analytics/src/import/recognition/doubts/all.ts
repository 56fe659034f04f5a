import { answerTo, type ImportQuestion, readingOf } from '@palier/domain';
import { type Feed, mappingOf } from '../../feed.ts';
import type { Plan, PlanContext } from '../../plan-types.ts';
import { shapeOf } from '../../shape.ts';
import type { Source } from '../../source.ts';
import { askPaid, asPaid } from '../paid.ts';
import type { TableView } from '../table.ts';
import { withPaidNet } from './before-markdown.ts';
import { askCents, inCents } from './cents.ts';
import { askLineKinds, ofLineKind } from './line-kinds.ts';
import { askMeasure, asMeasured, withPieces } from './measure.ts';
import { askNatures, ofNature } from './natures.ts';
import { askParents, withoutParents } from './parents.ts';
import { asCounted, askPerPiece } from './per-piece.ts';
import { withDiscounts, withTaxes } from './proofs.ts';
import { askReturns, withReturns } from './returns.ts';
import { withSigns } from './signs.ts';

/** A doubt about what was read, and the feeds as an answer settles it. */
interface Doubt {
  question: ImportQuestion | null;
  settled: (answer: string | null) => Feed[];
}

/** The feeds as the doubt was answered, which is kept, or in its likely reading. */
function settle(source: Source, feeds: Feed[], { question, settled }: Doubt, how: Asking): Feed[] {
  if (question === null) return feeds;
  how.plan.questions.push(question);
  const answers = how.context.mapping?.answers;
  const read = settled(readingOf(question, answers));
  if (answerTo(question, answers) !== null)
    how.plan.used_mappings.push({ shape: shapeOf(source.headings), files: read.map(mappingOf) });
  return read;
}

interface Asking {
  plan: Plan;
  context: PlanContext;
  view: TableView;
}

/** The feeds, each column that another contradicts settled: what is added up, of which lines, of a piece or a line. */
export function withoutDoubts(source: Source, given: Feed[], how: Asking): Feed[] {
  const doubts: ((feeds: Feed[]) => Doubt)[] = [
    (feeds) => ({
      question: askLineKinds(source, feeds),
      settled: (answer) => ofLineKind(feeds, answer),
    }),
    (feeds) => ({
      question: askMeasure(source, feeds, how.view),
      settled: (answer) => asMeasured(feeds, how.view, answer),
    }),
    (feeds) => ({
      question: askPaid(source, feeds),
      settled: (answer) => feeds.map((feed) => asPaid(feed, answer)),
    }),
    (feeds) => ({
      question: askPerPiece(source, feeds),
      settled: (answer) => asCounted(feeds, answer),
    }),
    (feeds) => ({ question: askParents(source, feeds), settled: (answer) => withoutParents(feeds, answer) }),
    (feeds) => ({ question: askNatures(source, feeds), settled: (answer) => ofNature(feeds, answer) }),
    (feeds) => ({ question: askCents(source, feeds), settled: (answer) => inCents(feeds, answer) }),
    (feeds) => ({ question: askReturns(source, feeds), settled: (answer) => withReturns(feeds, answer) }),
  ];
  return doubts.reduce(
    (feeds, doubt) => settle(source, feeds, doubt(feeds), how),
    withSigns(withPieces(given, how.view)).map(withTaxes).map(withDiscounts).map(withPaidNet),
  );
}
