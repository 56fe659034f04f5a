import { createHash } from 'node:crypto';
import { normalizeHeading } from './headings.ts';
import { ownColumns } from './source.ts';

/** What tells files of one format from others: their headings, in no order. */
export function shapeOf(headings: readonly string[]): string {
  return createHash('sha256')
    .update(
      ownColumns(headings)
        .map((position) => normalizeHeading(headings[position] ?? ''))
        .sort()
        .join('\n'),
    )
    .digest('hex');
}
