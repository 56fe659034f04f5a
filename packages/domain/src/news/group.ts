import { countOf } from '../format/count.ts';
import { addDays, formatDate } from '../format/date.ts';
import { phaseInSentence } from '../project/phase.ts';
import type { NewsKind } from './kind.ts';

/** One thing that happened, as it was kept for one person. */
export interface News {
  news_id: string;
  kind: NewsKind;
  project_id: string | null;
  /** As screens name it; null: of no project. */
  project_name: string | null;
  actor_id: string | null;
  actor_name: string | null;
  /** Hers among the lines that it touched. */
  line_count: number;
  /** The first of them: all of them where there are as many as `line_count`. */
  discount_ids: readonly string[];
  /** The entry of the journal, the run or the import that it comes from. */
  source_id: string;
  details: NewsDetails;
  /** There may be more of hers than are counted: those that are not named are not known to be. */
  at_least?: boolean;
  /** ISO 8601. */
  date: string;
  read: boolean;
}

/** What the sentence needs beyond who, where and how many. */
export interface NewsDetails {
  /** What was run: « Optimisation ». */
  label?: string | undefined;
  /** The part of the project that shows what was run. */
  run?: 'optimization' | 'rules' | undefined;
  /** A phase of the project, by its name. */
  phase?: string | undefined;
  import_id?: string | undefined;
  /** The word that goes with it. */
  comment?: string | undefined;
  /** The day that data received speak of. */
  data_date?: string | undefined;
  version?: number | undefined;
  /** How many days data usually take, and have taken so far; the day on which they arrived last. */
  usual_days?: number | undefined;
  days?: number | undefined;
  since?: string | undefined;
  /** The review was taken back. */
  taken_back?: boolean | undefined;
}

/** News of one kind by one person on one project, said in one sentence. */
export interface NewsGroup {
  kind: NewsKind;
  /** Latest first. */
  items: readonly News[];
  /** Distinct lines that it is about. */
  line_count: number;
  /** There are more than could be counted one by one. */
  at_least: boolean;
  discount_ids: readonly string[];
  read: boolean;
  /** That of the latest. */
  date: string;
}

/** Kinds of which several make one sentence. */
const TOGETHER: readonly NewsKind[] = ['changed', 'reviewed', 'commented', 'answered', 'data'];

/**
 * News as the bell says them: what one colleague did to one's lines of one project is one sentence, unread together and
 * read day by day; data that reach several projects are one arrival. Latest first.
 */
export function groupNews(news: readonly News[]): NewsGroup[] {
  const sets = new Map<string, News[]>();
  for (const one of [...news].sort((a, b) => order(b, a))) {
    const key = keyOf(one);
    const known = sets.get(key);
    if (known) known.push(one);
    else sets.set(key, [one]);
  }
  return [...sets.values()].map((items) => groupOf(items)).filter((group) => group !== null);
}

function order(one: News, other: News): number {
  return one.date.localeCompare(other.date) || one.news_id.localeCompare(other.news_id);
}

function keyOf({ news_id, kind, project_id, actor_id, details, read, date }: News): string {
  if (!TOGETHER.includes(kind)) return news_id;
  const when = read ? date.slice(0, 10) : 'unread';
  // A project that is over, or frozen, has figures of an older day than the others.
  const what =
    kind === 'data'
      ? `${details.version} ${details.data_date}`
      : `${project_id} ${actor_id} ${details.taken_back === true}`;
  return `${kind} ${when} ${what}`;
}

function groupOf(items: readonly News[]): NewsGroup | null {
  const [latest] = items;
  if (!latest) return null;
  const discount_ids = [...new Set(items.flatMap((one) => one.discount_ids))];
  const whole = items.every((one) => one.discount_ids.length === one.line_count);
  // Where some could not be named, there are at least as many as in the largest act.
  const line_count = whole ? discount_ids.length : Math.max(...items.map((one) => one.line_count));
  const { kind, read, date } = latest;
  const at_least = (!whole && items.length > 1) || items.some((one) => one.at_least === true);
  return { kind, items, line_count, at_least, discount_ids, read, date };
}

