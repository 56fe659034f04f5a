import type { HeadingLines } from './headed.ts';
import { matches } from './plan.ts';
import { shapeOf } from './shape.ts';
import type { ImportMapping, RememberedMappings } from './types.ts';

/** Which line has the headings of a file, as the mapping says it, as it was answered, or as files known before have them. */
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
  };
}
