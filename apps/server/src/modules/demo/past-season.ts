import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { NewLesson, Project, ProjectStats, Results } from '@palier/contract';
import { addDays, allowedLevels, discountLevels, type Line, type LinePage } from '@palier/domain';
import type { Definition } from '../files/index.ts';
import { reviewAll } from './hands.ts';
import { hoursOf } from './hours.ts';
import type { Call, People } from './people.ts';
import { runScenario, type Settled, sendPlan, setBudget } from './plans.ts';

/** A project that is over: the discounts that shops really had in each of its rounds, in points, by product. */
interface PastSeason {
  name: string;
  rounds: Record<string, number[]>;
}

/** Rounds start on Wednesdays and are decided with the data of the Sunday before. */
const DECIDED_BEFORE_DAYS = 3;

/**
 * The projects of the operation that ended last as they were before their first round, with that day's data; what they
 * became is played again, round by round. Of those that ended earlier the shops' own prices are known, and nothing of a
 * plan. Those that are not over stay as they are.
 */
export function asOfThen(definitions: readonly Definition[]): { open: Definition[]; past: PastSeason[] } {
  const starts = definitions.flatMap(({ working_phase, phases }) =>
    working_phase === null && phases?.[0] ? [phases[0].start_date] : [],
  );
  const latest = starts.sort().at(-1);
  const past: PastSeason[] = [];
  const open = definitions.map(({ previous_discount_pcts, ...definition }) => {
    const { name, working_phase, phases, end_date } = definition;
    const start = phases?.[0]?.start_date;
    const known = previous_discount_pcts && { previous_discount_pcts };
    if (working_phase !== null || start !== latest || !start || !end_date || !known)
      return { ...definition, ...known };
    past.push({ name, rounds: previous_discount_pcts });
    return { ...definition, working_phase: 0, data_date: addDays(start, -DECIDED_BEFORE_DAYS) };
  });
  return { open, past };
}

/** The data that an operation closes with. */
const closingSunday = (end_date: string): string => addDays(end_date, 7 - DECIDED_BEFORE_DAYS);

/** Keeps what is to be played until it is. */
export async function keepPast(file: string, past: readonly PastSeason[]): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(past));
}

/** Plays the seasons kept in a file, each up to its end, then forgets it. */
export async function playPast(file: string, people: People, settled: Settled): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return;
  for (const season of JSON.parse(text) as PastSeason[]) await playSeason(season, people, settled);
  await rm(file, { force: true });
}

/** A season that was planned: each round optimised, decided as shops had it, validated, then the next week's data. */
async function playSeason({ name, rounds }: PastSeason, people: People, settled: Settled): Promise<void> {
  const read = async (): Promise<Project | undefined> =>
    (await people.claire<{ data: Project[] }>('GET', '/projects')).data.find((one) => one.name === name);
  for (let project = await read(); project && project.working_phase !== null; project = await read()) {
    await playRound(project, project.working_phase, rounds, people, settled);
  }
  const over = await read();
  if (!over) return;
  const at = hoursOf(mondayAfter(over));
  await at('08:20', async () => {
    // It is over from here on: nothing newer is of it.
    await people.claire('PUT', `/projects/${over._id}`, { data_date: null });
    await settled();
  });
  await at('09:40', () => keepLessons(over, people));
}

/** Its returns are in by then. */
const mondayAfter = ({ end_date }: Project): string => addDays(closingSunday(end_date), 1);

async function playRound(
  project: Project,
  phase: number,
  rounds: PastSeason['rounds'],
  people: People,
  settled: Settled,
): Promise<void> {
  const at = hoursOf(mondayBefore(project, phase));
  const scenario = { name: `${project.operation}, marge`, goal: 'profit' } as const;
  const run = await at('08:10', () => runScenario(scenario, [project], people.claire, settled));
  await at('08:40', () => sendPlan(run, [project], people.claire));
  await at('09:15', () => decideAsShopsHad(project, phase, rounds, people));
  await at('13:00', async () => setBudget(project, await budgetAbove(project, people.claire), people.claire));
  await at('13:30', () => reviewAll(project, people.marion));
  const next = project.phases[phase + 1];
  await at('15:30', async () => {
    await people.ines('PUT', `/projects/${project._id}`, {
      working_phase: next ? phase + 1 : null,
      data_date: next ? addDays(next.start_date, -DECIDED_BEFORE_DAYS) : closingSunday(project.end_date),
    });
    await settled();
  });
}