/** « 43 de vos lignes », « une de vos lignes ». */
function ownLines({ line_count, at_least }: NewsGroup): string {
  if (line_count <= 1) return at_least ? 'au moins une de vos lignes' : 'une de vos lignes';
  return `${at_least ? 'au moins ' : ''}${countOf(line_count, 'de vos lignes', 'de vos lignes')}`;
}

type Say = (group: NewsGroup, latest: News, who: string) => string;

const phaseOf = ({ details }: News) =>
  details.phase === undefined ? 'la démarque' : phaseInSentence(details.phase);

const SENTENCES: Readonly<Record<NewsKind, Say>> = {
  submitted: (_group, latest, who) => `${who} vous soumet ${phaseOf(latest)}`,
  withdrawn: (_group, latest, who) => `${who} ne soumet plus ${phaseOf(latest)}`,
  returned: (_group, latest, who) => `${who} vous renvoie ${phaseOf(latest)}`,
  signed: (_group, latest, who) => `${who} a signé ${phaseOf(latest)}`,
  lapsed: (_group, latest, who) =>
    latest.actor_id === null
      ? `Des prix de ${phaseOf(latest)} ont changé depuis que vous l’avez soumise`
      : `${who} a changé des lignes de ${phaseOf(latest)} depuis que vous l’avez soumise`,
  changed: (group, _latest, who) => `${who} a changé ${ownLines(group)}`,
  reviewed: (group, { details }, who) =>
    details.taken_back
      ? `${who} a retiré la revue de ${ownLines(group)}`.replace(/ de (?=[ua])/, ' d’')
      : `${who} a revu ${ownLines(group)}`,
  departed: (group) =>
    `${ownLines(group).replace(/^./, (letter) => letter.toUpperCase())} ${group.line_count <= 1 ? 'n’est plus' : 'ne sont plus'} dans le projet`,
  commented: (group, _latest, who) => `${who} a commenté ${ownLines(group)}`,
  answered: (group, _latest, who) =>
    group.line_count <= 1
      ? `${who} a répondu à votre commentaire`
      : `${who} a répondu à vos commentaires sur ${countOf(group.line_count, 'ligne')}`,
  validated: (_group, latest, who) => `${who} a validé ${phaseOf(latest)}`,
  reopened: (_group, latest, who) => `${who} revient à ${phaseOf(latest)}`,
  run: (_group, { details }) => `${details.label ?? 'Votre calcul'} : c’est terminé`,
  run_failed: (_group, { details }) => `${details.label ?? 'Votre calcul'} : le calcul a échoué`,
  imported: (_group, { details }) => `${details.label ?? 'Votre import'} : c’est terminé`,
  import_failed: (_group, { details }) => `${details.label ?? 'Votre import'} : l’import a échoué`,
  data: (group, { details }) => {
    const until = details.data_date ? ` jusqu’au ${formatDate(details.data_date)}` : '';
    const projects = new Set(group.items.map(({ project_id }) => project_id)).size;
    return `De nouvelles données${until} dans ${projects > 1 ? `${projects} de vos projets` : 'votre projet'}`;
  },
  late: (_group, { details, date }) => {
    // The day, which stays true as the notice is read later.
    const since = details.since ?? addDays(date.slice(0, 10), -(details.days ?? 0));
    const usual = details.usual_days ?? 0;
    const every = usual > 1 ? `tous les ${countOf(usual, 'jour')}` : 'tous les jours';
    return `Aucune donnée n’est arrivée depuis le ${formatDate(since)}\u202f; d’habitude il en arrive ${every}`;
  },
};

/** A group of news in one French sentence, without figures of money: a mail may say it as it is. */
export function newsSentence(group: NewsGroup): string {
  const [latest] = group.items;
  if (!latest) return '';
  return SENTENCES[group.kind](group, latest, latest.actor_name ?? 'Palier');
}
