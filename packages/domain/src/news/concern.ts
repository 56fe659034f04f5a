import type { NewsKind } from './kind.ts';

/** A line that an act touched, with those to whom it mattered before the act. */
export interface HeardLine {
  discount_id: string;
  /** Who decided it last. */
  decider: string | null;
  /** Who reviewed it last. */
  reviewer: string | null;
  commenters: readonly string[];
}

/** An act of the journal, as the rule of news hears it. */
export interface HeardAct {
  /** As the journal names it. */
  kind: string;
  user_id: string;
  lines: readonly HeardLine[];
}

/** Who has to do with a project as a whole, for the acts that touch no line of their own. */
export interface HeardProject {
  /** Who leads the work, and those who decided or reviewed a line of it. */
  participants: readonly string[];
  /** Who may sign a phase that is submitted. */
  signers: readonly string[];
  /** Who submitted the phase last. */
  submitter: string | null;
}

/** Why an act is news to somebody, and which of the lines it touched are hers. */
export interface Concern {
  user_id: string;
  kind: NewsKind;
  discount_ids: readonly string[];
}

/** Acts that decide of a line: what comes after one of them is the act's author's affair. */
export const DECIDING_ACTS = [
  'discount',
  'inclusion',
  'goal',
  'optimization',
  'rules',
  'import',
  'sync',
  'undo',
] as const;

const deciding: readonly string[] = DECIDING_ACTS;

/** Acts on a project as a whole: whom they concern. */
const WHOLE_ACTS: Readonly<
  Record<string, { kind: NewsKind; who: (project: HeardProject) => readonly (string | null)[] }>
> = {
  submitted: { kind: 'submitted', who: ({ signers }) => signers },
  withdrawn: { kind: 'withdrawn', who: ({ signers }) => signers },
  returned: { kind: 'returned', who: ({ submitter }) => [submitter] },
  signed: { kind: 'signed', who: ({ submitter }) => [submitter] },
  lapsed: { kind: 'lapsed', who: ({ submitter }) => [submitter] },
  phase: { kind: 'validated', who: ({ participants }) => participants },
  reopening: { kind: 'reopened', who: ({ participants }) => participants },
};

/** Other acts on lines. */
const LINE_KINDS: Readonly<Record<string, NewsKind>> = {
  review: 'reviewed',
  comment: 'commented',
  departed: 'departed',
};

/** Whether an act needs to know the lines that it touched to say whom it concerns. */
export function concernsLines(kind: string): boolean {
  return deciding.includes(kind) || kind in LINE_KINDS;
}

/** Whether an act may be news to anybody at all. */
export function mayConcern(kind: string): boolean {
  return concernsLines(kind) || kind in WHOLE_ACTS;
}

/**
 * Whom an act concerns: those who decided or reviewed a line that it changes, reviews or comments, or that leaves, those
 * whose comment it follows, those who sign or submitted the phase, those who work on the project whose phase it closes or reopens.
 * Nobody has news of what she did herself; nobody has two of one act.
 */
export function concernsOf(act: HeardAct, project: HeardProject): Concern[] {
  const whole = WHOLE_ACTS[act.kind];
  if (whole) {
    const people = new Set(whole.who(project).filter((user_id) => isOther(user_id, act)));
    return [...people].map((user_id) => ({ user_id, kind: whole.kind, discount_ids: [] }));
  }
  const found = new Map<string, { kind: NewsKind; discount_ids: string[] }>();
  for (const line of act.lines) {
    for (const [user_id, kind] of tiesOf(line, act)) {
      const known = found.get(user_id);
      if (!known) found.set(user_id, { kind, discount_ids: [line.discount_id] });
      else {
        known.discount_ids.push(line.discount_id);
        if (kind === 'answered') known.kind = kind;
      }
    }
  }
  return [...found].map(([user_id, concern]) => ({ user_id, ...concern }));
}

function isOther(user_id: string | null, act: HeardAct): user_id is string {
  return user_id !== null && user_id !== act.user_id;
}

/** Those to whom one line makes an act news, each once. */
function tiesOf({ decider, reviewer, commenters }: HeardLine, act: HeardAct): Map<string, NewsKind> {
  const ties = new Map<string, NewsKind>();
  const kind = kindOnLines(act.kind);
  if (!kind) return ties;
  for (const user_id of [decider, reviewer]) if (isOther(user_id, act)) ties.set(user_id, kind);
  // What leaves concerns those who spoke of it as well.
  if (kind === 'departed')
    for (const user_id of commenters) if (isOther(user_id, act)) ties.set(user_id, kind);
  if (kind === 'commented')
    for (const user_id of commenters) if (isOther(user_id, act)) ties.set(user_id, 'answered');
  return ties;
}

function kindOnLines(kind: string): NewsKind | null {
  if (deciding.includes(kind)) return 'changed';
  return LINE_KINDS[kind] ?? null;
}
