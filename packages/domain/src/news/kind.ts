/** What the bell and mails can be about, as a person chooses among them in her profile. */
export const NEWS_TOPICS = {
  approval: 'Une démarque soumise, renvoyée ou signée',
  lines: 'Ce que mes collègues font à mes lignes, et celles qui quittent un projet',
  comments: 'Les commentaires sur mes lignes, et les réponses aux miens',
  phases: 'Une démarque validée ou rouverte dans mes projets',
  runs: 'Les calculs que j’ai demandés',
  imports: 'Mes imports',
  data: 'De nouvelles données dans mes projets',
  late: 'Des données qui n’arrivent pas',
} as const;
export type NewsTopic = keyof typeof NEWS_TOPICS;
/** Named apart: `Object.keys` forgets what it lists. */
export const NEWS_TOPIC_NAMES = Object.keys(NEWS_TOPICS) as [NewsTopic, ...NewsTopic[]];

/** What happened, with the topic it belongs to. */
const TOPIC_OF = {
  submitted: 'approval',
  withdrawn: 'approval',
  returned: 'approval',
  signed: 'approval',
  lapsed: 'approval',
  changed: 'lines',
  reviewed: 'lines',
  departed: 'lines',
  commented: 'comments',
  answered: 'comments',
  validated: 'phases',
  reopened: 'phases',
  run: 'runs',
  run_failed: 'runs',
  imported: 'imports',
  import_failed: 'imports',
  data: 'data',
  late: 'late',
} as const satisfies Record<string, NewsTopic>;
export type NewsKind = keyof typeof TOPIC_OF;
export const NEWS_KINDS = Object.keys(TOPIC_OF) as [NewsKind, ...NewsKind[]];

/** The topic that a news belongs to. */
export function topicOf(kind: NewsKind): NewsTopic {
  return TOPIC_OF[kind];
}

/** How a topic is sent by e-mail: not, as it happens, or once a day with the others. */
export const MAIL_CHOICES = ['none', 'now', 'digest'] as const;
export type MailChoice = (typeof MAIL_CHOICES)[number];
export type MailChoices = Readonly<Record<NewsTopic, MailChoice>>;

/** What somebody chose, topics that she left alone being in the digest of the day. */
export function mailChoices(chosen: Partial<MailChoices>): MailChoices {
  const entries = NEWS_TOPIC_NAMES.map((topic) => [topic, chosen[topic] ?? 'digest']);
  return Object.fromEntries(entries) as MailChoices;
}

/** How long a news is kept. */
export const NEWS_DAYS = 90;