/** The day on which a round is decided, with the Sunday's data. */
const mondayBefore = ({ phases, end_date }: Project, phase: number): string =>
  addDays(phases[phase]?.start_date ?? end_date, 1 - DECIDED_BEFORE_DAYS);

/** A little more than what was decided gives up, to the hundred above. */
async function budgetAbove({ _id }: Project, call: Call): Promise<number> {
  const { discount_budget } = await call<ProjectStats>('GET', `/projects/${_id}/discounts/stats`);
  return Math.ceil((1.1 * (discount_budget ?? 0)) / 100) * 100;
}

const DEEPER = 'Stock trop lourd pour la saison, plus bas que conseillé.';
const DEARER = 'Se vend encore, on tient le prix cette semaine.';

/** What was sold was sold at the shops' own discounts: where they are not the advised ones, Marion says why. */
async function decideAsShopsHad(
  project: Project,
  phase: number,
  rounds: PastSeason['rounds'],
  { marion }: People,
): Promise<void> {
  const { discount_pct_range, discount_step } = project;
  const levels = discountLevels({ discount_pct_range, discount_step });
  const { data } = await marion<LinePage>(
    'GET',
    `/projects/${project._id}/discounts?size=1000&included=true`,
  );
  const edits = data.flatMap((line: Line) => {
    const wanted = rounds[line.item_group_id]?.[phase];
    const advised = line.discount_pct ?? 0;
    if (wanted === undefined || wanted === advised || !allowedLevels(line, levels).includes(wanted))
      return [];
    return [[line._id, { discount_pct_user: wanted, comment: wanted > advised ? DEEPER : DEARER }] as const];
  });
  if (edits.length > 0) await marion('PUT', `/projects/${project._id}/discounts`, Object.fromEntries(edits));
}

/** 0 where one of them is not known. */
const percentAbove = (value: number | null | undefined, base: number | null | undefined): number =>
  value && base ? Math.round(100 * (value / base - 1)) : 0;

/** What a round that cost more than it was given teaches; nothing when it did not, or sold less than planned. */
async function lessonOfBudget(
  { _id, operation, objective }: Project,
  call: Call,
): Promise<NewLesson | undefined> {
  const last = (await call<Results>('GET', `/projects/${_id}/results`)).phases.at(-1);
  const budget = objective?.discount_pct_distribution_params?.discount_budget;
  const more = percentAbove(last?.real.discount_budget, budget);
  const pieces = percentAbove(last?.real.sales_qty, last?.planned?.sales_qty);
  if (!last || more < 1 || pieces < 1) return undefined;
  return {
    ...{ name: 'Garder du budget pour la dernière démarque', operation, project_id: _id },
    reason: `${last.label} a coûté ${more}\u202f% de plus que son budget : elle a vendu ${pieces}\u202f% de pièces de plus que prévu.`,
    sets: { kind: 'note' },
  };
}

async function keepLessons(project: Project, { ines }: People): Promise<void> {
  const { _id, operation, discount_pct_range } = project;
  const budget = await lessonOfBudget(project, ines);
  const lessons: NewLesson[] = [
    {
      ...{ name: 'Garder toute l’échelle, jusqu’au plus profond', operation, project_id: _id },
      reason: 'Les familles ne finissent pas au même taux : laisser les sept marches au plan.',
      sets: { kind: 'levels', discount_pct_range: [...discount_pct_range], discount_step: 10 },
    },
    {
      ...{ name: 'Compter le stock le dimanche soir', operation, project_id: null },
      reason: 'Chaque démarque se décide le lundi sur le stock de la veille.',
      sets: { kind: 'note' },
    },
    ...(budget ? [budget] : []),
  ];
  const { data: kept } = await ines<{ data: { name: string }[] }>('GET', '/lessons');
  for (const lesson of lessons)
    if (kept.every(({ name }) => name !== lesson.name)) await ines('POST', '/lessons', lesson);
}
