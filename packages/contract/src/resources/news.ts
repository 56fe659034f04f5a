import { MAIL_CHOICES, NEWS_KINDS, NEWS_TOPIC_NAMES, type NewsTopic } from '@palier/domain';
import * as z from 'zod';
import { countSchema, idSchema, instantSchema } from '../wire/common.ts';
import { undoableActSchema } from './activity.ts';

/** Several things of one kind that concern the caller, said in one sentence. */
const newsSchema = z
  .object({
    /** What is marked as read with it. */
    ids: z.array(idSchema),
    kind: z.enum(NEWS_KINDS),
    topic: z.enum(NEWS_TOPIC_NAMES),
    /** French. */
    sentence: z.string(),
    /** The word that goes with the latest of them. */
    comment: z.string().nullable(),
    project_id: idSchema.nullable(),
    project_name: z.string().nullable(),
    /** Where the application shows it, from its origin. */
    path: z.string(),
    date: instantSchema,
    /** What changed lines or their reviews, latest first; none of other news. */
    acts: z.array(undoableActSchema),
    read: z.boolean(),
  })
  .meta({ id: 'News' });

/** The caller's news, latest first. */
export const newsAnswerSchema = z.object({ unread: countSchema, data: z.array(newsSchema) });
export type NewsAnswer = z.infer<typeof newsAnswerSchema>;
export type NewsEntry = NewsAnswer['data'][number];

/** Which news were read; all of them without `ids`. */
export const newsReadSchema = z.strictObject({ ids: z.array(z.uuid()).max(1000).optional() });

const choice = z.enum(MAIL_CHOICES);
const choices = Object.fromEntries(NEWS_TOPIC_NAMES.map((topic) => [topic, choice])) as Record<
  NewsTopic,
  typeof choice
>;

/** How each topic is sent by e-mail. */
export const mailChoicesSchema = z.object({
  /** Whether this server sends mails at all. */
  is_mail_sent: z.boolean(),
  choices: z.object(choices),
});
export type MailChoicesAnswer = z.infer<typeof mailChoicesSchema>;

export const mailChoiceChangesSchema = z.strictObject(choices).partial();
