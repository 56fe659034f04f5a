import * as z from 'zod';
import { countSchema, idSchema } from '../wire/common.ts';

/** The acts of a screen that an act on many lines may name as its own. */
const MAX_OWN_ACTS = 500;

/**
 * What the author of an act on many lines has seen: lines that somebody else wrote after it keep what they have, and
 * are counted. Left out, the act is of the lines as they stand.
 */
export const seenDecisionsSchema = z
  .strictObject({
    /** The version of the decisions that her screen shows, as pages and groups say it. */
    version: z.int().min(0),
    /** Versions that her own acts have taken since, as their answers say. */
    own: z.array(z.int()).max(MAX_OWN_ACTS).optional(),
  })
  .meta({
    id: 'SeenDecisions',
    description:
      'Ce que l’auteur d’une action sur une sélection a vu : la version des décisions qu’il affiche, et celles de ses propres actions depuis. Les lignes écrites après par d’autres gardent ce qu’elles ont.',
  });
export type SeenDecisions = z.infer<typeof seenDecisionsSchema>;

/** An act on many lines says what its author has seen of them. */
export const seenShape = { seen: seenDecisionsSchema.optional() };

/** Lines that an act would have changed and has left as they are, since somebody else wrote them unseen. */
const keptLinesSchema = z
  .object({
    discount_count: countSchema,
    /** Who wrote them; empty when nobody is known to have. */
    user_names: z.array(z.string()),
    /** Their products; the first hundred of them. */
    item_group_ids: z.array(idSchema),
  })
  .meta({
    id: 'KeptLines',
    description:
      'Les lignes que l’action aurait changées et qu’elle a laissées : quelqu’un d’autre les a écrites après ce qui a été vu.',
  });
export type KeptLines = z.infer<typeof keptLinesSchema>;

/** What the answer of such an act says of them; missing where there are none. */
export const keptShape = { kept: keptLinesSchema.optional() };
