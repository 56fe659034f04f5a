import { questionKey } from '@palier/domain';
import type { HeadingLines } from './headed.ts';
import { matches } from './plan.ts';
import { BY_PLACE, EACH_PLACE } from './settled-lines.ts';
import { shapeOf } from './shape.ts';
import type { ImportMapping, RememberedMappings } from './types.ts';

/** What was said of the headings of files: by the mapping, by an answer, or of files known before that have the same. */
export function headingLines({
  mapping,
  remembered,
}: {
  mapping?: ImportMapping | undefined;
  remembered?: RememberedMappings | undefined;
}): HeadingLines {
  return {
    chosen: (name) => {
      const given = mapping?.files?.find(
        (file) => file.heading_row !== undefined && matches(file.match, name),
      );
      const answer = Number(mapping?.answers?.[`heading_row:${name}`]);
      return given?.heading_row ?? (Number.isInteger(answer) && answer > 0 ? answer : undefined);
    },
    isKnown: (headings) => remembered?.has(shapeOf(headings)) === true,
    isByPlace: (name, headings) =>
      mapping?.answers?.[questionKey('missing_column', name, 'quantity')] === EACH_PLACE ||
      remembered?.get(shapeOf(headings))?.some(({ constants }) => constants?.[BY_PLACE] === EACH_PLACE) ===
        true,
  };
}
