/** A line's inclusion in the phases of its project. */
interface PhaseInclusion {
  /** Now: in the phases that are not validated. */
  included: boolean;
  /** The validated phases that it took no part in. */
  left_out_phases: readonly number[];
}

/** The phases that a line took no part in, of those before one. */
export function leftOutBefore(
  { left_out_phases }: Pick<PhaseInclusion, 'left_out_phases'>,
  phase: number,
): number[] {
  return left_out_phases.filter((left) => left < phase);
}

/** The same once a phase is validated with the line as it is. */
export function leftOutAfter(line: PhaseInclusion, phase: number): number[] {
  return [...leftOutBefore(line, phase), ...(line.included ? [] : [phase])];
}

/**
 * The validated phases that a line takes no part in as it comes: a project's first lines were there before its phases; of
 * a line that comes to others, only the phases that it brings a discount of.
 */
export function leftOutOnArrival(line: {
  isFirst: boolean;
  previous_discount_pcts: readonly number[];
  validated: number;
}): number[] {
  const known = line.isFirst ? line.validated : Math.min(line.previous_discount_pcts.length, line.validated);
  return Array.from({ length: line.validated - known }, (_, index) => known + index);
}
