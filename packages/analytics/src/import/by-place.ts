import { answerTo, type ImportAnswers, type ImportQuestion } from '@palier/domain';
import type { Plan } from './plan-types.ts';
import { BY_PLACE, EACH_PLACE } from './settled-lines.ts';
import type { ImportRequest } from './types.ts';

/** The questions without an answer whose likely one is that each column of a file is a place. */
export function openPlaces({ questions }: Plan, answers: ImportAnswers | undefined): ImportQuestion[] {
  return questions.filter(
    (question) => question.choices[0]?.value === EACH_PLACE && answerTo(question, answers) === null,
  );
}

/** An import as if those had been answered so. */
export function asPlaces<Work extends Pick<ImportRequest, 'mapping'>>(
  work: Work,
  questions: readonly ImportQuestion[],
): Work {
  const said = Object.fromEntries(questions.map(({ key }) => [key, EACH_PLACE]));
  return { ...work, mapping: { ...work.mapping, answers: { ...work.mapping?.answers, ...said } } };
}

/** What was planned so, the questions asked still; only the publication of a check is an answer that is kept. */
export function stillAsked(
  { plan, published }: { plan: Plan; published: Plan },
  questions: readonly ImportQuestion[],
  isCheck: boolean,
): { plan: Plan; published: Plan } {
  const asked = { ...plan, questions: [...questions, ...plan.questions] };
  const used_mappings = published.used_mappings.filter(({ files }) =>
    files.every(({ constants }) => constants?.[BY_PLACE] === undefined),
  );
  return { plan: asked, published: isCheck ? published : { ...published, used_mappings } };
}
