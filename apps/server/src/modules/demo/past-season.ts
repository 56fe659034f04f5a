import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { NewLesson, Project, ProjectStats } from '@palier/contract';
import { addDays, allowedLevels, discountLevels, type Line, type LinePage } from '@palier/domain';
import type { Definition } from '../files/index.ts';
import { reviewAll } from './hands.ts';
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
 * The projects that are over as they were before their first round, with that day's data; what they became is played
 * again, round by round. Those that are not over stay as they are.
 */
export function asOfThen(definitions: readonly Definition[]): { open: Definition[]; past: PastSeason[] } {
  const past: PastSeason[] = [];
  const open = definitions.map(({ previous_discount_pcts, ...definition }) => {
    const start = definition.phases?.[0]?.start_date;
    if (definition.working_phase !== null || !start || !previous_discount_pcts)
      return { ...definition, ...(previous_discount_pcts && { previous_discount_pcts }) };
    past.push({ name: definition.name, rounds: previous_discount_pcts });
    return { ...definition, working_phase: 0, data_date: addDays(start, -DECIDED_BEFORE_DAYS) };
  });
  return { open, past };
}

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
  // It is over from here on: nothing newer is of it.
  await people.claire('PUT', `/projects/${over._id}`, { data_date: null });
  await settled();
  await keepLessons(over, people);
}

async function playRound(
  project: Project,
  phase: number,
  rounds: PastSeason['rounds'],
  people: People,
  settled: Settled,
): Promise<void> {
  const scenario = { name: `${project.operation}, marge`, goal: 'profit' } as const;
  const run = await runScenario(scenario, [project], people.claire, settled);
  await sendPlan(run, [project], people.claire);
  await decideAsShopsHad(project, phase, rounds, people);
  await setBudget(project, await budgetAbove(project, people.claire), people.claire);
  await reviewAll(project, people.marion);
  const next = project.phases[phase + 1];
  await people.ines('PUT', `/projects/${project._id}`, {
    working_phase: next ? phase + 1 : null,
    data_date: next
      ? addDays(next.start_date, -DECIDED_BEFORE_DAYS)
      : addDays(project.end_date, 7 - DECIDED_BEFORE_DAYS),
  });
  await settled();
}

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

async function keepLessons({ _id, operation, discount_pct_range }: Project, { ines }: People): Promise<void> {
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
  ];
  const { data: kept } = await ines<{ data: { name: string }[] }>('GET', '/lessons');
  for (const lesson of lessons)
    if (kept.every(({ name }) => name !== lesson.name)) await ines('POST', '/lessons', lesson);
}
